//! What the folder of a run says about its `games.csv`: whether that is all of the run.
use crate::Config;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

const REBUILD: &str = "`hoppity tournament` with the run's config and folder";

/// What a person should know who rates this `games.csv` of so many games. A file that has no run beside it is whole.
pub(super) fn unfinished(games_csv: &Path, games: u64) -> Vec<String> {
    let mut warnings = Vec::new();
    if !games_csv.ends_with("games.csv") {
        return warnings;
    }
    let recorded = recorded(&games_csv.with_file_name("journal.jsonl"));
    if recorded > games {
        warnings.push(format!(
            "the journal beside it has {recorded} games, of which these are {games}: {REBUILD} writes games.csv anew"
        ));
    }
    // Ratings do not need it, so one that this version cannot read is no error.
    if let Ok(config) = Config::load(&games_csv.with_file_name("config.toml"))
        && config.total_games() > games.max(recorded)
    {
        let (done, total) = (games.max(recorded), config.total_games());
        warnings.push(format!("the run is not finished, {done} of {total} games: {REBUILD} goes on with it"));
    }
    warnings
}

/// How many games a journal has; none if it cannot be read.
pub(super) fn recorded(journal: &Path) -> u64 {
    let Ok(file) = File::open(journal) else { return 0 };
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let mut games = BTreeSet::new();
    let mut line = Vec::new();
    loop {
        line.clear();
        match reader.read_until(b'\n', &mut line) {
            // The last line may be one that is being written, or that a crash has torn.
            Ok(_) if line.last() == Some(&b'\n') => games.extend(game(&line)),
            _ => return games.len() as u64,
        }
    }
}

/// The game of a line, which begins with it; a line that is none is for the run to complain of.
fn game(line: &[u8]) -> Option<u64> {
    let digits = line.strip_prefix(b"{\"game\":")?;
    let end = digits.iter().position(|byte| !byte.is_ascii_digit())?;
    std::str::from_utf8(&digits[..end]).ok()?.parse().ok()
}

//! `hoppity compare`
use crate::failure::note;
use crate::folders::{RunArgs, ended, refused};
use crate::marks::star;
use crate::out::Out;
use crate::progress::Watcher;
use crate::signals::Signals;
use crate::table;
use clap::Args;
use hoppity_arena::RunOptions;
use hoppity_arena::compare::{self, Compared, Comparison};

/// Compare agents at several games and limits, in strength and in cost
///
/// Plays a tournament for each game and limit of a TOML file, each in a folder of its own, and writes one CSV file with a row
/// for each agent of each: Elo and score with their 95 % intervals, and nodes, simulations, seconds and processor time a
/// move. Run again after an interruption, it goes on where it was.
#[derive(Args, Debug)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    run: RunArgs,
    /// Play more games at once than there are cores even where agents are limited by time
    #[arg(long)]
    oversubscribe: bool,
    /// Print JSON when all is done: the rows of compare.csv
    #[arg(long)]
    json: bool,
}

impl CompareArgs {
    pub(crate) fn run(self, out: &mut Out) -> anyhow::Result<()> {
        let comparison = Comparison::load(&self.run.file).map_err(refused)?;
        let path = self.run.folder()?;
        let signals = Signals::listen()?;
        let (folder, notes) =
            comparison.open(&path, self.run.force).map_err(|error| ended(&error, &signals))?;
        for said in comparison.notes().iter().chain(&notes) {
            note(format_args!("note: {said}"));
        }
        let options = RunOptions {
            threads: self.run.threads(),
            force: self.run.force,
            oversubscribe: self.oversubscribe,
            stop: Some(signals.stop()),
        };
        let mut rows: Vec<Compared> = Vec::new();
        let cells = comparison.cells();
        for (number, cell) in (1..).zip(cells) {
            let game = cell.config.game().spec();
            note(format_args!("{number} of {}: {game}, {}", cells.len(), cell.limit));
            let watcher = Watcher::default();
            let done = cell.run(&folder, options, &watcher);
            watcher.finish();
            rows.extend(done.map_err(|error| ended(&error, &signals))?);
        }
        let file = compare::write(&folder, &rows).map_err(|error| ended(&error, &signals))?;
        if self.json {
            return out.json(&rows);
        }
        in_words(&rows, out)?;
        out.line(format_args!("results in {}", file.display()))
    }
}

/// A table for each game and limit.
fn in_words(rows: &[Compared], out: &mut Out) -> anyhow::Result<()> {
    for cell in rows.chunk_by(|one, other| one.game == other.game && one.limit == other.limit) {
        let header = ["agent", "Elo", "±", "games", "score", "nodes", "sims", "ms", "cpu ms"];
        let mut shown = table::table(&header);
        for row in cell {
            shown.add_row([
                row.agent.clone(),
                format!("{}{}", table::signed(row.elo), star(row.held)),
                format!("{:.1}", (row.elo_high - row.elo_low) / 2.0),
                row.games.to_string(),
                format!("{:.1} %", 100.0 * row.score),
                format!("{:.0}", row.nodes),
                format!("{:.0}", row.sims),
                format!("{:.2}", 1e3 * row.seconds),
                format!("{:.2}", 1e3 * row.cpu_seconds),
            ]);
        }
        table::align_right(&mut shown, 1..header.len());
        out.line(format_args!("{}, {}", cell[0].game, cell[0].limit))?;
        out.line(format_args!("{}\n", table::text(shown)))?;
    }
    if rows.iter().any(|row| row.held) {
        out.line("* held by a prior: the results alone give no finite estimate")?;
    }
    out.line("nodes, sims, ms and cpu ms are for a move")
}

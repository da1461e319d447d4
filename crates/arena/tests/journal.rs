//! Whatever is left of the journal, the run goes on from it and ends as if nothing had happened.
use crate::support::{Listener, contents, run_quietly, small};
use hoppity_arena::{RunError, RunOptions, run};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

struct Finished {
    folder: TempDir,
    journal: PathBuf,
    text: String,
}

/// A run of [`small`] that is over.
fn finished() -> Finished {
    let folder = tempfile::tempdir().unwrap();
    run_quietly(&small(), folder.path(), 1).unwrap();
    let journal = folder.path().join("journal.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    Finished { folder, journal, text }
}

impl Finished {
    /// Goes on with the run after the journal has become `bytes`: the notes, and how many games were played.
    fn resume(&self, bytes: &[u8]) -> Result<(Vec<String>, u64), RunError> {
        fs::write(&self.journal, bytes).unwrap();
        let listener = Listener::default();
        let summary =
            run(&small(), self.folder.path(), RunOptions { threads: 2, ..RunOptions::default() }, &listener)?;
        let notes = listener.notes.into_inner().unwrap();
        Ok((notes, summary.played))
    }

    fn refused(&self, text: &str) -> String {
        let error = self.resume(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(fs::read_to_string(&self.journal).unwrap(), text, "nothing is changed");
        error
    }

    /// The journal with something replaced in its third line.
    fn with_third(&self, from: &str, to: &str) -> String {
        let mut lines: Vec<String> = self.text.lines().map(str::to_owned).collect();
        assert!(lines[2].contains(from), "{from} in {}", lines[2]);
        lines[2] = lines[2].replacen(from, to, 1);
        lines.join("\n") + "\n"
    }
}

#[test]
fn a_journal_cut_anywhere_gives_the_same_files() {
    let run = finished();
    let before = contents(run.folder.path());
    let bytes = run.text.as_bytes();
    let last_two = run.text.trim_end().rmatch_indices('\n').nth(1).unwrap().0;
    // Every byte of the tail is tried beside the journal itself; here what comes of it.
    let end = bytes.len();
    for cut in (last_two..end).step_by(23).chain([0, 1, 100, end - 2, end - 1]) {
        let (notes, played) = run.resume(&bytes[..cut]).unwrap();
        // A cut between lines, and one that took only the last line's end, leave no torn line.
        let whole = |cut: usize| cut == 0 || bytes[cut - 1] == b'\n' || bytes[cut] == b'\n';
        assert_eq!(notes.is_empty(), whole(cut), "cut at {cut}: {notes:?}");
        let lost = 12 - run.text[..cut].matches('\n').count() as u64;
        let complete = bytes[cut] == b'\n' && cut > 0;
        assert_eq!(played, lost - u64::from(complete), "cut at {cut}");
        assert_eq!(contents(run.folder.path()), before, "cut at {cut}");
        let again = fs::read_to_string(&run.journal).unwrap();
        assert!(again.ends_with('\n') && again.lines().count() == 12);
    }
}

#[test]
fn games_in_any_order_give_the_same_files() {
    let run = finished();
    let before = contents(run.folder.path());
    let mut lines: Vec<&str> = run.text.lines().collect();
    lines.reverse();
    lines.truncate(7);
    assert_eq!(run.resume((lines.join("\n") + "\n").as_bytes()).unwrap(), (vec![], 5));
    assert_eq!(contents(run.folder.path()), before);
}

#[test]
fn a_game_recorded_twice_counts_once() {
    let run = finished();
    let before = contents(run.folder.path());
    let first = run.text.lines().next().unwrap();
    let (notes, played) = run.resume(format!("{}{first}\n", run.text).as_bytes()).unwrap();
    assert_eq!(played, 0);
    assert_eq!(notes, ["line 13 of the journal records game 0 again; the first record counts"]);
    assert_eq!(contents(run.folder.path()), before);
}

#[test]
fn a_line_that_this_tournament_cannot_have_written_is_refused() {
    let run = finished();
    let third: serde_json::Value = serde_json::from_str(run.text.lines().nth(2).unwrap()).unwrap();
    let game = third["game"].as_u64().unwrap();
    for (from, to, what) in [
        (format!("\"game\":{game},"), "\"game\":99,".to_owned(), "games 0 to 11"),
        (
            "\"pairing\":1,".to_owned(),
            "\"pairing\":2,".to_owned(),
            "has pairing 2 where this tournament has 1",
        ),
        ("\"opening\":0,".to_owned(), "\"opening\":1,".to_owned(), "has opening 1 where"),
        (
            "\"seats\":[0,2]".to_owned(),
            "\"seats\":[2,0]".to_owned(),
            "has seats [2, 0] where this tournament has [0, 2]",
        ),
        ("\"seed\":".to_owned(), "\"seed\":1".to_owned(), ""),
        ("\"ranks\":[".to_owned(), "\"ranks\":[0,".to_owned(), "one entry for each of the 2 seats"),
        ("\"plies\":".to_owned(), "\"plies\":1".to_owned(), "moves but"),
        ("\"turns\"".to_owned(), "\"trnus\"".to_owned(), "not a record of a game"),
        ("\"moves\":\"".to_owned(), "\"moves\":\"resigned ".to_owned(), "moves but"),
        ("\"reason\":\"".to_owned(), "\"reason\":\"un".to_owned(), "where the rules ended it by"),
        ("\"seconds\":[".to_owned(), "\"seconds\":[-".to_owned(), "in `seconds`"),
        ("\"turns\":[".to_owned(), "\"turns\":[1".to_owned(), "moves of the agents"),
        ("{".to_owned(), String::new(), "not a record of a game"),
    ] {
        let error = run.refused(&run.with_third(&from, &to));
        assert!(error.contains("journal.jsonl:3: ") && error.contains(what), "{error}");
        assert!(error.contains("Without that line the same command plays its game again"), "{error}");
    }
}

#[test]
fn a_line_that_was_removed_is_played_again() {
    let run = finished();
    let before = contents(run.folder.path());
    let broken = run.text.replacen("{\"game\"", "{\"gone\"", 1);
    let error = run.refused(&broken);
    assert!(error.contains("journal.jsonl:1: "), "{error}");
    let rest: String = broken.split_inclusive('\n').skip(1).collect();
    assert_eq!(run.resume(rest.as_bytes()).unwrap(), (vec![], 1));
    assert_eq!(contents(run.folder.path()), before);
}

#[test]
fn bytes_that_are_no_text_are_refused_in_the_middle_and_dropped_at_the_end() {
    let run = finished();
    let mut bytes = run.text.clone().into_bytes();
    bytes.extend([0; 500]);
    let (notes, played) = run.resume(&bytes).unwrap();
    assert_eq!((notes.len(), played), (1, 0));
    let mut bytes = b"\xff\xff\n".to_vec();
    bytes.extend(run.text.as_bytes());
    assert!(run.resume(&bytes).unwrap_err().to_string().contains("journal.jsonl:1: "));
}

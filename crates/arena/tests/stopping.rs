//! Runs that are told to stop, or lose the ground under their feet.
use crate::support::{Listener, contents, parse, run_quietly, small};
use hoppity_arena::{GameRecord, Observer, RunError, RunOptions, Standing, run};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Does something after so many games.
struct After<F> {
    games: u64,
    act: F,
    seen: AtomicU64,
}

impl<F: Fn() + Sync> After<F> {
    fn new(games: u64, act: F) -> After<F> {
        After { games, act, seen: AtomicU64::new(0) }
    }
}

impl<F: Fn() + Sync> Observer for After<F> {
    fn game_done(&self, _: &GameRecord) {
        if self.seen.fetch_add(1, Ordering::Relaxed) + 1 == self.games {
            (self.act)();
        }
    }
}

fn rows(path: &Path) -> usize {
    fs::read_to_string(path.join("games.csv")).unwrap().lines().count() - 1
}

#[test]
fn a_stopped_run_keeps_what_has_ended_and_goes_on_to_the_same_files() {
    let whole = tempfile::tempdir().unwrap();
    run_quietly(&small(), whole.path(), 2).unwrap();
    for (games, threads) in [(1, 1), (5, 2), (11, 1)] {
        let folder = tempfile::tempdir().unwrap();
        let stop = AtomicBool::new(false);
        let observer = After::new(games, || stop.store(true, Ordering::Relaxed));
        let options = RunOptions { threads, stop: Some(&stop), ..RunOptions::default() };
        match run(&small(), folder.path(), options, &observer) {
            // With games as short as these the last ones may have ended before the flag is seen.
            Ok(summary) => assert_eq!(summary.games, 12),
            Err(RunError::Stopped { done, total, .. }) => {
                assert!(done >= games && total == 12, "{done} of {total}");
                assert_eq!(rows(folder.path()) as u64, done);
                let summary = fs::read_to_string(folder.path().join("summary.json")).unwrap();
                assert!(summary.contains(&format!("these are {done} of its 12 games")), "{summary}");
                let counts = format!("\"games\": {done},\n  \"scheduled\": 12,");
                assert!(summary.contains(&counts), "{summary}");
            }
            Err(error) => panic!("{error}"),
        }
        run_quietly(&small(), folder.path(), 3).unwrap();
        assert_eq!(contents(folder.path()), contents(whole.path()));
    }
}

#[test]
fn a_run_stopped_before_its_first_game_leaves_only_what_it_needs_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(true);
    let options = RunOptions { stop: Some(&stop), ..RunOptions::default() };
    let error = run(&small(), folder.path(), options, &Listener::default()).unwrap_err();
    assert!(matches!(error, RunError::Stopped { done: 0, total: 12, .. }), "{error}");
    assert!(!folder.path().join("games.csv").exists());
    assert_eq!(run_quietly(&small(), folder.path(), 1).unwrap().played, 12);
}

/// Long enough that the run is still going when something happens to its folder.
fn long() -> hoppity_arena::Config {
    parse(&small().to_toml().replace("games = 4", "games = 4000"))
}

#[test]
fn a_folder_that_is_removed_in_mid_run_is_said_and_the_same_call_begins_anew() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("run");
    let observer = After::new(3, || fs::remove_dir_all(&folder).unwrap());
    let options = RunOptions { threads: 2, ..RunOptions::default() };
    let error = run(&long(), &folder, options, &observer).unwrap_err().to_string();
    assert!(
        error.contains("journal.jsonl cannot be written: it was removed") && error.contains("begins anew"),
        "{error}"
    );
    assert!(!folder.exists(), "what was removed is not put back");
    run_quietly(&small(), &folder, 2).unwrap();
}

#[test]
fn a_journal_that_is_replaced_in_mid_run_is_not_written_to() {
    let place = tempfile::tempdir().unwrap();
    let folder: PathBuf = place.path().join("run");
    let journal = folder.join("journal.jsonl");
    let observer = After::new(3, || {
        fs::remove_file(&journal).unwrap();
        fs::write(&journal, "mine\n").unwrap();
    });
    let error = run(&long(), &folder, RunOptions::default(), &observer).unwrap_err().to_string();
    assert!(error.contains("removed or replaced"), "{error}");
    assert_eq!(fs::read_to_string(&journal).unwrap(), "mine\n");
}

/// Remembers the last ranking it was told.
#[derive(Default)]
struct Ranked(Mutex<Vec<Standing>>);

impl Observer for Ranked {
    fn wants_standings(&self) -> bool {
        true
    }

    fn standings(&self, standings: &[Standing]) {
        *self.0.lock().unwrap() = standings.to_vec();
    }
}

#[test]
fn the_ranking_on_the_way_ends_as_the_final_one_and_counts_earlier_games() {
    let folder = tempfile::tempdir().unwrap();
    let final_one = run_quietly(&small(), folder.path(), 1).unwrap().standings;
    let journal = folder.path().join("journal.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    let seven: String = text.split_inclusive('\n').take(7).collect();
    fs::write(&journal, seven).unwrap();
    let observer = Ranked::default();
    run(&small(), folder.path(), RunOptions { threads: 2, ..RunOptions::default() }, &observer).unwrap();
    assert_eq!(*observer.0.lock().unwrap(), final_one);
}

#[test]
fn a_journal_that_is_cut_off_in_mid_run_stops_it_and_what_is_left_goes_on() {
    let whole = tempfile::tempdir().unwrap();
    run_quietly(&small(), whole.path(), 2).unwrap();
    for left in [0, 1, 2] {
        let place = tempfile::tempdir().unwrap();
        let journal = place.path().join("journal.jsonl");
        let cut = || {
            let text = fs::read_to_string(&journal).unwrap();
            let kept: String = text.split_inclusive('\n').take(left).collect();
            File::options().write(true).open(&journal).unwrap().set_len(kept.len() as u64).unwrap();
        };
        let observer = After::new(3, cut);
        let options = RunOptions { threads: 1, ..RunOptions::default() };
        let error = run(&small(), place.path(), options, &observer).unwrap_err().to_string();
        assert!(error.contains("somebody else changed it while games were played"), "{error}");
        assert!(error.contains("goes on from the games that are in it now"), "{error}");
        assert_eq!(fs::read_to_string(&journal).unwrap().lines().count(), left, "nothing is added to it");
        assert_eq!(run_quietly(&small(), place.path(), 2).unwrap().played, 12 - left as u64);
        assert_eq!(contents(place.path()), contents(whole.path()));
    }
}

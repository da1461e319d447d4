//! What the tests share.
use hoppity_arena::{Config, GameRecord, Observer, RunError, RunOptions, Silent, Summary, run};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;

/// Files that must not depend on the number of threads, on interruptions or on the clock.
pub(crate) const REPRODUCIBLE: [&str; 5] =
    ["config.toml", "games.csv", "elo.csv", "winrates.csv", "summary.json"];

/// Three quick agents, one of which draws random numbers, on a small board.
pub(crate) fn small() -> Config {
    parse(
        r#"
        game = "mnk(m=4,n=3,k=3)"
        seed = 7
        games = 4
        openings = { random_plies = 2 }
        [[agents]]
        agent = "random"
        [[agents]]
        agent = "greedy"
        [[agents]]
        name = "deep, \"quoted\""
        agent = "alphabeta(depth=2,table_mib=1)"
        "#,
    )
}

pub(crate) fn parse(text: &str) -> Config {
    Config::parse(text, "test.toml").unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn run_quietly(config: &Config, out: &Path, threads: usize) -> Result<Summary, RunError> {
    run(config, out, RunOptions { threads, ..RunOptions::default() }, &Silent)
}

pub(crate) fn contents(out: &Path) -> BTreeMap<&'static str, String> {
    REPRODUCIBLE.into_iter().map(|name| (name, fs::read_to_string(out.join(name)).unwrap())).collect()
}

/// Remembers what it was told.
#[derive(Debug, Default)]
pub(crate) struct Listener {
    pub(crate) started: Mutex<Option<(u64, u64)>>,
    pub(crate) notes: Mutex<Vec<String>>,
    pub(crate) games: Mutex<Vec<u64>>,
}

impl Observer for Listener {
    fn started(&self, total: u64, already_done: u64, notes: &[String]) {
        *self.started.lock().unwrap() = Some((total, already_done));
        self.notes.lock().unwrap().extend(notes.iter().cloned());
    }

    fn game_done(&self, game: &GameRecord) {
        self.games.lock().unwrap().push(game.game);
    }

    fn note(&self, note: &str) {
        self.notes.lock().unwrap().push(note.to_owned());
    }
}

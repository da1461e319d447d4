//! A place to run tournaments in, and tournaments to run there.
use crate::support::{Ran, binary, hoppity};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

pub(crate) const MNK: &str = r#"
game = "mnk(m=6,n=6,k=4)"
seed = 11
games = 40
openings = { random_plies = 2 }

[limits]
nodes = 2000
sims = 300

[[agents]]
agent = "mcts"

[[agents]]
agent = "alphabeta"

[[agents]]
name = "eager"
agent = "greedy"
"#;

pub(crate) const HALMA: &str = r#"
game = "halma(board=8,rules=usc561)"
seed = 5
games = 6
max_plies = 120

[[agents]]
agent = "alphabeta(nodes=300)"

[[agents]]
agent = "greedy"

[[agents]]
agent = "random"
"#;

pub(crate) const TABLES: &str = r#"
game = "mnk(m=4,n=4,k=3,players=3)"
games = 12

[[agents]]
agent = "mcts(sims=40)"

[[agents]]
agent = "greedy"

[[agents]]
agent = "random"
"#;

/// A folder with a config in it, to run tournaments in.
pub(crate) struct Place {
    pub(crate) folder: TempDir,
}

impl Place {
    pub(crate) fn new(config: &str) -> Place {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("cup.toml"), config).expect("can be written");
        Place { folder }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn run(&self, out: &str, rest: &[&str]) -> Ran {
        self.run_by("tournament", out, rest)
    }

    /// As [`Place::run`], by another command that runs a config into a folder.
    pub(crate) fn run_by(&self, command: &str, out: &str, rest: &[&str]) -> Ran {
        let (config, out) = (self.path("cup.toml"), self.path(out));
        let args = [command, config.to_str().expect("UTF-8"), "--out", out.to_str().expect("UTF-8")];
        hoppity(&[&args[..], rest].concat())
    }

    /// The command of [`Place::run`], to be started.
    pub(crate) fn command(&self, out: &str, rest: &[&str]) -> Command {
        self.command_by("tournament", out, rest)
    }

    /// The command of [`Place::run_by`].
    pub(crate) fn command_by(&self, name: &str, out: &str, rest: &[&str]) -> Command {
        let mut command = Command::new(binary());
        command.arg(name).arg(self.path("cup.toml")).arg("--out").arg(self.path(out)).args(rest);
        command
    }

    pub(crate) fn finish(&self, out: &str, rest: &[&str]) -> Ran {
        let ran = self.run(out, rest);
        assert_eq!(ran.status, 0, "{}", ran.err);
        ran
    }

    /// What must not depend on threads and interruptions.
    pub(crate) fn results(&self, out: &str) -> [String; 4] {
        ["games.csv", "elo.csv", "winrates.csv", "summary.json"].map(|name| read(&self.path(out).join(name)))
    }

    pub(crate) fn recorded(&self, out: &str) -> usize {
        let journal = fs::read(self.path(out).join("journal.jsonl")).unwrap_or_default();
        journal.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n")).count()
    }
}

pub(crate) fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

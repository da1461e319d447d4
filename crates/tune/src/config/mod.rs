//! A checked tuning run: nothing in it can be refused later but the results that a fit reads.
mod parameters;
mod read;
mod write;

use crate::candidate::Candidates;
use hoppity_arena::{ConfigError, Setting};
use hoppity_stats::{Model, Sprt};
use std::path::{Path, PathBuf};

/// A tuning run.
///
/// In a file it looks like this. What games are like is told as in a tournament's config, see [`Setting`].
///
/// ```toml
/// game = "halma(board=8)"
/// seed = 1
/// openings = { random_plies = 4 }
/// agent = "alphabeta(nodes=500)"   # whose numbers are to become better
/// [method]
/// name = "spsa"                    # or "cma-es", "bandit", "texel"
/// games = 4000
/// [test]                           # of the tuned agent against the one at the start, in the end
/// elo = [0, 30]
/// [[parameters]]
/// name = "weights.jump"            # a feature of the evaluation, or an option of the agent such as "c"
/// min = 0.0
/// max = 3.0
/// step = 0.05                      # values in between are not tried; start is the agent's own unless given
/// ```
#[derive(Debug)]
pub struct Config {
    pub(crate) setting: Setting,
    pub(crate) seed: u64,
    pub(crate) candidates: Candidates,
    pub(crate) method: Method,
    pub(crate) test: Test,
}

/// How values are sought.
#[derive(Clone, Debug, PartialEq)]
pub enum Method {
    /// See [`crate::spsa`].
    Spsa {
        /// Games in all.
        games: u64,
        /// Pairs of games in an iteration.
        pairs: u64,
        /// See [`crate::spsa::Settings::r_end`].
        r_end: f64,
        /// See [`crate::spsa::Settings::c_end`].
        c_end: Vec<f64>,
    },
    /// See [`crate::cmaes`].
    CmaEs {
        /// Games in all.
        games: u64,
        /// The least and the most pairs of games of a measurement.
        pairs: (u64, u64),
        /// How many candidates; `None`: by the number of parameters.
        candidates: Option<usize>,
        /// The width of the first cloud, as a part of the ranges.
        sigma: f64,
    },
    /// See [`crate::bandit`].
    Bandit {
        /// Games in all.
        games: u64,
    },
    /// See [`crate::texel`].
    Texel(Texel),
}

/// A fit of weights to results.
#[derive(Clone, Debug, PartialEq)]
pub struct Texel {
    /// Folders of runs, or their `games.csv`.
    pub results: Vec<PathBuf>,
    /// Positions taken from each game.
    pub positions: usize,
    /// The weight of the penalty.
    pub l2: f64,
    /// The part of the games that is held out.
    pub held_out: f64,
}

/// The test of what was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// The Elo of both hypotheses.
    pub elo: (f64, f64),
    /// What that Elo is.
    pub model: Model,
    /// How often the test may err: accept H1 where H0 is true, and H0 where H1 is.
    pub errors: (f64, f64),
    /// The most games.
    pub games: u64,
    pub(crate) sprt: Sprt,
}

impl Method {
    /// What it is called.
    pub fn name(&self) -> &'static str {
        match self {
            Method::Spsa { .. } => "spsa",
            Method::CmaEs { .. } => "cma-es",
            Method::Bandit { .. } => "bandit",
            Method::Texel(_) => "texel",
        }
    }

    /// The games it may play; none for a fit.
    pub fn games(&self) -> u64 {
        match self {
            Method::Spsa { games, .. } | Method::CmaEs { games, .. } | Method::Bandit { games } => *games,
            Method::Texel(_) => 0,
        }
    }
}

impl Config {
    /// Reads and checks a config file.
    pub fn load(path: &Path) -> Result<Config, ConfigError> {
        let file = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| ConfigError::unreadable(path, error))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let before = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
            ConfigError::at(&file, &before, before.len(), "the file is not UTF-8 from here on")
        })?;
        Config::parse(&text, &file)
    }

    /// Checks the text of a config file; `file` is what errors call it, and where relative paths in it start from.
    pub fn parse(text: &str, file: &str) -> Result<Config, ConfigError> {
        read::read(text.strip_prefix('\u{feff}').unwrap_or(text), file)
    }

    /// How games are played.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// How values are sought.
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// The agents that it chooses from.
    pub fn candidates(&self) -> &Candidates {
        &self.candidates
    }

    /// The config with every default filled in, as TOML.
    pub fn to_toml(&self) -> String {
        write::write(self)
    }
}

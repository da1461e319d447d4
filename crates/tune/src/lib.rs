//! Tuning: better values for the numbers and choices that agents are made with.
//!
//! [`Config`] is a checked run, [`run`] does it in a folder: it searches, tests what it found against the start on fresh
//! openings, and calls it better only if it has passed.
//!
//! Optimisers are pure: they [ask](Optimiser::ask) for duels between two points of a [`Space`] and are
//! [told](Optimiser::tell) how these ended. What they ask for is a function of their seed and of what they were told, so
//! that a run is known by its results alone, whoever played them.
//!
//! | module | finds |
//! |---|---|
//! | [`spsa`] | many numbers at once, from single pairs of games |
//! | [`cmaes`] | few numbers that depend on each other |
//! | [`bandit`] | the best of several configurations |
//! | [`texel`] | weights of an evaluation, from results of games that have been played |
//! | [`simulated`] | nothing: objectives of known optimum, to test the others on |
//!
//! # The folder of a run
//!
//! | file | holds |
//! |---|---|
//! | `config.toml` | the config with every default filled in, the version and the CPU |
//! | `journal.jsonl` | the one record: a line a duel, appended as duels end |
//! | `path.csv` | where the search was, round by round |
//! | `path.svg` | the same as a picture |
//! | `result.json` | [`Tuning`] |
//! | `weights.toml` | all weights of the tuned agent, where any was tuned; its first line says whether it is better |
//!
//! The last four are derived from the journal and replaced as a whole.
#![deny(missing_docs)]

pub mod bandit;
mod candidate;
pub mod cmaes;
mod config;
mod data;
mod journal;
mod linear;
mod optimiser;
mod outputs;
mod plot;
mod referee;
mod result;
mod run;
mod series;
pub mod simulated;
mod space;
pub mod spsa;
pub mod texel;
mod watch;

pub use candidate::Candidates;
pub use config::{Config, Method, Test, Texel};
pub use optimiser::{Duel, Optimiser, score};
pub use result::{FitFigures, TestResult, Tuned, Tuning};
pub use run::{Options, TuneError, run};
pub use space::{Domain, Parameter, Point, Space};
pub use watch::{Unwatched, Watch};

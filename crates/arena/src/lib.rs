//! Tournaments: who plays whom, the games themselves, and what is written about them.
//!
//! [`Config`] is a checked tournament, [`run`] plays it into a folder, [`play_all`] without one. A game is a function of
//! the config and its index alone: opening, seats and random streams come from a hash of the seed and of which game it
//! is, never from a thread, a clock or the order in which games end. So everything in the folder but `journal.jsonl` and
//! `timing.csv` is the same, byte for byte, with any number of threads and after any number of interruptions — as long
//! as agents are limited by nodes, simulations or depth; time is not reproducible.
//!
//! # The folder of a run
//!
//! | file | holds |
//! |---|---|
//! | `config.toml` | the config with every default filled in, the version and the CPU; itself a config that can be run |
//! | `journal.jsonl` | the one record: a line a finished game, appended as games finish |
//! | `games.csv` | a row a game, by index: `game,pairing,opening,seed,seat_a,…,rank_a,…,reason,plies,moves` |
//! | `elo.csv` | the ranking, see [`Standing`] |
//! | `winrates.csv` | a row for each agent, opponent and seat (and `all` seats), with the Wilson interval of the score |
//! | `timing.csv` | a row for each seat of each game: what the agent there spent, its longest move, how many were too long |
//! | `summary.json` | [`Summary`] |
//! | `engines/` | what other programs wrote to standard error, a file for each agent, bounded |
//!
//! All but the first two are derived from the journal and replaced atomically: when the last game has ended, or from the
//! games so far when the run is told to stop. A run that is killed leaves them as they were. `game` counts from 0; `pairing` numbers
//! the sets of agents that meet; `opening` numbers the openings, which are the same for all pairings; ranks are 0 for the
//! first place, and equal where a place is shared; `seed` is what the game's random streams come from: seat `s` (0 for
//! A) gets `stream(seed, [s])`, and the seed itself is `derive(seed of the config, [pairing, number of the game within its
//! pairing])`, see [`hoppity_rules::random`]. Where the opening is a position, `moves` begin there; `config.toml` lists the
//! openings that were given.
//!
//! `reason` is the rules' own, joined by `+`, or one of: `ply limit`; `adjudicated` and `proved` ([`Adjudication`]);
//! `resignation`; and the faults that lose a game: `illegal move`, `failed`, `crash`, `time` (the clock of
//! [`TimeControl`] ran out), and of other programs `time-out` (no answer within the limit for any), `bad format` and
//! `flood`.
//!
//! A win is a sole first place of the agent's team, a draw a shared one, anything else a loss; a score counts a draw half.
#![deny(missing_docs)]

mod adjudicate;
mod clocks;
pub mod compare;
mod config;
mod cpu;
mod error;
mod folder;
mod journal;
pub mod lines;
mod observer;
mod openings;
mod outputs;
mod play;
mod record;
mod replay;
mod results;
mod run;
mod schedule;
mod standings;
mod summary;
mod utf8;
mod words;
mod workers;

pub use config::{
    Adjudication, Config, ConfigError, DEFAULT_MAX_PLIES, Entrant, Format, Match, Openings, Place, Setting,
    TimeControl, values,
};
pub use error::RunError;
pub use folder::Folder;
pub use observer::{Observer, Silent};
pub use openings::Opening;
pub use record::{Fault, GameRecord};
pub use results::{
    Errors, Model, PlayedGame, PoolRating, Rated, RatingOptions, Results, ResultsError, played_games,
};
pub use run::{RunOptions, play_all, play_until, run};
pub use schedule::{Schedule, Slot};
pub use standings::{Counter, HeadToHead, Standing, head_to_head, standings};
pub use summary::Summary;
pub use words::counted;

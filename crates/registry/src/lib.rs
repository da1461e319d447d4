//! The one place where games and agents get their names.
//!
//! [`games`] and [`agents`] are the two lists; a new game or agent is one line in one of them. Each agent is built once per
//! concrete game type, and from here up everything is `dyn`.
#![deny(missing_docs)]

mod agents;
mod evaluator;
pub mod from_toml;
mod games;
mod knowledge;

pub use agents::{Player, Term, agents};
pub use evaluator::Evaluator;
pub use games::{Playable, features, game, games};
pub use hoppity_eval::{Evaluation, Feature, FeatureSet};

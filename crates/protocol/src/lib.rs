//! Talking to other people's programs: our agents behind the protocols of others, and theirs as agents of ours.
#![deny(missing_docs)]

mod analysis;
pub mod board;
pub mod gtp;

pub use analysis::{Analysis, Analyst, RootMove};

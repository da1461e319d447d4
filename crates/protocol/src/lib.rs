//! Talking to other people's programs: our agents behind the protocols of others, and theirs as agents of ours.
#![deny(missing_docs)]

pub mod agents;
mod analysis;
pub mod board;
pub mod csci561;
pub mod gtp;
#[cfg(unix)]
mod process;

pub use analysis::{Analysis, Analyst, RootMove};

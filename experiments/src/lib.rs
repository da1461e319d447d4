//! What the experiments share: their command line, contests of agents at fixed limits, and files of results.
//!
//! An experiment is a folder here with a README (the claim and its source, what was done, what came out, the verdict), a
//! `main.rs` that is one command, and the results that it wrote. It follows from its seed alone wherever its limits are
//! nodes, simulations or depth.
#![deny(missing_docs)]

mod contest;
mod duel;
mod field;
mod run;

pub use contest::Contest;
pub use duel::Score;
pub use field::Place;
pub use run::Run;

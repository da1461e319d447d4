//! Tuning: better values for the numbers and choices that agents are made with.
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
#![deny(missing_docs)]

pub mod bandit;
pub mod cmaes;
mod linear;
mod optimiser;
pub mod simulated;
mod space;
pub mod spsa;
pub mod texel;

pub use optimiser::{Duel, Optimiser, score};
pub use space::{Domain, Parameter, Point, Space};

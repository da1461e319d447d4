//! What is known of each game: how good positions are, and how good moves are.
//!
//! A new game is one module here that implements [`Knowledge`] for it.
#![deny(missing_docs)]

mod chinese_checkers;
mod connection;
mod halma;
mod halma_solitaire;
mod mnk;
mod race;

use hoppity_rules::{Game, MAX_SEATS};
use hoppity_search::{Heuristic, Policy, Values};

/// A game with knowledge of it, which the registry hands to the searches.
pub trait Knowledge: Game {
    /// What positions are worth.
    type Heuristic: Heuristic<Self>;
    /// What moves are worth, and how to play out.
    type Policy: Policy<Self>;

    /// The default evaluation.
    fn heuristic(&self) -> Self::Heuristic;
    /// The default policy.
    fn policy(&self) -> Self::Policy;
}

/// Expected scores from values where each seat is a team: exp(value / unit), scaled to sum 1. With two seats the
/// logistic function of the lead. From `libm`, so that they are the same on every machine.
fn softmax(values: &Values, seats: usize, unit: f64) -> [f64; MAX_SEATS] {
    let most = values[..seats].iter().copied().max().unwrap_or(0);
    let mut scores = [0.0; MAX_SEATS];
    for (score, &value) in scores.iter_mut().zip(&values[..seats]) {
        *score = libm::exp(f64::from(value - most) / unit);
    }
    let sum: f64 = scores.iter().sum();
    scores.map(|score| score / sum)
}

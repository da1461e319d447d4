//! What is known of each game: how good positions are, and how good moves are.
//!
//! Evaluations are sums of named features with weights that come from TOML ([`weights`]), so that they can be chosen, shown
//! and tuned by name. A new game is one module here that implements [`Knowledge`] for it.
#![deny(missing_docs)]

mod chinese_checkers;
mod connection;
mod halma;
mod halma_solitaire;
pub mod links;
mod mnk;
pub mod race;
pub mod weights;

pub use weights::{Evaluation, Feature, FeatureSet, Weights, WeightsError};

use hoppity_rules::{Game, MAX_SEATS};
use hoppity_search::{Heuristic, Policy, Values};

/// A game with knowledge of it, which the registry hands to the searches.
pub trait Knowledge: Game {
    /// What positions are worth.
    type Heuristic: Heuristic<Self>;
    /// What moves are worth, and how to play out.
    type Policy: Policy<Self>;

    /// The features that evaluations are made of, and the evaluations that have names.
    const FEATURES: &'static FeatureSet;

    /// The evaluation with these weights of [`Knowledge::FEATURES`].
    fn weighted(&self, weights: &Weights) -> Self::Heuristic;
    /// The default policy.
    fn policy(&self) -> Self::Policy;
    /// What each feature of a position is, by seat and then in the order of the features, unweighted.
    fn features(&self, heuristic: &Self::Heuristic, s: &Self::State) -> Vec<Vec<f64>>;

    /// The default evaluation.
    fn heuristic(&self) -> Self::Heuristic {
        self.weighted(&Self::FEATURES.default_weights())
    }
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

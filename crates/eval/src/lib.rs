//! What is known of each game: how good positions are, and how good moves are.
//!
//! A new game is one module here that implements [`Knowledge`] for it.
#![deny(missing_docs)]

mod halma;
mod mnk;

use hoppity_rules::Game;
use hoppity_search::{Heuristic, Policy};

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

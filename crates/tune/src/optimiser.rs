//! The contract between an optimiser and who plays for it.
use crate::Point;
use std::fmt::Debug;

/// A match that an optimiser asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    /// The one that is measured.
    pub first: Point,
    /// The one it is measured against. Where both are the same there is nothing to play, and the result is empty.
    pub second: Point,
    /// How many pairs of games: the same opening with the seats exchanged.
    pub pairs: u64,
}

/// Searches a [`Space`](crate::Space) by duels. What it does next follows from its seed and from what it was told.
pub trait Optimiser: Debug {
    /// The duels of the next round; none when the search is over.
    fn ask(&self) -> Vec<Duel>;
    /// How the duels of the round ended, in their order: the first one's half points in each pair of games, 0 to 4.
    fn tell(&mut self, results: &[Vec<u8>]);
    /// What it holds for best so far, in numbers off the grid where it thinks in such.
    fn best(&self) -> Vec<f64>;
    /// Figures of its own state, for the record of the path.
    fn figures(&self) -> Vec<(&'static str, f64)>;
}

/// The points per game of a result, 0 to 1; a half where nothing was played.
pub fn score(result: &[u8]) -> f64 {
    if result.is_empty() {
        return 0.5;
    }
    let points: u64 = result.iter().map(|&half_points| u64::from(half_points)).sum();
    points as f64 / (4 * result.len()) as f64
}

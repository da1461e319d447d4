//! The block bootstrap: ratings of pools that are drawn again from the blocks of games that were played.
//!
//! Efron (1979), "Bootstrap methods: another look at the jackknife", Annals of Statistics 7; blocks are drawn whole, so
//! that dependence within them is kept (Efron and Tibshirani 1993, "An Introduction to the Bootstrap", chapter 8). It needs
//! no formula for errors, and so is the check of the formulas that [`crate::bradley_terry`] uses; it takes as many fits
//! as replicates.

use crate::bradley_terry::{self, Options, TwoSeatGame};
use crate::ratings::RatingError;

/// The ratings of drawn pools.
#[derive(Debug, Clone, PartialEq)]
pub struct Bootstrap {
    /// For each replicate the Elo of each player, relative to the mean of the pool.
    pub replicates: Vec<Vec<f64>>,
    /// In how many replicates the ratings rest on a prior, because the blocks drawn have no finite estimate of their own.
    pub with_prior: usize,
}

/// Rates pools of as many blocks as there are, each drawn with replacement. `draw(n)` returns a number below `n`, each
/// with the same chance; out of range it is taken modulo `n`.
pub fn resample(
    players: usize,
    blocks: &[Vec<TwoSeatGame>],
    options: Options,
    replicates: usize,
    mut draw: impl FnMut(usize) -> usize,
) -> Result<Bootstrap, RatingError> {
    let mut result = Bootstrap { replicates: Vec::with_capacity(replicates), with_prior: 0 };
    let mut games = Vec::new();
    for _ in 0..replicates {
        games.clear();
        for _ in 0..blocks.len() {
            games.extend_from_slice(&blocks[draw(blocks.len()) % blocks.len()]);
        }
        let pool = bradley_terry::fit(players, &games, options)?.pool;
        result.with_prior += usize::from(pool.prior.any());
        result.replicates.push(pool.players.iter().map(|player| player.elo).collect());
    }
    Ok(result)
}

impl Bootstrap {
    /// The standard deviation of a player's rating; `None` for fewer than two replicates or an unknown player.
    pub fn deviation(&self, player: usize) -> Option<f64> {
        let ratings = self.ratings(player)?;
        let count = ratings.len() as f64;
        let mean = ratings.iter().fold(0.0, |sum, x| sum + x) / count;
        let squares = ratings.iter().fold(0.0, |sum, x| sum + (x - mean) * (x - mean));
        (ratings.len() > 1).then(|| libm::sqrt(squares / (count - 1.0)))
    }

    /// The range that holds the middle 95 % of a player's ratings, by linear interpolation between them; `None` without
    /// replicates or for an unknown player.
    pub fn interval(&self, player: usize) -> Option<(f64, f64)> {
        let mut ratings = self.ratings(player)?;
        ratings.sort_by(f64::total_cmp);
        let last = ratings.len().checked_sub(1)?;
        let quantile = |p: f64| {
            let place = p * last as f64;
            let below = place as usize;
            let above = (below + 1).min(last);
            ratings[below] + (place - below as f64) * (ratings[above] - ratings[below])
        };
        Some((quantile(0.025), quantile(0.975)))
    }

    fn ratings(&self, player: usize) -> Option<Vec<f64>> {
        self.replicates.iter().map(|ratings| ratings.get(player).copied()).collect()
    }
}

//! Errors for games that come in blocks, such as the two games of an opening: blocks are independent of each other, the
//! games in one need not be.
//!
//! The sandwich estimator `H^-1 (sum of g g') H^-1`, with the Fisher information `H` and the gradient `g` of the
//! log-likelihood of each block: Huber (1967), "The behavior of maximum likelihood estimates under nonstandard
//! conditions"; White (1982), "Maximum likelihood estimation of misspecified models", Econometrica 50; by blocks, Liang
//! and Zeger (1986), "Longitudinal data analysis using generalized linear models", Biometrika 73. It also holds where the
//! model is not quite right: where a draw is half a win, where strengths depend on the opening.
//!
//! It sees only what happened: pairs that were all split, or all won by the same player, show it no variance at all. So
//! each variance is kept above a share of the one by Fisher's information. Of `n` blocks none of which went a certain way
//! the share that does may still be `q = z^2 / (n + z^2)` (the Wilson limit for 0 of n); a pair whose two games go the
//! same way has twice the variance of two independent games; so the share is `2q`, at most 1, with the number of blocks
//! that the player took part in. Where ratings or seats needed a prior it is 1: such results say too little.

use crate::matrix::Matrix;
use crate::normal::Z95;
use crate::ratings::Prior;

/// What is known of the errors of all parameters.
#[derive(Debug)]
pub(crate) struct Errors {
    pub(crate) covariance: Matrix,
    pub(crate) floor: Option<Floor>,
}

/// What keeps variances from being too small.
#[derive(Debug)]
pub(crate) struct Floor {
    /// The covariance by Fisher's information.
    pub(crate) fisher: Matrix,
    /// The share of it that is the least for each player.
    pub(crate) players: Vec<f64>,
    /// And for what concerns all games.
    pub(crate) all: f64,
}

impl Errors {
    /// By Fisher's information, whose inverse this is.
    pub(crate) fn fisher(covariance: Matrix) -> Self {
        Self { covariance, floor: None }
    }

    /// By blocks: their [spread](crate::logit::spread), how many each player took part in, and how many there are.
    pub(crate) fn by_blocks(
        fisher: Matrix,
        spread: &Matrix,
        players: &[u64],
        all: u64,
        prior: Prior,
    ) -> Self {
        // A draw parameter held by its prior says nothing against the ratings.
        let held = prior.ratings || prior.seats;
        let share = |blocks: u64| if held { 1.0 } else { least_share(blocks) };
        Self {
            covariance: fisher.around(spread),
            floor: Some(Floor {
                players: players.iter().map(|&blocks| share(blocks)).collect(),
                all: if prior.any() { 1.0 } else { share(all) },
                fisher,
            }),
        }
    }

    /// The variance of one parameter that concerns all games.
    pub(crate) fn variance(&self, column: usize) -> f64 {
        let variance = self.covariance.at(column, column);
        self.floor
            .as_ref()
            .map_or(variance, |floor| variance.max(floor.all * floor.fisher.at(column, column)))
    }
}

fn least_share(blocks: u64) -> f64 {
    let zz = Z95 * Z95;
    (2.0 * zz / (blocks as f64 + zz)).min(1.0)
}

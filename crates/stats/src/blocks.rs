//! Errors for games that come in blocks, such as the two games of an opening: blocks are independent of each other, the
//! games in one need not be.
//!
//! The sandwich estimator `H^-1 (sum of g g') H^-1`, with the Fisher information `H` and the gradient `g` of the
//! log-likelihood of each block: Huber (1967), "The behavior of maximum likelihood estimates under nonstandard
//! conditions"; White (1982), "Maximum likelihood estimation of misspecified models", Econometrica 50; by blocks, Liang
//! and Zeger (1986), "Longitudinal data analysis using generalized linear models", Biometrika 73. It also holds where the
//! model is not quite right: where a draw is half a win, where strengths depend on the opening.
//!
//! The estimate is too small where blocks are few, by about the usual factor `B / (B - 1) * (N - 1) / (N - K)` for `B` blocks
//! of `N` games and `K` parameters (Cameron and Miller (2015), "A practitioner's guide to cluster-robust inference", Journal
//! of Human Resources 50), so it is multiplied by that.
//!
//! It sees only what happened: pairs that were all split, or all won by the same player, show it no variance at all. So
//! each variance is kept above a share of the one by Fisher's information. Of `n` blocks none of which went a certain way
//! the share that does may still be `q = z^2 / (n + z^2)` (the Wilson limit for 0 of n); a pair whose two games go the
//! same way has twice the variance of two independent games; so the share is `2q`, at most 1, with the number of blocks
//! that the player took part in. Where ratings rest on a prior it is 1: such results say too little.

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

/// How much there is of what.
#[derive(Debug)]
pub(crate) struct Sizes {
    /// Blocks that hold a game.
    pub(crate) blocks: u64,
    /// Games in them.
    pub(crate) games: u64,
    /// The blocks that each player took part in.
    pub(crate) players: Vec<u64>,
}

impl Sizes {
    fn correction(&self, parameters: usize) -> f64 {
        let (blocks, games) = (self.blocks as f64, self.games as f64);
        // With hardly a block or a game more than parameters the floor decides.
        let factor = blocks / (blocks - 1.0).max(1.0) * (games - 1.0) / (games - parameters as f64).max(1.0);
        factor.max(1.0)
    }
}

impl Errors {
    /// By Fisher's information, whose inverse this is.
    pub(crate) fn fisher(covariance: Matrix) -> Self {
        Self { covariance, floor: None }
    }

    /// By blocks, given their [spread](crate::logit::spread).
    pub(crate) fn by_blocks(fisher: Matrix, spread: &Matrix, sizes: &Sizes, prior: Prior) -> Self {
        let share = |blocks: u64| if prior.any() { 1.0 } else { least_share(blocks) };
        let mut covariance = fisher.around(spread);
        covariance.scale(sizes.correction(spread.size()));
        Self {
            covariance,
            floor: Some(Floor {
                players: sizes.players.iter().map(|&blocks| share(blocks)).collect(),
                all: share(sizes.blocks),
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

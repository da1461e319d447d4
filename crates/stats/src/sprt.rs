//! The sequential probability ratio test: may a match stop, and which hypothesis won?
//!
//! This is the generalised test (GSPRT) that fishtest and fastchess run: the log-likelihood ratio compares the best
//! multinomial distribution under H1 with the best one under H0, where a hypothesis fixes the expected score
//! ([`Model::Logistic`]) or the normalised Elo ([`Model::Normalized`]). A class without results counts 0.001.

use core::cmp::Ordering;

use crate::counts::{Pentanomial, Wdl};
use crate::elo::{NELO_SCALE, elo_to_score, regularised};
use crate::multinomial::{with_mean, with_t_value};

/// Hypotheses farther from 0 than this, in either model, are refused.
pub const MAX_ELO: f64 = 1000.0;

/// What the Elo of the hypotheses means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Model {
    /// Logistic Elo: a hypothesis fixes the expected score.
    Logistic,
    /// Normalised Elo: a hypothesis fixes the lead in deviations per game, whatever the draw rate.
    Normalized,
}

/// Why a test cannot be set up, or a ratio not be found.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are equal, reversed or not numbers.
    #[error("the Elo of H0 must be below that of H1, but {elo0} is not below {elo1}")]
    Order {
        /// Elo of H0.
        elo0: f64,
        /// Elo of H1.
        elo1: f64,
    },
    /// A hypothesis is too far away.
    #[error("an SPRT hypothesis must lie within -{MAX_ELO} to {MAX_ELO} Elo, but is {0}")]
    Elo(f64),
    /// An error rate is not a probability of an error.
    #[error("alpha and beta must be above 0 and add up to less than 1, but are {alpha} and {beta}")]
    Rates {
        /// The rate of false positives.
        alpha: f64,
        /// The rate of false negatives.
        beta: f64,
    },
    /// The distribution that a hypothesis asks for was not found.
    #[error("no distribution with {0} Elo was found near these results")]
    NoDistribution(f64),
}

/// What a test says so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The ratio reached the lower bound.
    H0,
    /// The ratio reached the upper bound.
    H1,
    /// Play on.
    Continue,
}

impl Verdict {
    /// `H0`, `H1` or `continue`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::H0 => "H0",
            Self::H1 => "H1",
            Self::Continue => "continue",
        }
    }
}

/// Where a test stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SprtState {
    /// The log-likelihood ratio of H1 to H0.
    pub llr: f64,
    /// H0 is accepted at or below this.
    pub lower: f64,
    /// H1 is accepted at or above this.
    pub upper: f64,
    /// The decision.
    pub verdict: Verdict,
}

/// A test: two hypotheses and the error rates that are accepted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    lower: f64,
    upper: f64,
    model: Model,
}

impl Sprt {
    /// A test of H0 "the difference is `elo0`" against H1 "it is `elo1`", with the rates `alpha` of false positives and
    /// `beta` of false negatives. Bounds by Wald: `ln(beta / (1 - alpha))` and `ln((1 - beta) / alpha)`.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: Model) -> Result<Self, SprtError> {
        if elo0.partial_cmp(&elo1) != Some(Ordering::Less) {
            return Err(SprtError::Order { elo0, elo1 });
        }
        if let Some(&elo) = [elo0, elo1].iter().find(|elo| elo.abs() > MAX_ELO) {
            return Err(SprtError::Elo(elo));
        }
        let lower = libm::log(beta / (1.0 - alpha));
        let upper = libm::log((1.0 - beta) / alpha);
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0 && lower.is_finite() && upper.is_finite()) {
            return Err(SprtError::Rates { alpha, beta });
        }
        Ok(Self { elo0, elo1, lower, upper, model })
    }

    /// The bound at or below which H0 is accepted.
    pub fn lower(&self) -> f64 {
        self.lower
    }

    /// The bound at or above which H1 is accepted.
    pub fn upper(&self) -> f64 {
        self.upper
    }

    /// The test after single games.
    pub fn wdl(&self, counts: Wdl) -> Result<SprtState, SprtError> {
        self.state(&counts.ascending(), 1.0)
    }

    /// The test after game pairs.
    pub fn pentanomial(&self, counts: Pentanomial) -> Result<SprtState, SprtError> {
        self.state(&counts.ascending(), 2.0)
    }

    fn state<const K: usize>(&self, counts: &[f64; K], games_each: f64) -> Result<SprtState, SprtError> {
        let counts = regularised(counts);
        let total = counts.iter().fold(0.0, |sum, c| sum + c);
        let observed = counts.map(|count| count / total);
        let best = |elo: f64| {
            match self.model {
                Model::Logistic => with_mean(&observed, elo_to_score(elo)),
                // The deviation of a pair's mean score is that of a game over sqrt 2.
                Model::Normalized => with_t_value(&observed, libm::sqrt(games_each) * elo / NELO_SCALE),
            }
            .ok_or(SprtError::NoDistribution(elo))
        };
        let (under0, under1) = (best(self.elo0)?, best(self.elo1)?);
        let llr = (0..K).fold(0.0, |sum, i| sum + counts[i] * (libm::log(under1[i]) - libm::log(under0[i])));
        let verdict = if llr >= self.upper {
            Verdict::H1
        } else if llr <= self.lower {
            Verdict::H0
        } else {
            Verdict::Continue
        };
        Ok(SprtState { llr, lower: self.lower, upper: self.upper, verdict })
    }
}

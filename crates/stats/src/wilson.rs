//! The Wilson score interval of a result.
//!
//! Wilson, E. B. (1927), "Probable inference, the law of succession, and statistical inference", JASA 22. It inverts
//! the score test of a binomial share, so that it stays inside 0..=1 and keeps a width where all games went one way.

use crate::counts::Wdl;
use crate::normal::{self, Z95};

/// An interval of scores.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower limit, 0..=1.
    pub low: f64,
    /// The upper limit, 0..=1.
    pub high: f64,
}

/// The 95 % Wilson interval of the score, a draw being half a success. Without games: 0 to 1.
///
/// `(p + z^2/2n +- z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n)`. Draws vary less than wins and losses do, so with draws
/// the interval is on the wide side.
pub fn interval(counts: Wdl) -> Interval {
    of_counts(counts, Z95)
}

/// The same for another confidence level, such as 0.99; `None` unless `0 < level < 1`.
pub fn interval_at(counts: Wdl, level: f64) -> Option<Interval> {
    normal::quantile(0.5 - 0.5 * level).filter(|_| level > 0.0).map(|z| of_counts(counts, -z))
}

fn of_counts(counts: Wdl, z: f64) -> Interval {
    let Some(p) = counts.score() else { return Interval { low: 0.0, high: 1.0 } };
    with_z(p, counts.wins as f64 + counts.draws as f64 + counts.losses as f64, z)
}

/// The interval of a mean score `p` of `n` results.
pub(crate) fn with_z(p: f64, n: f64, z: f64) -> Interval {
    let (q, zz) = (1.0 - p, z * z);
    let centre = p + 0.5 * zz / n;
    let half = z * libm::sqrt(p * q / n + 0.25 * zz / (n * n));
    let low = (centre - half) / (1.0 + zz / n);
    let high = (centre + half) / (1.0 + zz / n);
    // Rounding must not push a limit past the score itself, nor out of the scale.
    Interval { low: low.clamp(0.0, p), high: high.clamp(p, 1.0) }
}

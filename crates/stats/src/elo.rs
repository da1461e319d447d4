//! Logistic and normalised Elo of one player against another, with error bars and likelihood of superiority.
//!
//! The convention is fishtest's: a class without results counts 0.001, variances are population variances, and errors
//! are carried through the score scale, `(Elo(s + z se) - Elo(s - z se)) / 2`. Normalised Elo follows M. Van den Bergh,
//! "Normalized Elo": `(s - 1/2) / sigma * 800 / ln 10` with the deviation `sigma` of one game, which for pairs is
//! `sqrt(2 var_pair)`; its error is `z * 800 / ln 10 / sqrt(games)`.
//!
//! That convention knows nothing of results that did not happen: ten draws get +- 3 Elo, ten wins out of ten an
//! interval from +859 up. [`EloEstimate::elo_error`] keeps to it, so that it can be compared with other programs. The
//! interval `elo_low..elo_high`, and all figures of a sample whose results fall in one single class, allow for the
//! unseen: see [`EloEstimate`].

use crate::counts::{Pentanomial, Wdl};
use crate::normal::{self, Z95};
use crate::wilson;

/// `800 / ln 10`: normalised Elo per unit of `(s - 1/2) / sigma`.
pub const NELO_SCALE: f64 = 347.435_585_522_601_46;

/// What an empty class counts.
const EMPTY_CLASS: f64 = 1e-3;

/// Where the results alone give no finite Elo it ends this far from a score of 0 or 1, at +-1199.83; and so do the ends
/// of the published error.
const SCORE_MARGIN: f64 = 1e-3;

/// An end of an interval that has none: this far from 0, and so much beyond the estimate.
const NO_LIMIT: f64 = 2400.0;
const ENDLESS: f64 = 1200.0;

/// How strong one player is against another.
///
/// `elo_low..elo_high` is the range of `Elo(s +- z se)`, widened where the sample holds no result of the worst (for
/// `elo_low`) or best (for `elo_high`) class: of `n` results none of which fell in a class, the share of that class may
/// still be `q = z^2 / (n + z^2)` (the Wilson limit for 0 of n), so the score may be lower by `q s`, or higher by
/// `q (1 - s)`. Where `s +- z se` leaves the scale, the interval ends at the Wilson limit of the score, or at 0.001 or
/// 0.999 if that is farther.
///
/// Where *all* results fell in one class they say nothing of their own spread. Then `los` and `nelo_error` rest on the
/// limits of the unseen, and `nelo` on the 0.001s. If that class is the best (or worst) one, no finite Elo fits: `elo` is
/// then +-1199.83 (a little less for two results, more for over 250), and the interval goes on to +-2400 (or as far beyond
/// a greater `elo`), which means "no limit". [`EloEstimate::held`] says so.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EloEstimate {
    /// Points per game, 0..=1, with empty classes counted 0.001 (0.5 without games).
    pub score: f64,
    /// Logistic Elo difference.
    pub elo: f64,
    /// Lower end of the 95 % interval.
    pub elo_low: f64,
    /// Upper end of the 95 % interval.
    pub elo_high: f64,
    /// Half the width of the 95 % interval by the published convention (of `elo_low..elo_high`, where the convention has
    /// both ends beyond the scale).
    pub elo_error: f64,
    /// Normalised Elo difference.
    pub nelo: f64,
    /// Half the width of its 95 % interval.
    pub nelo_error: f64,
    /// The likelihood that the first player is the stronger, strictly between 0 and 1.
    pub los: f64,
    /// The names of the figures that rest on a stand-in (the 0.001 of an empty class, the end of a scale, a limit of the
    /// unseen) because the results alone give none; empty unless all results fell in one class, or there are none.
    pub held: &'static [&'static str],
}

/// The estimate from single games.
pub fn from_wdl(counts: Wdl) -> EloEstimate {
    estimate(&counts.ascending(), 1.0)
}

/// The estimate from game pairs.
pub fn from_pentanomial(counts: Pentanomial) -> EloEstimate {
    estimate(&counts.ascending(), 2.0)
}

/// The score a logistic Elo difference predicts: `1 / (1 + 10^(-elo/400))`.
pub fn elo_to_score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// The logistic Elo difference that predicts a score, which is first kept within 0.001..=0.999 (not-a-number: 0.5).
pub fn score_to_elo(score: f64) -> f64 {
    let score = if score.is_nan() { 0.5 } else { score.clamp(SCORE_MARGIN, 1.0 - SCORE_MARGIN) };
    elo_of(score, 1.0 - score)
}

/// The Elo of the shares of points won and lost, both above 0; together they are 1, but near an end of the scale only the
/// smaller one is known to full precision.
fn elo_of(won: f64, lost: f64) -> f64 {
    400.0 * libm::log10(won / lost)
}

/// Total, mean and population variance of counts whose classes have the scores 0, 1/(k-1), ..., 1.
pub(crate) fn moments(counts: &[f64]) -> (f64, f64, f64) {
    let step = 1.0 / (counts.len() - 1) as f64;
    let total = counts.iter().fold(0.0, |sum, c| sum + c);
    let mean = counts.iter().enumerate().fold(0.0, |sum, (i, c)| sum + c * (i as f64 * step)) / total;
    let variance = counts.iter().enumerate().fold(0.0, |sum, (i, c)| {
        let deviation = i as f64 * step - mean;
        sum + c * deviation * deviation
    }) / total;
    (total, mean, variance)
}

/// Counts with 0.001 in the place of every 0.
pub(crate) fn regularised<const K: usize>(counts: &[f64; K]) -> [f64; K] {
    counts.map(|count| if count == 0.0 { EMPTY_CLASS } else { count })
}

fn estimate<const K: usize>(counts: &[f64; K], games_each: f64) -> EloEstimate {
    let (total, score, variance) = moments(&regularised(counts));
    let deviation = libm::sqrt(variance / total);
    let unseen = Unseen::new(counts, score);
    let support = Support::of(counts);
    let (nelo, nelo_error, los) = if matches!(support, Support::End(_) | Support::Inner) {
        one_class(&unseen, variance, games_each)
    } else {
        // Two classes or more have a variance of their own. Without any result the 0.001s stand in.
        let (observed, mean, spread) =
            if unseen.results > 0.0 { moments(counts) } else { (total, score, variance) };
        let nelo = (mean - 0.5) / libm::sqrt(games_each * spread) * NELO_SCALE;
        let nelo_error = Z95 * NELO_SCALE / libm::sqrt(games_each * observed);
        (nelo, nelo_error, normal::above_zero(score - 0.5, deviation))
    };
    let mut mirrored = *counts;
    mirrored.reverse();
    let elo = match support {
        Support::Inner | Support::Several => elo_of(score, moments(&regularised(&mirrored)).1),
        Support::Nothing => 0.0,
        Support::End(0) => -all_won::<K>(unseen.results),
        Support::End(_) => all_won::<K>(unseen.results),
    };
    let (elo_low, elo_high) = (lower_end(counts), -lower_end(&mirrored));
    let reach = Z95 * deviation;
    let convention = 0.5 * (score_to_elo(score + reach) - score_to_elo(score - reach));
    let elo_error = if convention > 0.0 { convention } else { 0.5 * (elo_high - elo_low) };
    let held = support.held(unseen.score - 0.5);
    EloEstimate { score, elo, elo_low, elo_high, elo_error, nelo, nelo_error, los, held }
}

/// The Elo of so many results that are all of the best of `K` classes: by the published convention, but no less than if
/// one of them had been of the next class.
fn all_won<const K: usize>(results: f64) -> f64 {
    let mut counts = [0.0; K];
    counts[K - 1] = results;
    let score = moments(&regularised(&counts)).1;
    let lost = 1.0 / (K - 1) as f64 / results;
    score_to_elo(score).max(elo_of(1.0 - lost, lost))
}

/// The lower end of the interval of Elo.
fn lower_end<const K: usize>(counts: &[f64; K]) -> f64 {
    let mut mirrored = *counts;
    mirrored.reverse();
    match Support::of(counts) {
        Support::Nothing => return score_to_elo(0.0),
        Support::End(0) => return -(all_won::<K>(counts[0]) + ENDLESS).max(NO_LIMIT),
        _ => {}
    }
    let ((results, won, _), (_, lost, _)) = (moments(counts), moments(&mirrored));
    let (total, score, variance) = moments(&regularised(counts));
    let reach = Z95 * libm::sqrt(variance / total);
    let seen = if score - reach < SCORE_MARGIN {
        let low = wilson::with_z(won, results, Z95).low.min(SCORE_MARGIN);
        elo_of(low, 1.0 - low)
    } else {
        elo_of(score - reach, moments(&regularised(&mirrored)).1 + reach)
    };
    if counts[0] > 0.0 {
        return seen;
    }
    let share = unseen_share(results);
    seen.min(elo_of(won * (1.0 - share), lost + won * share))
}

/// The greatest plausible share of a class that none of so many results fell in.
fn unseen_share(results: f64) -> f64 {
    Z95 * Z95 / (results + Z95 * Z95)
}

/// Which classes the results of a sample fell in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Support {
    /// There are none.
    Nothing,
    /// All in this one, the best or the worst.
    End(usize),
    /// All in another one.
    Inner,
    /// Two or more.
    Several,
}

impl Support {
    fn of(counts: &[f64]) -> Support {
        let mut seen = (0..counts.len()).filter(|&class| counts[class] > 0.0);
        match (seen.next(), seen.next()) {
            (None, _) => Support::Nothing,
            (Some(class), None) if class == 0 || class == counts.len() - 1 => Support::End(class),
            (Some(_), None) => Support::Inner,
            (Some(_), Some(_)) => Support::Several,
        }
    }

    fn held(self, lead: f64) -> &'static [&'static str] {
        match self {
            Support::Several => &[],
            // The results are level, and nobody is ahead whatever their spread.
            Support::Inner if lead == 0.0 => &["elo_error"],
            Support::Inner => &["elo_error", "nelo", "nelo_error", "los"],
            Support::End(0) => &["elo", "elo_low", "elo_error", "nelo", "nelo_error", "los"],
            Support::End(_) => &["elo", "elo_high", "elo_error", "nelo", "nelo_error", "los"],
            Support::Nothing => &["elo", "elo_low", "elo_high", "elo_error", "nelo", "nelo_error", "los"],
        }
    }
}

/// How far results that were not seen may move the score.
struct Unseen {
    results: f64,
    score: f64,
    /// The greatest plausible share of an end class without results.
    share: f64,
    low: f64,
    high: f64,
}

impl Unseen {
    fn new(counts: &[f64], regularised_score: f64) -> Self {
        let results = counts.iter().fold(0.0, |sum, c| sum + c);
        let score = if results > 0.0 { moments(counts).1 } else { regularised_score };
        let share = unseen_share(results);
        let empty = |class: Option<&f64>| class.is_some_and(|&count| count == 0.0);
        Self {
            results,
            score,
            share,
            low: if empty(counts.first()) { score * (1.0 - share) } else { score },
            high: if empty(counts.last()) { score + share * (1.0 - score) } else { score },
        }
    }
}

/// Normalised Elo, its error and the likelihood of superiority where every result fell in the same class.
fn one_class(unseen: &Unseen, variance: f64, games_each: f64) -> (f64, f64, f64) {
    let known_deviation = Z95 * NELO_SCALE / libm::sqrt(games_each * unseen.results);
    let lead = unseen.score - 0.5;
    if lead == 0.0 {
        return (0.0, known_deviation, 0.5);
    }
    // The sample has no deviation to divide by, so the 0.001s give one, and the error reaches to the least
    // favourable sample that is still plausible: a share of the far end class beside the class that was seen.
    let (limit, end) = if lead > 0.0 { (unseen.low, 0.0) } else { (unseen.high, 1.0) };
    let spread = unseen.share * (1.0 - unseen.share) * (unseen.score - end) * (unseen.score - end);
    let nelo = lead / libm::sqrt(games_each * variance) * NELO_SCALE;
    let nelo_limit = (limit - 0.5) / libm::sqrt(games_each * spread) * NELO_SCALE;
    let los = normal::above_zero(lead, (unseen.score - limit).abs() / Z95);
    (nelo, (nelo - nelo_limit).abs().max(known_deviation), los)
}

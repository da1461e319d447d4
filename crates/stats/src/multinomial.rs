//! Maximum likelihood for a multinomial sample under one constraint: a given mean score, or a given t-value.
//!
//! M. Van den Bergh, "The generalized log likelihood ratio for multinomial distributions" (Proposition 1.1) and
//! "Comments on normalized Elo" (section 4.1). Distributions sit on the equidistant scores 0, 1/(k-1), ..., 1.

use crate::elo::moments;

/// The distribution closest to `observed` (all entries positive) whose mean is `mean`, `0 < mean < 1`.
pub(crate) fn with_mean<const K: usize>(observed: &[f64; K], mean: f64) -> Option<[f64; K]> {
    tilted(observed, &core::array::from_fn(|i| score::<K>(i) - mean))
}

/// The distribution closest to `observed` (all entries positive) with `(mean - 1/2) / deviation = t`.
pub(crate) fn with_t_value<const K: usize>(observed: &[f64; K], t: f64) -> Option<[f64; K]> {
    fixed_point(observed, t).or_else(|| best_deviation(observed, t))
}

/// Linearises the constraint at the current distribution and solves, from the uniform one on, until nothing moves. This
/// is the published method. For hypotheses far from the results it may circle.
fn fixed_point<const K: usize>(observed: &[f64; K], t: f64) -> Option<[f64; K]> {
    const ROUNDS: usize = 100;
    const STILL: f64 = 1e-12;
    let mut current = [1.0 / K as f64; K];
    for _ in 0..ROUNDS {
        let (_, mean, variance) = moments(&current);
        let next = tilted(observed, &linearised(t, mean, libm::sqrt(variance)))?;
        let moved = current.iter().zip(&next).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
        if moved < STILL {
            return Some(next);
        }
        current = next;
    }
    None
}

/// Looks for the deviations at which the linearised solution has just that deviation, and takes the likeliest.
fn best_deviation<const K: usize>(observed: &[f64; K], t: f64) -> Option<[f64; K]> {
    const CELLS: usize = 256;
    const GREATEST: f64 = 0.5;
    let solve = |deviation: f64| {
        let mean = 0.5 + t * deviation;
        let solution = tilted(observed, &linearised(t, mean, deviation))?;
        let variance = solution.iter().enumerate().fold(0.0, |sum, (i, p)| {
            let difference = score::<K>(i) - mean;
            sum + p * difference * difference
        });
        Some((solution, variance - deviation * deviation))
    };
    let mut best: Option<(f64, [f64; K])> = None;
    for cell in 0..CELLS {
        let edge = |cell: usize| GREATEST * (cell as f64).max(1e-6) / CELLS as f64;
        let (mut low, mut high) = (edge(cell), edge(cell + 1));
        let (Some((_, at_low)), Some((_, at_high))) = (solve(low), solve(high)) else { continue };
        if (at_low > 0.0) == (at_high > 0.0) {
            continue;
        }
        let mut found = None;
        loop {
            let middle = 0.5 * (low + high);
            if !(middle > low && middle < high) {
                break;
            }
            let Some((solution, excess)) = solve(middle) else { break };
            if (excess > 0.0) == (at_low > 0.0) {
                low = middle;
            } else {
                high = middle;
            }
            found = Some(solution);
        }
        let Some(solution) = found else { continue };
        let (_, mean, variance) = moments(&solution);
        let likelihood = observed.iter().zip(&solution).fold(0.0, |sum, (q, p)| sum + q * libm::log(*p));
        // A change of sign may be a jump: the constraint itself decides.
        let meets = (mean - 0.5 - t * libm::sqrt(variance)).abs() < 1e-9;
        if meets && best.is_none_or(|(most, _)| likelihood > most) {
            best = Some((likelihood, solution));
        }
    }
    best.map(|(_, solution)| solution)
}

/// The constraint "`(mean - 1/2) - t deviation = 0`" as values whose mean is zero, to first order around a mean and a
/// deviation.
fn linearised<const K: usize>(t: f64, mean: f64, deviation: f64) -> [f64; K] {
    core::array::from_fn(|i| {
        let z = (score::<K>(i) - mean) / deviation;
        score::<K>(i) - 0.5 - 0.5 * t * deviation * (1.0 + z * z)
    })
}

/// The score of class `i` of `K`.
fn score<const K: usize>(i: usize) -> f64 {
    i as f64 / (K - 1) as f64
}

/// `p_i = observed_i / (1 + x v_i)` with the `x` that makes the mean of `v` under `p` zero. `None` where the values
/// do not lie on both sides of zero, since then no distribution has that mean.
fn tilted<const K: usize>(observed: &[f64; K], values: &[f64; K]) -> Option<[f64; K]> {
    let least = values.iter().fold(f64::INFINITY, |a, &b| a.min(b));
    let most = values.iter().fold(f64::NEG_INFINITY, |a, &b| a.max(b));
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    // The root x lies between 0 and the pole of the class at the end that must gain weight. What is left of that class's
    // denominator, e = 1 + x v_end in 0..1, is found in place of x: where the class was hardly ever seen, e is tiny, and
    // x would not hold enough of its digits.
    let mean = observed.iter().zip(values).fold(0.0, |sum, (p, v)| sum + p * v);
    let end = if mean > 0.0 { least } else { most };
    let denominator =
        |left: f64, value: f64| if value == end { left } else { 1.0 + (left - 1.0) * (value / end) };
    let sum = |left: f64| {
        observed.iter().zip(values).fold(0.0, |sum, (p, v)| sum + p * v / denominator(left, *v)) / end
    };
    // From the pole (+infinity) to e = 1 (the observed mean, on the other side) the sum falls, so bisection cannot miss.
    let (mut low, mut high) = (0.0, 1.0);
    loop {
        let middle = 0.5 * (low + high);
        if !(middle > low && middle < high) {
            break;
        }
        if sum(middle) > 0.0 { low = middle } else { high = middle }
    }
    let tilted: [f64; K] = core::array::from_fn(|i| observed[i] / denominator(high, values[i]));
    tilted.iter().all(|p| p.is_finite() && *p > 0.0).then_some(tilted)
}

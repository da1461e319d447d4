//! The standard normal distribution: its cumulative function, its quantiles, and likelihoods of superiority.

use core::f64::consts::{PI, SQRT_2};

/// The 97.5 % quantile: an estimate +- `Z95` standard errors is a 95 % interval.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal variable is at most `x`: `erfc(-x / sqrt 2) / 2`.
pub fn cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

/// The `x` with `cdf(x) = p`, to about 1e-15 relative to `x`; `None` unless `0 < p < 1`.
///
/// Acklam's rational approximation (2003, relative error 1.15e-9), then one step of Halley's method on the exact
/// cumulative function.
pub fn quantile(p: f64) -> Option<f64> {
    if !(p > 0.0 && p < 1.0) {
        return None;
    }
    // The lower half only: there the cumulative function has full relative precision.
    if p > 0.5 { Some(-lower_quantile(1.0 - p)) } else { Some(lower_quantile(p)) }
}

/// The probability that a normal variable with this mean and standard deviation is above zero, kept strictly between
/// 0 and 1 because no finite sample makes anything certain. One half where the deviation is zero or unusable.
pub fn above_zero(mean: f64, deviation: f64) -> f64 {
    let z = mean / deviation;
    if deviation > 0.0 && !z.is_nan() {
        cdf(z).clamp(f64::MIN_POSITIVE, 1.0 - f64::EPSILON / 2.0)
    } else {
        0.5
    }
}

fn lower_quantile(p: f64) -> f64 {
    let x = acklam(p);
    // Newton's correction u, then Halley's factor. For subnormal p the density underflows: keep the approximation.
    let u = (cdf(x) - p) * libm::sqrt(2.0 * PI) * libm::exp(0.5 * x * x);
    let refined = x - u / (1.0 + 0.5 * x * u);
    if refined.is_finite() { refined } else { x }
}

/// Acklam's approximation for `0 < p <= 0.5`.
fn acklam(p: f64) -> f64 {
    const A: [f64; 6] = [
        -3.969_683_028_665_376e1,
        2.209_460_984_245_205e2,
        -2.759_285_104_469_687e2,
        1.383_577_518_672_69e2,
        -3.066_479_806_614_716e1,
        2.506_628_277_459_239,
    ];
    const B: [f64; 6] = [
        -5.447_609_879_822_406e1,
        1.615_858_368_580_409e2,
        -1.556_989_798_598_866e2,
        6.680_131_188_771_972e1,
        -1.328_068_155_288_572e1,
        1.0,
    ];
    const C: [f64; 6] = [
        -7.784_894_002_430_293e-3,
        -3.223_964_580_411_365e-1,
        -2.400_758_277_161_838,
        -2.549_732_539_343_734,
        4.374_664_141_464_968,
        2.938_163_982_698_783,
    ];
    const D: [f64; 5] = [
        7.784_695_709_041_462e-3,
        3.224_671_290_700_398e-1,
        2.445_134_137_142_996,
        3.754_408_661_907_416,
        1.0,
    ];
    const TAIL: f64 = 0.02425;
    let polynomial = |coefficients: &[f64], x: f64| coefficients.iter().fold(0.0, |sum, c| sum * x + c);
    if p < TAIL {
        let q = libm::sqrt(-2.0 * libm::log(p));
        polynomial(&C, q) / polynomial(&D, q)
    } else {
        let q = p - 0.5;
        let r = q * q;
        q * polynomial(&A, r) / polynomial(&B, r)
    }
}

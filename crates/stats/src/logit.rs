//! Maximum likelihood for choices whose options have linear log-odds (conditional logit), with a proof of existence.
//!
//! Both rating models are of this kind. A choice offers options with predictors `eta_c = x_c . b`; option `c` is taken
//! with probability `e^eta_c / sum e^eta`. The log-likelihood of weighted choices is concave, and depends on the
//! differences `x_c - x_d` alone.

use std::collections::BTreeMap;

use crate::matrix::Matrix;

/// A sparse row: parameter and coefficient.
pub(crate) type Row = Vec<(usize, f64)>;

/// A set of options with how often each was taken (weights may be fractions).
#[derive(Debug, Clone)]
pub(crate) struct Choice {
    weights: Vec<f64>,
    total: f64,
    /// The difference of the rows of two options.
    contrasts: Vec<Contrast>,
}

#[derive(Debug, Clone)]
struct Contrast {
    one: usize,
    other: usize,
    row: Row,
}

impl Choice {
    /// A choice between the options, `(row of the option, weight of it being taken)`.
    pub(crate) fn new(options: &[(Row, f64)]) -> Self {
        let mut contrasts = Vec::new();
        for one in 0..options.len() {
            for other in one + 1..options.len() {
                contrasts.push(Contrast { one, other, row: difference(&options[one].0, &options[other].0) });
            }
        }
        let weights: Vec<f64> = options.iter().map(|option| option.1).collect();
        let total = weights.iter().fold(0.0, |sum, w| sum + w);
        Self { weights, total, contrasts }
    }

    /// The log-odds of each option against the first.
    pub(crate) fn log_odds(&self, parameters: &[f64]) -> Vec<f64> {
        let mut odds = vec![0.0; self.weights.len()];
        for contrast in self.contrasts.iter().take_while(|contrast| contrast.one == 0) {
            odds[contrast.other] = -dot(&contrast.row, parameters);
        }
        odds
    }

    fn probabilities(&self, parameters: &[f64]) -> Vec<f64> {
        let mut p = self.log_odds(parameters);
        let top = p.iter().fold(f64::NEG_INFINITY, |a, &b| a.max(b));
        for x in &mut p {
            *x = libm::exp(*x - top);
        }
        let sum = p.iter().fold(0.0, |sum, x| sum + x);
        p.iter().map(|x| x / sum).collect()
    }

    /// Hands on the parts of the gradient, parameter by parameter. Sums over pairs of options lose no digits where one
    /// option is all but certain.
    fn pull(&self, parameters: &[f64], mut add: impl FnMut(usize, f64)) {
        let p = self.probabilities(parameters);
        for Contrast { one, other, row } in &self.contrasts {
            let pull = self.weights[*one] * p[*other] - self.weights[*other] * p[*one];
            for &(i, x) in row {
                add(i, pull * x);
            }
        }
    }

    fn log_likelihood(&self, parameters: &[f64]) -> f64 {
        let odds = self.log_odds(parameters);
        let taken = odds.iter().enumerate().filter(|&(c, _)| self.weights[c] > 0.0);
        taken.fold(0.0, |sum, (c, eta)| {
            // ln p = -ln(1 + the sum of the others' odds against c), written so that p near 1 keeps its digits.
            let top = odds.iter().fold(*eta, |a, &b| a.max(b));
            let others = odds.iter().enumerate().filter(|&(d, _)| d != c);
            let rest = others.fold(0.0, |sum, (_, x)| sum + libm::exp(x - top));
            let log_p = if top > *eta {
                eta - top - libm::log(libm::exp(eta - top) + rest)
            } else {
                -libm::log1p(rest)
            };
            sum + self.weights[c] * log_p
        })
    }
}

/// A maximum that exists, with what is known around it.
#[derive(Debug)]
pub(crate) struct Maximum {
    pub(crate) parameters: Vec<f64>,
    /// The inverse of the Fisher information at the maximum.
    pub(crate) covariance: Matrix,
}

/// The log-likelihood of the choices.
pub(crate) fn log_likelihood(choices: &[Choice], parameters: &[f64]) -> f64 {
    choices.iter().fold(0.0, |sum, choice| sum + choice.log_likelihood(parameters))
}

/// The maximum of the log-likelihood of parameters `0..size`; `None` if there is none, or no single one.
///
/// Newton's method with step control. The log-likelihood is generalised self-concordant (Bach 2010, "Self-concordant
/// analysis for logistic regression"): along any direction `v` its curvature falls at most like `exp(-r t)`, where `r`
/// is the greatest difference of predictors that `v` makes within a choice. It follows that a maximum exists if
/// `decrement^2 * leverage < 1`, with Newton's decrement `g' H^-1 g` and the greatest variance `x' H^-1 x` of a
/// difference `x` within a choice. Where a maximum exists the product tends to 0; where the likelihood grows for ever
/// it stays near 1 while the decrement vanishes. So the test decides, without a threshold on ratings.
pub(crate) fn maximise(size: usize, choices: &[Choice]) -> Option<Maximum> {
    const MOST_STEPS: usize = 300;
    /// Gains below this, without a proof, are those of a likelihood that flattens out.
    const FLAT: f64 = 1e-10;
    /// Where Newton's method is safe without step control.
    const PROVED: f64 = 0.05;
    let mut parameters = vec![0.0; size];
    let mut proved = false;
    let mut last_decrement = f64::INFINITY;
    for _ in 0..MOST_STEPS {
        let gradient = gradient(size, choices, &parameters);
        let factor = information(size, choices, &parameters).cholesky()?;
        let step = factor.solve(&gradient);
        let decrement = product(&gradient, &step);
        if !decrement.is_finite() {
            return None;
        }
        if !proved && decrement < PROVED {
            proved = decrement * leverage(choices, &factor.inverse()) < PROVED;
            if !proved && decrement < FLAT {
                return None;
            }
        }
        if proved {
            // Convergence is quadratic, so a decrement that no longer halves has met rounding.
            if decrement <= f64::MIN_POSITIVE || decrement > 0.5 * last_decrement {
                return Some(Maximum { parameters, covariance: factor.inverse() });
            }
            last_decrement = decrement;
        }
        let length = if proved { 1.0 } else { step_length(size, choices, &parameters, &step, decrement) };
        for (parameter, change) in parameters.iter_mut().zip(&step) {
            *parameter += length * change;
        }
    }
    None
}

/// The gradient of the log-likelihood.
fn gradient(size: usize, choices: &[Choice], parameters: &[f64]) -> Vec<f64> {
    let mut gradient = vec![0.0; size];
    for choice in choices {
        choice.pull(parameters, |i, x| gradient[i] += x);
    }
    gradient
}

/// The sum over blocks of `count * g g'`, where `g` is the gradient of the log-likelihood of the block's choices.
pub(crate) fn spread(
    size: usize,
    blocks: impl IntoIterator<Item = (Vec<Choice>, u64)>,
    parameters: &[f64],
) -> Matrix {
    let mut spread = Matrix::zeros(size);
    for (choices, count) in blocks {
        // Only the few parameters that the block is about.
        let mut gradient = BTreeMap::new();
        for choice in &choices {
            choice.pull(parameters, |i, x| *gradient.entry(i).or_insert(0.0) += x);
        }
        for (&i, x) in &gradient {
            for (&j, y) in &gradient {
                *spread.at_mut(i, j) += count as f64 * x * y;
            }
        }
    }
    spread
}

/// The Fisher information, which is the negative Hessian of the log-likelihood.
fn information(size: usize, choices: &[Choice], parameters: &[f64]) -> Matrix {
    let mut information = Matrix::zeros(size);
    for choice in choices {
        let p = choice.probabilities(parameters);
        for Contrast { one, other, row } in &choice.contrasts {
            let weight = choice.total * p[*one] * p[*other];
            for &(i, x) in row {
                for &(j, y) in row {
                    *information.at_mut(i, j) += weight * x * y;
                }
            }
        }
    }
    information
}

/// How far to go along a Newton step: not so far that some choice changes its odds by more than `e^4`, and not past
/// the summit by more than a tenth of the initial slope.
fn step_length(size: usize, choices: &[Choice], from: &[f64], step: &[f64], decrement: f64) -> f64 {
    let change = contrasts(choices).fold(0.0, |most: f64, row| most.max(dot(row, step).abs()));
    let mut length = if change > 4.0 { 4.0 / change } else { 1.0 };
    for _ in 0..60 {
        let there: Vec<f64> = from.iter().zip(step).map(|(x, s)| x + length * s).collect();
        if product(&gradient(size, choices, &there), step) >= -0.1 * decrement {
            break;
        }
        length *= 0.5;
    }
    length
}

/// The greatest variance of a difference of predictors within a choice.
fn leverage(choices: &[Choice], covariance: &Matrix) -> f64 {
    contrasts(choices).fold(0.0, |most: f64, row| {
        let variance = row
            .iter()
            .fold(0.0, |sum, &(i, x)| row.iter().fold(sum, |sum, &(j, y)| sum + x * y * covariance.at(i, j)));
        most.max(variance)
    })
}

fn contrasts(choices: &[Choice]) -> impl Iterator<Item = &Row> {
    choices.iter().filter(|choice| choice.total > 0.0).flat_map(|choice| &choice.contrasts).map(|c| &c.row)
}

fn difference(one: &Row, other: &Row) -> Row {
    let mut row: Row = Vec::new();
    let negated = other.iter().map(|&(i, x)| (i, -x));
    for (i, x) in one.iter().copied().chain(negated) {
        match row.iter_mut().find(|cell| cell.0 == i) {
            Some(cell) => cell.1 += x,
            None => row.push((i, x)),
        }
    }
    row.retain(|cell| cell.1 != 0.0);
    row.sort_unstable_by_key(|cell| cell.0);
    row
}

fn dot(row: &Row, vector: &[f64]) -> f64 {
    row.iter().fold(0.0, |sum, &(i, x)| sum + x * vector[i])
}

fn product(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).fold(0.0, |sum, (x, y)| sum + x * y)
}

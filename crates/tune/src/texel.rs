//! The fit of an evaluation's weights to results of games that have been played, named after the engine that made it known
//! (Österlund, "Texel's tuning method"): the logistic function of the evaluation, or with more than two teams the softmax,
//! is to be as near as possible to how the games ended.
//!
//! The scale K from evaluation to chances comes first, for the weights as they are; then the weights. K is held where all
//! weights are free, since only their product is known, and follows them where some are not. An L2 penalty holds each weight near its start where the games do not tell. Some games are held out, and say by their loss
//! whether what was learnt holds for games that were not seen.
use crate::linear::{Matrix, solve};
use thiserror::Error;

/// A position with the end of its game.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// By team, then by feature: how much there is of it for the team, positive where more is better.
    pub features: Vec<Vec<f64>>,
    /// By team, what it got for the game: 1 for the first place, shared among those who hold it.
    pub payoff: Vec<f64>,
}

/// A weight that is fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Free {
    /// The feature that it weighs.
    pub feature: usize,
    /// The least it may be.
    pub min: f64,
    /// The most it may be.
    pub max: f64,
}

/// What came of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The scale: chances are the softmax of K times the evaluation.
    pub k: f64,
    /// All weights, the fitted ones in place.
    pub weights: Vec<f64>,
    /// Steps of Newton's method.
    pub steps: Vec<Step>,
}

/// A step of the fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The weights after it.
    pub weights: Vec<f64>,
    /// The mean loss over the samples fitted to, in nats, without the penalty.
    pub loss: f64,
    /// The mean loss over the samples held out; 0 where there are none.
    pub held_out: f64,
}

/// Why there is no fit.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum FitError {
    /// There is nothing to fit to.
    #[error("there is no position to fit to")]
    Nothing,
    /// A feature or a payoff is not a finite number.
    #[error("sample {sample} has a figure that is no number")]
    NotANumber {
        /// Its index.
        sample: usize,
    },
    /// Those whom the evaluation has ahead do not win more often.
    #[error("those whom the evaluation has ahead, with the weights at the start, do not win more often")]
    Uninformative,
    /// Whoever is ahead always wins.
    #[error("whoever the evaluation has ahead, with the weights at the start, always wins: no scale fits")]
    Certain,
}

const MOST_STEPS: usize = 100;
/// Evaluations do not spread further than this, in chances: all would be certain.
const MOST_SPREAD: f64 = 20.0;
/// K is sought up to here.
const MOST_K: f64 = 1e9;

/// Fits the free weights, from those given, to the samples; `held_out` only watch. `l2` is the weight of the penalty: half the square
/// of what each weight's change does to the evaluation, in chances (K) and deviations of its feature.
pub fn fit(
    samples: &[Sample],
    held_out: &[Sample],
    weights: &[f64],
    free: &[Free],
    l2: f64,
) -> Result<Fit, FitError> {
    if samples.is_empty() {
        return Err(FitError::Nothing);
    }
    let all = samples.iter().chain(held_out);
    let finite =
        |sample: &Sample| sample.features.iter().flatten().chain(&sample.payoff).all(|x| x.is_finite());
    if let Some((sample, _)) = all.enumerate().find(|(_, sample)| !finite(sample)) {
        return Err(FitError::NotANumber { sample });
    }
    let k = scale(samples, weights);
    if k <= 0.0 {
        return Err(FitError::Uninformative);
    }
    if k * spread(samples, weights) > MOST_SPREAD {
        return Err(FitError::Certain);
    }
    let deviations = deviations(samples, free);
    let problem = Problem { samples, start: weights, free, deviations, l2, anchor: anchor(weights, free) };
    let mut now = State { k, weights: weights.to_vec() };
    let mut steps = vec![problem.step(&now, held_out)];
    for _ in 0..MOST_STEPS {
        let Some(next) = problem.improve(&now) else { break };
        now = next;
        steps.push(problem.step(&now, held_out));
    }
    Ok(Fit { k: now.k, weights: now.weights, steps })
}

/// The weights that are not free, and so tell a change of K from one of the free weights; `None` if they weigh nothing.
fn anchor(weights: &[f64], free: &[Free]) -> Option<Vec<f64>> {
    let mut anchor = weights.to_vec();
    for free in free {
        anchor[free.feature] = 0.0;
    }
    anchor.iter().any(|&weight| weight != 0.0).then_some(anchor)
}

/// The mean loss of weights at a scale: cross entropy, in nats.
pub fn loss(samples: &[Sample], k: f64, weights: &[f64]) -> f64 {
    let of = |sample: &Sample| {
        let chances = chances(sample, k, weights);
        let lost = |(payoff, chance): (&f64, &f64)| {
            if *payoff > 0.0 { -payoff * libm::log(chance.max(f64::MIN_POSITIVE)) } else { 0.0 }
        };
        sample.payoff.iter().zip(&chances).map(lost).sum::<f64>()
    };
    if samples.is_empty() { 0.0 } else { samples.iter().map(of).sum::<f64>() / samples.len() as f64 }
}

/// The chances of the teams: the softmax of K times their evaluations.
fn chances(sample: &Sample, k: f64, weights: &[f64]) -> Vec<f64> {
    let worth = |of_team: &Vec<f64>| k * evaluate(of_team, weights);
    let worths: Vec<f64> = sample.features.iter().map(worth).collect();
    let most = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let parts: Vec<f64> = worths.iter().map(|worth| libm::exp(worth - most)).collect();
    let sum: f64 = parts.iter().sum();
    parts.iter().map(|part| part / sum).collect()
}

fn evaluate(features: &[f64], weights: &[f64]) -> f64 {
    features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
}

/// The K with the least loss, by bisection: the loss is convex in it. 0 or [`MOST_K`] where it lies beyond.
fn scale(samples: &[Sample], weights: &[f64]) -> f64 {
    let slope = |k: f64| {
        let of = |sample: &Sample| {
            let chances = chances(sample, k, weights);
            let pull = |((chance, payoff), of_team): ((&f64, &f64), &Vec<f64>)| {
                (chance - payoff) * evaluate(of_team, weights)
            };
            chances.iter().zip(&sample.payoff).zip(&sample.features).map(pull).sum::<f64>()
        };
        samples.iter().map(of).sum::<f64>()
    };
    if slope(0.0) >= 0.0 {
        return 0.0;
    }
    let mut high = 1e-3;
    while slope(high) < 0.0 {
        high *= 4.0;
        if high >= MOST_K {
            return MOST_K;
        }
    }
    let mut low = 0.0;
    for _ in 0..50 {
        let middle = f64::midpoint(low, high);
        if slope(middle) < 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// How far evaluations spread between the teams of a position: their deviation from their mean.
fn spread(samples: &[Sample], weights: &[f64]) -> f64 {
    let of = |sample: &Sample| {
        let worths: Vec<f64> = sample.features.iter().map(|of_team| evaluate(of_team, weights)).collect();
        let mean = worths.iter().sum::<f64>() / worths.len() as f64;
        worths.iter().map(|worth| (worth - mean) * (worth - mean)).sum::<f64>() / worths.len() as f64
    };
    (samples.iter().map(of).sum::<f64>() / samples.len() as f64).sqrt()
}

/// Of each free feature, how far it spreads between the teams of a position: its deviation from their mean.
fn deviations(samples: &[Sample], free: &[Free]) -> Vec<f64> {
    let of = |free: &Free| {
        let square = |sample: &Sample| {
            let teams = sample.features.len() as f64;
            let mean = sample.features.iter().map(|of_team| of_team[free.feature]).sum::<f64>() / teams;
            sample.features.iter().map(|f| (f[free.feature] - mean) * (f[free.feature] - mean)).sum::<f64>()
        };
        (samples.iter().map(square).sum::<f64>() / samples.len() as f64).sqrt()
    };
    free.iter().map(of).collect()
}

struct Problem<'a> {
    samples: &'a [Sample],
    start: &'a [f64],
    free: &'a [Free],
    deviations: Vec<f64>,
    l2: f64,
    anchor: Option<Vec<f64>>,
}

struct State {
    k: f64,
    weights: Vec<f64>,
}

impl Problem<'_> {
    fn step(&self, State { k, weights }: &State, held_out: &[Sample]) -> Step {
        Step {
            weights: weights.clone(),
            loss: loss(self.samples, *k, weights),
            held_out: loss(held_out, *k, weights),
        }
    }

    /// What is minimised: loss and penalty.
    fn objective(&self, State { k, weights }: &State) -> f64 {
        let penalty = |(free, deviation): (&Free, &f64)| {
            let change = k * deviation * (weights[free.feature] - self.start[free.feature]);
            0.5 * self.l2 * change * change
        };
        loss(self.samples, *k, weights) + self.free.iter().zip(&self.deviations).map(penalty).sum::<f64>()
    }

    /// A step of Newton's method that stays within the bounds; `None` where none makes it better.
    ///
    /// The unknowns are the products of K and each free weight, and last K itself where there is an anchor: in these the
    /// objective is convex.
    fn improve(&self, now: &State) -> Option<State> {
        const LEAST_GAIN: f64 = 1e-12;
        let (gradient, curvature) = self.derivatives(now);
        // Those at a bound that would go beyond it stay; so do those that nothing depends on.
        let moves: Vec<usize> = (0..gradient.len())
            .filter(|&i| {
                let Some(&Free { feature, min, max }) = self.free.get(i) else { return true };
                let stuck = now.weights[feature] <= min && gradient[i] >= 0.0
                    || now.weights[feature] >= max && gradient[i] <= 0.0;
                !stuck && self.deviations[i] > 0.0
            })
            .collect();
        let right: Vec<f64> = moves.iter().map(|&i| -gradient[i]).collect();
        // Where features say the same, a little of each diagonal settles which of them moves.
        let settled = |ridge: f64| -> Matrix {
            let entry = |i: usize, j: usize| curvature[i][j] * if i == j { 1.0 + ridge } else { 1.0 };
            moves.iter().map(|&i| moves.iter().map(|&j| entry(i, j)).collect()).collect()
        };
        let way = [0.0, 1e-9, 1e-6, 1e-3].iter().find_map(|&ridge| solve(&settled(ridge), &right))?;
        let mut full = vec![0.0; gradient.len()];
        moves.iter().zip(&way).for_each(|(&i, step)| full[i] = *step);
        let before = self.objective(now);
        let mut length = 1.0;
        while length > 1e-6 {
            if let Some(next) = self.moved(now, &full, length)
                && self.objective(&next) < before - LEAST_GAIN
            {
                return Some(next);
            }
            length /= 2.0;
        }
        None
    }

    /// Goes a part of a way, as far as the bounds allow; `None` where K would not stay positive.
    fn moved(&self, now: &State, way: &[f64], length: f64) -> Option<State> {
        let k = now.k + length * way.get(self.free.len()).unwrap_or(&0.0);
        if k <= 0.0 {
            return None;
        }
        let mut weights = now.weights.clone();
        for (&Free { feature, min, max }, step) in self.free.iter().zip(way) {
            weights[feature] = ((now.k * weights[feature] + length * step) / k).clamp(min, max);
        }
        Some(State { k, weights })
    }

    fn derivatives(&self, State { k, weights }: &State) -> (Vec<f64>, Matrix) {
        let n = self.free.len() + usize::from(self.anchor.is_some());
        let (mut gradient, mut curvature) = (vec![0.0; n], vec![vec![0.0; n]; n]);
        let each = 1.0 / self.samples.len() as f64;
        let mut unknowns = Vec::new();
        for sample in self.samples {
            let chances = chances(sample, *k, weights);
            unknowns.clear();
            for of_team in &sample.features {
                unknowns.extend(self.free.iter().map(|free| of_team[free.feature]));
                unknowns.extend(self.anchor.as_ref().map(|anchor| evaluate(of_team, anchor)));
            }
            let mean = |i: usize| (0..chances.len()).map(|team| chances[team] * unknowns[team * n + i]).sum();
            let mean: Vec<f64> = (0..n).map(mean).collect();
            for (team, (chance, payoff)) in chances.iter().zip(&sample.payoff).enumerate() {
                let of_team = &unknowns[team * n..][..n];
                for i in 0..n {
                    gradient[i] += each * (chance - payoff) * of_team[i];
                    let off = each * chance * (of_team[i] - mean[i]);
                    for (sum, (x, mean)) in curvature[i].iter_mut().zip(of_team.iter().zip(&mean)) {
                        *sum += off * (x - mean);
                    }
                }
            }
        }
        for (i, (free, deviation)) in self.free.iter().zip(&self.deviations).enumerate() {
            let (stiffness, start) = (self.l2 * deviation * deviation, self.start[free.feature]);
            let pull = stiffness * k * (weights[free.feature] - start);
            gradient[i] += pull;
            curvature[i][i] += stiffness;
            if self.anchor.is_some() {
                gradient[n - 1] -= pull * start;
                curvature[n - 1][i] -= stiffness * start;
                curvature[i][n - 1] -= stiffness * start;
                curvature[n - 1][n - 1] += stiffness * start * start;
            }
        }
        (gradient, curvature)
    }
}

//! CMA-ES, the covariance matrix adaptation evolution strategy (Hansen, "The CMA Evolution Strategy: A Tutorial", 2016):
//! a cloud of candidates plays against its centre, and moves, stretches and turns towards those that do best.
//!
//! Results of games are noise for the most part. So every candidate is measured twice, on different openings; how far the
//! second measurement shuffles the ranks of the first tells how many games a measurement needs (UH-CMA-ES: Hansen,
//! Niederberger, Guzzella and Koumoutsakos 2009), and both together make the final ranks.
use crate::linear::{Matrix, eigen, identity};
use crate::{Duel, Optimiser, Space, score};
use hoppity_rules::Random;
use hoppity_rules::random::{RngExt, stream};

/// Keeps its draws apart from all others.
const DOMAIN: u64 = 0x636d_6165;
/// How much longer or shorter measurements become.
const PATIENCE: f64 = 1.5;
/// Changes of ranks within this part of what chance would give are no noise.
const QUANTILE: f64 = 0.2;

/// What a search is given.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The pairs of games there are; a generation for which not enough are left is not begun.
    pub pairs: u64,
    /// The least and the most pairs of games of one measurement, of which a candidate has two.
    pub measurement: (u64, u64),
    /// Candidates in a generation; `None`: 4 and three times the logarithm of the number of parameters.
    pub candidates: Option<usize>,
    /// How wide the first cloud is, as a part of each parameter's range.
    pub sigma: f64,
    /// The seed.
    pub seed: u64,
}

/// A search under way. Parameters are numbers, each scaled by its range; candidates beyond a bound are put on it.
#[derive(Clone, Debug)]
pub struct CmaEs {
    space: Space,
    settings: Settings,
    constants: Constants,
    generation: u64,
    asked: u64,
    measurement: u64,
    mean: Vec<f64>,
    sigma: f64,
    covariance: Matrix,
    path_sigma: Vec<f64>,
    path_c: Vec<f64>,
    /// The first results of this generation.
    first: Option<Vec<Vec<u8>>>,
}

/// The strategy's constants, as in the tutorial.
#[derive(Clone, Debug)]
struct Constants {
    candidates: usize,
    weights: Vec<f64>,
    effective: f64,
    c_sigma: f64,
    damping: f64,
    c_c: f64,
    c_1: f64,
    c_mu: f64,
    /// The length of a standard normal vector.
    normal_length: f64,
}

impl Constants {
    fn new(dimensions: usize, candidates: Option<usize>) -> Constants {
        let n = dimensions as f64;
        let candidates = candidates.unwrap_or(4 + (3.0 * libm::log(n)) as usize).max(4);
        let parents = candidates / 2;
        let raw: Vec<f64> =
            (1..=parents).map(|i| libm::log((candidates + 1) as f64 / 2.0) - libm::log(i as f64)).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let effective = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let c_sigma = (effective + 2.0) / (n + effective + 5.0);
        let c_1 = 2.0 / ((n + 1.3) * (n + 1.3) + effective);
        let most = 2.0 * (effective - 2.0 + 1.0 / effective) / ((n + 2.0) * (n + 2.0) + effective);
        Constants {
            candidates,
            weights,
            effective,
            c_sigma,
            damping: 1.0 + 2.0 * (((effective - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma,
            c_c: (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n),
            c_1,
            c_mu: most.min(1.0 - c_1),
            normal_length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

impl CmaEs {
    /// A search from the start of all parameters, which are numbers.
    pub fn new(space: Space, settings: Settings) -> CmaEs {
        let n = space.parameters.len();
        let start = space.numbers(&space.start());
        let mean = space.parameters.iter().zip(start).map(|(parameter, x)| {
            let (min, max) = parameter.range();
            (x - min) / (max - min)
        });
        CmaEs {
            mean: mean.collect(),
            constants: Constants::new(n, settings.candidates),
            generation: 0,
            asked: 0,
            measurement: settings.measurement.0,
            sigma: settings.sigma,
            covariance: identity(n),
            path_sigma: vec![0.0; n],
            path_c: vec![0.0; n],
            first: None,
            space,
            settings,
        }
    }

    /// Numbers of the parameters from scaled ones.
    fn numbers(&self, scaled: &[f64]) -> Vec<f64> {
        let number = |(parameter, x): (&crate::Parameter, &f64)| {
            let (min, max) = parameter.range();
            min + x * (max - min)
        };
        self.space.parameters.iter().zip(scaled).map(number).collect()
    }

    /// The candidates of this generation, scaled.
    fn cloud(&self, (lengths, axes): &(Vec<f64>, Matrix)) -> Vec<Vec<f64>> {
        let mut rng = stream(self.settings.seed, &[DOMAIN, self.generation]);
        let candidate = |_| {
            let drawn: Vec<f64> = lengths.iter().map(|length| length * normal(&mut rng)).collect();
            let step = |axis: &Vec<f64>| axis.iter().zip(&drawn).map(|(a, d)| a * d).sum::<f64>();
            let moved = self.mean.iter().zip(axes).map(|(mean, axis)| mean + self.sigma * step(axis));
            moved.map(|x| x.clamp(0.0, 1.0)).collect()
        };
        (0..self.constants.candidates).map(candidate).collect()
    }

    /// The square roots of the covariance's eigenvalues, and its eigenvectors as columns.
    fn axes(&self) -> (Vec<f64>, Matrix) {
        const LEAST: f64 = 1e-20;
        let (values, vectors) = eigen(&self.covariance);
        (values.iter().map(|value| value.max(LEAST).sqrt()).collect(), vectors)
    }

    /// Moves on by the order in which the candidates did, the best first.
    fn learn(&mut self, axes: &(Vec<f64>, Matrix), cloud: &[Vec<f64>], order: &[usize]) {
        let n = self.mean.len();
        let Constants { ref weights, effective, c_sigma, damping, c_c, c_1, c_mu, normal_length, .. } =
            self.constants;
        let steps: Vec<Vec<f64>> = order
            .iter()
            .take(weights.len())
            .map(|&best| (0..n).map(|i| (cloud[best][i] - self.mean[i]) / self.sigma).collect())
            .collect();
        let step: Vec<f64> =
            (0..n).map(|i| weights.iter().zip(&steps).map(|(weight, step)| weight * step[i]).sum()).collect();
        for (mean, step) in self.mean.iter_mut().zip(&step) {
            *mean = (*mean + self.sigma * step).clamp(0.0, 1.0);
        }
        let (lengths, vectors) = axes;
        // The step where the cloud is round: C^(-1/2) step.
        let along: Vec<f64> =
            (0..n).map(|k| (0..n).map(|i| vectors[i][k] * step[i]).sum::<f64>() / lengths[k]).collect();
        let gain = (c_sigma * (2.0 - c_sigma) * effective).sqrt();
        for (i, path) in self.path_sigma.iter_mut().enumerate() {
            let round: f64 = vectors[i].iter().zip(&along).map(|(v, a)| v * a).sum();
            *path = (1.0 - c_sigma) * *path + gain * round;
        }
        self.generation += 1;
        let length = self.path_sigma.iter().map(|x| x * x).sum::<f64>().sqrt();
        let settled = 1.0 - libm::pow(1.0 - c_sigma, 2.0 * self.generation as f64);
        let stalls = length / settled.sqrt() >= (1.4 + 2.0 / (n as f64 + 1.0)) * normal_length;
        let gain = if stalls { 0.0 } else { (c_c * (2.0 - c_c) * effective).sqrt() };
        for (path, step) in self.path_c.iter_mut().zip(&step) {
            *path = (1.0 - c_c) * *path + gain * step;
        }
        let kept = 1.0 - c_1 - c_mu + if stalls { c_1 * c_c * (2.0 - c_c) } else { 0.0 };
        for i in 0..n {
            for j in 0..n {
                let spread: f64 =
                    weights.iter().zip(&steps).map(|(weight, step)| weight * step[i] * step[j]).sum();
                self.covariance[i][j] =
                    kept * self.covariance[i][j] + c_1 * self.path_c[i] * self.path_c[j] + c_mu * spread;
            }
        }
        self.sigma *= libm::exp(c_sigma / damping * (length / normal_length - 1.0));
        self.sigma = self.sigma.clamp(1e-6, 1.0);
    }

    /// Longer measurements where the second shuffled the ranks of the first more than it should, else shorter ones.
    fn adapt(&mut self, first: &[f64], second: &[f64]) {
        let (least, most) = self.settings.measurement;
        let pairs = self.measurement as f64;
        let pairs = if uncertainty(first, second) > 0.0 { pairs * PATIENCE } else { pairs / PATIENCE };
        self.measurement = (pairs.round() as u64).clamp(least, most);
    }
}

impl Optimiser for CmaEs {
    fn ask(&self) -> Vec<Duel> {
        let generation = 2 * self.measurement * self.constants.candidates as u64;
        if self.first.is_none() && self.asked + generation > self.settings.pairs {
            return Vec::new();
        }
        let second = self.space.nearest(&self.numbers(&self.mean));
        let duel = |candidate: Vec<f64>| Duel {
            first: self.space.nearest(&self.numbers(&candidate)),
            second: second.clone(),
            pairs: self.measurement,
        };
        self.cloud(&self.axes()).into_iter().map(duel).collect()
    }

    fn tell(&mut self, results: &[Vec<u8>]) {
        // Whether or not all had to be played, so that the length of a search does not hang on it.
        self.asked += self.measurement * self.constants.candidates as u64;
        let Some(first) = self.first.take() else {
            self.first = Some(results.to_vec());
            return;
        };
        let scores = |results: &[Vec<u8>]| results.iter().map(|result| score(result)).collect::<Vec<f64>>();
        let (one, two) = (scores(&first), scores(results));
        let mut order: Vec<usize> = (0..results.len()).collect();
        order.sort_by(|&a, &b| (one[b] + two[b]).total_cmp(&(one[a] + two[a])));
        let axes = self.axes();
        let cloud = self.cloud(&axes);
        self.adapt(&one, &two);
        self.learn(&axes, &cloud, &order);
    }

    fn best(&self) -> Vec<f64> {
        self.numbers(&self.mean)
    }

    fn figures(&self) -> Vec<(&'static str, f64)> {
        vec![("sigma", self.sigma), ("pairs", self.measurement as f64)]
    }
}

/// How much more than a little the ranks changed from one measurement of the candidates to the other: the measure of
/// UH-CMA-ES, above 0 where there is too much noise.
fn uncertainty(first: &[f64], second: &[f64]) -> f64 {
    let all: Vec<f64> = first.iter().chain(second).copied().collect();
    let n = first.len();
    // The rank among all others, from 1; equal ones share the middle.
    let rank = |i: usize| {
        let below = all.iter().filter(|&&x| x < all[i]).count();
        let equal = all.iter().filter(|&&x| x == all[i]).count();
        below as f64 + (equal + 1) as f64 / 2.0
    };
    let allowed = |rank: f64| {
        let mut changes: Vec<f64> = (1..2 * n).map(|other| (other as f64 - rank).abs()).collect();
        changes.sort_by(f64::total_cmp);
        changes[((changes.len() - 1) as f64 * QUANTILE) as usize]
    };
    let of = |i: usize| {
        let (before, after) = (rank(i), rank(n + i));
        let other = f64::from(u8::from(before > after));
        let change = ((after - before).abs() - 1.0).max(0.0);
        2.0 * change - allowed(after - 1.0 + other) - allowed(before - other)
    };
    (0..n).map(of).sum::<f64>() / n as f64
}

/// A standard normal number (Box and Muller 1958), with `libm` so that it is the same everywhere.
fn normal(rng: &mut Random) -> f64 {
    let radius: f64 = 1.0 - rng.random_range(0.0..1.0);
    let angle: f64 = rng.random_range(0.0..1.0);
    (-2.0 * libm::log(radius)).sqrt() * libm::cos(2.0 * std::f64::consts::PI * angle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_numbers_are_normal() {
        let mut rng = stream(1, &[]);
        let drawn: Vec<f64> = (0..20_000).map(|_| normal(&mut rng)).collect();
        let mean = drawn.iter().sum::<f64>() / 20_000.0;
        let variance = drawn.iter().map(|x| x * x).sum::<f64>() / 20_000.0;
        assert!(mean.abs() < 0.02 && (variance - 1.0).abs() < 0.03, "{mean} {variance}");
    }

    #[test]
    fn the_same_ranks_twice_are_no_noise_and_opposite_ones_are() {
        let ranks: Vec<f64> = (0..8).map(f64::from).collect();
        let nearly: Vec<f64> = ranks.iter().map(|x| x + 0.1).collect();
        let opposite: Vec<f64> = ranks.iter().rev().map(|x| x + 0.1).collect();
        assert!(uncertainty(&ranks, &nearly) < 0.0);
        assert!(uncertainty(&ranks, &opposite) > 0.0);
    }

    /// For 10 parameters the tutorial's defaults.
    #[test]
    fn constants_are_the_published_ones() {
        let constants = Constants::new(10, None);
        assert_eq!((constants.candidates, constants.weights.len()), (10, 5));
        assert!((constants.effective - 3.167_299).abs() < 1e-3, "{}", constants.effective);
        assert!((constants.c_sigma - 0.284_428).abs() < 1e-3, "{}", constants.c_sigma);
        assert!((constants.normal_length - 3.084_726).abs() < 1e-3, "{}", constants.normal_length);
    }
}

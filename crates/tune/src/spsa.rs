//! SPSA, simultaneous perturbation stochastic approximation (Spall 1998), as large engine projects run it (fishtest,
//! `OpenBench`): every iteration moves all parameters up or down at random, lets the two sides play, and follows the winner.
use crate::{Duel, Optimiser, Point, Space};
use hoppity_rules::random::{RngExt, stream};

/// How fast steps become smaller.
const ALPHA: f64 = 0.602;
/// How fast perturbations become smaller.
const GAMMA: f64 = 0.101;
/// The part of all iterations that the steps' decay is delayed by.
const STABILITY: f64 = 0.1;
/// Keeps its draws apart from all others.
const DOMAIN: u64 = 0x7370_7361;

/// What a search is given.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How many iterations there are.
    pub iterations: u64,
    /// Pairs of games in each.
    pub pairs: u64,
    /// By parameter, how far it is moved up or down in the last iteration: a change that can be felt. With a tenth of
    /// what is worth trying the noise of single games averages out in some ten thousand of them.
    pub c_end: Vec<f64>,
    /// In the last iteration, by what part of its perturbation a parameter moves for a game won more than lost.
    pub r_end: f64,
    /// The seed.
    pub seed: u64,
}

/// A search under way.
///
/// In iteration k of N, from 1, the perturbation is `c_end (N/k)^gamma` and the step for a result (games won less games
/// lost) `r_end c_end^2 ((A+N)/(A+k))^alpha` over the perturbation, where A is a tenth of N. Perturbed values are rounded
/// to the grid; where both sides would be the same after that, one goes on to the next value.
#[derive(Clone, Debug)]
pub struct Spsa {
    space: Space,
    settings: Settings,
    theta: Vec<f64>,
    done: u64,
}

/// One iteration's perturbations, up or down.
struct Step {
    flips: Vec<f64>,
    c: Vec<f64>,
    /// What a parameter moves by for a result of 1.
    gain: Vec<f64>,
}

impl Spsa {
    /// A search from the start of all parameters, which are numbers with at least two values each.
    pub fn new(space: Space, settings: Settings) -> Spsa {
        assert!(space.parameters.iter().all(|parameter| parameter.size() > 1), "nothing to choose from");
        assert_eq!(space.parameters.len(), settings.c_end.len(), "a perturbation for each parameter");
        let theta = space.numbers(&space.start());
        Spsa { space, settings, theta, done: 0 }
    }

    fn step(&self) -> Step {
        let Settings { iterations, ref c_end, r_end, seed, .. } = self.settings;
        let (n, k) = (iterations as f64, (self.done + 1) as f64);
        let delay = STABILITY * n;
        let mut rng = stream(seed, &[DOMAIN, self.done]);
        let flips = c_end.iter().map(|_| if rng.random_range(0..2) == 1 { 1.0 } else { -1.0 }).collect();
        let c: Vec<f64> = c_end.iter().map(|c_end| c_end * libm::pow(n / k, GAMMA)).collect();
        let decay = libm::pow((delay + n) / (delay + k), ALPHA);
        let gain = c_end.iter().zip(&c).map(|(c_end, c)| r_end * c_end * c_end * decay / c).collect();
        Step { flips, c, gain }
    }

    /// The point at which the parameters are moved so, `sign` 1 or -1.
    fn moved(&self, step: &Step, sign: f64) -> Point {
        let moved = |((x, c), flip): ((&f64, &f64), &f64)| x + sign * flip * c;
        let numbers: Vec<f64> = self.theta.iter().zip(&step.c).zip(&step.flips).map(moved).collect();
        self.space.nearest(&numbers)
    }
}

impl Optimiser for Spsa {
    fn ask(&self) -> Vec<Duel> {
        if self.done == self.settings.iterations {
            return Vec::new();
        }
        let step = self.step();
        let (mut first, mut second) = (self.moved(&step, 1.0), self.moved(&step, -1.0));
        for (i, parameter) in self.space.parameters.iter().enumerate() {
            if first[i] == second[i] {
                let (low, high) = parameter.bounds();
                let away = step.flips[i] as i64;
                if (low..=high).contains(&(first[i] + away)) {
                    first[i] += away;
                } else {
                    second[i] -= away;
                }
            }
        }
        vec![Duel { first, second, pairs: self.settings.pairs }]
    }

    fn tell(&mut self, results: &[Vec<u8>]) {
        // Games won less games lost: a pair has two games, of two half points each.
        let result: f64 = results.iter().flatten().map(|&half_points| f64::from(half_points) - 2.0).sum();
        let step = self.step();
        for (i, parameter) in self.space.parameters.iter().enumerate() {
            let (min, max) = parameter.range();
            self.theta[i] = (self.theta[i] + step.gain[i] * result * step.flips[i]).clamp(min, max);
        }
        self.done += 1;
    }

    fn best(&self) -> Vec<f64> {
        self.theta.clone()
    }

    fn figures(&self) -> Vec<(&'static str, f64)> {
        let n = self.settings.iterations as f64;
        let shrink = libm::pow(n / self.done.max(1) as f64, GAMMA);
        vec![("perturbation", shrink)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Domain, Parameter};

    fn space(of: &[(f64, f64, f64, f64)]) -> Space {
        let parameter = |&(start, min, max, step): &(f64, f64, f64, f64)| Parameter {
            name: "x".to_owned(),
            domain: Domain::Number { start, min, max, step },
        };
        Space { parameters: of.iter().map(parameter).collect() }
    }

    fn spsa(space: Space, iterations: u64, c_end: Vec<f64>) -> Spsa {
        Spsa::new(space, Settings { iterations, pairs: 1, c_end, r_end: 0.01, seed: 7 })
    }

    /// The first and last iterations by hand, for 100 of them: A = 10.
    #[test]
    fn the_schedule_is_the_published_one() {
        let mut search = spsa(space(&[(0.0, -100.0, 100.0, 0.001)]), 100, vec![2.0]);
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        let first = search.step();
        // c = c_end 100^0.101, a = r_end c_end^2 110^0.602 / 11^0.602.
        close(first.c[0], 2.0 * libm::pow(100.0, 0.101));
        close(first.gain[0] * first.c[0], 0.01 * 4.0 * libm::pow(10.0, 0.602));
        let before = search.theta[0];
        search.tell(&[vec![4]]);
        close(search.theta[0] - before, 2.0 * first.gain[0] * first.flips[0]);
        (1..99).for_each(|_| search.tell(&[vec![2]]));
        let last = search.step();
        close(last.c[0], 2.0);
        close(last.gain[0], 0.02);
        assert_eq!(search.ask().len(), 1);
        search.tell(&[vec![0]]);
        assert!(search.ask().is_empty());
    }

    #[test]
    fn both_sides_differ_in_every_parameter_however_coarse_the_grid() {
        let coarse = [(5.0, 1.0, 9.0, 1.0), (1.0, 1.0, 2.0, 1.0), (2.0, 1.0, 2.0, 1.0), (0.5, 0.0, 1.0, 0.5)];
        let mut search = spsa(space(&coarse), 300, vec![0.01; 4]);
        for i in 0..300_u64 {
            let duel = search.ask().remove(0);
            for (j, parameter) in search.space.parameters.iter().enumerate() {
                let (low, high) = parameter.bounds();
                assert_ne!(duel.first[j], duel.second[j], "iteration {i}, parameter {j}");
                assert!((low..=high).contains(&duel.first[j]) && (low..=high).contains(&duel.second[j]));
            }
            search.tell(&[vec![(i % 5) as u8]]);
        }
    }
}

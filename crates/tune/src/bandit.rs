//! Sequential halving (Karnin, Koren and Somekh 2013): the best of several configurations, by rounds that each let all
//! that are left play equally many games against the start, and drop the worse half.
use crate::{Duel, Optimiser, Point, Space};

/// A search under way.
#[derive(Clone, Debug)]
pub struct Halving {
    space: Space,
    start: Point,
    /// Pairs of games for all rounds together.
    pairs: u64,
    rounds: u64,
    round: u64,
    arms: Vec<Arm>,
}

/// A configuration that is still in the race, with all its results.
#[derive(Clone, Debug)]
struct Arm {
    point: Point,
    half_points: u64,
    pairs: u64,
}

impl Arm {
    /// Points per game. The start itself is exactly as strong as the start.
    fn score(&self) -> f64 {
        if self.pairs == 0 { 0.5 } else { self.half_points as f64 / (4 * self.pairs) as f64 }
    }
}

impl Halving {
    /// A search among these points with so many pairs of games, which must do for one in every round for each.
    pub fn new(space: Space, points: Vec<Point>, pairs: u64) -> Halving {
        let rounds = u64::from(points.len().next_power_of_two().trailing_zeros());
        let arm = |point| Arm { point, half_points: 0, pairs: 0 };
        let arms = points.into_iter().map(arm).collect();
        Halving { start: space.start(), space, pairs, rounds, round: 0, arms }
    }

    /// How many pairs of games a search among so many configurations takes at least.
    pub fn least_pairs(configurations: usize) -> u64 {
        configurations as u64 * u64::from(configurations.next_power_of_two().trailing_zeros())
    }

    fn best_arm(&self) -> usize {
        let better = |best: usize, arm: usize| {
            if self.arms[arm].score() > self.arms[best].score() { arm } else { best }
        };
        (0..self.arms.len()).reduce(better).unwrap_or(0)
    }
}

impl Optimiser for Halving {
    fn ask(&self) -> Vec<Duel> {
        if self.round == self.rounds {
            return Vec::new();
        }
        let pairs = (self.pairs / self.rounds / self.arms.len() as u64).max(1);
        let duel = |arm: &Arm| Duel { first: arm.point.clone(), second: self.start.clone(), pairs };
        self.arms.iter().map(duel).collect()
    }

    fn tell(&mut self, results: &[Vec<u8>]) {
        for (arm, result) in self.arms.iter_mut().zip(results) {
            arm.half_points += result.iter().map(|&half_points| u64::from(half_points)).sum::<u64>();
            arm.pairs += result.len() as u64;
        }
        self.round += 1;
        let mut order: Vec<usize> = (0..self.arms.len()).collect();
        // Stable, so that of equal ones the first stay.
        order.sort_by(|&a, &b| self.arms[b].score().total_cmp(&self.arms[a].score()));
        order.truncate(self.arms.len().div_ceil(2));
        order.sort_unstable();
        self.arms = order.into_iter().map(|arm| self.arms[arm].clone()).collect();
    }

    fn best(&self) -> Vec<f64> {
        self.space.numbers(&self.arms[self.best_arm()].point)
    }

    fn figures(&self) -> Vec<(&'static str, f64)> {
        vec![("left", self.arms.len() as f64), ("score", self.arms[self.best_arm()].score())]
    }
}

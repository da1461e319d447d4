//! Where games come from: Davidson's model, and what makes the two games of an opening depend on each other.

use hoppity_stats::bradley_terry::TwoSeatGame;
use hoppity_stats::{Pentanomial, Score};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

pub(crate) type Random = Xoshiro256PlusPlus;

/// A stream of its own for each thing that is drawn.
pub(crate) fn random(stream: u64) -> Random {
    Random::seed_from_u64(crate::SEED.wrapping_mul(1_000_003).wrapping_add(stream))
}

/// Win, draw and loss of whoever moves first.
type Shares = [f64; 3];

const SCORES: [Score; 3] = [Score::Win, Score::Draw, Score::Loss];

/// How games between players of known strength go.
#[derive(Clone, Copy)]
pub(crate) struct World {
    pub(crate) name: &'static str,
    /// Davidson's propensity to draw.
    pub(crate) nu: f64,
    /// Elo that the first move is worth.
    pub(crate) advantage: f64,
    /// Elo by which an opening favours the first or the second player: one half of the openings the one, the other half
    /// the other.
    pub(crate) bias: f64,
    /// The chance that the second game of a pair goes as the first did: to the same player.
    pub(crate) echo: f64,
}

impl World {
    fn shares(&self, lead: f64) -> Shares {
        let half = libm::pow(10.0, lead / 800.0);
        let sum = half + self.nu + 1.0 / half;
        [half / sum, self.nu / sum, 1.0 / half / sum]
    }

    /// Draws the two games of an opening between players that are `gap` Elo apart: the results of the first-named, who
    /// moves first in the first game.
    pub(crate) fn pair(&self, random: &mut Random, gap: f64) -> [Score; 2] {
        let bias = if random.random::<f64>() < 0.5 { self.bias } else { -self.bias };
        let first = pick(random, self.shares(gap + self.advantage + bias));
        if random.random::<f64>() < self.echo {
            return [first, first];
        }
        let second = pick(random, self.shares(-gap + self.advantage + bias));
        [first, second.reversed()]
    }

    /// What is to be expected of the two games of an opening, each for whoever moves first.
    pub(crate) fn expected(&self, gap: f64) -> [Shares; 2] {
        let mean = |lead: f64| -> Shares {
            let (one, other) = (self.shares(lead + self.bias), self.shares(lead - self.bias));
            std::array::from_fn(|i| 0.5 * (one[i] + other[i]))
        };
        let first = mean(gap + self.advantage);
        let second = mean(-gap + self.advantage);
        let echo = |i: usize| self.echo * first[2 - i] + (1.0 - self.echo) * second[i];
        [first, std::array::from_fn(echo)]
    }

    /// The chance of each class of pairs for the first-named: LL, LD, WL+DD, WD, WW.
    pub(crate) fn classes(&self, gap: f64) -> [f64; 5] {
        let mut classes = [0.0; 5];
        for bias in [self.bias, -self.bias] {
            let first = self.shares(gap + self.advantage + bias);
            let second = self.shares(-gap + self.advantage + bias);
            for (i, p) in first.iter().enumerate() {
                // Points in halves: 2 for a win.
                classes[2 * (2 - i)] += 0.5 * self.echo * p;
                for (j, q) in second.iter().enumerate() {
                    classes[(2 - i) + j] += 0.5 * (1.0 - self.echo) * p * q;
                }
            }
        }
        classes
    }
}

/// The two games of a pair as the rating models take them.
pub(crate) fn games(a: usize, b: usize, [one, other]: [Score; 2]) -> Vec<TwoSeatGame> {
    vec![
        TwoSeatGame { first: a, second: b, score: one },
        TwoSeatGame { first: b, second: a, score: other.reversed() },
    ]
}

fn pick(random: &mut Random, [win, draw, _]: Shares) -> Score {
    let x = random.random::<f64>();
    SCORES[usize::from(x >= win) + usize::from(x >= win + draw)]
}

/// Draws a class of pairs.
pub(crate) fn pick_class(random: &mut Random, classes: [f64; 5], counts: &mut Pentanomial) {
    const RESULTS: [[Score; 2]; 5] = [
        [Score::Loss, Score::Loss],
        [Score::Loss, Score::Draw],
        [Score::Loss, Score::Win],
        [Score::Draw, Score::Win],
        [Score::Win, Score::Win],
    ];
    let mut left = random.random::<f64>();
    let class = classes.iter().position(|share| {
        left -= share;
        left < 0.0
    });
    let [one, other] = RESULTS[class.unwrap_or(4)];
    counts.add(one, other);
}

//! Objectives of known optimum, to test optimisers on: games whose results are drawn from what the points are worth.
use crate::cmaes::{self, CmaEs};
use crate::spsa::{self, Spsa};
use crate::texel::Sample;
use crate::{Domain, Duel, Optimiser, Parameter, Space};
use hoppity_rules::random::{RngExt, stream};

/// A bowl: from 0 Elo at its optimum strength falls with the square of the distance, alike in all directions, so that the
/// start is `worth` below. Games are won or lost, each by itself.
#[derive(Clone, Debug)]
pub struct Bowl {
    /// The parameters, each from 0 to 1 and beginning in the middle.
    pub space: Space,
    optimum: Vec<f64>,
    worth: f64,
}

/// How far the optimum is from the start in every parameter.
const REACH: f64 = 0.25;

/// What came of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// Elo above the start.
    pub elo: f64,
    /// Games played.
    pub games: u64,
}

impl Bowl {
    /// A bowl of so many parameters; the seed decides on which side of the start the optimum lies in each.
    pub fn new(parameters: usize, worth: f64, seed: u64) -> Bowl {
        let mut rng = stream(seed, &[]);
        let side = |_| if rng.random_range(0..2) == 0 { 0.5 - REACH } else { 0.5 + REACH };
        let optimum = (0..parameters).map(side).collect();
        let parameter = |i| Parameter {
            name: format!("p{i}"),
            domain: Domain::Number { start: 0.5, min: 0.0, max: 1.0, step: 0.001 },
        };
        Bowl { space: Space { parameters: (0..parameters).map(parameter).collect() }, optimum, worth }
    }

    /// The strength of a point, in Elo below the optimum.
    pub fn elo(&self, numbers: &[f64]) -> f64 {
        let square = |(x, best): (&f64, &f64)| (x - best) * (x - best) / (REACH * REACH);
        -self.worth * numbers.iter().zip(&self.optimum).map(square).sum::<f64>() / numbers.len() as f64
    }

    /// Plays a duel; the results follow from the seed.
    pub fn play(&self, duel: &Duel, seed: u64) -> Vec<u8> {
        if duel.first == duel.second {
            return Vec::new();
        }
        let lead = self.elo(&self.space.numbers(&duel.first)) - self.elo(&self.space.numbers(&duel.second));
        let chance = hoppity_stats::elo::elo_to_score(lead);
        let mut rng = stream(seed, &[]);
        let mut game = || if rng.random_range(0.0..1.0) < chance { 2 } else { 0 };
        (0..duel.pairs).map(|_| game() + game()).collect()
    }

    /// SPSA with so many games, a pair in each iteration; perturbations end at a tenth of the range.
    pub fn spsa(&self, games: u64, seed: u64) -> Spsa {
        let c_end = vec![0.1; self.space.parameters.len()];
        let settings = spsa::Settings { iterations: games / 2, pairs: 1, c_end, r_end: 0.005, seed };
        Spsa::new(self.space.clone(), settings)
    }

    /// CMA-ES with so many games, from a cloud as wide as a fifth of the range.
    pub fn cmaes(&self, games: u64, seed: u64) -> CmaEs {
        let (pairs, measurement) = (games / 2, (10, 100));
        let settings = cmaes::Settings { pairs, measurement, candidates: None, sigma: 0.2, seed };
        CmaEs::new(self.space.clone(), settings)
    }

    /// Runs a search to its end.
    pub fn search(&self, optimiser: &mut dyn Optimiser, seed: u64) -> Found {
        let mut games = 0;
        for round in 0.. {
            let duels = optimiser.ask();
            if duels.is_empty() {
                break;
            }
            let play =
                |(i, duel): (u64, &Duel)| self.play(duel, hoppity_rules::random::derive(seed, &[round, i]));
            let results: Vec<Vec<u8>> = (0..).zip(&duels).map(play).collect();
            games += 2 * results.iter().map(|result| result.len() as u64).sum::<u64>();
            optimiser.tell(&results);
        }
        let start = self.space.numbers(&self.space.start());
        Found { elo: self.elo(&optimiser.best()) - self.elo(&start), games }
    }
}

/// Positions of games between equals whose results are drawn from these weights at this scale: features are drawn evenly
/// from -1 to 1 for each of so many teams, and one team wins.
pub fn samples(weights: &[f64], k: f64, teams: usize, count: usize, seed: u64) -> Vec<Sample> {
    let sample = |i: usize| {
        let mut rng = stream(seed, &[i as u64]);
        let features: Vec<Vec<f64>> =
            (0..teams).map(|_| weights.iter().map(|_| rng.random_range(-1.0..1.0)).collect()).collect();
        let worth = |of_team: &Vec<f64>| -> f64 {
            libm::exp(k * of_team.iter().zip(weights).map(|(feature, weight)| feature * weight).sum::<f64>())
        };
        let worths: Vec<f64> = features.iter().map(worth).collect();
        let mut drawn = rng.random_range(0.0..worths.iter().sum::<f64>());
        let winner = worths.iter().position(|worth| {
            drawn -= worth;
            drawn < 0.0
        });
        let winner = winner.unwrap_or(teams - 1);
        Sample { features, payoff: (0..teams).map(|team| f64::from(u8::from(team == winner))).collect() }
    };
    (0..count).map(sample).collect()
}

//! Intervals of ratings: does the truth lie in 95 of 100?

use crate::world::{Random, World, games, random};
use crate::{Row, TRIALS};
use hoppity_stats::bradley_terry::{self, DrawModel, Options, PairCounts, TwoSeatGame, TwoSeatRatings};
use hoppity_stats::{Score, Wdl};
use std::fmt::Write;
use std::ops::RangeInclusive;

const ELO: [f64; 6] = [200.0, 180.0, 105.0, -25.0, -160.0, -300.0];

const PLAIN: World = World { name: "independent games", nu: 0.6, advantage: 20.0, bias: 0.0, echo: 0.0 };
const DRAWISH: World = World { name: "many draws", nu: 3.0, ..PLAIN };
const BIASED: World = World { name: "openings that favour a seat by 200 Elo", bias: 200.0, ..PLAIN };
const ECHOING: World = World { name: "half the openings decide both games", echo: 0.5, ..PLAIN };

const POOLS: [Pool; 6] = [
    Pool { world: PLAIN, rounds: 10 },
    Pool { world: PLAIN, rounds: 7 },
    Pool { world: PLAIN, rounds: 3 },
    Pool { world: DRAWISH, rounds: 10 },
    Pool { world: BIASED, rounds: 10 },
    Pool { world: ECHOING, rounds: 10 },
];

const DAVIDSON: Options = Options { draws: DrawModel::Davidson, advantage: true };
const HALF: Options = Options { draws: DrawModel::HalfWin, advantage: true };

const EXACT: RangeInclusive<f64> = 0.93..=0.97;
const AT_LEAST: RangeInclusive<f64> = 0.95..=1.0;

pub(crate) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for (stream, pool) in (100..).zip(POOLS) {
        // Fisher's information promises nothing where games depend on each other. Half wins overstate the variance by
        // what draws lack of it, which makes up for openings that favour a seat, but not for those that decide.
        let World { bias, echo, .. } = pool.world;
        for (method, right) in [
            (Method { name: "Davidson by Fisher's information", options: DAVIDSON, by_pairs: false }, EXACT),
            (Method { name: "Davidson by pairs", options: DAVIDSON, by_pairs: true }, EXACT),
            (Method { name: "half wins by Fisher's information", options: HALF, by_pairs: false }, AT_LEAST),
            (Method { name: "half wins by pairs", options: HALF, by_pairs: true }, EXACT),
        ] {
            let promised = method.by_pairs || echo == 0.0 && (bias == 0.0 || method.options == HALF);
            let right = promised.then_some(right);
            rows.extend(pool.cover(stream, method, right.as_ref()));
        }
    }
    rows
}

/// One pool, as a file that `hoppity rate` reads.
pub(crate) fn example() -> String {
    const NAMES: [&str; 6] = ["alder", "birch", "cedar", "elm", "hazel", "oak"];
    let mut text = "game,pair,first,second,result\n".to_owned();
    let pool = Pool { world: BIASED, rounds: 10 };
    for (pair, block) in pool.draw(&mut random(1)).iter().enumerate() {
        for (i, game) in block.iter().enumerate() {
            let result = match game.score {
                Score::Win => "1-0",
                Score::Draw => "1/2-1/2",
                Score::Loss => "0-1",
            };
            let (first, second) = (NAMES[game.first], NAMES[game.second]);
            writeln!(text, "{},{pair},{first},{second},{result}", 2 * pair + i + 1)
                .expect("a string takes all");
        }
    }
    text
}

/// Players of the strengths [`ELO`], each against each.
#[derive(Clone, Copy)]
struct Pool {
    world: World,
    /// Pairs of games of each two players.
    rounds: usize,
}

/// How a pool is rated.
#[derive(Clone, Copy)]
struct Method {
    name: &'static str,
    options: Options,
    /// Errors by the pairs of games rather than by Fisher's information.
    by_pairs: bool,
}

impl Pool {
    /// How often intervals of ratings, differences, advantage and draw rate hold the truth.
    fn cover(self, stream: u64, method: Method, right: Option<&RangeInclusive<f64>>) -> Vec<Row> {
        let truth = self.limit(method.options);
        let mut random = random(stream);
        let (mut ratings, mut gaps, mut advantages, mut rates) = <(Tally, Tally, Tally, Tally)>::default();
        for _ in 0..TRIALS {
            let blocks = self.draw(&mut random);
            let fit = if method.by_pairs {
                bradley_terry::fit_blocks(ELO.len(), &blocks, method.options)
            } else {
                bradley_terry::fit(ELO.len(), &blocks.concat(), method.options)
            };
            let fit = fit.expect("ratings");
            for (player, true_player) in fit.pool.players.iter().zip(&truth.pool.players) {
                ratings.note(player.low, true_player.elo, player.high);
            }
            for (a, b, _) in meetings() {
                let (got, is) = (fit.pool.difference(a, b), truth.pool.difference(a, b));
                let (got, is) = (got.expect("players"), is.expect("players"));
                gaps.note(got.low, is.value, got.high);
            }
            if let (Some(got), Some(is)) = (fit.advantage, truth.advantage) {
                advantages.note(got.low, is.value, got.high);
            }
            if let (Some(got), Some(is)) = (fit.draws, truth.draws) {
                rates.note(got.rate.low, is.rate.value, got.rate.high);
            }
        }
        let tallies =
            [("ratings", ratings), ("differences", gaps), ("advantage", advantages), ("draw rate", rates)];
        let fitted = tallies.into_iter().filter(|(_, tally)| tally.all > 0);
        let row = |(what, Tally { inside, all }): (&str, Tally)| Row {
            world: self.world.name.to_owned(),
            what: format!("{}: {what} inside", method.name),
            happened: inside,
            of: all,
            right: right.cloned(),
            length: (ELO.len() * (ELO.len() - 1) * self.rounds) as f64,
        };
        fitted.map(row).collect()
    }

    /// The pairs of a pool.
    fn draw(self, random: &mut Random) -> Vec<Vec<TwoSeatGame>> {
        let mut blocks = Vec::new();
        for _ in 0..self.rounds {
            for (a, b, gap) in meetings() {
                blocks.push(games(a, b, self.world.pair(random, gap)));
            }
        }
        blocks
    }

    /// The ratings of a pool without end, which is what a pool of any size estimates, whether or not the model is right.
    fn limit(self, options: Options) -> TwoSeatRatings {
        const GAMES: f64 = 1e12;
        let mut pairs = Vec::new();
        for (a, b, gap) in meetings() {
            for ((first, second), shares) in [(a, b), (b, a)].into_iter().zip(self.world.expected(gap)) {
                let [wins, draws, losses] = shares.map(|share| (GAMES * share).round() as u64);
                pairs.push(PairCounts { first, second, counts: Wdl::new(wins, draws, losses) });
            }
        }
        bradley_terry::fit_counts(ELO.len(), &pairs, options).expect("ratings")
    }
}

/// Each two players, and how far the first is above the second.
fn meetings() -> impl Iterator<Item = (usize, usize, f64)> {
    let players = ELO.iter().enumerate();
    players.flat_map(|(a, one)| ELO.iter().enumerate().skip(a + 1).map(move |(b, other)| (a, b, one - other)))
}

#[derive(Default)]
struct Tally {
    inside: u64,
    all: u64,
}

impl Tally {
    fn note(&mut self, low: f64, truth: f64, high: f64) {
        self.inside += u64::from(low <= truth && truth <= high);
        self.all += 1;
    }
}

//! Games drawn from known strengths: 95 % intervals must hold the truth about 95 times in 100.

use hoppity_stats::bradley_terry::{self, DrawModel, Options, TwoSeatGame};
use hoppity_stats::plackett_luce::{self, TableGame};
use hoppity_stats::{Estimate, Model, Pentanomial, Score, Sprt, Verdict, Wdl, elo, wilson};

/// `SplitMix64` (Steele, Lea and Flood 2014): enough for a test, and the same for ever.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// An index, with probability in proportion to its weight.
    fn pick(&mut self, weights: &[f64]) -> usize {
        let mut left = self.unit() * weights.iter().sum::<f64>();
        for (index, weight) in weights.iter().enumerate() {
            left -= weight;
            if left < 0.0 {
                return index;
            }
        }
        weights.len() - 1
    }

    /// A game by Davidson's model, for a lead in Elo.
    fn game(&mut self, lead: f64, nu: f64) -> Score {
        let half = libm::pow(10.0, lead / 800.0);
        [Score::Win, Score::Draw, Score::Loss][self.pick(&[half, nu, 1.0 / half])]
    }
}

/// How often intervals held the truth.
#[derive(Default)]
struct Coverage {
    inside: u32,
    all: u32,
}

impl Coverage {
    fn note(&mut self, low: f64, truth: f64, high: f64) {
        self.inside += u32::from(low <= truth && truth <= high);
        self.all += 1;
    }

    fn note_estimate(&mut self, estimate: Estimate, truth: f64) {
        self.note(estimate.low, truth, estimate.high);
    }

    #[track_caller]
    fn assert(&self, least: f64, most: f64) {
        let share = f64::from(self.inside) / f64::from(self.all);
        assert!(least <= share && share <= most, "{share} of {}", self.all);
    }
}

/// Strengths relative to their mean.
const ELO: [f64; 5] = [180.0, 60.0, 10.0, -90.0, -160.0];

#[test]
fn pools_of_two_seat_games() {
    let mut random = Random(1);
    let (mut ratings, mut advantages, mut rates) = <(Coverage, Coverage, Coverage)>::default();
    for _ in 0..300 {
        let mut games = Vec::new();
        for (first, a) in ELO.iter().enumerate() {
            for (second, b) in ELO.iter().enumerate().filter(|&(second, _)| second != first) {
                let game = |_| TwoSeatGame { first, second, score: random.game(a - b + 35.0, 0.6) };
                games.extend((0..12).map(game));
            }
        }
        let options = Options { draws: DrawModel::Davidson, advantage: true };
        let fit = bradley_terry::fit(ELO.len(), &games, options).expect("ratings");
        for (player, truth) in fit.pool.players.iter().zip(ELO) {
            ratings.note(player.low, truth, player.high);
        }
        advantages.note_estimate(fit.advantage.expect("an advantage"), 35.0);
        rates.note_estimate(fit.draws.expect("a draw parameter").rate, 0.6 / 2.6);
    }
    ratings.assert(0.93, 0.97);
    advantages.assert(0.92, 0.98);
    rates.assert(0.92, 0.98);
}

#[test]
fn pools_of_openings_that_decide() {
    let mut random = Random(5);
    let (mut by_games, mut by_pairs) = <(Coverage, Coverage)>::default();
    for _ in 0..300 {
        let mut blocks = Vec::new();
        for (first, a) in ELO.iter().enumerate() {
            for (second, b) in ELO.iter().enumerate().skip(first + 1) {
                for _ in 0..12 {
                    // With the seats exchanged, an opening goes to the same player again.
                    let score = random.game(a - b, 0.6);
                    let again = TwoSeatGame { first: second, second: first, score: score.reversed() };
                    blocks.push(vec![TwoSeatGame { first, second, score }, again]);
                }
            }
        }
        let options = Options { draws: DrawModel::Davidson, advantage: false };
        let games = bradley_terry::fit(ELO.len(), &blocks.concat(), options).expect("ratings");
        let pairs = bradley_terry::fit_blocks(ELO.len(), &blocks, options).expect("ratings");
        for (player, truth) in ELO.into_iter().enumerate() {
            let (one, other) = (games.pool.players[player], pairs.pool.players[player]);
            by_games.note(one.low, truth, one.high);
            by_pairs.note(other.low, truth, other.high);
        }
    }
    by_games.assert(0.0, 0.9);
    by_pairs.assert(0.93, 0.97);
}

#[test]
fn pools_of_tables() {
    let mut random = Random(2);
    let mut ratings = Coverage::default();
    for _ in 0..300 {
        let games: Vec<TableGame> = (0..60)
            .map(|game| {
                let mut left: Vec<usize> = (0..4).map(|seat| (game + seat) % ELO.len()).collect();
                let mut order = Vec::new();
                while !left.is_empty() {
                    let weights: Vec<f64> = left.iter().map(|&p| libm::pow(10.0, ELO[p] / 400.0)).collect();
                    order.push(left.swap_remove(random.pick(&weights)));
                }
                TableGame::singles(&order.into_iter().zip(0..).collect::<Vec<_>>())
            })
            .collect();
        let fit = plackett_luce::fit(ELO.len(), &games, plackett_luce::Options::default()).expect("ratings");
        for (player, truth) in fit.pool.players.iter().zip(ELO) {
            ratings.note(player.low, truth, player.high);
        }
    }
    ratings.assert(0.93, 0.97);
}

#[test]
fn matches_and_pairs() {
    let mut random = Random(3);
    let (mut games, mut pairs, mut scores) = <(Coverage, Coverage, Coverage)>::default();
    for _ in 0..1000 {
        let (mut wdl, mut pentanomial) = (Wdl::default(), Pentanomial::default());
        for _ in 0..100 {
            let (one, other) = (random.game(40.0, 1.0), random.game(40.0, 1.0));
            wdl.add(one);
            wdl.add(other);
            pentanomial.add(one, other);
        }
        let half = libm::pow(10.0, 40.0 / 800.0);
        let score = (half + 0.5) / (half + 1.0 + 1.0 / half);
        let truth = elo::score_to_elo(score);
        let (by_games, by_pairs) = (elo::from_wdl(wdl), elo::from_pentanomial(pentanomial));
        games.note(by_games.elo_low, truth, by_games.elo_high);
        pairs.note(by_pairs.elo_low, truth, by_pairs.elo_high);
        let wilson = wilson::interval(wdl);
        scores.note(wilson.low, score, wilson.high);
    }
    games.assert(0.93, 0.97);
    pairs.assert(0.93, 0.97);
    // A draw as half a success overstates the variance.
    scores.assert(0.95, 1.0);
}

#[test]
fn sequential_tests_err_at_their_rates() {
    let mut random = Random(4);
    let test = Sprt::new(0.0, 40.0, 0.05, 0.05, Model::Logistic).expect("a test");
    let mut wrong = [0, 0];
    for (hypothesis, lead) in [0.0, 40.0].into_iter().enumerate() {
        for _ in 0..200 {
            let mut counts = Wdl::default();
            let verdict = loop {
                for _ in 0..8 {
                    counts.add(random.game(lead, 1e-9));
                }
                match test.wdl(counts).expect("a ratio").verdict {
                    Verdict::Continue => {}
                    verdict => break verdict,
                }
            };
            wrong[hypothesis] += u32::from(verdict != [Verdict::H0, Verdict::H1][hypothesis]);
        }
    }
    assert!(wrong.iter().all(|&wrong| wrong <= 20), "{wrong:?} of 200");
}

//! Errors of games that come in pairs: published figures, and results that show no variance.

use crate::degenerate::assert_sane;
use hoppity_stats::bradley_terry::{self, DrawModel, Options, TwoSeatGame, TwoSeatRatings};
use hoppity_stats::plackett_luce::{self, TableGame};
use hoppity_stats::{Score, bootstrap};
use proptest::prelude::*;

const HALF: Options = Options { draws: DrawModel::HalfWin, advantage: true };
const DAVIDSON: Options = Options { draws: DrawModel::Davidson, advantage: true };

/// The pair of games of one opening: results of `a`, who moves first in the first.
fn pair(a: usize, b: usize, scores: [Score; 2]) -> Vec<TwoSeatGame> {
    vec![
        TwoSeatGame { first: a, second: b, score: scores[0] },
        TwoSeatGame { first: b, second: a, score: scores[1].reversed() },
    ]
}

/// The pairs of the published pool.
fn pool() -> Vec<Vec<TwoSeatGame>> {
    let text = include_str!("../data/pool_pairs.tsv");
    let mut blocks = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let player = |field: &str| field.parse().expect("a player");
        for games in fields[2].split(' ') {
            let scores: Vec<Score> = games
                .chars()
                .map(|c| match c {
                    'w' => Score::Win,
                    'd' => Score::Draw,
                    _ => Score::Loss,
                })
                .collect();
            blocks.push(pair(player(fields[0]), player(fields[1]), [scores[0], scores[1]]));
        }
    }
    assert_eq!(blocks.len(), 105);
    blocks
}

/// Sandwich errors and deviations of the bootstrap, by player.
fn published() -> Vec<[f64; 2]> {
    include_str!("../data/pool_errors.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let figures: Vec<f64> =
                line.split('\t').skip(1).map(|figure| figure.parse().expect("a number")).collect();
            [figures[0], figures[1]]
        })
        .collect()
}

#[test]
fn the_sandwich_of_single_games_is_the_published_one() {
    let single: Vec<Vec<TwoSeatGame>> = pool().into_iter().flatten().map(|game| vec![game]).collect();
    let ratings = bradley_terry::fit_blocks(6, &single, HALF).expect("ratings");
    for (player, [sandwich, _]) in ratings.pool.players.iter().zip(published()) {
        // Published without the correction for 210 games and 6 parameters.
        let error = player.error * (204.0f64 / 210.0).sqrt();
        assert!((error - sandwich).abs() < 1e-3, "{player:?}, want {sandwich}");
    }
}

/// A generator good enough for drawing blocks: `SplitMix64`.
fn draws(mut state: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % below as u64) as usize
    }
}

#[test]
fn the_bootstrap_has_the_published_deviations_and_checks_the_sandwich() {
    let blocks = pool();
    let drawn = bootstrap::resample(6, &blocks, HALF, 1000, draws(1)).expect("ratings");
    let ratings = bradley_terry::fit_blocks(6, &blocks, HALF).expect("ratings");
    assert_eq!(drawn.with_prior, 0);
    for (player, [_, deviation]) in published().into_iter().enumerate() {
        let got = drawn.deviation(player).expect("a deviation");
        assert!((got / deviation - 1.0).abs() < 0.1, "player {player}: {got}, want {deviation}");
        // The formula holds for small errors, the bootstrap also sees that a lopsided score has a long tail.
        let sandwich = ratings.pool.players[player];
        let ratio = sandwich.error / 1.96 / got;
        assert!((0.8..1.2).contains(&ratio), "player {player}: {ratio}");
        let (low, high) = drawn.interval(player).expect("an interval");
        assert!(low < sandwich.elo && sandwich.elo < high, "player {player}: {low} to {high}");
    }
    assert_eq!((drawn.deviation(6), drawn.interval(6)), (None, None));
    let none = bootstrap::resample(2, &[], HALF, 0, draws(1)).expect("nothing to rate");
    assert_eq!((none.deviation(0), none.interval(0)), (None, None));
}

fn rate(players: usize, blocks: &[Vec<TwoSeatGame>], options: Options) -> TwoSeatRatings {
    let ratings = bradley_terry::fit_blocks(players, blocks, options).expect("ratings");
    assert_sane(&ratings);
    ratings
}

#[test]
fn pairs_that_show_no_variance_still_have_an_error() {
    for options in [HALF, DAVIDSON] {
        let fisher = |blocks: &[Vec<TwoSeatGame>]| {
            let games: Vec<TwoSeatGame> = blocks.iter().flatten().copied().collect();
            bradley_terry::fit(2, &games, options).expect("ratings").pool.difference(0, 1).expect("players")
        };
        for pairs in [1, 10, 100, 1000] {
            // Every opening is won by whoever moves second, or first in turn.
            let split: Vec<Vec<TwoSeatGame>> = (0..pairs)
                .map(|i| {
                    pair(0, 1, if i % 2 == 0 { [Score::Loss, Score::Win] } else { [Score::Win, Score::Loss] })
                })
                .collect();
            let (gap, plain) =
                (rate(2, &split, options).pool.difference(0, 1).expect("players"), fisher(&split));
            let share = (2.0 * 3.84 / (f64::from(pairs) + 3.84)).min(1.0);
            let ratio = gap.error / plain.error;
            assert!(ratio <= 1.0 && (ratio - share.sqrt()).abs() < 0.02, "{pairs} pairs: {gap:?}, {plain:?}");

            let won: Vec<Vec<TwoSeatGame>> =
                (0..pairs).map(|_| pair(0, 1, [Score::Win, Score::Win])).collect();
            let (gap, plain) = (rate(2, &won, options).pool.difference(0, 1).expect("players"), fisher(&won));
            assert!(gap.error >= plain.error, "{pairs} pairs: {gap:?}, {plain:?}");
        }
    }
}

#[test]
fn games_that_go_alike_count_as_less() {
    // Both games of a pair have the same winner: 20 pairs say no more than 20 games.
    let alike: Vec<Vec<TwoSeatGame>> =
        (0..40).map(|i| pair(0, 1, if i % 4 == 0 { [Score::Loss; 2] } else { [Score::Win; 2] })).collect();
    let games: Vec<TwoSeatGame> = alike.iter().flatten().copied().collect();
    let single: Vec<Vec<TwoSeatGame>> = games.iter().map(|&game| vec![game]).collect();
    let error =
        |blocks: &[Vec<TwoSeatGame>]| rate(2, blocks, HALF).pool.difference(0, 1).expect("players").error;
    assert!((error(&alike) / error(&single) - 2f64.sqrt()).abs() < 0.01);
}

#[test]
fn tables_of_two_agree_with_games_for_two() {
    let blocks = pool();
    let tables: Vec<Vec<TableGame>> = blocks
        .iter()
        .map(|block| {
            let table = |game: &TwoSeatGame| {
                let (a, b) = match game.score {
                    Score::Win => (0, 1),
                    Score::Draw => (0, 0),
                    Score::Loss => (1, 0),
                };
                TableGame::singles(&[(game.first, a), (game.second, b)])
            };
            block.iter().map(table).collect()
        })
        .collect();
    let games = rate(6, &blocks, HALF);
    let tables =
        plackett_luce::fit_blocks(6, &tables, plackett_luce::Options { seats: true }).expect("ratings");
    for (one, other) in games.pool.players.iter().zip(&tables.pool.players) {
        assert!((one.elo - other.elo).abs() < 1e-9 && (one.error - other.error).abs() < 1e-9);
    }
    let (advantage, seats) = (games.advantage.expect("an advantage"), tables.seats.expect("seats"));
    assert!((advantage.value - 2.0 * seats[0].value).abs() < 1e-9);
    assert!((advantage.error - 2.0 * seats[0].error).abs() < 1e-9);
}

proptest! {
    #[test]
    fn every_pool_of_blocks_is_rated_and_order_does_not_matter(
        games in prop::collection::vec((0usize..4, 0usize..4, 0u8..3, 0usize..6), 0..30)
    ) {
        let mut blocks = vec![Vec::new(); 6];
        for (first, second, score, block) in games {
            let score = [Score::Loss, Score::Draw, Score::Win][usize::from(score)];
            blocks[block].push(TwoSeatGame { first, second, score });
        }
        for options in [HALF, DAVIDSON] {
            let one = rate(4, &blocks, options);
            let mut other = blocks.clone();
            other.reverse();
            for block in &mut other {
                block.reverse();
            }
            prop_assert_eq!(&one, &rate(4, &other, options));
            let plain = bradley_terry::fit(4, &blocks.concat(), options).expect("ratings");
            for (a, b) in one.pool.players.iter().zip(&plain.pool.players) {
                prop_assert_eq!(a.elo, b.elo);
            }
        }
    }
}

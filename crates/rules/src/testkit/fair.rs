//! Chance: `sample` and `playout` choose every legal move equally often, and a playout is a game.
use super::case::Case;
use super::position::moves;
use crate::random::{Random, RngExt};
use crate::{Game, Seat};
use std::cell::Cell;

/// `sample` gives legal moves, each with the same chance.
pub(super) fn sample<G: Game>(case: &Case<'_, G>, s: &G::State, rng: &mut Random) {
    let all = moves(case.game, s);
    uniform(case, &all, "sample", || case.game.sample(s, rng));
}

/// A playout plays legal moves by the seats whose turn it is, obeys `choose`, and stops where it should.
pub(super) fn playout<G: Game>(case: &Case<'_, G>, s: &G::State, rng: &mut Random) {
    let game = case.game;
    let none = |_: &G, _: &G::State, _: &mut Random| None;
    let last = |game: &G, s: &G::State, _: &mut Random| moves(game, s).last().copied();
    let sometimes = |game: &G, s: &G::State, rng: &mut Random| {
        if rng.random_bool(0.5) { moves(game, s).first().copied() } else { None }
    };
    replay(case, s, none, rng);
    replay(case, s, sometimes, rng);
    for (ply, (before, m)) in replay(case, s, last, rng).into_iter().enumerate() {
        case.stand(&before);
        case.consider(m);
        case.check(moves(game, &before).last() == Some(&m), || {
            format!("ply {ply} of a playout is not the chosen move")
        });
    }
    case.stand(s);
    let all = moves(game, s);
    uniform(case, &all, "the first ply of a playout", || {
        let first = Cell::new(None);
        game.playout(&mut s.clone(), rng, 1, none, |_, m| first.set(Some(m)));
        first.get().unwrap_or_else(|| case.fail("a playout of 1 ply told the sink nothing"))
    });
    let mut state = s.clone();
    let outcome = game.playout(&mut state, rng, 0, none, |_, _| case.fail("a playout of no plies plays"));
    case.check(outcome.is_none() && state == *s, || "a playout of no plies changes the position".to_owned());
}

/// Nothing is played where the game is over.
pub(super) fn playout_of_the_finished<G: Game>(case: &Case<'_, G>, s: &G::State, rng: &mut Random) {
    let mut state = s.clone();
    let play_on = |_: Seat, _: G::Move| case.fail("a playout plays on where the game is over");
    let outcome = case.game.playout(&mut state, rng, 10, |_, _, _| None, play_on);
    case.equal(outcome, case.game.outcome(s), "the outcome of a playout where the game is over");
    case.check(state == *s, || "a playout changes a position where the game is over".to_owned());
}

/// Follows a playout move by move. Returns each position with the move played in it.
fn replay<G: Game>(
    case: &Case<'_, G>,
    start: &G::State,
    choose: impl FnMut(&G, &G::State, &mut Random) -> Option<G::Move>,
    rng: &mut Random,
) -> Vec<(G::State, G::Move)> {
    let game = case.game;
    let mut told = Vec::new();
    let mut end = start.clone();
    let max_plies = case.plan.max_plies.min(100);
    let outcome = game.playout(&mut end, rng, max_plies, choose, |seat, m| told.push((seat, m)));
    case.check(told.len() <= max_plies as usize, || {
        format!("a playout of {max_plies} plies has {}", told.len())
    });
    let mut s = start.clone();
    let mut played = Vec::new();
    for (seat, m) in told {
        case.stand(&s);
        case.consider(m);
        case.check(game.outcome(&s).is_none(), || "a playout plays on where the game is over".to_owned());
        case.equal(seat, game.to_move(&s), "the seat that a playout tells");
        case.check(game.is_legal(&s, m), || "a playout plays an illegal move".to_owned());
        played.push((s.clone(), m));
        game.apply(&mut s, m);
    }
    case.stand(&s);
    case.check(s == end, || format!("a playout ends in another position\n  {end:?}\n  {s:?}"));
    case.equal(outcome, game.outcome(&s), "the outcome of a playout");
    let full = played.len() == max_plies as usize;
    case.check(full || outcome.is_some(), || "a playout stops before the end of the game".to_owned());
    case.stand(start);
    played
}

/// Draws moves and compares how often each comes with equal chances, by the chi-squared test.
fn uniform<G: Game>(case: &Case<'_, G>, all: &[G::Move], what: &str, mut draw: impl FnMut() -> G::Move) {
    // Neighbours in the order share a bin when there are many, so that each bin is filled.
    let bins = all.len().min(50);
    let bin_of = |rank: usize| rank * bins / all.len();
    let mut expected = vec![0.0; bins];
    let draws = 20 * bins;
    for rank in 0..all.len() {
        expected[bin_of(rank)] += draws as f64 / all.len() as f64;
    }
    let mut sorted: Vec<(G::Move, usize)> = all.iter().copied().zip(0..).collect();
    sorted.sort_unstable();
    let mut found = vec![0.0; bins];
    for _ in 0..draws {
        let m = draw();
        let Ok(i) = sorted.binary_search_by_key(&m, |&(m, _)| m) else {
            case.consider(m);
            case.fail(&format!("{what} is no legal move"));
        };
        found[bin_of(sorted[i].1)] += 1.0;
    }
    let distance: f64 =
        found.iter().zip(&expected).map(|(found, right)| (found - right).powi(2) / right).sum();
    let limit = critical(bins as f64 - 1.0);
    case.check(distance <= limit, || {
        format!("{what} is not uniform: chi-squared {distance:.1} for {bins} bins, at most {limit:.1} expected\n  {found:?}")
    });
}

/// The value that chi-squared exceeds by chance about three times in ten million (Wilson and Hilferty 1931).
fn critical(freedom: f64) -> f64 {
    if freedom < 1.0 {
        return 0.5;
    }
    let variance = 2.0 / (9.0 * freedom);
    freedom * (1.0 - variance + 5.0 * variance.sqrt()).powi(3)
}

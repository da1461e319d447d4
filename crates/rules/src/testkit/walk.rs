//! Random games, played to the end and taken back to the start.
use super::case::Case;
use super::position::{apply, goes_round, moves, sound};
use crate::random::{IndexedRandom, Random};
use crate::{Game, Outcome, Seat};
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

/// What was seen under each key, over all games of a run.
#[derive(Default)]
pub(super) struct Met(HashMap<u64, Seen>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Seen {
    outcome: Option<Outcome>,
    /// Seat to move and a hash of the moves, while the game goes on.
    play: Option<(Seat, u64)>,
    /// By seat, what its turns leave as it is.
    rest: Vec<u64>,
}

/// Plays one random game, checks every position on the way, and takes it all back. Returns the positions.
pub(super) fn walk<G: Game>(case: &Case<'_, G>, met: &mut Met, rng: &mut Random) -> Vec<G::State> {
    let game = case.game;
    let mut s = game.initial();
    let mut trail = vec![s.clone()];
    let mut played = Vec::new();
    for _ in 0..case.plan.max_plies {
        case.stand(&s);
        let Some(m) = choose(case, &s, met, rng) else { break };
        case.consider(m);
        let mover = game.to_move(&s);
        let rest = game.key_of_rest(&s, mover);
        let undo = apply(case, &mut s, m);
        case.equal(game.key_of_rest(&s, mover), rest, "the key of all that the turn leaves as it is");
        case.stand(&s);
        sound(case, &s);
        goes_round(case, &s);
        trail.push(s.clone());
        played.push((m, undo));
    }
    for (i, (m, undo)) in played.into_iter().enumerate().rev() {
        case.stand(&trail[i]);
        case.consider(m);
        game.undo(&mut s, m, undo);
        case.check(s == trail[i], || format!("taken back as another position\n  {s:?}\n  {:?}", trail[i]));
        case.equal(game.key(&s), game.key(&trail[i]), "the key after taking back");
    }
    trail
}

/// A random move, after looking at all of them; `None` when the game is over.
fn choose<G: Game>(case: &Case<'_, G>, s: &G::State, met: &mut Met, rng: &mut Random) -> Option<G::Move> {
    let game = case.game;
    let over = game.outcome(s);
    let all = if over.is_none() { moves(game, s) } else { Vec::new() };
    let unique: BTreeSet<G::Move> = all.iter().copied().collect();
    case.equal(unique.len(), all.len(), "different moves");
    let indices: BTreeSet<usize> = all.iter().map(|&m| game.move_index(m)).collect();
    case.equal(indices.len(), all.len(), "different indices of the moves");
    let last = indices.last().copied().unwrap_or(0);
    case.check(all.is_empty() || last < game.move_space(), || {
        format!("move index {last} is not below move_space")
    });

    let mut hasher = DefaultHasher::new();
    all.hash(&mut hasher);
    let rest = Seat::all(game.seats()).map(|seat| game.key_of_rest(s, seat)).collect();
    let seen = Seen { outcome: over, play: over.is_none().then(|| (game.to_move(s), hasher.finish())), rest };
    let before = met.0.entry(game.key(s)).or_insert_with(|| seen.clone());
    let by_counter = |seen: &Seen| seen.outcome.is_some_and(|outcome| outcome.is_on_path());
    case.check(*before == seen || by_counter(before) || by_counter(&seen), || {
        format!("another position with this key allows other play: {before:?}, here {seen:?}")
    });
    all.choose(rng).copied()
}

/// The first and the last position of a game, and `count` others.
pub(super) fn some_of<'a, S>(trail: &'a [S], count: usize, rng: &mut Random) -> Vec<&'a S> {
    let mut some: Vec<&S> = trail.sample(rng, count).collect();
    some.extend(trail.last());
    some
}

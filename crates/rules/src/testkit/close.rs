//! All moves of one position: the provided methods against `visit_moves`, each move there and back, and moves from
//! elsewhere.
use super::case::Case;
use super::position::{apply, moves as visited, sound};
use crate::random::{IndexedRandom, Random, RngExt, SliceRandom};
use crate::{Game, Seat};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// `moves`, `count_moves` and an early stop agree with a full visit, which is the same each time.
pub(super) fn moves<G: Game>(case: &Case<'_, G>, s: &G::State) {
    let game = case.game;
    let all = visited(game, s);
    case.equal(visited(game, s), all.clone(), "the moves when asked again");
    case.equal(game.count_moves(s), all.len() as u64, "count_moves");
    let mut appended = vec![all[0]];
    game.moves(s, &mut appended);
    case.equal(
        appended,
        [&all[..1], &all[..]].concat(),
        "a buffer that held the first move and `moves` appends to",
    );
    for stop in [0, all.len() / 2, all.len() - 1] {
        let mut calls = 0;
        let found = game.visit_moves(s, |m| {
            calls += 1;
            if calls > stop { ControlFlow::Break(m) } else { ControlFlow::Continue(()) }
        });
        case.equal(found, ControlFlow::Break(all[stop]), "the move at which a visit was stopped");
        case.equal(calls, stop + 1, "calls until the stop");
    }
}

/// A turn that is given changes nothing but the turn; the seat to move has it already.
pub(super) fn turns<G: Game>(case: &Case<'_, G>, s: &G::State) {
    let game = case.game;
    let holders =
        |s: &G::State| -> Vec<_> { (0..game.layout().cells.len()).map(|cell| game.at(s, cell)).collect() };
    for seat in Seat::all(game.seats()) {
        let Some(given) = game.with_turn(s, seat) else {
            case.check(seat != game.to_move(s), || format!("{seat} is to move and is not given the turn"));
            continue;
        };
        case.equal(game.to_move(&given), seat, "who is to move after being given the turn");
        if seat == game.to_move(s) {
            case.check(given == *s, || format!("{seat} is to move; given the turn it has another position"));
            continue;
        }
        case.equal(holders(&given), holders(s), "who holds the cells after a turn is given");
        case.check(game.outcome(&given).is_none(), || format!("giving {seat} the turn ends the game"));
        case.equal(game.key(&given), game.key_from_scratch(&given), "the key after a turn is given");
        let all = visited(game, &given);
        case.check(!all.is_empty(), || format!("{seat} is given the turn and has no move"));
        let mut state = given.clone();
        for m in all {
            let undo = game.apply(&mut state, m);
            sound(case, &state);
            game.undo(&mut state, m, undo);
            case.check(state == given, || format!("{seat} is given the turn, and {m:?} is not taken back"));
        }
    }
}

/// `legal_by_index` finds the moves and nothing else, whichever number is asked for.
pub(super) fn by_index<G: Game>(case: &Case<'_, G>, s: &G::State, rng: &mut Random) {
    let game = case.game;
    let all = visited(game, s);
    for &m in &all {
        case.consider(m);
        case.equal(game.legal_by_index(s, game.move_index(m)), Some(m), "the legal move with its index");
    }
    case.stand(s);
    let indices: BTreeSet<usize> = all.iter().map(|&m| game.move_index(m)).collect();
    let space = game.move_space();
    let some = (0..64).map(|_| rng.random_range(0..space)).chain([0, space - 1, space, u32::MAX as usize]);
    for index in some.filter(|index| !indices.contains(index)) {
        let found = game.legal_by_index(s, index);
        case.check(found.is_none(), || format!("no legal move has index {index}, and it gives {found:?}"));
    }
}

/// After a pass the stones are as they were, and the other team is to move; the key is that of the position.
pub(super) fn pass<G: Game>(case: &Case<'_, G>, s: &G::State) {
    let game = case.game;
    let Some(passed) = game.passed(s) else { return };
    let holders = |s: &G::State| -> Vec<Option<Seat>> {
        (0..game.layout().cells.len()).map(|cell| game.at(s, cell)).collect()
    };
    case.equal(holders(&passed), holders(s), "who holds the cells after a pass");
    case.check(game.outcome(&passed).is_none(), || "a pass ends the game".to_owned());
    let teams = [s, &passed].map(|s| game.team(game.to_move(s)));
    case.check(teams[0] != teams[1], || "after a pass the same team is to move".to_owned());
    case.equal(game.key(&passed), game.key_from_scratch(&passed), "the key after a pass");
    case.check(game.key(&passed) != game.key(s), || "a pass leaves the key as it is".to_owned());
    let mut state = passed.clone();
    for m in visited(game, &passed) {
        let undo = apply(case, &mut state, m);
        sound(case, &state);
        game.undo(&mut state, m, undo);
        case.check(state == passed, || format!("after a pass, {m:?} is taken back as another position"));
    }
}

/// Every move is legal, leads to a sound position, and is taken back exactly; `play` does what `apply` does.
pub(super) fn every_move_there_and_back<G: Game>(case: &Case<'_, G>, s: &G::State) {
    let game = case.game;
    let cells = game.layout().cells.len();
    let mut state = s.clone();
    for m in visited(game, s) {
        case.consider(m);
        case.check(game.is_legal(s, m), || "visit_moves gives it and is_legal denies it".to_owned());
        let path = game.move_path(s, m);
        case.check(path.iter().all(|&cell| cell < cells), || format!("the path {path:?} leaves the board"));
        let undo = apply(case, &mut state, m);
        sound(case, &state);
        let mut played = s.clone();
        game.play(&mut played, m);
        case.check(played == state, || format!("`play` and `apply` differ\n  {played:?}\n  {state:?}"));
        game.undo(&mut state, m, undo);
        case.check(state == *s, || format!("taken back as another position\n  {state:?}\n  {s:?}"));
        case.equal(game.key(&state), game.key(s), "the key after taking back");
    }
    case.stand(s);
}

/// Moves of other positions of the game are illegal here unless they are among the moves.
pub(super) fn other_moves_are_illegal<G: Game>(
    case: &Case<'_, G>,
    s: &G::State,
    trail: &[G::State],
    rng: &mut Random,
) {
    let game = case.game;
    let here: BTreeSet<G::Move> = visited(game, s).into_iter().collect();
    for m in elsewhere(case, trail, rng) {
        if !here.contains(&m) {
            case.consider(m);
            case.check(!game.is_legal(s, m), || {
                "is_legal allows it and visit_moves does not give it".to_owned()
            });
        }
    }
    case.stand(s);
}

/// A sample of the moves that are legal in the positions of a game.
pub(super) fn elsewhere<G: Game>(case: &Case<'_, G>, trail: &[G::State], rng: &mut Random) -> Vec<G::Move> {
    let on = trail.sample(rng, 8).filter(|&s| case.game.outcome(s).is_none());
    let mut all: Vec<G::Move> = on.flat_map(|s| visited(case.game, s)).collect();
    all.shuffle(rng);
    all.truncate(200);
    all
}

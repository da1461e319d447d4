//! Perft: the number of move sequences of a given length, the standard check of a move generator.
use crate::Game;
use std::ops::ControlFlow;

/// How many sequences of exactly `depth` plies there are from `s`. A finished position has no continuation; repetition
/// is not counted. The last ply is counted in bulk by [`Game::count_moves`].
pub fn perft<G: Game>(game: &G, s: &mut G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    below(game, s, depth, &mut Vec::new())
}

/// `spare` holds the buffers of moves that are not in use, so that hardly anything is allocated on the way.
fn below<G: Game>(game: &G, s: &mut G::State, depth: u32, spare: &mut Vec<Vec<G::Move>>) -> u64 {
    if game.outcome(s).is_some() {
        return 0;
    }
    if depth == 1 {
        return game.count_moves(s);
    }
    let mut moves = spare.pop().unwrap_or_default();
    moves.clear();
    game.moves(s, &mut moves);
    let mut count = 0;
    for &m in &moves {
        let undo = game.apply(s, m);
        count += below(game, s, depth - 1, spare);
        game.undo(s, m, undo);
    }
    spare.push(moves);
    count
}

/// [`perft`] by first move, in the game's order. Empty for depth 0 and for a finished position.
pub fn divide<G: Game>(game: &G, s: &mut G::State, depth: u32) -> Vec<(G::Move, u64)> {
    let mut moves = Vec::new();
    if depth > 0 && game.outcome(s).is_none() {
        let _ = game.visit_moves(s, |m| {
            moves.push((m, 0));
            ControlFlow::<()>::Continue(())
        });
    }
    for (m, count) in &mut moves {
        let undo = game.apply(s, *m);
        *count = perft(game, s, depth - 1);
        game.undo(s, *m, undo);
    }
    moves
}

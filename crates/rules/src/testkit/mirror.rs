//! Symmetries: a position and its image allow the same play.
use super::case::Case;
use super::position::{moves, sound};
use crate::{Game, Seat};
use std::collections::BTreeSet;

pub(super) fn symmetries<G: Game>(case: &Case<'_, G>, s: &G::State) {
    let game = case.game;
    let count = game.symmetries();
    case.check(count >= 1, || "not even the identity is a symmetry".to_owned());
    case.check(game.map_state(0, s) == *s, || "symmetry 0 is not the identity".to_owned());
    for symmetry in 0..count {
        case.stand(s);
        let image = game.map_state(symmetry, s);
        sound(case, &image);
        case.equal(game.outcome(&image), game.outcome(s), &format!("the outcome under symmetry {symmetry}"));
        case.equal(game.ply(&image), game.ply(s), &format!("the ply under symmetry {symmetry}"));
        case.equal(
            stones(game, &image),
            stones(game, s),
            &format!("the cells of each seat under symmetry {symmetry}"),
        );
        let back = (0..count).any(|inverse| game.map_state(inverse, &image) == *s);
        case.check(back, || format!("no symmetry takes symmetry {symmetry} back"));
        if game.outcome(s).is_none() {
            same_play(case, symmetry, s, &image);
        }
    }
    case.stand(s);
}

fn same_play<G: Game>(case: &Case<'_, G>, symmetry: usize, s: &G::State, image: &G::State) {
    let game = case.game;
    case.equal(game.to_move(image), game.to_move(s), &format!("the seat to move under symmetry {symmetry}"));
    let there: BTreeSet<G::Move> = moves(game, image).into_iter().collect();
    let mapped: BTreeSet<G::Move> = moves(game, s).into_iter().map(|m| game.map_move(symmetry, m)).collect();
    case.equal(mapped, there, &format!("the mapped moves against the moves under symmetry {symmetry}"));
    for m in moves(game, s) {
        case.consider(m);
        let [mut after, mut image_after] = [s, image].map(Clone::clone);
        game.play(&mut after, m);
        game.play(&mut image_after, game.map_move(symmetry, m));
        let mapped = game.map_state(symmetry, &after);
        case.check(mapped == image_after, || {
            format!("symmetry {symmetry} does not go with playing\n  {mapped:?}\n  {image_after:?}")
        });
    }
}

fn stones<G: Game>(game: &G, s: &G::State) -> Vec<usize> {
    let mut stones = vec![0; game.seats()];
    for cell in 0..game.layout().cells.len() {
        if let Some(seat) = game.at(s, cell).map(Seat::index) {
            stones[seat] += 1;
        }
    }
    stones
}

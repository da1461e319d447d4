//! Whether the armies can still meet.
//!
//! For each seat its way from camp to camp has a direction in which cells are ordered ([`Race::along`], linear in the
//! cells' places). A side is **past** the others when there is a line across that direction with all its men and all its
//! goal beyond the line, and all men and all goals of the others on the line or before it.
//!
//! From then on the two parts of the board do not touch each other. A turn is a step or a chain of hops, and the man that
//! is hopped over stands midway between start and landing: so a man that starts and lands beyond the line only ever goes
//! over men beyond it, and one that stays before the line only over men there. Whatever a side needs for its way home —
//! cells to stand on, men to hop over — lies in its own part, its goal as well. So while no man turns back across the
//! line, neither side can help the other or stand in its way, and each is left with a shortest transfer of its own within
//! its part. Nobody has to turn back, and who does loses time, for all that it may stand in the other's way again; the
//! test, made anew in each position, tells.
use super::{Cells, Race, cells, either, is_empty, set, without};
use hoppity_rules::Seat;

/// The part of the board that is left to a seat alone, if it is past all others: the cells beyond all men and goals of
/// theirs. Men of others that stand in the seat's own goal do not count when they are in `ignored`.
pub(super) fn part_of<G: Race>(game: &G, s: &G::State, seat: Seat, ignored: Cells) -> Option<Cells> {
    let line = Seat::all(game.seats()).filter(|&other| other != seat).fold(i32::MIN, |line, other| {
        let taken = either(without(game.men(s, other), ignored), game.goal(other));
        cells(taken).map(|cell| game.along(seat, cell)).fold(line, i32::max)
    });
    let part = set(cells(game.board()).filter(|&cell| game.along(seat, cell) > line));
    let own = either(game.men(s, seat), game.goal(seat));
    is_empty(without(own, part)).then_some(part)
}

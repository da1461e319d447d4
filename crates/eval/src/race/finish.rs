//! How a side goes home once it is past the others.
use super::contact::part_of;
use super::plan::plan;
use super::solo::{Solo, moved};
use super::transfer::Turn;
use super::{Cells, Race, both, either, is_empty, without};
use hoppity_rules::Seat;

/// The turns of the seat to move on its way home, if the armies can no longer meet: `known`, turns that were planned
/// before, where they still lead home, else a new plan that takes about `effort` turns of looking ahead to make.
///
/// Men of others that stand in the seat's goal, where these count as filling it, are taken for standing still: then the
/// plan is good only as long as they do.
pub(super) fn finish<G: Race>(game: &G, s: &G::State, known: &[Turn], effort: u64) -> Option<Vec<Turn>> {
    let seat = game.to_move(s);
    let men = game.men(s, seat);
    if game.must_evacuate() && !is_empty(both(men, game.home(seat))) {
        return None;
    }
    let solo = alone(game, s, seat)?;
    if solo.is_home(men) {
        return None;
    }
    if leads_home(&solo, men, known) {
        return Some(known.to_vec());
    }
    plan(&solo, men, effort).map(|plan| plan.turns)
}

/// The side of a seat that is past all others; `None` while it is not.
pub fn alone<G: Race>(game: &G, s: &G::State, seat: Seat) -> Option<Solo> {
    let own = game.men(s, seat);
    let others = Seat::all(game.seats()).filter(|&other| other != seat);
    let others = others.fold([0; 4], |all, other| either(all, game.men(s, other)));
    let in_goal = if game.anyone_fills() { both(others, game.goal(seat)) } else { [0; 4] };
    let part = part_of(game, s, seat, in_goal)?;
    debug_assert!(is_empty(without(own, part)));
    Some(Solo::new(game, seat, part, in_goal))
}

fn leads_home(solo: &Solo, men: Cells, turns: &[Turn]) -> bool {
    let mut at = men;
    for &(from, to) in turns {
        if !solo.allows(at, from, to) {
            return false;
        }
        at = moved(at, from, to);
    }
    solo.is_home(at) && !turns.is_empty()
}

//! The order in which moves are searched, and the fixed order that breaks ties and decides which moves count among the
//! best few.
use crate::Policy;
use hoppity_rules::random::SliceRandom;
use hoppity_rules::{Game, Random};
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// A move and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ordered<M> {
    pub(super) m: M,
    pub(super) prior: i32,
    /// Its place by prior, then in the game's order: the same whatever was searched before.
    pub(super) place: u32,
}

/// What the search has learnt about moves.
#[derive(Debug)]
pub(super) struct Order<M> {
    /// By ply: the last two moves that cut a sibling.
    killers: Vec<[Option<M>; 2]>,
    /// By move index: how much the move has cut, weighted by depth (Schaeffer 1989).
    history: Vec<u32>,
}

/// The moves of a position by prior, at most `width` of them.
pub(super) fn by_prior<G: Game, P: Policy<G>>(
    game: &G,
    policy: &P,
    s: &G::State,
    width: usize,
) -> Vec<Ordered<G::Move>> {
    let mut moves = Vec::new();
    let _ = game.visit_moves(s, |m| {
        moves.push(Ordered { m, prior: policy.prior(game, s, m), place: 0 });
        ControlFlow::<()>::Continue(())
    });
    keep_best(moves, width)
}

/// The first `width` by prior; equal ones in the order in which they stand.
pub(super) fn keep_best<M>(mut moves: Vec<Ordered<M>>, width: usize) -> Vec<Ordered<M>> {
    moves.sort_by_key(|ordered| Reverse(ordered.prior));
    moves.truncate(width);
    for (place, ordered) in moves.iter_mut().enumerate() {
        ordered.place = place as u32;
    }
    moves
}

/// The moves at the root, at most `width` of them: of equal priors chance decides which comes first, and so is taken of
/// equally good ones.
pub(super) fn at_root<G: Game, P: Policy<G>>(
    game: &G,
    policy: &P,
    s: &G::State,
    width: usize,
    rng: &mut Random,
) -> Vec<Ordered<G::Move>> {
    let mut moves = by_prior(game, policy, s, width);
    moves.shuffle(rng);
    keep_best(moves, width)
}

impl<M: Copy + Eq> Order<M> {
    pub(super) fn new<G: Game<Move = M>>(game: &G) -> Order<M> {
        Order { killers: Vec::new(), history: vec![0; game.move_space()] }
    }

    /// Sorts choices for the search at `ply`: the one of index `first`, killers, then by prior and history. `of` gives the
    /// move of a choice and its index.
    pub(super) fn sort<C>(
        &self,
        ply: usize,
        first: Option<u32>,
        choices: &mut [Ordered<C>],
        of: impl Fn(&C) -> (M, usize),
    ) {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        choices.sort_by_cached_key(|ordered| {
            let (m, index) = of(&ordered.m);
            let rank = if first == Some(index as u32) { 0 } else { 2 - u8::from(killers.contains(&Some(m))) };
            (rank, Reverse(ordered.prior), Reverse(self.history[index]), ordered.place)
        });
    }

    /// The move, of this index, has cut its siblings at `ply`, `depth` plies above the leaves.
    pub(super) fn note_cut(&mut self, ply: usize, depth: u32, m: M, index: usize) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        self.history[index] = self.history[index].saturating_add(depth * depth);
    }
}

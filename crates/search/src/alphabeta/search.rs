//! From iteration to iteration: windows around the last value, the root moves, and what has been found so far.
use crate::alphabeta::node::{INFINITE, Search, Window};
use crate::alphabeta::order::rank;
use crate::sides::is_loss;
use crate::{Control, Heuristic, Policy};
use hoppity_rules::random::SliceRandom;
use hoppity_rules::{Game, Random};

/// What one iteration found.
#[derive(Clone, Debug)]
pub(super) struct Found<M> {
    pub(super) best: M,
    pub(super) value: i32,
    /// Whether a heuristic had a say in the value.
    pub(super) guessed: bool,
    /// Whether every root move was searched; else the best of those that were.
    pub(super) complete: bool,
    pub(super) pv: Vec<M>,
    /// The root moves whose value is exact.
    pub(super) scores: Vec<(M, i32)>,
}

impl<G: Game, H: Heuristic<G>, P: Policy<G>> Search<'_, G, H, P> {
    /// Orders the root moves. Of equal ones the first is taken, so their order is left to chance.
    pub(super) fn set_root(&mut self, rng: &mut Random) {
        let (game, state) = (self.line.game(), self.line.state());
        let mut moves = self.line.legal_moves();
        let prior = |m: &G::Move| std::cmp::Reverse(rank(self.policy.prior(game, state, *m)));
        let width = self.switches.width;
        if width > 0 && moves.len() > width {
            moves.sort_by_key(prior);
            moves.truncate(width);
        }
        moves.shuffle(rng);
        if self.switches.prior && !self.switches.shuffle {
            moves.sort_by_key(prior);
        }
        self.root = moves;
    }

    /// Searches `depth` plies deep; `last` is the value of the iteration before. `None` when the budget ran out before
    /// the first root move was done.
    pub(super) fn iterate(
        &mut self,
        depth: u32,
        last: Option<i32>,
        control: &Control<'_, G::Move>,
    ) -> Option<Found<G::Move>> {
        self.make_room(depth);
        if self.switches.mtdf {
            return self.mtdf(depth, last.unwrap_or(0), control);
        }
        let half = match last {
            Some(_) if self.switches.aspiration > 0.0 => {
                self.sides.lead_worth(self.line.game(), self.heuristic, self.switches.aspiration)
            }
            _ => None,
        };
        let mut window = match (last, half) {
            (Some(last), Some(half)) => {
                Window { alpha: last.saturating_sub(half), beta: last.saturating_add(half) }
            }
            _ => Window::FULL,
        };
        // A move that was too good for the window, in case there is no time to find out how good.
        let mut above: Option<Found<G::Move>> = None;
        loop {
            let broken_off = |above: Option<Found<G::Move>>| {
                above.map(|found| Found { complete: false, guessed: true, ..found })
            };
            let Some(found) = self.root_moves(depth, window, control) else { return broken_off(above) };
            if !found.complete {
                return if found.pv.is_empty() { broken_off(above) } else { Some(found) };
            }
            if found.value <= window.alpha && window.alpha > -INFINITE {
                window.alpha = -INFINITE;
            } else if found.value >= window.beta && window.beta < INFINITE {
                window.beta = INFINITE;
                above = Some(found);
            } else {
                return Some(found);
            }
        }
    }

    /// MTD(f): closes in on the value by asking whether it is at least as much as the last bound.
    fn mtdf(&mut self, depth: u32, guess: i32, control: &Control<'_, G::Move>) -> Option<Found<G::Move>> {
        let (mut low, mut high) = (-INFINITE, INFINITE);
        let (mut at_least, mut at_most_guessed) = (None::<Found<G::Move>>, false);
        let mut bound = guess;
        while low < high {
            let beta = if bound == low { bound + 1 } else { bound };
            let found = self.root_moves(depth, Window::zero(beta), control).filter(|found| found.complete);
            let Some(found) = found else {
                return at_least.map(|found| Found { complete: false, guessed: true, ..found });
            };
            bound = found.value;
            if bound < beta {
                (high, at_most_guessed) = (bound, found.guessed);
            } else {
                low = bound;
                at_least = Some(found);
            }
        }
        at_least.map(|found| Found { guessed: found.guessed | at_most_guessed, ..found })
    }

    /// Searches the root moves by a window. Where none is better than `alpha`, the variation is empty and the value an
    /// upper bound.
    fn root_moves(
        &mut self,
        depth: u32,
        window: Window,
        control: &Control<'_, G::Move>,
    ) -> Option<Found<G::Move>> {
        let mut found = Found {
            best: *self.root.first()?,
            value: -INFINITE,
            guessed: false,
            complete: false,
            pv: Vec::new(),
            scores: Vec::new(),
        };
        let (mut alpha, mut all_guessed) = (window.alpha, false);
        for i in 0..self.root.len() {
            let m = self.root[i];
            let now = Window { alpha, beta: window.beta };
            let Some(scored) = self.try_move(m, depth - 1, 0, 0, now, i > 0, control) else {
                return (i > 0).then(|| unfinished(found, m));
            };
            all_guessed |= scored.guessed;
            found.value = found.value.max(scored.value);
            if scored.value > alpha {
                alpha = scored.value;
                self.extend_pv(0, m);
                (found.best, found.guessed) = (m, scored.guessed);
                found.pv.clone_from(&self.pv[0]);
                found.scores.push((m, alpha));
                // The best move first, the others as they were: the next iteration starts from the best bound.
                self.root[..=i].rotate_right(1);
                if alpha >= window.beta {
                    return Some(Found { complete: true, ..found });
                }
            }
        }
        // A value within the window, or below it, rests on all moves.
        Some(Found { guessed: all_guessed, complete: true, ..found })
    }
}

/// What is made of an iteration that got as far as `next`: where all moves so far lose, one that may not is better.
fn unfinished<M: Copy>(found: Found<M>, next: M) -> Found<M> {
    let lost = is_loss(found.value) && !found.pv.is_empty();
    let found = Found { guessed: true, ..found };
    if lost { Found { best: next, pv: vec![next], ..found } } else { found }
}

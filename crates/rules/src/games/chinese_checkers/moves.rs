//! The turns of a position: where each man can end.
use super::ChineseCheckers;
use super::holes::{Hole, HoleSet, bits};
use super::hops::{Hops, around};
use super::state::{Move, State};
use super::tables::{MEN, SEATS};
use crate::games::halma::options::{Bound, Win};
use crate::random::{Random, RngExt};
use std::ops::ControlFlow;

/// The position as the generator wants it.
struct Turn<'a> {
    state: &'a State,
    seat: usize,
    own: HoleSet,
    men: HoleSet,
    empty: HoleSet,
}

/// A hole in which a turn may not end, but for some men.
#[derive(Clone, Copy)]
struct Ban {
    hole: Hole,
    spared: HoleSet,
}

/// Where men may not end this turn.
struct Limits {
    /// A man in one of these holes stays in them.
    stay: HoleSet,
    /// At most one for each player's goal.
    bans: [Option<Ban>; SEATS],
}

impl ChineseCheckers {
    pub(super) fn visit<B>(&self, s: &State, mut f: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut blocked = true;
        self.visit_men(&self.turn_of(s), |from, ends| {
            blocked &= ends.is_empty();
            ends.iter().try_for_each(|to| f(Move::new(from, to)))
        })?;
        if blocked { f(Move::PASS) } else { ControlFlow::Continue(()) }
    }

    pub(super) fn count(&self, s: &State) -> u64 {
        let turn = self.turn_of(s);
        let count = if self.0.has_limits {
            let mut count = 0;
            let _ = self.visit_men(&turn, |_, ends| {
                count += ends.len();
                ControlFlow::<()>::Continue(())
            });
            count
        } else {
            (0..4).map(|class| count_class(&turn, class)).sum()
        };
        u64::from(count.max(1))
    }

    /// A move, each with the same chance.
    pub(super) fn draw(&self, s: &State, rng: &mut Random) -> Move {
        let mut found = [(Hole::from_index(0), HoleSet::EMPTY, 0); MEN];
        let (mut men, mut total) = (0, 0);
        let _ = self.visit_men(&self.turn_of(s), |from, ends| {
            total += ends.len();
            found[men] = (from, ends, total);
            men += 1;
            ControlFlow::<()>::Continue(())
        });
        if total == 0 {
            return Move::PASS;
        }
        let skip = rng.random_range(0..total);
        let mut before = 0;
        for (from, ends, up_to) in found {
            if skip < up_to {
                return Move::new(from, ends.nth(skip - before));
            }
            before = up_to;
        }
        unreachable!("fewer moves are skipped than there are")
    }

    /// Whether the seat to move has no move but the pass.
    pub(super) fn is_blocked(&self, s: &State) -> bool {
        let turn = self.turn_of(s);
        let first = |_, ends: HoleSet| {
            if ends.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        !self.has_plain_step(&turn) && self.visit_men(&turn, first).is_continue()
    }

    /// Whether a man that nothing restricts can step to a hole that is open to all: nearly always, and soon found.
    #[inline]
    fn has_plain_step(&self, turn: &Turn<'_>) -> bool {
        let (mut movers, mut open) = (turn.own, turn.empty);
        if self.0.has_limits {
            let limits = self.limits(turn);
            let banned: HoleSet = limits.bans.iter().flatten().map(|ban| ban.hole).collect();
            (movers, open) = (movers & !limits.stay, open & !banned);
        }
        (0..4).any(|class| {
            around(class, &open.0).into_iter().fold(0, |all, near| all | near) & movers.0[class] != 0
        })
    }

    pub(super) fn allows(&self, s: &State, m: Move) -> bool {
        if m.is_pass() {
            return m == Move::PASS && self.is_blocked(s);
        }
        self.turn_of(s).own.contains(m.from())
            && self.connects(s, m)
            && self.limits(&self.turn_of(s)).ends(m.from(), self.holes()).contains(m.to())
    }

    /// Whether the man could go there if only the men between mattered: by a step or by hops.
    pub(super) fn connects(&self, s: &State, m: Move) -> bool {
        let turn = self.turn_of(s);
        let class = m.from().class();
        let hops = Hops::new(class, &turn.men.0);
        let (reached, _) = hops.flood(m.from().bit(), turn.empty.0[class]);
        let near = self.tables().steps[m.from().index()].contains(m.to());
        turn.empty.contains(m.to()) && (near || m.to().class() == class && reached & m.to().bit() != 0)
    }

    /// Whether the rules forbid the man to end there though it could come there.
    pub(super) fn is_banned(&self, s: &State, m: Move) -> bool {
        let limits = Limits { stay: HoleSet::EMPTY, ..self.limits(&self.turn_of(s)) };
        !limits.ends(m.from(), self.holes()).contains(m.to())
    }

    /// The landings of a shortest chain (or the step), both ends included; among equals the one whose holes come first in
    /// the order of holes, looked at from the start.
    pub(super) fn path(&self, s: &State, m: Move) -> Vec<Hole> {
        if m.is_pass() || self.tables().steps[m.from().index()].contains(m.to()) {
            return if m.is_pass() { Vec::new() } else { vec![m.from(), m.to()] };
        }
        let turn = self.turn_of(s);
        let class = m.from().class();
        let hops = Hops::new(class, &turn.men.0);
        let mut came_from = [None; 64];
        let (mut queue, mut seen) = (vec![m.from()], m.from().bit());
        let mut next = 0;
        while let Some(&hole) = queue.get(next) {
            next += 1;
            let fresh = hops.step(hole.bit()) & turn.empty.0[class] & !seen;
            seen |= fresh;
            for bit in bits(fresh) {
                came_from[bit as usize] = Some(hole);
                queue.push(Hole::of_class(class, bit));
            }
        }
        let before = |hole: &Hole| came_from[hole.index() & 63];
        let mut path: Vec<Hole> = std::iter::successors(Some(m.to()), before).collect();
        path.reverse();
        path
    }

    /// Calls `f` with every connected part of the empty holes that some man can hop to: the parity class it lies in, all
    /// men (of whichever seat, as bits of the class's word) that reach every hole of it, and its holes. What rules about
    /// camps forbid is not taken away: this is what evaluations ask of a position.
    #[inline]
    pub fn visit_hops(&self, s: &State, mut f: impl FnMut(usize, u64, u64)) {
        let turn = self.turn_of(s);
        for class in 0..4 {
            let (men, empty) = (turn.men.0[class], turn.empty.0[class]);
            let hops = Hops::new(class, &turn.men.0);
            let mut seeds = hops.step(men) & empty;
            while seeds != 0 {
                let (part, rim) = hops.flood(seeds & seeds.wrapping_neg(), empty);
                seeds &= !part;
                f(class, rim & men, part);
            }
        }
    }

    fn turn_of<'a>(&self, s: &'a State) -> Turn<'a> {
        let seat = usize::from(s.status.to_move) % SEATS;
        let men = s.occupied();
        Turn { state: s, seat, own: s.men[seat], men, empty: self.tables().board & !men }
    }

    fn limits(&self, turn: &Turn<'_>) -> Limits {
        let mut limits = Limits { stay: HoleSet::EMPTY, bans: [None; SEATS] };
        if self.settings().leave_goal == Bound::End {
            limits.stay = self.tables().goal[turn.seat];
        }
        for seat in 0..self.players() {
            if seat != turn.seat {
                limits.bans[seat] = match (self.last_vacancy(turn, seat), self.last_of_seal(turn, seat)) {
                    // Then both are about the only vacancy of the goal.
                    (Some(a), Some(b)) => Some(Ban { hole: a.hole, spared: a.spared & b.spared }),
                    (a, b) => a.or(b),
                };
            }
        }
        limits
    }

    /// The last empty hole of another's goal in which that one has a man: by the rule `mover` nobody may fill it from
    /// outside, for the owner would be home without having moved.
    fn last_vacancy(&self, turn: &Turn<'_>, seat: usize) -> Option<Ban> {
        let goal = self.tables().goal[seat];
        if self.settings().win != Win::Mover || (turn.state.men[seat] & goal).is_empty() {
            return None;
        }
        (goal & turn.empty).only().map(|hole| Ban { hole, spared: goal })
    }

    /// The last hole from where another's goal is sealed, if its tip is empty or would be.
    fn last_of_seal(&self, turn: &Turn<'_>, seat: usize) -> Option<Ban> {
        let (seal, tip) = (self.tables().seal[seat], self.tables().tip[seat]);
        let missing = (seal & !turn.own).only().filter(|&hole| turn.empty.contains(hole))?;
        if !turn.men.contains(tip) {
            return Some(Ban { hole: missing, spared: seal });
        }
        let at_tip: HoleSet = [tip].into_iter().collect();
        turn.own.contains(tip).then_some(Ban { hole: missing, spared: !at_tip })
    }

    /// Calls `f` with every man of the seat to move and where it may end (perhaps nowhere), in the order of holes.
    #[inline]
    fn visit_men<B>(
        &self,
        turn: &Turn<'_>,
        mut f: impl FnMut(Hole, HoleSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let limits = self.0.has_limits.then(|| self.limits(turn));
        let mut reach = [0; 64];
        for class in 0..4 {
            let movers = turn.own.0[class];
            if movers == 0 {
                continue;
            }
            reach_of_class(turn, class, &mut reach);
            for bit in bits(movers) {
                let from = Hole::of_class(class, bit);
                let mut ends = self.tables().steps[from.index()] & turn.empty;
                ends.0[class] = std::mem::take(&mut reach[bit as usize & 63]);
                f(from, limits.as_ref().map_or(ends, |limits| limits.ends(from, ends)))?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Limits {
    /// What is left of the ends of a man's turn.
    fn ends(&self, from: Hole, mut ends: HoleSet) -> HoleSet {
        if self.stay.contains(from) {
            ends = ends & self.stay;
        }
        for ban in self.bans.iter().flatten() {
            if ends.contains(ban.hole) && !ban.spared.contains(from) {
                ends.flip(ban.hole);
            }
        }
        ends
    }
}

/// Adds to `reach` where the men of a class can hop to. The empty holes fall into connected parts, and what a man reaches
/// is the parts next to it: each part is found once, for all men.
#[inline]
fn reach_of_class(turn: &Turn<'_>, class: usize, reach: &mut [u64; 64]) {
    let (movers, empty) = (turn.own.0[class], turn.empty.0[class]);
    let hops = Hops::new(class, &turn.men.0);
    let mut seeds = hops.step(movers) & empty;
    while seeds != 0 {
        let (part, rim) = hops.flood(seeds & seeds.wrapping_neg(), empty);
        seeds &= !part;
        for bit in bits(rim & movers) {
            reach[bit as usize & 63] |= part;
        }
    }
}

/// How many turns the men of a class have, where they may end anywhere, without looking at single men.
#[inline(always)]
fn count_class(turn: &Turn<'_>, class: usize) -> u32 {
    let (movers, empty) = (turn.own.0[class], turn.empty.0[class]);
    let mut count = around(class, &turn.empty.0).map(|near| (near & movers).count_ones()).iter().sum();
    let hops = Hops::new(class, &turn.men.0);
    let mut seeds = hops.step(movers) & empty;
    while seeds != 0 {
        let (part, rim) = hops.flood(seeds & seeds.wrapping_neg(), empty);
        seeds &= !part;
        count += (rim & movers).count_ones() * part.count_ones();
    }
    count
}

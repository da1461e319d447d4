//! The turns of a position, as moves: all, one, how many, by which way.
use super::Halma;
use super::board::{Square, SquareSet, bits};
use super::count::Counter;
use super::hops::{Hops, STEPS};
use super::list::{self, Sheet};
use super::pick::Picker;
use super::plan::{Board, Plan};
use super::state::{Move, State};
use super::turns::Sink;
use std::ops::ControlFlow;

impl Halma {
    pub(super) fn visit<B>(&self, s: &State, f: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let board = self.board_of(s);
        let mut visitor = Visitor { f, blocked: true };
        self.find_turns(&board, &self.plan(&board), &mut visitor)?;
        if visitor.blocked { (visitor.f)(Move::PASS) } else { ControlFlow::Continue(()) }
    }

    /// Appends what [`Halma::visit`] visits, in the same order.
    pub(super) fn list(&self, s: &State, out: &mut Vec<Move>) {
        let before = out.len();
        let board = self.board_of(s);
        let mut sheet = Sheet::new(out);
        let _ = self.find_turns(&board, &self.plan(&board), &mut sheet);
        sheet.finish();
        if out.len() == before {
            out.push(Move::PASS);
        }
    }

    pub(super) fn count(&self, s: &State) -> u64 {
        let board = self.board_of(s);
        let mut counter = Counter::default();
        let _ = self.find_turns(&board, &self.plan(&board), &mut counter);
        counter.total().max(1)
    }

    /// The move that so many others come before in the order of [`Halma::visit`]; the pass if there is none.
    pub(super) fn nth(&self, s: &State, before: u64) -> Move {
        let board = self.board_of(s);
        let picked = self.find_turns(&board, &self.plan(&board), &mut Picker { before });
        picked.break_value().unwrap_or(Move::PASS)
    }

    /// Whether the seat to move has no move but the pass.
    pub(super) fn is_blocked(&self, s: &State) -> bool {
        let board = self.board_of(s);
        !self.has_turn(&board, &self.plan(&board))
    }

    pub(super) fn has_turn(&self, board: &Board<'_>, plan: &Plan) -> bool {
        self.find_turns(board, plan, &mut Any).is_break()
    }

    pub(super) fn allows(&self, s: &State, m: Move) -> bool {
        if m.is_pass() {
            return self.is_blocked(s);
        }
        let board = self.board_of(s);
        if !board.own.contains(m.from()) || !board.empty.contains(m.to()) {
            return false;
        }
        let by_rules = self.ends(&board, &self.plan(&board), m.from()).contains(m.to());
        by_rules && self.reach(&board, m.from()).contains(m.to())
    }

    /// Whether the man could go there if only the squares between mattered: by a step or by hops, camps disregarded.
    pub(super) fn connects(&self, s: &State, m: Move) -> bool {
        let board = self.board_of(s);
        let class = m.from().class();
        let hops = Hops::new(class, &board.men.0);
        let (reached, _) = hops.flood(m.from().bit(), board.empty.0[class]);
        self.neighbours(m.from()).contains(m.to()) || m.to().class() == class && reached & m.to().bit() != 0
    }

    /// The landings of a shortest chain (or the step), both ends included; among equals the one whose squares come first
    /// in the order of squares, looked at from the start.
    pub(super) fn path(&self, s: &State, m: Move) -> Vec<Square> {
        if m.is_pass() {
            return Vec::new();
        }
        if self.neighbours(m.from()).contains(m.to()) {
            return vec![m.from(), m.to()];
        }
        let board = self.board_of(s);
        let class = m.from().class();
        let hops = Hops::new(class, &board.men.0);
        let mut came_from = [None; 64];
        let (mut queue, mut seen) = (vec![m.from()], m.from().bit());
        let mut next = 0;
        while let Some(&square) = queue.get(next) {
            next += 1;
            let onward = self.zones_from(&board, square).fold(0, |all, zone| all | zone.0[class]);
            let fresh = hops.step(square.bit()) & board.empty.0[class] & onward & !seen;
            seen |= fresh;
            for bit in bits(fresh) {
                came_from[bit as usize & 63] = Some(square);
                queue.push(Square::of_class(class, bit));
            }
        }
        let before = |square: &Square| came_from[square.index() & 63];
        let mut path: Vec<Square> = std::iter::successors(Some(m.to()), before).collect();
        path.reverse();
        path
    }

    /// Where one man can go, by steps and hops.
    fn reach(&self, board: &Board<'_>, from: Square) -> SquareSet {
        let class = from.class();
        let hops = Hops::new(class, &board.men.0);
        let mut reached = from.bit();
        for zone in self.zones_from(board, from) {
            (reached, _) = hops.flood(reached, board.empty.0[class] & zone.0[class]);
        }
        let mut all = self.neighbours(from) & board.empty;
        all.0[class] = reached & board.empty.0[class];
        all
    }

    /// The zones where a chain may land that stands here: its own, then the later ones.
    fn zones_from(&self, board: &Board<'_>, square: Square) -> impl Iterator<Item = &SquareSet> {
        let zones = &self.tables().zones[board.seat][..self.tables().zone_count];
        let here = zones.iter().position(|zone| zone.contains(square)).unwrap_or(0);
        zones[here..].iter()
    }
}

/// Hands on one move after the other.
struct Visitor<F> {
    f: F,
    blocked: bool,
}

impl<B, F: FnMut(Move) -> ControlFlow<B>> Sink for Visitor<F> {
    type Break = B;

    #[inline]
    fn steps(&mut self, class: usize, men: [u64; 8]) -> ControlFlow<B> {
        for bit in bits(list::all(&men)) {
            self.blocked = false;
            for direction in bits(list::of_man(&men, bit).into()) {
                let step = STEPS[class & 3][direction as usize & 7];
                (self.f)(Move::by(Square::of_class(class, bit), step.into()))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn hops(&mut self, class: usize, men: u64, ends: u64) -> ControlFlow<B> {
        self.blocked = false;
        for bit in bits(men) {
            for end in bits(ends) {
                (self.f)(Move::new(Square::of_class(class, bit), Square::of_class(class, end)))?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Breaks off at any turn.
struct Any;

impl Sink for Any {
    type Break = ();

    fn steps(&mut self, _: usize, men: [u64; 8]) -> ControlFlow<()> {
        if list::all(&men) == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn hops(&mut self, _: usize, _: u64, _: u64) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

//! A position, and how a stone or a swap changes it.
use super::board::{Board, Linked, cells_of};
use super::symmetry::swapped;
use super::tables::Tables;
use super::{Connection, Kind};
use crate::{Outcome, Reasons, Seat, Team};
use std::fmt;

/// A stone on a cell, or `swap`. Ordered as the moves come, row by row; `swap` is last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    /// Taking over the stone of the first player.
    pub const SWAP: Move = Move(u16::MAX);

    /// Whether it is the swap.
    #[inline]
    pub fn is_swap(self) -> bool {
        self == Move::SWAP
    }

    #[inline]
    pub(super) const fn to(place: usize) -> Move {
        Move(place as u16)
    }

    /// Where the stone is put.
    #[inline]
    pub(super) fn place(self) -> usize {
        self.0.into()
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_swap() { write!(f, "swap") } else { write!(f, "place {}", self.0) }
    }
}

/// A position.
pub struct State<K, const CELLS: usize> {
    pub(super) board: Board<K, CELLS>,
    pub(super) key: u64,
    /// The ply about to be played.
    pub(super) ply: u32,
    /// How many cells hold no stone.
    pub(super) empty: u16,
    pub(super) to_move: Seat,
    pub(super) outcome: Option<Outcome>,
}

/// What takes a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo(Option<Linked>);

impl<K: Kind, const CELLS: usize> State<K, CELLS> {
    pub(super) fn start(board: Board<K, CELLS>, empty: u16) -> State<K, CELLS> {
        State { board, key: 0, ply: 1, empty, to_move: Seat::A, outcome: None }
    }

    /// Who has a stone on a place.
    pub(super) fn holder(&self, place: usize) -> Option<Seat> {
        Seat::all(2).find(|seat| self.board.has(seat.index(), place))
    }
}

#[expect(
    clippy::expl_impl_clone_on_copy,
    reason = "derived for a generic type, it copies part by part, and twice"
)]
impl<K: Kind, const CELLS: usize> Clone for State<K, CELLS> {
    /// One copy of its bytes.
    #[inline]
    fn clone(&self) -> State<K, CELLS> {
        *self
    }
}

impl<K: Kind, const CELLS: usize> Copy for State<K, CELLS> {}

/// Strings are not compared: how their trees have grown depends on the order of the stones.
impl<K: Kind, const CELLS: usize> PartialEq for State<K, CELLS> {
    fn eq(&self, other: &State<K, CELLS>) -> bool {
        let stones = |s: &State<K, CELLS>| [0, 1].map(|seat| *s.board.stones(seat));
        let status = |s: &State<K, CELLS>| (s.key, s.ply, s.empty, s.to_move, s.outcome);
        stones(self) == stones(other) && status(self) == status(other)
    }
}

impl<K: Kind, const CELLS: usize> Eq for State<K, CELLS> {}

impl<K: Kind, const CELLS: usize> fmt::Debug for State<K, CELLS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let State { board, key, ply, empty, to_move, outcome } = self;
        write!(f, "{board:?}, key {key:x}, ply {ply}, {empty} empty, {to_move} to move, {outcome:?}")
    }
}

#[inline]
fn other(seat: Seat) -> Seat {
    if seat == Seat::A { Seat::B } else { Seat::A }
}

impl<K: Kind, const CELLS: usize> Tables<K, CELLS> {
    /// What the key holds beside the stones; nothing in most games, once their opening is over. Whose turn it is follows
    /// from the stones unless a handicap, a swap or a position from text has it otherwise.
    pub(super) fn status_key(&self, s: &State<K, CELLS>) -> u64 {
        let stones = self.places.len() - usize::from(s.empty);
        let turn = if (s.to_move == Seat::A) == stones.is_multiple_of(2) { 0 } else { self.turn_key };
        let swap = if self.swap_is_open(s) { self.swap_key } else { 0 };
        let left = self.settings.handicap.saturating_sub(s.ply) as usize;
        turn ^ swap ^ self.handicap_keys[left]
    }

    pub(super) fn swap_is_open(&self, s: &State<K, CELLS>) -> bool {
        self.settings.swap
            && (s.ply, s.to_move, usize::from(s.empty) + 1) == (2, Seat::B, self.places.len())
            && cells_of(s.board.stones(0)).next().is_some()
    }

    /// Puts a stone of the seat to move, whose turn is over then.
    #[inline]
    pub(super) fn put(&self, s: &mut State<K, CELLS>, place: usize) -> Linked {
        self.put_where(s, place, |_, _| true)
    }

    /// As [`Tables::put`], in a game where a ring that this stone of a seat closes wins only if `counts` says so.
    #[inline]
    pub(super) fn put_where(
        &self,
        s: &mut State<K, CELLS>,
        place: usize,
        counts: impl FnOnce(&Board<K, CELLS>, usize) -> bool,
    ) -> Linked {
        let mover = s.to_move;
        let seat = mover.index() % 2;
        let (mut junction, linked) = s.board.put(seat, place);
        junction.ring = junction.ring && counts(&s.board, seat);
        s.key ^= self.stone_keys[seat][place % CELLS];
        s.empty -= 1;
        s.ply += 1;
        s.to_move = other(mover);
        if K::wins(mover, junction.border(), junction.ring) {
            let reasons = K::completed(mover, junction.border(), junction.ring);
            s.outcome = Some(Outcome::win(Team::new(seat), 2, reasons));
        } else if s.empty == 0 {
            s.outcome = Some(Outcome::draw(2, Reasons::FULL_BOARD));
        }
        linked
    }
}

impl<K: Kind, const CELLS: usize> Connection<K, CELLS> {
    #[inline]
    pub(super) fn swap_is_open(&self, s: &State<K, CELLS>) -> bool {
        s.ply <= self.0.opening_plies && self.0.swap_is_open(s)
    }

    #[inline]
    pub(super) fn make(&self, s: &mut State<K, CELLS>, m: Move) -> Undo {
        if s.ply > self.0.opening_plies {
            return Undo(Some(self.0.put(s, m.place())));
        }
        self.make_in_opening(s, m)
    }

    #[inline(never)]
    pub(super) fn make_in_opening(&self, s: &mut State<K, CELLS>, m: Move) -> Undo {
        s.key ^= self.0.status_key(s);
        let linked = if m.is_swap() {
            self.swap(s, 0, 1);
            s.ply += 1;
            s.to_move = other(s.to_move);
            None
        } else {
            Some(self.0.put(s, m.place()))
        };
        if s.ply <= self.0.settings.handicap {
            s.to_move = Seat::A;
        }
        s.key ^= self.0.status_key(s);
        Undo(linked)
    }

    #[inline]
    pub(super) fn unmake(&self, s: &mut State<K, CELLS>, m: Move, undo: Undo) {
        let in_opening = s.ply <= self.0.opening_plies + 1;
        s.key ^= if in_opening { self.0.status_key(s) } else { 0 };
        s.outcome = None;
        s.ply -= 1;
        s.to_move = if s.ply <= self.0.settings.handicap { Seat::A } else { other(s.to_move) };
        match undo.0 {
            Some(linked) => {
                let seat = s.to_move.index() % 2;
                s.board.take(seat, m.place(), linked);
                s.key ^= self.0.stone_keys[seat][m.place() % CELLS];
                s.empty += 1;
            }
            None => self.swap(s, 1, 0),
        }
        s.key ^= if in_opening { self.0.status_key(s) } else { 0 };
    }

    /// The other seat to move with the same stones, once the opening is over.
    pub(super) fn pass(&self, s: &State<K, CELLS>) -> Option<State<K, CELLS>> {
        let past_opening = s.ply > self.0.opening_plies && s.outcome.is_none();
        past_opening.then(|| State {
            key: s.key ^ self.0.turn_key,
            ply: s.ply + 1,
            to_move: other(s.to_move),
            ..*s
        })
    }

    /// Makes the only stone on the board, of seat `from`, one of `to`.
    fn swap(&self, s: &mut State<K, CELLS>, from: usize, to: usize) {
        let stone = cells_of(s.board.stones(from)).next();
        let place = stone.expect("a stone to take over");
        let image = swapped::<K, CELLS>(place);
        s.board = self.0.start.board;
        s.board.put(to, image);
        s.key ^= self.0.stone_keys[from][place] ^ self.0.stone_keys[to][image];
    }

    pub(super) fn full_key(&self, s: &State<K, CELLS>) -> u64 {
        self.0.status_key(s) ^ self.stones_key(s, |place| place)
    }

    /// The part of the key that is about stones, with these seen elsewhere.
    pub(super) fn stones_key(&self, s: &State<K, CELLS>, seen: impl Fn(usize) -> usize) -> u64 {
        let stones = (0..2).flat_map(|seat| cells_of(s.board.stones(seat)).map(move |place| (seat, place)));
        stones.fold(0, |key, (seat, place)| key ^ self.0.stone_keys[seat][seen(place)])
    }
}

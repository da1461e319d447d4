//! A position, and how a turn changes it.
use super::Halma;
use super::board::{Square, SquareSet};
use super::tables::SEATS;
use crate::{Outcome, Seat};
use std::fmt;

/// A turn: where a man starts and where it ends, by a step or by a chain of hops; or the forced pass.
///
/// Moves are ordered by start, then by end, in the order of [`Square`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    /// The turn of a player who has no other.
    pub const PASS: Move = Move(0);

    /// The turn from one square to another. From a square to itself there is none; `a1` to `a1` stands for the pass.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        Move((from.index() << 8 | to.index()) as u16)
    }

    /// The turn from a square to the one whose index is greater by `step`, modulo 256.
    #[inline]
    pub(super) const fn by(from: Square, step: u16) -> Move {
        let from = from.index() as u16;
        Move(from << 8 | from.wrapping_add(step) & 255)
    }

    /// Where the man stood.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_index((self.0 >> 8) as u8)
    }

    /// Where it ends.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index((self.0 & 255) as u8)
    }

    /// Whether it is the pass.
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_pass() { write!(f, "pass") } else { write!(f, "{}-{}", self.from(), self.to()) }
    }
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(in crate::games) men: [SquareSet; SEATS],
    pub(super) status: Status,
}

/// All of a position but the men.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Status {
    pub key: u64,
    /// The ply about to be played.
    pub ply: u32,
    /// How many turns of players who are out have been passed over; counted only where a deadline needs it.
    pub skipped: u32,
    pub to_move: u8,
    /// Places taken by seat, 1 the best; 0 for those who still play.
    pub places: [u8; SEATS],
    pub outcome: Option<Outcome>,
}

/// What takes a turn back: all that a turn may change and that does not follow from it. No turn is made when the game is
/// over.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    key: u64,
    skipped: u32,
    places: [u8; SEATS],
    to_move: u8,
}

impl State {
    /// The men of a seat.
    #[inline]
    pub fn men(&self, seat: Seat) -> SquareSet {
        self.men[seat.index()]
    }

    /// All men.
    #[inline]
    pub fn occupied(&self) -> SquareSet {
        self.men[0] | self.men[1] | self.men[2] | self.men[3]
    }

    /// The place a seat has taken while others play on, 0 the best.
    pub fn place(&self, seat: Seat) -> Option<u8> {
        self.status.places[seat.index()].checked_sub(1)
    }
}

impl Halma {
    pub(super) fn start(&self) -> State {
        let mut men = [SquareSet::EMPTY; SEATS];
        let seats = self.players();
        men[..seats].copy_from_slice(&self.tables().home[..seats]);
        let status = Status { key: 0, ply: 1, skipped: 0, to_move: 0, places: [0; SEATS], outcome: None };
        let mut state = State { men, status };
        state.status.key = self.full_key(&state);
        let status = state.status;
        self.settle_others(&mut state, status, 0);
        state
    }

    #[inline]
    pub(super) fn make(&self, s: &mut State, m: Move) -> Undo {
        debug_assert!(s.status.outcome.is_none());
        let Status { key, skipped, places, to_move, .. } = s.status;
        let seat = usize::from(to_move) % SEATS;
        let keys = &self.tables().keys;
        if !m.is_pass() {
            debug_assert!(s.men[seat].contains(m.from()) && !s.occupied().contains(m.to()));
            s.men[seat].flip(m.from());
            s.men[seat].flip(m.to());
            s.status.key ^= keys.men[seat][m.from().index()] ^ keys.men[seat][m.to().index()];
        }
        s.status.ply += 1;
        self.give_turn(s, self.after(seat));
        self.settle(s, seat, m);
        Undo { key, skipped, places, to_move }
    }

    #[inline]
    pub(super) fn unmake(s: &mut State, m: Move, undo: Undo) {
        let Undo { key, skipped, places, to_move } = undo;
        s.status = Status { key, ply: s.status.ply - 1, skipped, to_move, places, outcome: None };
        if !m.is_pass() {
            let seat = usize::from(to_move) % SEATS;
            s.men[seat].flip(m.from());
            s.men[seat].flip(m.to());
        }
    }

    /// The seat that follows at the table.
    #[inline]
    pub(super) fn after(&self, seat: usize) -> usize {
        if seat + 1 == self.players() { 0 } else { seat + 1 }
    }

    #[inline]
    pub(super) fn give_turn(&self, s: &mut State, seat: usize) {
        let keys = &self.tables().keys;
        s.status.key ^= keys.to_move[usize::from(s.status.to_move) % SEATS] ^ keys.to_move[seat % SEATS];
        s.status.to_move = seat as u8;
    }

    pub(super) fn full_key(&self, s: &State) -> u64 {
        let keys = &self.tables().keys;
        let mut key = keys.to_move[usize::from(s.status.to_move)];
        for seat in 0..SEATS {
            key ^= keys.places[seat][usize::from(s.status.places[seat])];
            key = s.men[seat].iter().fold(key, |key, square| key ^ keys.men[seat][square.index()]);
        }
        key
    }

    pub(super) fn map(&self, symmetry: usize, s: &State) -> State {
        let map = &self.tables().symmetries[symmetry];
        let mut mapped = *s;
        mapped.men = s.men.map(|men| super::tables::map_set(map, men));
        mapped.status.key = self.full_key(&mapped);
        mapped
    }
}

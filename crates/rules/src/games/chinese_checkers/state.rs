//! A position, and how a turn changes it.
use super::ChineseCheckers;
use super::holes::{Hole, HoleSet};
use super::tables::{SEATS, map_set};
use crate::{Outcome, PositionError, Seat};
use std::fmt;

/// A turn: where a man starts and where it ends, by a step or by a chain of hops; or the forced pass.
///
/// Moves are ordered by start, then by end, in the order of [`Hole`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    from: Hole,
    to: Hole,
}

impl Move {
    /// The turn of a player who has no other.
    pub const PASS: Move = Move { from: Hole::from_index(0), to: Hole::from_index(0) };

    /// The turn from one hole to another.
    pub const fn new(from: Hole, to: Hole) -> Move {
        Move { from, to }
    }

    /// Where the man stood. Without meaning for the pass.
    #[inline]
    pub const fn from(self) -> Hole {
        self.from
    }

    /// Where it ends. Without meaning for the pass.
    #[inline]
    pub const fn to(self) -> Hole {
        self.to
    }

    /// Whether it is the pass.
    #[inline]
    pub fn is_pass(self) -> bool {
        self.from == self.to
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_pass() { write!(f, "pass") } else { write!(f, "{:?}-{:?}", self.from, self.to) }
    }
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(super) men: [HoleSet; SEATS],
    pub(super) status: Status,
}

/// All of a position but the men.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Status {
    pub key: u64,
    /// The ply about to be played.
    pub ply: u32,
    pub to_move: u8,
    pub outcome: Option<Outcome>,
}

/// What takes a turn back.
#[derive(Clone, Copy, Debug)]
pub struct Undo(Status);

impl State {
    /// The men of a seat.
    #[inline]
    pub fn men(&self, seat: Seat) -> HoleSet {
        self.men[seat.index()]
    }

    /// All men.
    #[inline]
    pub fn occupied(&self) -> HoleSet {
        let [a, b, c, d, e, f] = self.men;
        a | b | (c | d) | (e | f)
    }
}

impl ChineseCheckers {
    /// The position with these men of each seat, who is to move, and the number of the ply about to be played. For
    /// solvers and tests, which go through positions by the men; from outside they come in as text.
    ///
    /// Refused where it cannot be: men off the board, too few or too many, two in a hole, or what the rules call illegal.
    pub fn set_up(&self, men: &[HoleSet], to_move: Seat, ply: u32) -> Result<State, PositionError> {
        let refuse = |what: String| Err(PositionError::new(0, what));
        let seats = self.players();
        if men.len() != seats || to_move.index() >= seats {
            return refuse(format!("there are {seats} seats"));
        }
        let mut all = HoleSet::EMPTY;
        for (&men, seat) in men.iter().zip(Seat::all(seats)) {
            let (found, right) = (men.len(), self.home(seat).len());
            if found != right {
                return refuse(format!("{seat} has {found} of its {right} men; none ever leaves the board"));
            }
            if !self.holes().covers(men) || !(men & all).is_empty() {
                return refuse(format!("{seat} has a man off the board or in another's hole"));
            }
            all = all | men;
        }
        let status = Status { key: 0, ply, to_move: to_move.index() as u8, outcome: None };
        let mut state = State { men: [HoleSet::EMPTY; SEATS], status };
        state.men[..seats].copy_from_slice(men);
        state.status.key = self.full_key(&state);
        self.settle_anew(&mut state).map_err(|what| PositionError::new(0, what))?;
        Ok(state)
    }

    pub(super) fn start(&self) -> State {
        let homes = &self.tables().home[..self.players()];
        self.set_up(homes, Seat::A, 1).expect("all men at home are a position")
    }

    #[inline]
    pub(super) fn make(&self, s: &mut State, m: Move) -> Undo {
        let undo = Undo(s.status);
        let seat = usize::from(s.status.to_move) % SEATS;
        let keys = &self.tables().keys;
        if !m.is_pass() {
            debug_assert!(s.men[seat].contains(m.from) && !s.occupied().contains(m.to));
            s.men[seat].flip(m.from);
            s.men[seat].flip(m.to);
            s.status.key ^= keys.men[seat][m.from.index()] ^ keys.men[seat][m.to.index()];
        }
        let next = if seat + 1 == self.players() { 0 } else { seat + 1 };
        s.status.key ^= keys.to_move[seat] ^ keys.to_move[next % SEATS];
        s.status.to_move = next as u8;
        s.status.ply += 1;
        self.settle(s, m);
        undo
    }

    #[inline]
    pub(super) fn unmake(s: &mut State, m: Move, undo: Undo) {
        s.status = undo.0;
        if !m.is_pass() {
            let seat = usize::from(s.status.to_move) % SEATS;
            s.men[seat].flip(m.from);
            s.men[seat].flip(m.to);
        }
    }

    pub(super) fn full_key(&self, s: &State) -> u64 {
        let keys = &self.tables().keys;
        let turn = keys.to_move[usize::from(s.status.to_move)];
        s.men
            .iter()
            .zip(keys.men.iter())
            .fold(turn, |key, (men, keys)| men.iter().fold(key, |key, hole| key ^ keys[hole.index()]))
    }

    pub(super) fn map(&self, symmetry: usize, s: &State) -> State {
        let map = &self.tables().symmetries[symmetry];
        let mut mapped = *s;
        mapped.men = s.men.map(|men| map_set(map, men));
        mapped.status.key = self.full_key(&mapped);
        mapped
    }
}

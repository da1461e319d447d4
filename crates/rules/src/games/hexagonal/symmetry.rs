//! Positions and moves seen through the symmetries of the board.
use super::board::{Board, cells_of};
use super::{Connection, Kind, Move, State};
use crate::{Outcome, Team};

impl<K: Kind, const CELLS: usize> Connection<K, CELLS> {
    pub(super) fn seen_through(&self, symmetry: usize, s: &State<K, CELLS>) -> State<K, CELLS> {
        self.rebuilt(s, |seat, place| (seat, self.0.symmetries[symmetry][place].into()))
    }

    pub(super) fn move_seen_through(&self, symmetry: usize, m: Move) -> Move {
        if m.is_swap() { m } else { Move::to(self.0.symmetries[symmetry][m.place()].into()) }
    }

    /// The position with every stone where, and of the seat that, `image` says. All else stays.
    pub(super) fn rebuilt(
        &self,
        s: &State<K, CELLS>,
        image: impl Fn(usize, usize) -> (usize, usize),
    ) -> State<K, CELLS> {
        let mut seen = State { board: self.0.start.board, ..*s };
        for seat in 0..2 {
            for place in cells_of(s.board.stones(seat)) {
                let (seat, place) = image(seat, place);
                seen.board.put(seat, place);
            }
        }
        seen.key = self.full_key(&seen);
        seen
    }

    /// The least key of the position seen through all symmetries that keep the seats: the same for positions that are.
    pub fn canonical_key(&self, s: &State<K, CELLS>) -> u64 {
        let through = |map: &[u16; CELLS]| self.stones_key(s, |place| map[place].into());
        let least = self.0.symmetries.iter().map(through).min().unwrap_or(0);
        least ^ self.0.status_key(s)
    }

    /// The stones of each seat given to the other, where a swap would put them, and the turn as well.
    pub(in crate::games) fn with_seats_exchanged(&self, s: &State<K, CELLS>) -> State<K, CELLS> {
        let outcome = s.outcome.map(|outcome| match outcome.winner() {
            Some(team) => Outcome::win(Team::new(1 - team.index()), 2, outcome.reasons()),
            None => outcome,
        });
        let turned = State { to_move: s.to_move.next(2), outcome, ..*s };
        self.rebuilt(&turned, |seat, place| (1 - seat, swapped::<K, CELLS>(place)))
    }
}

/// The move where a swap would put its stone.
pub(in crate::games) fn move_swapped<K: Kind, const CELLS: usize>(m: Move) -> Move {
    if m.is_swap() { m } else { Move::to(swapped::<K, CELLS>(m.place())) }
}

/// Where a swap takes a stone.
pub(super) fn swapped<K: Kind, const CELLS: usize>(place: usize) -> usize {
    let (row, column) = Board::<K, CELLS>::row_and_column(place);
    let (row, column) = K::swapped(row, column);
    Board::<K, CELLS>::cell(row, column)
}

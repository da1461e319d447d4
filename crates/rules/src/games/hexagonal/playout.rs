//! Random games at full speed: the empty cells are kept as a list from which moves are drawn, and nothing is kept to take
//! moves back.
use super::board::{Board, CellSet};
use super::{Connection, Kind, Move, State};
use crate::random::RngExt;
use crate::{Outcome, Random, Seat};

/// The empty cells, of which some are drawn. No more of the order is settled than has been drawn.
struct Lots<const CELLS: usize> {
    places: [u16; CELLS],
    left: usize,
}

impl<const CELLS: usize> Lots<CELLS> {
    /// Draws a cell, each with the same chance. There must be one.
    #[inline]
    fn draw(&mut self, rng: &mut Random) -> usize {
        let drawn = rng.random_range(0..self.left as u32) as usize % CELLS;
        self.left -= 1;
        let place = self.places[drawn];
        self.places[drawn] = self.places[self.left % CELLS];
        place.into()
    }
}

impl<K: Kind, const CELLS: usize> Connection<K, CELLS> {
    /// The places that hold no stone.
    #[inline]
    pub(super) fn empty_places(&self, s: &State<K, CELLS>) -> CellSet {
        let (a, b) = (s.board.stones(0), s.board.stones(1));
        std::array::from_fn(|word| self.0.on_board[word] & !(a[word] | b[word]))
    }

    fn lots(&self, s: &State<K, CELLS>) -> Lots<CELLS> {
        let mut lots = Lots { places: [0; CELLS], left: s.empty.into() };
        if lots.left == self.cells() {
            lots.places[..lots.left].copy_from_slice(&self.0.places);
            return lots;
        }
        let mut next = 0;
        for (word, mut empty) in self.empty_places(s).into_iter().enumerate() {
            while empty != 0 {
                lots.places[next % CELLS] = (64 * word) as u16 + empty.trailing_zeros() as u16;
                next += 1;
                empty &= empty - 1;
            }
        }
        lots
    }

    /// One of the legal moves, each with the same chance.
    pub(super) fn draw(&self, s: &State<K, CELLS>, rng: &mut Random) -> Move {
        let mut skip = rng.random_range(0..self.count(s) as u32);
        for (word, mut empty) in self.empty_places(s).into_iter().enumerate() {
            if skip >= empty.count_ones() {
                skip -= empty.count_ones();
                continue;
            }
            for _ in 0..skip {
                empty &= empty - 1;
            }
            return Move::to(64 * word + empty.trailing_zeros() as usize);
        }
        Move::SWAP
    }

    /// See [`crate::Game::playout`].
    #[inline]
    pub(super) fn play_out(
        &self,
        s: &mut State<K, CELLS>,
        rng: &mut Random,
        max_plies: u32,
        choose: impl FnMut(&Self, &State<K, CELLS>, &mut Random) -> Option<Move>,
        sink: impl FnMut(Seat, Move),
    ) -> Option<Outcome> {
        self.play_out_where(s, rng, max_plies, choose, sink, |_, _, _| true)
    }

    /// As [`crate::Game::playout`], but a ring wins only if at least so many of its stones are on the board already. Those
    /// are counted on rings that border on what they surround, or on the six stones around one of them.
    #[inline]
    pub fn playout_with_old_rings(
        &self,
        s: &mut State<K, CELLS>,
        rng: &mut Random,
        max_plies: u32,
        old_stones: u32,
        choose: impl FnMut(&Self, &State<K, CELLS>, &mut Random) -> Option<Move>,
        sink: impl FnMut(Seat, Move),
    ) -> Option<Outcome> {
        let old = [0, 1].map(|seat| *s.board.stones(seat));
        self.play_out_where(s, rng, max_plies, choose, sink, |board, seat, place| {
            board.closed_ring_of(seat, place, &old[seat], old_stones)
        })
    }

    #[inline]
    fn play_out_where(
        &self,
        s: &mut State<K, CELLS>,
        rng: &mut Random,
        max_plies: u32,
        mut choose: impl FnMut(&Self, &State<K, CELLS>, &mut Random) -> Option<Move>,
        mut sink: impl FnMut(Seat, Move),
        ring_counts: impl Fn(&Board<K, CELLS>, usize, usize) -> bool,
    ) -> Option<Outcome> {
        let mut plies_left = max_plies;
        while s.outcome.is_none() && s.ply <= self.0.opening_plies && plies_left > 0 {
            let m = choose(self, s, rng).unwrap_or_else(|| self.draw(s, rng));
            sink(s.to_move, m);
            self.make_in_opening(s, m);
            plies_left -= 1;
        }
        if s.outcome.is_some() || plies_left == 0 {
            return s.outcome;
        }
        let mut lots = self.lots(s);
        // Whether there may be lots of cells that have been chosen.
        let mut stale = false;
        for _ in 0..plies_left {
            let place = match choose(self, s, rng) {
                Some(m) => {
                    stale = true;
                    m.place()
                }
                None => loop {
                    let place = lots.draw(rng);
                    if !stale || s.board.is_empty(place) {
                        break place;
                    }
                },
            };
            sink(s.to_move, Move::to(place));
            self.0.put_where(s, place, |board, seat| ring_counts(board, seat, place));
            if s.outcome.is_some() {
                break;
            }
        }
        s.outcome
    }
}

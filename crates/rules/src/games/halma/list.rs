//! Listing turns, several at a time.
use super::board::{Square, bits};
use super::hops::STEPS_OF;
use super::state::Move;
use super::turns::Sink;
use std::convert::Infallible;
use std::ops::ControlFlow;

/// The most moves that are written before the next look at the room that is left, with some to spare for whole writes.
const MOST: usize = 64 + 8;
const ROOM: usize = 64 + MOST;

/// Moves on their way into a list. Eight are written at once, then only the right ones counted: to write some too many
/// costs less than a branch for each.
pub(super) struct Sheet<'a> {
    out: &'a mut Vec<Move>,
    moves: [Move; ROOM],
    len: usize,
}

impl Sheet<'_> {
    pub(super) fn new(out: &mut Vec<Move>) -> Sheet<'_> {
        Sheet { out, moves: [Move::PASS; ROOM], len: 0 }
    }

    pub(super) fn finish(self) {
        self.out.extend_from_slice(&self.moves[..self.len]);
    }

    #[inline(always)]
    fn make_room(&mut self) {
        if self.len > ROOM - MOST {
            self.out.extend_from_slice(&self.moves[..self.len]);
            self.len = 0;
        }
    }
}

impl Sink for Sheet<'_> {
    type Break = Infallible;

    #[inline(always)]
    fn steps(&mut self, class: usize, men: [u64; 8]) -> ControlFlow<Infallible> {
        for bit in bits(all(&men)) {
            self.make_room();
            let from = Square::of_class(class, bit);
            let directions = of_man(&men, bit);
            let moves = STEPS_OF[class & 3][usize::from(directions)].map(|step| Move::by(from, step));
            self.moves[self.len..self.len + 8].copy_from_slice(&moves);
            self.len += directions.count_ones() as usize;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn hops(&mut self, class: usize, men: u64, ends: u64) -> ControlFlow<Infallible> {
        let first = Square::of_class(class, ends.trailing_zeros() & 63);
        if ends & ends.wrapping_sub(1) == 0 {
            for bit in bits(men) {
                self.make_room();
                self.moves[self.len] = Move::new(Square::of_class(class, bit), first);
                self.len += 1;
            }
            return ControlFlow::Continue(());
        }
        let mut squares = [Square::of_class(class, 0); 64];
        let mut count = 0;
        for bit in bits(ends) {
            squares[count & 63] = Square::of_class(class, bit);
            count += 1;
        }
        for bit in bits(men) {
            self.make_room();
            let from = Square::of_class(class, bit);
            for eight in 0..count.div_ceil(8) {
                let (next, squares) = (self.len + 8 * eight, &squares[8 * eight..8 * eight + 8]);
                for (slot, &to) in self.moves[next..next + 8].iter_mut().zip(squares) {
                    *slot = Move::new(from, to);
                }
            }
            self.len += count;
        }
        ControlFlow::Continue(())
    }
}

/// The men that have any of the directions.
#[inline(always)]
pub(super) fn all(men: &[u64; 8]) -> u64 {
    men.iter().fold(0, |all, men| all | men)
}

/// The directions among whose men is the one with this number, as bits.
#[inline(always)]
pub(super) fn of_man(men: &[u64; 8], bit: u32) -> u8 {
    (0..8).fold(0, |all, direction| all | ((men[direction] >> bit & 1) << direction) as u8)
}

//! Rings that were there before: whether a ring that a stone has closed holds old stones.
//!
//! In random games most rings come about by chance, and the longer the game the more of them. Ewalds (Playing and Solving
//! Havannah, 2012, section 4.9.4) counts a ring in a playout only if at least three of its stones were on the board before.
use super::Kind;
use super::arcs::PATTERNS;
use super::board::{Board, CellSet};

/// The way around one side of a string, without what is walked twice: stones in order, the first one the new stone.
struct Way<const CELLS: usize> {
    stones: [u16; CELLS],
    len: usize,
    /// The stones again, as a set.
    met: CellSet,
}

impl<const CELLS: usize> Way<CELLS> {
    fn from(cell: usize) -> Way<CELLS> {
        let mut way = Way { stones: [0; CELLS], len: 0, met: [0; 16] };
        way.step(cell);
        way
    }

    /// Goes on to a stone; back at one that was met before, what lies between is forgotten.
    fn step(&mut self, cell: usize) {
        if has(&self.met, cell) {
            while usize::from(self.stones[self.len - 1]) != cell {
                self.len -= 1;
                let left = usize::from(self.stones[self.len]);
                self.met[left / 64 % 16] &= !(1 << (left % 64));
            }
            return;
        }
        self.met[cell / 64 % 16] |= 1 << (cell % 64);
        self.stones[self.len % CELLS] = cell as u16;
        self.len += 1;
    }

    fn count(&self, among: &CellSet) -> u32 {
        self.met.iter().zip(among).map(|(met, among)| (met & among).count_ones()).sum()
    }
}

fn has(set: &CellSet, cell: usize) -> bool {
    set[cell / 64 % 16] >> (cell % 64) & 1 == 1
}

impl<K: Kind, const CELLS: usize> Board<K, CELLS> {
    /// Whether at least so many of the `old` stones are on a ring that the new stone of `seat` on this cell has closed.
    ///
    /// Looked at are the rings that border on what they surround: from each gap between the stones around the new one, the
    /// way along the edge of its string. Where a ring is full inside, the six stones around one that it surrounds.
    pub(super) fn closed_ring_of(&self, seat: usize, cell: usize, old: &CellSet, least: u32) -> bool {
        let own = self.pattern(seat, cell);
        let mut middles = Self::ARCS[own % PATTERNS].middles();
        while middles != 0 {
            let middle = Self::beside(cell, middles.trailing_zeros() as usize);
            let around = |direction: &usize| has(old, Self::beside(middle, *direction));
            if self.pattern(seat, middle) == PATTERNS - 1 && (0..6).filter(around).count() as u32 >= least {
                return true;
            }
            middles &= middles - 1;
        }
        (0..6).any(|direction| {
            // Behind a gap: the way leaves there and keeps the gap on its left.
            let after_gap = own >> direction & 1 == 1 && own >> ((direction + 5) % 6) & 1 == 0;
            after_gap && self.way_back_holds(seat, cell, direction, old, least)
        })
    }

    /// Follows the edge of the string from `cell` in a direction until it comes back through another arc of stones.
    fn way_back_holds(&self, seat: usize, cell: usize, leaving: usize, old: &CellSet, least: u32) -> bool {
        let own = self.pattern(seat, cell);
        let mut way = Way::<CELLS>::from(cell);
        let (mut at, mut direction) = (cell, leaving);
        for _ in 0..6 * CELLS {
            at = Self::beside(at, direction);
            let back = (direction + 3) % 6;
            if at == cell {
                return !same_arc(own, leaving, back) && way.count(old) >= least;
            }
            way.step(at);
            let pattern = self.pattern(seat, at);
            // The next stone, turning away from where it came from.
            direction =
                (1..=6).map(|turn| (back + turn) % 6).find(|&d| pattern >> d & 1 == 1).unwrap_or(back);
        }
        false
    }

    fn beside(cell: usize, direction: usize) -> usize {
        cell.wrapping_add(usize::from(Self::OFFSETS[direction % 6])) % CELLS
    }
}

/// Whether the neighbours in two directions lie side by side, or others between them do.
fn same_arc(pattern: usize, from: usize, to: usize) -> bool {
    let reaches = |step: usize| {
        let mut at = from;
        loop {
            if at == to {
                return true;
            }
            at = (at + step) % 6;
            if pattern >> at & 1 == 0 || at == from {
                return false;
            }
        }
    };
    reaches(1) || reaches(5)
}

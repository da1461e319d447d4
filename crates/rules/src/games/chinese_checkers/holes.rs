//! Holes and sets of holes.
//!
//! Both boards lie on one lattice of rows and columns. A hole has six neighbours: to the left and to the right in its row,
//! in the row above it and one to the right of that, in the row below it and one to the left of that. A hop keeps the
//! parity of row and column. The lattice is therefore kept as four words, one for each parity class, eight bits to a row:
//! on the word of its class a hop is a shift by 1, 7 or 8. The rows of a class are shorter than their eight bits, or
//! overlap the next ones only where neither board has holes, so that no shift leads from one end of a board to another.
pub(super) use crate::games::classes::bits;
use crate::games::classes::{ClassCell, ClassSet};
use std::fmt;

/// Rows and columns of the lattice that hold holes of a board.
pub(super) const LATTICE: usize = 17;

/// What is taken off the numbers within a class: it leaves both boards room in 64 bits.
const FIRST_BIT: usize = 5;

/// A hole. Which one it is depends on the board: [`super::ChineseCheckers::label`] tells its name,
/// [`super::ChineseCheckers::place`] where it lies. Holes are ordered by parity class (even row and even column first,
/// then odd columns, then odd rows, then both odd), by row from the top, then by column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hole(u8);

impl Hole {
    /// The hole in this row and column of the lattice. They must be on one of the boards.
    pub(super) const fn new(row: usize, column: usize) -> Hole {
        let class = (row & 1) << 1 | column & 1;
        Hole((class << 6 | (8 * (row >> 1) + (column >> 1) - FIRST_BIT)) as u8)
    }

    /// The hole with this [`Hole::index`], which must be on a board.
    pub const fn from_index(index: u8) -> Hole {
        Hole(index)
    }

    /// Where the hole stands in tables of 256.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Which of the four words the hole belongs to.
    pub(super) const fn class(self) -> usize {
        (self.0 >> 6) as usize
    }

    /// The hole's bit in the word of its class.
    pub(super) const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    pub(super) const fn of_class(class: usize, bit: u32) -> Hole {
        Hole((class << 6) as u8 | bit as u8)
    }
}

impl fmt::Debug for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

impl ClassCell for Hole {
    #[inline]
    fn numbered(index: u8) -> Hole {
        Hole(index)
    }
    #[inline]
    fn number(self) -> u8 {
        self.0
    }
}

/// A set of holes: a word for each parity class.
pub type HoleSet = ClassSet<Hole>;

impl HoleSet {
    /// The only hole, where there is exactly one.
    #[inline]
    pub(super) fn only(self) -> Option<Hole> {
        let first = self.iter().next()?;
        let alone = HoleSet::from_iter([first]) == self;
        alone.then_some(first)
    }

    /// The hole before which there are so many others; it must have more.
    #[inline]
    pub(super) fn nth(self, mut skip: u32) -> Hole {
        for class in 0..4 {
            let mut word = self.0[class];
            let count = word.count_ones();
            if skip < count {
                for _ in 0..skip {
                    word &= word - 1;
                }
                return Hole::of_class(class, word.trailing_zeros());
            }
            skip -= count;
        }
        unreachable!("there are more holes than are skipped")
    }
}

//! Squares, sets of squares, corners.
//!
//! A hop keeps the parity of row and column. The board is therefore kept as four boards of 8x8, one for each parity
//! class, and a set of squares is four words: on the word of its class a hop is a shift by one square.
pub(super) use crate::games::classes::bits;
use crate::games::classes::{ClassCell, ClassSet};
use std::fmt;

/// The largest board: one bit of four words for every square.
pub(super) const MAX_BOARD: usize = 16;

/// A square. Rows and columns count from `a1` at the bottom left, from 0. Squares are ordered by parity class (even row
/// and even column first, then odd columns, then odd rows, then both odd), by row, then by column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square in this row and column, both from 0 to 15.
    pub const fn new(row: usize, column: usize) -> Square {
        assert!(row < MAX_BOARD && column < MAX_BOARD);
        Square(((row & 1) << 7 | (column & 1) << 6 | (row >> 1) << 3 | column >> 1) as u8)
    }

    /// The square with this [`Square::index`].
    pub const fn from_index(index: u8) -> Square {
        Square(index)
    }

    /// Where the square stands in tables of 256: the same on every board.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row, 0 at the bottom.
    pub const fn row(self) -> usize {
        (self.0 >> 2 & 0b1110 | self.0 >> 7) as usize
    }

    /// The column, 0 at the left.
    pub const fn column(self) -> usize {
        (self.0 << 1 & 0b1110 | self.0 >> 6 & 1) as usize
    }

    /// Which of the four words the square belongs to.
    pub(super) const fn class(self) -> usize {
        (self.0 >> 6) as usize
    }

    /// The square's bit in the word of its class.
    pub(super) const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    pub(super) const fn of_class(class: usize, bit: u32) -> Square {
        Square((class << 6) as u8 | bit as u8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", crate::text::column_letter(self.column()), self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl ClassCell for Square {
    #[inline]
    fn numbered(index: u8) -> Square {
        Square(index)
    }
    #[inline]
    fn number(self) -> u8 {
        self.0
    }
}

/// A set of squares: a word for each parity class.
pub type SquareSet = ClassSet<Square>;

/// A corner of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Corner {
    TopLeft,
    TopRight,
    BottomRight,
    BottomLeft,
}

impl Corner {
    /// All four, clockwise.
    pub(super) const ALL: [Corner; 4] =
        [Corner::TopLeft, Corner::TopRight, Corner::BottomRight, Corner::BottomLeft];

    /// As it is written in specs.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Corner::TopLeft => "tl",
            Corner::TopRight => "tr",
            Corner::BottomRight => "br",
            Corner::BottomLeft => "bl",
        }
    }

    pub(super) fn from_name(name: &str) -> Option<Corner> {
        Corner::ALL.into_iter().find(|corner| corner.name() == name)
    }

    pub(super) const fn opposite(self) -> Corner {
        Corner::ALL[(self as usize + 2) % 4]
    }

    /// Whether it is one of the two upper ones.
    pub(super) const fn is_upper(self) -> bool {
        matches!(self, Corner::TopLeft | Corner::TopRight)
    }

    /// How far a square is from the corner: in rows, in columns.
    pub(super) const fn distances(self, square: Square, board: usize) -> (usize, usize) {
        let (row, column) = (square.row(), square.column());
        let rows = if self.is_upper() { board - 1 - row } else { row };
        let left = matches!(self, Corner::TopLeft | Corner::BottomLeft);
        (rows, if left { column } else { board - 1 - column })
    }

    /// The camp in this corner; `camp` is its squares per row from the corner.
    pub(super) fn camp(self, camp: &[usize], board: usize) -> SquareSet {
        let inside = |square: &Square| {
            let (rows, columns) = self.distances(*square, board);
            camp.get(rows).is_some_and(|&width| columns < width)
        };
        squares(board).filter(inside).collect()
    }
}

/// The squares of a board, row by row from `a1`: the order of the cells of the layout.
pub(super) fn squares(board: usize) -> impl Iterator<Item = Square> {
    (0..board * board).map(move |cell| Square::new(cell / board, cell % board))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_know_their_row_and_column() {
        for index in 0..=255 {
            let square = Square::from_index(index);
            assert_eq!(Square::new(square.row(), square.column()), square);
        }
        assert_eq!(Square::new(15, 0).to_string(), "a16");
    }

    #[test]
    fn camps_lie_in_their_corners() {
        let names = |corner: Corner| {
            let mut names: Vec<String> =
                corner.camp(&[3, 1], 8).iter().map(|square| square.to_string()).collect();
            names.sort();
            names.join(" ")
        };
        assert_eq!(names(Corner::TopLeft), "a7 a8 b8 c8");
        assert_eq!(names(Corner::TopRight), "f8 g8 h7 h8");
        assert_eq!(names(Corner::BottomRight), "f1 g1 h1 h2");
        assert_eq!(names(Corner::BottomLeft), "a1 a2 b1 c1");
    }
}

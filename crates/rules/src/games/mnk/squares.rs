//! Sets of squares, and the ways to lay a board upon itself.

/// A set of squares, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Squares(pub(super) [u64; (super::MAX_SIDE * super::MAX_SIDE).div_ceil(64)]);

impl Squares {
    pub(super) const NONE: Squares = Squares([0; _]);

    pub(super) fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    pub(super) fn flip(&mut self, cell: usize) {
        self.0[cell / 64] ^= 1 << (cell % 64);
    }
}

/// The identity and the three other ways to lay a rectangle upon itself, and, for a square, the four that exchange rows
/// and columns.
pub(super) fn symmetries(columns: usize, rows: usize) -> Box<[Box<[u16]>]> {
    let count = if columns == rows { 8 } else { 4 };
    let image = |symmetry: usize, cell: usize| {
        let (mut column, mut row) = (cell % columns, cell / columns);
        if symmetry & 1 != 0 {
            column = columns - 1 - column;
        }
        if symmetry & 2 != 0 {
            row = rows - 1 - row;
        }
        if symmetry & 4 != 0 {
            (column, row) = (row, column);
        }
        (row * columns + column) as u16
    };
    (0..count).map(|symmetry| (0..columns * rows).map(|cell| image(symmetry, cell)).collect()).collect()
}

//! The picture of a board: where its cells lie, what they are called, whose camps they are.
use crate::Seat;

/// The outline of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellShape {
    /// A square; rows lie straight below each other.
    Square,
    /// A hexagon with a point up; rows are shifted by half a cell.
    Hexagon,
}

/// One cell of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// From the left, in half cells.
    pub x: i32,
    /// From the top, in rows.
    pub y: i32,
    /// The cell's name in move texts, such as `a1`.
    pub label: String,
    /// Whose home camp it belongs to.
    pub camp: Option<Seat>,
}

/// The cells of a board in the order that [`crate::Game::at`] counts them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The outline of every cell.
    pub shape: CellShape,
    /// The cells.
    pub cells: Vec<Cell>,
}

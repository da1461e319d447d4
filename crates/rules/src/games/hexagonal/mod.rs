//! Connection games of two seats on boards of hexagons: what Havannah and Hex have in common.
//!
//! Each turn puts one stone of one's own on an empty cell; stones never move and never leave. Who completes a structure of
//! connected stones wins. With `swap` the second player may, as the first move, take over the stone of the first.
//!
//! Moves come in the order of the cells, row by row from the top and from the left; `swap` comes last. Cells of the layout
//! and [`Game::move_index`](crate::Game::move_index) count in the same order, and `swap` follows the last cell.
//!
//! A position needs no fields beyond seat and ply: `swap` is open at ply 2 when B is to move and the board holds one stone,
//! of A; and a handicap is over when its plies are. Any stones may stand, as long as not both seats have won.
//!
//! A game is a [`Kind`] together with the room that is kept for its board, so that a state is plain data without a heap.
mod arcs;
mod board;
pub mod coordinates;
mod game;
mod playout;
mod rings;
mod state;
mod symmetry;
mod tables;
mod text;

pub use state::{Move, State, Undo};
pub(super) use symmetry::move_swapped;

use crate::{Reasons, Seat, Spec};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use tables::Tables;

/// How many parts of the border a [`Kind`] may tell apart.
pub const BORDER_BITS: u32 = 12;

/// What makes a connection game the one it is.
///
/// Rows count from the top, columns from the left, both from 0 and at most to 30. Neighbours are: the cells left and right;
/// above, the same column and the one to the left where [`Kind::LEAN`] is 0, or to the right where it is 1; below, the
/// same column and the one to the other side.
pub trait Kind: Copy + fmt::Debug + Send + Sync + 'static {
    /// Which way the rows lean: 0 or 1.
    const LEAN: usize;
    /// Whether [`Kind::completed`] asks for rings.
    const RINGS: bool;
    /// Names of the structures, in the order of their reason bits.
    const REASONS: &'static [&'static str];
    /// Where the Zobrist numbers come from: different for each game.
    const KEYS: u64;
    /// How many symmetries the game has that keep the seats.
    const SYMMETRIES: usize;

    /// How many rows a board has.
    fn rows(size: usize) -> usize;
    /// The columns of a row.
    fn columns(size: usize, row: usize) -> Range<usize>;
    /// The parts of the border that `seat` may want to connect.
    fn own_border(seat: Seat) -> u32;
    /// The parts of the border that a cell belongs to, as bits.
    fn border(size: usize, row: usize, column: usize) -> u32;
    /// Whether [`Kind::completed`] would name any, as fast as may be.
    fn wins(seat: Seat, border: u32, ring: bool) -> bool;
    /// The structures that `seat` has with a string that touches these parts of the border and closes a ring or not.
    fn completed(seat: Seat, border: u32, ring: bool) -> Reasons;
    /// The name of a cell.
    fn label(row: usize, column: usize) -> String;
    /// The row and column that a text names, which need not be on the board.
    fn named(text: &str) -> Option<(usize, usize)>;
    /// From the left, in half cells: where a cell lies in the picture.
    fn half_cells(size: usize, row: usize, column: usize) -> i32;
    /// Where a symmetry takes a cell; number 0 is the identity.
    fn image(size: usize, symmetry: usize, row: usize, column: usize) -> (usize, usize);
    /// Where the stone goes that is swapped.
    fn swapped(row: usize, column: usize) -> (usize, usize);
}

/// A connection game with its options. `CELLS`, a power of two, is the room kept for its board: there may be as many rows
/// and columns as the root of `CELLS - 1` says.
#[derive(Clone)]
pub struct Connection<K, const CELLS: usize>(Arc<Tables<K, CELLS>>);

/// What can be set.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// The canonical spec.
    pub(super) spec: Spec,
    pub(super) size: usize,
    /// Whether the second player may swap.
    pub(super) swap: bool,
    /// How many plies A moves first; 0 without a handicap.
    pub(super) handicap: u32,
}

/// What a stone becomes part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joining {
    /// The parts of the border that its string touches.
    pub border: u32,
    /// Whether that wins.
    pub wins: bool,
}

/// What lies around a cell, a bit for each direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Around {
    /// The stones of each seat.
    pub stones: [u8; 2],
    /// What is off the board.
    pub off_board: u8,
}

impl<K: Kind, const CELLS: usize> Connection<K, CELLS> {
    pub(super) fn new(settings: Settings) -> Connection<K, CELLS> {
        Connection(Arc::new(Tables::new(settings)))
    }

    /// The `size` of the spec.
    pub fn size(&self) -> usize {
        self.0.settings.size
    }

    /// How many cells the board has.
    pub fn cells(&self) -> usize {
        self.0.places.len()
    }

    /// The cells next to one, clockwise from the upper left.
    pub fn neighbours(&self, cell: usize) -> &[u16] {
        &self.0.neighbours[cell]
    }

    /// The parts of the border that a cell belongs to, see [`Kind::border`].
    pub fn border(&self, cell: usize) -> u32 {
        let (row, column) = board::Board::<K, CELLS>::row_and_column(self.0.places[cell].into());
        K::border(self.size(), row, column)
    }

    /// The move that puts a stone on a cell.
    pub fn move_to(&self, cell: usize) -> Move {
        Move::to(self.0.places[cell].into())
    }

    /// The cell that a move puts a stone on; `None` for `swap`.
    pub fn cell_of(&self, m: Move) -> Option<usize> {
        (!m.is_swap()).then(|| usize::from(self.0.numbers[m.place()]))
    }

    /// The parts of the border that the string of the stone on a cell touches; for an empty cell those of the cell.
    pub fn touches(&self, s: &State<K, CELLS>, cell: usize) -> u32 {
        s.board.border(self.0.places[cell].into())
    }

    /// A cell that stands for the string of the stone on a cell: the same for all stones of the string.
    pub fn string(&self, s: &State<K, CELLS>, cell: usize) -> usize {
        self.0.numbers[s.board.root(self.0.places[cell].into())].into()
    }

    /// How many stones the string of the stone on a cell has; 0 for an empty cell.
    pub fn string_len(&self, s: &State<K, CELLS>, cell: usize) -> usize {
        s.board.string_len(self.0.places[cell].into())
    }

    /// The structures that a stone of `seat` on an empty cell would complete, whoever is to move.
    #[inline]
    pub fn completes(&self, s: &State<K, CELLS>, seat: Seat, cell: usize) -> Reasons {
        let junction = s.board.junction(seat.index() % 2, self.0.places[cell].into());
        K::completed(seat, junction.border(), junction.ring)
    }

    /// What a stone of `seat` would be part of, if the move put it on its empty cell, whoever is to move.
    #[inline]
    pub fn joining(&self, s: &State<K, CELLS>, seat: Seat, m: Move) -> Joining {
        let cell = m.place() % CELLS;
        if s.board.pattern(seat.index() % 2, cell) == 0 {
            // Alone, it touches what its cell does. That wins nowhere but on boards so small that a cell is the board.
            let border = s.board.border_alone(cell);
            return Joining { border, wins: K::wins(seat, border, false) };
        }
        let junction = s.board.junction(seat.index() % 2, cell);
        let border = junction.border();
        Joining { border, wins: K::wins(seat, border, junction.ring) }
    }

    /// What lies around the cell of a move, a bit for each direction: the stones of each seat, and what is off the board.
    /// Directions go clockwise from the upper left.
    #[inline]
    pub fn around(&self, s: &State<K, CELLS>, m: Move) -> Around {
        let cell = m.place() % CELLS;
        let stones = [0, 1].map(|seat| s.board.pattern(seat, cell) as u8);
        Around { stones, off_board: self.0.off_board[cell] }
    }

    /// The move to the cell next to that of another move; there must be one in this direction.
    #[inline]
    pub fn beside(&self, m: Move, direction: usize) -> Move {
        Move::to(m.place().wrapping_add(board::Board::<K, CELLS>::OFFSETS[direction % 6].into()) & 0xffff)
    }

    /// Whether the next plies are not in turn, one stone each: under a handicap, or while `swap` is open.
    #[inline]
    pub fn is_opening(&self, s: &State<K, CELLS>) -> bool {
        s.ply <= self.0.opening_plies
    }

    /// Whether the next move may be `swap`.
    pub fn may_swap(&self, s: &State<K, CELLS>) -> bool {
        self.swap_is_open(s)
    }
}

impl<K: Kind, const CELLS: usize> fmt::Debug for Connection<K, CELLS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.settings.spec)
    }
}

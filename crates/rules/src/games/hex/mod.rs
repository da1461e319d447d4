//! Hex (Piet Hein 1942, John Nash 1948): A connects the top of a rhombus with its bottom, B the left side with the right.
//!
//! On a full board exactly one of the two has done so, and there are no draws. A corner cell belongs to both of its sides.
//!
//! With `swap` the second player's first move may be `swap`: the stone is reflected across the long diagonal, the one that
//! exchanges the sides of the two players, and changes its colour. Off by default.
//!
//! A cell is named by the letter of its column and the number of its row; `a1` is the upper left, acute corner. Each row
//! lies half a cell to the right of the one above.
use super::hexagonal::{Connection, Kind, Move, Settings, State, coordinates, move_swapped};
use crate::{About, Catalogued, OptionDoc, Options, Reasons, Seat, SpecError};
use std::ops::Range;

/// What makes a connection game Hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules;

const CELLS: usize = 512;

/// The game of Hex with its options.
pub type Hex = Connection<Rules, CELLS>;

/// The one structure: one's two sides connected.
pub const CONNECTION: Reasons = Reasons::own(0);

/// The bits of the sides among the parts of the border.
pub const TOP: u32 = 1;
/// See [`TOP`].
pub const BOTTOM: u32 = 2;
/// See [`TOP`].
pub const LEFT: u32 = 4;
/// See [`TOP`].
pub const RIGHT: u32 = 8;

const DEFAULT_SIZE: usize = 11;
const MAX_SIZE: usize = 19;

impl Catalogued for Hex {
    const ABOUT: About = About {
        name: "hex",
        summary: "Hex: A connects top and bottom of a rhombus of hexagons, B left and right",
        options: &[
            OptionDoc { name: "size", values: "1..19", default: "11", about: "cells along a side" },
            OptionDoc {
                name: "swap",
                values: "true, false",
                default: "false",
                about: "whether the second player's first move may be to take over the first stone, reflected",
            },
        ],
        presets: &[],
        source: "Piet Hein, Vil de lære Polygon?, Politiken, 26 December 1942; John Nash, Some games and machines for \
                 playing them, RAND D-1164, 1952",
    };

    fn from_options(options: &Options<'_>) -> Result<Hex, SpecError> {
        let size = options.int("size", 1..=MAX_SIZE as i64)?.map_or(DEFAULT_SIZE, |n| n as usize);
        let swap = options.flag("swap")?.unwrap_or(false);
        Ok(Hex::new(Settings { spec: options.canonical(), size, swap, handicap: 0 }))
    }
}

impl Hex {
    /// The position with the two seats exchanged and the board reflected across its long diagonal, so that each seat has
    /// the other's sides: whoever is to move there stands as the other one does here. `None` while `swap` is open, which
    /// only B may play.
    pub fn exchanged(&self, s: &State<Rules, CELLS>) -> Option<State<Rules, CELLS>> {
        (!self.may_swap(s)).then(|| self.with_seats_exchanged(s))
    }

    /// The move that belongs to `m` in the [`Hex::exchanged`] position.
    pub fn exchanged_move(&self, m: Move) -> Move {
        move_swapped::<Rules, CELLS>(m)
    }
}

impl Kind for Rules {
    const LEAN: usize = 1;
    const RINGS: bool = false;
    const REASONS: &'static [&'static str] = &["connection"];
    const KEYS: u64 = u64::from_le_bytes(*b"hex cell");
    /// The identity and the turn by 180 degrees.
    const SYMMETRIES: usize = 2;

    fn rows(size: usize) -> usize {
        size
    }
    fn columns(size: usize, _: usize) -> Range<usize> {
        0..size
    }
    fn border(size: usize, row: usize, column: usize) -> u32 {
        let side = |touches: bool, bit: u32| if touches { bit } else { 0 };
        side(row == 0, TOP)
            | side(row == size - 1, BOTTOM)
            | side(column == 0, LEFT)
            | side(column == size - 1, RIGHT)
    }

    #[inline]
    fn own_border(seat: Seat) -> u32 {
        if seat == Seat::A { TOP | BOTTOM } else { LEFT | RIGHT }
    }

    #[inline]
    fn wins(seat: Seat, border: u32, _: bool) -> bool {
        let own = Self::own_border(seat);
        border & own == own
    }
    fn completed(seat: Seat, border: u32, ring: bool) -> Reasons {
        if Self::wins(seat, border, ring) { CONNECTION } else { Reasons::default() }
    }

    fn label(row: usize, column: usize) -> String {
        format!("{}{}", coordinates::letters(column), row + 1)
    }
    fn named(text: &str) -> Option<(usize, usize)> {
        let (column, number) = coordinates::parse(text)?;
        Some((number - 1, column))
    }
    fn half_cells(_: usize, row: usize, column: usize) -> i32 {
        (2 * column + row) as i32
    }
    fn image(size: usize, symmetry: usize, row: usize, column: usize) -> (usize, usize) {
        if symmetry == 0 { (row, column) } else { (size - 1 - row, size - 1 - column) }
    }
    fn swapped(row: usize, column: usize) -> (usize, usize) {
        (column, row)
    }
}

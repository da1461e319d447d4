//! Havannah (Christian Freeling, 1981): who first completes a ring, a bridge or a fork wins.
//!
//! The board is a hexagon of hexagons, `size` cells along each of its six sides. A **ring** is a string of stones around at
//! least one cell, whatever is on that cell: empty, a stone of the other side or of one's own. A **bridge** connects two of
//! the six corners. A **fork** connects three of the six edges; corners belong to no edge. A full board on which nobody has
//! any of them is a draw. All structures that the last stone completes are named, in the order fork, bridge, ring.
//!
//! With `swap` the second player's first move may be `swap`: the stone is recoloured where it stands. Off by default, as
//! in most published experiments. With `handicap=n` A moves in each of the first n plies, then B, and so on in turn.
//!
//! A cell is named by the letter of its row, from the top, and the number of its column, which does not restart in the
//! lower rows: base 4 has the corners a1, a4, d7, g7, g4 and d1. After z come aa, ab, …, see [`coordinates`].
use super::hexagonal::{Connection, Kind, Settings, coordinates};
use crate::{About, Catalogued, OptionDoc, Options, Reasons, Seat, Spec, SpecError};
use std::ops::Range;

/// What makes a connection game Havannah.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules;

/// Havannah with room for boards up to a size: one type for each of a few capacities, so that a state takes little more
/// than its board needs. [`from_spec`] finds the right one.
pub type Havannah<const CELLS: usize> = Connection<Rules, CELLS>;
/// Sizes 2 to 8.
pub type Havannah8 = Havannah<256>;
/// Sizes 2 to 11.
pub type Havannah11 = Havannah<512>;
/// All sizes, 2 to 16.
pub type Havannah16 = Havannah<1024>;

/// Connects three edges.
pub const FORK: Reasons = Reasons::own(0);
/// Connects two corners.
pub const BRIDGE: Reasons = Reasons::own(1);
/// Surrounds a cell.
pub const RING: Reasons = Reasons::own(2);

/// The bits of the corners among the parts of the border, clockwise from the upper right one.
pub const CORNERS: u32 = 0b11_1111;
/// The bits of the edges, clockwise from the upper one.
pub const EDGES: u32 = CORNERS << SIDES;

const SIDES: usize = 6;
const DEFAULT_SIZE: usize = 10;
const MAX_SIZE: usize = 16;

/// What there is to know of Havannah.
pub const ABOUT: About = About {
    name: "havannah",
    summary: "Havannah: a ring, a bridge between two corners or a fork of three edges wins on a hexagon of hexagons",
    options: &[
        OptionDoc {
            name: "size",
            values: "2..16",
            default: "10",
            about: "cells along a side; 8 for learners",
        },
        OptionDoc {
            name: "swap",
            values: "true, false",
            default: "false",
            about: "whether the second player's first move may be to take over the first stone where it stands",
        },
        OptionDoc {
            name: "handicap",
            values: "1 to the number of cells",
            default: "1",
            about: "how many plies A moves before B does; more than 1 excludes swap",
        },
    ],
    presets: &[],
    source: "Christian Freeling, Havannah, mindsports.nl (rules and history of the game)",
};

/// What is to be done with a game of whichever capacity: a closure that is generic.
pub trait ForCapacity {
    /// What comes of it.
    type Output;
    /// Does it.
    fn with<const CELLS: usize>(self, game: Havannah<CELLS>) -> Self::Output;
}

/// Builds the game of a spec with the capacity that its size needs, and hands it on.
pub fn from_spec<T: ForCapacity>(spec: &Spec, then: T) -> Result<T::Output, SpecError> {
    let settings = settings(&Options::new(spec, &ABOUT)?)?;
    Ok(match settings.size {
        ..=8 => then.with(Havannah8::new(settings)),
        9..=11 => then.with(Havannah11::new(settings)),
        _ => then.with(Havannah16::new(settings)),
    })
}

impl<const CELLS: usize> Havannah<CELLS> {
    /// The largest size that there is room for.
    pub const MAX_SIZE: usize = CELLS.isqrt().div_ceil(2);
}

impl<const CELLS: usize> Catalogued for Havannah<CELLS> {
    const ABOUT: About = ABOUT;

    fn from_options(options: &Options<'_>) -> Result<Havannah<CELLS>, SpecError> {
        let settings = settings(options)?;
        if settings.size > Self::MAX_SIZE {
            let why =
                format!("there is room for sizes up to {} here, not for {}", Self::MAX_SIZE, settings.size);
            return Err(options.refuse("size", why));
        }
        Ok(Havannah::new(settings))
    }
}

fn settings(options: &Options<'_>) -> Result<Settings, SpecError> {
    let size = options.int("size", 2..=MAX_SIZE as i64)?.map_or(DEFAULT_SIZE, |n| n as usize);
    let swap = options.flag("swap")?.unwrap_or(false);
    let cells = 3 * size * (size - 1) + 1;
    let handicap = options.int("handicap", 1..=cells as i64)?.unwrap_or(1);
    if swap && handicap > 1 {
        let why = format!(
            "A moves {handicap} times first: there is no one stone to swap; leave out swap or handicap"
        );
        return Err(options.refuse("handicap", why));
    }
    let handicap = if handicap > 1 { handicap as u32 } else { 0 };
    Ok(Settings { spec: options.canonical(), size, swap, handicap })
}

impl Kind for Rules {
    const LEAN: usize = 0;
    const RINGS: bool = true;
    const REASONS: &'static [&'static str] = &["fork", "bridge", "ring"];
    const KEYS: u64 = u64::from_le_bytes(*b"havannah");
    /// Six turns, each with and without a reflection.
    const SYMMETRIES: usize = 12;

    fn rows(size: usize) -> usize {
        2 * size - 1
    }
    fn columns(size: usize, row: usize) -> Range<usize> {
        (row + 1).saturating_sub(size)..(size + row).min(2 * size - 1)
    }

    /// The corner, or the edge, or neither.
    fn border(size: usize, row: usize, column: usize) -> u32 {
        let last = 2 * size - 2;
        // Clockwise from the top.
        let sides = [
            row == 0,
            column == row + size - 1,
            column == last,
            row == last,
            row == column + size - 1,
            column == 0,
        ];
        (0..SIDES).fold(0, |border, side| {
            match (sides[side], sides[(side + 1) % SIDES], sides[(side + 5) % SIDES]) {
                (true, true, _) => border | 1 << side,
                (true, false, false) => border | 1 << (SIDES + side),
                _ => border,
            }
        })
    }

    #[inline]
    fn own_border(_: Seat) -> u32 {
        CORNERS | EDGES
    }

    #[inline]
    fn wins(_: Seat, border: u32, ring: bool) -> bool {
        (CONNECTIONS[border as usize / 64 % CONNECTIONS.len()] >> (border % 64) & 1 == 1) | ring
    }
    fn completed(_: Seat, border: u32, ring: bool) -> Reasons {
        let structures = [(is_fork(border), FORK), (is_bridge(border), BRIDGE), (ring, RING)];
        let there = structures.into_iter().filter(|&(is_there, _)| is_there);
        there.fold(Reasons::default(), |reasons, (_, reason)| reasons.and(reason))
    }

    fn label(row: usize, column: usize) -> String {
        format!("{}{}", coordinates::letters(row), column + 1)
    }
    fn named(text: &str) -> Option<(usize, usize)> {
        let (row, number) = coordinates::parse(text)?;
        Some((row, number - 1))
    }
    fn half_cells(size: usize, row: usize, column: usize) -> i32 {
        (2 * column + size - 1) as i32 - row as i32
    }

    /// Numbers below 6 turn clockwise by as many times 60 degrees; the others exchange rows and columns before.
    fn image(size: usize, symmetry: usize, row: usize, column: usize) -> (usize, usize) {
        let centre = size as i32 - 1;
        let (mut down, mut right) = (row as i32 - centre, column as i32 - centre);
        if symmetry >= SIDES {
            (down, right) = (right, down);
        }
        for _ in 0..symmetry % SIDES {
            (down, right) = (right, right - down);
        }
        ((down + centre) as usize, (right + centre) as usize)
    }
    fn swapped(row: usize, column: usize) -> (usize, usize) {
        (row, column)
    }
}

const fn is_fork(border: u32) -> bool {
    (border & EDGES).count_ones() >= 3
}

const fn is_bridge(border: u32) -> bool {
    (border & CORNERS).count_ones() >= 2
}

/// Whether a string that touches these parts of the border is a fork or a bridge: a bit for each set of parts.
static CONNECTIONS: [u64; 1 << (2 * SIDES - 6)] = {
    let mut table = [0; 1 << (2 * SIDES - 6)];
    let mut border = 0;
    while border < 1 << (2 * SIDES) {
        if is_fork(border) || is_bridge(border) {
            table[border as usize / 64] |= 1 << (border % 64);
        }
        border += 1;
    }
    table
};

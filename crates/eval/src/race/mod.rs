//! Race games, in which men travel to a goal: what is known of Halma and Chinese Checkers alike.
mod beam;
mod chains;
mod contact;
mod features;
mod finish;
mod forward;
mod lattice;
mod plan;
mod solo;
mod tables;
mod transfer;

pub use features::{FEATURES, RaceAcc, RaceEval};
pub use finish::alone;
pub use forward::Forward;
pub use plan::{Plan, plan};
pub use solo::Solo;
pub use transfer::{Turn, shortest_transfer};

use crate::Evaluation;
use hoppity_rules::{Game, Seat};

/// The evaluation that only asks how far there is to go.
pub(crate) const PROGRESS: Evaluation = Evaluation {
    name: "progress",
    about: "how far all men have to go, and nothing else",
    weights: "distance = 1",
};

/// A set of cells: a word for each parity class, which hops never leave. Cell `i` is bit `i % 64` of word `i / 64`.
pub type Cells = [u64; 4];

/// What is asked of a race game. Cells are numbered below 256, by parity class.
pub trait Race: Game {
    /// Where a seat's men stand.
    fn men(&self, s: &Self::State, seat: Seat) -> Cells;
    /// From where to where a man travels; `None` for a pass.
    fn travel(&self, m: Self::Move) -> Option<(usize, usize)>;
    /// The move in which a man travels like that.
    fn turn(&self, turn: Turn) -> Self::Move;
    /// All cells of the board.
    fn board(&self) -> Cells;
    /// The camp where a seat starts.
    fn home(&self, seat: Seat) -> Cells;
    /// The camp that a seat has to reach.
    fn goal(&self, seat: Seat) -> Cells;
    /// The cells next to one.
    fn neighbours(&self, cell: usize) -> Cells;
    /// How far a seat's man on a cell has to go to the tip of the goal.
    fn distance(&self, seat: Seat, cell: usize) -> i32;
    /// Row and column of a cell on a lattice where a hop goes twice as far as the step to the man it goes over.
    fn place(&self, cell: usize) -> (i32, i32);
    /// How far along its way from camp to camp a cell lies for a seat: linear in the [`Race::place`], larger nearer the goal.
    fn along(&self, seat: Seat, cell: usize) -> i32;
    /// Where a seat's man that starts its turn on a cell may end it, as far as rules about camps decide.
    fn ends(&self, seat: Seat, cell: usize) -> Cells;
    /// The zone of a cell for a seat: no chain hops from one zone to an earlier one.
    fn zone(&self, seat: Seat, cell: usize) -> u8;
    /// Whether rules ask of men in the own camp that they leave it.
    fn must_evacuate(&self) -> bool;
    /// How far a cell is from the line between the two tips of a seat's camps, in units of a step.
    fn aside(&self, seat: Seat, cell: usize) -> f64;
    /// Whether a goal is also filled by the men of others.
    fn anyone_fills(&self) -> bool;
    /// Tells, for each part of the empty cells that some man can hop to, its class, the men (of whichever seat) that reach
    /// it and its cells, as bits of the class's word.
    fn visit_hops(&self, s: &Self::State, f: impl FnMut(usize, u64, u64));
    /// The lead in distance that is worth an expected score of 73 % between two sides.
    fn clear_lead(&self) -> f64;
}

/// The set of these cells.
#[inline]
pub(crate) fn set(cells: impl IntoIterator<Item = usize>) -> Cells {
    let mut set = [0; 4];
    for cell in cells {
        set[cell >> 6 & 3] |= 1 << (cell & 63);
    }
    set
}

/// The cells of a set, ascending.
pub(crate) fn cells(set: Cells) -> impl Iterator<Item = usize> {
    (0..4).flat_map(move |class| bits(set[class]).map(move |bit| class << 6 | bit))
}

/// The numbers of the bits that are set, ascending.
#[inline]
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

/// Whether a cell is in a set.
#[inline]
pub(crate) fn has(set: Cells, cell: usize) -> bool {
    set[cell >> 6 & 3] >> (cell & 63) & 1 == 1
}

#[inline]
pub(crate) fn both(a: Cells, b: Cells) -> Cells {
    [0, 1, 2, 3].map(|class| a[class] & b[class])
}

#[inline]
pub(crate) fn either(a: Cells, b: Cells) -> Cells {
    [0, 1, 2, 3].map(|class| a[class] | b[class])
}

#[inline]
pub(crate) fn without(a: Cells, b: Cells) -> Cells {
    [0, 1, 2, 3].map(|class| a[class] & !b[class])
}

#[inline]
pub(crate) fn count(set: Cells) -> i32 {
    set.iter().map(|word| word.count_ones() as i32).sum()
}

#[inline]
pub(crate) fn is_empty(set: Cells) -> bool {
    set == [0; 4]
}

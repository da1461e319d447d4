//! Sets of cells on boards that fall into four parity classes.
//!
//! A hop keeps the parity of both coordinates, so such a board is kept as four words, one for each class: cell `i` of at
//! most 256 is bit `i % 64` of word `i / 64`.
use crate::random::mix;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, Not};

/// A cell that is numbered by class and by place within it.
pub trait ClassCell: Copy {
    /// The cell with this number.
    fn numbered(index: u8) -> Self;
    /// The cell's number.
    fn number(self) -> u8;
}

/// A set of cells: a word for each parity class.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClassSet<C>(pub(in crate::games) [u64; 4], PhantomData<C>);

impl<C: ClassCell> ClassSet<C> {
    /// No cell.
    pub const EMPTY: ClassSet<C> = ClassSet([0; 4], PhantomData);

    /// Whether there is no cell in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// How many cells there are.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones() + self.0[3].count_ones()
    }

    /// Whether the cell is in it.
    #[inline]
    pub fn contains(self, cell: C) -> bool {
        let (class, bit) = place(cell);
        self.0[class] & bit != 0
    }

    /// Puts the cell in if it is out, and out if it is in.
    #[inline]
    pub fn flip(&mut self, cell: C) {
        let (class, bit) = place(cell);
        self.0[class] ^= bit;
    }

    /// Whether every cell of `other` is in it.
    #[inline]
    pub fn covers(self, other: ClassSet<C>) -> bool {
        (self & other).0 == other.0
    }

    /// A number of some sets in their order, as good as random.
    #[inline]
    pub(in crate::games) fn number_of(sets: impl Iterator<Item = ClassSet<C>>) -> u64 {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let words = sets.flat_map(|set| set.0);
        mix(words.fold(0, |number: u64, word| (number.rotate_left(23) ^ word).wrapping_mul(ODD)))
    }

    /// The four words: cell `i` is bit `i % 64` of word `i / 64`.
    #[inline]
    pub const fn words(self) -> [u64; 4] {
        self.0
    }

    /// The set with these [`ClassSet::words`].
    #[inline]
    pub const fn from_words(words: [u64; 4]) -> ClassSet<C> {
        ClassSet(words, PhantomData)
    }

    /// The cells in ascending order.
    pub fn iter(self) -> impl Iterator<Item = C> {
        let cell = |class: usize, bit: u32| C::numbered((class << 6) as u8 | bit as u8);
        (0..4).flat_map(move |class| bits(self.0[class]).map(move |bit| cell(class, bit)))
    }
}

/// The word of a cell and its bit there.
#[inline]
fn place<C: ClassCell>(cell: C) -> (usize, u64) {
    let index = cell.number();
    (usize::from(index >> 6), 1 << (index & 63))
}

impl<C: ClassCell> FromIterator<C> for ClassSet<C> {
    fn from_iter<I: IntoIterator<Item = C>>(cells: I) -> ClassSet<C> {
        let mut set = ClassSet::EMPTY;
        for cell in cells {
            let (class, bit) = place(cell);
            set.0[class] |= bit;
        }
        set
    }
}

impl<C> BitAnd for ClassSet<C> {
    type Output = ClassSet<C>;
    #[inline]
    fn bitand(self, other: ClassSet<C>) -> ClassSet<C> {
        ClassSet([0, 1, 2, 3].map(|i| self.0[i] & other.0[i]), PhantomData)
    }
}

impl<C> BitOr for ClassSet<C> {
    type Output = ClassSet<C>;
    #[inline]
    fn bitor(self, other: ClassSet<C>) -> ClassSet<C> {
        ClassSet([0, 1, 2, 3].map(|i| self.0[i] | other.0[i]), PhantomData)
    }
}

impl<C> Not for ClassSet<C> {
    type Output = ClassSet<C>;
    #[inline]
    fn not(self) -> ClassSet<C> {
        ClassSet(self.0.map(|word| !word), PhantomData)
    }
}

impl<C: ClassCell + fmt::Debug> fmt::Debug for ClassSet<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The numbers of the bits that are set, ascending.
#[inline]
pub(in crate::games) fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

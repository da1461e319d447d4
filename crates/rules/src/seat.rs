//! Who plays: seats, and the teams they form.
use std::fmt;

/// The most seats any game has.
pub const MAX_SEATS: usize = 6;

/// A place at the table. `A` moves first in the initial position, then `B`, … — but who is to move is the game's to
/// say ([`crate::Game::to_move`]), never a matter of parity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The first seat.
    pub const A: Seat = Seat(0);
    /// The second seat.
    pub const B: Seat = Seat(1);

    /// The seat with this index, 0 for `A`. Panics from [`MAX_SEATS`] up.
    pub const fn new(index: usize) -> Seat {
        assert!(index < MAX_SEATS);
        Seat(index as u8)
    }

    /// 0 for `A`, 1 for `B`, …
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat's letter.
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }

    /// The seat with this letter, in either case.
    pub fn from_letter(letter: char) -> Option<Seat> {
        let index = (letter.to_ascii_uppercase() as u32).wrapping_sub('A' as u32) as usize;
        (index < MAX_SEATS).then(|| Seat::new(index))
    }

    /// The first `seats` seats in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..seats).map(Seat::new)
    }

    /// The seat that follows in a round of `seats`.
    #[must_use]
    pub const fn next(self, seats: usize) -> Seat {
        let next = self.0 as usize + 1;
        Seat::new(if next >= seats { 0 } else { next })
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Seats that win and lose together. Without partnership play each seat is a team of its own with the same index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Team(u8);

impl Team {
    /// The team with this index. Panics from [`MAX_SEATS`] up.
    pub const fn new(index: usize) -> Team {
        assert!(index < MAX_SEATS);
        Team(index as u8)
    }

    /// Where the team stands in arrays by team.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

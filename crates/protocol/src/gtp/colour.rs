//! Seats by the names that GTP gives them.
use hoppity_rules::Seat;
use std::fmt;

/// The colour that moves first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colour {
    /// As in HTP and Havannah.
    #[default]
    White,
    /// As in Go and Hex.
    Black,
}

impl Colour {
    /// The names of the colours.
    pub const NAMES: [&str; 2] = ["white", "black"];

    /// The colour of this name.
    pub fn from_name(name: &str) -> Option<Colour> {
        match name {
            "white" => Some(Colour::White),
            "black" => Some(Colour::Black),
            _ => None,
        }
    }

    fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }

    /// What a seat is called in a game of so many where this colour moves first: a colour, or where there are more than
    /// two its letter.
    pub(crate) fn name_of(self, seat: Seat, seats: usize) -> String {
        match seat {
            _ if seats > 2 => seat.to_string(),
            Seat::A => self.to_string(),
            _ => self.other().to_string(),
        }
    }

    /// The seat that a text names, in any case.
    pub(crate) fn seat_of(self, text: &str, seats: usize) -> Option<Seat> {
        let text = text.to_lowercase();
        if seats > 2 {
            let mut letters = text.chars();
            let seat = Seat::from_letter(letters.next()?)?;
            return (letters.next().is_none() && seat.index() < seats).then_some(seat);
        }
        let colour = match text.as_str() {
            "w" => Colour::White,
            "b" => Colour::Black,
            name => Colour::from_name(name)?,
        };
        let seat = if colour == self { Seat::A } else { Seat::B };
        (seat.index() < seats).then_some(seat)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::White => "white",
            Colour::Black => "black",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_round() {
        for first in [Colour::White, Colour::Black] {
            for seats in 1..=6 {
                for seat in Seat::all(seats) {
                    assert_eq!(first.seat_of(&first.name_of(seat, seats), seats), Some(seat));
                }
            }
        }
        assert_eq!(Colour::White.seat_of("W", 2), Some(Seat::A));
        assert_eq!(Colour::Black.seat_of("white", 2), Some(Seat::B));
        assert_eq!(Colour::White.seat_of("black", 1), None);
        assert_eq!(Colour::White.seat_of("d", 3), None);
        assert_eq!(Colour::White.seat_of("", 4), None);
    }
}

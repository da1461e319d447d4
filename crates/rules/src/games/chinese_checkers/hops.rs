//! Steps and hops of a whole parity class at once.
//!
//! The neighbours of a class's holes belong to the other three classes: laid over the class, each shifted into place, they
//! say for all holes at once what is next to them in a direction. A hop leads from a hole of the class to the next one of
//! the same class, over a man of another. Who stands in the class itself decides only where a hop may land. A man's own
//! start is never jumped in its own chain, so the hops are the same whichever man of the class moves.

/// For each direction (right, left, below, above, above right, below left) the holes of a class whose neighbour there is
/// in the set.
#[inline(always)]
pub(super) fn around(class: usize, set: &[u64; 4]) -> [u64; 6] {
    let (vertical, horizontal, oblique) = (set[class ^ 2], set[class ^ 1], set[class ^ 3]);
    let (odd_row, odd_column) = (class & 2 != 0, class & 1 != 0);
    // From an even row the row below has the same number in its class and the row above the one before; from an odd row
    // the row below has the next number and the row above the same. So for columns.
    let below = |word: u64| if odd_row { word >> 8 } else { word };
    let above = |word: u64| if odd_row { word } else { word << 8 };
    let right = |word: u64| if odd_column { word >> 1 } else { word };
    let left = |word: u64| if odd_column { word } else { word << 1 };
    [
        right(horizontal),
        left(horizontal),
        below(vertical),
        above(vertical),
        above(right(oblique)),
        below(left(oblique)),
    ]
}

/// For each direction the holes of a class from where there is a man to hop over.
pub(super) struct Hops([u64; 6]);

impl Hops {
    /// The hops of a class, given all men by class.
    #[inline(always)]
    pub(super) fn new(class: usize, men: &[u64; 4]) -> Hops {
        Hops(around(class, men))
    }

    /// Where one hop leads from any of these holes, whatever stands there, and be it off the board.
    #[inline(always)]
    pub(super) fn step(&self, from: u64) -> u64 {
        let [right, left, below, above, above_right, below_left] = self.0;
        let horizontal = (from & right) << 1 | (from & left) >> 1;
        let vertical = (from & below) << 8 | (from & above) >> 8;
        let oblique = (from & below_left) << 7 | (from & above_right) >> 7;
        horizontal | vertical | oblique
    }

    /// Adds to `reached` all that chains reach from it over holes of `within`; also says where one more hop would lead
    /// from there, whatever stands on it.
    #[inline(always)]
    pub(super) fn flood(&self, mut reached: u64, within: u64) -> (u64, u64) {
        loop {
            let rim = self.step(reached);
            let fresh = rim & within & !reached;
            if fresh == 0 {
                return (reached, rim);
            }
            reached |= fresh;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Board;
    use super::super::holes::{Hole, HoleSet, bits};
    use super::*;

    const DIRECTIONS: [(isize, isize); 6] = [(0, 1), (0, -1), (1, 0), (-1, 0), (-1, 1), (1, -1)];

    fn boards() -> impl Iterator<Item = Vec<(usize, usize)>> {
        [Board::Star, Board::Rhombus(12), Board::Rhombus(13)].into_iter().map(Board::places)
    }

    fn shifted((row, column): (usize, usize), (down, right): (isize, isize), times: isize) -> (usize, usize) {
        (row.wrapping_add_signed(down * times), column.wrapping_add_signed(right * times))
    }

    /// Every hole next to every other, against arithmetic on rows and columns.
    #[test]
    fn neighbours_are_one_row_or_column_away() {
        for places in boards() {
            for &to in &places {
                let set: HoleSet = [Hole::new(to.0, to.1)].into_iter().collect();
                for &from in &places {
                    let hole = Hole::new(from.0, from.1);
                    let near = around(hole.class(), &set.0).map(|word| word & hole.bit() != 0);
                    let expected = DIRECTIONS.map(|direction| shifted(from, direction, 1) == to);
                    assert_eq!(near, expected, "{from:?} to {to:?}");
                }
            }
        }
    }

    /// Every hop over every single man, against arithmetic on rows and columns.
    #[test]
    fn hops_are_steps_of_two() {
        for places in boards() {
            let board: HoleSet = places.iter().map(|&(row, column)| Hole::new(row, column)).collect();
            for &over in &places {
                let men: HoleSet = [Hole::new(over.0, over.1)].into_iter().collect();
                for &from in &places {
                    let hole = Hole::new(from.0, from.1);
                    let hops = Hops::new(hole.class(), &men.0);
                    let reached = hops.step(hole.bit()) & board.0[hole.class()];
                    let reached: Vec<Hole> =
                        bits(reached).map(|bit| Hole::of_class(hole.class(), bit)).collect();
                    let landing = DIRECTIONS
                        .into_iter()
                        .filter(|&direction| shifted(from, direction, 1) == over)
                        .map(|direction| shifted(from, direction, 2))
                        .find(|place| places.contains(place));
                    let expected: Vec<Hole> =
                        landing.into_iter().map(|(row, column)| Hole::new(row, column)).collect();
                    assert_eq!(reached, expected, "{from:?} over {over:?}");
                }
            }
        }
    }
}

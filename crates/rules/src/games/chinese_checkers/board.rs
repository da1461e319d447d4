//! The two boards: which holes they have, what these are called, where the camps lie.
use super::holes::{Hole, LATTICE};
use crate::text::column_letter;

/// The smallest and the largest side of a rhombus.
pub(super) const SIDES: std::ops::RangeInclusive<usize> = 3..=13;

/// The sizes of camps on a rhombus.
pub(super) const RHOMBUS_MEN: [usize; 6] = [1, 2, 3, 4, 6, 10];

/// The men of a player on the star.
pub(super) const STAR_MEN: usize = 10;

/// The first row and column of the rhombus on the lattice. Its columns leave a bit free on both sides of each row of a
/// class, so that no shift leads from the end of a row to the beginning of the next.
const RHOMBUS_FIRST: usize = 2;

/// The middle row and column of the star.
const STAR_CENTRE: usize = LATTICE / 2;

/// How many symmetries the lattice has around a hole.
pub(super) const SYMMETRIES: usize = 12;

/// The number of the symmetry that takes each corner to the opposite one.
const HALF_TURN: usize = 3;

/// A board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Board {
    /// The six-pointed star of 121 holes.
    Star,
    /// So many rows and columns; a camp lies in each of the two acute corners.
    Rhombus(usize),
}

impl Board {
    /// Row and column of every hole: rows from the top, each from the left.
    pub(super) fn places(self) -> Vec<(usize, usize)> {
        let lattice = (0..LATTICE).flat_map(|row| (0..LATTICE).map(move |column| (row, column)));
        lattice.filter(|&place| self.has(place)).collect()
    }

    /// The lengths of the rows from the top.
    pub(super) fn widths(self) -> Vec<usize> {
        let width = |row| (0..LATTICE).filter(|&column| self.has((row, column))).count();
        (0..LATTICE).map(width).filter(|&width| width > 0).collect()
    }

    fn has(self, (row, column): (usize, usize)) -> bool {
        match self {
            Board::Star => {
                let cube = star_cube((row, column));
                cube.iter().all(|&x| x >= -4) || cube.iter().all(|&x| x <= 4)
            }
            Board::Rhombus(side) => {
                let inside = RHOMBUS_FIRST..RHOMBUS_FIRST + side;
                inside.contains(&row) && inside.contains(&column)
            }
        }
    }

    /// The names of the holes, in the order of [`Board::places`].
    pub(super) fn labels(self) -> Vec<String> {
        let widths = self.widths();
        let rows = widths.len();
        let in_row = |(row, width)| (0..width).map(move |column| (row, column));
        let name = |(row, column)| match self {
            Board::Star => format!("{}{}", column_letter(row), column + 1),
            Board::Rhombus(_) => format!("{}{}", column_letter(column), rows - row),
        };
        widths.into_iter().enumerate().flat_map(in_row).map(name).collect()
    }

    /// The corners where camps can lie, clockwise from the top (on the rhombus: top left): six or two. The goal of a
    /// player is the camp half a turn on.
    pub(super) fn corners(self) -> usize {
        match self {
            Board::Star => 6,
            Board::Rhombus(_) => 2,
        }
    }

    /// The holes of the camp of this size in a corner, from the tip inwards. Fewer where the board ends.
    pub(super) fn camp(self, corner: usize, men: usize) -> Vec<Hole> {
        let mut places = self.places();
        let (order, turned): (&[usize], _) = match self {
            Board::Star => {
                places.sort_by_key(|&place| star_depth(corner, place));
                (&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], false)
            }
            Board::Rhombus(_) => {
                places.sort_by_key(|&(row, column)| row + column);
                // Four men: the tip, the row of two, and of the row of three the middle.
                (if men == 4 { &[0, 1, 2, 4] } else { &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9] }, corner == 1)
            }
        };
        let holes = order.iter().take(men).filter_map(|&i| places.get(i));
        let turn = |&place| if turned { self.image(HALF_TURN, place) } else { Some(place) };
        holes.filter_map(turn).map(|(row, column)| Hole::new(row, column)).collect()
    }

    /// Where each of the twelve symmetries of the lattice around the board's centre takes a place, if it is on the board;
    /// the identity first.
    pub(super) fn image(self, symmetry: usize, (row, column): (usize, usize)) -> Option<(usize, usize)> {
        // Coordinates from the centre, doubled, for the centre may lie between holes.
        let both_ends = match self {
            Board::Star => 2 * STAR_CENTRE,
            Board::Rhombus(side) => 2 * RHOMBUS_FIRST + side - 1,
        } as isize;
        let (x, y) = (2 * column as isize - both_ends, 2 * row as isize - both_ends);
        let mut cube = [x, y, -x - y];
        for _ in 0..symmetry % 6 {
            let [x, y, z] = cube;
            cube = [-y, -z, -x];
        }
        if symmetry >= 6 {
            cube.swap(0, 1);
        }
        let halved = |x: isize| {
            let sum = x + both_ends;
            (sum >= 0 && sum % 2 == 0).then_some(sum as usize / 2)
        };
        let image = (halved(cube[1])?, halved(cube[0])?);
        self.has(image).then_some(image)
    }
}

/// The three coordinates of a place of the star, which sum to 0: from the centre to the right, down, and along the third
/// axis of the lattice.
fn star_cube((row, column): (usize, usize)) -> [isize; 3] {
    let (x, y) = (column as isize - STAR_CENTRE as isize, row as isize - STAR_CENTRE as isize);
    [x, y, -x - y]
}

/// How many rows a place of the star is from the tip of a corner.
fn star_depth(corner: usize, place: (usize, usize)) -> isize {
    let [x, y, z] = star_cube(place);
    STAR_CENTRE as isize - [-y, x, -z, y, -x, z][corner]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_star_has_121_holes_and_six_camps_of_ten() {
        let star = Board::Star;
        assert_eq!(star.widths(), [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1]);
        let labels = star.labels();
        assert_eq!((labels.len(), labels[0].as_str(), labels[120].as_str()), (121, "a1", "q1"));
        let names = |corner| {
            let holes: Vec<Hole> =
                star.places().into_iter().map(|(row, column)| Hole::new(row, column)).collect();
            let name = |hole| labels[holes.iter().position(|&h| h == hole).unwrap()].clone();
            star.camp(corner, STAR_MEN).into_iter().map(name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(0), "a1 b1 b2 c1 c2 c3 d1 d2 d3 d4");
        assert_eq!(names(1), "e13 e12 f12 e11 f11 g11 e10 f10 g10 h10");
        assert_eq!(names(2), "m13 l12 m12 k11 l11 m11 j10 k10 l10 m10");
        assert_eq!(names(3), "q1 p1 p2 o1 o2 o3 n1 n2 n3 n4");
        assert_eq!(names(4), "m1 l1 m2 k1 l2 m3 j1 k2 l3 m4");
        assert_eq!(names(5), "e1 e2 f1 e3 f2 g1 e4 f3 g2 h1");
    }

    #[test]
    fn camps_of_the_rhombus_are_half_a_turn_apart() {
        for side in SIDES {
            let board = Board::Rhombus(side);
            let half_turn = |hole: &Hole| {
                let place = board.places().into_iter().find(|&(row, column)| Hole::new(row, column) == *hole);
                board.image(HALF_TURN, place.unwrap()).map(|(row, column)| Hole::new(row, column)).unwrap()
            };
            for men in RHOMBUS_MEN {
                let camp: Vec<Hole> = board.camp(0, men).iter().map(half_turn).collect();
                assert_eq!(camp, board.camp(1, men), "{men} on {side}");
            }
        }
    }

    #[test]
    fn holes_of_a_board_are_different() {
        for board in [Board::Star, Board::Rhombus(13), Board::Rhombus(4)] {
            let mut holes: Vec<Hole> =
                board.places().into_iter().map(|(row, column)| Hole::new(row, column)).collect();
            let count = holes.len();
            holes.sort_unstable();
            holes.dedup();
            assert_eq!(holes.len(), count);
        }
    }
}

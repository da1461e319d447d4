//! Steps and hops of a whole parity class at once.
//!
//! A class is a board of 8x8 of its own, a word. The neighbours of its squares belong to the other three classes: laid
//! over the class, each shifted into place, they say for all squares at once what stands next to them in a direction. A
//! hop leads from a square of the class to the next one of the same class, over a man of another: a shift by one square.
//! Who stands in the class itself decides only where a hop may land. A man's own start is never jumped in its own chain,
//! so these hops are the same whichever man of the class moves.

/// Squares of a class that are not on the last file, from where there is a next one to the right.
const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;
/// Squares of a class that are not on the first file.
const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;

/// The directions, in the order of [`around`]: up is to the next row, right to the next column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Back,
    Stay,
    On,
}

/// For each direction the change of row and of column.
const DIRECTIONS: [(Way, Way); 8] = [
    (Way::On, Way::Stay),
    (Way::Back, Way::Stay),
    (Way::Stay, Way::On),
    (Way::Stay, Way::Back),
    (Way::On, Way::On),
    (Way::Back, Way::Back),
    (Way::On, Way::Back),
    (Way::Back, Way::On),
];

/// For each of the eight directions the squares of a class whose neighbour there is in the set.
#[inline(always)]
pub(super) fn around(class: usize, set: &[u64; 4]) -> [u64; 8] {
    let (vertical, horizontal, diagonal) = (set[class ^ 2], set[class ^ 1], set[class ^ 3]);
    // From an even row the row above has the same number in its class and the row below the one before; from an odd row
    // the row above has the next number and the row below the same. So for columns.
    let (odd_row, odd_column) = (class >> 1 & 1, class & 1);
    let (last, first) = if odd_column == 1 { (NOT_LAST, !0) } else { (!0, NOT_FIRST) };
    let up = |word: u64| word >> (8 * odd_row);
    let down = |word: u64| word << (8 - 8 * odd_row);
    let right = |word: u64| word >> odd_column & last;
    let left = |word: u64| word << (1 - odd_column) & first;
    [
        up(vertical),
        down(vertical),
        right(horizontal),
        left(horizontal),
        right(up(diagonal)),
        left(down(diagonal)),
        left(up(diagonal)),
        right(down(diagonal)),
    ]
}

/// For each class and direction what a step adds to the index of a square, modulo 256.
pub(super) const STEPS: [[u8; 8]; 4] = {
    let mut steps = [[0; 8]; 4];
    let mut i = 0;
    while i < 32 {
        let (class, (row, column)) = (i / 8, DIRECTIONS[i % 8]);
        let mut to = class;
        let mut shift = 0u8;
        if !matches!(row, Way::Stay) {
            to ^= 2;
            shift = shift.wrapping_add(along(row, class & 2 != 0, 8));
        }
        if !matches!(column, Way::Stay) {
            to ^= 1;
            shift = shift.wrapping_add(along(column, class & 1 != 0, 1));
        }
        steps[class][i % 8] = ((to << 6) as u8).wrapping_sub((class << 6) as u8).wrapping_add(shift);
        i += 1;
    }
    steps
};

/// For each class and each set of directions, as bits, the entries of [`STEPS`] in these directions, then zeros.
pub(super) static STEPS_OF: [[[u16; 8]; 256]; 4] =
    [by_set(STEPS[0]), by_set(STEPS[1]), by_set(STEPS[2]), by_set(STEPS[3])];

const fn by_set(of_direction: [u8; 8]) -> [[u16; 8]; 256] {
    let mut all = [[0; 8]; 256];
    let mut i = 0usize;
    while i < 256 * 8 {
        let (set, direction) = (i / 8, i % 8);
        if set >> direction & 1 != 0 {
            let before = set & ((1 << direction) - 1);
            all[set][before.count_ones() as usize] = of_direction[direction] as u16;
        }
        i += 1;
    }
    all
}

/// By how much the number within the class changes in a step from an odd or even row or column.
const fn along(way: Way, odd: bool, unit: u8) -> u8 {
    match (way, odd) {
        (Way::On, true) => unit,
        (Way::Back, false) => unit.wrapping_neg(),
        _ => 0,
    }
}

/// For each direction the squares of a class from where there is a man to hop over.
pub(super) struct Hops([u64; 8]);

impl Hops {
    /// The hops of a class, given all men by class.
    #[inline(always)]
    pub(super) fn new(class: usize, men: &[u64; 4]) -> Hops {
        let [n, s, e, w, ne, sw, nw, se] = around(class, men);
        // Where the shift of a landing would run into the next row.
        Hops([
            n,
            s,
            e & NOT_LAST,
            w & NOT_FIRST,
            ne & NOT_LAST,
            sw & NOT_FIRST,
            nw & NOT_FIRST,
            se & NOT_LAST,
        ])
    }

    /// Where one hop leads from any of these squares, whatever stands there.
    #[inline(always)]
    pub(super) fn step(&self, from: u64) -> u64 {
        let [n, s, e, w, ne, sw, nw, se] = self.0;
        let vertical = (from & n) << 8 | (from & s) >> 8;
        let horizontal = (from & e) << 1 | (from & w) >> 1;
        let rising = (from & ne) << 9 | (from & sw) >> 9;
        let falling = (from & nw) << 7 | (from & se) >> 7;
        vertical | horizontal | rising | falling
    }

    /// Adds to `reached` all that chains reach from it over squares of `within`; also says where one more hop would
    /// lead from there, whatever stands on it.
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
    use super::super::board::{Square, SquareSet, bits};
    use super::*;

    fn all() -> impl Iterator<Item = Square> {
        (0..=255).map(Square::from_index)
    }

    fn near(a: Square, b: Square) -> bool {
        a != b && a.row().abs_diff(b.row()) <= 1 && a.column().abs_diff(b.column()) <= 1
    }

    /// Steps from every square, against arithmetic on rows and columns.
    #[test]
    fn steps_lead_to_neighbours() {
        for from in all() {
            let step = |direction: usize| {
                let to =
                    Square::from_index((from.index() as u8).wrapping_add(STEPS[from.class()][direction]));
                let there: SquareSet = [to].into_iter().collect();
                (around(from.class(), &there.0)[direction] & from.bit() != 0).then_some(to)
            };
            let steps: SquareSet = (0..8).filter_map(step).collect();
            assert_eq!(steps, all().filter(|&to| near(from, to)).collect(), "{from}");
        }
    }

    /// Every hop over every single man, against arithmetic on rows and columns.
    #[test]
    fn hops_are_steps_of_two() {
        for over in all() {
            let men: SquareSet = [over].into_iter().collect();
            for from in all() {
                let hops = Hops::new(from.class(), &men.0);
                let reached: Vec<Square> =
                    bits(hops.step(from.bit())).map(|bit| Square::of_class(from.class(), bit)).collect();
                let row = 2 * over.row() as i32 - from.row() as i32;
                let column = 2 * over.column() as i32 - from.column() as i32;
                let on_board = (0..16).contains(&row) && (0..16).contains(&column);
                let expected =
                    (near(from, over) && on_board).then(|| Square::new(row as usize, column as usize));
                assert_eq!(reached, expected.into_iter().collect::<Vec<_>>(), "{from} over {over}");
            }
        }
    }
}

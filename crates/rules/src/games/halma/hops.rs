//! Hops within one parity class, all squares at once.
//!
//! A class is a board of 8x8 of its own. From one of its squares a man hops to the next square of the class in one of
//! eight directions if a man stands on the square between, which belongs to another class. Who stands in the class
//! itself decides only where a hop may land. A man's own start is never jumped in its own chain, so these hops are the
//! same whichever man of the class moves.

/// Squares of a class that are not on the last file, from where there is a next one to the right.
const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;
/// Squares of a class that are not on the first file.
const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;

/// For each direction the squares of a class from where there is a man to hop over.
pub(super) struct Hops {
    n: u64,
    s: u64,
    e: u64,
    w: u64,
    ne: u64,
    nw: u64,
    se: u64,
    sw: u64,
}

impl Hops {
    /// The hops of a class, given all men by class.
    #[inline(always)]
    pub(super) fn new(class: usize, men: &[u64; 4]) -> Hops {
        let (vertical, horizontal, diagonal) = (men[class ^ 2], men[class ^ 1], men[class ^ 3]);
        let (odd_row, odd_column) = (class & 2 != 0, class & 1 != 0);
        // From an even row the row above has the same number in its class and the row below the one before; from an odd
        // row the row above has the next number and the row below the same. So for columns.
        let up = |word: u64| if odd_row { word >> 8 } else { word };
        let down = |word: u64| if odd_row { word } else { word << 8 };
        let right = |word: u64| if odd_column { word >> 1 } else { word } & NOT_LAST;
        let left = |word: u64| if odd_column { word } else { word << 1 } & NOT_FIRST;
        Hops {
            n: up(vertical),
            s: down(vertical),
            e: right(horizontal),
            w: left(horizontal),
            ne: right(up(diagonal)),
            nw: left(up(diagonal)),
            se: right(down(diagonal)),
            sw: left(down(diagonal)),
        }
    }

    /// Where one hop leads from any of these squares, whatever stands there.
    #[inline(always)]
    pub(super) fn step(&self, from: u64) -> u64 {
        let vertical = (from & self.n) << 8 | (from & self.s) >> 8;
        let horizontal = (from & self.e) << 1 | (from & self.w) >> 1;
        let rising = (from & self.ne) << 9 | (from & self.sw) >> 9;
        let falling = (from & self.nw) << 7 | (from & self.se) >> 7;
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

    /// Every hop over every single man, against arithmetic on rows and columns.
    #[test]
    fn hops_are_steps_of_two() {
        for over in (0..=255).map(Square::from_index) {
            let men: SquareSet = [over].into_iter().collect();
            for from in (0..=255).map(Square::from_index) {
                let hops = Hops::new(from.class(), &men.0);
                let reached: Vec<Square> =
                    bits(hops.step(from.bit())).map(|bit| Square::of_class(from.class(), bit)).collect();
                let row = 2 * over.row() as i32 - from.row() as i32;
                let column = 2 * over.column() as i32 - from.column() as i32;
                let near = over.row().abs_diff(from.row()) <= 1 && over.column().abs_diff(from.column()) <= 1;
                let on_board = (0..16).contains(&row) && (0..16).contains(&column);
                let expected = (near && over != from && on_board)
                    .then(|| Square::new(row as usize, column as usize));
                assert_eq!(reached, expected.into_iter().collect::<Vec<_>>(), "{from} over {over}");
            }
        }
    }
}

//! What the men have to form: a figure that is symmetric about the diagonal from `a1`, which does not run through the yard.
use crate::games::halma::{Halma, SquareSet};
use crate::{OptionDoc, Seat};

/// What counts as a symmetric figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Figure {
    /// Every man's mirror image is a man.
    Mirror,
    /// Besides, no man is left in the yard.
    Out,
    /// Besides, the men hang together.
    Joined,
}

pub(super) const FIGURES: [(&str, Figure); 3] =
    [("mirror", Figure::Mirror), ("out", Figure::Out), ("joined", Figure::Joined)];

pub(super) const DOC: OptionDoc = OptionDoc {
    name: "figure",
    values: "mirror, out, joined",
    default: "mirror",
    about: "what a symmetric figure is. mirror: each man's mirror image across the diagonal that does not run through the yard is a man, or the man itself on the diagonal; out: besides, no man is left in the yard; joined: besides, each man is reached from each other one by steps from man to man",
};

impl Figure {
    /// Whether the men form the figure.
    pub(super) fn is_formed(self, board: &Halma, men: SquareSet) -> bool {
        men == mirrored(men)
            && match self {
                Figure::Mirror => true,
                Figure::Out => (men & board.home(Seat::A)).is_empty(),
                Figure::Joined => is_joined(board, men),
            }
    }
}

/// The image across the diagonal from `a1`: rows and columns change places, in each word of 8x8 squares and between the
/// classes of odd rows and of odd columns.
pub(super) fn mirrored(men: SquareSet) -> SquareSet {
    let [even, odd_columns, odd_rows, odd] = men.words().map(transposed);
    SquareSet::from_words([even, odd_rows, odd_columns, odd])
}

/// Rows and columns of 8x8 bits exchanged, first in blocks of 2x2, then of 4x4, then all (Warren, Hacker's Delight).
fn transposed(mut word: u64) -> u64 {
    for (shift, mask) in
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
    {
        let changed = (word ^ word >> shift) & mask;
        word ^= changed ^ changed << shift;
    }
    word
}

fn is_joined(board: &Halma, men: SquareSet) -> bool {
    let mut joined: SquareSet = men.iter().take(1).collect();
    loop {
        let near = joined.iter().fold(joined, |near, square| near | board.neighbours(square)) & men;
        if near == joined {
            return joined == men;
        }
        joined = near;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::halma::Square;

    #[test]
    fn mirrored_squares_have_row_and_column_exchanged() {
        for square in (0..=255).map(Square::from_index) {
            let other = Square::new(square.column(), square.row());
            assert_eq!(mirrored([square].into_iter().collect()), [other].into_iter().collect(), "{square}");
        }
    }
}

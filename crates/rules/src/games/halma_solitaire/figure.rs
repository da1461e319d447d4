//! What the men have to form: a figure that is symmetric about the diagonal from `a1`, which does not run through the yard.
use crate::games::halma::{Halma, Square, SquareSet};
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
        let mirrored = |square: Square| Square::new(square.column(), square.row());
        men.iter().all(|square| men.contains(mirrored(square)))
            && match self {
                Figure::Mirror => true,
                Figure::Out => (men & board.home(Seat::A)).is_empty(),
                Figure::Joined => is_joined(board, men),
            }
    }
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

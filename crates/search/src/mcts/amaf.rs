//! All moves as first: what became of each move in the present simulation, whenever it was made.
use hoppity_rules::{Game, Seat};

/// For each seat and move: how often it was made, and the scores of the seat.
#[derive(Debug)]
pub(super) struct Amaf {
    /// By seat and [`Game::move_index`].
    counts: Vec<[f32; 2]>,
    space: usize,
    /// The entries that are not zero.
    touched: Vec<u32>,
}

impl Amaf {
    /// For games of this kind; for nothing, where AMAF values are not used.
    pub(super) fn new<G: Game>(game: &G, used: bool) -> Amaf {
        let space = game.move_space();
        let entries = if used { game.seats() * space } else { 0 };
        Amaf { counts: vec![[0.0; 2]; entries], space, touched: Vec::new() }
    }

    pub(super) fn is_used(&self) -> bool {
        !self.counts.is_empty()
    }

    /// Counts a move that was made in so many playouts which scored this in total.
    #[inline]
    pub(super) fn add(&mut self, seat: Seat, index: usize, playouts: f32, score: f32) {
        let at = seat.index() * self.space + index;
        let [count, total] = &mut self.counts[at];
        *count += playouts;
        *total += score;
        self.touched.push(at as u32);
    }

    /// By move, what there is of a seat.
    #[inline]
    pub(super) fn of(&self, seat: Seat) -> &[[f32; 2]] {
        &self.counts[seat.index() * self.space..][..self.space]
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        for at in self.touched.drain(..) {
            self.counts[at as usize] = [0.0; 2];
        }
    }
}

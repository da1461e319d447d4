//! How moves did in all simulations of a search, wherever they were made: what playouts and progressive history go by.
use super::Playout;
use hoppity_rules::random::mix;
use hoppity_rules::{Game, Seat};

/// Mean scores of moves, and of pairs of a move and the one before it.
#[derive(Debug)]
pub(super) struct Averages {
    /// By seat and [`Game::move_index`]: how often, and the scores in total. Empty where nobody asks.
    moves: Vec<[f32; 2]>,
    /// The same for pairs, by a hash; pairs that share an entry are few.
    pairs: Vec<[f32; 2]>,
    space: usize,
}

/// Entries for pairs, a power of two.
const PAIRS: usize = 1 << 18;

impl Averages {
    /// Averages for playouts of a kind, and for others who ask.
    pub(super) fn new<G: Game>(game: &G, playout: Playout, others_ask: bool) -> Averages {
        let space = game.move_space();
        let entries = if others_ask || playout != Playout::Random { game.seats() * space } else { 0 };
        let pairs = if playout == Playout::Nst { PAIRS } else { 0 };
        Averages { moves: vec![[0.0; 2]; entries], pairs: vec![[0.0; 2]; pairs], space }
    }

    pub(super) fn are_kept(&self) -> bool {
        !self.moves.is_empty()
    }

    pub(super) fn count(&mut self, seat: Seat, before: Option<usize>, index: usize, score: f32) {
        let at = seat.index() * self.space + index;
        let add = |entry: &mut [f32; 2]| *entry = [entry[0] + 1.0, entry[1] + score];
        add(&mut self.moves[at]);
        if let (Some(before), false) = (before, self.pairs.is_empty()) {
            add(&mut self.pairs[pair(at, before)]);
        }
    }

    /// The mean of a move; 1 where it was never made, so that it is tried.
    pub(super) fn of(&self, seat: Seat, index: usize) -> f32 {
        mean(self.moves[seat.index() * self.space + index]).unwrap_or(1.0)
    }

    /// The mean of a move after another: of the move and, where pairs are kept and this one is known, of the pair.
    pub(super) fn after(&self, seat: Seat, before: usize, index: usize) -> f32 {
        let single = self.of(seat, index);
        let entry = self.pairs.get(pair(seat.index() * self.space + index, before));
        entry.and_then(|&entry| mean(entry)).map_or(single, |both| 0.5 * (single + both))
    }
}

fn mean([count, total]: [f32; 2]) -> Option<f32> {
    (count > 0.0).then(|| total / count)
}

fn pair(at: usize, before: usize) -> usize {
    mix((at as u64) << 32 | before as u64) as usize % PAIRS
}

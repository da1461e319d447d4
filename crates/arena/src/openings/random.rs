//! Openings of random plies, no two alike while there are others.
use super::Opening;
use hoppity_rules::AnyGame;
use hoppity_rules::random::{Random, RngExt, stream};
use std::collections::HashSet;

/// Keeps the streams of openings apart from those of games.
const DOMAIN: u64 = 0x6f70_656e_696e_6773;

/// How often a draw that ended the game, or led to a position that an earlier opening has, is drawn again.
const MOST_TRIES: u32 = 200;

/// Draws distinct openings. Opening `k` is played at random from `stream(seed, [DOMAIN, k])`; the iterator ends where
/// no new one is found.
pub(crate) struct Openers<'a> {
    game: &'a dyn AnyGame,
    seed: u64,
    plies: u32,
    next: u64,
    /// The keys of the positions reached so far; only asked whether they hold one.
    reached: HashSet<u64>,
}

impl<'a> Openers<'a> {
    pub(crate) fn new(game: &'a dyn AnyGame, seed: u64, plies: u32) -> Openers<'a> {
        Openers { game, seed, plies, next: 0, reached: HashSet::new() }
    }

    /// One try: `None` where the game ended or the position has been reached before.
    fn draw(&mut self, rng: &mut Random) -> Option<Opening> {
        let mut line = self.game.line();
        let mut moves = Vec::with_capacity(self.plies as usize);
        for _ in 0..self.plies {
            let legal = line.legal();
            let pick = legal.len().checked_sub(1)?;
            let index = legal[rng.random_range(0..=pick)];
            line.push(index);
            moves.push(index);
        }
        let unfinished = line.outcome().is_none();
        (unfinished && self.reached.insert(line.key())).then(|| Opening::of_moves(moves))
    }
}

impl Iterator for Openers<'_> {
    type Item = Opening;

    fn next(&mut self) -> Option<Opening> {
        let mut rng = stream(self.seed, &[DOMAIN, self.next]);
        self.next += 1;
        (0..MOST_TRIES).find_map(|_| self.draw(&mut rng))
    }
}

//! Who is told how a run goes on.

/// Is told how a run goes on, always from the thread that called [`crate::run`].
pub trait Watch {
    /// A part of the run begins: how many games it plays at most, and how many of them an earlier run has played.
    fn part(&self, name: &str, games: u64, done: u64) {
        let _ = (name, games, done);
    }

    /// A game has ended.
    fn game_done(&self) {}

    /// Where the search has come to.
    fn best(&self, best: &str) {
        let _ = best;
    }

    /// The part is over.
    fn part_done(&self) {}

    /// Something a person should know.
    fn note(&self, note: &str) {
        let _ = note;
    }
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {}

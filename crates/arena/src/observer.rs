//! Who watches a tournament.
use crate::GameRecord;

/// Is told how a tournament goes on, always from the thread that called [`crate::run`] or [`crate::play_all`].
pub trait Observer: Sync {
    /// Before the first game: how many games the tournament has, how many of them an earlier run has played, and what a
    /// person should know beforehand.
    fn started(&self, total: u64, already_done: u64, notes: &[String]) {
        let _ = (total, already_done, notes);
    }

    /// A game has ended and, where there is a journal, is in it. Games end in any order.
    fn game_done(&self, game: &GameRecord) {
        let _ = game;
    }

    /// Something a person should know.
    fn note(&self, note: &str) {
        let _ = note;
    }
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {}

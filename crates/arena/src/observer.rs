//! Who watches a tournament.
use crate::{GameRecord, Standing};

/// Is told how a tournament goes on, always from the thread that called [`crate::run`] or [`crate::play_all`].
pub trait Observer {
    /// Before the first game: how many games the tournament has, how many of them an earlier run has played, and what a
    /// person should know beforehand.
    fn started(&self, total: u64, already_done: u64, notes: &[String]) {
        let _ = (total, already_done, notes);
    }

    /// A game has ended and, where there is a journal, is in it. Games end in any order.
    fn game_done(&self, game: &GameRecord) {
        let _ = game;
    }

    /// Whether [`Observer::standings`] is to be told the ranking now. Asked now and then while games end; a ranking takes
    /// time to compute.
    fn wants_standings(&self) -> bool {
        false
    }

    /// The ranking that the games so far give.
    fn standings(&self, standings: &[Standing]) {
        let _ = standings;
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

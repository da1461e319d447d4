//! Parts that the JSON documents of several commands share.
use hoppity_rules::{AnyGame, Outcome};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// An object whose keys keep their order.
#[derive(Debug)]
pub(crate) struct Pairs<T>(pub(crate) Vec<(String, T)>);

impl<T: Serialize> Serialize for Pairs<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

/// How a game ended.
#[derive(Debug, Serialize)]
pub(crate) struct OutcomeDocument {
    /// The seats that won, joined by `+`; null where nobody is first alone.
    winner: Option<String>,
    /// The place of every seat, 0 the best.
    ranks: Vec<u8>,
    /// Why, joined by `+`.
    reason: String,
}

impl OutcomeDocument {
    pub(crate) fn new(game: &dyn AnyGame, outcome: &Outcome) -> OutcomeDocument {
        OutcomeDocument {
            winner: outcome.winner().map(|team| game.team_name(team)),
            ranks: game.seat_ranks(outcome),
            reason: game.reasons(outcome),
        }
    }
}

/// The outcome in words: `A wins (camp filled)`.
pub(crate) fn outcome_words(game: &dyn AnyGame, outcome: &Outcome) -> String {
    let result = match outcome.winner() {
        Some(team) => {
            let name = game.team_name(team);
            let verb = if name.contains('+') { "win" } else { "wins" };
            format!("{name} {verb}")
        }
        None => "draw".to_owned(),
    };
    format!("{result} ({})", game.reasons(outcome))
}

//! What people type: games, agents, positions and moves, checked, with messages that point at what is wrong.
use crate::failure::{wrong_text, wrong_use};
use clap::Args;
use hoppity_protocol::agents::{self, Surroundings};
use hoppity_registry::{Playable, Player};
use hoppity_rules::{AnyLine, Spec, SpecError};
use std::sync::Arc;

/// The position that a command is about.
#[derive(Args, Clone, Debug)]
pub(crate) struct PositionArgs {
    /// The position to start from instead of the game's own: rows, seat to move, ply number
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Moves to play first, separated by spaces
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
}

/// A game and a line of play in it.
pub(crate) struct Setup {
    pub(crate) game: Arc<dyn Playable>,
    pub(crate) line: Box<dyn AnyLine>,
    /// The last of the moves played, if any.
    pub(crate) last: Option<LastMove>,
}

/// The move that led to the position shown.
pub(crate) struct LastMove {
    pub(crate) text: String,
    /// The cells it touched.
    pub(crate) path: Vec<usize>,
}

impl PositionArgs {
    /// The line that these flags describe in the game of this spec.
    pub(crate) fn setup(&self, game: &str) -> anyhow::Result<Setup> {
        let game = parse_game(game)?;
        let line = match &self.position {
            None => game.line(),
            Some(text) => game.line_from(text).map_err(|e| {
                let message = format!("the position is not one of {}: {e}", game.spec());
                wrong_text(message, text, e.at, 1)
            })?,
        };
        let mut setup = Setup { game, line, last: None };
        if let Some(moves) = &self.moves {
            setup.play(moves)?;
        }
        Ok(setup)
    }
}

impl Setup {
    fn play(&mut self, moves: &str) -> anyhow::Result<()> {
        for (i, text) in moves.split_whitespace().enumerate() {
            let index = self.line.parse(text).map_err(|e| {
                let at = text.as_ptr() as usize - moves.as_ptr() as usize;
                wrong_text(format!("move {}: {e}", i + 1), moves, at, text.len())
            })?;
            let path = self.line.path(index).unwrap_or_default();
            self.line.push(index);
            self.last = Some(LastMove { text: text.to_owned(), path });
        }
        Ok(())
    }
}

/// The game that a spec names.
pub(crate) fn parse_game(text: &str) -> anyhow::Result<Arc<dyn Playable>> {
    let spec = parse_spec("game", text)?;
    hoppity_registry::game(&spec).map_err(|e| wrong_spec(text, &e))
}

/// The agent that a spec names, for this game; other programs are handed the seed.
pub(crate) fn parse_agent(game: &Arc<dyn Playable>, text: &str, seed: u64) -> anyhow::Result<Player> {
    let spec = parse_spec("agent", text)?;
    let around = Surroundings { seed, ..Surroundings::default() };
    agents::player(game, &spec, &around).map_err(|e| wrong_spec(text, &e))
}

fn parse_spec(what: &str, text: &str) -> anyhow::Result<Spec> {
    Spec::parse(text).map_err(|e| {
        let message = format!("the {what} is not of the form name(key=value,…): {e}");
        wrong_text(message, text, e.at.unwrap_or(0), 1)
    })
}

fn wrong_spec(text: &str, error: &SpecError) -> anyhow::Error {
    match error.at {
        Some(at) => wrong_text(error, text, at, 1),
        None => wrong_use(format!("`{}`: {error}", text.trim())),
    }
}

/// A positive time in seconds, for clap.
pub(crate) fn parse_seconds(text: &str) -> Result<f64, String> {
    const MOST: f64 = 1e9;
    let seconds = text.parse::<f64>().ok().filter(|s| *s > 0.0 && *s <= MOST);
    seconds.ok_or_else(|| "expected a number of seconds above 0, such as 2.5".to_owned())
}

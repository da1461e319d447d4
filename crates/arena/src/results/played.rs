//! The games of a run, to be played through again.
use super::read::{Reader, Told};
use super::text::Fault;
use super::{ResultsError, wrong};
use crate::{Config, Opening, Schedule, utf8};
use hoppity_registry::Playable;
use hoppity_rules::{AnyLine, Seat};
use std::path::Path;

/// A game of a run, each of whose moves could be made again.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    ranks: Vec<u8>,
    opening: Opening,
    moves: Vec<usize>,
}

impl PlayedGame {
    /// The places by seat, 0 the best; equal where shared.
    pub fn ranks(&self) -> &[u8] {
        &self.ranks
    }

    /// All moves as indices, the opening's included.
    pub fn moves(&self) -> &[usize] {
        &self.moves
    }

    /// How many of the moves are the opening's.
    pub fn opening_plies(&self) -> usize {
        self.opening.moves().len().min(self.moves.len())
    }

    /// A line at the start of the game.
    pub fn line(&self, game: &dyn Playable) -> Box<dyn AnyLine> {
        self.opening.start(game)
    }
}

/// Reads the `games.csv` of a run of this game, or of the folder of one. How its games began is what the `config.toml`
/// beside it says; without one all began in the initial position. Every move is made again, and where the rules then end
/// the game the places must be theirs.
pub fn played_games(path: &Path, game: &dyn Playable) -> Result<Vec<PlayedGame>, ResultsError> {
    let path = if path.is_dir() { path.join("games.csv") } else { path.to_owned() };
    let file = path.display().to_string();
    let bytes = std::fs::read(&path).map_err(|error| ResultsError::Unreadable {
        file: file.clone(),
        what: format!("cannot be read: {error}"),
    })?;
    let text = utf8::decode(bytes)
        .map_err(|fault| wrong(&file, &fault.before, Fault::new(fault.before.len(), fault.what)))?;
    let refuse = |fault: Fault| wrong(&file, &text, fault);
    let reader = Reader::new(&text).map_err(refuse)?;
    if reader.seats() != game.seats() {
        let what =
            format!("games of {} seats: expected {} as {} has", reader.seats(), game.seats(), game.spec());
        return Err(refuse(Fault::new(0, what)));
    }
    let config = path.with_file_name("config.toml");
    let schedule = if config.exists() { Some(schedule(&config, game, &file, &text)?) } else { None };
    let teams: Vec<usize> = Seat::all(game.seats()).map(|seat| game.team(seat).index()).collect();
    let told = reader.moves(&teams).map_err(refuse)?;
    if told.is_empty() {
        return Err(refuse(Fault::new(text.len(), "expected a game below the header")));
    }
    told.into_iter().map(|told| replayed(told, game, schedule.as_ref()).map_err(refuse)).collect()
}

/// The schedule of the run, which must be of this game.
fn schedule(config: &Path, game: &dyn Playable, file: &str, text: &str) -> Result<Schedule, ResultsError> {
    let config = Config::load(config)?;
    let (there, here) = (config.game().spec().to_string(), game.spec().to_string());
    if there != here {
        let what = format!("these are games of `{there}`: expected games of `{here}`");
        return Err(wrong(file, text, Fault::new(0, what)));
    }
    Ok(config.schedule())
}

fn replayed(told: Told<'_>, game: &dyn Playable, schedule: Option<&Schedule>) -> Result<PlayedGame, Fault> {
    let opening = schedule.map_or(Opening::default(), |schedule| schedule.opening(told.opening).clone());
    let mut line = opening.start(game);
    let mut moves = Vec::new();
    for text in told.moves.value.split_ascii_whitespace() {
        // Where the field has quotes inside, what stands before the move may be a little longer.
        let at = told.moves.at + (text.as_ptr() as usize - told.moves.value.as_ptr() as usize);
        let index =
            line.parse(text).map_err(|error| Fault::new(at, format!("move {}: {error}", moves.len() + 1)))?;
        line.push(index);
        moves.push(index);
    }
    if let Some(outcome) = line.outcome()
        && game.seat_ranks(&outcome) != told.ranks
    {
        let what = format!(
            "the places of this game are {:?}, but the rules give {:?} after these moves",
            told.ranks,
            game.seat_ranks(&outcome)
        );
        return Err(Fault::new(told.moves.at, what));
    }
    Ok(PlayedGame { ranks: told.ranks, opening, moves })
}

//! The object-safe layer: games and lines without their types.
//!
//! Tournaments, protocols and the command line work through these. One virtual call a decision, none a node: searches
//! stay generic, and find their [`Line`] again by [`AnyLine::as_any`].
use crate::error::suggestion;
use crate::perft::{divide, perft};
use crate::playouts::{self, Tally};
use crate::{Game, Layout, Line, MoveError, Outcome, PositionError, Random, Reasons, Seat, Spec, Team};
use std::any::Any;
use std::fmt::Debug;

/// A game, whichever it is.
pub trait AnyGame: Debug + Send + Sync {
    /// See [`Game::spec`].
    fn spec(&self) -> Spec;
    /// See [`Game::seats`].
    fn seats(&self) -> usize;
    /// See [`Game::team`].
    fn team(&self, seat: Seat) -> Team;
    /// See [`Game::teams`].
    fn teams(&self) -> usize;
    /// See [`Game::layout`].
    fn layout(&self) -> Layout;
    /// A line at the beginning of the game.
    fn line(&self) -> Box<dyn AnyLine>;
    /// A line that begins in this position.
    fn line_from(&self, position: &str) -> Result<Box<dyn AnyLine>, PositionError>;
    /// The names of the reasons of an outcome, joined by `+`.
    fn reasons(&self, outcome: &Outcome) -> String;

    /// The letters of a team's seats, joined by `+`.
    fn team_name(&self, team: Team) -> String {
        let seats = Seat::all(self.seats()).filter(|&seat| self.team(seat) == team);
        seats.map(|seat| seat.to_string()).collect::<Vec<_>>().join("+")
    }

    /// The place of every seat: its team's.
    fn seat_ranks(&self, outcome: &Outcome) -> Vec<u8> {
        Seat::all(self.seats()).map(|seat| outcome.rank(self.team(seat))).collect()
    }
}

/// A game in progress, whichever game it is. Moves are dense indices ([`Game::move_index`]) or text.
pub trait AnyLine: Send {
    /// See [`Line::to_move`].
    fn to_move(&self) -> Seat;
    /// See [`Game::ply`].
    fn ply(&self) -> u32;
    /// See [`Line::outcome`].
    fn outcome(&self) -> Option<Outcome>;
    /// See [`Game::broken_off`]; no reason is given.
    fn broken_off(&self) -> Outcome;
    /// See [`Game::key`].
    fn key(&self) -> u64;
    /// See [`Line::len`].
    fn len(&self) -> usize;
    /// See [`Line::is_empty`].
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The position as text.
    fn position(&self) -> String;
    /// Who holds a cell of the layout.
    fn at(&self, cell: usize) -> Option<Seat>;
    /// The indices of the legal moves in the game's order; none when the game is over.
    fn legal(&self) -> Vec<usize>;
    /// The legal moves as text, in the same order.
    fn legal_texts(&self) -> Vec<String>;
    /// A legal move as text; `None` for an index that is not legal here.
    fn format(&self, index: usize) -> Option<String>;
    /// The cells a legal move touches, see [`Game::move_path`].
    fn path(&self, index: usize) -> Option<Vec<usize>>;
    /// The legal move that a text names. Refused with the nearest right move where there is one.
    fn parse(&self, text: &str) -> Result<usize, MoveError>;
    /// Plays a legal move; `false`, and nothing played, for an index that is not legal here.
    fn push(&mut self, index: usize) -> bool;
    /// Plays the move that a text names.
    fn push_text(&mut self, text: &str) -> Result<(), MoveError>;
    /// Takes back the last move; `false` at the start.
    fn pop(&mut self) -> bool;
    /// The moves since the start, as text.
    fn history(&self) -> Vec<String>;
    /// Plays a uniformly random move; `false` when the game is over.
    fn push_random(&mut self, rng: &mut Random) -> bool;
    /// See [`perft`].
    fn perft(&self, depth: u32) -> u64;
    /// See [`divide`].
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
    /// See [`playouts::run`].
    fn playouts(&self, games: u64, max_plies: u32, rng: &mut Random, tally: &mut Tally);
    /// The line itself, for who knows its type.
    fn as_any(&self) -> &dyn Any;
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyLine>;
}

impl Clone for Box<dyn AnyLine> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// A concrete game behind [`AnyGame`].
#[derive(Clone)]
pub struct Erased<G: Game>(pub G);

impl<G: Game> Debug for Erased<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0.spec())
    }
}

impl<G: Game> AnyGame for Erased<G> {
    fn spec(&self) -> Spec {
        self.0.spec()
    }
    fn seats(&self) -> usize {
        self.0.seats()
    }
    fn team(&self, seat: Seat) -> Team {
        self.0.team(seat)
    }
    fn teams(&self) -> usize {
        self.0.teams()
    }
    fn layout(&self) -> Layout {
        self.0.layout()
    }
    fn line(&self) -> Box<dyn AnyLine> {
        Box::new(Line::new(self.0.clone()))
    }
    fn line_from(&self, position: &str) -> Result<Box<dyn AnyLine>, PositionError> {
        Ok(Box::new(Line::from_position(self.0.clone(), position)?))
    }
    fn reasons(&self, outcome: &Outcome) -> String {
        outcome.reasons().names(self.0.reason_names())
    }
}

impl<G: Game> Line<G> {
    /// The legal move with this index, `None` when there is none or the game is over.
    pub fn legal_by_index(&self, index: usize) -> Option<G::Move> {
        if self.outcome().is_some() { None } else { self.game().legal_by_index(self.state(), index) }
    }

    /// All legal moves in order; none when the game is over.
    pub fn legal_moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if self.outcome().is_none() {
            self.game().moves(self.state(), &mut moves);
        }
        moves
    }

    fn with_nearest(&self, error: MoveError) -> MoveError {
        let texts = AnyLine::legal_texts(self);
        match crate::error::nearest(&error.text, texts.iter().map(String::as_str)) {
            Some(_) => {
                let hint = suggestion(&error.text, texts.iter().map(String::as_str));
                MoveError { why: format!("{}{hint}", error.why), text: error.text }
            }
            None => error,
        }
    }
}

impl<G: Game> AnyLine for Line<G> {
    fn to_move(&self) -> Seat {
        Line::to_move(self)
    }
    fn ply(&self) -> u32 {
        self.game().ply(self.state())
    }
    fn outcome(&self) -> Option<Outcome> {
        Line::outcome(self)
    }
    fn broken_off(&self) -> Outcome {
        self.game().broken_off(self.state(), Reasons::default())
    }
    fn key(&self) -> u64 {
        self.game().key(self.state())
    }
    fn len(&self) -> usize {
        Line::len(self)
    }
    fn position(&self) -> String {
        self.game().format_position(self.state())
    }
    fn at(&self, cell: usize) -> Option<Seat> {
        self.game().at(self.state(), cell)
    }
    fn legal(&self) -> Vec<usize> {
        self.legal_moves().into_iter().map(|m| self.game().move_index(m)).collect()
    }
    fn legal_texts(&self) -> Vec<String> {
        self.legal_moves().into_iter().map(|m| self.game().format_move(m)).collect()
    }
    fn format(&self, index: usize) -> Option<String> {
        self.legal_by_index(index).map(|m| self.game().format_move(m))
    }
    fn path(&self, index: usize) -> Option<Vec<usize>> {
        self.legal_by_index(index).map(|m| self.game().move_path(self.state(), m))
    }
    fn parse(&self, text: &str) -> Result<usize, MoveError> {
        if Line::outcome(self).is_some() {
            return Err(MoveError::new(text, "the game is over"));
        }
        let parsed = self.game().parse_move(self.state(), text);
        parsed.map(|m| self.game().move_index(m)).map_err(|error| self.with_nearest(error))
    }
    fn push(&mut self, index: usize) -> bool {
        self.legal_by_index(index).map(|m| Line::push(self, m)).is_some()
    }
    fn push_text(&mut self, text: &str) -> Result<(), MoveError> {
        Line::push_text(self, text).map(|_| ()).map_err(|error| self.with_nearest(error))
    }
    fn pop(&mut self) -> bool {
        Line::pop(self).is_some()
    }
    fn history(&self) -> Vec<String> {
        self.moves().map(|m| self.game().format_move(m)).collect()
    }
    fn push_random(&mut self, rng: &mut Random) -> bool {
        if Line::outcome(self).is_some() {
            return false;
        }
        let m = self.game().sample(self.state(), rng);
        Line::push(self, m);
        true
    }
    fn perft(&self, depth: u32) -> u64 {
        perft(self.game(), &mut self.state().clone(), depth)
    }
    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let counts = divide(self.game(), &mut self.state().clone(), depth);
        counts.into_iter().map(|(m, count)| (self.game().format_move(m), count)).collect()
    }
    fn playouts(&self, games: u64, max_plies: u32, rng: &mut Random, tally: &mut Tally) {
        playouts::run(self.game(), self.state(), games, max_plies, rng, tally);
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn boxed_clone(&self) -> Box<dyn AnyLine> {
        Box::new(self.clone())
    }
}

//! A game in progress.
use crate::{Game, MoveError, Outcome, PositionError, Reasons, Seat};

/// A line of play: the rules, where it started, the moves since, and the position now. Who wants the outcome of a game
/// asks its line, which counts repetitions; searches push and pop on it.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    game: G,
    start: G::State,
    state: G::State,
    played: Vec<(G::Move, G::Undo)>,
    /// The key of every position so far, the present one last. Empty where repetition means nothing.
    keys: Vec<u64>,
    /// How many keys fall into each bucket: a position whose bucket holds no other cannot be a repetition, so that most
    /// pushes need no look at the history.
    buckets: Box<[u16]>,
    /// How often the present position has stood, itself included.
    stood: u32,
}

const BUCKETS: usize = 1024;

impl<G: Game> Line<G> {
    /// A game at its beginning.
    pub fn new(game: G) -> Line<G> {
        let start = game.initial();
        Line::from_state(game, start)
    }

    /// A game that begins in `start`.
    pub fn from_state(game: G, start: G::State) -> Line<G> {
        let counts = game.repetition().is_some();
        let buckets = if counts { vec![0; BUCKETS].into() } else { Box::default() };
        let state = start.clone();
        let mut line = Line { game, start, state, played: Vec::new(), keys: Vec::new(), buckets, stood: 1 };
        line.note_position();
        line
    }

    /// A game that begins in the position of this text.
    pub fn from_position(game: G, text: &str) -> Result<Line<G>, PositionError> {
        let start = game.parse_position(text)?;
        Ok(Line::from_state(game, start))
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The position in which the line starts.
    pub fn start(&self) -> &G::State {
        &self.start
    }

    /// The position now.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The moves since the start.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = G::Move> + ExactSizeIterator {
        self.played.iter().map(|&(m, _)| m)
    }

    /// How many moves have been played since the start.
    pub fn len(&self) -> usize {
        self.played.len()
    }

    /// Whether no move has been played since the start.
    pub fn is_empty(&self) -> bool {
        self.played.is_empty()
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Seat {
        self.game.to_move(&self.state)
    }

    /// How often the present position has stood in this line, itself included; always 1 where repetition means nothing.
    pub fn stood(&self) -> u32 {
        self.stood
    }

    /// The result, repetition included; `None` while play goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.state).or_else(|| {
            let limit = self.game.repetition()?;
            let draw = || self.game.broken_off(&self.state, Reasons::REPETITION);
            (self.stood >= u32::from(limit)).then(draw)
        })
    }

    /// Plays a legal move.
    pub fn push(&mut self, m: G::Move) {
        let undo = self.game.apply(&mut self.state, m);
        self.played.push((m, undo));
        self.note_position();
    }

    /// Takes back the last move and returns it; `None` at the start.
    pub fn pop(&mut self) -> Option<G::Move> {
        let (m, undo) = self.played.pop()?;
        if let Some(key) = self.keys.pop() {
            self.buckets[bucket(key)] -= 1;
        }
        self.game.undo(&mut self.state, m, undo);
        self.count_stood();
        Some(m)
    }

    /// Goes to another position without a move, and returns the one left: for searches that try what a pass would lead to.
    /// It is to be put back before anything else is popped. Only where repetition means nothing, since it is not counted.
    pub fn stand_on(&mut self, state: G::State) -> G::State {
        debug_assert!(self.game.repetition().is_none(), "a position that was not played to has no history");
        std::mem::replace(&mut self.state, state)
    }

    /// Plays the move that a text names, checked.
    pub fn push_text(&mut self, text: &str) -> Result<G::Move, MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::new(text, "the game is over"));
        }
        let m = self.game.parse_move(&self.state, text)?;
        self.push(m);
        Ok(m)
    }

    fn note_position(&mut self) {
        if self.buckets.is_empty() {
            return;
        }
        let key = self.game.key(&self.state);
        self.keys.push(key);
        self.buckets[bucket(key)] += 1;
        self.count_stood();
    }

    fn count_stood(&mut self) {
        if let Some((&key, before)) = self.keys.split_last() {
            let alone = self.buckets[bucket(key)] == 1;
            self.stood = if alone { 1 } else { 1 + before.iter().filter(|&&k| k == key).count() as u32 };
        }
    }
}

fn bucket(key: u64) -> usize {
    key as usize % BUCKETS
}

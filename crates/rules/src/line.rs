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
    /// `None` where repetition means nothing.
    history: Option<History>,
    /// How often the present position has stood, itself included.
    stood: u32,
}

/// What tells repetitions.
#[derive(Clone, Debug)]
struct History {
    /// The key of every position so far, the present one last.
    positions: Keys,
    /// [`Game::key_of_rest`] of every move so far, and of every seat at the start, to which any of them may lead back.
    rests: Keys,
}

/// Keys in the order in which they came.
#[derive(Clone, Debug)]
struct Keys {
    keys: Vec<u64>,
    /// How many of them fall into each bucket: most keys have one of their own, and need no look at all others.
    buckets: Box<[u16]>,
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
        let state = start.clone();
        let history = game.repetition().map(|_| {
            let mut history = History { positions: Keys::new(), rests: Keys::new() };
            history.positions.push(game.key(&start));
            Seat::all(game.seats()).for_each(|seat| history.rests.push(game.key_of_rest(&start, seat)));
            history
        });
        Line { game, start, state, played: Vec::new(), history, stood: 1 }
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

    /// Whether some move leads to a position that has stood in this line.
    pub fn can_repeat(&mut self) -> bool {
        let Some(history) = &self.history else { return false };
        if history.rests.count(self.game.key_of_rest(&self.state, self.to_move())) == 0 {
            return false;
        }
        self.legal_moves().into_iter().any(|m| {
            self.push(m);
            let repeats = self.stood > 1;
            self.pop();
            repeats
        })
    }

    /// Plays a legal move.
    pub fn push(&mut self, m: G::Move) {
        if let Some(history) = &mut self.history {
            history.rests.push(self.game.key_of_rest(&self.state, self.game.to_move(&self.state)));
        }
        let undo = self.game.apply(&mut self.state, m);
        self.played.push((m, undo));
        if let Some(history) = &mut self.history {
            history.positions.push(self.game.key(&self.state));
        }
        self.count_stood();
    }

    /// Takes back the last move and returns it; `None` at the start.
    pub fn pop(&mut self) -> Option<G::Move> {
        let (m, undo) = self.played.pop()?;
        if let Some(history) = &mut self.history {
            history.positions.pop();
            history.rests.pop();
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

    fn count_stood(&mut self) {
        if let Some(history) = &self.history {
            self.stood = history.positions.keys.last().map_or(1, |&key| history.positions.count(key));
        }
    }
}

impl Keys {
    fn new() -> Keys {
        Keys { keys: Vec::new(), buckets: vec![0; BUCKETS].into() }
    }

    fn push(&mut self, key: u64) {
        self.keys.push(key);
        self.buckets[bucket(key)] += 1;
    }

    fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            self.buckets[bucket(key)] -= 1;
        }
    }

    /// How often a key is among them.
    fn count(&self, key: u64) -> u32 {
        let all = u32::from(self.buckets[bucket(key)]);
        // The last one is what is asked for most.
        let alone = all == 0 || all == 1 && self.keys.last() == Some(&key);
        if alone { all } else { self.keys.iter().filter(|&&k| k == key).count() as u32 }
    }
}

fn bucket(key: u64) -> usize {
    key as usize % BUCKETS
}

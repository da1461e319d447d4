//! The parts of a config that say how games are played.
use crate::Opening;
use hoppity_search::GameClock;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Every set of as many agents as the game has seats.
    RoundRobin,
}

/// How games begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// In the game's initial position.
    None,
    /// After random plies from there.
    Random {
        /// How many.
        plies: u32,
    },
    /// With these, in order: as many of them as there are rounds, or all of them again and again.
    List(Arc<[Opening]>),
}

/// When a game ends before the rules end it; by default never.
///
/// In a file `adjudicate = { score = 0.98, plies = 8, proved = true }`: `score` and `plies` go together, `proved` stands
/// alone. The winner gets the first place, all others share the next; the reason of the game is `adjudicated` or `proved`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Adjudication {
    /// A score and a number of plies: the game is won where every decision of so many consecutive plies gave the same
    /// team at least this expected score, and every seat was heard among them. An agent that says nothing of values
    /// agrees to nothing.
    pub agreed: Option<(f64, u32)>,
    /// Whether a game ends where a decision proves its result and no agent objects, the one that claims it included,
    /// until every seat has been heard: by a proof of another result, or by expecting a score of its own that is more
    /// than half a point away. A proved draw counts only between two teams.
    pub proved: bool,
}

/// A clock for each seat, for the whole game. Who has no time left when it answers loses the game.
///
/// In a file `[clock]` with `seconds`, `increment` (seconds as well; by default 0) and `margin_ms` (by default 50).
/// Searches share their time out by [`GameClock::share`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// What a clock shows when the agents begin.
    pub time: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// What agents never use up, to be safe.
    pub margin: Duration,
}

impl Format {
    pub(super) const ALL: [Format; 1] = [Format::RoundRobin];
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::RoundRobin => "round-robin",
        })
    }
}

impl Openings {
    /// How many plies the longest opening has.
    pub fn plies(&self) -> u32 {
        match self {
            Openings::None => 0,
            Openings::Random { plies } => *plies,
            Openings::List(list) => list.iter().map(Opening::plies).max().unwrap_or(0),
        }
    }
}

impl TimeControl {
    pub(super) const MARGIN: Duration = Duration::from_millis(50);

    /// A clock with so much time left.
    pub(crate) fn reading(&self, remaining: Duration) -> GameClock {
        GameClock { remaining, increment: self.increment, margin: self.margin }
    }
}

//! The contract of an agent.
use crate::{Control, Decision, Limits};
use hoppity_rules::{Game, Line, Random, Seat};
use thiserror::Error;

/// A player of a game.
///
/// Same seed, same limits (not in time), one thread: the same decisions, always. What an agent keeps between moves is
/// dropped by [`Agent::start`], so that a game does not depend on the games before it.
pub trait Agent<G: Game>: Send {
    /// A new game begins: which seat the agent holds, and the stream that its random draws come from.
    fn start(&mut self, game: &G, seat: Seat, rng: Random);

    /// What to do on a line that is not over. `limits` hold where the agent was not given limits of its own.
    fn choose(
        &mut self,
        line: &Line<G>,
        limits: &Limits,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError>;
}

impl<G: Game> Agent<G> for Box<dyn Agent<G>> {
    fn start(&mut self, game: &G, seat: Seat, rng: Random) {
        (**self).start(game, seat, rng);
    }

    fn choose(
        &mut self,
        line: &Line<G>,
        limits: &Limits,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        (**self).choose(line, limits, control)
    }
}

/// Why an agent has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AgentError {
    /// Asked about a finished game.
    #[error("the game is over, there is no move to choose")]
    GameOver,
    /// Asked about a line of another game than the one it was built for.
    #[error("the agent was built for {built}, not for {asked}")]
    OtherGame {
        /// The game it was built for.
        built: String,
        /// The game it was asked about.
        asked: String,
    },
    /// Something outside failed: an engine, a file.
    #[error("{0}")]
    Failed(String),
    /// An engine outside did what it must not.
    #[error("{message}")]
    Engine {
        /// What it did.
        fault: EngineFault,
        /// What is known about it.
        message: String,
    },
}

impl AgentError {
    /// Whether an engine gave no answer in time.
    pub fn is_time_out(&self) -> bool {
        matches!(self, AgentError::Engine { fault: EngineFault::TimeOut, .. })
    }
}

/// How an engine outside of this process loses a game that it cannot, or must not, go on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineFault {
    /// It ended, or closed its input or output.
    Crash,
    /// It gave no answer within the time that any answer may take.
    TimeOut,
    /// Its answer is no legal move.
    IllegalMove,
    /// Its answer is not of the form that was agreed.
    BadFormat,
    /// It wrote more than an answer can be.
    Flood,
}

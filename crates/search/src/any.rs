//! Agents without their types.
use crate::{Agent, AgentError, Control, Decision, Limits};
use hoppity_rules::{AnyLine, Game, Line, Random, Seat};

/// An agent for lines of whichever game it was built for. Moves are dense indices ([`Game::move_index`]).
pub trait AnyAgent: Send {
    /// See [`Agent::start`]; `line` tells the game.
    fn start(&mut self, line: &dyn AnyLine, seat: Seat, rng: Random) -> Result<(), AgentError>;

    /// See [`Agent::choose`].
    fn choose(
        &mut self,
        line: &dyn AnyLine,
        limits: &Limits,
        control: &mut Control<'_, usize>,
    ) -> Result<Decision<usize>, AgentError>;
}

/// Wraps an agent of one game for the object-safe layer.
pub fn erase<G: Game>(game: G, agent: impl Agent<G> + 'static) -> Box<dyn AnyAgent> {
    Box::new(ErasedAgent { game, agent })
}

struct ErasedAgent<G, A> {
    game: G,
    agent: A,
}

impl<G: Game, A: Agent<G>> ErasedAgent<G, A> {
    fn line<'a>(&self, line: &'a dyn AnyLine) -> Result<&'a Line<G>, AgentError> {
        line.as_any().downcast_ref().ok_or_else(|| AgentError::OtherGame {
            built: self.game.spec().to_string(),
            asked: line.position(),
        })
    }
}

impl<G: Game, A: Agent<G>> AnyAgent for ErasedAgent<G, A> {
    fn start(&mut self, line: &dyn AnyLine, seat: Seat, rng: Random) -> Result<(), AgentError> {
        let line = self.line(line)?;
        self.agent.start(line.game(), seat, rng);
        Ok(())
    }

    fn choose(
        &mut self,
        line: &dyn AnyLine,
        limits: &Limits,
        control: &mut Control<'_, usize>,
    ) -> Result<Decision<usize>, AgentError> {
        let line = self.line(line)?;
        let index = |m: &G::Move| line.game().move_index(*m);
        let decision =
            control.translated(|d| d.map(index), |control| self.agent.choose(line, limits, control))?;
        Ok(decision.map(index))
    }
}

//! The agent that plays uniformly at random: the floor of every comparison.
use crate::{Agent, AgentError, Control, Decision, Limits};
use hoppity_rules::{About, Game, Line, Random, Seat, random};

/// Each legal move with the same chance.
#[derive(Clone, Debug)]
pub struct RandomAgent {
    rng: Random,
}

impl RandomAgent {
    /// For people.
    pub const ABOUT: About = About {
        name: "random",
        summary: "each legal move with the same chance",
        options: &[],
        presets: &[],
        source: "",
    };

    /// An agent that draws from a fixed stream until [`Agent::start`] gives it one.
    pub fn new() -> RandomAgent {
        RandomAgent { rng: random::stream(0, &[]) }
    }
}

impl Default for RandomAgent {
    fn default() -> RandomAgent {
        RandomAgent::new()
    }
}

impl<G: Game> Agent<G> for RandomAgent {
    fn start(&mut self, _: &G, _: Seat, rng: Random) {
        self.rng = rng;
    }

    fn choose(
        &mut self,
        line: &Line<G>,
        _: &Limits,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        if line.outcome().is_some() {
            return Err(AgentError::GameOver);
        }
        let m = line.game().sample(line.state(), &mut self.rng);
        Ok(Decision { time: control.elapsed(), ..Decision::play(m) })
    }
}

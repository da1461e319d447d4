//! Any agent, but for endings that the policy knows how to play.
use crate::{Action, Agent, AgentError, Control, Decision, Heuristic, Limits, Policy, Proof};
use hoppity_rules::{Game, Line, OptionDoc, Options, Random, Seat, SpecError};

/// An agent that plays by [`Policy::finish`] where there is a finish, and else as the agent within.
///
/// A plan is kept from move to move as long as it holds. Where its next move loses at once, the agent within is asked: what
/// it does is done unless that loses at once as well.
#[derive(Clone, Debug)]
pub struct Finisher<A, H, P, M> {
    agent: A,
    heuristic: H,
    policy: P,
    plan: Vec<M>,
}

/// Moves looked at for a plan, once an ending.
pub const EFFORT: u64 = 24_000_000;
/// At most so many for each millisecond that the move may take.
const EFFORT_A_MS: u64 = 16_000;

/// The option that every agent has which plays endings.
pub const ENDINGS: OptionDoc = OptionDoc {
    name: "endings",
    values: "true, false",
    default: "true",
    about: "whether endings that the game knows are played by plan and not by search",
};

/// Reads [`ENDINGS`].
pub fn read(options: &Options<'_>) -> Result<bool, SpecError> {
    Ok(options.flag(ENDINGS.name)?.unwrap_or(true))
}

impl<A, H, P, M> Finisher<A, H, P, M> {
    /// Around an agent.
    pub fn new(agent: A, heuristic: H, policy: P) -> Finisher<A, H, P, M> {
        Finisher { agent, heuristic, policy, plan: Vec::new() }
    }
}

impl<G: Game, A: Agent<G>, H: Heuristic<G>, P: Policy<G>> Agent<G> for Finisher<A, H, P, G::Move> {
    fn start(&mut self, game: &G, seat: Seat, rng: Random) {
        self.plan.clear();
        self.agent.start(game, seat, rng);
    }

    fn choose(
        &mut self,
        line: &Line<G>,
        limits: &Limits,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        if line.outcome().is_some() {
            return Err(AgentError::GameOver);
        }
        let (game, state) = (line.game(), line.state());
        let time = Limits::NONE.or(*limits).time;
        let effort = time.map_or(EFFORT, |time| EFFORT.min(time.as_millis() as u64 * EFFORT_A_MS));
        let Some(plan) = self.policy.finish(game, state, &self.plan, effort) else {
            self.plan.clear();
            return self.agent.choose(line, limits, control);
        };
        let (&first, rest) = plan.split_first().ok_or(AgentError::GameOver)?;
        let seat = line.to_move();
        let mut after = played(line, first);
        if loses_at_once(&mut after, seat) {
            let asked = self.agent.choose(line, limits, control)?;
            if !matches!(asked.action, Action::Play(m) if loses_at_once(&mut played(line, m), seat)) {
                self.plan.clear();
                return Ok(asked);
            }
            // Nothing helps: then the way home goes on, and what the agent knows of the end is told with it.
            self.plan = rest.to_vec();
            return Ok(Decision { action: Action::Play(first), pv: vec![first], ..asked });
        }
        self.plan = rest.to_vec();
        let end = after.outcome();
        let values = self.heuristic.values(game, state, &self.heuristic.start(game, state));
        let expected = match end {
            Some(end) => Seat::all(game.seats()).map(|seat| end.payoff(game.team(seat))).collect(),
            None => self.heuristic.expected(game, &values)[..game.seats()].to_vec(),
        };
        Ok(Decision {
            score: Some(f64::from(crate::margin(game, &values, seat))),
            values: expected,
            depth: plan.len() as u32,
            time: control.elapsed(),
            proved: end.filter(|end| end.winner() == Some(game.team(seat))).map(Proof::from),
            ..Decision::play(first)
        })
    }
}

fn played<G: Game>(line: &Line<G>, m: G::Move) -> Line<G> {
    let mut after = line.clone();
    after.push(m);
    after
}

/// Whether a reply ends the game in favour of others than this seat's team. A plan looks only at its own side, and may leave
/// a goal open that a man could still have stood in.
fn loses_at_once<G: Game>(line: &mut Line<G>, seat: Seat) -> bool {
    // When the game is over nobody has a move.
    line.legal_moves().into_iter().any(|reply| {
        line.push(reply);
        let winner = line.outcome().and_then(|outcome| outcome.winner());
        line.pop();
        winner.is_some_and(|winner| winner != line.game().team(seat))
    })
}

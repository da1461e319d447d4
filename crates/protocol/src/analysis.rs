//! What an agent has found out about a position, as a JSON document.
use hoppity_rules::{AnyGame, AnyLine};
use hoppity_search::{Action, Decision, LimitKind, Proof};
use serde::Serialize;

/// A decision, or a snapshot on the way to it, with its moves as text. The keys are what scripts rely on.
#[derive(Clone, Debug, Serialize)]
pub struct Analysis {
    /// The game's spec.
    pub game: String,
    /// The position that was looked at.
    pub position: String,
    /// The agent's spec.
    pub agent: String,
    /// What its random draws come from.
    pub seed: u64,
    /// Whether the same search gives the same result again: `reproducible` or `time`.
    pub limit: &'static str,
    /// Whether this is the decision, and not a snapshot on the way.
    pub done: bool,
    /// A move, or `resign`.
    pub r#move: String,
    /// Expected score 0..1 of every seat.
    pub values: Vec<f64>,
    /// The value for the seat to move in the agent's own unit.
    pub score: Option<f64>,
    /// The principal variation.
    pub pv: Vec<String>,
    /// Nodes searched.
    pub nodes: u64,
    /// Simulations run.
    pub sims: u64,
    /// Plies searched.
    pub depth: u32,
    /// How long it took.
    pub seconds: f64,
    /// The seats that win for certain, joined by `+`; or `draw`; or nothing proved.
    pub proved: Option<String>,
    /// The moves at the root.
    pub root: Vec<RootMove>,
}

/// A move at the root.
#[derive(Clone, Debug, Serialize)]
pub struct RootMove {
    /// The move.
    pub r#move: String,
    /// How often it was tried; 0 where the agent does not count.
    pub visits: u64,
    /// Expected score 0..1 of the seat to move.
    pub value: Option<f64>,
    /// The same from all simulations in which the move was made at any time (RAVE).
    pub rave: Option<f64>,
    /// How good it looked before any search, in the agent's own unit.
    pub prior: Option<f64>,
    /// What is proved of it, as [`Analysis::proved`].
    pub proved: Option<String>,
}

/// Whose analysis it is.
#[derive(Clone, Copy, Debug)]
pub struct Analyst<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The agent's spec.
    pub agent: &'a str,
    /// What its random draws come from.
    pub seed: u64,
    /// What it is limited by.
    pub limit: LimitKind,
}

impl Analyst<'_> {
    /// Puts a decision about the present position of a line into words; `done` unless it is a snapshot.
    pub fn analysis(&self, line: &dyn AnyLine, decision: &Decision<usize>, done: bool) -> Analysis {
        let name = |index: usize| line.format(index).unwrap_or_else(|| "?".to_owned());
        let proved = |proof: Proof| match proof {
            Proof::Win(team) => self.game.team_name(team),
            Proof::Draw => "draw".to_owned(),
        };
        let root = decision.root.iter().map(|r| RootMove {
            r#move: name(r.mv),
            visits: r.visits,
            value: r.value,
            rave: r.rave,
            prior: r.prior,
            proved: r.proved.map(proved),
        });
        Analysis {
            game: self.game.spec().to_string(),
            position: line.position(),
            agent: self.agent.to_owned(),
            seed: self.seed,
            limit: match self.limit {
                LimitKind::Reproducible => "reproducible",
                LimitKind::Time => "time",
            },
            done,
            r#move: match decision.action {
                Action::Play(index) => name(index),
                Action::Resign => "resign".to_owned(),
            },
            values: decision.values.clone(),
            score: decision.score,
            pv: variation(line, &decision.pv),
            nodes: decision.nodes,
            sims: decision.sims,
            depth: decision.depth,
            seconds: decision.time.as_secs_f64(),
            proved: decision.proved.map(proved),
            root: root.collect(),
        }
    }
}

/// The moves of a variation as text; it ends where it is no longer one.
fn variation(line: &dyn AnyLine, moves: &[usize]) -> Vec<String> {
    let mut ahead = line.boxed_clone();
    let mut texts = Vec::new();
    for &index in moves {
        let Some(text) = ahead.format(index) else { break };
        texts.push(text);
        ahead.push(index);
    }
    texts
}

//! What an agent decided, and all it can say about why.
use hoppity_rules::{Outcome, Team};
use std::time::Duration;

/// To move or to give up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action<M> {
    /// This move.
    Play(M),
    /// Resigns.
    Resign,
}

/// The result of perfect play, where a search has proved it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// This team wins.
    Win(Team),
    /// Nobody wins alone.
    Draw,
}

impl From<Outcome> for Proof {
    fn from(outcome: Outcome) -> Proof {
        outcome.winner().map_or(Proof::Draw, Proof::Win)
    }
}

/// One move at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// How often it was tried; 0 where the agent does not count.
    pub visits: u64,
    /// Expected score 0..1 of the seat to move, where the agent has one.
    pub value: Option<f64>,
    /// The same from all simulations in which the move was made, whenever that was (RAVE).
    pub rave: Option<f64>,
    /// How good it looked before any search, in the agent's own unit.
    pub prior: Option<f64>,
    /// The result of perfect play after it, where proved.
    pub proved: Option<Proof>,
}

impl<M> RootMove<M> {
    /// A move of which nothing is known.
    pub const fn new(mv: M) -> RootMove<M> {
        RootMove { mv, visits: 0, value: None, rave: None, prior: None, proved: None }
    }

    /// The same in other terms for moves.
    pub fn map<N>(&self, f: impl FnOnce(&M) -> N) -> RootMove<N> {
        let &RootMove { ref mv, visits, value, rave, prior, proved } = self;
        RootMove { mv: f(mv), visits, value, rave, prior, proved }
    }
}

/// An agent's answer. Fields that an agent has nothing to say about are empty or zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<M> {
    /// What it does.
    pub action: Action<M>,
    /// Expected score 0..1 of every seat.
    pub values: Vec<f64>,
    /// The value for the seat to move in the agent's own unit.
    pub score: Option<f64>,
    /// The principal variation: best play as the agent sees it, its own move first.
    pub pv: Vec<M>,
    /// The root moves, in the game's order.
    pub root: Vec<RootMove<M>>,
    /// Nodes searched.
    pub nodes: u64,
    /// Simulations run.
    pub sims: u64,
    /// Plies searched in full (alpha-beta family), or the longest line in the tree (MCTS).
    pub depth: u32,
    /// How long it took.
    pub time: Duration,
    /// The result of perfect play, where proved.
    pub proved: Option<Proof>,
}

impl<M> Decision<M> {
    /// A move without reasons.
    pub fn play(mv: M) -> Decision<M>
    where
        M: Copy,
    {
        Decision {
            action: Action::Play(mv),
            values: Vec::new(),
            score: None,
            pv: vec![mv],
            root: Vec::new(),
            nodes: 0,
            sims: 0,
            depth: 0,
            time: Duration::ZERO,
            proved: None,
        }
    }

    /// The same decision in other terms for moves.
    pub fn map<N>(&self, f: impl Fn(&M) -> N) -> Decision<N> {
        let root = |r: &RootMove<M>| r.map(&f);
        Decision {
            action: match &self.action {
                Action::Play(m) => Action::Play(f(m)),
                Action::Resign => Action::Resign,
            },
            values: self.values.clone(),
            score: self.score,
            pv: self.pv.iter().map(&f).collect(),
            root: self.root.iter().map(root).collect(),
            nodes: self.nodes,
            sims: self.sims,
            depth: self.depth,
            time: self.time,
            proved: self.proved,
        }
    }
}

//! The agents by name.
use hoppity_eval::Knowledge;
use hoppity_rules::error::suggestion;
use hoppity_rules::games::mnk::Mnk;
use hoppity_rules::{About, Options, Spec, SpecError};
use hoppity_search::alphabeta::{self, AlphaBeta};
use hoppity_search::any::erase;
use hoppity_search::bestfirst::{self, BestFirst};
use hoppity_search::greedy::Greedy;
use hoppity_search::mcts::{self, Mcts};
use hoppity_search::random::RandomAgent;
use hoppity_search::{AnyAgent, Limits};
use std::fmt;

/// An agent with the name it goes by.
pub struct Player {
    /// The canonical spec: options at their defaults left out.
    pub spec: Spec,
    /// The agent's own limits; empty where it takes those of the tournament or its default.
    pub limits: Limits,
    /// The agent.
    pub agent: Box<dyn AnyAgent>,
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.spec)
    }
}

struct AgentKind<G> {
    about: &'static About,
    build: Build<G>,
}

type Build<G> = fn(&G, &Options<'_>) -> Result<Box<dyn AnyAgent>, SpecError>;

fn kinds<G: Knowledge>() -> [AgentKind<G>; 5] {
    [
        AgentKind {
            about: &RandomAgent::ABOUT,
            build: |game, _| Ok(erase(game.clone(), RandomAgent::new())),
        },
        AgentKind {
            about: &Greedy::ABOUT,
            build: |game, _| Ok(erase(game.clone(), Greedy::new(game.heuristic(), game.policy()))),
        },
        AgentKind {
            about: &AlphaBeta::ABOUT,
            build: |game, options| {
                let config = alphabeta::Config::read(options, game.teams())?;
                Ok(erase(game.clone(), AlphaBeta::new(game.heuristic(), game.policy(), config)))
            },
        },
        AgentKind {
            about: &BestFirst::ABOUT,
            build: |game, options| {
                let config = bestfirst::Config::read(options, game.teams())?;
                Ok(erase(game.clone(), BestFirst::new(game.heuristic(), game.policy(), config)))
            },
        },
        AgentKind {
            about: &Mcts::ABOUT,
            build: |game, options| {
                let config = mcts::Config::read(options)?;
                Ok(erase(game.clone(), Mcts::new(game.heuristic(), game.policy(), config)))
            },
        },
    ]
}

/// What there is to know of every agent.
pub fn agents() -> impl ExactSizeIterator<Item = &'static About> + Clone {
    // The list is the same for every game.
    kinds::<Mnk>().map(|kind| kind.about).into_iter()
}

pub(crate) fn build<G: Knowledge>(game: &G, spec: &Spec) -> Result<Player, SpecError> {
    let Some(kind) = kinds::<G>().into_iter().find(|kind| kind.about.name == spec.name) else {
        let hint = suggestion(&spec.name, agents().map(|about| about.name));
        return Err(SpecError::at(0, format!("there is no agent `{}`{hint}", spec.name)));
    };
    let options = Options::new(spec, kind.about)?;
    Ok(Player {
        spec: options.canonical(),
        limits: Limits::read(&options)?,
        agent: (kind.build)(game, &options)?,
    })
}

//! The agents by name.
use crate::knowledge;
use hoppity_eval::Knowledge;
use hoppity_rules::error::suggestion;
use hoppity_rules::games::mnk::Mnk;
use hoppity_rules::{About, AnyLine, Line, OptionDoc, Options, Spec, SpecError};
use hoppity_search::alphabeta::{self, AlphaBeta};
use hoppity_search::any::erase;
use hoppity_search::beam::{self, Beam};
use hoppity_search::bestfirst::{self, BestFirst};
use hoppity_search::finisher::{self, Finisher};
use hoppity_search::greedy::Greedy;
use hoppity_search::mcts::{self, Mcts};
use hoppity_search::multi::Common;
use hoppity_search::multi::maxn::{self, MaxN};
use hoppity_search::multi::mpmix::{self, MpMix};
use hoppity_search::multi::offensive::Offensive;
use hoppity_search::multi::reply::{BestReply, Others};
use hoppity_search::paranoid;
use hoppity_search::random::RandomAgent;
use hoppity_search::{Agent, AnyAgent, Limits};
use std::fmt;
use std::path::Path;
use std::sync::LazyLock;

/// An agent with the name it goes by.
pub struct Player {
    /// The canonical spec: options at their defaults left out.
    pub spec: Spec,
    /// The agent's own limits; empty where it takes those of the tournament or its default.
    pub limits: Limits,
    /// The agent.
    pub agent: Box<dyn AnyAgent>,
}

/// What an evaluation counts in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The name of the feature.
    pub name: &'static str,
    /// Its weight.
    pub weight: f64,
    /// What it is for each seat, unweighted.
    pub by_seat: Vec<f64>,
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.spec)
    }
}

struct AgentKind<G: Knowledge> {
    about: &'static About,
    build: Build<G>,
}

type Made<G> = Result<Box<dyn Agent<G>>, SpecError>;

/// How an agent is made from its options; with knowledge of the game, where it takes any.
enum Build<G: Knowledge> {
    Plain(fn(&G, &Options<'_>) -> Made<G>),
    Knowing(fn(&G, &Options<'_>, G::Heuristic) -> Made<G>),
}

fn kinds<G: Knowledge>() -> [AgentKind<G>; 12] {
    [
        AgentKind {
            about: &RandomAgent::ABOUT,
            build: Build::Plain(|_, _| Ok(Box::new(RandomAgent::new()))),
        },
        AgentKind {
            about: &Greedy::ABOUT,
            build: Build::Knowing(|game, _, heuristic| Ok(Box::new(Greedy::new(heuristic, game.policy())))),
        },
        AgentKind {
            about: &AlphaBeta::ABOUT,
            build: Build::Knowing(|game, options, heuristic| {
                let config = AlphaBeta::read(options, game.teams())?;
                Ok(Box::new(AlphaBeta::new(heuristic, game.policy(), config)))
            }),
        },
        AgentKind {
            about: &paranoid::ABOUT,
            build: Build::Knowing(|game, options, heuristic| {
                let config = alphabeta::Config::read(options)?;
                Ok(Box::new(AlphaBeta::new(heuristic, game.policy(), config)))
            }),
        },
        AgentKind {
            about: &BestFirst::ABOUT,
            build: Build::Knowing(|game, options, heuristic| {
                let config = bestfirst::Config::read(options, game.teams())?;
                Ok(Box::new(BestFirst::new(heuristic, game.policy(), config)))
            }),
        },
        AgentKind {
            about: &MaxN::ABOUT,
            build: Build::Knowing(|game, options, heuristic| {
                let config = maxn::Config::read(options)?;
                Ok(Box::new(MaxN::new(heuristic, game.policy(), config)))
            }),
        },
        AgentKind {
            about: &Offensive::ABOUT,
            build: Build::Knowing(|game, options, heuristic| {
                let config = maxn::Config::read(options)?;
                Ok(Box::new(Offensive::new(heuristic, game.policy(), config)))
            }),
        },
        AgentKind {
            about: &MpMix::ABOUT,
            build: Build::Knowing(|game, options, heuristic| {
                let config = mpmix::Config::read(options)?;
                Ok(Box::new(MpMix::new(heuristic, game.policy(), config)))
            }),
        },
        AgentKind {
            about: &BestReply::ABOUT,
            build: Build::Knowing(|game, options, heuristic| {
                let common = Common::read(options)?;
                Ok(Box::new(BestReply::new(heuristic, game.policy(), Others::Skip, common)))
            }),
        },
        AgentKind {
            about: &BestReply::ABOUT_PLUS,
            build: Build::Knowing(|game, options, heuristic| {
                let common = Common::read(options)?;
                Ok(Box::new(BestReply::new(heuristic, game.policy(), Others::KeepOrder, common)))
            }),
        },
        AgentKind {
            about: &mcts::ABOUT,
            build: Build::Knowing(|game, options, heuristic| {
                let (config, policy) = mcts::read(options, game, game.policy())?;
                Ok(Box::new(Mcts::new(heuristic, policy, config)))
            }),
        },
        AgentKind {
            about: &Beam::ABOUT,
            build: Build::Knowing(|game, options, heuristic| {
                let config = beam::Config::read(options, game.seats())?;
                Ok(Box::new(Beam::new(heuristic, config)))
            }),
        },
    ]
}

/// What there is to know of every agent, in the order of [`kinds`]: its own options, then those that all share that
/// evaluate positions.
static ABOUTS: LazyLock<Vec<About>> = LazyLock::new(|| {
    // The list is the same for every game.
    let about = |kind: AgentKind<Mnk>| match kind.build {
        Build::Plain(_) => *kind.about,
        Build::Knowing(_) => {
            let options: Vec<OptionDoc> =
                kind.about.options.iter().chain(&knowledge::OPTIONS).copied().collect();
            About { options: options.leak(), ..*kind.about }
        }
    };
    kinds::<Mnk>().into_iter().map(about).collect()
});

/// What there is to know of every agent.
pub fn agents() -> impl ExactSizeIterator<Item = &'static About> + Clone {
    ABOUTS.iter()
}

fn find<G: Knowledge>(spec: &Spec) -> Result<(AgentKind<G>, &'static About), SpecError> {
    let found = kinds::<G>().into_iter().zip(agents()).find(|(kind, _)| kind.about.name == spec.name);
    found.ok_or_else(|| {
        let hint = suggestion(&spec.name, agents().map(|about| about.name));
        SpecError::at(0, format!("there is no agent `{}`{hint}", spec.name))
    })
}

/// Files that the spec names are looked for from `folder`.
pub(crate) fn build<G: Knowledge>(game: &G, spec: &Spec, folder: &Path) -> Result<Player, SpecError> {
    let (kind, about) = find::<G>(spec)?;
    let options = Options::new(spec, about)?;
    let limits = Limits::read(&options)?;
    let canonical = options.canonical();
    match kind.build {
        Build::Plain(build) => {
            Ok(Player { spec: canonical, limits, agent: erase(game.clone(), build(game, &options)?) })
        }
        Build::Knowing(build) => {
            let (weights, spec) = knowledge::read::<G>(&options, folder, canonical)?;
            let heuristic = game.weighted(&weights);
            let agent = build(game, &options, heuristic.clone())?;
            let agent = if finisher::read(&options)? {
                erase(game.clone(), Finisher::new(agent, heuristic, game.policy()))
            } else {
                erase(game.clone(), agent)
            };
            Ok(Player { spec, limits, agent })
        }
    }
}

/// The features of a position as the agent of this spec weighs them; none for an agent that does not evaluate.
pub(crate) fn terms<G: Knowledge>(game: &G, spec: &Spec, line: &dyn AnyLine) -> Result<Vec<Term>, SpecError> {
    let (kind, about) = find::<G>(spec)?;
    let options = Options::new(spec, about)?;
    let (Build::Knowing(_), Some(line)) = (kind.build, line.as_any().downcast_ref::<Line<G>>()) else {
        return Ok(Vec::new());
    };
    let (weights, _) = knowledge::read::<G>(&options, Path::new(""), options.canonical())?;
    let features = game.features(&game.weighted(&weights), line.state());
    let term = |(i, (name, weight)): (usize, (&'static str, f64))| Term {
        name,
        weight,
        by_seat: features.iter().map(|of_seat| of_seat[i]).collect(),
    };
    Ok(weights.iter().enumerate().map(term).collect())
}

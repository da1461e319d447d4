//! Best-first minimax (Korf and Chickering 1996) without a bound on depth, for games of two sides: always the leaf at the
//! end of the present principal variation is expanded.
//!
//! Nodes whose result is proved are marked as such and left alone, so that the search goes on where something is open and
//! its proofs are complete (Cohen-Solal 2020). The tree has a node for each path, not for each position: ends by counters
//! and repetitions need no care, and transpositions are searched anew.
//!
//! Its leaves lie at odd and even depths side by side, and a side looks better just after its move. By default that is
//! made up for: see [`Config::tempo`].
mod search;
mod tree;

use crate::bestfirst::search::Search;
use crate::bestfirst::tree::Tree;
use crate::{Agent, AgentError, Budget, Control, Decision, Heuristic, Limits, Policy};
use hoppity_rules::{About, Game, Line, OptionDoc, Options, Random, Seat, SpecError, random};

/// Unbounded best-first minimax for a number of nodes or milliseconds.
#[derive(Clone, Debug)]
pub struct BestFirst<H, P> {
    heuristic: H,
    policy: P,
    config: Config,
    rng: Random,
}

/// Which move is played in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The one that the search went into most.
    Safest,
    /// The one of highest value.
    Value,
}

/// The options of [`BestFirst`].
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// Limits of its own.
    pub limits: Limits,
    /// Which move is played in the end.
    pub choice: Choice,
    /// Whether the side on move is credited with half of what the best move at the root gains by the heuristic. Without
    /// it the search is the one of the papers, which flees from lines that end with a move of the other side.
    pub tempo: bool,
    /// Bound on the tree in MiB. When it is reached, the parts that were searched least are cut down to leaves that keep
    /// their values, until half of the room is free, and the search goes on.
    pub tree_mib: usize,
}

impl Default for Config {
    fn default() -> Config {
        Config { limits: Limits::default(), choice: Choice::Safest, tempo: true, tree_mib: 256 }
    }
}

impl Config {
    /// What limits a search that was given no limit at all.
    pub const DEFAULT_LIMITS: Limits = Limits { nodes: Some(20_000), ..Limits::NONE };

    /// The options of a spec, for a game of `teams` sides.
    pub fn read(options: &Options<'_>, teams: usize) -> Result<Config, SpecError> {
        if teams != 2 {
            return Err(SpecError::at(0, format!("`ubfm` plays games of two sides; this one has {teams}")));
        }
        let default = Config::default();
        let choice = match options.word("choice", &["safest", "value"])? {
            None => default.choice,
            Some("safest") => Choice::Safest,
            Some(_) => Choice::Value,
        };
        Ok(Config {
            limits: Limits::read(options)?,
            choice,
            tempo: options.flag("tempo")?.unwrap_or(default.tempo),
            tree_mib: options.int("tree_mib", 1..=1 << 20)?.map_or(default.tree_mib, |mib| mib as usize),
        })
    }
}

impl BestFirst<(), ()> {
    /// For people.
    pub const ABOUT: About = About {
        name: "ubfm",
        summary: "unbounded best-first minimax that proves what it can, two sides",
        options: &[
            OptionDoc { default: "(20000 where nothing is limited)", ..Limits::NODES },
            Limits::TIME,
            OptionDoc {
                name: "choice",
                values: "safest, value",
                default: "safest",
                about: "play the move searched most, or the one of highest value",
            },
            OptionDoc {
                name: "tempo",
                values: "true, false",
                default: "true",
                about: "credit the side on move with half a move, so that leaves at odd and even depths compare",
            },
            OptionDoc {
                name: "tree_mib",
                values: "1..1048576",
                default: "256",
                about: "bound on the tree in MiB; at the bound the parts searched least give way",
            },
        ],
        presets: &[],
        source: "Korf and Chickering, Best-First Minimax Search, 1996; Cohen-Solal, Learning to Play Two-Player \
                 Perfect-Information Games without Knowledge, 2020",
    };
}

impl<H, P> BestFirst<H, P> {
    /// An agent with this knowledge.
    pub fn new(heuristic: H, policy: P, config: Config) -> BestFirst<H, P> {
        BestFirst { heuristic, policy, config, rng: random::stream(0, &[]) }
    }
}

impl<G: Game, H: Heuristic<G>, P: Policy<G>> Agent<G> for BestFirst<H, P> {
    fn start(&mut self, _: &G, _: Seat, rng: Random) {
        self.rng = rng;
    }

    fn choose(
        &mut self,
        line: &Line<G>,
        limits: &Limits,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let moves = line.legal_moves();
        let &first = moves.first().ok_or(AgentError::GameOver)?;
        let given = self.config.limits.or(*limits);
        let limits = Limits { depth: None, sims: None, ..given }.or_default(Config::DEFAULT_LIMITS);
        let mut search = Search {
            heuristic: &self.heuristic,
            policy: &self.policy,
            choice: self.config.choice,
            rng: &mut self.rng,
            budget: Budget::new(limits.nodes, limits.time),
            tree: Tree::new(first, self.config.tree_mib),
            line: line.clone(),
            acc: self.heuristic.start(line.game(), line.state()),
            path: Vec::new(),
            tempo: 0,
            depth: 0,
        };
        search.open(self.config.tempo, control);
        let (mut steps, mut next_snapshot) = (0u64, 16);
        while search.step(control) {
            steps += 1;
            if control.wants_snapshots() && steps == next_snapshot {
                next_snapshot *= 2;
                if let Some(so_far) = search.decision(line) {
                    control.snapshot(&Decision { time: control.elapsed(), ..so_far });
                }
            }
        }
        let decision = search.decision(line).unwrap_or_else(|| Decision::play(first));
        Ok(Decision { time: control.elapsed(), ..decision })
    }
}

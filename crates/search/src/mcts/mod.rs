//! Monte-Carlo tree search (Kocsis and Szepesvári 2006), for any number of seats: each move is chosen for the seat that
//! makes it (max^n).
//!
//! A simulation walks down the tree by the bounds of the selector, gives a leaf children, and scores it: by playouts to the
//! end of the game, or, where the policy cuts playouts off (in Halma random games never end), by the heuristic. What it
//! came to is counted on the way back, for the moves of the walk and, with RAVE, for all moves that were made below
//! (Gelly and Silver 2007). Proved results are backed up as such.
mod amaf;
mod averages;
mod config;
mod grave;
mod grow;
mod playout;
mod proof;
mod report;
mod score;
mod select;
#[cfg(feature = "threads")]
mod threads;
mod tree;
mod walk;

pub use config::{Backup, Config, Parallel, Playout};
pub use proof::Rule;

use crate::{Agent, AgentError, Budget, Control, Decision, Heuristic, Limits, Policy};
use hoppity_rules::error::suggestion;
use hoppity_rules::{About, Game, Line, Options, Random, Seat, SpecError, Value, random};
use std::fmt;
use tree::Tree;
use walk::Walk;

/// For people.
pub const ABOUT: About = About {
    name: "mcts",
    summary: "Monte-Carlo tree search (UCT, RAVE, solver), any number of seats",
    options: Config::OPTIONS,
    presets: &[],
    source: "Kocsis and Szepesvári, Bandit Based Monte-Carlo Planning, 2006; Gelly and Silver, Combining Online and \
             Offline Knowledge in UCT, 2007; Winands, Björnsson and Saito, Monte-Carlo Tree Search Solver, 2008; \
             Ewalds, Playing and Solving Havannah, 2012",
};

/// The configuration and the policy of a spec, over those of the game.
pub fn read<G: Game, P: Policy<G>>(
    options: &Options<'_>,
    game: &G,
    mut policy: P,
) -> Result<(Config, P), SpecError> {
    let config = policy.mcts(game).read(options)?;
    let refuse = |what: String| options.refuse("priors", format!("`priors`: {what}"));
    let shape = || refuse("expected a list of names and weights, such as [border:0.1]".to_owned());
    let items = match options.value("priors") {
        None => &[][..],
        Some(Value::List(items)) => items,
        Some(_) => return Err(shape()),
    };
    let mut given = Vec::new();
    for item in items {
        let (Value::Word(text) | Value::Text(text)) = item else { return Err(shape()) };
        let (name, weight) = text.split_once(':').ok_or_else(shape)?;
        let names: Vec<&str> = policy.hints().into_iter().map(|(name, _)| name).collect();
        if !names.contains(&name) {
            let known = suggestion(name, names.iter().copied());
            return Err(refuse(format!("there is no prior `{name}` in this game{known}")));
        }
        if given.contains(&name) {
            return Err(refuse(format!("`{name}` is given twice")));
        }
        given.push(name);
        let number = weight.parse::<f32>().ok().filter(|weight| (-10.0..=10.0).contains(weight));
        let expected = || refuse(format!("`{text}`: expected a number from -10 to 10"));
        policy.weigh(game, name, number.ok_or_else(expected)?);
    }
    Ok((config, policy))
}

/// Monte-Carlo tree search for a number of simulations or milliseconds.
pub struct Mcts<G: Game, H, P> {
    heuristic: H,
    policy: P,
    config: Config,
    rng: Random,
    /// The tree of the last decision and the line that its root stands at the end of.
    tree: Tree<G::Move>,
    root: Option<(G::State, Vec<G::Move>)>,
}

impl<G: Game, H, P> Mcts<G, H, P> {
    /// An agent with this knowledge.
    pub fn new(heuristic: H, policy: P, config: Config) -> Mcts<G, H, P> {
        let solver = if config.backup == Backup::BestReply { Rule::Off } else { config.solver };
        let separate = config.threads > 1 && config.parallel == Parallel::Root;
        let reuse = config.reuse && !config.transpositions && !separate && config.backup != Backup::BestReply;
        let tree_mib = if separate { (config.tree_mib / config.threads).max(1) } else { config.tree_mib };
        let config = Config { tree_mib, solver, reuse, ..config };
        let tree = Tree::new(tree_mib);
        Mcts { heuristic, policy, config, rng: random::stream(0, &[]), tree, root: None }
    }

    /// How much memory the tree takes that is in use, in bytes.
    pub fn tree_bytes(&self) -> usize {
        self.tree.bytes()
    }

    /// Makes the end of the line the root of the tree: with all that is known of it, if it lies ahead of the last root.
    fn take_up(&mut self, line: &Line<G>) {
        let moves: Vec<G::Move> = line.moves().collect();
        let ahead = match &self.root {
            Some((start, played)) if self.config.reuse && start == line.start() => {
                moves.strip_prefix(&played[..])
            }
            _ => None,
        };
        match ahead.and_then(|ahead| self.tree.find(ahead)) {
            Some(node) if node == Tree::<G::Move>::ROOT => {}
            Some(node) => self.tree.reroot(node),
            None => self.tree.clear(self.config.keeps(line.game())),
        }
        self.root = Some((line.start().clone(), moves));
    }
}

impl<G: Game, H, P> fmt::Debug for Mcts<G, H, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mcts").field("config", &self.config).finish_non_exhaustive()
    }
}

impl<G: Game, H: Heuristic<G>, P: Policy<G>> Agent<G> for Mcts<G, H, P> {
    fn start(&mut self, _: &G, _: Seat, rng: Random) {
        self.rng = rng;
        self.root = None;
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
        let given = self.config.limits.or(*limits);
        let limits = Limits { depth: None, nodes: None, ..given }.or_default(Config::DEFAULT_LIMITS);
        self.take_up(line);
        let mut walk =
            Walk::new(line, &self.config, &self.heuristic, &self.policy, &mut self.tree, &mut self.rng);
        walk.plant();
        #[cfg(feature = "threads")]
        if self.config.threads > 1 {
            return Ok(threads::decide(walk, &limits, control));
        }
        walk.run(&limits, control);
        Ok(Decision { time: control.elapsed(), ..walk.decision() })
    }
}

impl<G: Game, H: Heuristic<G>, P: Policy<G>> Walk<'_, G, H, P> {
    /// One simulation after the other until a limit is reached or the choice is settled.
    fn run(&mut self, limits: &Limits, control: &mut Control<'_, G::Move>) {
        let mut budget = Budget::new(limits.sims, limits.time);
        let mut next_snapshot = FIRST_SNAPSHOT;
        while !self.is_settled(limits.sims.map(|most| most - budget.spent().min(most)))
            && budget.spend(control)
        {
            self.simulate();
            if control.wants_snapshots() && budget.spent() == next_snapshot {
                next_snapshot *= 2;
                let so_far = self.decision();
                control.snapshot(&Decision { time: control.elapsed(), ..so_far });
            }
        }
    }
}

/// Snapshots are made after so many simulations, and whenever they have doubled.
const FIRST_SNAPSHOT: u64 = 256;

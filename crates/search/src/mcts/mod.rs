//! Monte-Carlo tree search with UCT (Kocsis and Szepesvári 2006), for any number of seats: each move is chosen for the
//! seat that makes it (max^n).
//!
//! A simulation walks down the tree, adds a leaf, and scores it: by a playout to the end of the game, or, where the
//! policy cuts playouts off (in Halma random games never end), by the heuristic.
mod tree;

use crate::mcts::tree::{NodeId, Tree};
use crate::{Action, Agent, AgentError, Budget, Control, Decision, Heuristic, Limits, Policy, RootMove};
use hoppity_rules::{
    About, Game, Line, MAX_SEATS, OptionDoc, Options, Outcome, Random, Seat, SpecError, random,
};

/// Monte-Carlo tree search for a number of simulations or milliseconds.
#[derive(Clone, Debug)]
pub struct Mcts<H, P> {
    heuristic: H,
    policy: P,
    config: Config,
    rng: Random,
}

/// The options of [`Mcts`].
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// Limits of its own.
    pub limits: Limits,
    /// The constant c of UCT: how much a move is tried for being little tried.
    pub exploration: f64,
    /// Bound on the tree in MiB; when it is reached the tree stops growing and the search goes on.
    pub tree_mib: usize,
}

impl Default for Config {
    fn default() -> Config {
        Config { limits: Limits::default(), exploration: 0.4, tree_mib: 256 }
    }
}

impl Config {
    /// What limits a search that was given no limit at all.
    pub const DEFAULT_LIMITS: Limits = Limits { sims: Some(1000), ..Limits::NONE };

    /// The options of a spec.
    pub fn read(options: &Options<'_>) -> Result<Config, SpecError> {
        let default = Config::default();
        Ok(Config {
            limits: Limits::read(options)?,
            exploration: options.float("c", 0.0..=100.0)?.unwrap_or(default.exploration),
            tree_mib: options.int("tree_mib", 1..=1 << 20)?.map_or(default.tree_mib, |mib| mib as usize),
        })
    }
}

impl Mcts<(), ()> {
    /// For people.
    pub const ABOUT: About = About {
        name: "mcts",
        summary: "Monte-Carlo tree search (UCT), any number of seats",
        options: &[
            OptionDoc { default: "(1000 where nothing is limited)", ..Limits::SIMS },
            Limits::TIME,
            OptionDoc {
                name: "c",
                values: "0.0..100.0",
                default: "0.4",
                about: "exploration constant of UCT",
            },
            OptionDoc {
                name: "tree_mib",
                values: "1..1048576",
                default: "256",
                about: "bound on the tree in MiB",
            },
        ],
        presets: &[],
        source: "Kocsis and Szepesvári, Bandit Based Monte-Carlo Planning, 2006",
    };
}

impl<H, P> Mcts<H, P> {
    /// An agent with this knowledge.
    pub fn new(heuristic: H, policy: P, config: Config) -> Mcts<H, P> {
        Mcts { heuristic, policy, config, rng: random::stream(0, &[]) }
    }
}

impl<G: Game, H: Heuristic<G>, P: Policy<G>> Agent<G> for Mcts<H, P> {
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
        let limits = Limits { depth: None, nodes: None, ..given }.or_default(Config::DEFAULT_LIMITS);
        let mut budget = Budget::new(limits.sims, limits.time);
        let mut walk = Walk {
            acc: self.heuristic.start(line.game(), line.state()),
            line: line.clone(),
            tree: Tree::new(first, self.config.tree_mib),
            heuristic: &self.heuristic,
            policy: &self.policy,
            exploration: self.config.exploration,
            rng: &mut self.rng,
            path: Vec::new(),
            totals: [0.0; MAX_SEATS],
            depth: 0,
        };
        walk.expand(Tree::<G::Move>::ROOT);
        let mut next_snapshot = 256;
        while budget.spend_of_weight(control, NODES_A_SIMULATION) {
            walk.simulate();
            if control.wants_snapshots() && budget.spent() == next_snapshot {
                next_snapshot *= 2;
                let so_far = walk.decision(&moves);
                control.snapshot(&Decision { time: control.elapsed(), ..so_far });
            }
        }
        Ok(Decision { time: control.elapsed(), ..walk.decision(&moves) })
    }
}

/// How many node visits a simulation is taken to cost when the clock is to be looked at every so many nodes.
const NODES_A_SIMULATION: u64 = 64;

/// Longer than any real game: a playout that is still going then is scored by the heuristic.
const MAX_PLAYOUT: u32 = 100_000;

struct Walk<'s, G: Game, H: Heuristic<G>, P> {
    line: Line<G>,
    acc: H::Acc,
    tree: Tree<G::Move>,
    heuristic: &'s H,
    policy: &'s P,
    exploration: f64,
    rng: &'s mut Random,
    /// The nodes of the present simulation below the root.
    path: Vec<NodeId>,
    /// The scores of all simulations by seat.
    totals: [f64; MAX_SEATS],
    depth: u32,
}

impl<G: Game, H: Heuristic<G>, P: Policy<G>> Walk<'_, G, H, P> {
    fn simulate(&mut self) {
        self.path.clear();
        let mut at = Tree::<G::Move>::ROOT;
        let scores = loop {
            if let Some(outcome) = self.settled() {
                break payoffs(self.line.game(), &outcome);
            }
            // A leaf is scored when it is first reached and grows children when it is reached again.
            if !self.tree.is_expanded(at) && (self.tree.visits(at) == 0 || !self.expand(at)) {
                break self.score_leaf();
            }
            at = self.tree.select(at, self.exploration);
            self.path.push(at);
            let m = self.tree.mv(at);
            self.heuristic.apply(self.line.game(), &mut self.acc, self.line.state(), m);
            self.line.push(m);
        };
        self.depth = self.depth.max(self.path.len() as u32);
        for (total, score) in self.totals.iter_mut().zip(scores) {
            *total += score;
        }
        self.tree.count(Tree::<G::Move>::ROOT, 0.0);
        for &node in self.path.iter().rev() {
            let m = self.line.pop().expect("a move for every node of the path");
            self.heuristic.undo(self.line.game(), &mut self.acc, self.line.state(), m);
            self.tree.count(node, scores[self.line.to_move().index()]);
        }
    }

    fn settled(&self) -> Option<Outcome> {
        self.line.outcome().or_else(|| self.policy.ending(self.line.game(), self.line.state()))
    }

    /// Grows the children of a node whose position is on the line, best priors first and equal ones in random order;
    /// `false` when the tree is full.
    fn expand(&mut self, at: NodeId) -> bool {
        let (game, state) = (self.line.game(), self.line.state());
        let mut moves: Vec<(i32, G::Move)> = Vec::new();
        let _ = game.visit_moves(state, |m| {
            moves.push((self.policy.prior(game, state, m), m));
            std::ops::ControlFlow::<()>::Continue(())
        });
        random::SliceRandom::shuffle(&mut moves[..], self.rng);
        moves.sort_by_key(|&(prior, _)| std::cmp::Reverse(prior));
        self.tree.expand(at, moves.into_iter().map(|(_, m)| m))
    }

    /// The expected scores of the position on the line, which is not settled.
    fn score_leaf(&mut self) -> [f64; MAX_SEATS] {
        let game = self.line.game();
        let cutoff = self.policy.cutoff(game);
        if cutoff == Some(0) {
            let values = self.heuristic.values(game, self.line.state(), &self.acc);
            return self.heuristic.expected(game, &values);
        }
        let mut state = self.line.state().clone();
        let choose = |game: &G, s: &G::State, rng: &mut Random| self.policy.playout_move(game, s, rng);
        let plies = cutoff.unwrap_or(MAX_PLAYOUT);
        if let Some(outcome) = game.playout(&mut state, self.rng, plies, choose, |_, _| {}) {
            return payoffs(game, &outcome);
        }
        let acc = self.heuristic.start(game, &state);
        self.heuristic.expected(game, &self.heuristic.values(game, &state, &acc))
    }

    fn decision(&self, moves: &[G::Move]) -> Decision<G::Move> {
        let tree = &self.tree;
        let root_visits = tree.visits(Tree::<G::Move>::ROOT);
        let child = |m: &G::Move| tree.children(Tree::<G::Move>::ROOT).find(|&child| tree.mv(child) == *m);
        let root: Vec<RootMove<G::Move>> = moves
            .iter()
            .map(|m| {
                let (visits, value) = child(m).map_or((0, None), |c| (tree.visits(c).into(), tree.mean(c)));
                RootMove { mv: *m, visits, value }
            })
            .collect();
        let pv = self.principal_variation();
        let seats = self.line.game().seats();
        let mean = |total: &f64| total / f64::from(root_visits.max(1));
        let values =
            if root_visits == 0 { Vec::new() } else { self.totals[..seats].iter().map(mean).collect() };
        let best = pv[0];
        let score = root.iter().find(|r| r.mv == best).and_then(|r| r.value);
        Decision {
            action: Action::Play(best),
            values,
            score,
            pv,
            root,
            sims: root_visits.into(),
            depth: self.depth,
            ..Decision::play(best)
        }
    }

    /// The most visited line, at least one move long.
    fn principal_variation(&self) -> Vec<G::Move> {
        let mut at = Tree::<G::Move>::ROOT;
        let mut pv = Vec::new();
        while let Some(best) = self.tree.most_visited(at) {
            if !pv.is_empty() && self.tree.visits(best) == 0 {
                break;
            }
            pv.push(self.tree.mv(best));
            at = best;
        }
        pv
    }
}

fn payoffs<G: Game>(game: &G, outcome: &Outcome) -> [f64; MAX_SEATS] {
    let mut scores = [0.0; MAX_SEATS];
    for seat in Seat::all(game.seats()) {
        scores[seat.index()] = outcome.payoff(game.team(seat));
    }
    scores
}

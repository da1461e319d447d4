//! Alpha-beta (Knuth and Moore 1975) with iterative deepening, a transposition table, and the techniques of the field, each
//! of them a switch of its own: [`Switches`].
//!
//! The same search plays games of two sides (`alphabeta`) and, with all others as one coalition against the root's team,
//! of any number ([`crate::paranoid`]). Of root moves with the same value and prior the seed decides.
mod coalition;
mod config;
mod node;
mod order;
mod scores;
mod search;
#[cfg(feature = "threads")]
mod threads;

pub use config::{Config, Switches, TableUse};

use crate::alphabeta::node::Search;
use crate::alphabeta::scores::Scores;
use crate::sides::{is_decisive, is_loss};
use crate::table::Table;
use crate::{Agent, AgentError, Budget, Control, Decision, Heuristic, Limits, Policy};
use hoppity_rules::random::RngExt;
use hoppity_rules::{About, Game, Line, Options, Random, Seat, SpecError, random};

/// Alpha-beta search for the best move within a number of plies, nodes or milliseconds.
#[derive(Debug)]
pub struct AlphaBeta<H, P> {
    heuristic: H,
    policy: P,
    config: Config,
    rng: Random,
    /// Made when a game starts, so that building an agent costs nothing and no move has to wait for it.
    table: Option<Table>,
}

impl AlphaBeta<(), ()> {
    /// For people.
    pub const ABOUT: About = About {
        name: "alphabeta",
        summary: "alpha-beta with iterative deepening and a transposition table, two sides",
        options: config::OPTIONS,
        presets: &[],
        source: "Knuth and Moore, An Analysis of Alpha-Beta Pruning, 1975",
    };

    /// The options of a spec, for a game of `teams` sides.
    pub fn read(options: &Options<'_>, teams: usize) -> Result<Config, SpecError> {
        if teams != 2 {
            let other = if teams == 1 { "beam" } else { "paranoid" };
            return Err(SpecError::at(
                0,
                format!("`alphabeta` plays games of two sides; this one has {teams}: try `{other}`"),
            ));
        }
        Config::read(options)
    }
}

impl<H, P> AlphaBeta<H, P> {
    /// An agent with this knowledge.
    pub fn new(heuristic: H, policy: P, config: Config) -> AlphaBeta<H, P> {
        AlphaBeta { heuristic, policy, config, rng: random::stream(0, &[]), table: None }
    }
}

impl<G: Game, H: Heuristic<G>, P: Policy<G>> Agent<G> for AlphaBeta<H, P> {
    fn start(&mut self, _: &G, _: Seat, rng: Random) {
        self.rng = rng;
        match &mut self.table {
            Some(table) => table.clear(),
            None => self.table = Table::new(self.config.table_mib),
        }
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
        let limits = Limits { sims: None, ..given }.or_default(Config::DEFAULT_LIMITS);
        if self.table.is_none() {
            self.table = Table::new(self.config.table_mib);
        }
        let mib = self.config.table_mib;
        let no_memory = || AgentError::Failed(format!("there is no memory for a table of {mib} MiB"));
        let table = self.table.as_mut().ok_or_else(no_memory)?;
        table.age();
        let switches = self.config.switches;
        let seed = if switches.shuffle { self.rng.random() } else { 0 };
        let knowledge = (&self.heuristic, &self.policy);
        let mut search = |budget| {
            let mut search = Search::new(line, knowledge, table, switches, budget, seed);
            search.set_root(&mut self.rng);
            search
        };
        #[cfg(feature = "threads")]
        if self.config.threads > 1 {
            let share = || threads::share(&limits, self.config.threads);
            let mut main = search(share());
            let helpers = (1..self.config.threads).map(|_| search(share())).collect();
            return Ok(threads::decide_with_helpers(&mut main, helpers, &limits, control));
        }
        Ok(decide(&mut search(Budget::new(limits.nodes, limits.time)), &limits, control))
    }
}

/// Deeper than any search gets by itself; a bound on stacks and on how many plies a win can be away.
const MAX_DEPTH: u32 = 200;

/// One iteration after the other until a limit is reached or the value is final.
fn decide<G: Game, H: Heuristic<G>, P: Policy<G>>(
    search: &mut Search<'_, G, H, P>,
    limits: &Limits,
    control: &mut Control<'_, G::Move>,
) -> Decision<G::Move> {
    let most = limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
    let at_once = !search.switches.iterative && limits.depth.is_some();
    let moves = search.line.legal_moves();
    let mut best = Decision::play(search.root[0]);
    let mut last = None;
    for depth in if at_once { most } else { 1 }..=most {
        let Some(mut found) = search.iterate(depth, last, control) else { break };
        if !found.complete && is_loss(found.value) {
            // Not all moves have been found to lose.
            found.value = last.unwrap_or(0);
        }
        let scores = Scores::new(search, &found.pv);
        best = Decision {
            values: scores.of_seats(search, found.value),
            score: Some(f64::from(found.value)),
            root: scores.of_moves(search, &moves, &found.scores),
            nodes: search.budget.spent(),
            depth: if found.complete { depth } else { depth - 1 },
            time: control.elapsed(),
            proved: scores::proof(search, &found),
            pv: found.pv,
            ..Decision::play(found.best)
        };
        if control.wants_snapshots() {
            control.snapshot(&best);
        }
        if !found.complete || !found.guessed || is_decisive(found.value) {
            break;
        }
        last = Some(found.value);
    }
    Decision { nodes: search.budget.spent(), time: control.elapsed(), ..best }
}

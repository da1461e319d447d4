//! Alpha-beta (Knuth and Moore 1975) with iterative deepening and a transposition table, for games of two sides.
//!
//! Values are always from the view of the seat to move and change sign where the team changes, never by parity: swaps,
//! passes and partners need no special case. Of root moves with the same value and prior the seed decides.
mod search;

use crate::alphabeta::search::Search;
use crate::sides::{expected, proof};
use crate::table::Table;
use crate::{Agent, AgentError, Control, Decision, Heuristic, Limits, Policy, Proof, RootMove};
use hoppity_rules::{About, Game, Line, OptionDoc, Options, Random, Seat, SpecError, random};

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

/// The options of [`AlphaBeta`].
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// Limits of its own.
    pub limits: Limits,
    /// Size of the transposition table in MiB.
    pub table_mib: usize,
}

impl Default for Config {
    fn default() -> Config {
        Config { limits: Limits::default(), table_mib: 16 }
    }
}

impl Config {
    /// What limits a search that was given no limit at all.
    pub const DEFAULT_LIMITS: Limits = Limits { nodes: Some(20_000), ..Limits::NONE };

    /// The options of a spec, for a game of `teams` sides.
    pub fn read(options: &Options<'_>, teams: usize) -> Result<Config, SpecError> {
        if teams != 2 {
            return Err(SpecError::at(
                0,
                format!("`alphabeta` plays games of two sides; this one has {teams}"),
            ));
        }
        let limits = Limits::read(options)?;
        let table_mib = options.int("table_mib", 1..=1 << 20)?.unwrap_or(16) as usize;
        Ok(Config { limits, table_mib })
    }
}

impl AlphaBeta<(), ()> {
    /// For people.
    pub const ABOUT: About = About {
        name: "alphabeta",
        summary: "alpha-beta with iterative deepening and a transposition table, two sides",
        options: &[
            Limits::DEPTH,
            OptionDoc { default: "(20000 where nothing is limited)", ..Limits::NODES },
            Limits::TIME,
            OptionDoc {
                name: "table_mib",
                values: "1..1048576",
                default: "16",
                about: "size of the transposition table in MiB",
            },
        ],
        presets: &[],
        source: "Knuth and Moore, An Analysis of Alpha-Beta Pruning, 1975",
    };
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
        let moves = line.legal_moves();
        let &first = moves.first().ok_or(AgentError::GameOver)?;
        let limits = self.config.limits.or(*limits);
        // Limits in units that this search does not count are none.
        let counted = Limits { sims: None, ..limits };
        let limits = if counted.is_empty() { Config::DEFAULT_LIMITS } else { counted };
        if self.table.is_none() {
            self.table = Table::new(self.config.table_mib);
        }
        let mib = self.config.table_mib;
        let no_memory = || AgentError::Failed(format!("there is no memory for a table of {mib} MiB"));
        let table = self.table.as_mut().ok_or_else(no_memory)?;
        table.age();
        let mut search = Search::new(line, &self.heuristic, &self.policy, table, &limits, &mut self.rng);
        let mut best = Decision::play(first);
        for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
            let Some(found) = search.iterate(depth, control) else { break };
            let drawn = || (!found.guessed).then_some(Proof::Draw);
            let proved = proof(line, found.value).or_else(drawn);
            best = Decision {
                values: expected(line, &self.heuristic, found.value),
                score: Some(f64::from(found.value)),
                pv: found.pv,
                root: root_moves(line, &self.heuristic, &moves, &found.scores),
                nodes: search.nodes(),
                depth: if found.complete { depth } else { depth - 1 },
                time: control.elapsed(),
                proved,
                ..Decision::play(found.best)
            };
            if control.wants_snapshots() {
                control.snapshot(&best);
            }
            if proved.is_some() || !found.complete {
                break;
            }
        }
        Ok(Decision { nodes: search.nodes(), time: control.elapsed(), ..best })
    }
}

/// Deeper than any search gets by itself; a bound on stacks and on how many plies a win can be away.
const MAX_DEPTH: u32 = 200;

fn root_moves<G: Game, H: Heuristic<G>>(
    line: &Line<G>,
    heuristic: &H,
    moves: &[G::Move],
    scores: &[(G::Move, i32)],
) -> Vec<RootMove<G::Move>> {
    let seat = line.to_move().index();
    let value = |m: &G::Move| {
        scores.iter().find(|(other, _)| other == m).map(|&(_, v)| expected(line, heuristic, v)[seat])
    };
    moves.iter().map(|m| RootMove { mv: *m, visits: 0, value: value(m) }).collect()
}

//! Iterative deepening, and the options and limits that all searches here have.
use crate::multi::memory::Memory;
use crate::{AgentError, Control, Decision, Limits, Proof, RootMove};
use hoppity_rules::{OptionDoc, Options, SpecError};

/// The options that all have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Common {
    /// Limits of its own.
    pub limits: Limits,
    /// How many moves of a position are looked at: the best by the policy's order.
    pub width: Option<usize>,
    /// Size of the table in MiB; 0 for none.
    pub table_mib: usize,
}

impl Default for Common {
    fn default() -> Common {
        Common { limits: Limits::NONE, width: None, table_mib: 16 }
    }
}

impl Common {
    /// What limits a search that was given no limit at all.
    pub const DEFAULT_LIMITS: Limits = Limits { nodes: Some(20_000), ..Limits::NONE };

    pub(super) const NODES: OptionDoc =
        OptionDoc { default: "(20000 where nothing is limited)", ..Limits::NODES };
    pub(super) const WIDTH: OptionDoc = OptionDoc {
        name: "width",
        values: "1..65535",
        default: "(all)",
        about: "look at so many moves of a position, the best by the policy's order",
    };
    pub(super) const TABLE: OptionDoc = OptionDoc {
        name: "table_mib",
        values: "0..1048576",
        default: "16",
        about: "size of the table of positions in MiB; 0: none",
    };

    /// The options of a spec.
    pub fn read(options: &Options<'_>) -> Result<Common, SpecError> {
        let default = Common::default();
        Ok(Common {
            limits: Limits::read(options)?,
            width: options.int("width", 1..=65_535)?.map(|width| width as usize),
            table_mib: options.int("table_mib", 0..=1 << 20)?.map_or(default.table_mib, |mib| mib as usize),
        })
    }

    /// The limits of a decision.
    pub(super) fn limits(&self, given: &Limits) -> Limits {
        Limits { sims: None, ..self.limits.or(*given) }.or_default(Common::DEFAULT_LIMITS)
    }

    /// The table, made where there is none yet.
    pub(super) fn table<'a>(&self, table: &'a mut Option<Memory>) -> Result<&'a mut Memory, AgentError> {
        if table.is_none() {
            *table = Memory::new(self.table_mib);
        }
        let mib = self.table_mib;
        table
            .as_mut()
            .ok_or_else(|| AgentError::Failed(format!("there is no memory for a table of {mib} MiB")))
    }
}

/// What one iteration found.
#[derive(Debug)]
pub(super) struct Found<M> {
    pub(super) best: M,
    /// In the search's own unit.
    pub(super) score: f64,
    /// Expected scores by seat.
    pub(super) values: Vec<f64>,
    pub(super) pv: Vec<M>,
    /// Expected scores of root moves for the seat to move, where known.
    pub(super) root: Vec<(M, f64)>,
    /// Whether every root move was searched; else the best of those that were.
    pub(super) complete: bool,
    /// Whether a heuristic had a say: else there is nothing to be found deeper.
    pub(super) guessed: bool,
    pub(super) proved: Option<Proof>,
}

/// A search that goes so many plies deep.
pub(super) trait Deepens<M> {
    /// `None` when the budget ran out before the first root move was done.
    fn iterate(&mut self, depth: u32, control: &Control<'_, M>) -> Option<Found<M>>;
    fn nodes(&self) -> u64;
}

/// Deeper than any search gets by itself; a bound on stacks and on how many plies a win can be away.
const MAX_DEPTH: u32 = 200;

/// Searches one ply deeper each time until a limit is reached or all is known. `moves`: the legal ones.
pub(super) fn deepen<M: Copy + PartialEq>(
    search: &mut impl Deepens<M>,
    moves: &[M],
    limits: &Limits,
    control: &mut Control<'_, M>,
) -> Decision<M> {
    let mut best = Decision::play(moves[0]);
    for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
        let Some(found) = search.iterate(depth, control) else { break };
        let value = |m: &M| found.root.iter().find(|(other, _)| other == m).map(|&(_, value)| value);
        best = Decision {
            values: found.values,
            score: Some(found.score),
            root: moves.iter().map(|m| RootMove { value: value(m), ..RootMove::new(*m) }).collect(),
            pv: found.pv,
            nodes: search.nodes(),
            depth: if found.complete { depth } else { depth - 1 },
            time: control.elapsed(),
            proved: found.proved,
            ..Decision::play(found.best)
        };
        if control.wants_snapshots() {
            control.snapshot(&best);
        }
        if found.proved.is_some() || !found.guessed || !found.complete {
            break;
        }
    }
    Decision { nodes: search.nodes(), time: control.elapsed(), ..best }
}

//! How much a search may spend, and the account of what it has spent.
use crate::Control;
use hoppity_rules::{OptionDoc, Options, SpecError};
use std::time::Duration;

/// Limits of one decision; a search stops at the first one reached. Nodes, simulations and depth are reproducible, time
/// is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies of full search (alpha-beta family).
    pub depth: Option<u32>,
    /// Nodes; a node is one `apply` (alpha-beta family).
    pub nodes: Option<u64>,
    /// Simulations (MCTS).
    pub sims: Option<u64>,
    /// Time for the move.
    pub time: Option<Duration>,
}

/// What a decision was limited by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKind {
    /// Nodes, simulations or depth: the same result every time.
    Reproducible,
    /// Time: the result depends on the machine.
    Time,
}

impl Limits {
    /// The option `depth`.
    pub const DEPTH: OptionDoc =
        OptionDoc { name: "depth", values: "1..200", default: "(no limit)", about: "plies of full search" };
    /// The option `nodes`.
    pub const NODES: OptionDoc = OptionDoc {
        name: "nodes",
        values: "1..",
        default: "(no limit)",
        about: "nodes a move; a node is one move made on the board",
    };
    /// The option `sims`.
    pub const SIMS: OptionDoc =
        OptionDoc { name: "sims", values: "1..", default: "(no limit)", about: "simulations a move" };
    /// The option `time_ms`.
    pub const TIME: OptionDoc = OptionDoc {
        name: "time_ms",
        values: "1..",
        default: "(no limit)",
        about: "milliseconds a move; results then depend on the machine",
    };

    /// The limits among an agent's options: of the four, those that the agent documents.
    pub fn read(options: &Options<'_>) -> Result<Limits, SpecError> {
        let read = |doc: OptionDoc, most: i64| {
            if options.knows(doc.name) { options.int(doc.name, 1..=most) } else { Ok(None) }
        };
        Ok(Limits {
            depth: read(Limits::DEPTH, 200)?.map(|n| n as u32),
            nodes: read(Limits::NODES, i64::MAX)?.map(|n| n as u64),
            sims: read(Limits::SIMS, i64::from(u32::MAX))?.map(|n| n as u64),
            time: read(Limits::TIME, i64::from(u32::MAX))?.map(|ms| Duration::from_millis(ms as u64)),
        })
    }

    /// Whether nothing is limited.
    pub fn is_empty(&self) -> bool {
        *self == Limits::default()
    }

    /// These limits, or the `other` ones where these set none at all.
    #[must_use]
    pub fn or(self, other: Limits) -> Limits {
        if self.is_empty() { other } else { self }
    }

    /// Whether results can be reproduced.
    pub fn kind(&self) -> LimitKind {
        if self.time.is_some() { LimitKind::Time } else { LimitKind::Reproducible }
    }
}

/// Counts what one search spends and says when to stop.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    spent: u64,
    most: u64,
    time: Option<Duration>,
    over: bool,
}

/// The clock and the stop flag are looked at once in so many units.
const LOOK_EVERY: u64 = 1024;

impl Budget {
    /// An account of `most` units (nodes or simulations; `None`: as many as time allows) and some time.
    pub fn new(most: Option<u64>, time: Option<Duration>) -> Budget {
        Budget { spent: 0, most: most.unwrap_or(u64::MAX), time, over: false }
    }

    /// Spends one unit if there is one left; once it says `false` it always does. The clock is read only now and then, and
    /// only if time is limited at all.
    pub fn spend<M>(&mut self, control: &Control<'_, M>) -> bool {
        self.spend_of_weight(control, 1)
    }

    /// As [`Budget::spend`], for units that each take as long as `weight` nodes: looks at the clock more often.
    pub fn spend_of_weight<M>(&mut self, control: &Control<'_, M>, weight: u64) -> bool {
        if self.over || self.spent >= self.most {
            self.over = true;
            return false;
        }
        self.spent += 1;
        if (self.spent * weight).is_multiple_of(LOOK_EVERY) || weight >= LOOK_EVERY {
            let late = self.time.is_some_and(|time| control.elapsed() >= time);
            self.over = late || control.stopped();
        }
        !self.over
    }

    /// Units spent so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Whether the search is to end.
    pub fn over(&self) -> bool {
        self.over
    }
}

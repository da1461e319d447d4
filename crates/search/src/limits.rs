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
    /// The clock for the whole game. It binds every agent, also one that has limits of its own.
    pub clock: Option<GameClock>,
}

/// What a player reads on its clock when it is asked for a move. Whoever has no time left when it answers has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// Time left for the rest of the game.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Time that no move may use up: it covers what passes around a search.
    pub margin: Duration,
}

impl GameClock {
    /// Among how many moves the time left is shared out.
    const MOVES: u32 = 30;

    /// Time for the next move: a thirtieth of what is left and three quarters of the increment, but never more than what
    /// is left without the margin.
    ///
    /// However long the game, an even share of what is left never runs out; a quarter of the increment is saved, so that
    /// late moves, when little is left, can still use most of it.
    pub fn share(&self) -> Duration {
        let share = self.remaining / GameClock::MOVES + self.increment * 3 / 4;
        share.min(self.remaining.saturating_sub(self.margin))
    }
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
    /// No limit at all.
    pub const NONE: Limits = Limits { depth: None, nodes: None, sims: None, time: None, clock: None };

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
            clock: None,
        })
    }

    /// Whether nothing is limited.
    pub fn is_empty(&self) -> bool {
        *self == Limits::NONE
    }

    /// The limits of a decision: these, which are an agent's own, or the `other` ones where these set none at all.
    ///
    /// A clock for the game holds either way, and its share for the move bounds `time`: this is the one place where a
    /// clock becomes the time of a move.
    #[must_use]
    pub fn or(self, other: Limits) -> Limits {
        let clock = other.clock.or(self.clock);
        let limits = if self.is_empty() { other } else { self };
        let share = clock.map(|clock| clock.share());
        let time = limits.time.map_or(share, |time| Some(share.map_or(time, |share| share.min(time))));
        Limits { time, clock, ..limits }
    }

    /// These limits, or a search's default where they set none. To be asked once those in units that the search does not
    /// count are gone, since they limit nothing.
    #[must_use]
    pub fn or_default(self, default: Limits) -> Limits {
        if self.is_empty() { default } else { self }
    }

    /// Whether results can be reproduced.
    pub fn kind(&self) -> LimitKind {
        if self.time.is_some() || self.clock.is_some() { LimitKind::Time } else { LimitKind::Reproducible }
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

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn clock(remaining: u32, increment: u32) -> Limits {
        let clock = GameClock { remaining: MS * remaining, increment: MS * increment, margin: MS * 50 };
        Limits { clock: Some(clock), ..Limits::NONE }
    }

    #[test]
    fn a_clock_is_shared_out_and_its_margin_kept() {
        let time = |remaining, increment| Limits::NONE.or(clock(remaining, increment)).time;
        assert_eq!(time(60_000, 0), Some(MS * 2000));
        assert_eq!(time(60_000, 400), Some(MS * 2300));
        assert_eq!(time(1000, 8000), Some(MS * 950), "the increment comes only after the move");
        assert_eq!(time(51, 0), Some(MS), "the margin is kept");
        assert_eq!(time(50, 8000), Some(Duration::ZERO));
        assert_eq!(time(3, 8000), Some(Duration::ZERO));
    }

    #[test]
    fn a_clock_without_increment_lasts_for_any_number_of_moves() {
        let mut remaining = MS * 10_000;
        for _ in 0..2000 {
            let clock = GameClock { remaining, increment: Duration::ZERO, margin: MS * 50 };
            // A millisecond a move passes around the search.
            let used = clock.share() + MS.min(clock.share());
            remaining = remaining.checked_sub(used).expect("it is never overstepped");
        }
        assert!(remaining >= MS * 49);
    }

    #[test]
    fn own_limits_come_first_and_a_clock_binds_them_too() {
        let own = Limits { nodes: Some(7), ..Limits::NONE };
        let other = Limits { sims: Some(9), time: Some(MS * 30), ..Limits::NONE };
        assert_eq!(own.or(other), own);
        assert_eq!(Limits::NONE.or(other), other);
        let Limits { nodes, sims, time, .. } = own.or(clock(3000, 0));
        assert_eq!((nodes, sims, time), (Some(7), None, Some(MS * 100)));
        let quick = Limits { time: Some(MS * 30), ..Limits::NONE };
        assert_eq!(quick.or(clock(3000, 0)).time, Some(MS * 30));
        assert_eq!(quick.or(clock(60, 0)).time, Some(MS * 2));
    }

    #[test]
    fn time_in_any_form_cannot_be_reproduced() {
        assert_eq!(Limits { sims: Some(1), ..Limits::NONE }.kind(), LimitKind::Reproducible);
        assert_eq!(Limits { time: Some(MS), ..Limits::NONE }.kind(), LimitKind::Time);
        assert_eq!(clock(1000, 0).kind(), LimitKind::Time);
    }
}

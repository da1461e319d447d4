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
    /// Units between one look at the clock and the next.
    gap: u64,
    /// When so many are spent, it is looked at again.
    next_look: u64,
    looked: Duration,
}

/// So far apart the clock is to be looked at, however long a unit takes.
const LOOK_EVERY: Duration = Duration::from_micros(200);
/// Units between two looks at the most, where units are quick.
const MOST_BETWEEN: u64 = 1024;
/// Units between two looks at the stop flag where time is not limited.
const STOP_EVERY: u64 = 16;

impl Budget {
    /// An account of `most` units (nodes or simulations; `None`: as many as time allows) and some time.
    pub fn new(most: Option<u64>, time: Option<Duration>) -> Budget {
        let gap = if time.is_some() { 1 } else { STOP_EVERY };
        let (most, looked) = (most.unwrap_or(u64::MAX), Duration::ZERO);
        // Only then has the first unit taken its time.
        let next_look = gap + 1;
        Budget { spent: 0, most, time, over: false, gap, next_look, looked }
    }

    /// Spends one unit if there is one left; once it says `false` it always does. The clock is read only now and then, and
    /// only if time is limited at all.
    #[inline]
    pub fn spend<M>(&mut self, control: &Control<'_, M>) -> bool {
        if self.over || self.spent >= self.most {
            self.over = true;
            return false;
        }
        self.spent += 1;
        if self.spent == self.next_look {
            self.look(control);
        }
        !self.over
    }

    /// Looks at the clock and the stop flag, and when to do so next: units take from a tenth of a microsecond to
    /// milliseconds, by game and search.
    fn look<M>(&mut self, control: &Control<'_, M>) {
        if let Some(time) = self.time {
            let now = control.elapsed();
            let took = now.saturating_sub(self.looked);
            self.looked = now;
            self.gap = match took {
                _ if took > LOOK_EVERY => (self.gap / 2).max(1),
                _ if took < LOOK_EVERY / 2 => (self.gap * 2).min(MOST_BETWEEN),
                _ => self.gap,
            };
            self.over = now >= time;
        }
        self.over |= control.stopped();
        self.next_look = self.spent + self.gap;
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
    use crate::Clock;
    use std::sync::atomic::{AtomicU64, Ordering};

    const MS: Duration = Duration::from_millis(1);

    /// A clock that is moved by hand, and counts how often it was looked at.
    #[derive(Default)]
    struct ByHand {
        micros: AtomicU64,
        looks: AtomicU64,
    }

    impl Clock for ByHand {
        fn now(&self) -> Duration {
            self.looks.fetch_add(1, Ordering::Relaxed);
            Duration::from_micros(self.micros.load(Ordering::Relaxed))
        }
    }

    /// Spends units of which each takes so many microseconds, until the time is over: how long it took, and the looks.
    fn spent_of(time: Duration, micros: impl Fn(u64) -> u64) -> (Duration, u64) {
        let clock = ByHand::default();
        let control: Control<'_, u32> = Control::new(&clock);
        let mut budget = Budget::new(None, Some(time));
        while budget.spend(&control) {
            clock.micros.fetch_add(micros(budget.spent()), Ordering::Relaxed);
        }
        (control.elapsed(), clock.looks.load(Ordering::Relaxed))
    }

    #[test]
    fn time_is_kept_whatever_a_unit_takes() {
        for micros in [1, 10, 100, 1000, 40_000] {
            let (took, looks) = spent_of(10 * MS, |_| micros);
            assert!(took >= 10 * MS && took <= 11 * MS + Duration::from_micros(micros), "{micros}: {took:?}");
            assert!(looks < 200, "{micros}: {looks} looks");
        }
        // Units that get slower all of a sudden.
        let (took, _) = spent_of(10 * MS, |spent| if spent < 5000 { 1 } else { 50 });
        assert!(took <= 25 * MS, "{took:?}");
    }

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

//! What the seats of a game have spent, and what is left on their clocks.
use crate::TimeControl;
use hoppity_search::GameClock;
use std::time::Duration;

/// A move may take this much more than its time before it counts as an overrun: searches look at the clock now and then.
const GRACE: Duration = Duration::from_millis(10);

/// The account of one seat.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spent {
    pub(crate) turns: u32,
    pub(crate) nodes: u64,
    pub(crate) sims: u64,
    pub(crate) time: Duration,
    pub(crate) cpu: Duration,
    pub(crate) longest: Duration,
    pub(crate) overruns: u32,
}

impl Spent {
    /// A move that took so long, of the time `allowed` for it, if any.
    pub(crate) fn add(&mut self, time: Duration, cpu: Duration, allowed: Option<Duration>) {
        self.time += time;
        self.cpu += cpu;
        self.longest = self.longest.max(time);
        self.overruns += u32::from(allowed.is_some_and(|allowed| time > allowed + GRACE));
    }
}

/// The clocks of a game's seats.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    control: Option<TimeControl>,
    remaining: Vec<Duration>,
}

impl Clocks {
    /// As they show before the first move.
    pub(crate) fn new(control: Option<TimeControl>, seats: usize) -> Clocks {
        let time = control.map_or(Duration::ZERO, |control| control.time);
        Clocks { control, remaining: vec![time; seats] }
    }

    /// What a seat reads; `None` where there are no clocks.
    pub(crate) fn reading(&self, seat: usize) -> Option<GameClock> {
        self.control.map(|control| control.reading(self.remaining[seat]))
    }

    /// Stops a seat's clock after a move. An error if it had run out by then: how much had been left.
    pub(crate) fn stop(&mut self, seat: usize, used: Duration) -> Result<(), Duration> {
        let Some(control) = self.control else { return Ok(()) };
        let left = self.remaining[seat];
        self.remaining[seat] = left.checked_sub(used).ok_or(left)?.saturating_add(control.increment);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn each_seat_has_a_clock_of_its_own_and_gets_the_increment_after_its_move() {
        let control = TimeControl { time: MS * 100, increment: MS * 10, margin: MS * 5 };
        let mut clocks = Clocks::new(Some(control), 2);
        let left = |clocks: &Clocks, seat| clocks.reading(seat).unwrap().remaining;
        assert_eq!(clocks.stop(0, MS * 70), Ok(()));
        assert_eq!((left(&clocks, 0), left(&clocks, 1)), (MS * 40, MS * 100));
        assert_eq!(clocks.stop(0, MS * 40), Ok(()), "all of it may be used");
        assert_eq!(clocks.stop(0, MS * 11), Err(MS * 10));
        assert_eq!(clocks.stop(1, MS * 101), Err(MS * 100));
        assert_eq!(clocks.reading(1).unwrap().margin, MS * 5);
        let mut none = Clocks::new(None, 2);
        assert!(none.reading(0).is_none() && none.stop(0, MS * 1_000_000).is_ok());
    }

    #[test]
    fn a_move_within_its_time_or_nearly_is_no_overrun() {
        let mut spent = Spent::default();
        for (ms, allowed) in [(20, Some(MS * 20)), (30, Some(MS * 20)), (31, Some(MS * 20)), (900, None)] {
            spent.add(MS * ms, MS, allowed);
        }
        assert_eq!((spent.overruns, spent.longest, spent.cpu), (1, MS * 900, MS * 4));
    }
}

//! What reaches a search from outside while it thinks: time, a stop flag, and a sink for what it has found so far.
use crate::Decision;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Where time comes from; a test can hold its own.
pub trait Clock: Sync {
    /// Time since some fixed moment; never goes back.
    fn now(&self) -> Duration;
}

/// The machine's monotonic clock.
#[derive(Clone, Copy, Debug)]
pub struct WallClock(Instant);

impl WallClock {
    /// A clock that starts at zero.
    #[allow(clippy::disallowed_methods, reason = "this is the one place where time comes in")]
    pub fn new() -> WallClock {
        WallClock(Instant::now())
    }
}

impl Default for WallClock {
    fn default() -> WallClock {
        WallClock::new()
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A search's only link to the outside; made anew for every decision. `M` is the type of moves in snapshots.
pub struct Control<'a, M> {
    clock: &'a dyn Clock,
    started: Duration,
    stop: Option<&'a AtomicBool>,
    sink: Option<&'a mut Sink<'a, M>>,
}

/// What is called with snapshots.
pub type Sink<'a, M> = dyn FnMut(&Decision<M>) + 'a;

impl<'a, M> Control<'a, M> {
    /// Starts the clock of a decision.
    pub fn new(clock: &'a dyn Clock) -> Control<'a, M> {
        Control { clock, started: clock.now(), stop: None, sink: None }
    }

    /// With a flag that ends the search early when set.
    #[must_use]
    pub fn with_stop(mut self, stop: &'a AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }

    /// With a sink for snapshots: called with what would be decided now, whenever that has become better founded.
    #[must_use]
    pub fn with_sink(mut self, sink: &'a mut Sink<'a, M>) -> Self {
        self.sink = Some(sink);
        self
    }

    /// The clock, for threads that search beside this one.
    #[cfg(feature = "threads")]
    pub(crate) fn clock(&self) -> &'a dyn Clock {
        self.clock
    }

    /// Time since the decision was asked for.
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.started)
    }

    /// Whether the search is to end now.
    pub fn stopped(&self) -> bool {
        self.stop.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Whether anybody wants snapshots; spares the search making them for nobody.
    pub fn wants_snapshots(&self) -> bool {
        self.sink.is_some()
    }

    /// Hands a snapshot to the sink.
    pub fn snapshot(&mut self, decision: &Decision<M>) {
        if let Some(sink) = &mut self.sink {
            sink(decision);
        }
    }

    /// Runs a search that has other moves under the same clock and flag, its snapshots translated by `map`.
    pub(crate) fn translated<N, R>(
        &mut self,
        map: impl Fn(&Decision<N>) -> Decision<M>,
        run: impl FnOnce(&mut Control<'_, N>) -> R,
    ) -> R {
        let (clock, started, stop) = (self.clock, self.started, self.stop);
        match &mut self.sink {
            None => run(&mut Control { clock, started, stop, sink: None }),
            Some(sink) => {
                let mut hand_on = |snapshot: &Decision<N>| sink(&map(snapshot));
                run(&mut Control { clock, started, stop, sink: Some(&mut hand_on) })
            }
        }
    }
}

impl<M> fmt::Debug for Control<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control").field("started", &self.started).finish_non_exhaustive()
    }
}

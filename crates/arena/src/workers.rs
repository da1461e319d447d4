//! The threads that play, and the one that writes.
use crate::play::{Cast, Rules, play};
use crate::schedule::Schedule;
use crate::{Config, GameRecord, RunError};
use hoppity_search::{LimitKind, WallClock};
use rayon::ThreadPoolBuilder;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// Searches recurse; this is what the main thread of a process has.
const STACK: usize = 8 << 20;

/// The most games handed on at once.
const BATCH: usize = 256;

/// How many workers there will be, and a note if that is fewer than were asked for: games limited by time are played on
/// no more workers than there are cores, since otherwise the time is not the agents' own.
pub(crate) fn workers(config: &Config, asked: usize) -> (usize, Option<String>) {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    match asked {
        0 => (cores, None),
        asked if asked > cores && config.limit_kind() == LimitKind::Time => {
            let note = format!("agents are limited by time: {cores} workers, one a core, instead of {asked}");
            (cores, Some(note))
        }
        asked => (asked, None),
    }
}

/// Plays the games `todo` and hands the records to `keep` on the calling thread, in batches, in the order in which they
/// end. Games begin in the order of `todo`. Ends early where `keep` breaks or fails; games that are being played then
/// are given up.
///
/// The workers are a rayon pool of their own, each of which takes the next game from a counter until there is none: one
/// level, in which nothing waits for another job, so that no game is ever scheduled onto another's stack.
pub(crate) fn play_games(
    config: &Config,
    cast: &dyn Cast,
    schedule: &Schedule,
    todo: &[u64],
    threads: usize,
    mut keep: impl FnMut(Vec<GameRecord>) -> Result<ControlFlow<()>, RunError>,
) -> Result<(), RunError> {
    let clock = WallClock::new();
    let stop = AtomicBool::new(false);
    let next = AtomicUsize::new(0);
    let allowed: Vec<_> = (0..config.agents().len()).map(|agent| config.limits_of(agent).time).collect();
    let rules = Rules {
        game: &**config.game(),
        max_plies: config.max_plies(),
        adjudication: config.adjudication(),
        limits: config.limits(),
        time_control: config.time_control(),
        allowed: &allowed,
        clock: &clock,
        stop: &stop,
    };
    let work = |send: &SyncSender<GameRecord>| {
        while !stop.load(Ordering::Relaxed) {
            let taken = todo.get(next.fetch_add(1, Ordering::Relaxed));
            let Some(slot) = taken.and_then(|&game| schedule.slot(game)) else { return };
            let opening = schedule.opening(slot.opening);
            if send.send(play(rules, slot, opening, cast)).is_err() {
                return;
            }
        }
    };
    let work = &work;
    let threads = threads.clamp(1, todo.len().max(1));
    let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK);
    let pool =
        pool.thread_name(|worker| format!("worker {}", worker + 1)).build().map_err(RunError::Threads)?;
    pool.in_place_scope(|scope| {
        let (send, receive) = sync_channel(BATCH.max(threads));
        scope.spawn_broadcast(move |_, _| work(&send));
        let kept = receive_all(&receive, &mut keep);
        stop.store(true, Ordering::Relaxed);
        drop(receive);
        kept
    })
}

fn receive_all(
    receive: &Receiver<GameRecord>,
    keep: &mut impl FnMut(Vec<GameRecord>) -> Result<ControlFlow<()>, RunError>,
) -> Result<(), RunError> {
    while let Ok(first) = receive.recv() {
        let batch = std::iter::once(first).chain(receive.try_iter().take(BATCH - 1)).collect();
        if keep(batch)?.is_break() {
            break;
        }
    }
    Ok(())
}

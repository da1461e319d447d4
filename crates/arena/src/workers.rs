//! The threads that play, and the one that writes.
use crate::play::{Cast, Rules, play};
use crate::schedule::Schedule;
use crate::{Config, Entrant, GameRecord, RunError, counted};
use hoppity_search::{LimitKind, WallClock};
use rayon::ThreadPoolBuilder;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// How long an interruption may go unnoticed while no game ends.
const LOOK: Duration = Duration::from_millis(50);

/// Searches recurse; this is what the main thread of a process has.
const STACK: usize = 8 << 20;

/// The most games handed on at once.
const BATCH: usize = 256;

/// How many workers there will be, and what a person should know about it: games limited by time are played on no more
/// workers than there are cores, unless that is asked for, since otherwise the time is not the agents' own.
pub(crate) fn workers(config: &Config, asked: usize, oversubscribe: bool) -> (usize, Option<String>) {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    match asked {
        0 => (cores, None),
        asked if asked <= cores || config.limit_kind() == LimitKind::Reproducible => (asked, None),
        asked if oversubscribe => {
            let note = format!(
                "agents are limited by time, and {asked} workers share {}: their time is not all their own",
                counted(cores as u64, "core")
            );
            (asked, Some(note))
        }
        asked => {
            let workers = counted(cores as u64, "worker");
            let note = format!("agents are limited by time: {workers}, one a core, instead of {asked}");
            (cores, Some(note))
        }
    }
}

/// Plays the games `todo` and hands the records to `keep` on the calling thread, in batches, in the order in which they
/// end. Games begin in the order of `todo`. Ends early where `keep` breaks or fails, and soon after `interrupt` is set;
/// games that are being played then are given up.
///
/// The workers are a rayon pool of their own, each of which takes the next game from a counter until there is none: one
/// level, in which nothing waits for another job, so that no game is ever scheduled onto another's stack. Where agents
/// are other programs, which are waited for and not computed, they are plain threads.
pub(crate) fn play_games(
    config: &Config,
    cast: &dyn Cast,
    schedule: &Schedule,
    todo: &[u64],
    threads: usize,
    Outside { interrupt, logs }: Outside<'_>,
    mut keep: impl FnMut(Vec<GameRecord>) -> Result<ControlFlow<()>, RunError>,
) -> Result<(), RunError> {
    let clock = WallClock::new();
    let stop: Arc<AtomicBool> = Arc::default();
    let next = AtomicUsize::new(0);
    let allowed: Vec<_> = (0..config.agents().len()).map(|agent| config.limits_of(agent).time).collect();
    let logs = logs.map_or(Vec::new(), |folder| log_files(config, folder));
    let rules = Rules {
        game: &**config.game(),
        max_plies: config.max_plies(),
        adjudication: config.adjudication(),
        limits: config.limits(),
        time_control: config.time_control(),
        allowed: &allowed,
        clock: &clock,
        stop: &stop,
        logs: &logs,
    };
    let work = |send: &SyncSender<GameRecord>| {
        while !stop.load(Ordering::Relaxed) {
            let taken = todo.get(next.fetch_add(1, Ordering::Relaxed));
            let Some(slot) = taken.and_then(|&game| schedule.slot(game)) else { return };
            let opening = schedule.opening(slot.opening);
            if send.send(play(&rules, slot, opening, cast)).is_err() {
                return;
            }
        }
    };
    let work = &work;
    let threads = threads.clamp(1, todo.len().max(1));
    let (send, receive) = sync_channel(BATCH.max(threads));
    let mut finish = |receive: Receiver<GameRecord>| {
        let kept = receive_all(&receive, interrupt, &mut keep);
        stop.store(true, Ordering::Relaxed);
        drop(receive);
        kept
    };
    if config.external_agents().next().is_some() {
        return thread::scope(|scope| {
            for worker in 0..threads {
                let send = send.clone();
                let thread = thread::Builder::new().name(worker_name(worker)).stack_size(STACK);
                if let Err(error) = thread.spawn_scoped(scope, move || work(&send)) {
                    stop.store(true, Ordering::Relaxed);
                    return Err(RunError::Threads(error));
                }
            }
            drop(send);
            finish(receive)
        });
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK);
    let pool = pool.thread_name(worker_name).build();
    let pool = pool.map_err(|error| RunError::Threads(std::io::Error::other(error)))?;
    pool.in_place_scope(|scope| {
        scope.spawn_broadcast(move |_, _| work(&send));
        finish(receive)
    })
}

/// What games have to do with the world around them.
#[derive(Clone, Copy, Default)]
pub(crate) struct Outside<'a> {
    /// Ends the playing when set.
    pub(crate) interrupt: Option<&'a AtomicBool>,
    /// The folder for what programs write to standard error.
    pub(crate) logs: Option<&'a Path>,
}

fn worker_name(worker: usize) -> String {
    format!("worker {}", worker + 1)
}

/// A file for each agent, called by its number in the config and, for people, its name.
fn log_files(config: &Config, folder: &Path) -> Vec<PathBuf> {
    const LONGEST: usize = 60;
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-.".contains(c) { c } else { '_' };
    let name = |(i, entrant): (usize, &Entrant)| {
        let name: String = entrant.name.chars().map(plain).take(LONGEST).collect();
        folder.join(format!("{}-{name}.log", i + 1))
    };
    config.agents().iter().enumerate().map(name).collect()
}

fn receive_all(
    receive: &Receiver<GameRecord>,
    interrupt: Option<&AtomicBool>,
    keep: &mut impl FnMut(Vec<GameRecord>) -> Result<ControlFlow<()>, RunError>,
) -> Result<(), RunError> {
    loop {
        if interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            // What has ended by now is kept.
            let ended: Vec<GameRecord> = receive.try_iter().take(BATCH).collect();
            return if ended.is_empty() { Ok(()) } else { keep(ended).map(|_| ()) };
        }
        let first = match receive.recv_timeout(LOOK) {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        let batch = std::iter::once(first).chain(receive.try_iter().take(BATCH - 1)).collect();
        if keep(batch)?.is_break() {
            return Ok(());
        }
    }
}

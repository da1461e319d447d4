//! How far a long command has come: a bar on a terminal, a plain line now and then elsewhere.
use crate::failure::note;
use hoppity_arena::{GameRecord, Observer};
use hoppity_search::{Clock, WallClock};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

/// Between two plain lines.
const PAUSE: Duration = Duration::from_secs(5);

/// Watches the games of a match or tournament.
#[derive(Default)]
pub(crate) struct Watcher {
    progress: OnceLock<Progress>,
    done: AtomicU64,
    /// What has been said beforehand.
    notes: Mutex<Vec<String>>,
}

impl Observer for Watcher {
    fn started(&self, total: u64, already_done: u64, notes: &[String]) {
        for said in notes {
            note(format_args!("note: {said}"));
        }
        if already_done > 0 {
            note(format_args!("going on: {already_done} of {total} games have been played"));
        }
        if let Ok(mut said) = self.notes.lock() {
            said.extend_from_slice(notes);
        }
        self.done.store(already_done, Ordering::Relaxed);
        self.progress.get_or_init(|| Progress::new("games", total)).set(already_done);
    }

    fn game_done(&self, _: &GameRecord) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if let Some(progress) = self.progress.get() {
            progress.set(done);
        }
    }

    fn note(&self, said: &str) {
        match self.progress.get() {
            Some(progress) => progress.note(&format!("note: {said}")),
            None => note(format_args!("note: {said}")),
        }
    }
}

impl Watcher {
    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        if let Some(progress) = self.progress.get() {
            progress.finish();
        }
    }

    /// Whether this was said at the start.
    pub(crate) fn has_said(&self, warning: &str) -> bool {
        self.notes.lock().is_ok_and(|said| said.iter().any(|said| said == warning))
    }
}

/// The progress of one command, on standard error; may be told from any thread.
struct Progress {
    look: Look,
}

enum Look {
    Bar(ProgressBar),
    Lines { what: &'static str, total: u64, clock: WallClock, last: Mutex<Duration> },
}

impl Progress {
    /// Towards `total` of something, such as `games`.
    fn new(what: &'static str, total: u64) -> Progress {
        let look = if io::stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
            let style = format!("{{bar:40}} {{pos}}/{{len}} {what}, {{elapsed}} gone, {{eta}} to go");
            if let Ok(style) = ProgressStyle::with_template(&style) {
                bar.set_style(style);
            }
            Look::Bar(bar)
        } else {
            Look::Lines { what, total, clock: WallClock::new(), last: Mutex::new(Duration::ZERO) }
        };
        Progress { look }
    }

    /// So many are done.
    fn set(&self, done: u64) {
        match &self.look {
            Look::Bar(bar) => bar.set_position(done),
            Look::Lines { what, total, clock, last } => {
                let now = clock.now();
                // Whoever finds it held leaves the line to the holder.
                if let Ok(mut last) = last.try_lock()
                    && now >= *last + PAUSE
                {
                    *last = now;
                    note(format_args!("{done}/{total} {what}, {} s", now.as_secs()));
                }
            }
        }
    }

    /// A line that stays, above the bar.
    fn note(&self, line: &str) {
        match &self.look {
            Look::Bar(bar) => bar.suspend(|| note(line)),
            Look::Lines { .. } => note(line),
        }
    }

    /// Takes the bar away.
    fn finish(&self) {
        if let Look::Bar(bar) = &self.look {
            bar.finish_and_clear();
        }
    }
}

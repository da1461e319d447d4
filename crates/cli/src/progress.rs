//! How far a long command has come, on standard error: a bar on a terminal, a plain line now and then elsewhere; below or
//! behind it the ranking so far, where there is one.
use crate::failure::note;
use crate::marks::star;
use crate::table::signed;
use hoppity_arena::{GameRecord, Observer, Standing, counted};
use hoppity_search::{Clock, WallClock};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

/// Between two plain lines.
const PAUSE: Duration = Duration::from_secs(5);
/// Between two rankings, or as long as twenty of them take to compute.
const REFRESH: Duration = Duration::from_secs(1);
/// How many agents a terminal and a plain line show.
const BELOW_BAR: usize = 10;
const IN_LINE: usize = 3;

/// Watches the games of a match or tournament.
#[derive(Default)]
pub(crate) struct Watcher {
    progress: OnceLock<Progress>,
    done: AtomicU64,
    /// What has been said beforehand.
    notes: Mutex<Vec<String>>,
    refresh: Refresh,
}

impl Observer for Watcher {
    fn started(&self, total: u64, already_done: u64, notes: &[String]) {
        for said in notes {
            note(format_args!("warning: {said}"));
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

    fn wants_standings(&self) -> bool {
        self.refresh.is_due()
    }

    fn standings(&self, standings: &[Standing]) {
        if let Some(progress) = self.progress.get() {
            progress.rank(standings);
        }
        self.refresh.done();
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

/// When to ask for the ranking: never so often that computing it takes a twentieth of the time.
#[derive(Default)]
struct Refresh {
    clock: WallClock,
    times: Mutex<Times>,
}

#[derive(Clone, Copy, Default)]
struct Times {
    due: Duration,
    asked: Duration,
}

impl Refresh {
    fn is_due(&self) -> bool {
        let now = self.clock.now();
        self.times.lock().is_ok_and(|mut times| {
            times.asked = now;
            now >= times.due
        })
    }

    fn done(&self) {
        let now = self.clock.now();
        if let Ok(mut times) = self.times.lock() {
            times.due = now + REFRESH.max(20 * now.saturating_sub(times.asked));
        }
    }
}

/// The progress of one command, on standard error; may be told from any thread.
pub(crate) struct Progress {
    look: Look,
}

enum Look {
    Bar(ProgressBar),
    Lines { what: &'static str, total: u64, clock: WallClock, said: Mutex<Said> },
}

/// What the next line depends on.
#[derive(Default)]
struct Said {
    last: Duration,
    leaders: String,
}

impl Progress {
    /// Towards `total` of something, such as `games`.
    pub(crate) fn new(what: &'static str, total: u64) -> Progress {
        let look = if io::stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
            let style = format!("{{bar:40}} {{pos}}/{{len}} {what}, {{elapsed}} gone, {{eta}} to go{{msg}}");
            if let Ok(style) = ProgressStyle::with_template(&style) {
                bar.set_style(style);
            }
            // So that it shows life while long games go on.
            bar.enable_steady_tick(REFRESH);
            Look::Bar(bar)
        } else {
            Look::Lines { what, total, clock: WallClock::new(), said: Mutex::default() }
        };
        Progress { look }
    }

    /// So many are done.
    pub(crate) fn set(&self, done: u64) {
        match &self.look {
            Look::Bar(bar) => bar.set_position(done),
            Look::Lines { what, total, clock, said } => {
                let now = clock.now();
                // Whoever finds it held leaves the line to the holder.
                if let Ok(mut said) = said.try_lock()
                    && now >= said.last + PAUSE
                {
                    said.last = now;
                    note(format_args!("{done}/{total} {what}, {} s{}", now.as_secs(), said.leaders));
                }
            }
        }
    }

    /// This is the ranking so far.
    fn rank(&self, standings: &[Standing]) {
        match &self.look {
            Look::Bar(bar) => bar.set_message(below_bar(standings)),
            Look::Lines { said, .. } => {
                if let Ok(mut said) = said.lock() {
                    said.leaders = in_line(standings);
                }
            }
        }
    }

    /// This is where it has come to.
    pub(crate) fn say(&self, words: &str) {
        match &self.look {
            Look::Bar(bar) => bar.set_message(format!("\n{words}")),
            Look::Lines { said, .. } => {
                if let Ok(mut said) = said.lock() {
                    said.leaders = format!("; {words}");
                }
            }
        }
    }

    /// A line that stays, above the bar.
    pub(crate) fn note(&self, line: &str) {
        match &self.look {
            Look::Bar(bar) => bar.suspend(|| note(line)),
            Look::Lines { .. } => note(line),
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        if let Look::Bar(bar) = &self.look {
            bar.finish_and_clear();
        }
    }
}

/// The ranking as lines of their own.
fn below_bar(standings: &[Standing]) -> String {
    let shown = &standings[..standings.len().min(BELOW_BAR)];
    let width = shown.iter().map(|standing| short(&standing.agent).chars().count()).max().unwrap_or(0);
    let line = |s: &Standing| {
        format!(
            "\n{:>4}   {:width$}  {:>8} ± {:<6} {:5.1} % of {}",
            s.rank,
            short(&s.agent),
            elo(s),
            half_width(s),
            100.0 * s.score,
            counted(s.games, "game")
        )
    };
    let rest = standings.len() - shown.len();
    let more = (rest > 0).then(|| format!("\n       and {rest} more"));
    shown.iter().map(line).chain(more).collect::<Vec<_>>().concat()
}

/// The first of the ranking, to stand behind something else.
fn in_line(standings: &[Standing]) -> String {
    let shown = &standings[..standings.len().min(IN_LINE)];
    let first = shown.iter().map(|s| format!("{} {} ± {}", short(&s.agent), elo(s), half_width(s)));
    let more = if standings.len() > shown.len() { ", …" } else { "" };
    format!("; {}{more}", first.collect::<Vec<_>>().join(", "))
}

fn elo(standing: &Standing) -> String {
    format!("{}{}", signed(standing.elo), star(standing.prior.any()))
}

fn half_width(standing: &Standing) -> String {
    format!("{:.1}", (standing.high - standing.low) / 2.0)
}

/// A name that leaves room for figures.
fn short(name: &str) -> String {
    const MOST: usize = 28;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    name.chars().take(MOST - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hoppity_stats::Prior;

    fn standing(rank: usize, agent: &str) -> Standing {
        let elo = 100.0 - 10.0 * rank as f64;
        Standing {
            rank,
            agent: agent.to_owned(),
            elo,
            low: elo - 20.25,
            high: elo + 20.25,
            games: 8,
            wins: 4,
            draws: 0,
            losses: 4,
            score: 0.5,
            los_next: None,
            prior: Prior::default(),
        }
    }

    #[test]
    fn rankings_fit_their_place() {
        let two = [standing(1, "greedy"), standing(2, "a-name-that-is-longer-than-a-line-has-room-for")];
        assert_eq!(
            below_bar(&two),
            "\n   1   greedy                           +90.0 ± 20.2    50.0 % of 8 games\
             \n   2   a-name-that-is-longer-than-…     +80.0 ± 20.2    50.0 % of 8 games"
        );
        assert_eq!(in_line(&two[..1]), "; greedy +90.0 ± 20.2");
        let many: Vec<Standing> = (1..=12).map(|rank| standing(rank, "x")).collect();
        assert!(below_bar(&many).ends_with("\n       and 2 more"));
        assert_eq!(below_bar(&many).lines().count(), 12);
        assert_eq!(in_line(&many), "; x +90.0 ± 20.2, x +80.0 ± 20.2, x +70.0 ± 20.2, …");
    }

    #[test]
    fn a_ranking_is_asked_for_at_first_and_then_not_at_once_again() {
        let refresh = Refresh::default();
        assert!(refresh.is_due());
        refresh.done();
        assert!(!refresh.is_due());
    }
}

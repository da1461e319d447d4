//! What happens in a match or tournament as JSON lines on standard output (`--watch --json`), beside the progress that is
//! always on standard error. Each line is an object whose key `event` says what it is:
//!
//! | `event` | other keys |
//! |---|---|
//! | `started` | `games` in all, `done` of them by an earlier run, `agents`, `notes` |
//! | `game` | a game has ended: `done` so far, `game`, `pairing`, `opening`, `seats` (names), `ranks`, `reason`, `plies`, `moves` |
//! | `standings` | now and then, in a tournament: `done`, `standings` as in summary.json |
//! | `note` | `note` |
//! | `stopped` | by a signal: `games` played, `scheduled` |
//! | `finished` | the keys of the document that is printed without `--watch` |
//!
//! The last line is `finished` or `stopped`; where there is neither, an error on standard error says why.
use crate::out::Out;
use crate::progress::Watcher;
use hoppity_arena::{Config, GameRecord, Observer, Standing};
use serde::Serialize;
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};

/// One line.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Event<'a, T> {
    Started {
        games: u64,
        done: u64,
        agents: Vec<&'a str>,
        notes: &'a [String],
    },
    Game {
        done: u64,
        #[serde(flatten)]
        game: Ended<'a>,
    },
    Standings {
        done: u64,
        standings: &'a [Standing],
    },
    Note {
        note: &'a str,
    },
    Stopped(T),
    Finished(T),
}

#[derive(Serialize)]
struct Ended<'a> {
    game: u64,
    pairing: u64,
    opening: u64,
    seats: Vec<&'a str>,
    ranks: &'a [u8],
    reason: &'a str,
    plies: u32,
    moves: &'a str,
}

/// Shows a run to people, and tells it to programs where that is wanted.
pub(crate) struct Watched<'a> {
    shown: Watcher,
    told: Option<Told<'a>>,
}

struct Told<'a> {
    out: RefCell<&'a mut Out>,
    config: &'a Config,
    done: Cell<u64>,
    /// Set when nobody listens any more.
    stop: &'a AtomicBool,
    lost: RefCell<Option<anyhow::Error>>,
}

impl<'a> Watched<'a> {
    /// Tells events to `out` if `tell`, and sets `stop` once they cannot be written.
    pub(crate) fn new(tell: bool, config: &'a Config, out: &'a mut Out, stop: &'a AtomicBool) -> Watched<'a> {
        let told =
            Told { out: RefCell::new(out), config, done: Cell::new(0), stop, lost: RefCell::default() };
        Watched { shown: Watcher::default(), told: tell.then_some(told) }
    }

    /// Takes the bar away; an error if an event could not be written. Returns what has been shown.
    pub(crate) fn finish(self) -> anyhow::Result<Watcher> {
        self.shown.finish();
        let lost = self.told.and_then(|told| told.lost.into_inner());
        lost.map_or(Ok(self.shown), Err)
    }
}

impl Told<'_> {
    fn tell(&self, event: &Event<'_, ()>) {
        let mut lost = self.lost.borrow_mut();
        if lost.is_none()
            && let Err(error) = self.out.borrow_mut().json_line(event)
        {
            self.stop.store(true, Ordering::Relaxed);
            *lost = Some(error);
        }
    }

    fn name(&self, agent: usize) -> &str {
        &self.config.agents()[agent].name
    }
}

impl Observer for Watched<'_> {
    fn started(&self, total: u64, already_done: u64, notes: &[String]) {
        self.shown.started(total, already_done, notes);
        if let Some(told) = &self.told {
            told.done.set(already_done);
            let agents = told.config.agents().iter().map(|agent| agent.name.as_str()).collect();
            told.tell(&Event::Started { games: total, done: already_done, agents, notes });
        }
    }

    fn game_done(&self, game: &GameRecord) {
        self.shown.game_done(game);
        if let Some(told) = &self.told {
            told.done.set(told.done.get() + 1);
            let GameRecord { game, pairing, opening, seats, ranks, reason, plies, moves, .. } = game;
            let seats = seats.iter().map(|&agent| told.name(agent)).collect();
            let (game, pairing, opening, plies) = (*game, *pairing, *opening, *plies);
            let game = Ended { game, pairing, opening, seats, ranks, reason, plies, moves };
            told.tell(&Event::Game { done: told.done.get(), game });
        }
    }

    fn wants_standings(&self) -> bool {
        self.shown.wants_standings()
    }

    fn standings(&self, standings: &[Standing]) {
        self.shown.standings(standings);
        if let Some(told) = &self.told {
            told.tell(&Event::Standings { done: told.done.get(), standings });
        }
    }

    fn note(&self, note: &str) {
        self.shown.note(note);
        if let Some(told) = &self.told {
            told.tell(&Event::Note { note });
        }
    }
}

/// What a run is when it has been stopped.
#[derive(Serialize)]
pub(crate) struct Partial<T> {
    pub(crate) scheduled: u64,
    #[serde(flatten)]
    pub(crate) games: T,
}

/// The last line of a run that has ended as it should.
pub(crate) fn finished(out: &mut Out, document: &impl Serialize) -> anyhow::Result<()> {
    out.json_line(&Event::Finished(document))
}

/// The last line of a run that a signal has stopped.
pub(crate) fn stopped(out: &mut Out, document: &impl Serialize) -> anyhow::Result<()> {
    out.json_line(&Event::Stopped(document))
}

//! Lets two candidates play: pairs of games with the same opening and the seats exchanged.
use crate::watch::Watch;
use hoppity_arena::{Config, GameRecord, Observer, Openings, RunError, RunOptions, Setting, play_until};
use hoppity_rules::{Spec, SpecError};
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// Plays duels of one setting.
pub(crate) struct Referee<'a> {
    pub(crate) setting: &'a Setting,
    pub(crate) threads: usize,
    pub(crate) stop: Option<&'a AtomicBool>,
    pub(crate) watch: &'a dyn Watch,
}

/// A duel to be played.
pub(crate) struct Play<'a> {
    pub(crate) first: &'a Spec,
    pub(crate) second: &'a Spec,
    pub(crate) pairs: u64,
    /// What openings and games are drawn from.
    pub(crate) seed: u64,
    /// Which of the openings of a list comes first.
    pub(crate) skip: u64,
}

/// Why a duel came to nothing.
#[derive(Debug, Error)]
pub(crate) enum PlayError {
    #[error("it was told to stop")]
    Stopped,
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("{0}")]
    Agent(#[from] SpecError),
}

impl Referee<'_> {
    /// The first one's half points in each pair, 0 to 4, by opening; ends early where `enough`, which is told the pairs so
    /// far, says so.
    ///
    /// With more than two seats a pair is a table at which the first has one seat and the second all others, and one at
    /// which the second has that seat and the first all others: equals get one game's worth of points together. What a
    /// side gets is the sum of its seats' shares in the first place, to the nearest half point.
    pub(crate) fn play(
        &self,
        play: &Play<'_>,
        mut enough: impl FnMut(&[u8]) -> bool,
    ) -> Result<Vec<u8>, PlayError> {
        let setting = self.setting_for(play);
        let seats = setting.game().seats();
        if seats == 2 {
            let config = config(&setting, [play.first, play.second], 2 * play.pairs, play.seed)?;
            let mut halves = Halves::default();
            self.games(&config, |record| {
                halves.add(share(record, |agent| agent == 0)) && enough(&halves.pairs)
            })?;
            return unless_stopped(halves.pairs, play.pairs, enough);
        }
        let games = play.pairs.next_multiple_of(seats as u64);
        let table = |alone, others| {
            let agents = std::iter::once(alone).chain(std::iter::repeat_n(others, seats - 1));
            config(&setting, agents, games, play.seed)
        };
        let mut shares = Vec::new();
        self.games(&table(play.first, play.second)?, |record| {
            shares.push(share(record, |agent| agent == 0));
            false
        })?;
        let mut pairs = Vec::new();
        self.games(&table(play.second, play.first)?, |record| {
            let other = share(record, |agent| agent != 0);
            pairs.extend(shares.get(pairs.len()).map(|one| half_points(one + other)));
            enough(&pairs)
        })?;
        unless_stopped(pairs, play.pairs, enough)
    }

    fn setting_for(&self, play: &Play<'_>) -> Setting {
        let Openings::List(list) = self.setting.openings() else { return self.setting.clone() };
        let mut list = list.to_vec();
        let skip = (play.skip % list.len() as u64) as usize;
        list.rotate_left(skip);
        self.setting.with_openings(Openings::List(list.into()))
    }

    fn games(&self, config: &Config, decided: impl FnMut(&GameRecord) -> bool) -> Result<(), PlayError> {
        let options = RunOptions { threads: self.threads, stop: self.stop, ..RunOptions::default() };
        play_until(config, options, &Counting(self), decided)?;
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            Err(PlayError::Stopped)
        } else {
            Ok(())
        }
    }
}

/// Pairs beyond those asked for, which fill up a table's openings, do not count.
fn unless_stopped(
    mut pairs: Vec<u8>,
    asked: u64,
    mut enough: impl FnMut(&[u8]) -> bool,
) -> Result<Vec<u8>, PlayError> {
    pairs.truncate(asked as usize);
    let complete = pairs.len() as u64 == asked || enough(&pairs);
    if complete { Ok(pairs) } else { Err(PlayError::Stopped) }
}

fn config<'s>(
    setting: &Setting,
    agents: impl IntoIterator<Item = &'s Spec>,
    games: u64,
    seed: u64,
) -> Result<Config, SpecError> {
    let agents: Vec<(Option<String>, Spec)> = agents.into_iter().map(|spec| (None, spec.clone())).collect();
    setting.config(&agents, games, seed)
}

/// What these agents together get of the first place.
fn share(record: &GameRecord, ours: impl Fn(usize) -> bool) -> f64 {
    let seats = record.seats.iter().zip(&record.ranks);
    let first: Vec<usize> = seats.filter(|&(_, &rank)| rank == 0).map(|(&agent, _)| agent).collect();
    first.iter().filter(|&&agent| ours(agent)).count() as f64 / first.len() as f64
}

fn half_points(points: f64) -> u8 {
    (2.0 * points).round() as u8
}

/// Games of two put together to pairs.
#[derive(Default)]
struct Halves {
    waiting: Option<f64>,
    pairs: Vec<u8>,
}

impl Halves {
    /// Whether that made a pair.
    fn add(&mut self, points: f64) -> bool {
        match self.waiting.take() {
            None => {
                self.waiting = Some(points);
                false
            }
            Some(other) => {
                self.pairs.push(half_points(points + other));
                true
            }
        }
    }
}

struct Counting<'a>(&'a Referee<'a>);

impl Observer for Counting<'_> {
    fn game_done(&self, _: &GameRecord) {
        self.0.watch.game_done();
    }

    fn note(&self, note: &str) {
        self.0.watch.note(note);
    }
}

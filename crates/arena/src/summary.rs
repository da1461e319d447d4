//! A run in a few figures.
use crate::play::{FORFEITS, PLY_LIMIT, RESIGNATION};
use crate::standings::{Results, Standing, round, score};
use crate::{Config, GameRecord, Openings};
use hoppity_rules::Seat;
use hoppity_rules::random::mix;
use hoppity_search::LimitKind;
use hoppity_stats::{RatingError, Wdl};
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

/// A run in a few figures; all but `files` and `played` are in `summary.json`. Nothing here depends on the clock, but
/// for what the games were if their agents were limited by time.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The game.
    pub game: String,
    /// The seed.
    pub seed: u64,
    /// What agents were limited by: `reproducible` (nodes, simulations, depth) or `time`.
    pub limits: &'static str,
    /// How many games there are.
    pub games: u64,
    /// How many games the tournament has: more than `games` where it was stopped.
    pub scheduled: u64,
    /// How many of them have moves that no other one has: games with the same moves count once.
    pub distinct: u64,
    /// How long games are.
    pub mean_plies: f64,
    /// How many games were stopped by the config's limit on plies and called a draw.
    pub ply_limit: u64,
    /// How many games were given up.
    pub resignations: u64,
    /// How many games were lost by a fault, by its kind; all kinds are there.
    pub forfeits: BTreeMap<&'static str, u64>,
    /// How many games ended for each reason.
    pub reasons: BTreeMap<String, u64>,
    /// The score of each seat, whoever held it, by its letter.
    pub seat_scores: BTreeMap<String, f64>,
    /// What a person should know before trusting the figures.
    pub warnings: Vec<String>,
    /// The ranking.
    pub standings: Vec<Standing>,
    /// The files of the run.
    #[serde(skip)]
    pub files: Vec<PathBuf>,
    /// How many of the games were played just now, rather than found in the journal.
    #[serde(skip)]
    pub played: u64,
}

impl Summary {
    /// The summary of games that were played without a folder.
    pub fn of(config: &Config, records: &[GameRecord]) -> Result<Summary, RatingError> {
        let mut tally = Tally::new(config);
        for record in records {
            tally.add(record);
        }
        tally.summary(Vec::new())
    }
}

/// Collects what a summary says.
pub(crate) struct Tally<'a> {
    config: &'a Config,
    teams: Vec<usize>,
    results: Results<'a>,
    plies: u64,
    overruns: u64,
    reasons: BTreeMap<String, u64>,
    /// Fingerprints of the moves; only counted.
    distinct: HashSet<[u64; 2]>,
    seats: Vec<Wdl>,
}

impl<'a> Tally<'a> {
    pub(crate) fn new(config: &'a Config) -> Tally<'a> {
        Tally {
            config,
            teams: config.teams(),
            results: Results::new(config),
            plies: 0,
            overruns: 0,
            reasons: BTreeMap::new(),
            distinct: HashSet::new(),
            seats: vec![Wdl::default(); config.seats()],
        }
    }

    pub(crate) fn add(&mut self, record: &GameRecord) {
        self.results.add(record);
        self.plies += u64::from(record.plies);
        self.overruns += record.overruns.iter().map(|&moves| u64::from(moves)).sum::<u64>();
        *self.reasons.entry(record.reason.clone()).or_default() += 1;
        self.distinct.insert(self.fingerprint(record));
        for (seat, counts) in self.seats.iter_mut().enumerate() {
            counts.add(score(&self.teams, &record.ranks, seat));
        }
    }

    /// Tells games apart. The same moves are another game where they begin in another position.
    fn fingerprint(&self, record: &GameRecord) -> [u64; 2] {
        let Openings::List(openings) = self.config.openings() else { return fingerprint(&record.moves) };
        let opening = &openings[(record.opening % openings.len() as u64) as usize];
        match opening.position() {
            Some(position) => fingerprint(&format!("{position}: {}", record.moves)),
            None => fingerprint(&record.moves),
        }
    }

    /// The summary; `notes` are warnings that come from elsewhere.
    pub(crate) fn summary(self, notes: Vec<String>) -> Result<Summary, RatingError> {
        let games = self.seats.first().map_or(0, |counts| counts.games());
        let distinct = self.distinct.len() as u64;
        let count = |reason: &str| self.reasons.get(reason).copied().unwrap_or(0);
        let forfeits: BTreeMap<&'static str, u64> =
            FORFEITS.into_iter().map(|kind| (kind, count(kind))).collect();
        let mut warnings = notes;
        if distinct < games {
            warnings.push(format!(
                "only {distinct} of {games} games are distinct: games with the same moves are one observation, so that the intervals are too narrow"
            ));
        }
        let lost =
            forfeits.iter().filter(|&(_, &count)| count > 0).map(|(kind, count)| format!("{kind}: {count}"));
        let lost: Vec<String> = lost.collect();
        if !lost.is_empty() {
            warnings.push(format!("games were lost by faults ({}); the journal says which", lost.join(", ")));
        }
        if count(PLY_LIMIT) > 0 {
            let limit = self.config.max_plies();
            warnings.push(format!(
                "games that were stopped after {limit} plies and called draws: {}",
                count(PLY_LIMIT)
            ));
        }
        if self.overruns > 0 {
            warnings.push(format!(
                "moves that took over 10 ms more than their time: {}; timing.csv says whose",
                self.overruns
            ));
        }
        let timed = self.config.limit_kind() == LimitKind::Time;
        let seat_scores = Seat::all(self.seats.len()).zip(&self.seats);
        Ok(Summary {
            game: self.config.game().spec().to_string(),
            seed: self.config.seed(),
            limits: if timed { "time" } else { "reproducible" },
            games,
            scheduled: self.config.total_games(),
            distinct,
            mean_plies: round(self.plies as f64 / games.max(1) as f64),
            ply_limit: count(PLY_LIMIT),
            resignations: count(RESIGNATION),
            forfeits,
            seat_scores: seat_scores
                .map(|(seat, c)| (seat.to_string(), round(c.score().unwrap_or(0.5))))
                .collect(),
            warnings,
            standings: self.results.standings()?,
            files: Vec::new(),
            played: 0,
            reasons: self.reasons,
        })
    }
}

/// 128 bits of a text: two games in a million million million may be taken for the same.
pub(crate) fn fingerprint(text: &str) -> [u64; 2] {
    let mut hash = [text.len() as u64, !(text.len() as u64)];
    for chunk in text.as_bytes().chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        let word = u64::from_le_bytes(word);
        hash = [mix(hash[0] ^ word), mix(hash[1].wrapping_mul(3) ^ word)];
    }
    hash
}

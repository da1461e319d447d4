//! A tuning run from beginning to end: the search, the test of what it found, and the files about both.
use crate::bandit::Halving;
use crate::cmaes::{self, CmaEs};
use crate::config::{Config, Method, Texel};
use crate::data::{self, Data};
use crate::journal::{Journal, Part};
use crate::outputs::{self, Path as Walked, Row};
use crate::result::{FitFigures, TestResult, Tuning};
use crate::series::Series;
use crate::spsa::{self, Spsa};
use crate::texel::{self, FitError, Free};
use crate::watch::Watch;
use crate::{Domain, Duel, Optimiser, Point, score};
use hoppity_arena::{Folder, Openings, ResultsError, RunError, Setting, counted};
use hoppity_search::LimitKind;
use hoppity_stats::{Pentanomial, Verdict};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// Pairs of games in a round of the test, all recorded together.
const TEST_PAIRS: u64 = 24;

/// How to run; nothing here changes what comes of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// How many games are played at once; 0: as many as there are cores.
    pub threads: usize,
    /// Go on with a run that another version began.
    pub force: bool,
    /// Stops the run when set: duels that have ended by then are kept, the one under way is given up.
    pub stop: Option<&'a AtomicBool>,
}

/// Why a run stopped, or did not begin.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TuneError {
    /// The folder or a file in it, or the threads.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The results to fit to.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// The fit.
    #[error("the weights cannot be fitted: {0}")]
    Fit(#[from] FitError),
    /// An agent that was right when the config was read, such as one whose file has gone since.
    #[error("{0}")]
    Agent(#[from] hoppity_rules::SpecError),
    /// The test cannot be evaluated.
    #[error("the test cannot be evaluated: {0}")]
    Sprt(#[from] hoppity_stats::SprtError),
}

/// Runs a config into a folder, or what is missing of it. Whatever stops the process, the same call goes on from the
/// journal, to the same result.
pub fn run(
    config: &Config,
    out: &Path,
    options: Options<'_>,
    watch: &dyn Watch,
) -> Result<Tuning, TuneError> {
    // What a fit reads is looked at before anything is made.
    let data = match &config.method {
        Method::Texel(texel) => Some(data::load(texel, &config.setting, &config.candidates, config.seed)?),
        _ => None,
    };
    let mut resolved = config.to_toml();
    if let Some(Data { games, fingerprint, .. }) = data {
        resolved = format!("{resolved}\n# the results are {games} games: {fingerprint:016x}\n");
    }
    let (folder, notes) = Folder::open(out, &resolved, options.force)?;
    let (journal, torn) = Journal::open(folder.file("journal.jsonl"))?;
    let lasting = lasting_notes(config)?;
    for note in notes.iter().chain(&torn).chain(&lasting) {
        watch.note(note);
    }
    let run = Run { config, options, watch, folder: &folder, out };
    run.play(journal, data)
}

/// What a person should know of whatever comes of the run.
fn lasting_notes(config: &Config) -> Result<Vec<String>, TuneError> {
    let mut notes = Vec::new();
    let seats = config.setting.game().seats();
    let agents = vec![(None, config.candidates.base().clone()); seats];
    if config.setting.config(&agents, seats as u64, config.seed)?.limit_kind() == LimitKind::Time {
        notes.push(
            "agents are limited by time: the path depends on the machine and cannot be reproduced".to_owned(),
        );
    }
    let (_, testing) = split(&config.setting);
    if let Openings::List(list) = testing.openings()
        && (list.len() as u64) < config.test.games / 2
    {
        let (openings, pairs) = (counted(list.len() as u64, "opening"), config.test.games / 2);
        notes.push(format!(
            "the test has {openings} for up to {pairs} pairs of games: agents that do the same again are counted again"
        ));
    }
    Ok(notes)
}

struct Run<'a> {
    config: &'a Config,
    options: Options<'a>,
    watch: &'a dyn Watch,
    folder: &'a Folder,
    out: &'a Path,
}

impl Run<'_> {
    fn play(&self, mut journal: Journal, data: Option<Data>) -> Result<Tuning, TuneError> {
        let (found, walked, fit) = match (&self.config.method, data) {
            (Method::Texel(texel), Some(data)) => self.fit(texel, &data)?,
            (method, _) => self.search(optimiser(method, self.config), &mut journal)?,
        };
        outputs::path(self.folder, &walked)?;
        let test = self.test(&mut journal, &found)?;
        journal.check_end()?;
        let tuning = Tuning::new(self.config, &found, fit, test)?;
        outputs::result(self.folder, &tuning)?;
        Ok(tuning)
    }

    /// Lets the optimiser ask until it has finished.
    fn search(
        &self,
        mut optimiser: Box<dyn Optimiser>,
        journal: &mut Journal,
    ) -> Result<(Point, Walked<'_>, Option<FitFigures>), TuneError> {
        let space = self.config.candidates.space();
        let (setting, _) = split(&self.config.setting);
        let mut series = Series::new(Part::Search, self.config, &setting, self.options, self.watch);
        let mut walked = Walked::new(space);
        walked.rows.push(row(&*optimiser, 0, 0, 0.5));
        for round in 0.. {
            let duels = optimiser.ask();
            if duels.is_empty() {
                break;
            }
            let mut results = Vec::new();
            for (number, duel) in (0..).zip(&duels) {
                let place = (round, number);
                let Some(result) = series.result(journal, place, duel, round * duel.pairs, |_| false)? else {
                    // A run that is told to stop leaves the path so far.
                    outputs::path(self.folder, &walked)?;
                    return Err(self.stopped(series.games()).into());
                };
                results.push(result);
            }
            let points = results.iter().map(|result| score(result)).sum::<f64>() / results.len() as f64;
            optimiser.tell(&results);
            walked.rows.push(row(&*optimiser, round + 1, series.games(), points));
            if series.has_begun() {
                self.watch.best(&walked.in_words());
            }
        }
        Ok((space.nearest(&optimiser.best()), walked, None))
    }

    fn stopped(&self, done: u64) -> RunError {
        let total = self.config.method.games() + self.config.test.games;
        RunError::Stopped { folder: self.out.to_owned(), done, total }
    }

    /// Fits the weights to results.
    fn fit(&self, texel: &Texel, data: &Data) -> Result<(Point, Walked<'_>, Option<FitFigures>), TuneError> {
        let space = self.config.candidates.space();
        let weights =
            self.config.candidates.evaluator().map_or(Vec::new(), |evaluator| evaluator.weights().to_vec());
        let mut start = weights;
        let mut free = Vec::new();
        for parameter in &space.parameters {
            let Some(feature) = self.config.candidates.feature_of(&parameter.name) else { continue };
            if let Domain::Number { start: from, min, max, .. } = parameter.domain {
                start[feature] = from;
                free.push(Free { feature, min, max });
            }
        }
        let fit = texel::fit(&data.seen, &data.held_out, &start, &free, texel.l2)?;
        let numbers = |weights: &[f64]| free.iter().map(|free| weights[free.feature]).collect::<Vec<f64>>();
        let mut walked = Walked::new(space);
        for (number, step) in (0..).zip(&fit.steps) {
            let figures = vec![("loss", step.loss), ("held_out", step.held_out)];
            walked.rows.push(Row { step: number, figures, numbers: numbers(&step.weights) });
        }
        let figures = FitFigures::new(&fit, data);
        Ok((space.nearest(&numbers(&fit.weights)), walked, Some(figures)))
    }

    /// The tuned agent against the one at the start, on openings that the search has not seen.
    fn test(&self, journal: &mut Journal, found: &Point) -> Result<Option<TestResult>, TuneError> {
        let start = self.config.candidates.space().start();
        if *found == start {
            return Ok(None);
        }
        let test = &self.config.test;
        let (_, setting) = split(&self.config.setting);
        let mut series = Series::new(Part::Test, self.config, &setting, self.options, self.watch);
        let mut pairs = Pentanomial::default();
        let state = |pairs: Pentanomial| test.sprt.pentanomial(pairs);
        for round in 0.. {
            let left = test.games / 2 - pairs.pairs();
            if state(pairs)?.verdict != Verdict::Continue || left == 0 {
                break;
            }
            let duel = Duel { first: found.clone(), second: start.clone(), pairs: TEST_PAIRS.min(left) };
            // Told pair by pair in order, so that the test ends at the same one however many play.
            let enough = |so_far: &[u8]| {
                let state = state(with(pairs, so_far));
                state.is_ok_and(|state| state.verdict != Verdict::Continue)
            };
            let result = series.result(journal, (round, 0), &duel, round * TEST_PAIRS, enough)?;
            let Some(result) = result else {
                return Err(self.stopped(self.config.method.games() + series.games()).into());
            };
            pairs = with(pairs, &result);
        }
        Ok(Some(TestResult::new(test, pairs, state(pairs)?)))
    }
}

/// Where an optimiser is after a round.
fn row(optimiser: &dyn Optimiser, round: u64, games: u64, points: f64) -> Row {
    let mut figures = vec![("games", games as f64), ("points", points)];
    figures.extend(optimiser.figures());
    Row { step: round, figures, numbers: optimiser.best() }
}

/// The pairs with some more.
fn with(pairs: Pentanomial, more: &[u8]) -> Pentanomial {
    let mut counts = [pairs.ll, pairs.ld, pairs.even, pairs.wd, pairs.ww];
    for &half_points in more {
        counts[usize::from(half_points)] += 1;
    }
    Pentanomial::new(counts)
}

/// The setting of the search and that of the test: of openings that are given every other one is kept for the test.
fn split(setting: &Setting) -> (Setting, Setting) {
    match setting.openings() {
        Openings::List(list) if list.len() > 1 => {
            let part = |odd: usize| list.iter().skip(odd).step_by(2).cloned().collect::<Vec<_>>();
            let with = |part: Vec<_>| setting.with_openings(Openings::List(part.into()));
            (with(part(0)), with(part(1)))
        }
        _ => (setting.clone(), setting.clone()),
    }
}

/// The optimiser of a method that plays; a fit has nothing to ask for.
fn optimiser(method: &Method, config: &Config) -> Box<dyn Optimiser> {
    let space = config.candidates.space().clone();
    let seed = config.seed;
    match method {
        Method::Spsa { games, pairs, r_end, c_end } => {
            let settings = spsa::Settings {
                iterations: games / (2 * pairs),
                pairs: *pairs,
                c_end: c_end.clone(),
                r_end: *r_end,
                seed,
            };
            Box::new(Spsa::new(space, settings))
        }
        &Method::CmaEs { games, pairs, candidates, sigma } => {
            let settings = cmaes::Settings { pairs: games / 2, measurement: pairs, candidates, sigma, seed };
            Box::new(CmaEs::new(space, settings))
        }
        Method::Bandit { games } => {
            let points = space.all(u64::MAX).unwrap_or_default();
            Box::new(Halving::new(space, points, games / 2))
        }
        Method::Texel(_) => Box::new(Halving::new(space.clone(), vec![space.start()], 1)),
    }
}

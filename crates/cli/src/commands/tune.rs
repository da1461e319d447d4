//! `hoppity tune`
use crate::failure::{note, wrong_use};
use crate::folders::{RunArgs, ended, refused};
use crate::out::Out;
use crate::progress::Progress;
use crate::signals::Signals;
use crate::table;
use anyhow::Error;
use clap::Args;
use hoppity_tune::{Config, Options, TuneError, Tuning, Watch, run};
use std::cell::{Cell, RefCell};
use std::path::Path;

/// Tune numbers of an agent as a TOML file says, or go on with it
///
/// Seeks better values of options and weights (method spsa, cma-es, bandit, or texel: a fit to games that have been
/// played), then lets the tuned agent play the one at the start, until a sequential test tells. Only what has passed is
/// called better. Results go into a folder; run again after an interruption, the same command goes on to the same result,
/// whatever the number of threads.
#[derive(Args, Debug)]
pub(crate) struct TuneArgs {
    #[command(flatten)]
    run: RunArgs,
    /// Print JSON when all is done, as in result.json: better, verdict, start, tuned, parameters, fit, test
    #[arg(long)]
    json: bool,
}

impl TuneArgs {
    pub(crate) fn run(self, out: &mut Out) -> anyhow::Result<()> {
        let config = Config::load(&self.run.file).map_err(refused)?;
        let folder = self.run.folder()?;
        let signals = Signals::listen()?;
        let options =
            Options { threads: self.run.threads(), force: self.run.force, stop: Some(signals.stop()) };
        let shown = Shown::default();
        let tuning = run(&config, &folder, options, &shown);
        shown.part_done();
        let tuning = tuning.map_err(|error| failed(error, &signals))?;
        if self.json { out.json(&tuning) } else { in_words(&tuning, &folder, out) }
    }
}

/// Results that say something wrong are wrong use, like a wrong config.
fn failed(error: TuneError, signals: &Signals) -> Error {
    match error {
        TuneError::Run(error) => ended(&error, signals),
        TuneError::Results(error) if error.is_wrong_content() => wrong_use(error.to_string()),
        TuneError::Fit(_) | TuneError::Agent(_) => wrong_use(error.to_string()),
        other => Error::msg(other.to_string()),
    }
}

fn in_words(tuning: &Tuning, folder: &Path, out: &mut Out) -> anyhow::Result<()> {
    out.line(format_args!("{}, {}", tuning.game, tuning.method))?;
    if let Some(fit) = &tuning.fit {
        out.line(format_args!(
            "fit       K {:.6}, {} positions of {} games, {} held out",
            fit.k, fit.positions, fit.games, fit.held_out_positions
        ))?;
        out.line(format_args!("loss      {:.6}, at the start {:.6}", fit.loss, fit.loss_at_start))?;
        out.line(format_args!(
            "held out  {:.6}, at the start {:.6}",
            fit.held_out_loss, fit.held_out_loss_at_start
        ))?;
    }
    let mut parameters = table::table(&["parameter", "start", "tuned"]);
    for parameter in &tuning.parameters {
        parameters.add_row([
            parameter.name.clone(),
            parameter.start.to_string(),
            parameter.tuned.to_string(),
        ]);
    }
    table::align_right(&mut parameters, 1..3);
    out.line(format_args!("{}\n", table::text(parameters)))?;
    if let Some(test) = &tuning.test {
        out.line(format_args!(
            "test      {} games, {:.1} %, Elo {} (95 % interval {} to {})",
            test.games,
            100.0 * test.score,
            table::signed(test.elo),
            table::signed(test.elo_low),
            table::signed(test.elo_high)
        ))?;
        out.line(format_args!(
            "SPRT      LLR {:+.2} between {:+.2} and {:+.2}",
            test.llr, test.lower, test.upper
        ))?;
    }
    out.line(format_args!("verdict   {}", tuning.verdict))?;
    out.line(format_args!("\nresults in {}", folder.display()))
}

/// Progress on standard error.
#[derive(Default)]
struct Shown {
    progress: RefCell<Option<Progress>>,
    done: Cell<u64>,
}

impl Watch for Shown {
    fn part(&self, name: &str, games: u64, done: u64) {
        self.part_done();
        if done > 0 {
            note(format_args!("going on: {done} of {games} games of the {name} have been played"));
        }
        self.done.set(done);
        let what = if name == "test" { "games of the test at most" } else { "games of the search" };
        let progress = Progress::new(what, games);
        progress.set(done);
        *self.progress.borrow_mut() = Some(progress);
    }

    fn game_done(&self) {
        self.done.set(self.done.get() + 1);
        if let Some(progress) = &*self.progress.borrow() {
            progress.set(self.done.get());
        }
    }

    fn best(&self, best: &str) {
        if let Some(progress) = &*self.progress.borrow() {
            progress.say(best);
        }
    }

    fn part_done(&self) {
        if let Some(progress) = self.progress.borrow_mut().take() {
            progress.finish();
        }
    }

    fn note(&self, said: &str) {
        match &*self.progress.borrow() {
            Some(progress) => progress.note(&format!("note: {said}")),
            None => note(format_args!("note: {said}")),
        }
    }
}

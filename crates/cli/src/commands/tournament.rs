//! `hoppity tournament`
use crate::events::{self, Watched};
use crate::failure::note;
use crate::folders::{RunArgs, ended, refused};
use crate::marks::{below_ratings, star};
use crate::out::Out;
use crate::signals::Signals;
use crate::table;
use clap::Args;
use hoppity_arena::{Config, RunError, RunOptions, Standing, Summary, counted};
use serde::Serialize;
use std::path::Path;

/// Play the tournament that a TOML file describes, or go on with it
///
/// Results go into a folder. Run again after an interruption, the tournament goes on where it was; the files are the
/// same whatever the number of threads and interruptions. SIGINT (Ctrl-C), SIGTERM and SIGHUP stop it: games under way are
/// given up, the files are written from those that have ended. A second signal ends it at once.
#[derive(Args, Debug)]
pub(crate) struct TournamentArgs {
    #[command(flatten)]
    run: RunArgs,
    /// Play more games at once than there are cores even where agents are limited by time
    #[arg(long)]
    oversubscribe: bool,
    /// With --json: tell what happens while it happens, in JSON lines whose key `event` is started, game, standings or note;
    /// the last is finished, with the summary, or stopped
    #[arg(long, requires = "json")]
    watch: bool,
    /// Print JSON when all is done: the summary, as in summary.json
    #[arg(long)]
    json: bool,
}

impl TournamentArgs {
    pub(crate) fn run(self, out: &mut Out) -> anyhow::Result<()> {
        let config = Config::load(&self.run.file).map_err(refused)?;
        let folder = self.run.folder()?;
        let signals = Signals::listen()?;
        let options = RunOptions {
            threads: self.run.threads(),
            force: self.run.force,
            oversubscribe: self.oversubscribe,
            stop: Some(signals.stop()),
        };
        let watched = Watched::new(self.watch, &config, out, signals.stop());
        let summary = hoppity_arena::run(&config, &folder, options, &watched);
        let shown = watched.finish()?;
        if let Err(RunError::Stopped { done, total, .. }) = summary
            && self.watch
        {
            events::stopped(out, &Stopped { games: done, scheduled: total })?;
        }
        let summary = summary.map_err(|error| ended(&error, &signals))?;
        for warning in &summary.warnings {
            if !shown.has_said(warning) {
                note(format_args!("warning: {warning}"));
            }
        }
        match (self.json, self.watch) {
            (true, true) => events::finished(out, &summary),
            (true, false) => out.json(&summary),
            (false, _) => in_words(&summary, &folder, out),
        }
    }
}

#[derive(Serialize)]
struct Stopped {
    games: u64,
    scheduled: u64,
}

fn in_words(summary: &Summary, folder: &Path, out: &mut Out) -> anyhow::Result<()> {
    let games = counted(summary.games, "game");
    out.line(format_args!(
        "{}: {games}, {} distinct, {:.1} plies on average",
        summary.game, summary.distinct, summary.mean_plies
    ))?;
    let mut standings = table::table(&["rank", "agent", "Elo", "±", "games", "W", "D", "L", "score"]);
    for standing in &summary.standings {
        standings.add_row(row(standing));
    }
    table::align_right(&mut standings, (0..9).filter(|&column| column != 1));
    out.line(table::text(standings))?;
    // A prior on one rating is one on all.
    if let Some(line) = summary.standings.first().and_then(|standing| below_ratings(standing.prior)) {
        out.line(line)?;
    }
    out.line(format_args!("\nresults in {}", folder.display()))
}

fn row(s: &Standing) -> [String; 9] {
    [
        s.rank.to_string(),
        s.agent.clone(),
        format!("{}{}", table::signed(s.elo), star(s.prior.any())),
        format!("{:.1}", (s.high - s.low) / 2.0),
        s.games.to_string(),
        s.wins.to_string(),
        s.draws.to_string(),
        s.losses.to_string(),
        format!("{:.1} %", 100.0 * s.score),
    ]
}

//! `hoppity match`
use crate::events::{self, Partial, Watched};
use crate::failure::{note, stopped, wrong_use};
use crate::input::{parse_agent, parse_game};
use crate::marks::{below_counts, elo_line, los_line};
use crate::out::Out;
use crate::signals::Signals;
use crate::sprt::{SprtArgs, SprtDocument, Test};
use anyhow::Context;
use clap::{Args, value_parser};
use hoppity_arena::{
    Config, Counter, GameRecord, HeadToHead, Match, RunOptions, Summary, counted, play_until,
};
use hoppity_search::Limits;
use hoppity_stats::{EloEstimate, Pentanomial, SprtState, Verdict, elo};
use serde::Serialize;
use std::collections::BTreeMap;

/// How many games are played where nothing is said.
const GAMES: u64 = 20;
/// And at most, where a sequential test decides.
const MOST_GAMES: u64 = 20_000;

/// The figures of an estimate that a match shows.
const SHOWN: [&str; 4] = ["elo", "elo_low", "elo_high", "los"];

/// Let two agents play a quick match
///
/// Every opening is played twice, with the seats exchanged. Elo, its 95 % interval and the likelihood of superiority are
/// the first agent's, computed from the pairs of games. With --sprt the match ends as soon as a sequential test of these
/// pairs is decided; Elo is then a little too far from the hypothesis that was refused. Figures that the results alone do
/// not give, as after a match that was won to nil, are marked as `hoppity stats --help` says. SIGINT (Ctrl-C), SIGTERM and
/// SIGHUP stop a match, which then says on standard error how it stood; nothing is kept of it.
#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    /// The game, such as `halma(board=8)`; one for two seats
    game: String,
    /// The agent that the figures are about, such as `mcts(sims=500)`
    first: String,
    /// Its opponent
    second: String,
    /// Games to play, an even number: 20, or with --sprt at most 20000
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Random plies at the beginning of each pair of games
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u32).range(..=1000))]
    opening_plies: u32,
    /// Call a longer game a draw
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    max_plies: Option<u32>,
    /// Games played at once; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Play more games at once than there are cores even where agents are limited by time
    #[arg(long)]
    oversubscribe: bool,
    #[command(flatten)]
    sprt: SprtArgs,
    /// Decides openings and agents' draws
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// With --json: tell what happens while it happens, in JSON lines whose key `event` is started, game or note; the last is
    /// finished, with the result, or stopped
    #[arg(long, requires = "json")]
    watch: bool,
    /// Print JSON: games, distinct, wins, draws, losses, penta (pairs that gave LL, LD, WL+DD, WD, WW), score, elo, `elo_low`,
    /// `elo_high`, los, held (which of these the results alone do not give), and sprt with --sprt
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    game: String,
    agents: Vec<String>,
    seed: u64,
    opening_plies: u32,
    max_plies: u32,
    /// Whether the match can be reproduced: `reproducible` or `time`.
    limit: &'static str,
    games: u64,
    /// Games with the same moves count once.
    distinct: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Pairs of games by their points: 0, 1/2, 1, 3/2 and 2.
    penta: [u64; 5],
    score: f64,
    elo: f64,
    elo_low: f64,
    elo_high: f64,
    los: f64,
    /// Which of the last four the results alone do not give.
    held: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtDocument>,
    reasons: BTreeMap<String, u64>,
    /// What to know before trusting the figures.
    warnings: Vec<String>,
}

impl MatchArgs {
    pub(crate) fn run(self, out: &mut Out) -> anyhow::Result<()> {
        let test = self.sprt.test()?;
        let config = self.config(test.is_some())?;
        let signals = Signals::listen()?;
        let options = RunOptions {
            threads: self.threads.map_or(0, usize::from),
            oversubscribe: self.oversubscribe,
            stop: Some(signals.stop()),
            ..RunOptions::default()
        };
        let watched = Watched::new(self.watch, &config, out, signals.stop());
        let mut counter = Counter::new(&config, 0);
        // Told every game by index, so that the end of the match does not depend on which game ended first.
        let decided = |record: &GameRecord| {
            counter.add(record);
            let state = test.map(|test| test.sprt.pentanomial(counter.so_far().pairs));
            state.is_some_and(|state| state.is_ok_and(|state| state.verdict != Verdict::Continue))
        };
        let played = play_until(&config, options, &watched, decided);
        let shown = watched.finish()?;
        let so_far = counter.so_far();
        let state = test.map(|test| test.sprt.pentanomial(so_far.pairs));
        let test = test.zip(state.transpose().context("the test cannot be evaluated")?);
        let document = document(&config, &played?, so_far, test)?;
        let (games, scheduled) = (document.games, config.total_games());
        let is_over = games == scheduled || test.is_some_and(|(_, state)| state.verdict != Verdict::Continue);
        if !is_over && let Some((signal, status)) = signals.received() {
            let message = format!(
                "{signal}: stopped after {games} of {scheduled} games ({} won, {} drawn, {} lost), which are not kept\n{}",
                document.wins,
                document.draws,
                document.losses,
                elo_line(&elo::from_pentanomial(so_far.pairs))
            );
            if self.watch {
                events::stopped(out, &Partial { scheduled, games: &document })?;
            }
            return Err(stopped(message, status));
        }
        for warning in &document.warnings {
            if !shown.has_said(warning) {
                note(format_args!("warning: {warning}"));
            }
        }
        match (self.json, self.watch) {
            (true, true) => events::finished(out, &document),
            (true, false) => out.json(&document),
            (false, _) => in_words(&document, so_far.pairs, test, out),
        }
    }

    fn config(&self, sequential: bool) -> anyhow::Result<Config> {
        let game = parse_game(&self.game)?;
        if game.seats() != 2 {
            return Err(wrong_use(format!(
                "`{}` has {}; a match is for two: run a tournament instead",
                game.spec(),
                counted(game.seats() as u64, "seat")
            )));
        }
        let games = self.games.unwrap_or(if sequential { MOST_GAMES } else { GAMES });
        if !games.is_multiple_of(2) {
            let (less, more) = (games - 1, games.saturating_add(1));
            return Err(wrong_use(format!(
                "--games {games}: expected an even number such as {}, since every opening is played with both seatings",
                if less > 0 { less } else { more }
            )));
        }
        let agents = [&self.first, &self.second].map(|text| parse_agent(&game, text, self.seed));
        let agents = agents.into_iter().map(|agent| Ok(agent?.spec)).collect::<anyhow::Result<_>>()?;
        let setup = Match {
            game: game.spec(),
            agents,
            games,
            opening_plies: Some(self.opening_plies),
            max_plies: self.max_plies,
            limits: Limits::default(),
            seed: self.seed,
        };
        Config::for_match(setup).map_err(|refusal| wrong_use(refusal.to_string()))
    }
}

fn document(
    config: &Config,
    records: &[GameRecord],
    HeadToHead { games, pairs }: HeadToHead,
    test: Option<(Test, SprtState)>,
) -> anyhow::Result<Document> {
    let EloEstimate { elo, elo_low, elo_high, los, held, .. } = elo::from_pentanomial(pairs);
    let Pentanomial { ll, ld, even, wd, ww } = pairs;
    let Summary { game, limits, distinct, reasons, warnings, .. } = Summary::of(config, records)?;
    Ok(Document {
        game,
        agents: config.agents().iter().map(|agent| agent.name.clone()).collect(),
        seed: config.seed(),
        opening_plies: config.openings().plies(),
        max_plies: config.max_plies(),
        limit: limits,
        games: games.games(),
        distinct,
        wins: games.wins,
        draws: games.draws,
        losses: games.losses,
        penta: [ll, ld, even, wd, ww],
        score: games.score().unwrap_or(0.5),
        elo,
        elo_low,
        elo_high,
        los,
        held: held.iter().copied().filter(|figure| SHOWN.contains(figure)).collect(),
        sprt: test.map(|(test, state)| test.document(state)),
        reasons,
        warnings,
    })
}

fn in_words(
    d: &Document,
    pairs: Pentanomial,
    test: Option<(Test, SprtState)>,
    out: &mut Out,
) -> anyhow::Result<()> {
    let estimate = elo::from_pentanomial(pairs);
    out.line(format_args!("{} against {} at {}", d.agents[0], d.agents[1], d.game))?;
    out.line(format_args!("games     {} ({} distinct)", d.games, d.distinct))?;
    out.line(format_args!("results   {} won, {} drawn, {} lost", d.wins, d.draws, d.losses))?;
    out.line(format_args!("score     {:.1} %", 100.0 * d.score))?;
    out.line(elo_line(&estimate))?;
    out.line(los_line(&estimate))?;
    if let Some((test, state)) = test {
        out.line(test.in_words(state))?;
    }
    let reasons: Vec<String> = d.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    out.line(format_args!("endings   {}", reasons.join(", ")))?;
    out.line(format_args!("limit     {}", d.limit))?;
    below_counts(&estimate).map_or(Ok(()), |line| out.line(line))
}

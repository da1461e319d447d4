//! `hoppity playouts`
use crate::documents::Pairs;
use crate::input::{PositionArgs, Setup, parse_seconds};
use crate::out::Out;
use clap::{Args, value_parser};
use hoppity_rules::playouts::Tally;
use hoppity_rules::{Team, random};
use hoppity_search::{Clock, WallClock};
use serde::Serialize;

/// Play uniformly random games: how fast, how long, how they end
///
/// The seed decides the games, a time only how many of them are played. Repetition is not counted.
#[derive(Args, Debug)]
pub(crate) struct PlayoutsArgs {
    /// The game, such as `halma(board=8)`
    game: String,
    #[command(flatten)]
    position: PositionArgs,
    /// Games to play; 1000 unless --seconds is given
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=1_000_000_000_000))]
    games: Option<u64>,
    /// Play until this time is over (or --games are played)
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    seconds: Option<f64>,
    /// Stop a game that is longer, and count it as unfinished
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = value_parser!(u32).range(1..))]
    max_plies: u32,
    /// Decides the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print JSON: games, seconds, `games_per_second`, `plies_per_second`, `mean_plies`, wins, reasons
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    game: String,
    position: String,
    seed: u64,
    max_plies: u32,
    games: u64,
    seconds: f64,
    games_per_second: f64,
    plies_per_second: f64,
    mean_plies: f64,
    /// By seat or team, then `draw` and `unfinished`.
    wins: Pairs<u64>,
    reasons: Pairs<u64>,
}

impl PlayoutsArgs {
    pub(crate) fn run(self, out: &mut Out) -> anyhow::Result<()> {
        let setup = self.position.setup(&self.game)?;
        let clock = WallClock::new();
        let tally = self.play(&setup, &clock);
        let document = self.document(&setup, tally, clock.now().as_secs_f64());
        if self.json { out.json(&document) } else { in_words(&document, out) }
    }

    fn play(&self, setup: &Setup, clock: &dyn Clock) -> Tally {
        const DEFAULT_GAMES: u64 = 1000;
        let most = self.games.unwrap_or(if self.seconds.is_some() { u64::MAX } else { DEFAULT_GAMES });
        let mut rng = random::stream(self.seed, &[]);
        let mut tally = Tally::default();
        // The games are one stream however they are cut into batches; without a time there is but one batch.
        let mut batch = if self.seconds.is_some() { 1 } else { most };
        while tally.games < most {
            let begun = clock.now();
            setup.line.playouts(batch.min(most - tally.games), self.max_plies, &mut rng, &mut tally);
            let now = clock.now();
            if self.seconds.is_some_and(|seconds| now.as_secs_f64() >= seconds) {
                break;
            }
            if now.saturating_sub(begun).as_millis() < 10 {
                batch = batch.saturating_mul(2);
            }
        }
        tally
    }

    fn document(&self, setup: &Setup, tally: Tally, seconds: f64) -> Document {
        let game = &setup.game;
        let games = tally.games as f64;
        // Not divided by zero, however coarse the clock.
        let time = seconds.max(1e-9);
        let team = |(team, &wins): (usize, &u64)| (game.team_name(Team::new(team)), wins);
        let mut wins: Vec<(String, u64)> = tally.wins.iter().enumerate().map(team).collect();
        wins.push(("draw".to_owned(), tally.draws));
        wins.push(("unfinished".to_owned(), tally.unfinished));
        Document {
            game: game.spec().to_string(),
            position: setup.line.position(),
            seed: self.seed,
            max_plies: self.max_plies,
            games: tally.games,
            seconds,
            games_per_second: games / time,
            plies_per_second: tally.plies as f64 / time,
            mean_plies: tally.plies as f64 / games,
            wins: Pairs(wins),
            reasons: Pairs(tally.reasons.into_iter().collect()),
        }
    }
}

fn in_words(d: &Document, out: &mut Out) -> anyhow::Result<()> {
    out.line(format_args!("{} random games of {} in {:.3} s", d.games, d.game, d.seconds))?;
    out.line(format_args!("{:.0} games/s, {:.0} plies/s", d.games_per_second, d.plies_per_second))?;
    out.line(format_args!("{:.1} plies a game on average", d.mean_plies))?;
    let counts = |what: &str, pairs: &Pairs<u64>, out: &mut Out| -> anyhow::Result<()> {
        out.line(what)?;
        for (name, count) in &pairs.0 {
            let share = 100.0 * *count as f64 / d.games as f64;
            out.line(format_args!("  {name:<14} {count:>10} {share:>6.1} %"))?;
        }
        Ok(())
    };
    counts("won by", &d.wins, out)?;
    if !d.reasons.0.is_empty() {
        counts("because of", &d.reasons, out)?;
    }
    Ok(())
}

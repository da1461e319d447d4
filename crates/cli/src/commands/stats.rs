//! `hoppity stats`
use crate::out::Out;
use crate::sprt::{SprtArgs, Test};
use crate::table::{likely, signed};
use anyhow::Context;
use clap::{ArgGroup, Args};
use hoppity_stats::{EloEstimate, Pentanomial, SprtState, Wdl, elo};
use serde::Serialize;

/// Elo, its interval, the likelihood of superiority and a sequential test, from counts of results
///
/// Everything is about the player whose results are counted. A class without results counts 0.001, as fishtest has it;
/// the interval also allows for results that have not occurred yet.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("counts").args(["wdl", "penta"]).required(true))]
pub(crate) struct StatsArgs {
    /// Games won, drawn and lost
    #[arg(long, value_name = "W,D,L", value_parser = counts::<3>, allow_hyphen_values = true)]
    wdl: Option<[u64; 3]>,
    /// Pairs of games with the seats exchanged, by their points: 0, 1/2, 1, 3/2 and 2
    #[arg(long, value_name = "LL,LD,WL+DD,WD,WW", value_parser = counts::<5>, allow_hyphen_values = true)]
    penta: Option<[u64; 5]>,
    #[command(flatten)]
    sprt: SprtArgs,
    /// Print JSON: elo, `elo_low`, `elo_high`, `elo_error`, nelo, `nelo_error`, los; llr, lower, upper and verdict, null
    /// without --sprt
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    games: u64,
    score: f64,
    elo: f64,
    elo_low: f64,
    elo_high: f64,
    elo_error: f64,
    nelo: f64,
    nelo_error: f64,
    los: f64,
    llr: Option<f64>,
    lower: Option<f64>,
    upper: Option<f64>,
    verdict: Option<&'static str>,
}

/// What was counted.
#[derive(Clone, Copy)]
enum Counts {
    Games(Wdl),
    Pairs(Pentanomial),
}

impl StatsArgs {
    pub(crate) fn run(self, out: &mut Out) -> anyhow::Result<()> {
        let counts = match (self.wdl, self.penta) {
            (_, Some(classes)) => Counts::Pairs(Pentanomial::new(classes)),
            (wdl, None) => {
                let [wins, draws, losses] = wdl.unwrap_or_default();
                Counts::Games(Wdl::new(wins, draws, losses))
            }
        };
        let test = self.sprt.test()?;
        let state = test.map(|test| counts.state(&test)).transpose()?;
        if self.json { out.json(&counts.document(state)) } else { counts.in_words(test.zip(state), out) }
    }
}

/// The most that a class may count; beyond, one result more or less would be lost in rounding.
const MOST: u64 = 1_000_000_000_000_000;

/// So many whole numbers with commas between them, for clap.
fn counts<const K: usize>(text: &str) -> Result<[u64; K], String> {
    let shape = ["W,D,L", "LL,LD,WL+DD,WD,WW"][usize::from(K == 5)];
    let fields: Vec<&str> = text.split(',').map(str::trim).collect();
    if fields.len() != K {
        return Err(format!("expected {K} counts, {shape}, but found {}", fields.len()));
    }
    let mut counts = [0; K];
    for (count, field) in counts.iter_mut().zip(fields) {
        let number = field.parse().ok().filter(|&number| number <= MOST);
        *count = number.ok_or_else(|| format!("`{field}`: expected a whole number from 0 to {MOST}"))?;
    }
    Ok(counts)
}

impl Counts {
    fn state(self, test: &Test) -> anyhow::Result<SprtState> {
        match self {
            Counts::Games(counts) => test.sprt.wdl(counts),
            Counts::Pairs(counts) => test.sprt.pentanomial(counts),
        }
        .context("the test cannot be evaluated")
    }

    fn estimate(self) -> EloEstimate {
        match self {
            Counts::Games(counts) => elo::from_wdl(counts),
            Counts::Pairs(counts) => elo::from_pentanomial(counts),
        }
    }

    fn games(self) -> u64 {
        match self {
            Counts::Games(counts) => counts.games(),
            Counts::Pairs(counts) => counts.pairs().saturating_mul(2),
        }
    }

    /// Points per game; one half without games.
    fn score(self) -> f64 {
        match self {
            Counts::Games(counts) => counts.score(),
            Counts::Pairs(counts) => counts.score(),
        }
        .unwrap_or(0.5)
    }

    fn document(self, state: Option<SprtState>) -> Document {
        let EloEstimate { elo, elo_low, elo_high, elo_error, nelo, nelo_error, los, .. } = self.estimate();
        Document {
            games: self.games(),
            score: self.score(),
            elo,
            elo_low,
            elo_high,
            elo_error,
            nelo,
            nelo_error,
            los,
            llr: state.map(|state| state.llr),
            lower: state.map(|state| state.lower),
            upper: state.map(|state| state.upper),
            verdict: state.map(|state| state.verdict.as_str()),
        }
    }

    fn in_words(self, test: Option<(Test, SprtState)>, out: &mut Out) -> anyhow::Result<()> {
        let e = self.estimate();
        let pairs = match self {
            Counts::Games(_) => String::new(),
            Counts::Pairs(counts) => format!(" in {} pairs", counts.pairs()),
        };
        out.line(format_args!("games     {}{pairs}", self.games()))?;
        out.line(format_args!("score     {:.1} %", 100.0 * self.score()))?;
        let (elo, low, high) = (signed(e.elo), signed(e.elo_low), signed(e.elo_high));
        out.line(format_args!("Elo       {elo} ± {:.1} (95 % interval {low} to {high})", e.elo_error))?;
        out.line(format_args!("nElo      {} ± {:.1}", signed(e.nelo), e.nelo_error))?;
        out.line(format_args!("stronger  with a likelihood of {}", likely(e.los)))?;
        if let Some((test, state)) = test {
            out.line(test.in_words(state))?;
        }
        Ok(())
    }
}

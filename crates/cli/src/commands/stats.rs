//! `hoppity stats`
use crate::marks::{below_counts, elo_line, los_line, star};
use crate::out::Out;
use crate::sprt::{SprtArgs, Test};
use crate::table::signed;
use anyhow::Context;
use clap::{ArgGroup, Args};
use hoppity_arena::counted;
use hoppity_stats::{EloEstimate, Pentanomial, SprtState, Wdl, elo};
use serde::Serialize;

/// Elo, its interval, the likelihood of superiority and a sequential test, from counts of results
///
/// Everything is about the player whose results are counted. In Elo, its error, the likelihood and the test an empty class
/// counts 0.001, as fishtest has it; nElo takes counts as they are, as fastchess does. The interval also allows for results
/// that have not occurred yet: of n, the share of an empty end class may be z^2 / (n + z^2).
///
/// Where all results are in one class they have no spread to measure. The error and likelihood then rest on that allowance,
/// nElo on the 0.001, and Elo ends at ±1199.8 (beyond 250 results somewhat later); the interval is then open and ends at
/// ±2400 or more. Such figures are marked: with * in words, in the list `held` in JSON. The likelihood is the normal one
/// that the score is above one half and does not allow for the unseen: where nothing was lost an interval that reaches below 0
/// may stand beside a likelihood of over 97.5 %, and the interval is the one to trust.
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
    /// Print JSON: elo, `elo_low`, `elo_high`, `elo_error`, nelo, `nelo_error`, los, held; llr, lower, upper and verdict, null
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
    /// The figures that the results alone do not give.
    held: &'static [&'static str],
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
        let EloEstimate { elo, elo_low, elo_high, elo_error, nelo, nelo_error, los, held, .. } =
            self.estimate();
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
            held,
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
            Counts::Pairs(counts) => format!(" in {}", counted(counts.pairs(), "pair")),
        };
        out.line(format_args!("games     {}{pairs}", self.games()))?;
        out.line(format_args!("score     {:.1} %", 100.0 * self.score()))?;
        out.line(elo_line(&e))?;
        let [here, error] = ["nelo", "nelo_error"].map(|figure| star(e.held.contains(&figure)));
        out.line(format_args!("nElo      {}{here} ± {:.1}{error}", signed(e.nelo), e.nelo_error))?;
        out.line(los_line(&e))?;
        if let Some((test, state)) = test {
            out.line(test.in_words(state))?;
        }
        below_counts(&e).map_or(Ok(()), |line| out.line(line))
    }
}

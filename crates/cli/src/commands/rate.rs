//! `hoppity rate`
use crate::documents::Pairs;
use crate::failure::{note, wrong_use};
use crate::out::Out;
use crate::table::{self, signed};
use anyhow::Error;
use clap::{Args, ValueEnum};
use hoppity_arena::{Errors, Model, PoolRating, Rated, RatingOptions, Results, ResultsError};
use hoppity_stats::bradley_terry::DrawModel;
use hoppity_stats::{Estimate, Prior};
use serde::Serialize;
use std::path::PathBuf;

/// Ratings from results: of a run, or of any CSV file
///
/// Two seats: Bradley-Terry by maximum likelihood. More seats: Plackett-Luce. Ratings are relative to the mean of all
/// agents, and so are their 95 % intervals. A file has a header with the columns `first,second,result` (and `pair`, if games
/// belong together), or `seat0,seat1,…,rank1,rank2,…` where the ranks name agents, or those of a run's games.csv.
#[derive(Args, Debug)]
pub(crate) struct RateArgs {
    /// The folder of a run, or a CSV file
    #[arg(value_name = "DIR|CSV")]
    results: PathBuf,
    /// How draws enter: as a result of their own (Davidson), or as half a win for each side
    #[arg(long, value_enum, default_value_t)]
    draws: Draws,
    /// Whether to fit the advantage of the first move, or of each seat at a table; on by default, but off for a file with
    /// `seat0,…`, where seats may be no more than an order of names
    #[arg(long, value_enum)]
    advantage: Option<Switch>,
    /// What intervals take for an observation: every game, or the pair of games with the same opening
    #[arg(long, value_enum, default_value_t)]
    errors: ErrorsName,
    /// Print JSON: agents (name, elo, low, high, games, score), advantage, `draw_rate`
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Draws {
    #[default]
    Davidson,
    Half,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Switch {
    On,
    Off,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum ErrorsName {
    #[default]
    Games,
    Pairs,
}

impl RateArgs {
    pub(crate) fn run(self, out: &mut Out) -> anyhow::Result<()> {
        let results = Results::load(&self.results).map_err(refused)?;
        let options = self.options(&results)?;
        let rating = results.rate(options)?;
        let games = results.games();
        if let Some(distinct) = results.distinct().filter(|&distinct| distinct < games) {
            note(format_args!(
                "warning: only {distinct} of {games} games are distinct; the others are no observations of their own, so that the intervals are too narrow"
            ));
        }
        if self.json {
            out.json(&Document::new(&results, options, &rating))
        } else {
            in_words(&results, options, &rating, out)
        }
    }

    fn options(&self, results: &Results) -> anyhow::Result<RatingOptions> {
        let errors = match self.errors {
            ErrorsName::Games => Errors::Games,
            ErrorsName::Pairs if results.are_grouped() => Errors::Pairs,
            ErrorsName::Pairs => {
                return Err(wrong_use(format!(
                    "--errors pairs: {} does not say which games belong together; expected a column `pair`, or the games.csv of a run",
                    self.results.display()
                )));
            }
        };
        let draws = match self.draws {
            Draws::Davidson => DrawModel::Davidson,
            Draws::Half => DrawModel::HalfWin,
        };
        Ok(RatingOptions {
            draws,
            advantage: self.advantage.map(|switch| matches!(switch, Switch::On)),
            errors,
        })
    }
}

/// A file that cannot be read is bad luck, one that cannot be understood is wrong use.
fn refused(error: ResultsError) -> Error {
    if error.is_wrong_content() { wrong_use(error.to_string()) } else { Error::new(error) }
}

#[derive(Serialize)]
struct Document {
    model: &'static str,
    errors: &'static str,
    games: u64,
    /// Null where the file does not tell moves.
    distinct: Option<u64>,
    agents: Vec<AgentDocument>,
    /// Elo that the first move is worth; null where it was not fitted.
    advantage: Option<f64>,
    advantage_low: Option<f64>,
    advantage_high: Option<f64>,
    /// The chance of a draw between equals; null where draws are half wins.
    draw_rate: Option<f64>,
    draw_rate_low: Option<f64>,
    draw_rate_high: Option<f64>,
    nu: Option<f64>,
    /// Elo that each seat at a table is worth; null where it was not fitted.
    seats: Option<Pairs<SeatDocument>>,
    log_likelihood: f64,
    /// What was held by a prior, because the results alone give no finite estimate.
    prior: Vec<&'static str>,
}

#[derive(Serialize)]
struct AgentDocument {
    rank: usize,
    name: String,
    elo: f64,
    low: f64,
    high: f64,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    los_next: Option<f64>,
}

#[derive(Serialize)]
struct SeatDocument {
    elo: f64,
    low: f64,
    high: f64,
}

impl Document {
    fn new(results: &Results, options: RatingOptions, rating: &PoolRating) -> Document {
        let parts = |estimate: Option<Estimate>| {
            (estimate.map(|e| e.value), estimate.map(|e| e.low), estimate.map(|e| e.high))
        };
        let (advantage, advantage_low, advantage_high) = parts(rating.advantage);
        let (draw_rate, draw_rate_low, draw_rate_high) = parts(rating.draw_rate);
        let seat = |(seat, e): (usize, &Estimate)| {
            (letter(seat), SeatDocument { elo: e.value, low: e.low, high: e.high })
        };
        let seats = rating.seats.as_ref().map(|seats| Pairs(seats.iter().enumerate().map(seat).collect()));
        Document {
            model: match rating.model {
                Model::BradleyTerry(DrawModel::Davidson) => "bradley-terry-davidson",
                Model::BradleyTerry(DrawModel::HalfWin) => "bradley-terry-half",
                Model::PlackettLuce => "plackett-luce",
            },
            errors: match options.errors {
                Errors::Games => "games",
                Errors::Pairs => "pairs",
            },
            games: results.games(),
            distinct: results.distinct(),
            agents: rating.agents.iter().map(AgentDocument::new).collect(),
            advantage,
            advantage_low,
            advantage_high,
            draw_rate,
            draw_rate_low,
            draw_rate_high,
            nu: rating.nu.map(|nu| nu.value),
            seats,
            log_likelihood: rating.log_likelihood,
            prior: held(rating.prior),
        }
    }
}

impl AgentDocument {
    fn new(rated: &Rated) -> AgentDocument {
        let Rated { rank, name, elo, low, high, games, wins, draws, losses, score, los_next } = rated.clone();
        AgentDocument { rank, name, elo, low, high, games, wins, draws, losses, score, los_next }
    }
}

fn letter(seat: usize) -> String {
    char::from_u32('A' as u32 + seat as u32).map_or_else(|| seat.to_string(), String::from)
}

/// The parts of a fit that a prior held.
fn held(prior: Prior) -> Vec<&'static str> {
    let parts = [(prior.ratings, "ratings"), (prior.seats, "seats"), (prior.draws, "draws")];
    parts.into_iter().filter(|&(used, _)| used).map(|(_, part)| part).collect()
}

fn in_words(
    results: &Results,
    options: RatingOptions,
    rating: &PoolRating,
    out: &mut Out,
) -> anyhow::Result<()> {
    let model = match rating.model {
        Model::BradleyTerry(DrawModel::Davidson) => "Bradley-Terry with Davidson's draws",
        Model::BradleyTerry(DrawModel::HalfWin) => "Bradley-Terry with draws as half wins",
        Model::PlackettLuce => "Plackett-Luce",
    };
    let errors = match options.errors {
        Errors::Games => "each game an observation",
        Errors::Pairs => "each pair of games an observation",
    };
    out.line(format_args!("{} games of {} agents: {model}, {errors}", results.games(), rating.agents.len()))?;
    let mut ranking = table::table(&["rank", "agent", "Elo", "±", "games", "W", "D", "L", "score", "> next"]);
    // Ratings are relative to each other, so a prior on some of them is a prior on all.
    let mark = if rating.prior.any() { "*" } else { "" };
    for rated in &rating.agents {
        ranking.add_row([
            rated.rank.to_string(),
            rated.name.clone(),
            format!("{}{mark}", signed(rated.elo)),
            format!("{:.1}", (rated.high - rated.low) / 2.0),
            rated.games.to_string(),
            rated.wins.to_string(),
            rated.draws.to_string(),
            rated.losses.to_string(),
            format!("{:.1} %", 100.0 * rated.score),
            rated.los_next.map_or_else(String::new, table::likely),
        ]);
    }
    table::align_right(&mut ranking, (0..10).filter(|&column| column != 1));
    out.line(table::text(ranking))?;
    if rating.prior.any() {
        let parts = held(rating.prior).join(", ");
        out.line(format_args!("* held by a prior ({parts}): the results alone give no finite estimate"))?;
        if rating.prior.seats {
            out.line(
                "  who sat where and who was strong cannot be told apart: --advantage off leaves seats out",
            )?;
        }
    }
    if let Some(advantage) = rating.advantage {
        out.line(format_args!("first move: {} ± {:.1} Elo", signed(advantage.value), advantage.error))?;
    }
    for (seat, effect) in rating.seats.iter().flatten().enumerate() {
        out.line(format_args!("seat {}: {} ± {:.1} Elo", letter(seat), signed(effect.value), effect.error))?;
    }
    if let Some(rate) = rating.draw_rate {
        out.line(format_args!(
            "draws between equals: {:.1} % ({:.1} to {:.1} %)",
            100.0 * rate.value,
            100.0 * rate.low,
            100.0 * rate.high
        ))?;
    }
    Ok(())
}

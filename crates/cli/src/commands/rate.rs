//! `hoppity rate`
use crate::documents::Pairs;
use crate::failure::{note, wrong_use};
use crate::marks::{below_ratings, parts, star};
use crate::out::Out;
use crate::table::{self, signed};
use anyhow::Error;
use clap::{Args, ValueEnum};
use hoppity_arena::{Errors, Model, PoolRating, Rated, RatingOptions, Results, ResultsError, counted};
use hoppity_stats::Estimate;
use hoppity_stats::bradley_terry::DrawModel;
use serde::Serialize;
use std::path::PathBuf;

/// Ratings from results: of a run, or of any CSV file
///
/// Two seats: Bradley-Terry by maximum likelihood. More seats: Plackett-Luce. Ratings are relative to the mean of all
/// agents, and so are their 95 % intervals; what rests on a prior, because the results alone give no finite estimate, is
/// marked with *.
///
/// A file has a header with the columns `first,second,result` (and `pair`, if games belong together; empty for all games or
/// for none), or `seat0,seat1,…,rank1,rank2,…` where the ranks name agents from the first place to the last, or those of a
/// run's games.csv. Ties at a table are told by its columns `seat_a,seat_b,…,rank_a,rank_b,…`, where the ranks are the places
/// of the seats, 0 for the first and equal where shared; `--advantage off`, if seats mean nothing. W and D count a first place
/// alone and a shared one, and the score a draw as half, however many share it: at a table scores need not average to 50 %.
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
    /// Print JSON: agents (name, elo, low, high, games, score), advantage, `draw_rate`, held (which of these keys rest on a
    /// prior), warnings
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
        for warning in &rating.warnings {
            note(format_args!("warning: {warning}"));
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
    /// Which of these keys rest on it.
    held: Vec<&'static str>,
    /// What to know before trusting the figures.
    warnings: Vec<String>,
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
        let ends = |estimate: Option<Estimate>| {
            (estimate.map(|e| e.value), estimate.map(|e| e.low), estimate.map(|e| e.high))
        };
        let (advantage, advantage_low, advantage_high) = ends(rating.advantage);
        let (draw_rate, draw_rate_low, draw_rate_high) = ends(rating.draw_rate);
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
            prior: parts(rating.prior),
            held: held(rating),
            warnings: rating.warnings.clone(),
        }
    }
}

impl AgentDocument {
    fn new(rated: &Rated) -> AgentDocument {
        let Rated { rank, name, elo, low, high, games, wins, draws, losses, score, los_next, .. } =
            rated.clone();
        AgentDocument { rank, name, elo, low, high, games, wins, draws, losses, score, los_next }
    }
}

fn letter(seat: usize) -> String {
    char::from_u32('A' as u32 + seat as u32).map_or_else(|| seat.to_string(), String::from)
}

fn is_held(estimate: Option<Estimate>) -> bool {
    estimate.is_some_and(|estimate| estimate.held)
}

/// The keys of the document that rest on a prior.
fn held(rating: &PoolRating) -> Vec<&'static str> {
    let seats = rating.seats.iter().flatten().any(|seat| seat.held);
    let keys = [
        (rating.agents.iter().any(|agent| agent.held), "agents"),
        (is_held(rating.advantage), "advantage"),
        (seats, "seats"),
        (is_held(rating.draw_rate), "draw_rate"),
        (is_held(rating.nu), "nu"),
    ];
    keys.into_iter().filter(|&(held, _)| held).map(|(_, key)| key).collect()
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
    let (games, agents) = (counted(results.games(), "game"), counted(rating.agents.len() as u64, "agent"));
    out.line(format_args!("{games} of {agents}: {model}, {errors}"))?;
    let mut ranking = table::table(&["rank", "agent", "Elo", "±", "games", "W", "D", "L", "score", "> next"]);
    for rated in &rating.agents {
        ranking.add_row([
            rated.rank.to_string(),
            rated.name.clone(),
            format!("{}{}", signed(rated.elo), star(rated.held)),
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
    let effect = |e: &Estimate| format!("{}{} ± {:.1} Elo", signed(e.value), star(e.held), e.error);
    if let Some(advantage) = &rating.advantage {
        out.line(format_args!("first move: {}", effect(advantage)))?;
    }
    for (seat, estimate) in rating.seats.iter().flatten().enumerate() {
        out.line(format_args!("seat {}: {}", letter(seat), effect(estimate)))?;
    }
    if let Some(rate) = rating.draw_rate {
        out.line(format_args!(
            "draws between equals: {:.1} %{} ({:.1} to {:.1} %)",
            100.0 * rate.value,
            star(rate.held),
            100.0 * rate.low,
            100.0 * rate.high
        ))?;
    }
    if let Some(line) = below_ratings(rating.prior) {
        out.line(line)?;
    }
    if rating.prior.seats {
        out.line(
            "  who sat where and who was strong cannot be told apart: --advantage off leaves seats out",
        )?;
    }
    Ok(())
}

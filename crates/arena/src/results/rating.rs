//! The ratings that results give.
use super::Results;
use super::read::Game;
use crate::counted;
use crate::standings::{Ranked, ranked, score};
use hoppity_stats::bradley_terry::{self, DrawModel, TwoSeatGame};
use hoppity_stats::plackett_luce::{self, Entrant, Member, TableGame};
use hoppity_stats::{Estimate, Prior, RatingError, Ratings};
use std::collections::BTreeMap;

/// How to rate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RatingOptions {
    /// How draws enter; only where a game has two seats.
    pub draws: DrawModel,
    /// Whether to fit the advantage of the first move, or the effect of each seat at a table; `None`: where
    /// [seats matter](Results::seats_matter).
    pub advantage: Option<bool>,
    /// What intervals take for an observation.
    pub errors: Errors,
}

/// What intervals take for an observation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Errors {
    /// Every game: by Fisher's information.
    #[default]
    Games,
    /// The games that belong together, such as the two of an opening: the sandwich estimator by blocks.
    Pairs,
}

/// What was fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Two seats.
    BradleyTerry(DrawModel),
    /// More seats.
    PlackettLuce,
}

/// The ratings of a pool.
#[derive(Clone, Debug, PartialEq)]
pub struct PoolRating {
    /// What was fitted.
    pub model: Model,
    /// The agents, best first.
    pub agents: Vec<Rated>,
    /// Elo that the first move is worth, where it was fitted.
    pub advantage: Option<Estimate>,
    /// Elo that each seat at a table is worth against the mean of them, where it was fitted.
    pub seats: Option<Vec<Estimate>>,
    /// The chance of a draw between equals, without advantage; in Davidson's model.
    pub draw_rate: Option<Estimate>,
    /// Davidson's `nu`.
    pub nu: Option<Estimate>,
    /// The log-likelihood of the results.
    pub log_likelihood: f64,
    /// Which parts of the fit needed a prior, because the results alone give no finite estimate. What rests on it is marked.
    pub prior: Prior,
    /// What a person should know before trusting the figures.
    pub warnings: Vec<String>,
}

/// An agent with its rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// The place, from 1; shared where the Elo is the same to two decimals.
    pub rank: usize,
    /// Its name.
    pub name: String,
    /// Elo above the mean of all agents.
    pub elo: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Games played.
    pub games: u64,
    /// Games in which its team was first alone.
    pub wins: u64,
    /// Games in which its team shared the first place.
    pub draws: u64,
    /// The others.
    pub losses: u64,
    /// Wins and half the draws, by games.
    pub score: f64,
    /// The likelihood of being stronger than the next agent in the ranking; `None` for the last.
    pub los_next: Option<f64>,
    /// Whether the rating rests on a prior.
    pub held: bool,
}

impl Results {
    /// Rates the agents. Two seats: Bradley-Terry. More: Plackett-Luce with ties, and teams as the mean of their members.
    pub fn rate(&self, options: RatingOptions) -> Result<PoolRating, RatingError> {
        let advantage = options.advantage.unwrap_or_else(|| self.seats_matter());
        let rating = if self.seats() == 2 {
            self.bradley_terry(options, advantage)?
        } else {
            self.plackett_luce(options, advantage)?
        };
        let warnings = self.warnings(options, &rating);
        Ok(PoolRating { warnings, ..rating })
    }

    fn warnings(&self, options: RatingOptions, rating: &PoolRating) -> Vec<String> {
        let mut warnings = self.warnings.clone();
        let games = self.games();
        if let Some(distinct) = self.distinct().filter(|&distinct| distinct < games) {
            warnings.push(format!(
                "only {distinct} of {games} games are distinct; the others are no observations of their own, so that the intervals are too narrow"
            ));
        }
        let effects =
            usize::from(rating.advantage.is_some()) + rating.seats.as_ref().map_or(0, |s| s.len() - 1);
        let parameters = rating.agents.len() - 1 + effects + usize::from(rating.nu.is_some());
        let blocks = self.blocks.len();
        if options.errors == Errors::Pairs && blocks <= parameters {
            warnings.push(format!(
                "{} of games for {}: errors by pairs need many more pairs than that, so that these intervals are no guide",
                counted(blocks as u64, "pair"),
                counted(parameters as u64, "parameter"),
            ));
        }
        warnings
    }

    fn bradley_terry(&self, options: RatingOptions, advantage: bool) -> Result<PoolRating, RatingError> {
        let blocks = self.blocks_of(|game| TwoSeatGame {
            first: game.seats[0],
            second: game.seats[1],
            score: score(&self.teams, &game.ranks, 0),
        });
        let model = bradley_terry::Options { draws: options.draws, advantage };
        let players = self.agents().len();
        let fit = match options.errors {
            Errors::Games => bradley_terry::fit(players, &blocks.concat(), model)?,
            Errors::Pairs => bradley_terry::fit_blocks(players, &blocks, model)?,
        };
        Ok(PoolRating {
            model: Model::BradleyTerry(options.draws),
            agents: self.rated(&fit.pool),
            advantage: fit.advantage,
            seats: None,
            draw_rate: fit.draws.map(|draws| draws.rate),
            nu: fit.draws.map(|draws| draws.nu),
            log_likelihood: fit.pool.log_likelihood,
            prior: fit.prior,
            warnings: Vec::new(),
        })
    }

    fn plackett_luce(&self, options: RatingOptions, seats: bool) -> Result<PoolRating, RatingError> {
        let blocks = self.blocks_of(|game| table(&self.teams, &game.seats, &game.ranks));
        let model = plackett_luce::Options { seats };
        let players = self.agents().len();
        let fit = match options.errors {
            Errors::Games => plackett_luce::fit(players, &blocks.concat(), model)?,
            Errors::Pairs => plackett_luce::fit_blocks(players, &blocks, model)?,
        };
        Ok(PoolRating {
            model: Model::PlackettLuce,
            agents: self.rated(&fit.pool),
            advantage: None,
            seats: fit.seats,
            draw_rate: None,
            nu: None,
            log_likelihood: fit.pool.log_likelihood,
            prior: fit.pool.prior,
            warnings: Vec::new(),
        })
    }

    fn blocks_of<T>(&self, game: impl Fn(&Game) -> T) -> Vec<Vec<T>> {
        self.blocks.iter().map(|block| block.iter().map(&game).collect()).collect()
    }

    fn rated(&self, ratings: &Ratings) -> Vec<Rated> {
        let counts = self.counts();
        let rated = |Ranked { rank, agent, los_next }: Ranked| {
            let (rating, counts) = (&ratings.players[agent], counts[agent]);
            Rated {
                rank,
                name: self.agents()[agent].clone(),
                elo: rating.elo,
                low: rating.low,
                high: rating.high,
                games: counts.games(),
                wins: counts.wins,
                draws: counts.draws,
                losses: counts.losses,
                score: counts.score().unwrap_or(0.5),
                los_next,
                held: ratings.prior.any(),
            }
        };
        ranked(ratings).into_iter().map(rated).collect()
    }
}

/// The teams of a game with their places.
pub(crate) fn table(teams: &[usize], seats: &[usize], ranks: &[u8]) -> TableGame {
    let mut entrants: BTreeMap<usize, Entrant> = BTreeMap::new();
    for (seat, &player) in seats.iter().enumerate() {
        let rank = u32::from(ranks[seat]);
        let entrant = entrants.entry(teams[seat]).or_insert(Entrant { members: Vec::new(), rank });
        entrant.members.push(Member { player, seat });
    }
    TableGame { entrants: entrants.into_values().collect() }
}

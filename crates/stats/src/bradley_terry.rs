//! Ratings from two-seat games: Bradley-Terry by maximum likelihood, with draws and first-move advantage.
//!
//! With `d = (r_i - r_j + advantage) ln 10 / 400`, player i moving first against j:
//! - [`DrawModel::Davidson`]: `P(win) : P(draw) : P(loss) = e^(d/2) : nu : e^(-d/2)` (Davidson 1970, "On extending the
//!   Bradley-Terry model to accommodate ties", with the order effect of Davidson and Beaver 1977, here additive).
//! - [`DrawModel::HalfWin`]: `P(win) : P(loss) = e^d : 1`, a draw counting as half a win for each side.
//!
//! Where no game was drawn Davidson's likelihood grows as `nu` falls to 0, and ratings are those of that limit, which is
//! Bradley-Terry without draws; only `nu` itself is then held by a prior.
//!
//! The mean rating is 0, and intervals are relative to the mean of the pool. They come from the Fisher information of all
//! parameters together, which takes every game as an observation of its own; [`fit_blocks`] does not.

use std::collections::{BTreeMap, BTreeSet};

use crate::blocks::{Errors, Sizes};
use crate::counts::{Score, Wdl};
use crate::graph::Graph;
use crate::logit::{self, Choice, Maximum, Row};
use crate::matrix::Matrix;
use crate::prior;
use crate::ratings::{
    Columns, ELO_PER_LOGIT, Estimate, Group, MAX_PLAYERS, Prior, RatingError, Ratings, Tally,
};

/// One game; players are indices into the pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TwoSeatGame {
    /// Who moved first.
    pub first: usize,
    /// Who moved second.
    pub second: usize,
    /// The result for the first player.
    pub score: Score,
}

/// All games of one ordered pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PairCounts {
    /// Who moved first.
    pub first: usize,
    /// Who moved second.
    pub second: usize,
    /// The results for the first player.
    pub counts: Wdl,
}

/// How draws enter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum DrawModel {
    /// As a result of their own, likeliest between equals.
    #[default]
    Davidson,
    /// As half a win for each side.
    HalfWin,
}

/// The model to fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Options {
    /// How draws enter.
    pub draws: DrawModel,
    /// Whether to fit an advantage of the first move.
    pub advantage: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { draws: DrawModel::Davidson, advantage: true }
    }
}

/// The propensity to draw in Davidson's model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DrawTendency {
    /// Davidson's `nu`; the interval is symmetric in `ln nu`.
    pub nu: Estimate,
    /// The chance of a draw between equals without advantage: `nu / (2 + nu)`.
    pub rate: Estimate,
}

/// The ratings of a pool of two-seat games.
#[derive(Debug, Clone, PartialEq)]
pub struct TwoSeatRatings {
    /// The ratings.
    pub pool: Ratings,
    /// Elo that the first move is worth, if it was fitted.
    pub advantage: Option<Estimate>,
    /// The propensity to draw, in Davidson's model.
    pub draws: Option<DrawTendency>,
    /// Every prior that was used: those of the ratings, and that of the draws where there were none.
    pub prior: Prior,
}

/// Rates a pool from single games. Their order does not matter.
pub fn fit(players: usize, games: &[TwoSeatGame], options: Options) -> Result<TwoSeatRatings, RatingError> {
    let mut pairs = Pairs::new();
    for (index, game) in games.iter().enumerate() {
        check(players, index, [game.first, game.second])?;
        pairs.entry((game.first, game.second)).or_default().add(game.score);
    }
    Pool::new(players, pairs, options)?.rate(None)
}

/// Rates a pool from blocks of games that depend on each other, such as the two games of an opening.
///
/// The ratings are those of [`fit`]; only their intervals are others: they hold whatever the dependence within a block, and
/// are the narrower where seats are exchanged over openings that favour one of them. They come from the sandwich estimator
/// (Huber 1967; White 1982; by blocks, Liang and Zeger 1986), kept above a share of the variance by Fisher's information
/// for results that did not happen: of `n` blocks of a player, `2 z^2 / (n + z^2)` (at most all of it, and all of it where
/// ratings rest on a prior). They allow for few blocks (Cameron and Miller 2015). The order of blocks and of the games in them does not matter.
pub fn fit_blocks(
    players: usize,
    blocks: &[Vec<TwoSeatGame>],
    options: Options,
) -> Result<TwoSeatRatings, RatingError> {
    let mut pairs = Pairs::new();
    let mut counted = Blocks::new();
    for (index, game) in blocks.iter().flatten().enumerate() {
        check(players, index, [game.first, game.second])?;
        pairs.entry((game.first, game.second)).or_default().add(game.score);
    }
    for block in blocks.iter().filter(|block| !block.is_empty()) {
        let mut games = block.clone();
        games.sort_unstable();
        *counted.entry(games).or_default() += 1;
    }
    Pool::new(players, pairs, options)?.rate(Some(&counted))
}

/// Rates a pool from counts. A pair may occur more than once.
pub fn fit_counts(
    players: usize,
    pairs: &[PairCounts],
    options: Options,
) -> Result<TwoSeatRatings, RatingError> {
    let mut merged = Pairs::new();
    for (index, pair) in pairs.iter().enumerate() {
        check(players, index, [pair.first, pair.second])?;
        let counts = merged.entry((pair.first, pair.second)).or_default();
        counts.wins = counts.wins.saturating_add(pair.counts.wins);
        counts.draws = counts.draws.saturating_add(pair.counts.draws);
        counts.losses = counts.losses.saturating_add(pair.counts.losses);
    }
    Pool::new(players, merged, options)?.rate(None)
}

type Pairs = BTreeMap<(usize, usize), Wdl>;

/// How often each block occurred, its games in order.
type Blocks = BTreeMap<Vec<TwoSeatGame>, u64>;

fn check(players: usize, game: usize, seats: [usize; 2]) -> Result<(), RatingError> {
    match seats.into_iter().find(|&player| player >= players) {
        Some(player) => Err(RatingError::NoSuchPlayer { game, player, players }),
        None => Ok(()),
    }
}

/// The results, and where each parameter stands: ratings, then the advantage, then `ln nu`.
struct Pool {
    pairs: Pairs,
    tallies: Vec<Tally>,
    ratings: Columns,
    advantage: Option<usize>,
    /// Only where a game was drawn.
    draws: Option<usize>,
    size: usize,
    model: DrawModel,
}

impl Pool {
    fn new(players: usize, pairs: Pairs, options: Options) -> Result<Self, RatingError> {
        if players > MAX_PLAYERS {
            return Err(RatingError::TooManyPlayers(players));
        }
        let mut tallies = vec![Tally::default(); players];
        for (&(first, second), &counts) in &pairs {
            for (player, counts) in [(first, counts), (second, counts.swapped())] {
                let tally = &mut tallies[player];
                tally.games = tally.games.saturating_add(counts.games());
                tally.points += counts.points();
            }
        }
        // The busiest player as reference keeps the information matrix well conditioned.
        let reference = (0..players).rev().max_by_key(|&player| tallies[player].games).unwrap_or(0);
        let ratings = Columns::new(0, players, reference);
        let mut size = ratings.end();
        let mut column = |wanted: bool| {
            let next = size;
            size += usize::from(wanted);
            wanted.then_some(next)
        };
        let advantage = column(options.advantage);
        let drawn = pairs.values().any(|counts| counts.draws > 0);
        let draws = column(options.draws == DrawModel::Davidson && drawn);
        Ok(Self { pairs, tallies, ratings, advantage, draws, size, model: options.draws })
    }

    fn rate(&self, blocks: Option<&Blocks>) -> Result<TwoSeatRatings, RatingError> {
        let results: Vec<Choice> =
            self.pairs.iter().map(|(&pair, &counts)| self.choice(pair, counts)).collect();
        let (prior, Maximum { parameters, covariance }) =
            self.maximise(&results).ok_or(RatingError::NoConvergence)?;
        let log_likelihood = logit::log_likelihood(&results, &parameters);
        let errors = match blocks {
            Some(blocks) => self.errors_by_blocks(blocks, &parameters, covariance, prior),
            None => Errors::fisher(covariance),
        };
        let group = Group::players(self.ratings, &parameters, &errors);
        let single = |column: usize, scale: f64| {
            let deviation = libm::sqrt(errors.variance(column).max(0.0));
            Estimate::normal(scale * parameters[column], scale * deviation)
        };
        let never_drawn = self.model == DrawModel::Davidson && self.draws.is_none();
        let log_nu = match self.draws {
            // Ratings that are held make every gap uncertain, and with it how many draws were to be expected.
            Some(column) => Some(single(column, 1.0).marked(prior.ratings || prior.draws)),
            None => never_drawn.then(|| self.never_drawn(&results, &parameters)),
        };
        Ok(TwoSeatRatings {
            prior: Prior { draws: prior.draws || never_drawn, ..prior },
            pool: Ratings::new(&group, &self.tallies, log_likelihood, prior),
            advantage: self.advantage.map(|column| single(column, ELO_PER_LOGIT).marked(prior.any())),
            draws: log_nu.map(|log_nu| {
                // nu / (2 + nu), written so that a huge nu does not overflow.
                let rate = |x: f64| (1.0 / (1.0 + 2.0 * libm::exp(-x))).min(1.0 - f64::EPSILON / 2.0);
                let nu = |x: f64| libm::exp(x.clamp(-700.0, 700.0));
                DrawTendency { nu: log_nu.map(nu), rate: log_nu.map(rate) }
            }),
        })
    }

    /// `ln nu` by its prior, where no game was drawn, for ratings that are known.
    fn never_drawn(&self, results: &[Choice], parameters: &[f64]) -> Estimate {
        let games = self.pairs.values().zip(results).map(|(counts, choice)| {
            // The chances of a win, a draw and a loss are as e^(d/2) : nu : e^(-d/2).
            let half = 0.5 * choice.log_odds(parameters)[1];
            (counts.games() as f64, libm::exp(half) + libm::exp(-half))
        });
        prior::draws_of_none(&games.collect::<Vec<_>>())
    }

    fn errors_by_blocks(&self, blocks: &Blocks, parameters: &[f64], fisher: Matrix, prior: Prior) -> Errors {
        let mut sizes = Sizes { blocks: 0, games: 0, players: vec![0; self.tallies.len()] };
        for (games, count) in blocks {
            sizes.blocks += count;
            sizes.games += count * games.len() as u64;
            let players: BTreeSet<usize> = games.iter().flat_map(|game| [game.first, game.second]).collect();
            for player in players {
                sizes.players[player] += count;
            }
        }
        let choices = |games: &[TwoSeatGame]| {
            let choice = |game: &TwoSeatGame| {
                let mut counts = Wdl::default();
                counts.add(game.score);
                self.choice((game.first, game.second), counts)
            };
            games.iter().map(choice).collect()
        };
        let parts = blocks.iter().map(|(games, &count)| (choices(games), count));
        let spread = logit::spread(self.size, parts, parameters);
        Errors::by_blocks(fisher, &spread, &sizes, prior)
    }

    /// The results of an ordered pair as a choice between win, draw and loss.
    fn choice(&self, (first, second): (usize, usize), counts: Wdl) -> Choice {
        let (wins, draws, losses) = (counts.wins as f64, counts.draws as f64, counts.losses as f64);
        let lead = |scale: f64| -> Row {
            let mut row = self.ratings.row(first, scale);
            row.extend(self.ratings.row(second, -scale));
            row.extend(self.advantage.map(|column| (column, scale)));
            row
        };
        match self.draws {
            Some(column) => {
                Choice::new(&[(lead(0.5), wins), (vec![(column, 1.0)], draws), (lead(-0.5), losses)])
            }
            None => Choice::new(&[(lead(1.0), wins + 0.5 * draws), (Row::new(), losses + 0.5 * draws)]),
        }
    }

    /// The maximum, with no more priors than it takes to have one.
    fn maximise(&self, results: &[Choice]) -> Option<(Prior, Maximum)> {
        let players = self.tallies.len();
        let (groups, components) = self.win_graph().components();
        let decisive = self.pairs.values().any(|counts| counts.wins > 0 || counts.losses > 0);
        let needed = Prior { ratings: groups > 1, seats: false, draws: self.draws.is_some() && !decisive };
        let seats = Prior { seats: self.advantage.is_some(), ..needed };
        let all = Prior { ratings: players > 1, draws: self.draws.is_some(), ..seats };
        for (attempt, prior) in [needed, seats, all].into_iter().enumerate() {
            let mut choices = results.to_vec();
            if attempt == 2 {
                choices.extend(prior::between_all(self.ratings, players));
            } else if prior.ratings {
                choices.extend(prior::between_components(self.ratings, &components));
            }
            choices.extend(self.advantage.filter(|_| prior.seats).map(prior::on_advantage));
            choices.extend(self.draws.filter(|_| prior.draws).map(prior::on_draws));
            if let Some(maximum) = logit::maximise(self.size, &choices) {
                return Some((prior, maximum));
            }
        }
        None
    }

    /// An edge from each player to everyone they won or drew a game against.
    fn win_graph(&self) -> Graph {
        let mut graph = Graph::new(self.tallies.len());
        for (&(first, second), counts) in &self.pairs {
            if counts.wins > 0 || counts.draws > 0 {
                graph.add(first, second);
            }
            if counts.losses > 0 || counts.draws > 0 {
                graph.add(second, first);
            }
        }
        graph
    }
}

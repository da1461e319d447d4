//! What the rating models have in common: results, errors, and ratings relative to the mean of the pool.

use crate::blocks::{Errors, Floor};
use crate::logit::Row;
use crate::matrix::Matrix;
use crate::normal::{self, Z95};

/// `400 / ln 10`: Elo per unit of log-odds.
pub const ELO_PER_LOGIT: f64 = 173.717_792_761_300_73;

/// The most players a pool may hold; the information matrix is dense.
pub const MAX_PLAYERS: usize = 1000;

/// Why a pool cannot be rated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RatingError {
    /// A pool is too large.
    #[error("a pool holds at most {MAX_PLAYERS} players, but this one has {0}")]
    TooManyPlayers(usize),
    /// A game names a player who is not in the pool.
    #[error("game {game} names player {player}, but the pool has players 0 to {players} (exclusive)")]
    NoSuchPlayer {
        /// Index of the game (or of the aggregated pair).
        game: usize,
        /// The index that was given.
        player: usize,
        /// The size of the pool.
        players: usize,
    },
    /// A table is too large: ties are averaged over all orders.
    #[error("game {game} has {entrants} entrants, but a table seats at most {most}")]
    TooManyEntrants {
        /// Index of the game.
        game: usize,
        /// Its entrants.
        entrants: usize,
        /// The limit.
        most: usize,
    },
    /// A seat number is too large.
    #[error("game {game} names seat {seat}, but seats are 0 to {most} (exclusive)")]
    NoSuchSeat {
        /// Index of the game.
        game: usize,
        /// The seat that was given.
        seat: usize,
        /// The limit.
        most: usize,
    },
    /// A team has no members.
    #[error("entrant {entrant} of game {game} has no members")]
    EmptyTeam {
        /// Index of the game.
        game: usize,
        /// Index of the entrant in it.
        entrant: usize,
    },
    /// The counts are beyond what double precision can tell apart.
    #[error("the ratings did not converge: the counts differ by too many orders of magnitude")]
    NoConvergence,
}

/// A figure with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Half the width of the interval.
    pub error: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Whether the estimate or its error rests on a [`Prior`].
    pub held: bool,
}

impl Estimate {
    /// A symmetric 95 % interval from a standard deviation.
    pub(crate) fn normal(value: f64, deviation: f64) -> Self {
        // Adding 0.0 turns -0.0, which would look odd in print, into 0.0.
        let (value, error) = (value + 0.0, Z95 * deviation);
        Self { value, error, low: value - error, high: value + error, held: false }
    }

    /// The same, marked as resting on a prior or not.
    pub(crate) fn marked(self, held: bool) -> Self {
        Self { held, ..self }
    }

    /// The same interval on another, increasing scale.
    pub(crate) fn map(self, scale: impl Fn(f64) -> f64) -> Self {
        let (low, high) = (scale(self.low), scale(self.high));
        Self { value: scale(self.value), error: 0.5 * (high - low), low, high, ..self }
    }
}

/// What ratings rest on beside the results, because those alone give no finite or no single value, or no error.
/// Ratings are relative to each other, so what holds one of them holds all.
///
/// Every prior is worth half a virtual game for each thing it holds, is centred on "equal", and is used only if the
/// plain maximum likelihood estimate does not exist without it:
/// - `ratings`: some group of players won (or lost) every game against the rest, or never met it. Half a game for each
///   such group (each strongly connected component of "finished above"), half won and half lost, is spread evenly over
///   the pairs of a member and an outsider. Rarely the results are separable in a way that no such group explains
///   (only together with draws, seats or teams): then every player is a group, and all priors are used.
/// - `seats`: the first-move advantage, or the seat effects, cannot be told from the ratings, or have no limit. Half a
///   game between equals, half won by each seat.
/// - `draws`: nothing but draws. Half a game between equals, a third each won, drawn and lost. The same prior gives the
///   draw parameter a value where there are no draws; then ratings do not rest on it, and only the
///   [draw parameter](crate::bradley_terry::DrawTendency) is marked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Prior {
    /// Ratings.
    pub ratings: bool,
    /// First-move advantage or seat effects.
    pub seats: bool,
    /// The draw parameter.
    pub draws: bool,
}

impl Prior {
    /// Whether there is any: the figures are then not pure maximum likelihood.
    pub fn any(self) -> bool {
        self.ratings || self.seats || self.draws
    }
}

/// The rating of one player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlayerRating {
    /// Elo relative to the mean of the pool.
    pub elo: f64,
    /// Half the width of the 95 % interval, relative to the mean of the pool.
    pub error: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// Games played (seats taken, if one player took several at a table).
    pub games: u64,
    /// Points scored in them: a game gives the share of opponents beaten, a tie counting half.
    pub points: f64,
}

/// The ratings of a pool, in the order of its players.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratings {
    /// One rating a player; their mean is 0.
    pub players: Vec<PlayerRating>,
    /// The log-likelihood of the results (without any prior).
    pub log_likelihood: f64,
    /// Which priors the ratings rest on.
    pub prior: Prior,
    spread: Spread,
}

impl Ratings {
    /// The ratings of a group of parameters, relative to their mean.
    pub(crate) fn new(group: &Group, tallies: &[Tally], log_likelihood: f64, prior: Prior) -> Self {
        let players = group
            .estimates()
            .zip(tallies)
            .map(|(Estimate { value, error, low, high, .. }, tally)| PlayerRating {
                elo: value,
                error,
                low,
                high,
                games: tally.games,
                points: tally.points,
            })
            .collect();
        Self { players, log_likelihood, prior, spread: group.spread.clone() }
    }

    /// The covariance of two ratings relative to the mean of the pool, in squared Elo; `None` for unknown players.
    pub fn covariance(&self, a: usize, b: usize) -> Option<f64> {
        (a < self.players.len() && b < self.players.len()).then(|| self.spread.covariance.at(a, b))
    }

    /// How far `a` is above `b`, with the error of the difference (which is not the sum of the errors: the ratings are
    /// correlated); `None` for unknown players.
    pub fn difference(&self, a: usize, b: usize) -> Option<Estimate> {
        let value = self.players.get(a)?.elo - self.players.get(b)?.elo;
        Some(Estimate::normal(value, self.spread.deviation_of_difference(a, b)).marked(self.prior.any()))
    }

    /// The likelihood that `a` is stronger than `b`, strictly between 0 and 1: the normal probability of a positive
    /// difference. `None` for unknown players.
    pub fn likelihood_above(&self, a: usize, b: usize) -> Option<f64> {
        let difference = self.difference(a, b)?;
        Some(normal::above_zero(difference.value, difference.error / Z95))
    }
}

/// Games and points of a player.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Tally {
    pub(crate) games: u64,
    pub(crate) points: f64,
}

/// Where the parameters of a group (players, seats) stand among all parameters. Only their differences mean anything,
/// so that of one member, the reference, is fixed at 0 and has no column.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Columns {
    start: usize,
    members: usize,
    reference: usize,
}

impl Columns {
    pub(crate) fn new(start: usize, members: usize, reference: usize) -> Self {
        Self { start, members, reference }
    }

    /// The first column behind the group.
    pub(crate) fn end(self) -> usize {
        self.start + self.members.saturating_sub(1)
    }

    pub(crate) fn column(self, member: usize) -> Option<usize> {
        match member.cmp(&self.reference) {
            core::cmp::Ordering::Less => Some(self.start + member),
            core::cmp::Ordering::Equal => None,
            core::cmp::Ordering::Greater => Some(self.start + member - 1),
        }
    }

    /// The parameter of a member times a coefficient, as a row of a design.
    pub(crate) fn row(self, member: usize, coefficient: f64) -> Row {
        self.column(member).map(|column| (column, coefficient)).into_iter().collect()
    }
}

/// How unsure the members of a group are relative to their mean, in squared Elo.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Spread {
    covariance: Matrix,
    /// What variances are kept above: a share for each member of its variance in this matrix.
    floor: Option<(Matrix, Vec<f64>)>,
}

impl Spread {
    fn deviation(&self, member: usize) -> f64 {
        self.root(|m| m.at(member, member), |shares| shares[member])
    }

    fn deviation_of_difference(&self, a: usize, b: usize) -> f64 {
        self.root(|m| m.at(a, a) + m.at(b, b) - 2.0 * m.at(a, b), |shares| shares[a].max(shares[b]))
    }

    fn root(&self, variance: impl Fn(&Matrix) -> f64, share: impl Fn(&[f64]) -> f64) -> f64 {
        let floor = self.floor.as_ref().map_or(0.0, |(least, shares)| share(shares) * variance(least));
        libm::sqrt(variance(&self.covariance).max(floor).max(0.0))
    }
}

/// Estimates of a group of parameters relative to their mean, in Elo.
#[derive(Debug)]
pub(crate) struct Group {
    values: Vec<f64>,
    spread: Spread,
}

impl Group {
    /// The players of a pool.
    pub(crate) fn players(columns: Columns, parameters: &[f64], errors: &Errors) -> Self {
        Self::centred(columns, parameters, errors, |floor| floor.players.clone())
    }

    /// A group of which every game has all members.
    pub(crate) fn seats(columns: Columns, parameters: &[f64], errors: &Errors) -> Self {
        Self::centred(columns, parameters, errors, |floor| vec![floor.all; columns.members])
    }

    fn centred(
        columns: Columns,
        parameters: &[f64],
        errors: &Errors,
        shares: impl FnOnce(&Floor) -> Vec<f64>,
    ) -> Self {
        let n = columns.members;
        let mut values: Vec<f64> = (0..n).map(|i| columns.column(i).map_or(0.0, |c| parameters[c])).collect();
        let mean = values.iter().fold(0.0, |sum, x| sum + x) / n as f64;
        for value in &mut values {
            *value = ELO_PER_LOGIT * (*value - mean);
        }
        let floor = errors.floor.as_ref();
        let spread = Spread {
            covariance: centred(columns, &errors.covariance),
            floor: floor.map(|floor| (centred(columns, &floor.fisher), shares(floor))),
        };
        Self { values, spread }
    }

    pub(crate) fn estimates(&self) -> impl Iterator<Item = Estimate> {
        let estimate = |(i, &value)| Estimate::normal(value, self.spread.deviation(i));
        self.values.iter().enumerate().map(estimate)
    }
}

/// The covariance of a group's members relative to their mean, in squared Elo: subtracting the mean projects it from both
/// sides.
fn centred(columns: Columns, all: &Matrix) -> Matrix {
    let n = columns.members;
    let mut covariance = Matrix::zeros(n);
    for i in 0..n {
        for j in 0..n {
            if let (Some(a), Some(b)) = (columns.column(i), columns.column(j)) {
                *covariance.at_mut(i, j) = all.at(a, b);
            }
        }
    }
    let count = n as f64;
    let row_means: Vec<f64> =
        (0..n).map(|i| (0..n).fold(0.0, |sum, j| sum + covariance.at(i, j)) / count).collect();
    let grand_mean = row_means.iter().fold(0.0, |sum, x| sum + x) / count;
    for i in 0..n {
        for j in 0..n {
            let centred = covariance.at(i, j) - row_means[i] - row_means[j] + grand_mean;
            *covariance.at_mut(i, j) = ELO_PER_LOGIT * ELO_PER_LOGIT * centred;
        }
    }
    covariance
}

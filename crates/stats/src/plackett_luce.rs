//! Ratings from tables of any number of seats: Plackett-Luce by maximum likelihood, with ties, teams and seat effects.
//!
//! The first place goes to an entrant with probability `e^s / sum e^s` over all entrants, the second place likewise
//! among the rest, and so on (Plackett 1975; Hunter 2004, "MM algorithms for generalized Bradley-Terry models"); `s` is
//! the entrant's strength, `rating * ln 10 / 400`.
//! - **Ties**: the log-likelihood is averaged over all orders of the tied entrants. At a table of two that is "a draw is
//!   half a win", so both rating models agree there.
//! - **Teams**: the strength of a team is the mean of its members', so that a rating has the same scale whether a player
//!   plays alone or among others of the same strength.
//! - **Seats**: on request each seat adds its own strength; the mean over the seats is 0.
//!
//! The mean rating is 0, and intervals are relative to the mean of the pool. They come from the observed Fisher
//! information, or from blocks of games that depend on each other ([`fit_blocks`]).

use std::collections::{BTreeMap, BTreeSet};

use crate::blocks::{Errors, Sizes};
use crate::graph::Graph;
use crate::logit::{self, Choice, Maximum, Row};
use crate::matrix::Matrix;
use crate::prior;
use crate::ratings::{Columns, Estimate, Group, MAX_PLAYERS, Prior, RatingError, Ratings, Tally};

/// The most entrants at one table; ties are averaged over the subsets of the tied.
pub const MAX_ENTRANTS: usize = 12;

/// Seats are numbered below this.
pub const MAX_SEATS: usize = 64;

/// A player at a seat; the player is an index into the pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Member {
    /// Who played.
    pub player: usize,
    /// Where, counted from 0.
    pub seat: usize,
}

/// A player or a team, with the place it took.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Entrant {
    /// One member, or the members of a team.
    pub members: Vec<Member>,
    /// The place; lower is better, equal is tied, and gaps mean nothing.
    pub rank: u32,
}

/// One game at a table.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TableGame {
    /// Who took part, in any order.
    pub entrants: Vec<Entrant>,
}

impl TableGame {
    /// A game without teams: the player and the rank at each seat.
    pub fn singles(seats: &[(usize, u32)]) -> Self {
        let entrants = seats
            .iter()
            .enumerate()
            .map(|(seat, &(player, rank))| Entrant { members: vec![Member { player, seat }], rank })
            .collect();
        Self { entrants }
    }
}

/// The model to fit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// Whether to fit an effect of each seat.
    pub seats: bool,
}

/// The ratings of a pool of table games.
#[derive(Debug, Clone, PartialEq)]
pub struct TableRatings {
    /// The ratings.
    pub pool: Ratings,
    /// Elo that each seat is worth against the mean seat, if seat effects were fitted.
    pub seats: Option<Vec<Estimate>>,
}

/// Rates a pool from games at tables.
pub fn fit(players: usize, games: &[TableGame], options: Options) -> Result<TableRatings, RatingError> {
    Pool::new(players, games, options)?.rate(None)
}

/// Rates a pool from blocks of games that depend on each other, such as those of an opening with the seats rotated; as
/// [`bradley_terry::fit_blocks`](crate::bradley_terry::fit_blocks) does.
pub fn fit_blocks(
    players: usize,
    blocks: &[Vec<TableGame>],
    options: Options,
) -> Result<TableRatings, RatingError> {
    Pool::new(players, blocks.iter().flatten(), options)?.rate(Some(blocks))
}

/// Entrants as the model sees them: who is in the team, and where if seats matter.
type Team = Vec<Member>;

/// For each set of entrants that competed for a place, in order: how often each took it.
type Stages = BTreeMap<Vec<Team>, Vec<f64>>;

/// The results, and where each parameter stands: ratings, then seats.
struct Pool {
    stages: Stages,
    tallies: Vec<Tally>,
    ratings: Columns,
    seats: Option<Columns>,
    seat_count: usize,
}

impl Pool {
    fn new<'a>(
        players: usize,
        games: impl IntoIterator<Item = &'a TableGame>,
        options: Options,
    ) -> Result<Self, RatingError> {
        if players > MAX_PLAYERS {
            return Err(RatingError::TooManyPlayers(players));
        }
        let mut stages = Stages::new();
        let mut tallies = vec![Tally::default(); players];
        let mut seat_count = 0;
        for (index, game) in games.into_iter().enumerate() {
            check(players, index, game)?;
            tally(game, &mut tallies);
            let members = game.entrants.iter().flat_map(|entrant| &entrant.members);
            seat_count = members.fold(seat_count, |most, member| most.max(member.seat + 1));
            add_stages(game, options.seats, &mut stages);
        }
        // The busiest player as reference keeps the information matrix well conditioned.
        let reference = (0..players).rev().max_by_key(|&player| tallies[player].games).unwrap_or(0);
        let ratings = Columns::new(0, players, reference);
        let seats = options.seats.then(|| Columns::new(ratings.end(), seat_count, 0));
        Ok(Self { stages, tallies, ratings, seats, seat_count })
    }

    fn rate(&self, blocks: Option<&[Vec<TableGame>]>) -> Result<TableRatings, RatingError> {
        let results = self.choices(&self.stages);
        let (prior, Maximum { parameters, covariance }) =
            self.maximise(&results).ok_or(RatingError::NoConvergence)?;
        let log_likelihood = logit::log_likelihood(&results, &parameters);
        let errors = match blocks {
            Some(blocks) => self.errors_by_blocks(blocks, &parameters, covariance, prior),
            None => Errors::fisher(covariance),
        };
        let group = Group::players(self.ratings, &parameters, &errors);
        let seats = |columns| {
            let effects = Group::seats(columns, &parameters, &errors);
            effects.estimates().map(|effect| effect.marked(prior.any())).collect()
        };
        Ok(TableRatings {
            pool: Ratings::new(&group, &self.tallies, log_likelihood, prior),
            seats: self.seats.map(seats),
        })
    }

    fn errors_by_blocks(
        &self,
        blocks: &[Vec<TableGame>],
        parameters: &[f64],
        fisher: Matrix,
        prior: Prior,
    ) -> Errors {
        let mut sizes = Sizes { blocks: 0, games: 0, players: vec![0; self.tallies.len()] };
        for block in blocks.iter().filter(|block| !block.is_empty()) {
            sizes.blocks += 1;
            sizes.games += block.len() as u64;
            let members = block.iter().flat_map(|game| &game.entrants).flat_map(|entrant| &entrant.members);
            for player in members.map(|member| member.player).collect::<BTreeSet<usize>>() {
                sizes.players[player] += 1;
            }
        }
        let choices = |block: &Vec<TableGame>| {
            let mut stages = Stages::new();
            for game in block {
                add_stages(game, self.seats.is_some(), &mut stages);
            }
            (self.choices(&stages), 1)
        };
        let spread = logit::spread(self.size(), blocks.iter().map(choices), parameters);
        Errors::by_blocks(fisher, &spread, &sizes, prior)
    }

    fn choices(&self, stages: &Stages) -> Vec<Choice> {
        stages.iter().map(|(teams, taken)| self.choice(teams, taken)).collect()
    }

    /// How many parameters there are.
    fn size(&self) -> usize {
        self.seats.unwrap_or(self.ratings).end()
    }

    fn choice(&self, teams: &[Team], taken: &[f64]) -> Choice {
        let options: Vec<(Row, f64)> =
            teams.iter().zip(taken).map(|(team, &weight)| (self.strength(team), weight)).collect();
        Choice::new(&options)
    }

    /// The strength of a team: the mean over its members of rating and seat.
    fn strength(&self, team: &Team) -> Row {
        let share = 1.0 / team.len() as f64;
        let mut row = Row::new();
        for member in team {
            let seat = self.seats.and_then(|columns| columns.column(member.seat));
            for column in self.ratings.column(member.player).into_iter().chain(seat) {
                match row.iter_mut().find(|cell| cell.0 == column) {
                    Some(cell) => cell.1 += share,
                    None => row.push((column, share)),
                }
            }
        }
        row
    }

    /// The maximum, with no more priors than it takes to have one.
    fn maximise(&self, results: &[Choice]) -> Option<(Prior, Maximum)> {
        let players = self.tallies.len();
        let components = self.win_graph().map(|graph| graph.components());
        let split = components.as_ref().is_some_and(|(groups, _)| *groups > 1);
        let needed = Prior { ratings: split, ..Prior::default() };
        let seats = Prior { seats: self.seats.is_some(), ..needed };
        let all = Prior { ratings: players > 1, ..seats };
        for (attempt, prior) in [needed, seats, all].into_iter().enumerate() {
            let mut choices = results.to_vec();
            if attempt == 2 {
                choices.extend(prior::between_all(self.ratings, players));
            } else if let Some((_, components)) = components.as_ref().filter(|_| prior.ratings) {
                choices.extend(prior::between_components(self.ratings, components));
            }
            if let Some(columns) = self.seats.filter(|_| prior.seats) {
                choices.extend(prior::between_all(columns, self.seat_count));
            }
            if let Some(maximum) = logit::maximise(self.size(), &choices) {
                return Some((prior, maximum));
            }
        }
        None
    }

    /// An edge from each player to everyone they finished above or tied with. `None` with teams, where the graph does
    /// not decide whether an estimate exists.
    fn win_graph(&self) -> Option<Graph> {
        let mut graph = Graph::new(self.tallies.len());
        for (teams, taken) in &self.stages {
            if teams.iter().any(|team| team.len() > 1) {
                return None;
            }
            for winner in (0..teams.len()).filter(|&winner| taken[winner] > 0.0) {
                for loser in (0..teams.len()).filter(|&loser| loser != winner) {
                    graph.add(teams[winner][0].player, teams[loser][0].player);
                }
            }
        }
        Some(graph)
    }
}

fn check(players: usize, game: usize, table: &TableGame) -> Result<(), RatingError> {
    let entrants = table.entrants.len();
    if entrants > MAX_ENTRANTS {
        return Err(RatingError::TooManyEntrants { game, entrants, most: MAX_ENTRANTS });
    }
    for (entrant, Entrant { members, .. }) in table.entrants.iter().enumerate() {
        if members.is_empty() {
            return Err(RatingError::EmptyTeam { game, entrant });
        }
        for &Member { player, seat } in members {
            if player >= players {
                return Err(RatingError::NoSuchPlayer { game, player, players });
            }
            if seat >= MAX_SEATS {
                return Err(RatingError::NoSuchSeat { game, seat, most: MAX_SEATS });
            }
        }
    }
    Ok(())
}

fn tally(game: &TableGame, tallies: &mut [Tally]) {
    let others = game.entrants.len().saturating_sub(1) as f64;
    for entrant in &game.entrants {
        let above = game.entrants.iter().filter(|other| other.rank > entrant.rank).count() as f64;
        let level = game.entrants.iter().filter(|other| other.rank == entrant.rank).count() as f64 - 1.0;
        let points = if others > 0.0 { (above + 0.5 * level) / others } else { 0.5 };
        for member in &entrant.members {
            tallies[member.player].games += 1;
            tallies[member.player].points += points;
        }
    }
}

/// Splits a game into its stages: who competed for each place, and who took it.
///
/// Among tied entrants every order is as likely as any other. So of k tied entrants each subset of m is left over with
/// probability `1 / (k over m)`, and each of its members takes the next place with probability `1 / m`.
fn add_stages(game: &TableGame, with_seats: bool, stages: &mut Stages) {
    let mut entrants: Vec<(u32, Team)> =
        game.entrants.iter().map(|e| (e.rank, team(e, with_seats))).collect();
    entrants.sort();
    let mut start = 0;
    while let Some(&(rank, _)) = entrants.get(start) {
        let tied = entrants[start..].iter().take_while(|entrant| entrant.0 == rank).count();
        for subset in 1u32..1 << tied {
            let left = subset.count_ones();
            let weight = 1.0 / (binomial(tied as u32, left) * f64::from(left));
            let in_subset = (0..tied).filter(|bit| subset >> bit & 1 == 1).map(|bit| (start + bit, weight));
            let below = (start + tied..entrants.len()).map(|entrant| (entrant, 0.0));
            let mut stage: Vec<(Team, f64)> =
                in_subset.chain(below).map(|(index, weight)| (entrants[index].1.clone(), weight)).collect();
            if stage.len() < 2 {
                continue;
            }
            stage.sort_by(|a, b| a.0.cmp(&b.0));
            let (teams, weights): (Vec<Team>, Vec<f64>) = stage.into_iter().unzip();
            let taken = stages.entry(teams).or_insert_with(|| vec![0.0; weights.len()]);
            for (sum, weight) in taken.iter_mut().zip(weights) {
                *sum += weight;
            }
        }
        start += tied;
    }
}

fn team(entrant: &Entrant, with_seats: bool) -> Team {
    let seat = |seat: usize| if with_seats { seat } else { 0 };
    let mut team: Team =
        entrant.members.iter().map(|m| Member { player: m.player, seat: seat(m.seat) }).collect();
    team.sort_unstable();
    team
}

fn binomial(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |product, i| product * f64::from(n - i) / f64::from(i + 1))
}

//! Results as wins, draws and losses, and the ranking they give.
use crate::results::table;
use crate::{Config, GameRecord};
use hoppity_stats::bradley_terry::{self, PairCounts};
use hoppity_stats::plackett_luce::{self, TableGame};
use hoppity_stats::{Pentanomial, Prior, RatingError, Ratings, Score, Wdl};
use serde::Serialize;
use std::collections::BTreeMap;

/// A line of the ranking. Figures have at most four decimals.
///
/// Two seats: Bradley-Terry with Davidson's draws and an advantage of the first move. More seats: Plackett-Luce with
/// ties, teams as the mean of their members, and an effect of each seat. See [`hoppity_stats`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The place, from 1; shared where the Elo is the same to two decimals.
    pub rank: usize,
    /// The agent's name.
    pub agent: String,
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
    /// The priors that the rating rests on, because the results alone give no finite estimate: `ratings`, `seats` and
    /// `draws` joined by `+`, or nothing.
    #[serde(serialize_with = "prior_as_words")]
    pub prior: Prior,
}

/// The results of one agent against all others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeadToHead {
    /// Its games.
    pub games: Wdl,
    /// Its pairs of games that had the same opening and opponent and the seats exchanged; only for two seats, and only
    /// pairs both of whose games were played.
    pub pairs: Pentanomial,
}

/// What an agent has to show for its games.
pub fn head_to_head(config: &Config, records: &[GameRecord], agent: usize) -> HeadToHead {
    let mut counter = Counter::new(config, agent);
    for record in records {
        counter.add(record);
    }
    counter.so_far()
}

/// Counts the results of one agent, game by game.
#[derive(Clone, Debug)]
pub struct Counter {
    agent: usize,
    teams: Vec<usize>,
    so_far: HeadToHead,
    /// The first game of each pair whose second one has not been played.
    halves: BTreeMap<(u64, u64), Score>,
}

impl Counter {
    /// Nothing counted yet.
    pub fn new(config: &Config, agent: usize) -> Counter {
        let (so_far, halves) = <(HeadToHead, BTreeMap<_, _>)>::default();
        Counter { agent, teams: config.teams(), so_far, halves }
    }

    /// Counts a game, if the agent was in it.
    pub fn add(&mut self, record: &GameRecord) {
        let Some(seat) = record.seat_of(self.agent) else { return };
        let score = score(&self.teams, &record.ranks, seat);
        self.so_far.games.add(score);
        if self.teams.len() == 2 {
            match self.halves.remove(&(record.pairing, record.opening)) {
                Some(other) => self.so_far.pairs.add(other, score),
                None => {
                    self.halves.insert((record.pairing, record.opening), score);
                }
            }
        }
    }

    /// What has been counted.
    pub fn so_far(&self) -> HeadToHead {
        self.so_far
    }
}

/// The ranking that these games give, best first.
pub fn standings<'a>(
    config: &Config,
    records: impl IntoIterator<Item = &'a GameRecord>,
) -> Result<Vec<Standing>, RatingError> {
    let mut results = Results::new(config);
    for record in records {
        results.add(record);
    }
    results.standings()
}

/// The result of a game for one seat: a win is a sole first place of its team, a draw a shared one.
pub(crate) fn score(teams: &[usize], ranks: &[u8], seat: usize) -> Score {
    if ranks[seat] != 0 {
        return Score::Loss;
    }
    let others = ranks.iter().zip(teams).filter(|&(_, &team)| team != teams[seat]);
    if others.into_iter().any(|(&rank, _)| rank == 0) { Score::Draw } else { Score::Win }
}

/// Collects what ratings are computed from.
pub(crate) struct Results<'a> {
    config: &'a Config,
    teams: Vec<usize>,
    agents: Vec<Wdl>,
    /// Two seats: by first and second agent, the results of the first.
    pairs: BTreeMap<(usize, usize), Wdl>,
    /// More seats.
    tables: Vec<TableGame>,
}

impl<'a> Results<'a> {
    pub(crate) fn new(config: &'a Config) -> Results<'a> {
        let agents = vec![Wdl::default(); config.agents().len()];
        Results { config, teams: config.teams(), agents, pairs: BTreeMap::new(), tables: Vec::new() }
    }

    pub(crate) fn add(&mut self, record: &GameRecord) {
        for (seat, &agent) in record.seats.iter().enumerate() {
            self.agents[agent].add(score(&self.teams, &record.ranks, seat));
        }
        if let [first, second] = record.seats[..] {
            self.pairs.entry((first, second)).or_default().add(score(&self.teams, &record.ranks, 0));
        } else {
            self.tables.push(table(&self.teams, &record.seats, &record.ranks));
        }
    }

    fn ratings(&self) -> Result<Ratings, RatingError> {
        let players = self.agents.len();
        if self.teams.len() > 2 {
            let options = plackett_luce::Options { seats: true };
            return Ok(plackett_luce::fit(players, &self.tables, options)?.pool);
        }
        let pair = |(&(first, second), &counts)| PairCounts { first, second, counts };
        let pairs: Vec<PairCounts> = self.pairs.iter().map(pair).collect();
        Ok(bradley_terry::fit_counts(players, &pairs, bradley_terry::Options::default())?.pool)
    }

    pub(crate) fn standings(&self) -> Result<Vec<Standing>, RatingError> {
        let ratings = self.ratings()?;
        let standing = |Ranked { rank, agent, los_next }: Ranked| {
            let rating = &ratings.players[agent];
            let counts = self.agents[agent];
            Standing {
                rank,
                agent: self.config.agents()[agent].name.clone(),
                elo: round(rating.elo),
                low: round(rating.low),
                high: round(rating.high),
                games: counts.games(),
                wins: counts.wins,
                draws: counts.draws,
                losses: counts.losses,
                score: round(counts.score().unwrap_or(0.5)),
                los_next: los_next.map(uncertain),
                prior: ratings.prior,
            }
        };
        Ok(ranked(&ratings).into_iter().map(standing).collect())
    }
}

/// An agent's place in a ranking.
pub(crate) struct Ranked {
    /// From 1; shared where the Elo is the same to two decimals.
    pub(crate) rank: usize,
    /// Its index.
    pub(crate) agent: usize,
    /// The likelihood of being stronger than the next one; `None` for the last.
    pub(crate) los_next: Option<f64>,
}

/// The agents, best first.
pub(crate) fn ranked(ratings: &Ratings) -> Vec<Ranked> {
    // Ratings that print alike are alike: which is larger beyond that is rounding.
    let shown = |agent: usize| (ratings.players[agent].elo * 100.0).round() as i64;
    let mut order: Vec<usize> = (0..ratings.players.len()).collect();
    order.sort_by_key(|&agent| (-shown(agent), agent));
    let ranked = |(place, &agent): (usize, &usize)| Ranked {
        rank: 1 + order.iter().filter(|&&other| shown(other) > shown(agent)).count(),
        agent,
        los_next: order.get(place + 1).and_then(|&next| ratings.likelihood_above(agent, next)),
    };
    order.iter().enumerate().map(ranked).collect()
}

/// The parts of a fit that a prior held, joined by `+`; empty for none.
pub(crate) fn prior_words(prior: Prior) -> String {
    let parts = [(prior.ratings, "ratings"), (prior.seats, "seats"), (prior.draws, "draws")];
    parts.into_iter().filter(|&(used, _)| used).map(|(_, word)| word).collect::<Vec<_>>().join("+")
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
fn prior_as_words<S: serde::Serializer>(prior: &Prior, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&prior_words(*prior))
}

/// To four decimals, which is all that a figure of games can bear; zero has no sign.
pub(crate) fn round(value: f64) -> f64 {
    (value * 1e4).round() / 1e4 + 0.0
}

/// A likelihood as it may be printed with four decimals: no number of games makes anything certain.
fn uncertain(likelihood: f64) -> f64 {
    round(likelihood.clamp(0.0001, 0.9999))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Score::{Draw, Loss, Win};

    #[test]
    fn a_team_wins_together_and_a_shared_first_place_is_a_draw() {
        let scores = |teams: &[usize], ranks: &[u8]| -> Vec<Score> {
            (0..ranks.len()).map(|seat| score(teams, ranks, seat)).collect()
        };
        assert_eq!(scores(&[0, 1, 0, 1], &[0, 1, 0, 1]), [Win, Loss, Win, Loss]);
        assert_eq!(scores(&[0, 1, 0, 1], &[0, 0, 0, 0]), [Draw; 4]);
        assert_eq!(scores(&[0, 1, 2], &[0, 2, 0]), [Draw, Loss, Draw]);
        assert_eq!(scores(&[0, 1, 2], &[2, 0, 1]), [Loss, Win, Loss]);
    }
}

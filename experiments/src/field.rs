//! Several kinds of agents at tables of three and more.
use crate::Contest;
use crate::contest::{Played, round};
use anyhow::ensure;
use hoppity_arena::head_to_head;
use hoppity_stats::{Wdl, wilson};
use serde::Serialize;

/// What one kind of agent has to show for [`Contest::field`]; a row of a CSV file.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    /// The game's canonical spec.
    pub game: String,
    /// The kind of agent.
    pub agent: String,
    /// Seats that it held, over all games.
    pub seats: u64,
    /// Seats with which it won alone.
    pub wins: u64,
    /// Seats with which it shared the first place.
    pub draws: u64,
    /// Wins and half the draws, by seats.
    pub score: f64,
    /// The lower end of the score's 95 % interval (Wilson).
    pub score_low: f64,
    /// The upper end.
    pub score_high: f64,
    /// What each seat would score if all agents were alike: 1 / seats, where nobody draws.
    pub fair: f64,
    /// All games.
    pub games: u64,
    /// How many of them differ.
    pub distinct: u64,
    /// The mean length of a game.
    pub plies: f64,
    /// Games that were stopped at the limit on plies.
    pub stopped: u64,
}

impl Contest {
    /// Tables of more than two seats: a row for each kind of agent, in the order in which they were first named.
    pub fn field(&self, threads: usize) -> anyhow::Result<Vec<Place>> {
        let Played { config, records, summary } = self.play(threads)?;
        ensure!(config.game().seats() > 2, "{} is for two: play a duel", self.game);
        let fair = config.game().seats() as f64;
        let mut kinds: Vec<(String, Wdl)> = Vec::new();
        for (number, agent) in config.agents().iter().enumerate() {
            let (kind, found) = (agent.spec.to_string(), head_to_head(&config, &records, number).games);
            match kinds.iter_mut().find(|(other, _)| *other == kind) {
                Some((_, sum)) => {
                    *sum =
                        Wdl::new(sum.wins + found.wins, sum.draws + found.draws, sum.losses + found.losses);
                }
                None => kinds.push((kind, found)),
            }
        }
        let place = |(agent, counts): (String, Wdl)| {
            let interval = wilson::interval(counts);
            let place = Place {
                game: summary.game.clone(),
                agent,
                seats: counts.games(),
                wins: counts.wins,
                draws: counts.draws,
                score: round(counts.score().unwrap_or(0.0)),
                score_low: round(interval.low),
                score_high: round(interval.high),
                fair: round(1.0 / fair),
                games: summary.games,
                distinct: summary.distinct,
                plies: round(summary.mean_plies),
                stopped: summary.ply_limit,
            };
            eprintln!(
                "{}: {} {:.1} % ({:.1} to {:.1}) of {} seats",
                place.game,
                place.agent,
                100.0 * place.score,
                100.0 * place.score_low,
                100.0 * place.score_high,
                place.seats
            );
            place
        };
        Ok(kinds.into_iter().map(place).collect())
    }
}

//! Two agents against each other.
use crate::Contest;
use crate::contest::{Played, round};
use anyhow::ensure;
use hoppity_arena::{HeadToHead, Summary, head_to_head};
use hoppity_stats::elo;
use serde::Serialize;

/// What [`Contest::duel`] came to, for the first agent; a row of a CSV file. Intervals are of 95 %, from the pairs of games.
#[derive(Clone, Debug, Serialize)]
pub struct Score {
    /// The game's canonical spec.
    pub game: String,
    /// The first agent.
    pub first: String,
    /// The second agent.
    pub second: String,
    /// Games played.
    pub games: u64,
    /// How many of them differ.
    pub distinct: u64,
    /// Won by the first agent.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
    /// Points per game, 0..1.
    pub score: f64,
    /// The lower end of its interval.
    pub score_low: f64,
    /// The upper end.
    pub score_high: f64,
    /// The Elo difference.
    pub elo: f64,
    /// The lower end of its interval.
    pub elo_low: f64,
    /// The upper end.
    pub elo_high: f64,
    /// The mean length of a game.
    pub plies: f64,
    /// Games that were stopped at the limit on plies.
    pub stopped: u64,
}

impl Contest {
    /// Two agents against each other in a game of two seats.
    pub fn duel(&self, threads: usize) -> anyhow::Result<Score> {
        ensure!(self.agents.len() == 2, "a duel is between two agents");
        let Played { config, records, summary } = self.play(threads)?;
        let Summary { game, distinct, mean_plies, ply_limit, .. } = summary;
        let HeadToHead { games, pairs } = head_to_head(&config, &records, 0);
        let estimate = elo::from_pentanomial(pairs);
        let score = Score {
            game,
            first: config.agents()[0].name.clone(),
            second: config.agents()[1].name.clone(),
            games: games.games(),
            distinct,
            wins: games.wins,
            draws: games.draws,
            losses: games.losses,
            score: round(games.score().unwrap_or(0.5)),
            score_low: round(elo::elo_to_score(estimate.elo_low)),
            score_high: round(elo::elo_to_score(estimate.elo_high)),
            elo: round(estimate.elo),
            elo_low: round(estimate.elo_low),
            elo_high: round(estimate.elo_high),
            plies: round(mean_plies),
            stopped: ply_limit,
        };
        eprintln!(
            "{}: {} against {}: {:.1} % ({:.1} to {:.1}) of {} games",
            score.game,
            score.first,
            score.second,
            100.0 * score.score,
            100.0 * score.score_low,
            100.0 * score.score_high,
            score.games
        );
        Ok(score)
    }
}

//! Agents that play each other.
use crate::{Place, Run};
use anyhow::Context;
use hoppity_arena::{Config, GameRecord, Match, Silent, Summary, play_all};
use hoppity_rules::Spec;
use hoppity_search::Limits;

/// Every table that can be made of some agents, each opening in every rotation of the seats.
///
/// An agent may be named more than once, so that two kinds can fill a table: of `[maxn, maxn, paranoid, paranoid]` three
/// players make two tables with two `maxn` and two with one.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The game's spec.
    pub game: String,
    /// The agents' specs.
    pub agents: Vec<String>,
    /// Games for each table, a multiple of the number of seats.
    pub games: u64,
    /// Random plies at the beginning.
    pub opening_plies: u32,
    /// Where a game is called a draw.
    pub max_plies: u32,
    /// The seed.
    pub seed: u64,
}

/// A contest that has been played.
pub(crate) struct Played {
    pub(crate) config: Config,
    pub(crate) records: Vec<GameRecord>,
    pub(crate) summary: Summary,
}

/// Players of the star, and games a table for each of the two sizes of an experiment.
const STAR: [(usize, u64, u64); 3] = [(3, 60, 300), (4, 64, 320), (6, 48, 240)];

impl Contest {
    /// Two kinds of agents at tables of more than two seats, as many of one as of the other: all tables that have about half
    /// of each. Openings of two random plies a seat; games are draws after 150 plies a seat.
    pub fn of_two_kinds(game: String, seats: usize, kinds: &[String; 2], games: u64) -> Contest {
        let agents = kinds.iter().flat_map(|kind| vec![kind.clone(); seats.div_ceil(2)]).collect();
        let (opening_plies, max_plies) = (2 * seats as u32, 150 * seats as u32);
        Contest { game, agents, games, opening_plies, max_plies, seed: 1 }
    }

    /// Pairs of kinds that meet in Chinese Checkers for three, four and six, [as many of one as of the
    /// other](Contest::of_two_kinds): a row for each kind of each contest.
    pub fn on_the_star(run: &Run, pairs: &[[String; 2]]) -> anyhow::Result<Vec<Place>> {
        let mut rows = Vec::new();
        for (players, small, full) in STAR {
            for kinds in pairs {
                let game = format!("chinese-checkers(players={players})");
                let contest = Contest::of_two_kinds(game, players, kinds, run.size(small, full));
                rows.extend(contest.field(run.threads)?);
            }
        }
        Ok(rows)
    }

    pub(crate) fn play(&self, threads: usize) -> anyhow::Result<Played> {
        let spec = |text: &String| text.parse::<Spec>().with_context(|| format!("`{text}`"));
        let config = Config::for_match(Match {
            game: spec(&self.game)?,
            agents: self.agents.iter().map(spec).collect::<anyhow::Result<_>>()?,
            games: self.games,
            opening_plies: Some(self.opening_plies),
            max_plies: Some(self.max_plies),
            limits: Limits::NONE,
            seed: self.seed,
        })?;
        let records = play_all(&config, threads, &Silent)?;
        let summary = Summary::of(&config, &records)?;
        Ok(Played { config, records, summary })
    }
}

/// Four decimals, as in the files of a tournament.
pub(crate) fn round(figure: f64) -> f64 {
    (figure * 1e4).round() / 1e4
}

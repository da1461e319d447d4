//! Counts of many uniformly random games: how long they last and how they end.
use crate::{Game, Random, Seat};
use std::collections::BTreeMap;

/// What came out of a number of random games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Plies of all games together.
    pub plies: u64,
    /// Wins by team.
    pub wins: Vec<u64>,
    /// Games that ended without a sole winner.
    pub draws: u64,
    /// Games stopped at the ply limit.
    pub unfinished: u64,
    /// Games by the names of their reasons.
    pub reasons: BTreeMap<String, u64>,
}

/// Plays `games` uniformly random games from `start`, each at most `max_plies` long, and adds them to `tally`.
pub fn run<G: Game>(
    game: &G,
    start: &G::State,
    games: u64,
    max_plies: u32,
    rng: &mut Random,
    tally: &mut Tally,
) {
    tally.wins.resize(game.teams(), 0);
    // Names are put together once for each set of reasons, not once a game.
    let mut by_reason: Vec<(crate::Reasons, u64)> = Vec::new();
    for _ in 0..games {
        let mut state = start.clone();
        let mut plies = 0;
        let count = |_: Seat, _: G::Move| plies += 1;
        let outcome = game.playout(&mut state, rng, max_plies, |_, _, _| None, count);
        tally.games += 1;
        tally.plies += plies;
        let Some(outcome) = outcome else {
            tally.unfinished += 1;
            continue;
        };
        match outcome.winner() {
            Some(team) => tally.wins[team.index()] += 1,
            None => tally.draws += 1,
        }
        match by_reason.iter_mut().find(|(reasons, _)| *reasons == outcome.reasons()) {
            Some((_, count)) => *count += 1,
            None => by_reason.push((outcome.reasons(), 1)),
        }
    }
    for (reasons, count) in by_reason {
        *tally.reasons.entry(reasons.names(game.reason_names())).or_default() += count;
    }
}

//! Positions for a fit, from games that have been played.
use crate::candidate::Candidates;
use crate::config::Texel;
use crate::texel::Sample;
use hoppity_arena::{PlayedGame, ResultsError, Setting, played_games};
use hoppity_registry::Evaluator;
use hoppity_rules::random::{RngExt, derive, mix, stream};
use rayon::prelude::*;

/// Keeps the draws of positions, and of the games that are held out, apart from all others.
const POSITIONS: u64 = 0x706f_7369;
const HELD_OUT: u64 = 0x6865_6c64;

/// The samples of a fit.
#[derive(Debug)]
pub(crate) struct Data {
    pub(crate) seen: Vec<Sample>,
    pub(crate) held_out: Vec<Sample>,
    pub(crate) games: u64,
    /// What stands in the files: tells whether they are still the same.
    pub(crate) fingerprint: u64,
}

/// Plays the games through again and takes positions from them, behind the opening and before the end: of each game as
/// many as the config says, at random.
pub(crate) fn load(
    texel: &Texel,
    setting: &Setting,
    candidates: &Candidates,
    seed: u64,
) -> Result<Data, ResultsError> {
    let mut games: Vec<PlayedGame> = Vec::new();
    for path in &texel.results {
        games.extend(played_games(path, &**setting.game())?);
    }
    let fingerprint = games.iter().fold(0, |hash, game| {
        let moves = game.moves().iter().fold(mix(hash), |hash, &index| mix(hash ^ index as u64));
        game.ranks().iter().fold(moves, |hash, &rank| mix(hash ^ u64::from(rank)))
    });
    let Some(evaluator) = candidates.evaluator() else {
        return Ok(Data { seen: Vec::new(), held_out: Vec::new(), games: 0, fingerprint });
    };
    // In the order of the games, whatever thread looks at which.
    let samples: Vec<Vec<Sample>> = games
        .par_iter()
        .enumerate()
        .map(|(number, game)| samples(game, number as u64, texel.positions, setting, evaluator, seed))
        .collect();
    let mut data = Data { seen: Vec::new(), held_out: Vec::new(), games: games.len() as u64, fingerprint };
    for (number, samples) in samples.into_iter().enumerate() {
        let drawn = derive(seed, &[HELD_OUT, number as u64]) as f64 / u64::MAX as f64;
        if drawn < texel.held_out { data.held_out.extend(samples) } else { data.seen.extend(samples) }
    }
    Ok(data)
}

fn samples(
    game: &PlayedGame,
    number: u64,
    positions: usize,
    setting: &Setting,
    evaluator: &dyn Evaluator,
    seed: u64,
) -> Vec<Sample> {
    let plies = game.moves().len();
    let mut left = (game.opening_plies()..plies).count();
    let mut wanted = positions.min(left);
    let mut rng = stream(seed, &[POSITIONS, number]);
    let mut line = game.line(&**setting.game());
    let mut samples = Vec::with_capacity(wanted);
    for (ply, &index) in game.moves().iter().enumerate() {
        if ply >= game.opening_plies() {
            // Of those that are left each has the same chance.
            if rng.random_range(0..left) < wanted {
                samples.push(sample(&evaluator.count(&*line), evaluator, game.ranks()));
                wanted -= 1;
            }
            left -= 1;
        }
        if wanted == 0 || !line.push(index) {
            break;
        }
    }
    samples
}

/// Each seat is a team of its own.
fn sample(counts: &[Vec<f64>], evaluator: &dyn Evaluator, ranks: &[u8]) -> Sample {
    let signs = evaluator.features().iter().map(|feature| if feature.is_gain() { 1.0 } else { -1.0 });
    let signs: Vec<f64> = signs.collect();
    let signed = |of_seat: &Vec<f64>| of_seat.iter().zip(&signs).map(|(count, sign)| count * sign).collect();
    let firsts: Vec<f64> = ranks.iter().map(|&rank| f64::from(u8::from(rank == 0))).collect();
    let all: f64 = firsts.iter().sum();
    Sample {
        features: counts.iter().map(signed).collect(),
        payoff: firsts.iter().map(|first| first / all).collect(),
    }
}

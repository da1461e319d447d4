//! Do races finish? Against a man that never leaves its camp, and once the armies have passed each other.
mod passed;
mod squatter;

use hoppity_experiments::Run;
use hoppity_rules::games::halma::Halma;
use hoppity_rules::{Game, Line, Random};

/// Games for each row.
const GAMES: u64 = 200;

fn main() -> anyhow::Result<()> {
    let run = Run::from_args();
    let games = run.size(GAMES / 10, GAMES);
    let boards = [8, 16];
    let against: Vec<_> =
        boards.iter().map(|&board| squatter::play(&run, board, games)).collect::<anyhow::Result<_>>()?;
    run.write("race-endings", "squatter", &against)?;
    let after: Vec<_> =
        boards.iter().map(|&board| passed::play(&run, board, games)).collect::<anyhow::Result<_>>()?;
    run.write("race-endings", "passed", &after)
}

/// So many random plies.
fn opening(game: &Halma, plies: usize, mut rng: Random) -> Line<Halma> {
    let mut line = Line::new(game.clone());
    while line.len() < plies {
        line.push(game.sample(line.state(), &mut rng));
    }
    line
}

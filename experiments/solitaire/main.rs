//! Finds solutions of Halma solitaire, as many as there are seeds for; what it measures is in the README beside it.
use anyhow::ensure;
use hoppity_eval::Knowledge;
use hoppity_experiments::Run;
use hoppity_rules::games::halma_solitaire::HalmaSolitaire;
use hoppity_rules::{Catalogued, Game, Line, Seat, Spec, random};
use hoppity_search::beam::{Beam, Config};
use hoppity_search::{Agent, Control, Limits, WallClock};
use serde::Serialize;
use std::collections::HashSet;

/// A puzzle, and how hard to try: its spec, searches, width of the beam.
const PUZZLES: [(&str, u64, usize); 5] = [
    ("halma-solitaire(board=8)", 4, 1000),
    ("halma-solitaire(board=8,moves=9)", 120, 1000),
    ("halma-solitaire(board=10)", 8, 1000),
    ("halma-solitaire(board=10,moves=14)", 24, 1000),
    ("halma-solitaire(moves=24)", 10, 2000),
];

/// How much chance has a say, in the unit of the evaluation.
const NOISE: u32 = 60;

#[derive(Serialize)]
struct Row {
    puzzle: &'static str,
    moves: usize,
    solution: String,
}

fn main() -> anyhow::Result<()> {
    let run = Run::from_args();
    let mut rows = Vec::new();
    for (puzzle, searches, width) in PUZZLES {
        let game = HalmaSolitaire::from_spec(&puzzle.parse::<Spec>()?)?;
        let searches = run.size(searches, 10 * searches);
        let mut figures = HashSet::new();
        let mut shortest = usize::MAX;
        let found = run.each(searches as usize, |seed| Ok(search(&game, seed as u64, width)))?;
        for solution in found.into_iter().flatten() {
            if figures.insert(figure(&game, &solution)?) {
                shortest = shortest.min(solution.len());
                rows.push(Row { puzzle, moves: solution.len(), solution: solution.join(" ") });
            }
        }
        eprintln!("{puzzle}: {} figures in {searches} searches, shortest {shortest} moves", figures.len());
    }
    run.write("solitaire", "solutions", &rows)
}

fn search(game: &HalmaSolitaire, seed: u64, width: usize) -> Vec<Vec<String>> {
    let mut beam = Beam::new(game.heuristic(), Config { width, noise: NOISE, ..Config::default() });
    beam.start(game, Seat::A, random::stream(seed, &[]));
    let clock = WallClock::new();
    let found = beam.solve(&Line::new(game.clone()), &Limits::NONE, &Control::new(&clock));
    let texts = |moves: &Vec<_>| moves.iter().map(|&m| game.format_move(m)).collect();
    found.solutions.iter().map(texts).collect()
}

/// Plays a solution by the rules, and tells the rows of its last position.
fn figure(game: &HalmaSolitaire, solution: &[String]) -> anyhow::Result<String> {
    let mut line = Line::new(game.clone());
    for text in solution {
        line.push_text(text)?;
    }
    ensure!(line.outcome().is_some_and(|outcome| outcome.winner().is_some()), "no figure: {solution:?}");
    let position = game.format_position(line.state());
    Ok(position.split(' ').next().unwrap_or_default().to_owned())
}

//! How many nodes each kind of pruning leaves of max^n in Chinese Checkers, depth for depth.
use anyhow::{Context, ensure};
use hoppity_experiments::Run;
use hoppity_registry::{Playable, game};
use hoppity_rules::{Seat, random};
use hoppity_search::{Control, Limits, WallClock};
use serde::Serialize;
use std::sync::Arc;

/// Twenty positions for each number of players, one a line.
const POSITIONS: [(usize, &str); 3] = [
    (3, include_str!("positions-3.txt")),
    (4, include_str!("positions-4.txt")),
    (6, include_str!("positions-6.txt")),
];

/// Each adds to the one before.
const PRUNING: [(&str, &str); 5] = [
    ("none", "immediate=false,shallow=false,last_branch=false,speculative=false"),
    ("immediate", "shallow=false,last_branch=false,speculative=false"),
    ("shallow", "last_branch=false,speculative=false"),
    ("last-branch", "speculative=false"),
    ("speculative", ""),
];

#[derive(Serialize)]
struct Row {
    players: usize,
    positions: usize,
    width: u32,
    depth: u32,
    table: bool,
    pruning: &'static str,
    /// Of all iterations, per position.
    nodes: f64,
    /// How many times fewer than without pruning: all positions together, and the least and the greatest of one.
    fewer: f64,
    fewer_least: f64,
    fewer_most: f64,
}

fn main() -> anyhow::Result<()> {
    let run = Run::from_args();
    let mut rows = Vec::new();
    for (players, positions) in POSITIONS {
        let game = game(&format!("chinese-checkers(players={players})").parse()?)?;
        let positions: Vec<&str> = positions.lines().collect();
        let depth = run.size(6, if players == 6 { 7 } else { 8 });
        for table in [false, true] {
            let mut plain: Vec<(f64, f64)> = Vec::new();
            for (pruning, options) in PRUNING {
                let width = 10;
                let mib = if table { 64 } else { 0 };
                let comma = if options.is_empty() { "" } else { "," };
                let spec = format!(
                    "maxn(depth={depth},width={width},table_mib={mib},eval=progress{comma}{options})"
                );
                let mut found = Vec::new();
                for position in &positions {
                    found.push(search(&game, position, &spec).with_context(|| position.to_string())?);
                }
                if plain.is_empty() {
                    plain.clone_from(&found);
                }
                let ratios = || plain.iter().zip(&found).map(|(plain, found)| plain.0 / found.0);
                for (plain, found) in plain.iter().zip(&found) {
                    ensure!(plain.1 == found.1, "{spec}: the value is {} and not {}", found.1, plain.1);
                }
                let sum = |of: &[(f64, f64)]| of.iter().map(|&(nodes, _)| nodes).sum::<f64>();
                let row = Row {
                    players,
                    positions: positions.len(),
                    width,
                    depth,
                    table,
                    pruning,
                    nodes: (sum(&found) / positions.len() as f64).round(),
                    fewer: round(sum(&plain) / sum(&found)),
                    fewer_least: round(ratios().fold(f64::INFINITY, f64::min)),
                    fewer_most: round(ratios().fold(0.0, f64::max)),
                };
                eprintln!(
                    "{players} players, {pruning}, table {table}: {} nodes, {} times fewer",
                    row.nodes, row.fewer
                );
                rows.push(row);
            }
        }
    }
    run.write("speculative-pruning", "results", &rows)
}

/// The nodes of a search and the value it found.
fn search(game: &Arc<dyn Playable>, position: &str, spec: &str) -> anyhow::Result<(f64, f64)> {
    let line = game.line_from(position)?;
    let mut player = game.agent(&spec.parse()?)?;
    player.agent.start(&*line, Seat::A, random::stream(1, &[]))?;
    let clock = WallClock::new();
    let decision = player.agent.choose(&*line, &Limits::NONE, &mut Control::new(&clock))?;
    Ok((decision.nodes as f64, decision.score.context("max^n has a score")?))
}

fn round(figure: f64) -> f64 {
    (figure * 100.0).round() / 100.0
}

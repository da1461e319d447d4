//! What agents spent, from the `timing.csv` of a tournament.
use crate::RunError;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// What an agent spent in all its games.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cost {
    pub(super) turns: u64,
    pub(super) nodes: u64,
    pub(super) sims: u64,
    pub(super) seconds: f64,
    pub(super) cpu_seconds: f64,
}

/// A row of the file: a seat of a game.
#[derive(Deserialize)]
struct Row {
    agent: String,
    turns: u64,
    seconds: f64,
    cpu_seconds: f64,
    nodes: u64,
    sims: u64,
}

/// By agent.
pub(super) fn read(path: &Path) -> Result<BTreeMap<String, Cost>, RunError> {
    let unreadable = |error: csv::Error| RunError::Read { path: path.to_owned(), source: error.into() };
    let mut costs: BTreeMap<String, Cost> = BTreeMap::new();
    for row in csv::Reader::from_path(path).map_err(unreadable)?.deserialize() {
        let Row { agent, turns, seconds, cpu_seconds, nodes, sims } = row.map_err(unreadable)?;
        let cost = costs.entry(agent).or_default();
        cost.turns += turns;
        cost.nodes += nodes;
        cost.sims += sims;
        cost.seconds += seconds;
        cost.cpu_seconds += cpu_seconds;
    }
    Ok(costs)
}

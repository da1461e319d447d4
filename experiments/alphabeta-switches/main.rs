//! What each technique of alpha-beta is worth: nodes at equal depth on ten positions, and Elo at equal nodes.
mod minimal;

use anyhow::{Context, ensure};
use hoppity_experiments::{Contest, Run, Score};
use hoppity_registry::game;
use hoppity_rules::random::stream;
use hoppity_search::{Control, Limits, WallClock};
use serde::Serialize;

const NAME: &str = "alphabeta-switches";
const DEPTH: u32 = 5;

/// Ten middle games of 16x16 Halma, one a line.
const POSITIONS: &str = include_str!("positions.txt");
const GAME: &str = "halma";

/// Alpha-beta and nothing else, moves in random order.
const PLAIN: &str = "iterative=false,pvs=false,table=off,prior=false,killers=false,history=false,\
                     countermoves=false,null_move=false,lmr=false,lmp=false,extensions=false,quiescence=0,shuffle=true";
/// All that does not change the value.
const EXACT: &str = "table=exact,null_move=false,lmr=false,lmp=false,extensions=false,quiescence=0";

/// What is changed in [`EXACT`] to tell the worth of a switch in nodes. All of these have the same values.
const SAME_VALUE: &[(&str, &str)] = &[
    ("all that keep the value", ""),
    ("without iterative", "iterative=false"),
    ("without pvs", "pvs=false"),
    ("without table", "table=off"),
    ("without prior", "prior=false"),
    ("without killers", "killers=false"),
    ("without history", "history=false"),
    ("without countermoves", "countermoves=false"),
    ("with aspiration", "aspiration=0.02"),
    ("with mtdf", "mtdf=true"),
];

/// What is changed in the default, for nodes and for Elo. These have values of their own.
const CHANGED: &[(&str, &str)] = &[
    ("without pvs", "pvs=false"),
    ("with mtdf", "mtdf=true"),
    ("with aspiration", "aspiration=0.02"),
    ("without table", "table=off"),
    ("without prior", "prior=false"),
    ("without killers", "killers=false"),
    ("without history", "history=false"),
    ("without countermoves", "countermoves=false"),
    ("without lmr", "lmr=false"),
    ("without lmp", "lmp=false"),
    ("with futility", "futility=0.1"),
];

/// One kind of search on all positions; a row of `nodes.csv`.
#[derive(Serialize)]
struct Effort {
    search: String,
    depth: u32,
    nodes: u64,
    /// Against plain alpha-beta in random order.
    of_plain: f64,
    /// Against the minimal tree.
    of_minimal: f64,
    /// By position, separated by spaces.
    by_position: String,
    /// The values found.
    values: String,
}

/// One change of the default against the default; a row of `elo.csv`.
#[derive(Serialize)]
struct Worth {
    change: String,
    game: String,
    nodes: u64,
    games: u64,
    distinct: u64,
    /// Of the changed search, with its interval of 95 %.
    elo: f64,
    elo_low: f64,
    elo_high: f64,
}

fn main() -> anyhow::Result<()> {
    let run = Run::from_args();
    run.write(NAME, "nodes", &nodes(&run)?)?;
    run.write(NAME, "elo", &elo(&run)?)
}

fn nodes(run: &Run) -> anyhow::Result<Vec<Effort>> {
    let minimal: u64 = on_all(run, |position| minimal::nodes(GAME, position, DEPTH))?.iter().sum();
    let mut rows: Vec<Effort> = Vec::new();
    let mut searched = |name: &str, options: String, same: bool| -> anyhow::Result<()> {
        let found = on_all(run, |position| search(position, &options))?;
        let nodes: u64 = found.iter().map(|&(nodes, _)| nodes).sum();
        let join = |texts: Vec<String>| texts.join(" ");
        let values = join(found.iter().map(|(_, value)| value.to_string()).collect());
        let plain = rows.first().map_or(nodes, |plain| plain.nodes);
        ensure!(!same || rows.iter().take(1).all(|plain| plain.values == values), "{name} has other values");
        eprintln!("{name}: {nodes} nodes");
        rows.push(Effort {
            search: name.to_owned(),
            depth: DEPTH,
            nodes,
            of_plain: nodes as f64 / plain as f64,
            of_minimal: nodes as f64 / minimal as f64,
            by_position: join(found.iter().map(|(nodes, _)| nodes.to_string()).collect()),
            values,
        });
        Ok(())
    };
    searched("plain, random order", PLAIN.to_owned(), true)?;
    for (name, change) in SAME_VALUE {
        searched(name, changed(EXACT, change), true)?;
    }
    searched("the default", String::new(), false)?;
    for (name, change) in CHANGED {
        searched(&format!("the default {name}"), (*change).to_owned(), false)?;
    }
    Ok(rows)
}

/// The options with one more, which replaces what they say of it.
fn changed(options: &str, change: &str) -> String {
    let key = change.split('=').next().unwrap_or_default();
    let kept = options.split(',').filter(|option| option.split('=').next() != Some(key));
    kept.chain((!change.is_empty()).then_some(change)).collect::<Vec<_>>().join(",")
}

/// The nodes and the value of one search.
fn search(position: &str, options: &str) -> anyhow::Result<(u64, f64)> {
    let game = game(&GAME.parse()?)?;
    let options = if options.is_empty() { String::new() } else { format!(",{options}") };
    let mut agent = game.agent(&format!("alphabeta(depth={DEPTH}{options})").parse()?)?.agent;
    let line = game.line_from(position)?;
    agent.start(&*line, line.to_move(), stream(1, &[]))?;
    let clock = WallClock::new();
    let decision = agent.choose(&*line, &Limits::NONE, &mut Control::new(&clock))?;
    Ok((decision.nodes, decision.score.context("a search has a score")?))
}

/// Does the same for all positions, in their order.
fn on_all<T: Send>(
    run: &Run,
    work: impl Fn(&str) -> anyhow::Result<T> + Send + Sync,
) -> anyhow::Result<Vec<T>> {
    let positions: Vec<&str> = POSITIONS.lines().collect();
    run.each(positions.len(), |i| work(positions[i]))
}

fn elo(run: &Run) -> anyhow::Result<Vec<Worth>> {
    let mut rows = Vec::new();
    let boards = [
        ("halma(board=8,rules=usc561)", run.size(4000, 20_000)),
        ("halma(rules=web)", run.size(2000, 20_000)),
    ];
    for (game, nodes) in boards {
        for (change, options) in CHANGED {
            let contest = Contest {
                game: game.to_owned(),
                agents: vec![
                    format!("alphabeta(nodes={nodes},{options})"),
                    format!("alphabeta(nodes={nodes})"),
                ],
                games: run.size(200, 1000),
                opening_plies: 6,
                max_plies: 1000,
                seed: 1,
            };
            let Score { game, games, distinct, elo, elo_low, elo_high, .. } = contest.duel(run.threads)?;
            rows.push(Worth {
                change: (*change).to_owned(),
                game,
                nodes,
                games,
                distinct,
                elo,
                elo_low,
                elo_high,
            });
        }
    }
    Ok(rows)
}

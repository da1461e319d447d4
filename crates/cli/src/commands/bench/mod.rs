//! `hoppity bench`
use crate::failure::wrong_use;
use crate::out::Out;
use crate::table;
use clap::Args;
use hoppity_registry::{Player, game};
use hoppity_rules::random::{mix, stream};
use hoppity_rules::{AnyLine, Spec};
use hoppity_search::{Action, Clock, Control, Decision, Limits, WallClock};
use serde::Serialize;

/// Search fixed positions of all games: a count that changes only when an agent's behaviour does, and how fast it went
///
/// The count is in the agent's own units, nodes or simulations. The signature is drawn from the moves chosen and all that
/// was counted on the way, so that it changes even where a limit keeps the count as it was.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Only these agents, by name
    #[arg(value_name = "AGENT")]
    only: Vec<String>,
    /// Print JSON: count, seconds, agents (agent, spec, positions, count, signature, seconds, `per_second`)
    #[arg(long)]
    json: bool,
}

/// What searches every position that it plays; one line for each agent.
const AGENTS: &[&str] = &[
    "greedy",
    "alphabeta(depth=5,nodes=4000)",
    "paranoid(depth=4,nodes=4000)",
    "ubfm(nodes=1000)",
    "maxn(depth=3,nodes=2000)",
    "offensive(depth=3,nodes=2000)",
    "mpmix(depth=3,nodes=2000)",
    "brs(depth=3,nodes=2000)",
    "brs+(depth=3,nodes=2000)",
    "mcts(sims=200)",
    "beam(width=50)",
];

/// A game and a position of it a line, with a tab between them: openings, middle games and endings of every game.
const POSITIONS: &str = include_str!("positions.tsv");

#[derive(Serialize)]
struct Document {
    count: u64,
    seconds: f64,
    agents: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    agent: String,
    spec: String,
    positions: u64,
    count: u64,
    signature: String,
    seconds: f64,
    per_second: f64,
}

impl BenchArgs {
    pub(crate) fn run(self, out: &mut Out) -> anyhow::Result<()> {
        let specs: Vec<Spec> = AGENTS.iter().map(|text| Spec::parse(text)).collect::<Result<_, _>>()?;
        if let Some(name) = self.only.iter().find(|name| specs.iter().all(|spec| spec.name != **name)) {
            let names: Vec<&str> = specs.iter().map(|spec| spec.name.as_str()).collect();
            return Err(wrong_use(format!(
                "`{name}` is not among the agents of the bench: {}",
                names.join(", ")
            )));
        }
        let asked = |spec: &&Spec| self.only.is_empty() || self.only.contains(&spec.name);
        let mut rows = Vec::new();
        for spec in specs.iter().filter(asked) {
            rows.push(bench(spec)?);
        }
        let (count, seconds) = rows.iter().fold((0, 0.0), |(n, s), row| (n + row.count, s + row.seconds));
        if self.json {
            return out.json(&Document { count, seconds, agents: rows });
        }
        let mut table = table::table(&["agent", "positions", "count", "signature", "seconds", "per second"]);
        for row in &rows {
            table.add_row([
                row.agent.clone(),
                row.positions.to_string(),
                row.count.to_string(),
                row.signature.clone(),
                format!("{:.3}", row.seconds),
                format!("{:.0}", row.per_second),
            ]);
        }
        table::align_right(&mut table, 1..6);
        out.line(format_args!("{}\n\ncount {count}", table::text(table)))
    }
}

/// One agent in every position it plays; those it refuses, as for their number of seats, are left out.
fn bench(spec: &Spec) -> anyhow::Result<Row> {
    let clock = WallClock::new();
    let (mut positions, mut count, mut signature, mut seconds) = (0, 0, 0, 0.0);
    for row in POSITIONS.lines() {
        let (game_spec, position) = row.split_once('\t').unwrap_or((row, ""));
        let game = game(&Spec::parse(game_spec)?)?;
        let Ok(Player { mut agent, .. }) = game.agent(spec) else { continue };
        let line: Box<dyn AnyLine> = game.line_from(position)?;
        agent.start(&*line, line.to_move(), stream(1, &[positions]))?;
        // Setting up, as making room for a table, is no part of the search.
        let begun = clock.now();
        let decision = agent.choose(&*line, &Limits::NONE, &mut Control::new(&clock))?;
        seconds += clock.now().saturating_sub(begun).as_secs_f64();
        positions += 1;
        count += decision.nodes + decision.sims;
        signature = sign(signature, &decision);
    }
    Ok(Row {
        agent: spec.name.clone(),
        spec: spec.to_string(),
        positions,
        count,
        signature: format!("{:08x}", signature >> 32),
        seconds,
        per_second: if seconds > 0.0 { (count as f64 / seconds).round() } else { 0.0 },
    })
}

/// Mixes a decision into a signature: all of it that is whole numbers.
fn sign(signature: u64, decision: &Decision<usize>) -> u64 {
    let action = match decision.action {
        Action::Play(index) => index as u64,
        Action::Resign => u64::MAX,
    };
    let counts = [action, decision.nodes, decision.sims, u64::from(decision.depth)];
    let pv = decision.pv.iter().map(|&index| index as u64);
    let visits = decision.root.iter().map(|root| root.visits);
    counts.into_iter().chain(pv).chain(visits).fold(signature, |signature, n| mix(signature ^ mix(n)))
}

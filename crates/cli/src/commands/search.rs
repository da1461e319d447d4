//! `hoppity search`
use crate::documents::outcome_words;
use crate::failure::wrong_use;
use crate::input::{PositionArgs, Setup, parse_agent};
use crate::out::Out;
use crate::table;
use clap::Args;
use hoppity_protocol::{Analysis, Analyst, RootMove, agents};
use hoppity_registry::Term;
use hoppity_rules::{Seat, random};
use hoppity_search::{Control, Decision, LimitKind, Limits, WallClock};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// Let an agent think about a position
#[derive(Args, Debug)]
pub(crate) struct SearchArgs {
    /// The game, such as `halma(board=8)`
    game: String,
    /// The agent, such as `greedy`; its limits are among its options
    agent: String,
    #[command(flatten)]
    position: PositionArgs,
    /// Print what it has found so far while it thinks; with --json one document a line
    #[arg(long)]
    watch: bool,
    /// Decides what the agent draws at random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print JSON: move, values, score, pv, nodes, sims, depth, seconds, proved, root, terms, weights
    #[arg(long)]
    json: bool,
}

/// The analysis, and what the agent's evaluation counts in the position.
#[derive(Serialize)]
struct Document {
    #[serde(flatten)]
    analysis: Analysis,
    /// By seat and feature, unweighted.
    terms: BTreeMap<String, BTreeMap<&'static str, f64>>,
    /// By feature.
    weights: BTreeMap<&'static str, f64>,
}

impl SearchArgs {
    pub(crate) fn run(self, out: &mut Out) -> anyhow::Result<()> {
        let setup = self.position.setup(&self.game)?;
        let mut player = parse_agent(&setup.game, &self.agent, self.seed)?;
        let line = &*setup.line;
        if let Some(outcome) = line.outcome() {
            let result = outcome_words(&*setup.game, &outcome);
            return Err(wrong_use(format!("the game is over, {result}: there is no move to search for")));
        }
        let limit = player.limits.kind();
        let agent = player.spec.to_string();
        // Other programs keep what they count to themselves.
        let terms = if agents::is_external(&player.spec) {
            Vec::new()
        } else {
            setup.game.terms(&player.spec, line)?
        };
        let teller = Teller { args: &self, setup: &setup, agent, limit, terms };
        player.agent.start(line, line.to_move(), random::stream(self.seed, &[]))?;

        let (clock, stop) = (WallClock::new(), AtomicBool::new(false));
        let mut lost = None;
        let mut tell = |snapshot: &Decision<usize>| {
            if lost.is_none()
                && let Err(failure) = teller.snapshot(snapshot, out)
            {
                // Nobody is watching any more.
                stop.store(true, Ordering::Relaxed);
                lost = Some(failure);
            }
        };
        let mut control = Control::new(&clock).with_stop(&stop);
        if self.watch {
            control = control.with_sink(&mut tell);
        }
        let decision = player.agent.choose(line, &Limits::default(), &mut control)?;
        if let Some(failure) = lost {
            return Err(failure);
        }
        teller.decision(&decision, out)
    }
}

/// Puts decisions into words or JSON.
struct Teller<'a> {
    args: &'a SearchArgs,
    setup: &'a Setup,
    agent: String,
    limit: LimitKind,
    terms: Vec<Term>,
}

impl Teller<'_> {
    fn snapshot(&self, snapshot: &Decision<usize>, out: &mut Out) -> anyhow::Result<()> {
        let document = self.document(snapshot, false);
        if self.args.json {
            return out.json_line(&document);
        }
        let d = &document.analysis;
        let value = snapshot.values.get(self.setup.line.to_move().index());
        let value = value.map_or(String::new(), |v| format!("  value {v:.4}"));
        out.line(format_args!(
            "depth {:>3}  {:>12} {}  {:>9.3} s{value}{}  {}",
            d.depth,
            d.nodes.max(d.sims),
            if d.sims > 0 { "sims" } else { "nodes" },
            d.seconds,
            d.score.map_or(String::new(), |score| format!("  score {score}")),
            d.pv.join(" "),
        ))?;
        out.flush()
    }

    fn decision(&self, decision: &Decision<usize>, out: &mut Out) -> anyhow::Result<()> {
        let document = self.document(decision, true);
        match (self.args.json, self.args.watch) {
            (true, true) => out.json_line(&document),
            (true, false) => out.json(&document),
            (false, _) => self.in_words(&document.analysis, out),
        }
    }

    fn document(&self, decision: &Decision<usize>, done: bool) -> Document {
        let Setup { game, line, .. } = self.setup;
        let analyst = Analyst { game: &**game, agent: &self.agent, seed: self.args.seed, limit: self.limit };
        let of_seat = |seat: Seat| {
            let by_name = self.terms.iter().map(|term| (term.name, term.by_seat[seat.index()]));
            (seat.to_string(), by_name.collect::<BTreeMap<_, _>>())
        };
        let seats = Seat::all(if self.terms.is_empty() { 0 } else { game.seats() });
        Document {
            analysis: analyst.analysis(&**line, decision, done),
            terms: seats.map(of_seat).collect(),
            weights: self.terms.iter().map(|term| (term.name, term.weight)).collect(),
        }
    }

    fn in_words(&self, d: &Analysis, out: &mut Out) -> anyhow::Result<()> {
        let game = &self.setup.game;
        out.line(format_args!("move      {}", d.r#move))?;
        if !d.values.is_empty() {
            let value = |(seat, value): (Seat, &f64)| format!("{seat} {value:.4}");
            let values: Vec<String> = Seat::all(game.seats()).zip(&d.values).map(value).collect();
            out.line(format_args!("values    {}", values.join("  ")))?;
        }
        if let Some(score) = d.score {
            out.line(format_args!("score     {score}"))?;
        }
        if let Some(winner) = &d.proved {
            let result = if winner == "draw" { "a draw".to_owned() } else { format!("won by {winner}") };
            out.line(format_args!("proved    {result}"))?;
        }
        out.line(format_args!("pv        {}", d.pv.join(" ")))?;
        out.line(format_args!("depth     {}", d.depth))?;
        for (what, count) in [("nodes", d.nodes), ("sims", d.sims)] {
            if count > 0 {
                let rate = count as f64 / d.seconds.max(1e-9);
                out.line(format_args!("{what:<9} {count} ({rate:.0} a second)"))?;
            }
        }
        out.line(format_args!("seconds   {:.3}", d.seconds))?;
        out.line(format_args!("limit     {}", d.limit))?;
        let tried: Vec<&RootMove> = d.root.iter().filter(|r| r.visits > 0 || r.value.is_some()).collect();
        if tried.is_empty() {
            return Ok(());
        }
        out.line(format_args!("\n{}", best_moves(tried, &d.r#move)))
    }
}

/// The chosen move, and then those that were tried most; among equals those of the highest value.
fn best_moves(mut best: Vec<&RootMove>, chosen: &str) -> String {
    const SHOWN: usize = 10;
    let value = |r: &RootMove| r.value.unwrap_or(f64::NEG_INFINITY);
    // A proof may choose a move that was not tried most.
    let is_chosen = |r: &RootMove| r.r#move == chosen;
    let by_visits =
        |a: &&RootMove, b: &&RootMove| b.visits.cmp(&a.visits).then(value(b).total_cmp(&value(a)));
    best.sort_by(|a, b| is_chosen(b).cmp(&is_chosen(a)).then_with(|| by_visits(a, b)));
    // Columns that no move has anything in are left out.
    let figure = |x: Option<f64>| x.map_or("-".to_owned(), |x| format!("{x:.4}"));
    let has = |column: fn(&RootMove) -> bool| best.iter().any(|r| column(r));
    let (rave, prior) = (has(|r| r.rave.is_some()), has(|r| r.prior.is_some()));
    let proved = has(|r| r.proved.is_some());
    let optional = [("rave", rave), ("prior", prior), ("proved", proved)];
    let shown = optional.into_iter().filter(|&(_, shown)| shown).map(|(name, _)| name);
    let header: Vec<&str> = ["move", "visits", "value"].into_iter().chain(shown).collect();
    let mut table = table::table(&header);
    for r in best.iter().take(SHOWN) {
        // Not every search counts visits.
        let visits = if r.visits == 0 { "-".to_owned() } else { r.visits.to_string() };
        let mut row = vec![r.r#move.clone(), visits, figure(r.value)];
        row.extend(rave.then(|| figure(r.rave)));
        row.extend(prior.then(|| figure(r.prior)));
        row.extend(proved.then(|| r.proved.clone().unwrap_or_else(|| "-".to_owned())));
        table.add_row(row);
    }
    table::align_right(&mut table, 1..header.len());
    let more = best.len().saturating_sub(SHOWN);
    let rest = if more > 0 { format!("\n… and {more} more") } else { String::new() };
    table::text(table) + &rest
}

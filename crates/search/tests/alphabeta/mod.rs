//! Alpha-beta, and paranoid search on the same core.
use hoppity_rules::games::mnk::Mnk;
use hoppity_rules::{Catalogued, Game, Line, Seat, Spec, random};
use hoppity_search::alphabeta::{AlphaBeta, Config, Switches, TableUse};
use hoppity_search::{Agent, Control, Decision, Heuristic, Limits, Policy, WallClock};

mod equal;
mod paths;
mod pruning;
mod solved;
#[cfg(feature = "threads")]
mod threads;

fn game<G: Catalogued>(spec: &str) -> G {
    Spec::parse(spec).and_then(|spec| G::from_spec(&spec)).expect("a game of the tests")
}

fn mnk(m: i64, n: i64, k: i64) -> Mnk {
    game(&format!("mnk(m={m},n={n},k={k})"))
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::NONE }
}

/// Everything but what changes the value that is found.
const EXACT: Switches = Switches {
    iterative: true,
    pvs: true,
    table: TableUse::Exact,
    prior: true,
    killers: true,
    history: true,
    countermoves: true,
    ..Switches::PLAIN
};

fn exact(limits: Limits) -> Config {
    Config { limits, table_mib: 1, switches: EXACT, threads: 1 }
}

/// What an agent decides that knows nothing of the line yet.
fn decide<G: Game>(
    heuristic: impl Heuristic<G>,
    policy: impl Policy<G>,
    line: &Line<G>,
    config: Config,
) -> Decision<G::Move> {
    let mut agent = AlphaBeta::new(heuristic, policy, config);
    agent.start(line.game(), Seat::A, random::stream(1, &[]));
    let clock = WallClock::new();
    agent.choose(line, &Limits::default(), &mut Control::new(&clock)).expect("a decision")
}

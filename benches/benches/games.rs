//! Which search, on this machine: every game in some sizes, in a position from its middle.
//!
//! | group | question |
//! |---|---|
//! | `turns` | moves listed a second |
//! | `playouts` | plies a second of uniformly random games |
//! | `nodes` | nodes a second of each search that counts them |
//! | `sims` | simulations a second of MCTS |
//! | `depth` | the time of alpha-beta and paranoid search to a depth |
//!
//! All go through the erased layer, as tournaments do. `cargo bench -p hoppity-benches --bench games -- nodes` runs one
//! group, `-- 'nodes/mcts|halma'` what a pattern matches.
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hoppity_registry::{Playable, Player, game};
use hoppity_rules::playouts::Tally;
use hoppity_rules::random::stream;
use hoppity_rules::{AnyLine, Spec};
use hoppity_search::{Clock, Control, Decision, Limits, WallClock};
use std::sync::Arc;
use std::time::Duration;

/// A game, and how many random plies lead to the position.
const GAMES: [(&str, u32); 12] = [
    ("halma(board=8)", 20),
    ("halma(board=10)", 24),
    ("halma", 40),
    ("halma(players=3)", 45),
    ("halma(players=4)", 48),
    ("chinese-checkers(players=2)", 20),
    ("chinese-checkers(players=6)", 48),
    ("havannah(size=5)", 12),
    ("havannah(size=8)", 24),
    ("havannah(size=10)", 30),
    ("hex", 24),
    ("mnk(m=15,n=15,k=5)", 16),
];

/// Searches that count nodes, all with the same number of them.
const SEARCHES: [&str; 7] = ["greedy", "alphabeta", "paranoid", "ubfm", "maxn", "brs", "brs+"];
const NODES: u64 = 5000;
const SIMS: u64 = 200;
/// Where alpha-beta gets in some milliseconds.
const DEPTH: i64 = 3;
/// Where random games are broken off.
const MOST_PLIES: u32 = 300;

fn spec(text: &str) -> Spec {
    text.parse().expect("a spec of the bench")
}

/// The game and a line in its middle.
fn middle((text, plies): (&str, u32)) -> (Arc<dyn Playable>, Box<dyn AnyLine>) {
    let game = game(&spec(text)).expect("a game of the bench");
    let mut line = game.line();
    let mut rng = stream(7, &[]);
    for _ in 0..plies {
        assert!(line.push_random(&mut rng) && line.outcome().is_none(), "{text} is over");
    }
    (game, line)
}

fn turns(c: &mut Criterion) {
    let mut group = c.benchmark_group("turns");
    for at in GAMES {
        let (_, line) = middle(at);
        group.throughput(Throughput::Elements(line.legal().len() as u64));
        group.bench_function(at.0, |b| b.iter(|| line.legal().len()));
    }
    group.finish();
}

fn playouts(c: &mut Criterion) {
    const GAMES_EACH: u64 = 20;
    let mut group = c.benchmark_group("playouts");
    group.sample_size(20);
    for at in GAMES {
        let (_, line) = middle(at);
        let play = || {
            let mut tally = Tally::default();
            line.playouts(GAMES_EACH, MOST_PLIES, &mut stream(3, &[]), &mut tally);
            tally.plies
        };
        group.throughput(Throughput::Elements(play()));
        group.bench_function(at.0, |b| b.iter(play));
    }
    group.finish();
}

/// A decision of an agent that starts anew, and how long it took, without the start.
fn decide(player: &mut Player, line: &dyn AnyLine) -> (Decision<usize>, Duration) {
    player.agent.start(line, line.to_move(), stream(1, &[])).expect("it starts");
    let clock = WallClock::new();
    let begun = clock.now();
    let decision = player.agent.choose(line, &Limits::NONE, &mut Control::new(&clock)).expect("a decision");
    (decision, clock.now().saturating_sub(begun))
}

/// Lets an agent search the middle of every game that it plays; `count` says what is counted.
fn searches(c: &mut Criterion, name: &str, agent: &Spec, count: fn(&Decision<usize>) -> u64) {
    let mut group = c.benchmark_group(name);
    group.sample_size(10).measurement_time(Duration::from_secs(2));
    for at in GAMES {
        let (game, line) = middle(at);
        // Some play only games of two.
        let Ok(mut player) = game.agent(agent) else { continue };
        let (decision, _) = decide(&mut player, &*line);
        group.throughput(Throughput::Elements(count(&decision)));
        group.bench_function(BenchmarkId::new(&agent.name, at.0), |b| {
            b.iter_custom(|times| (0..times).map(|_| decide(&mut player, &*line).1).sum());
        });
    }
    group.finish();
}

fn nodes(c: &mut Criterion) {
    for name in SEARCHES {
        let agent =
            if name == "greedy" { Spec::new(name) } else { Spec::new(name).with("nodes", NODES as i64) };
        searches(c, "nodes", &agent, |decision| decision.nodes);
    }
}

fn sims(c: &mut Criterion) {
    searches(c, "sims", &Spec::new("mcts").with("sims", SIMS as i64), |decision| decision.sims);
}

fn depth(c: &mut Criterion) {
    for name in ["alphabeta", "paranoid"] {
        searches(c, "depth", &Spec::new(name).with("depth", DEPTH), |decision| decision.nodes);
    }
}

criterion_group!(benches, turns, playouts, nodes, sims, depth);
criterion_main!(benches);

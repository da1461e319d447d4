//! Halma: finding, listing and counting turns, making them, counting sequences; each beside the plain twin of the tests,
//! which has a board of bytes and goes from man to man and from hop to hop.
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hoppity_rules::games::halma::{Halma, Move, State};
use hoppity_rules::perft::perft;
use hoppity_rules::random::stream;
use hoppity_rules::{Catalogued, Game, Spec};
use mailbox::{Mailbox, Rules, Turn};
use std::hint::black_box;

#[expect(dead_code, reason = "the tests look at more of it")]
#[path = "../../crates/rules/tests/halma/mailbox.rs"]
mod mailbox;

/// Positions of 19 men a side on 16x16 by the phase of the game.
const PHASES: [(&str, &str); 4] = [
    ("start", "AAAAA11/AAAAA11/AAAA12/AAA13/AA14/16/16/16/16/16/16/14BB/13BBB/12BBBB/11BBBBB/11BBBBB A 1"),
    (
        "early",
        "AAA13/AAAAA11/A2AAA10/1AAA12/1AAA12/16/16/16/2A13/16/15B/13BB1/11B1BBB/10BBB2B/10B1BB1B/10B1B1BB A 21",
    ),
    (
        "middle",
        "A1A13/2A1AAA9/1A3A1A8/1AAAAAA9/3AA11/2A13/16/16/2A10B2/13B1B/14BB/12BB2/11B2BB/10BBB3/10BB1BB1/10B1B3 A 41",
    ),
    (
        "race",
        "BBBBB11/B1B1B11/BBB13/BB3B10/BB4B9/16/7B8/16/16/9AB5/11A4/14AA/12AAAA/12A1AA/13AAA/11AAAAA A 101",
    ),
];

/// Rule sets that differ in what they ask of the generator, looked at in the middle of the game.
const RULES: [&str; 3] = ["halma(enter_home=end)", "halma(leave_goal=hop)", "halma(rules=usc561)"];

fn game(spec: &str) -> Halma {
    Spec::parse(spec).and_then(|spec| Halma::from_spec(&spec)).expect("a spec of the bench")
}

fn set_up(spec: &str, position: &str) -> (Halma, State, Mailbox) {
    let game = game(spec);
    let state = game.parse_position(position).expect("a position of the bench");
    let mut twin = Mailbox::new(Rules::parse(spec));
    twin.set_state(&game, &state);
    (game, state, twin)
}

fn turns(c: &mut Criterion) {
    let mut group = c.benchmark_group("halma_turns");
    let phases = PHASES.map(|(name, position)| (name, "halma", position));
    let rules = RULES.map(|spec| (spec, spec, PHASES[2].1));
    for (name, spec, position) in phases.into_iter().chain(rules) {
        let (game, s, mut twin) = set_up(spec, position);
        group.throughput(Throughput::Elements(game.count_moves(&s)));
        let (mut moves, mut turns) = (Vec::with_capacity(512), Vec::with_capacity(512));
        group.bench_function(BenchmarkId::new("list", name), |b| {
            b.iter(|| {
                moves.clear();
                game.moves(black_box(&s), &mut moves);
                moves.len()
            });
        });
        group.bench_function(BenchmarkId::new("count", name), |b| b.iter(|| game.count_moves(black_box(&s))));
        let mut rng = stream(1, &[]);
        group.bench_function(BenchmarkId::new("sample", name), |b| {
            b.iter(|| game.sample(black_box(&s), &mut rng));
        });
        group.bench_function(BenchmarkId::new("mailbox", name), |b| {
            b.iter(|| {
                black_box(&mut twin).turns(&mut turns);
                turns.len()
            });
        });
    }
    group.finish();
}

fn making(c: &mut Criterion) {
    let mut group = c.benchmark_group("halma_apply_undo");
    for (name, position) in PHASES {
        let (game, mut s, _) = set_up("halma", position);
        let mut moves = Vec::new();
        game.moves(&s, &mut moves);
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut keys = 0;
                for &m in &moves {
                    let undo = game.apply(&mut s, m);
                    keys ^= game.key(&s);
                    game.undo(&mut s, m, undo);
                }
                keys
            });
        });
    }
    group.finish();
}

/// As `perft`, but every ply is made on the board, the last one too.
fn made(game: &Halma, s: &mut State, buffers: &mut [Vec<Move>]) -> u64 {
    let Some((moves, deeper)) = buffers.split_first_mut() else { return 1 };
    if game.outcome(s).is_some() {
        return 0;
    }
    moves.clear();
    game.moves(s, moves);
    let mut count = 0;
    for &m in moves.iter() {
        let undo = game.apply(s, m);
        count += made(game, s, deeper);
        game.undo(s, m, undo);
    }
    count
}

/// The same by the twin.
fn made_by_twin(twin: &mut Mailbox, buffers: &mut [Vec<Turn>]) -> u64 {
    let Some((turns, deeper)) = buffers.split_first_mut() else { return 1 };
    if twin.end.is_some() {
        return 0;
    }
    twin.turns(turns);
    let mut count = 0;
    for &turn in turns.iter() {
        let before = twin.play(turn);
        count += made_by_twin(twin, deeper);
        twin.take_back(turn, before);
    }
    count
}

fn sequences(c: &mut Criterion) {
    let mut group = c.benchmark_group("halma_perft");
    group.sample_size(10);
    for (name, position) in PHASES {
        let depth = if name == "middle" { 2 } else { 3 };
        let (game, mut s, mut twin) = set_up("halma", position);
        group.throughput(Throughput::Elements(perft(&game, &mut s, depth)));
        group.bench_function(BenchmarkId::new("bulk", name), |b| b.iter(|| perft(&game, &mut s, depth)));
        let mut buffers = vec![Vec::new(); depth as usize];
        group
            .bench_function(BenchmarkId::new("made", name), |b| b.iter(|| made(&game, &mut s, &mut buffers)));
        let mut buffers = vec![Vec::new(); depth as usize];
        group.bench_function(BenchmarkId::new("mailbox bulk", name), |b| {
            b.iter(|| mailbox::perft(&mut twin, &mut buffers));
        });
        group.bench_function(BenchmarkId::new("mailbox made", name), |b| {
            b.iter(|| made_by_twin(&mut twin, &mut buffers));
        });
    }
    group.finish();
}

criterion_group!(benches, turns, making, sequences);
criterion_main!(benches);

//! Alpha-beta on 16x16 Halma with the progress evaluation, in nodes a second, beside a plain twin: alpha-beta of twenty
//! lines on the same rules that lists moves into a new vector at every node and adds up all distances anew at every leaf.
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hoppity_eval::Knowledge;
use hoppity_rules::games::halma::{Halma, State};
use hoppity_rules::{Catalogued, Game, Line, Seat, Spec, random};
use hoppity_search::alphabeta::{AlphaBeta, Config, Switches, TableUse};
use hoppity_search::{Agent, Control, Decision, Heuristic, Limits, WallClock, margin};

/// Middle games.
const POSITIONS: [(&str, &str); 2] = [
    (
        "early",
        "AAA13/AAAAA11/A2AAA10/1AAA12/1AAA12/16/16/16/2A13/16/15B/13BB1/11B1BBB/10BBB2B/10B1BB1B/10B1B1BB A 21",
    ),
    (
        "middle",
        "A1A13/2A1AAA9/1A3A1A8/1AAAAAA9/3AA11/2A13/16/16/2A10B2/13B1B/14BB/12BB2/11B2BB/10BBB3/10BB1BB1/10B1B3 A 41",
    ),
];

/// All that keeps the value of minimax.
const EXACT: Switches = Switches {
    table: TableUse::Exact,
    null_move: false,
    lmr: false,
    lmp: false,
    extensions: false,
    quiescence: 0,
    ..Switches::DEFAULT
};

fn progress(game: &Halma) -> <Halma as Knowledge>::Heuristic {
    game.weighted(&Halma::FEATURES.evaluation("progress").expect("it has this name"))
}

fn search(line: &Line<Halma>, depth: u32, switches: Switches) -> Decision<<Halma as Game>::Move> {
    let limits = Limits { depth: Some(depth), ..Limits::NONE };
    let game = line.game();
    let config = Config { limits, switches, ..Config::default() };
    let mut agent = AlphaBeta::new(progress(game), game.policy(), config);
    agent.start(game, Seat::A, random::stream(1, &[]));
    let clock = WallClock::new();
    agent.choose(line, &Limits::NONE, &mut Control::new(&clock)).expect("a decision")
}

/// The value for the seat to move, and how many moves were made to find it.
fn plain<H: Heuristic<Halma>>(
    (game, heuristic): (&Halma, &H),
    s: &mut State,
    depth: u32,
    mut alpha: i32,
    beta: i32,
    nodes: &mut u64,
) -> i32 {
    let seat = game.to_move(s);
    if let Some(outcome) = game.outcome(s) {
        return if outcome.winner() == Some(game.team(seat)) { 1 << 29 } else { -1 << 29 };
    }
    if depth == 0 {
        return margin(game, &heuristic.values(game, s, &heuristic.start(game, s)), seat);
    }
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    for m in moves {
        *nodes += 1;
        let undo = game.apply(s, m);
        let value = -plain((game, heuristic), s, depth - 1, -beta, -alpha, nodes);
        game.undo(s, m, undo);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    alpha
}

fn speed(c: &mut Criterion) {
    let mut group = c.benchmark_group("alphabeta_halma16");
    group.sample_size(10);
    let game = Halma::from_spec(&Spec::new("halma")).expect("a game");
    for (name, position) in POSITIONS {
        let line = Line::from_position(game.clone(), position).expect("a position of the bench");
        for (what, switches, depth) in [("exact", EXACT, 5), ("default", Switches::DEFAULT, 9)] {
            group.throughput(Throughput::Elements(search(&line, depth, switches).nodes));
            group.bench_function(BenchmarkId::new(what, name), |b| {
                b.iter(|| search(&line, depth, switches).nodes);
            });
        }
        let heuristic = progress(&game);
        let mut state = *line.state();
        let mut run = || {
            let mut nodes = 0;
            plain((&game, &heuristic), &mut state, 3, -i32::MAX, i32::MAX, &mut nodes);
            nodes
        };
        group.throughput(Throughput::Elements(run()));
        group.bench_function(BenchmarkId::new("plain twin", name), |b| b.iter(&mut run));
    }
    group.finish();
}

criterion_group!(benches, speed);
criterion_main!(benches);

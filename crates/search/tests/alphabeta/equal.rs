//! Switches that must not change the result: every combination has the value of plain minimax, and one of its best moves.
use super::{EXACT, decide, depth, game, mnk};
use crate::minimax::{Noise, NoisyOrder, minimax};
use hoppity_rules::dummy::{DummyGame, Shape};
use hoppity_rules::games::chinese_checkers::ChineseCheckers;
use hoppity_rules::games::halma::Halma;
use hoppity_rules::games::havannah::Havannah8;
use hoppity_rules::games::hex::Hex;
use hoppity_rules::games::mnk::Mnk;
use hoppity_rules::random::{Random, RngExt, stream};
use hoppity_rules::{Game, Line};
use hoppity_search::Action;
use hoppity_search::alphabeta::{Config, Switches, TableUse};

const COMBINATIONS: u32 = 1 << 10;

/// The combination with this number.
fn combination(number: u32) -> Switches {
    let on = |bit: u32| number >> bit & 1 == 1;
    Switches {
        iterative: on(0),
        pvs: on(1),
        mtdf: on(2),
        aspiration: if on(3) { 0.02 } else { 0.0 },
        table: if on(4) { TableUse::Exact } else { TableUse::Off },
        killers: on(5),
        history: on(6),
        countermoves: on(7),
        prior: on(8),
        shuffle: on(9),
        ..Switches::PLAIN
    }
}

/// What is looked at: positions of random games, each by some combinations, the first by all.
struct Plan {
    games: u64,
    depth: u32,
    /// Combinations tried in each position.
    some: u32,
    /// Whether the first position of the first game is searched by all of them.
    all: bool,
}

fn equals_minimax<G: Game>(game: &G, plan: &Plan) {
    let mut all = plan.all;
    for number in 0..plan.games {
        let mut rng = stream(number, &[77]);
        let mut line = Line::new(game.clone());
        // Positions at equal distances of a game, not all of them: long games are no better witnesses.
        let mut plies = 0;
        while line.outcome().is_none() && plies < 40 {
            let numbers: Vec<u32> = if std::mem::take(&mut all) {
                (0..COMBINATIONS).collect()
            } else {
                (0..plan.some).map(|_| rng.random_range(0..COMBINATIONS)).collect()
            };
            position_equals_minimax(&line, plan.depth, &numbers);
            for _ in 0..rng.random_range(1..=3) {
                if line.outcome().is_none() {
                    let m = game.sample(line.state(), &mut rng);
                    line.push(m);
                }
                plies += 1;
            }
        }
    }
}

fn position_equals_minimax<G: Game>(line: &Line<G>, most: u32, numbers: &[u32]) {
    let game = line.game();
    for d in 1..=most {
        let (value, best) = minimax(&mut line.clone(), d);
        // Shallow searches go wrong in fewer ways.
        let step = if d == most { 1 } else { 8 };
        for &number in numbers.iter().step_by(step) {
            let switches = combination(number);
            let table_mib = (number % 3) as usize;
            let config = Config { limits: depth(d), table_mib, switches, threads: 1 };
            let decision = decide(Noise, NoisyOrder, line, config);
            let place = || {
                let position = game.format_position(line.state());
                format!("{} depth {d} at {position}, {table_mib} MiB, {switches:?}", game.spec())
            };
            assert_eq!(decision.score, Some(f64::from(value)), "{}", place());
            let Action::Play(m) = decision.action else { panic!("resigned: {}", place()) };
            assert!(best.contains(&m), "{} is not among the best: {}", game.format_move(m), place());
            assert_eq!(decision.pv.first(), Some(&m), "{}", place());
        }
    }
}

#[test]
fn rows_of_stones() {
    equals_minimax(&mnk(3, 3, 3), &Plan { games: 4, depth: 6, some: 24, all: true });
    equals_minimax(&mnk(4, 3, 3), &Plan { games: 2, depth: 4, some: 24, all: false });
    equals_minimax(
        &game::<Mnk>("mnk(m=3,n=3,k=3,players=3)"),
        &Plan { games: 4, depth: 5, some: 24, all: true },
    );
}

#[test]
fn races() {
    let plan = Plan { games: 2, depth: 4, some: 16, all: false };
    for spec in ["halma(board=4,camp=[2,1])", "halma(board=5,camp=[1],leave_goal=free)"] {
        equals_minimax(&game::<Halma>(spec), &plan);
    }
    for spec in ["chinese-checkers(rhombus=3,men=1)", "chinese-checkers(rhombus=4,men=3,rules=sturtevant)"] {
        equals_minimax(&game::<ChineseCheckers>(spec), &plan);
    }
    equals_minimax(
        &game::<Halma>("halma(board=5,camp=[2,1])"),
        &Plan { games: 1, depth: 3, all: true, ..plan },
    );
}

#[test]
fn races_of_more_than_two() {
    let plan = Plan { games: 1, depth: 4, some: 12, all: false };
    for spec in [
        "halma(board=5,camp=[1],players=3)",
        "halma(board=5,camp=[1],players=4,finish=all)",
        "halma(board=5,camp=[1],players=4,teams=diagonal)",
        "halma(board=5,camp=[1],players=4,teams=adjacent)",
    ] {
        equals_minimax(&game::<Halma>(spec), &plan);
    }
}

#[test]
fn connections() {
    let plan = Plan { games: 2, depth: 4, some: 24, all: false };
    equals_minimax(&game::<Hex>("hex(size=3)"), &Plan { all: true, ..plan });
    equals_minimax(&game::<Hex>("hex(size=3,swap=true)"), &plan);
    equals_minimax(&game::<Hex>("hex(size=4)"), &Plan { depth: 3, ..plan });
    equals_minimax(&game::<Havannah8>("havannah(size=2)"), &plan);
    equals_minimax(&game::<Havannah8>("havannah(size=3)"), &Plan { depth: 3, ..plan });
}

/// Partners, coalitions, seats that move twice in a row, transpositions and cycles: signs go by side, never by parity.
#[test]
fn trees() {
    let tables: [(usize, &[usize]); 9] = [
        (2, &[0, 1]),
        (3, &[0, 1, 0]),
        (4, &[0, 1, 1, 0]),
        (4, &[0, 1, 0, 1]),
        (3, &[0, 1, 2]),
        (4, &[0, 1, 2, 3]),
        (4, &[0, 1, 2, 1]),
        (6, &[0, 1, 2, 3, 4, 5]),
        (6, &[0, 1, 2, 0, 1, 2]),
    ];
    for (seats, teams) in tables {
        for back in [0.0, 0.1] {
            let shape = Shape {
                teams: teams.to_vec(),
                out_of_turn: 0.3,
                shared: 0.25,
                back,
                branching: 1..=4,
                ..Shape::plain(seats, 6)
            };
            for seed in 0..12 {
                let tree = DummyGame::random(&shape, &mut stream(seed, &[seats as u64, 3]));
                equals_minimax(&tree, &Plan { games: 1, depth: 7, some: 32, all: seed == 0 });
            }
        }
    }
}

/// One seat alone against nobody.
#[test]
fn puzzles() {
    for seed in 0..10 {
        let shape = Shape { shared: 0.25, ..Shape::plain(1, 6) };
        let tree = DummyGame::random(&shape, &mut stream(seed, &[1]));
        equals_minimax(&tree, &Plan { games: 1, depth: 7, some: 32, all: false });
    }
}

/// Two agents in one: what the table holds for one root's team is no value for another's.
#[test]
fn one_agent_may_be_asked_for_every_seat() {
    use hoppity_search::{Agent, Control, Limits, WallClock, alphabeta::AlphaBeta};
    let mut rng: Random = stream(5, &[]);
    for seed in 0..20 {
        let shape = Shape { shared: 0.3, branching: 2..=3, ..Shape::plain(3, 7) };
        let tree = DummyGame::random(&shape, &mut stream(seed, &[8]));
        let config = Config { limits: depth(5), switches: EXACT, ..Config::default() };
        let mut agent = AlphaBeta::new(Noise, NoisyOrder, config);
        let mut line = Line::new(tree);
        while line.outcome().is_none() {
            let clock = WallClock::new();
            let decision = agent.choose(&line, &Limits::NONE, &mut Control::new(&clock)).expect("a decision");
            let (value, _) = minimax(&mut line.clone(), 5);
            assert_eq!(decision.score, Some(f64::from(value)), "{} at {:?}", line.game(), line.state());
            let m = line.game().sample(line.state(), &mut rng);
            line.push(m);
        }
    }
}

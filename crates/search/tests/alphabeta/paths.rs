//! Values that rest on the path — caps, deadlines, repetitions — and limits.
use super::{EXACT, decide, depth, exact, mnk};
use crate::minimax::{Noise, NoisyOrder, minimax};
use hoppity_rules::dummy::{DummyGame, Shape};
use hoppity_rules::games::halma::Halma;
use hoppity_rules::random::stream;
use hoppity_rules::{Game, Line, Seat};
use hoppity_search::alphabeta::{Config, Switches};
use hoppity_search::{Action, Flat, Limits, Proof, Uniform};

/// At every position of a random game: the same value as minimax, and one of its moves.
fn equals_minimax<G: Game>(game: &G, seed: u64, d: u32, switches: Switches) {
    let mut rng = stream(seed, &[]);
    let mut line = Line::new(game.clone());
    while line.outcome().is_none() && line.len() < 60 {
        let (value, moves) = minimax(&mut line.clone(), d);
        let config = Config { switches, ..exact(depth(d)) };
        let decision = decide(Noise, NoisyOrder, &line, config);
        let place = || {
            let at = game.format_position(line.state());
            format!("{} depth {d} at {at} after {:?}", game.spec(), line.moves().collect::<Vec<_>>())
        };
        assert_eq!(decision.score, Some(f64::from(value)), "{}", place());
        let Action::Play(m) = decision.action else { panic!("resigned: {}", place()) };
        assert!(moves.contains(&m), "{} is not among the best: {}", game.format_move(m), place());
        let m = game.sample(line.state(), &mut rng);
        line.push(m);
    }
}

/// Transpositions by paths of other lengths and a cap that strikes within the search: what the table holds of one path
/// is not taken for another's.
#[test]
fn a_table_does_not_mix_up_paths_under_a_cap() {
    for seed in 0..300 {
        let shape = Shape { shared: 0.4, back: 0.2, branching: 2..=3, ..Shape::wild(2, 5) };
        let tree = DummyGame::random(&shape, &mut stream(seed, &[9])).with_cap(6);
        equals_minimax(&tree, seed, 7, EXACT);
        equals_minimax(&tree, seed, 7, Switches { mtdf: true, ..EXACT });
    }
}

/// Deadlines that differ by seat, and a cap, on a board.
#[test]
fn counters_of_a_race_are_respected() {
    for spec in [
        "halma(board=4,camp=[1],evacuate=by:2)",
        "halma(board=4,camp=[1],evacuate=by:3)",
        "halma(board=4,camp=[2,1],cap=9)",
    ] {
        let race: Halma = super::game(spec);
        for seed in 0..3 {
            for d in [3, 5] {
                equals_minimax(&race, seed, d, EXACT);
            }
        }
    }
}

/// A proof was stored by a search that looked ten plies ahead; on this path the cap strikes before its win. The position of
/// the first node is met again at ply 5, by way of a cycle.
#[test]
fn a_proof_is_not_taken_where_the_cap_comes_first() {
    let win = "(A (B (A (B (A (B (A (1,0))))))))";
    let long_win = DummyGame::parse(win).expect("a tree");
    let plies = decide(Flat, Uniform, &Line::new(long_win.clone()), exact(depth(12))).pv.len();
    assert_eq!(plies, 7);
    // One agent, one table: first the game from its start, then from where a cap is near.
    let capped = long_win.with_cap(8);
    let mut agent = hoppity_search::alphabeta::AlphaBeta::new(Flat, Uniform, exact(depth(9)));
    let mut proved = |line: &Line<DummyGame>, d: u32| {
        use hoppity_search::{Agent, Control, WallClock};
        let clock = WallClock::new();
        let limits = Limits { depth: Some(d), ..Limits::NONE };
        agent.choose(line, &limits, &mut Control::new(&clock)).expect("a decision").proved
    };
    let start = Line::new(capped.clone());
    assert_eq!(proved(&start, 9), Some(Proof::Win(capped.team(Seat::A))));
    let late = Line::from_position(capped.clone(), "0 A 4").expect("the root, later");
    assert_eq!(proved(&late, 9), Some(Proof::Draw), "the cap comes after five plies");
}

/// `A` is ahead and can go round in circles or win in three; with repetition drawn at once it must not believe what the
/// table says of a position that it would repeat.
#[test]
fn a_repetition_on_the_path_is_not_overlooked() {
    let tree = "@0=(A[9,0] @1=(B[9,0] @2=(A[9,0] @3=(B[9,0] @0 @1))))";
    let game = DummyGame::parse(tree).expect("a tree").with_repetition(2);
    for switches in [EXACT, Switches::DEFAULT, Switches { mtdf: true, ..Switches::DEFAULT }] {
        let config = Config { switches, ..exact(depth(12)) };
        let decision = decide(Flat, Uniform, &Line::new(game.clone()), config);
        assert_eq!(decision.proved, Some(Proof::Draw), "every line repeats");
    }
}

/// Broken off among root moves that all lose, a search has proved nothing, and plays one it has not looked at.
#[test]
fn a_loss_is_proved_only_when_all_moves_lose() {
    let game =
        DummyGame::parse(&format!("(A{} (B (1,0) (1,1)))", " (B (0,1) (0,1))".repeat(5))).expect("a tree");
    let mut unproved = 0;
    for nodes in 1..40 {
        let decision = decide(
            Flat,
            Uniform,
            &Line::new(game.clone()),
            exact(Limits { nodes: Some(nodes), ..Limits::NONE }),
        );
        assert!(matches!(decision.proved, None | Some(Proof::Draw)), "{nodes}: {:?}", decision.proved);
        unproved += u32::from(decision.proved.is_none());
        if decision.depth >= 1 {
            let Action::Play(m) = decision.action else { panic!("resigned") };
            let known_to_lose = decision.root.iter().any(|r| r.mv == m && r.value == Some(0.0));
            assert!(!known_to_lose, "{nodes} nodes");
        }
    }
    assert!((1..39).contains(&unproved));
}

#[test]
fn node_limits_are_exact_and_any_limit_gives_a_legal_move() {
    let line = Line::new(mnk(5, 5, 4));
    let mtdf = Switches { mtdf: true, ..Switches::DEFAULT };
    let narrow = Switches { aspiration: 0.01, ..Switches::DEFAULT };
    for switches in [Switches::DEFAULT, mtdf, narrow, Switches { shuffle: true, ..EXACT }] {
        for nodes in [1, 2, 24, 25, 26, 100, 1000, 5000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
            let config = Config { switches, ..exact(limits) };
            let decision = decide(Noise, NoisyOrder, &line, config);
            assert!(decision.nodes <= nodes);
            let Action::Play(m) = decision.action else { panic!("resigned") };
            assert!(line.game().is_legal(line.state(), m));
            assert_eq!(decision.pv[0], m);
            let again = decide(Noise, NoisyOrder, &line, config);
            assert_eq!(hoppity_search::Decision { time: decision.time, ..again }, decision, "{nodes} nodes");
        }
    }
}

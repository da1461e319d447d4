//! Alpha-beta equals minimax.
use crate::minimax::{Noise, minimax};
use hoppity_rules::dummy::{DummyGame, Shape};
use hoppity_rules::games::mnk::Mnk;
use hoppity_rules::{Catalogued, Game, Line, Spec, random};
use hoppity_search::alphabeta::{AlphaBeta, Config};
use hoppity_search::{Action, Agent, Control, Decision, Flat, Heuristic, Limits, Proof, Uniform, WallClock};
use std::ops::RangeInclusive;

fn mnk(m: i64, n: i64, k: i64) -> Mnk {
    Mnk::from_spec(&Spec::new("mnk").with("m", m).with("n", n).with("k", k)).expect("a game")
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn decide<G: Game>(heuristic: impl Heuristic<G>, line: &Line<G>, limits: Limits) -> Decision<G::Move> {
    let mut agent = AlphaBeta::new(heuristic, Uniform, Config { limits, table_mib: 1 });
    agent.choose(line, &Limits::default(), &mut Control::new(&WallClock::new())).expect("a decision")
}

/// At every position of random games: the same value as minimax, and one of its moves.
fn equals_minimax<G: Game>(game: &G, games: u64, max_depth: u32) {
    equals_minimax_at(game, games, 1..=max_depth);
}

fn equals_minimax_at<G: Game>(game: &G, games: u64, depths: RangeInclusive<u32>) {
    for g in 0..games {
        let mut rng = random::stream(g, &[]);
        let mut line = Line::new(game.clone());
        while line.outcome().is_none() {
            for d in depths.clone() {
                let (value, moves) = minimax(&mut line.clone(), d);
                let decision = decide(Noise, &line, depth(d));
                let place = || format!("{} depth {d} at {}", game.spec(), game.format_position(line.state()));
                assert_eq!(decision.score, Some(f64::from(value)), "{}", place());
                let Action::Play(m) = decision.action else { panic!("resigned: {}", place()) };
                assert!(moves.contains(&m), "{} is not among the best: {}", game.format_move(m), place());
                assert_eq!(decision.pv.first(), Some(&m), "{}", place());
            }
            let m = game.sample(line.state(), &mut rng);
            line.push(m);
        }
    }
}

#[test]
fn small_boards_have_the_minimax_value() {
    equals_minimax(&mnk(3, 3, 3), 20, 9);
    equals_minimax(&mnk(4, 3, 3), 4, 5);
    equals_minimax(&mnk(5, 4, 4), 2, 4);
}

/// Partners, seats that move twice in a row, ends by counters: signs go by team, never by parity.
#[test]
fn trees_of_two_sides_have_the_minimax_value() {
    for (seats, teams) in [(2, vec![]), (3, vec![0, 1, 0]), (4, vec![0, 1, 1, 0]), (4, vec![0, 1, 0, 1])] {
        let shape = Shape { teams, out_of_turn: 0.4, by_counter: 0.2, ..Shape::plain(seats, 6) };
        for seed in 0..60 {
            let game = DummyGame::random(&shape, &mut random::stream(seed, &[seats as u64]));
            equals_minimax(&game, 1, 7);
        }
    }
}

/// Transpositions by paths of other lengths and a cap that strikes within the search: what the table holds of one path
/// is not taken for another's.
#[test]
fn a_table_does_not_mix_up_paths_under_a_cap() {
    for seed in 0..300 {
        let shape = Shape { shared: 0.4, back: 0.2, branching: 2..=3, ..Shape::wild(2, 5) };
        let game = DummyGame::random(&shape, &mut random::stream(seed, &[9])).with_cap(6);
        equals_minimax_at(&game, 1, 7..=7);
    }
}

/// `A` is ahead and can go round in circles or win in three; with repetition drawn at once it must not believe what the
/// table says of a position that it would repeat.
#[test]
fn a_repetition_on_the_path_is_not_overlooked() {
    let tree = "@0=(A[9,0] @1=(B[9,0] @2=(A[9,0] @3=(B[9,0] @0 @1))))";
    let game = DummyGame::parse(tree).expect("a tree").with_repetition(2);
    let decision = decide(Flat, &Line::new(game), depth(12));
    assert_eq!(decision.proved, Some(Proof::Draw), "every line repeats");
}

#[test]
fn tic_tac_toe_is_proved_a_draw() {
    let line = Line::new(mnk(3, 3, 3));
    let decision = decide(Flat, &line, depth(20));
    assert_eq!(decision.proved, Some(Proof::Draw));
    assert!(decision.depth <= 9, "nothing is left to search after 9 plies");
}

#[test]
fn a_win_is_proved_and_taken_the_short_way() {
    let game = mnk(4, 4, 3);
    let decision = decide(Noise, &Line::new(game.clone()), depth(9));
    let first = game.team(hoppity_rules::Seat::A);
    assert_eq!(decision.proved, Some(Proof::Win(first)), "4,4,3 is a first-player win");
    assert_eq!(decision.pv.len() % 2, 1, "the winner has the last word");
    let shorter = decide(Noise, &Line::new(game), depth(decision.depth - 1));
    assert_eq!(shorter.proved, None, "the win is found at the depth it needs and not before");
}

#[test]
fn node_limits_are_exact_and_any_limit_gives_a_legal_move() {
    let line = Line::new(mnk(5, 5, 4));
    for nodes in [1, 2, 24, 25, 26, 100, 1000, 5000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let decision = decide(Noise, &line, limits);
        assert!(decision.nodes <= nodes);
        assert_eq!(decision, decide_again(&line, limits, decision.time), "{nodes} nodes");
    }
}

fn decide_again(
    line: &Line<Mnk>,
    limits: Limits,
    time: std::time::Duration,
) -> Decision<<Mnk as Game>::Move> {
    Decision { time, ..decide(Noise, line, limits) }
}

//! Tree search backs values up for the seat that moves.
use hoppity_rules::dummy::DummyGame;
use hoppity_rules::{Game, Line, Seat, random};
use hoppity_search::mcts::{Config, Mcts};
use hoppity_search::{Action, Agent, Control, Decision, Flat, Limits, Uniform, WallClock};

fn decide(game: &DummyGame, config: Config) -> Decision<<DummyGame as Game>::Move> {
    let mut agent = Mcts::new(Flat, Uniform, config);
    agent.start(game, Seat::A, random::stream(1, &[]));
    let line = Line::new(game.clone());
    agent.choose(&line, &Limits::default(), &mut Control::new(&WallClock::new())).expect("a decision")
}

fn sims(sims: u64) -> Config {
    Config { limits: Limits { sims: Some(sims), ..Limits::default() }, ..Config::default() }
}

/// The number of the first move chosen, as trees count them.
fn choice(tree: &str, teams: &[usize]) -> String {
    let game = DummyGame::parse(tree).and_then(|game| game.with_teams(teams)).expect("a tree");
    match decide(&game, sims(3000)).action {
        Action::Play(m) => game.format_move(m),
        Action::Resign => panic!("resigned"),
    }
}

#[test]
fn each_seat_maximises_its_own_score() {
    // B takes its win in the first; in the second B has nothing to gain, and A wins half the time.
    assert_eq!(choice("(A (B (1,0,0) (0,1,0)) (B (0,0,1) (1,0,0)))", &[0, 1, 2]), "2");
    // C decides, and never for A in the first.
    assert_eq!(choice("(A (C (1,0,0) (0,0,1)) (C (0,1,0) (1,0,0)))", &[0, 1, 2]), "2");
}

#[test]
fn a_seat_that_moves_twice_is_no_opponent_of_itself() {
    assert_eq!(choice("(A (B (1,0) (0,1)) (A (0,1) (1,0)))", &[0, 1]), "2");
}

#[test]
fn partners_want_the_same() {
    let tree = "(A (B (1,0,1,0) (0,1,0,1)) (C (1,0,1,0) (0,1,0,1)))";
    assert_eq!(choice(tree, &[0, 1, 0, 1]), "2");
}

#[test]
fn a_full_tree_stops_growing_and_the_search_goes_on() {
    let fork = |tree: String, i: usize| format!("({} {tree} (0,1))", ["A", "B"][i % 2]);
    let tree = (0..20).fold("(1,0)".to_owned(), fork);
    let game = DummyGame::parse(&tree).expect("a tree");
    let config = Config { tree_mib: 0, ..sims(500) };
    let decision = decide(&game, config);
    assert_eq!(decision.sims, 500);
    assert!(decision.depth <= 1, "only the root's children are in the tree");
}

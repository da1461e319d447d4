//! Small boards of Havannah that are solved: tree search proves who wins after each first move.
use hoppity_eval::Knowledge;
use hoppity_rules::games::havannah::Havannah8;
use hoppity_rules::{Catalogued, Line, Seat, Spec, random};
use hoppity_search::mcts::{Config, Mcts};
use hoppity_search::{Agent, Control, Limits, Policy, Proof, WallClock};

/// Base, first move of A, winner: brute force on base 2; on base 3 Ewalds, Playing and Solving Havannah, 2012.
const SOLVED: &str = include_str!("havannah-solved.txt");

#[test]
fn every_opening_of_the_smallest_boards_is_proved() {
    for line in SOLVED.lines() {
        let [base, first, winner] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let spec = Spec::new("havannah").with("size", base.parse::<i64>().expect("a number"));
        let game = Havannah8::from_spec(&spec).expect("a game");
        let mut played = Line::new(game.clone());
        played.push_text(first).expect("a legal move");
        let limits = Limits { sims: Some(100_000), ..Limits::NONE };
        let config = Config { limits, tree_mib: 64, ..game.policy().mcts(&game) };
        let mut agent = Mcts::new(hoppity_search::Flat, game.policy(), config);
        agent.start(&game, Seat::B, random::stream(1, &[]));
        let clock = WallClock::new();
        let found = agent.choose(&played, &Limits::NONE, &mut Control::new(&clock)).expect("a decision");
        let team = Seat::new(usize::from(winner == "B"));
        assert_eq!(found.proved, Some(Proof::Win(hoppity_rules::Team::new(team.index()))), "{line}");
    }
}

//! Games read from trees, and repetition on their cycles.
use hoppity_rules::dummy::{DummyGame, Shape};
use hoppity_rules::random::stream;
use hoppity_rules::testkit::{Plan, catalogued, conformance};
use hoppity_rules::{Catalogued, Game, Line, Reasons, Seat, Spec};
use proptest::prelude::*;

fn ranks(game: &DummyGame, moves: &[&str]) -> Vec<u8> {
    let mut line = Line::new(game.clone());
    for text in moves {
        line.push_text(text).unwrap();
    }
    line.outcome().unwrap().ranks().to_vec()
}

#[test]
fn trees_keep_the_contract() {
    let specs = [
        "dummy",
        r#"dummy(tree="(A (1,0,0) (B (0,1,0) (C (0,0,1) (1,1,0))))")"#,
        r#"dummy(tree="(A[3,5] (A (B (B (0,1)))) (1,0)!)")"#,
        r#"dummy(tree="(A (B[3,5]) (B[4,1]))")"#,
        r#"dummy(tree="(A @x=(B (0,1) (1,0)) (B @x @x))",cap=2)"#,
        r#"dummy(tree="@x=(A (B @x (1,0)) @x)",repetition=3)"#,
        r#"dummy(tree="@x=(A[0,0] @x)",cap=7)"#,
        r#"dummy(tree="(A (2,0,2,0) (B (0,1,0,1)))",teams=[0,1,0,1])"#,
        r#"dummy(tree="(A (5) (A (3) (-2)))")"#,
        r#"dummy(tree="(F (0,0,0,0,0,1) (3,2,1,0,-1,-2))")"#,
    ];
    catalogued::<DummyGame>(&specs, &Plan { games: 20, ..Plan::default() });
}

#[test]
fn random_trees_keep_the_contract() {
    let plan = Plan { games: 2, max_plies: 40, probes: 2, mutations: 10, seed: 3 };
    for number in 0..60 {
        let mut rng = stream(1, &[number]);
        let seats = 2 + number as usize % 5;
        let teams = if seats.is_multiple_of(2) && number.is_multiple_of(3) {
            (0..seats).map(|seat| seat % 2).collect()
        } else {
            vec![]
        };
        let back = if number.is_multiple_of(4) { 0.2 } else { 0.0 };
        let game = DummyGame::random(&Shape { teams, back, ..Shape::wild(seats, 5) }, &mut rng);
        conformance(&if back > 0.0 { game.with_repetition(2).with_cap(20) } else { game }, &plan);
    }
}

#[test]
fn payoffs_give_places() {
    let game = DummyGame::parse("(A (3,1,2) (2,2,0) (0,5,5) (-1,-1,-1))").unwrap();
    assert_eq!(ranks(&game, &["1"]), [0, 2, 1]);
    assert_eq!(ranks(&game, &["2"]), [0, 0, 2]);
    assert_eq!(ranks(&game, &["3"]), [2, 0, 0]);
    assert_eq!(ranks(&game, &["4"]), [0, 0, 0]);
    let teams = DummyGame::parse("(A (1,0,1,0) (B (0,2,0,2)))").unwrap().with_teams(&[0, 1, 0, 1]).unwrap();
    assert_eq!(ranks(&teams, &["1"]), [0, 1]);
    assert_eq!(ranks(&teams, &["2", "1"]), [1, 0]);
}

#[test]
fn values_are_those_that_are_written() {
    let game = DummyGame::parse("(A (B[3,5] (1,0)) (B (0,1)))").unwrap();
    let values = |text: &str| game.values(&game.parse_position(text).unwrap()).map(<[i32]>::to_vec);
    assert_eq!(values("0 A 1"), None);
    assert_eq!(values("1 B 2"), Some(vec![3, 5]));
    assert_eq!(values("2 A 3"), Some(vec![1, 0]));
    assert_eq!(values("3 B 2"), None);
}

#[test]
fn an_inner_node_without_children_goes_on_to_a_draw() {
    let game = DummyGame::parse("(A (B[3,5]) (B[4,1]))").unwrap();
    assert_eq!(game.to_string(), "(A (B[3,5] (0,0)) (B[4,1] (0,0)))");
    assert_eq!(ranks(&game, &["2", "1"]), [0, 0]);
}

#[test]
fn names_make_transpositions_with_one_key() {
    let error = DummyGame::parse(" ( A @here=( B ( 0 , 1 ) (1,0)! ) (C[1,2] @here @here) )").unwrap_err();
    assert_eq!(error.to_string(), "`C` moves, but rows have 2 numbers, one a seat (at character 36)");
    let game = DummyGame::parse(" ( A @here=( B ( 0 , 1 ) (1,0)! ) (B[1,2] @here @here) )").unwrap();
    assert_eq!(game.to_string(), "(A @1=(B (0,1) (1,0)!) (B[1,2] @1 @1))");
    let key = |moves: &[&str]| {
        let mut line = Line::new(game.clone());
        for text in moves {
            line.push_text(text).unwrap();
        }
        game.key(line.state())
    };
    assert_eq!(key(&["1"]), key(&["2", "2"]));
    assert_ne!(key(&["1"]), key(&["2"]));
}

#[test]
fn a_cap_draws_on_the_path_and_is_announced() {
    let game = DummyGame::parse("@x=(A (B @x (1,0)) @x)").unwrap().with_cap(3);
    let mut line = Line::new(game.clone());
    for left in [3, 2, 1] {
        assert_eq!(game.horizon(line.state()), Some(left));
        assert_eq!(line.outcome(), None);
        line.push_text("1").unwrap();
    }
    let outcome = line.outcome().unwrap();
    assert!(outcome.is_on_path() && outcome.reasons() == Reasons::CAP);
    let marked = DummyGame::parse("(A (B (0,1) (A (1,0)!)) (0,1))").unwrap();
    let horizon = |text: &str| marked.horizon(&marked.parse_position(text).unwrap());
    assert_eq!([horizon("0 A 1"), horizon("1 B 2"), horizon("3 A 3")], [Some(3), Some(2), Some(1)]);
    assert_eq!(horizon("5 A 2"), None);
}

/// A and B shuttle between two nodes.
#[test]
fn repetition_is_counted_by_the_line_and_taken_back() {
    let game = DummyGame::parse("@x=(A (B @x (0,1)) (1,0))").unwrap().with_repetition(3);
    let mut line = Line::new(game.clone());
    for stood in [1, 1, 2, 2] {
        assert_eq!((line.stood(), line.outcome()), (stood, None));
        line.push_text("1").unwrap();
    }
    assert_eq!(line.stood(), 3);
    let outcome = line.outcome().unwrap();
    assert!(outcome.is_on_path() && outcome.reasons() == Reasons::REPETITION && outcome.winner().is_none());
    assert_eq!(line.push_text("1").unwrap_err().why, "the game is over");
    // A push beyond the draw is a search's own affair; counting goes on.
    line.pop();
    assert_eq!((line.stood(), line.outcome()), (2, None));
    line.push_text("2").unwrap();
    assert_eq!((line.stood(), line.outcome().unwrap().ranks().to_vec()), (1, vec![1, 0]));
    while line.pop().is_some() {}
    assert_eq!((line.stood(), line.outcome(), line.is_empty()), (1, None, true));

    // A line that starts in the middle knows nothing of what was before.
    let mut later = Line::from_position(game.clone(), "1 B 2").unwrap();
    later.push_text("1").unwrap();
    assert_eq!(later.stood(), 1);
    let free = Line::new(DummyGame::parse("@x=(A (B @x (0,1)) (1,0))").unwrap());
    let mut long = free.clone();
    for _ in 0..50 {
        long.push_text("1").unwrap();
    }
    assert_eq!((long.stood(), long.outcome()), (1, None));
}

#[test]
fn what_is_wrong_with_a_tree_is_placed() {
    let error = |text: &str| DummyGame::parse(text).unwrap_err().to_string();
    assert_eq!(error(""), "expected a node: `(`, or the name of one, found the end (at character 1)");
    assert_eq!(error("(1,0)"), "the game is over before it begins; expected a seat to move (at character 1)");
    assert_eq!(
        error("(A (1,0) (0,1,0))"),
        "3 numbers here, but 2 at character 4: one a seat (at character 10)"
    );
    assert_eq!(error("(A (1,0)"), "expected a node or `)`, found the end (at character 9)");
    assert_eq!(
        error("(A (1,x))"),
        "expected a whole number from -2147483648 to 2147483647, found `x` (at character 7)"
    );
    assert_eq!(error("(A (1 0))"), "expected `,` or `)`, found `0` (at character 7)");
    assert_eq!(error("(G (1,0))"), "`G` is no seat; expected A to F (at character 2)");
    assert_eq!(error("(a (1,0))"), "`a` is no seat; expected A to F (at character 2)");
    assert_eq!(error("(A @x (1,0))"), "no node before this is called `@x` (at character 4)");
    assert_eq!(error("(A @x=(1,0) @x=(1,0))"), "`@x` is the name of two nodes (at character 13)");
    assert_eq!(error("(A (1,0)) x"), "`x` after the end of the tree (at character 11)");
    assert_eq!(error("(A)"), "no row of numbers tells how many seats there are; write (1,0) or the like");
    assert_eq!(error("(A (0,0,0,0,0,0,0))"), "7 numbers; there are at most 6 seats (at character 4)");
    assert!(error(&"(A ".repeat(100_000)).starts_with("nodes nest deeper than 200"));
    let teams =
        |teams: &[usize]| DummyGame::parse("(A (1,0,1))").unwrap().with_teams(teams).unwrap_err().to_string();
    assert_eq!(teams(&[0, 1]), "2 teams for 3 seats; expected the team of each seat");
    assert_eq!(teams(&[0, 2, 0]), "team 1 has no seat; teams are numbered from 0 without gaps");
    assert_eq!(teams(&[0, 0, 1]), "A and B are a team but have other payoffs at the leaf (1,0,1)");
    let spec = Spec::parse(r#"dummy(cap=3,tree="(A (1,0)")"#).unwrap();
    let error = DummyGame::from_spec(&spec).unwrap_err();
    assert_eq!((error.at, error.what.starts_with("tree: expected a node or `)`")), (Some(12), true));
}

#[test]
fn random_trees_are_what_was_asked_for() {
    let mut rng = stream(5, &[]);
    let plain = DummyGame::random(&Shape { early: 0.0, branching: 2..=2, ..Shape::plain(3, 4) }, &mut rng);
    assert_eq!(plain.nodes(), 31);
    let mut s = plain.initial();
    for seat in [0, 1, 2, 0] {
        assert_eq!(plain.to_move(&s), Seat::new(seat));
        let m = plain.parse_move(&s, "2").unwrap();
        plain.apply(&mut s, m);
    }
    assert!(plain.outcome(&s).is_some());
    let wild: String = (0..20).map(|_| DummyGame::random(&Shape::wild(2, 5), &mut rng).to_string()).collect();
    assert!(wild.contains('@') && wild.contains(")!"));
}

proptest! {
    #[test]
    fn any_text_is_a_tree_or_refused_in_place(text in "[ (),!@=\\[\\]ABCx01-]{0,40}|\\PC{0,20}") {
        match DummyGame::parse(&text) {
            Ok(game) => {
                let printed = game.to_string();
                prop_assert_eq!(DummyGame::parse(&printed).unwrap().to_string(), printed);
            }
            Err(error) => prop_assert!(error.at.is_none_or(|at| text.is_char_boundary(at))),
        }
    }

    #[test]
    fn random_trees_print_and_read_alike(seed: u64, seats in 1..=6usize, depth in 1..6usize, back in 0.0..0.5f64) {
        let shape = Shape { back, ..Shape::wild(seats, depth) };
        let printed = DummyGame::random(&shape, &mut stream(seed, &[])).to_string();
        prop_assert_eq!(DummyGame::parse(&printed).unwrap().to_string(), printed);
    }
}

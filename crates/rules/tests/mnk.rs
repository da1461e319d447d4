//! m,n,k games.
use hoppity_rules::games::mnk::{Mnk, State};
use hoppity_rules::perft::perft;
use hoppity_rules::random::{Random, stream};
use hoppity_rules::testkit::{Plan, catalogued, conformance};
use hoppity_rules::{Catalogued, Game, Line, Seat, Spec, Team};
use std::collections::HashMap;

fn mnk(spec: &str) -> Mnk {
    Mnk::from_spec(&Spec::parse(spec).unwrap()).unwrap()
}

#[test]
fn keeps_the_contract() {
    let small = [
        "mnk",
        "mnk(m=3,n=3,k=3)",
        "mnk(players=3)",
        "mnk(m=4,n=2)",
        "mnk(k=1)",
        "mnk(m=5,n=4,k=4,players=3)",
    ];
    catalogued::<Mnk>(&small, &Plan::default());
    catalogued::<Mnk>(&["mnk(m=1,n=1,k=1)", "mnk(m=19,n=1,k=2)", "mnk(m=2,n=2,k=2)"], &Plan::default());
    let few = Plan { games: 2, probes: 2, ..Plan::default() };
    catalogued::<Mnk>(&["mnk(m=8,n=8,k=5)", "mnk(m=13,n=5,k=4,players=3)", "mnk(m=15,n=15,k=5)"], &few);
    conformance(&mnk("mnk(m=19,n=19,k=6)"), &Plan { games: 1, ..few });
}

#[test]
fn the_canonical_spec_leaves_out_defaults() {
    assert_eq!(mnk("mnk(n=3,m=4,k=3,players=2)").spec().to_string(), "mnk(m=4)");
    assert_eq!(mnk("mnk(m=3,n=3,k=3)").spec().to_string(), "mnk");
}

#[test]
fn what_cannot_be_is_refused() {
    let why = |spec: &str| Mnk::from_spec(&Spec::parse(spec).unwrap()).unwrap_err().to_string();
    assert_eq!(why("mnk(k=4)"), "no row of 4 fits on 3x3; k can be at most 3 (at character 5)");
    assert_eq!(why("mnk(m=20)"), "`m=20`: expected a whole number from 1 to 19 (at character 5)");
    assert_eq!(why("mnk(players=4)"), "`players=4`: expected a whole number from 2 to 3 (at character 5)");
    assert_eq!(
        why("mnk(player=2)"),
        "`mnk` has no option `player`; did you mean `players`? (at character 5)"
    );
}

#[test]
fn squares_moves_and_positions_are_written_as_documented() {
    let game = mnk("mnk(m=4,n=3,k=3)");
    let mut line = Line::new(game.clone());
    for text in ["a1", "d3", "b2"] {
        line.push_text(text).unwrap();
    }
    assert_eq!(game.format_position(line.state()), "3B/1A2/A3 B 4");
    let why = |text: &str| game.parse_move(line.state(), text).unwrap_err().why;
    assert_eq!(why("b2"), "A has a stone there");
    assert_eq!(why("e1"), "expected a square from a1 to d3");
    assert_eq!(why("a4"), "expected a square from a1 to d3");
    line.push_text("a2").unwrap();
    line.push_text("c3").unwrap();
    assert_eq!(game.outcome(line.state()).unwrap().winner(), Some(Team::new(0)));
    assert_eq!(line.push_text("d1").unwrap_err().why, "the game is over");
}

#[test]
fn a_last_stone_that_wins_is_no_draw() {
    let game = mnk("mnk");
    let mut s = game.parse_position("ABA/BAB/BA1 A 9").unwrap();
    let m = game.parse_move(&s, "c1").unwrap();
    game.apply(&mut s, m);
    let outcome = game.outcome(&s).unwrap();
    assert_eq!(
        (outcome.ranks(), outcome.reasons().names(game.reason_names())),
        (&[0, 1][..], "k in a row".to_owned())
    );
    let drawn = game.parse_position("ABA/BAB/BAB A 10").unwrap();
    let outcome = game.outcome(&drawn).unwrap();
    assert_eq!(
        (outcome.ranks(), outcome.reasons().names(game.reason_names())),
        (&[0, 0][..], "full board".to_owned())
    );
}

#[test]
fn positions_that_cannot_stand_are_refused() {
    let game = mnk("mnk");
    let error = |text: &str| game.parse_position(text).unwrap_err().to_string();
    assert_eq!(error("AAA/BBB/3 A 7"), "two players have 3 in a row (at character 5)");
    assert_eq!(error("3/3/3 A 1 x"), "`x` after the end of the position (at character 11)");
    assert!(error("3/3/2C A 1").contains("`C` is neither a seat (A to B)"));
    let twice = game.parse_position("AAA/A2/A2 B 6").unwrap();
    assert_eq!(game.outcome(&twice).unwrap().winner(), Some(Team::new(0)));
}

/// Each line of the table: a spec, then the counts for depth 1, 2, …
#[test]
fn perft_agrees_with_the_table() {
    for line in include_str!("data/mnk-perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let (spec, counts) = line.split_once(' ').unwrap();
        let game = mnk(spec);
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let found = perft(&game, &mut game.initial(), depth);
            assert_eq!(found, count.parse().unwrap(), "{spec}, depth {depth}");
        }
    }
}

#[test]
fn tic_tac_toe_has_255168_games() {
    let game = mnk("mnk");
    let mut by_length = [0; 10];
    count_games(&game, &mut game.initial(), 0, &mut by_length);
    assert_eq!(by_length[5..], [1440, 5328, 47_952, 72_576, 127_872]);
    assert_eq!(by_length.iter().sum::<u64>(), 255_168);
}

fn count_games(game: &Mnk, s: &mut State, plies: usize, by_length: &mut [u64]) {
    if game.outcome(s).is_some() {
        by_length[plies] += 1;
        return;
    }
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    for m in moves {
        let undo = game.apply(s, m);
        count_games(game, s, plies + 1, by_length);
        game.undo(s, m, undo);
    }
}

/// Tic-tac-toe is a draw; 3 in a row win on 4x3 but not on two rows; 2 in a row always win where a stone has two
/// neighbours (van den Herik, Uiterwijk and van Rijswijck 2002).
#[test]
fn small_boards_have_their_known_values() {
    let value = |spec: &str| solve(&mnk(spec), &mut mnk(spec).initial(), &mut HashMap::new());
    assert_eq!(value("mnk"), [0.5, 0.5]);
    assert_eq!(value("mnk(m=4)"), [1.0, 0.0]);
    assert_eq!(value("mnk(m=3,n=4)"), [1.0, 0.0]);
    assert_eq!(value("mnk(m=5,n=2)"), [0.5, 0.5]);
    assert_eq!(value("mnk(m=3,n=1,k=2)"), [1.0, 0.0]);
    assert_eq!(value("mnk(m=2,n=1,k=2)"), [0.5, 0.5]);
}

/// Payoffs under best play by a look at every position, each known by its key alone.
fn solve(game: &Mnk, s: &mut State, known: &mut HashMap<u64, [f64; 2]>) -> [f64; 2] {
    if let Some(outcome) = game.outcome(s) {
        return [0, 1].map(|team| outcome.payoff(Team::new(team)));
    }
    if let Some(&value) = known.get(&game.key(s)) {
        return value;
    }
    let own = game.to_move(s).index();
    let mut best = [-1.0; 2];
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    for m in moves {
        let undo = game.apply(s, m);
        let value = solve(game, s, known);
        game.undo(s, m, undo);
        best = if value[own] > best[own] { value } else { best };
    }
    known.insert(game.key(s), best);
    best
}

/// The fast check of the last stone against a slow one of the whole board.
#[test]
fn wins_are_found_as_by_a_look_at_every_row() {
    let sizes =
        [(3, 3, 3, 2), (5, 3, 3, 3), (3, 6, 4, 2), (7, 7, 4, 3), (9, 8, 5, 2), (19, 19, 5, 3), (6, 6, 1, 2)];
    for (number, (m, n, k, players)) in sizes.into_iter().enumerate() {
        let game = mnk(&format!("mnk(m={m},n={n},k={k},players={players})"));
        for game_number in 0..40 {
            let mut rng = stream(2, &[number as u64, game_number]);
            plays_as_the_slow_twin(&game, (m, n, k), &mut rng);
        }
    }
}

fn plays_as_the_slow_twin(game: &Mnk, (m, n, k): (usize, usize, usize), rng: &mut Random) {
    let mut s = game.initial();
    let mut board = vec![None; m * n];
    while game.outcome(&s).is_none() {
        let place = game.sample(&s, rng);
        board[game.move_index(place)] = Some(game.to_move(&s));
        game.apply(&mut s, place);
        let winner = slow_winner(&board, (m, n, k));
        let full = board.iter().all(Option::is_some);
        let found = game.outcome(&s);
        let text = game.format_position(&s);
        assert_eq!(found.and_then(|outcome| outcome.winner()), winner, "{text}");
        assert_eq!(found.is_some(), winner.is_some() || full, "{text}");
        assert_eq!(game.outcome(&game.parse_position(&text).unwrap()), found, "{text}");
    }
}

/// Every k cells in a line, in every direction.
fn slow_winner(board: &[Option<Seat>], (m, n, k): (usize, usize, usize)) -> Option<Team> {
    for (row, column) in (0..n).flat_map(|row| (0..m).map(move |column| (row, column))) {
        for (dy, dx) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let cell = |step: usize| {
                let y = row as isize + dy * step as isize;
                let x = column as isize + dx * step as isize;
                let inside = (0..n as isize).contains(&y) && (0..m as isize).contains(&x);
                if inside { board[y as usize * m + x as usize] } else { None }
            };
            let first = cell(0);
            if first.is_some() && (0..k).all(|step| cell(step) == first) {
                return first.map(|seat| Team::new(seat.index()));
            }
        }
    }
    None
}

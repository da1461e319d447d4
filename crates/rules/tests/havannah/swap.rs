//! Swap and handicap, by hand.
use super::game;
use hoppity_rules::AnyLine;

fn played(spec: &str, moves: &str) -> Box<dyn AnyLine> {
    let mut line = game(spec).line();
    for m in moves.split_whitespace() {
        line.push_text(m).unwrap_or_else(|e| panic!("{spec} {moves}: {e}"));
    }
    line
}

fn why(spec: &str, moves: &str, text: &str) -> String {
    played(spec, moves).parse(text).expect_err(text).why
}

#[test]
fn a_swap_recolours_the_stone_where_it_stands() {
    let line = played("havannah(size=3,swap=true)", "b2 swap");
    assert_eq!(line.position(), "3/1B2/5/4/3 A 3");
    assert_eq!((line.to_move().letter(), line.ply()), ('A', 3));
    assert_eq!(line.legal().len(), 18);
    let line = played("havannah(size=3,swap=true)", "b2 swap c3 a1");
    assert_eq!(line.position(), "B2/1B2/2A2/4/3 A 5");
}

#[test]
fn a_swap_is_the_second_players_first_move_or_none() {
    let spec = "havannah(size=3,swap=true)";
    let may_swap = |moves: &str| played(spec, moves).legal_texts().contains(&"swap".to_owned());
    assert!(!may_swap(""));
    assert!(may_swap("b2"));
    assert!(!may_swap("b2 swap"));
    assert!(!may_swap("b2 a1"));
    assert_eq!(why(spec, "", "swap"), "only the second player may swap, as the first move");
    assert_eq!(why(spec, "b2 a1", "swap"), "only the second player may swap, as the first move");
    assert_eq!(why("havannah(size=3)", "b2", "swap"), "this game is played without swap");
    assert_eq!(played(spec, "b2").legal_texts().last().map(String::as_str), Some("swap"), "swap comes last");
    assert_eq!(played(spec, "b2").legal().last(), Some(&19));
    assert_eq!(why(spec, "b2", "f1"), "expected a cell of the board, from a1 to e5, or swap");
}

#[test]
fn the_chance_to_swap_is_in_the_key() {
    let key = |spec: &str, position: &str| match game(spec).line_from(position) {
        Ok(line) => line.key(),
        Err(e) => panic!("{position}: {e}"),
    };
    let (with, without) = ("havannah(size=3,swap=true)", "havannah(size=3)");
    let one_stone = "3/1A2/5/4/3 B";
    assert_ne!(key(with, &format!("{one_stone} 2")), key(with, &format!("{one_stone} 4")));
    assert_eq!(key(without, &format!("{one_stone} 2")), key(without, &format!("{one_stone} 4")));
    assert_eq!(key(with, &format!("{one_stone} 4")), key(without, &format!("{one_stone} 2")));
    assert_ne!(key(without, "3/1A2/5/4/3 A 3"), key(without, "3/1A2/5/4/3 B 2"));
    assert_ne!(key(without, "3/1A2/5/4/3 A 3"), key(without, "3/1B2/5/4/3 A 3"));
}

#[test]
fn whether_swap_is_open_follows_from_the_position() {
    let may_swap = |position: &str| match game("havannah(size=3,swap=true)").line_from(position) {
        Ok(line) => line.legal_texts().contains(&"swap".to_owned()),
        Err(e) => panic!("{position}: {e}"),
    };
    assert!(may_swap("3/1A2/5/4/3 B 2"));
    assert!(!may_swap("3/1A2/5/4/3 B 3"));
    assert!(!may_swap("3/1A2/5/4/3 A 2"));
    assert!(!may_swap("3/1B2/5/4/3 B 2"));
    assert!(!may_swap("3/1A2/2A2/4/3 B 2"));
    assert!(!may_swap("3/4/5/4/3 B 2"));
}

#[test]
fn a_handicap_gives_a_the_first_plies() {
    let seats = |spec: &str, moves: &str| -> String {
        let mut line = game(spec).line();
        let mut seats = String::new();
        for m in moves.split(' ') {
            seats.push(line.to_move().letter());
            line.push_text(m).unwrap_or_else(|e| panic!("{e}"));
        }
        seats
    };
    assert_eq!(seats("havannah(size=3)", "a1 a2 a3 b1 c1"), "ABABA");
    assert_eq!(seats("havannah(size=3,handicap=2)", "a1 b2 e5 c3 c1"), "AABAB");
    assert_eq!(seats("havannah(size=3,handicap=4)", "b2 e5 c3 c1 a2 a3"), "AAAABA");
    assert_eq!(
        played("havannah(size=3,handicap=3)", "a1 a2 a3").position(),
        "AAA/4/5/4/3 B 4",
        "a won game is over"
    );
    let wrong = game("havannah(size=3,handicap=2)").line_from("3/4/5/4/3 B 2").map(|_| ()).unwrap_err();
    assert_eq!(wrong.what, "A moves in each of the first 2 plies");
}

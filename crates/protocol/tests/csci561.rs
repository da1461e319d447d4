//! The homework's files, read and written.
use hoppity_protocol::csci561::{Colour, Kind, Notes, Squares, Task};
use hoppity_registry::{Playable, game};
use hoppity_rules::random::stream;
use hoppity_rules::{AnyLine, Random};
use proptest::prelude::*;
use std::sync::Arc;

/// The beginning of the game as the homework's text has it.
const START: &str = "GAME\nBLACK\n300.000\nBBBBB...........\nBBBBB...........\nBBBB............\nBBB.............\nBB..............\n\
................\n................\n................\n................\n................\n................\n\
..............WW\n.............WWW\n............WWWW\n...........WWWWW\n...........WWWWW\n";

fn halma() -> (Arc<dyn Playable>, Squares) {
    let game = game(&"halma(rules=usc561)".parse().unwrap()).unwrap();
    let squares = Squares::of(&*game).unwrap();
    (game, squares)
}

#[test]
fn the_beginning_is_the_game_of_the_rules() {
    let (game, squares) = halma();
    let task = Task::parse(START).unwrap();
    assert_eq!((task.kind(), task.colour(), task.seconds()), (Kind::Game, Colour::Black, 300.0));
    assert_eq!(task.to_string(), START);
    assert_eq!(squares.position(&task, 1), game.line().position());
    assert_eq!(squares.board(&*game.line()), task.board());
    let other = Task::parse(&START.replace("GAME\nBLACK\n300.000", "SINGLE\r\nWHITE\n 0.5")).unwrap();
    assert_eq!((other.kind(), other.colour(), other.seconds()), (Kind::Single, Colour::White, 0.5));
    assert!(squares.position(&other, 8).ends_with(" B 8"));
}

#[test]
fn moves_are_written_as_steps_or_hop_by_hop() {
    let (game, squares) = halma();
    let output = |moves: &str| {
        let mut line = game.line();
        let (before, last) = moves.rsplit_once(' ').unwrap_or(("", moves));
        before.split_whitespace().for_each(|text| line.push_text(text).unwrap());
        let index = line.parse(last).unwrap();
        squares.output(&*line, index).unwrap()
    };
    // 0,0 is a16.
    assert_eq!(output("e15-f14"), "E 4,1 5,2\n");
    assert_eq!(output("c15-e13"), "J 2,1 4,3\n");
    let chain = output("c15-e13 l2-k1 d15-e14 o4-m4 b15-f13");
    assert!(
        chain.starts_with("J 1,1 ") && chain.ends_with(" 5,3\n") && chain.lines().count() == 2,
        "{chain}"
    );
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    for (from, to, says) in [
        ("GAME", "GAMES", "line 1: expected SINGLE or GAME"),
        ("BLACK", "RED", "line 2: expected BLACK or WHITE, found `RED`"),
        ("300.000", "0", "line 3: expected a number of seconds above 0"),
        ("300.000", "NaN", "line 3"),
        ("300.000", "1e99", "line 3"),
        ("BBB.............", "BBB............", "line 7: expected 16 characters"),
        ("BBB.............", "BBBX............", "line 7: expected 16 characters B, W or ."),
        ("\n...........WWWWW\n...........WWWWW\n", "\n", "ends where a row of the board"),
        ("..............WW\n", "..............WW\nx", "line 16: expected 16"),
    ] {
        let error = Task::parse(&START.replacen(from, to, 1)).unwrap_err();
        assert!(error.contains(says), "{to}: {error}");
    }
    assert!(Task::parse(&(START.to_owned() + "more")).unwrap_err().contains("nothing after the board"));
    assert!(Task::parse("").is_err());
    for wrong in ["halma(board=8)", "halma(players=4)", "havannah", "mnk(m=16,n=16)"] {
        let game = game(&wrong.parse().unwrap()).unwrap();
        assert!(Squares::of(&*game).unwrap_err().contains("halma(rules=usc561)"), "{wrong}");
    }
}

#[test]
fn notes_tell_the_ply_where_they_fit() {
    let (game, squares) = halma();
    let mut line = game.line();
    line.push_text("c15-e13").unwrap();
    let notes = Notes::parse(&Notes::after(&*line).to_text()).unwrap();
    line.push_text("l2-k1").unwrap();
    let now = squares.board(&*line);
    assert_eq!(notes.ply(&*game, |line| squares.board(line) == now), Some(3));
    line.push_text("d15-e14").unwrap();
    let later = squares.board(&*line);
    assert_eq!(notes.ply(&*game, |line| squares.board(line) == later), None);
    assert_eq!(Notes::parse("somebody else's\nnotes"), None);
    assert_eq!(Notes::parse(""), None);
    let broken = Notes::parse(&Notes::after(&*line).to_text().replace('A', "X")).unwrap();
    assert_eq!(broken.ply(&*game, |_| true), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn no_text_is_more_than_refused(text in "\\PC{0,400}", lines in prop::collection::vec("(SINGLE|GAME|BLACK|WHITE|[0-9.]{1,5}|[BW.]{16})", 0..20)) {
        let _ = Task::parse(&text);
        let _ = Task::parse(&lines.join("\n"));
    }

    /// Every move that is played has a form, of single hops.
    #[test]
    fn every_move_can_be_written(seed in 0..u64::MAX) {
        let (game, squares) = halma();
        let mut rng: Random = stream(seed, &[]);
        let mut line: Box<dyn AnyLine> = game.line();
        for _ in 0..80 {
            if line.outcome().is_some() {
                break;
            }
            for index in line.legal() {
                let output = squares.output(&*line, index).unwrap();
                for hop in output.lines() {
                    let numbers: Vec<i32> = hop[2..].split([' ', ',']).map(|n| n.parse().unwrap()).collect();
                    let far = (numbers[0] - numbers[2]).abs().max((numbers[1] - numbers[3]).abs());
                    prop_assert_eq!(far, if hop.starts_with('E') { 1 } else { 2 });
                }
            }
            line.push_random(&mut rng);
        }
    }
}

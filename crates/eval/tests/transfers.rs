//! Shortest solo transfers between opposite corners, against published and exhaustively computed numbers.
use crate::game;
use hoppity_eval::race::{Race, Solo, shortest_transfer};
use hoppity_rules::Seat;
use hoppity_rules::games::chinese_checkers::ChineseCheckers;
use hoppity_rules::games::halma::Halma;

/// The turns of a shortest transfer from home to goal of seat A, checked by playing them.
fn turns<G: Race>(game: &G) -> usize {
    let (home, goal) = (game.home(Seat::A), game.goal(Seat::A));
    let way = shortest_transfer(game, home, goal, 1 << 24).expect("a way");
    let solo = Solo::free(game, game.board(), goal);
    let mut men = home;
    for (i, &(from, to)) in way.iter().enumerate() {
        assert!(solo.at_least(men) as usize <= way.len() - i, "the bound is none: {}", game.spec());
        let mut legal = false;
        solo.visit(men, |a, b| legal |= (a, b) == (from, to));
        assert!(legal, "turn {i} of {way:?}");
        men[from >> 6] ^= 1 << (from & 63);
        men[to >> 6] ^= 1 << (to & 63);
    }
    assert_eq!(men, goal);
    way.len()
}

fn square(side: usize, camp: &str) -> usize {
    turns(&game::<Halma>(&format!("halma(board={side},camp={camp})")))
}

fn rhombus(side: usize, men: usize) -> usize {
    turns(&game::<ChineseCheckers>(&format!("chinese-checkers(rhombus={side},men={men})")))
}

#[test]
fn three_men() {
    assert_eq!((3..=9).map(|side| square(side, "[2,1]")).collect::<Vec<_>>(), [4, 5, 7, 8, 10, 11, 13]);
    assert_eq!((3..=9).map(|side| rhombus(side, 3)).collect::<Vec<_>>(), [5, 8, 11, 14, 17, 20, 23]);
}

#[test]
fn six_men() {
    assert_eq!((4..=6).map(|side| square(side, "[3,2,1]")).collect::<Vec<_>>(), [6, 9, 10]);
    assert_eq!((4..=6).map(|side| rhombus(side, 6)).collect::<Vec<_>>(), [8, 11, 15]);
}

#[test]
fn six_men_on_seven() {
    assert_eq!((square(7, "[3,2,1]"), rhombus(7, 6)), (12, 17));
}

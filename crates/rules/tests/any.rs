//! The object-safe layer, and outcomes in words.
use hoppity_rules::any::{AnyGame, Erased};
use hoppity_rules::dummy::DummyGame;
use hoppity_rules::games::mnk::Mnk;
use hoppity_rules::playouts::Tally;
use hoppity_rules::{Catalogued, Line, Outcome, Reasons, Seat, Spec, Team, random};

fn tic_tac_toe() -> Box<dyn AnyGame> {
    Box::new(Erased(Mnk::from_spec(&Spec::new("mnk")).unwrap()))
}

#[test]
fn a_wrong_move_is_refused_with_the_nearest_right_one() {
    let mut line = tic_tac_toe().line();
    line.push_text("b2").unwrap();
    assert_eq!(line.parse("b2").unwrap_err().to_string(), "`b2` cannot be played: A has a stone there");
    let error = line.parse("c11").unwrap_err().to_string();
    assert_eq!(error, "`c11` cannot be played: expected a square from a1 to c3; did you mean `c1`?");
    let error = line.push_text("zzz").unwrap_err().to_string();
    assert_eq!(error, "`zzz` cannot be played: expected a square from a1 to c3");
    assert_eq!(line.history(), ["b2"]);
}

#[test]
fn a_line_finds_its_type_again() {
    let line = tic_tac_toe().line();
    assert!(line.as_any().downcast_ref::<Line<Mnk>>().is_some());
    assert!(line.as_any().downcast_ref::<Line<DummyGame>>().is_none());
}

#[test]
fn teams_are_named_by_their_seats() {
    let tree = DummyGame::parse("(A (1,0,1,0) (0,1,0,1))").unwrap().with_teams(&[0, 1, 0, 1]).unwrap();
    let game = Erased(tree);
    let mut line = AnyGame::line(&game);
    assert_eq!(
        (game.team_name(Team::new(0)), game.team_name(Team::new(1))),
        ("A+C".to_owned(), "B+D".to_owned())
    );
    line.push_text("2").unwrap();
    let outcome = line.outcome().unwrap();
    assert_eq!(game.seat_ranks(&outcome), [1, 0, 1, 0]);
    assert_eq!(game.reasons(&outcome), "leaf");
}

#[test]
fn playouts_are_tallied() {
    let mut tally = Tally::default();
    let line = tic_tac_toe().line();
    line.playouts(300, 20, &mut random::stream(1, &[]), &mut tally);
    line.playouts(100, 4, &mut random::stream(1, &[]), &mut tally);
    assert_eq!((tally.games, tally.unfinished), (400, 100));
    assert_eq!(tally.wins.iter().sum::<u64>() + tally.draws, 300);
    assert!(tally.wins[0] > tally.wins[1] && tally.wins[1] > 0);
    assert_eq!(tally.reasons.keys().collect::<Vec<_>>(), ["full board", "k in a row"]);
    assert_eq!(tally.reasons["full board"], tally.draws);
    assert!(tally.plies >= 5 * 300 + 4 * 100 && tally.plies <= 9 * 300 + 4 * 100);
}

#[test]
fn outcomes_share_and_skip_places() {
    let third = Seat::new(2).index();
    let win = Outcome::win(Team::new(third), 3, Reasons::own(0));
    assert_eq!((win.ranks(), win.winner()), (&[1, 1, 0][..], Some(Team::new(2))));
    let loss = Outcome::loss(Team::new(1), 3, Reasons::NO_MOVE);
    assert_eq!((loss.ranks(), loss.winner()), (&[0, 2, 0][..], None));
    assert_eq!([0, 1, 2].map(|team| loss.payoff(Team::new(team))), [0.5, 0.0, 0.5]);
    assert_eq!(Outcome::loss(Team::new(0), 2, Reasons::CAP).winner(), Some(Team::new(1)));
    assert_eq!(Reasons::own(1).and(Reasons::CAP).names(&["ring", "fork"]), "fork+cap");
    assert!(Reasons::own(0).and(Reasons::own(1)).contains(Reasons::own(1)));
}

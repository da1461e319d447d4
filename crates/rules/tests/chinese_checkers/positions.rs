//! Hand-made positions: how games end, what is forbidden, how it is written.
use super::{game, hole, moves};
use hoppity_rules::games::chinese_checkers::{ChineseCheckers, HoleSet, Move, State};
use hoppity_rules::{Game, Line, Seat, Team};

fn position(game: &ChineseCheckers, text: &str) -> State {
    game.parse_position(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn texts(game: &ChineseCheckers, s: &State) -> Vec<String> {
    let mut texts: Vec<String> = moves(game, s).into_iter().map(|m| game.format_move(m)).collect();
    texts.sort_unstable();
    texts
}

fn play(game: &ChineseCheckers, s: &mut State, text: &str) {
    let m = game.parse_move(s, text).unwrap_or_else(|e| panic!("{}: {e}", game.format_position(s)));
    game.apply(s, m);
}

/// Ranks and reason.
fn end(game: &ChineseCheckers, s: &State) -> (Vec<u8>, String) {
    let outcome = game.outcome(s).unwrap_or_else(|| panic!("{}: not over", game.format_position(s)));
    (outcome.ranks().to_vec(), outcome.reasons().names(game.reason_names()))
}

fn filled(winner: usize, seats: usize) -> (Vec<u8>, String) {
    ((0..seats).map(|seat| u8::from(seat != winner)).collect(), "camp filled".to_owned())
}

#[test]
fn the_first_moves_of_the_star_are_its_fourteen() {
    let game = game("chinese-checkers");
    let s = game.initial();
    let expected = [
        "c1-e5", "c1-e7", "c2-e6", "c2-e8", "c3-e7", "c3-e9", "d1-e5", "d1-e6", "d2-e6", "d2-e7", "d3-e7",
        "d3-e8", "d4-e8", "d4-e9",
    ];
    assert_eq!(texts(&game, &s), expected);
}

#[test]
fn a_chain_crosses_the_hole_it_left_but_does_not_end_there() {
    let game = game("chinese-checkers(rhombus=7,men=4)");
    // From d4 right to f4 over e4, or left to b4 over c4, which a chain reaches by d4 as well.
    let s = position(&game, "7/7/7/2BAB2/7/4A2/1BA1AB1 A 1");
    let d4 = hole(&game, "d4");
    let ends: Vec<&str> =
        moves(&game, &s).into_iter().filter(|m| m.from() == d4).map(|m| game.label(m.to())).collect();
    assert!(ends.contains(&"b4") && ends.contains(&"f4") && !ends.contains(&"d4"), "{ends:?}");
    let m = game.parse_move(&s, "d4-f4").unwrap();
    let path: Vec<&str> = game.move_path(&s, m).into_iter().map(|cell| game.label(game.hole(cell))).collect();
    assert_eq!(path, ["d4", "f4"]);
    let why = |text: &str| game.parse_move(&s, text).unwrap_err().why;
    assert_eq!(why("d4-d4"), "a turn ends in another hole than it starts");
    assert_eq!(why("d4-e4"), "e4 is occupied");
    assert_eq!(why("d4-g7"), "neither a step nor a chain of hops leads from d4 to g7");
    assert_eq!(why("c4-d5"), "A is to move and has no man on c4");
    assert_eq!(why("d4-h9"), "`h9` is no hole of this board");
    assert_eq!(why("d4"), "expected the holes where it starts and ends, such as `a1-b2`, or `pass`");
    assert_eq!(why("pass"), "a player who has a move may not pass");
}

#[test]
fn all_men_home_win() {
    let game = game("chinese-checkers(rhombus=3,men=1)");
    let mut s = position(&game, "B2/2A/3 A 5");
    // B has had its goal from the start of this position: it is home.
    assert_eq!(end(&game, &s), filled(1, 2));
    s = position(&game, "1B1/2A/3 A 5");
    play(&game, &mut s, "c2-c1");
    assert_eq!(end(&game, &s), filled(0, 2));
    assert_eq!(game.parse_move(&s, "b3-a3").unwrap_err().why, "the game is over");
    assert_eq!(
        game.parse_position("B2/3/2A A 5").unwrap_err().to_string(),
        "two are home: the game ended with the first (at character 1)"
    );
}

#[test]
fn a_goal_full_of_others_is_not_filled() {
    let filled_game = game("chinese-checkers(rhombus=4,men=3,win=filled)");
    let all = game("chinese-checkers(rhombus=4,men=3)");
    // A's goal d1 c1 d2 holds three of B.
    let text = "4/1AA1/1A1B/2BB B 4";
    assert_eq!(filled_game.outcome(&position(&filled_game, text)), None);
    // One own man among them fills it, whoever comes last.
    let mut s = position(&filled_game, "4/1AA1/1B1B/2BA B 4");
    assert_eq!(end(&filled_game, &s), filled(0, 2));
    assert_eq!(all.outcome(&position(&all, "4/1AA1/1B1B/2BA B 4")), None);
    s = position(&filled_game, "4/1AA1/1BB1/2BA B 4");
    play(&filled_game, &mut s, "c2-d2");
    assert_eq!(end(&filled_game, &s), filled(0, 2));
}

#[test]
fn by_the_rule_mover_nobody_brings_another_home() {
    let game = game("chinese-checkers(rhombus=4,men=3,rules=sturtevant)");
    // B's man would fill A's goal, where a man of A stands.
    let s = position(&game, "4/1AA1/1BB1/2BA B 4");
    let why = game.parse_move(&s, "c2-d2").unwrap_err().why;
    assert_eq!(why, "the position after it is illegal: a man on d2 would fill or seal another's goal");
    assert!(!texts(&game, &s).contains(&"c2-d2".to_owned()));
    // A man that is in the goal already leaves a hole behind.
    assert!(texts(&game, &s).contains(&"c1-d2".to_owned()));
    assert_eq!(
        game.parse_position("4/1AA1/1B1B/2BA A 4").unwrap_err().to_string(),
        "illegal: A is home and has not just moved (at character 1)"
    );
    // The same men with B to move: A has just won.
    assert_eq!(end(&game, &position(&game, "4/1AA1/1B1B/2BA B 4")), filled(0, 2));
}

#[test]
fn by_the_rule_of_blockades_nobody_seals_a_goal() {
    let game = game("chinese-checkers(rhombus=5,rules=sturtevant)");
    // A holds three of the four holes behind which B's goal a5 is sealed; the fourth is a3.
    let s = position(&game, "1AA2/A4/1AA2/1A1BB/1BBBB A 9");
    assert!(game.parse_move(&s, "b3-a3").unwrap_err().why.starts_with("the position after it is illegal"));
    // With the tip held it is no seal, unless the man comes from the tip.
    let held = position(&game, "AAA2/A4/1A3/1A1BB/1BBBB A 9");
    assert!(texts(&game, &held).contains(&"b3-a3".to_owned()));
    assert!(game.parse_move(&held, "a5-a3").unwrap_err().why.starts_with("the position after it is illegal"));
    let sealed = game.parse_position("1AA2/A4/A1A2/1A1BB/1BBBB B 9").unwrap_err().to_string();
    assert_eq!(
        sealed,
        "illegal: the tip of B's goal is empty behind four men of its opponent (at character 1)"
    );
    let free = super::game("chinese-checkers(rhombus=5,rules=sturtevant,blockade=free)");
    let text = free.format_position(&s);
    assert!(free.parse_move(&position(&free, &text), "b3-a3").is_ok());
}

#[test]
fn a_man_may_be_kept_in_its_goal() {
    let text = "4/1BB1/1B2/1AAA A 7";
    let free = game("chinese-checkers(rhombus=4,men=3)");
    let kept = game("chinese-checkers(rhombus=4,men=3,leave_goal=end)");
    let s = position(&kept, text);
    assert!(texts(&free, &position(&free, text)).contains(&"c1-c2".to_owned()));
    assert_eq!(kept.parse_move(&s, "c1-c2").unwrap_err().why, "a man in its goal camp may not leave it");
    assert!(texts(&kept, &s).contains(&"c1-d2".to_owned()));
}

#[test]
fn who_cannot_move_passes_or_loses() {
    // B stands two deep before A's ten.
    let text = "AAAAB/AAABB/AABBB/ABB2/BB3 A 4";
    let passing = game("chinese-checkers(rhombus=5,men=10)");
    let mut s = position(&passing, text);
    assert_eq!(texts(&passing, &s), ["pass"]);
    assert_eq!(passing.count_moves(&s), 1);
    play(&passing, &mut s, "pass");
    assert_eq!(passing.format_position(&s), "AAAAB/AAABB/AABBB/ABB2/BB3 B 5");
    let losing = game("chinese-checkers(rhombus=5,men=10,blocked=lose)");
    assert_eq!(end(&losing, &position(&losing, text)), (vec![1, 0], "no move".to_owned()));
}

#[test]
fn the_cap_is_a_draw_that_rests_on_the_path() {
    let game = game("chinese-checkers(players=4,cap=2)");
    let mut s = game.initial();
    assert_eq!(game.horizon(&s), Some(2));
    play(&game, &mut s, "d1-e5");
    assert_eq!(game.horizon(&s), Some(1));
    play(&game, &mut s, "e10-e9");
    assert_eq!(end(&game, &s), (vec![0; 4], "cap".to_owned()));
    assert!(game.outcome(&s).unwrap().is_on_path());
}

#[test]
fn repetition_is_counted_by_the_line() {
    let game = game("chinese-checkers(repetition=draw:2)");
    let mut line = Line::new(game);
    for text in ["d1-e5", "n1-m5", "e5-d1", "m5-n1"] {
        assert_eq!(line.outcome(), None);
        line.push_text(text).unwrap();
    }
    let outcome = line.outcome().unwrap();
    assert!(outcome.is_on_path() && outcome.winner().is_none());
}

#[test]
fn what_cannot_stand_is_refused() {
    let game = game("chinese-checkers(rhombus=3,men=2)");
    let error = |text: &str| game.parse_position(text).unwrap_err().to_string();
    assert_eq!(error("AAA/3/1BB A 1"), "A has more than its 2 men (at character 3)");
    assert_eq!(error("A2/3/1BB A 1"), "A has 1 of its 2 men; none ever leaves the board (at character 1)");
    assert_eq!(error("AA1/3/1BB A 1 x"), "`x` has no meaning here (at character 15)");
    assert_eq!(
        error("AA1/3/1BB C 1"),
        "`C` is no seat of this game; expected a letter A to B (at character 11)"
    );
}

#[test]
fn men_can_be_set_up_without_text() {
    let game = game("chinese-checkers(rhombus=3,men=1)");
    let set = |name: &str| -> HoleSet { [hole(&game, name)].into_iter().collect() };
    let s = game.set_up(&[set("b2"), set("c2")], Seat::B, 8).unwrap();
    assert_eq!(game.format_position(&s), "3/1AB/3 B 8");
    assert_eq!(s, position(&game, "3/1AB/3 B 8"));
    let error = |men: &[HoleSet]| game.set_up(men, Seat::A, 1).unwrap_err().what;
    assert_eq!(error(&[set("b2")]), "there are 2 seats");
    assert_eq!(error(&[set("b2"), set("b2")]), "B has a man off the board or in another's hole");
    assert_eq!(error(&[set("b2"), HoleSet::EMPTY]), "B has 0 of its 1 men; none ever leaves the board");
    let star = super::game("chinese-checkers");
    let off = !star.holes() & !game.holes();
    let off: HoleSet = off.iter().take(1).collect();
    assert_eq!(error(&[off, set("b2")]), "A has a man off the board or in another's hole");
}

#[test]
fn the_winner_of_a_star_is_first_and_the_others_share_the_second_place() {
    let game = game("chinese-checkers(players=3)");
    // A's last man steps from the hole above its goal.
    let text = "1/2/3/4/13/12/11/10/9/C8B/CC7BB/CCC6BBB/CCCC1A3BBBB/1AAA/AAA/AA/A A 9";
    let mut s = position(&game, text);
    play(&game, &mut s, "m6-n1");
    assert_eq!(end(&game, &s), filled(0, 3));
    assert_eq!(game.outcome(&s).unwrap().winner(), Some(Team::new(0)));
    assert_eq!(moves(&game, &position(&game, text)).iter().filter(|m| **m == Move::PASS).count(), 0);
}

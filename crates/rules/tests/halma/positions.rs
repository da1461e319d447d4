//! Every rule at every value, on positions made by hand.
use super::halma;
use hoppity_rules::games::halma::Halma;
use hoppity_rules::{Game, Line, Seat};

/// A line that starts in a position.
fn line(spec: &str, position: &str) -> Line<Halma> {
    let line = Line::from_position(halma(spec), position);
    line.unwrap_or_else(|e| panic!("{spec}, {position}: {e}"))
}

/// Whether the move is legal in the position.
fn legal(spec: &str, position: &str, m: &str) -> bool {
    let line = line(spec, position);
    let parsed = line.game().parse_move(line.state(), m);
    let listed = line.legal_moves().iter().any(|&legal| line.game().format_move(legal) == m);
    assert_eq!(parsed.is_ok(), listed, "{spec}, {position}, {m}: {parsed:?}");
    listed
}

/// The legal moves as text, sorted.
fn moves(spec: &str, position: &str) -> String {
    let line = line(spec, position);
    let mut texts: Vec<String> = line.legal_moves().iter().map(|&m| line.game().format_move(m)).collect();
    texts.sort();
    texts.join(" ")
}

/// How the game stands: `-` while it goes on, else the places by team, why, and `!` where it rests on a counter.
fn end(line: &Line<Halma>) -> String {
    let Some(outcome) = line.outcome() else { return "-".to_owned() };
    let ranks: String = outcome.ranks().iter().map(ToString::to_string).collect();
    let counter = if outcome.is_on_path() { "!" } else { "" };
    format!("{ranks} {}{counter}", outcome.reasons().names(line.game().reason_names()))
}

/// How the game stands after these moves.
fn after(spec: &str, position: &str, moves: &str) -> String {
    let mut line = line(spec, position);
    for m in moves.split_whitespace() {
        line.push_text(m).unwrap_or_else(|e| panic!("{spec}, {position}: {e}"));
    }
    let text = line.game().format_position(line.state());
    let read = line.game().parse_position(&text).unwrap_or_else(|e| panic!("{spec}, {text}: {e}"));
    assert_eq!(read, *line.state(), "{spec}, {text}");
    end(&line)
}

#[test]
fn a_goal_camp_may_have_to_be_full_of_own_men() {
    let small = |win: &str| format!("halma(board=4,camp=[2,1],win={win})");
    // The last man enters.
    for win in ["all", "filled", "mover"] {
        assert_eq!(after(&small(win), "4/4/B1AA/BBA1 A 9", "c2-d1"), "01 camp filled");
    }
    // An enemy stands in the camp.
    let held = "4/4/BAAA/B2B A 9";
    assert_eq!(after(&small("all"), held, "c2-c1"), "-");
    assert_eq!(after(&small("filled"), held, "c2-c1"), "01 camp filled");
    assert_eq!(after(&small("mover"), held, "c2-c1"), "01 camp filled");
    // It is the enemy that fills it.
    let open = "4/B3/B1BA/A1A1 B 10";
    assert_eq!(after(&small("all"), open, "c2-d1"), "-");
    assert_eq!(after(&small("filled"), open, "c2-d1"), "01 camp filled");
    assert!(!legal(&small("mover"), open, "c2-d1"), "nobody fills the own camp while an enemy stands in it");
    assert!(legal(&small("mover"), open, "c2-d3"));
    // Without an enemy in it anybody may.
    assert!(legal(&small("mover"), "4/AA2/A1B1/2BB B 10", "c2-d2"));
}

#[test]
fn mover_looks_only_at_who_has_moved() {
    // B fills the goal of A. By `filled` that is the end; by `mover` A has to make another turn.
    let three = |win: &str| format!("halma(board=4,camp=[2],players=3,win={win})");
    let open = "2C1/BC2/A2B/2A1 B 8";
    assert_eq!(after(&three("all"), open, "d2-d1"), "-");
    assert_eq!(after(&three("filled"), open, "d2-d1"), "011 camp filled");
    assert_eq!(after(&three("mover"), open, "d2-d1"), "-");
    assert_eq!(after(&three("mover"), open, "d2-d1 c4-d4"), "-");
    assert_eq!(after(&three("mover"), open, "d2-d1 c4-d4 a2-b2"), "011 camp filled");
    // Not where A moves out of it.
    let free = "halma(board=4,camp=[2],players=3,win=mover,leave_goal=free)";
    assert_eq!(after(free, open, "d2-d1 c4-d4 c1-c2"), "-");
    // The camp is C's own.
    let own = "2B1/BC2/A2C/2A1 C 9";
    assert_eq!(after(&three("filled"), own, "d2-d1"), "011 camp filled");
    assert!(!legal(&three("mover"), own, "d2-d1"));
}

#[test]
fn partners_do_not_fill_and_win_together() {
    let four = |teams: &str| format!("halma(board=4,camp=[2],players=4,win=filled,teams={teams})");
    // C's goal holds C and B. A enters its own beside C, its partner by the diagonal.
    let partner = "CB2/B3/2AA/DDC1 A 9";
    assert_eq!(after(&four("diagonal"), partner, "d2-d1"), "-");
    // Beside B, an enemy, A is home, and so is C.
    let enemy = "CB2/C3/2AA/DDB1 A 9";
    assert_eq!(after(&four("diagonal"), enemy, "d2-d1"), "01 camp filled");
    // C is not home: the team waits.
    assert_eq!(after(&four("diagonal"), "1B2/CC2/2AA/DDB1 A 9", "d2-d1"), "-");
}

#[test]
fn teams_sit_in_corners() {
    let teams = |spec: &str| {
        let game = halma(spec);
        let letters: String = Seat::all(4).map(|seat| game.team(seat).index().to_string()).collect();
        letters
    };
    assert_eq!(teams("halma(players=4,teams=diagonal)"), "0101");
    assert_eq!(teams("halma(players=4,teams=adjacent)"), "0011");
    assert_eq!(teams("halma(rules=comp424)"), "0110");
    assert_eq!(teams("halma(players=4,teams=adjacent,order=[tl,bl,tr,br])"), "0101");
    assert_eq!(teams("halma(players=4)"), "0123");
}

#[test]
fn a_man_may_have_to_stay_in_its_goal() {
    let spec = |value: &str| format!("halma(board=8,leave_goal={value})");
    // Out of the goal by a step.
    let inside = "AAAA4/AAA5/AA6/8/5BB1/6AB/5BBB/4BBBB A 9";
    let through = "AAAA4/AAA5/AA6/4A3/5BB1/7B/5BBB/4BBBB A 9";
    for (value, out, across) in [("free", true, true), ("end", false, true), ("hop", false, false)] {
        assert!(legal(&spec(value), inside, "g3-h4"), "within the goal, {value}");
        assert_eq!(legal(&spec(value), inside, "g3-f3"), out, "out of the goal, {value}");
        assert!(legal(&spec(value), through, "e5-g3"), "into the goal, {value}");
        // By way of g3, a goal square, to a square outside.
        assert_eq!(legal(&spec(value), through, "e5-g5"), across, "through the goal, {value}");
    }
}

#[test]
fn a_man_may_have_to_stay_out_of_its_home() {
    let spec = |value: &str| format!("halma(board=8,enter_home={value})");
    let outside = "AAAA4/A1A5/AAA5/3A4/7B/6BB/5BBB/4BBBB A 9";
    let leaving = "A1AA3A/A1A5/AAA5/A7/7B/6BB/5BBB/4BBBB A 9";
    for (value, enter, across, back) in
        [("free", true, true, true), ("end", false, true, true), ("hop", false, false, false)]
    {
        assert_eq!(legal(&spec(value), outside, "d5-b7"), enter, "into the home, {value}");
        assert_eq!(legal(&spec(value), outside, "d5-d7"), across, "through the home, {value}");
        // From the home by way of d6 back into it.
        assert_eq!(legal(&spec(value), leaving, "b6-b8"), back, "out and back, {value}");
    }
}

#[test]
fn usc_men_leave_or_go_further() {
    let usc = "halma(board=8,rules=usc561)";
    // A man in the camp that can leave must.
    assert_eq!(moves(usc, "8/1A6/8/3AAA2/3AAA2/3AAA1B/5BBB/2BBBBBB A 9"), "b7-c6");
    // It cannot leave: along the rows, along the columns, or both.
    assert_eq!(moves(usc, "A7/8/8/3AAA2/3AAA2/3AAA1B/5BBB/2BBBBBB A 9"), "a8-a7 a8-b7 a8-b8");
    assert_eq!(moves(usc, "1A6/8/8/3AAA2/3AAA2/3AAA1B/5BBB/2BBBBBB A 9"), "b8-b7 b8-c7 b8-c8");
    // Two men in the camp; only one of them can leave.
    assert_eq!(moves(usc, "A7/1A6/8/3AAA2/3AAA2/3AA2B/5BBB/2BBBBBB A 9"), "a8-c6 b7-c6");
    // Neither: the men outside move.
    let shut = moves(usc, "ABB5/BB6/B1B5/3AAA2/3AAA2/3AAA2/6BB/6BB A 9");
    assert!(!shut.contains("a8-") && shut.contains("d5-"), "{shut}");
    // None in the camp.
    assert!(legal(usc, "8/8/2A5/3AAA2/3AAA2/3AAA1B/5BBB/2BBBBBB A 9", "f3-g3"));
}

#[test]
fn a_camp_may_have_to_be_left_by_a_turn() {
    let spec = "halma(board=4,camp=[2],evacuate=by:2)";
    let start = "AA2/4/4/2BB A 1";
    // Two turns are free; after the third no man may be left.
    assert_eq!(after(spec, start, "b4-b3 c1-c2 b3-b4 c2-c1"), "-");
    assert_eq!(after(spec, start, "b4-b3 c1-c2 b3-b4 c2-c1 b4-b3"), "10 evacuation!");
    assert_eq!(after(spec, start, "b4-b3 c1-c2 a4-a3 c2-c1 b3-b2"), "-");
    // B is late on its own third turn.
    assert_eq!(after(spec, start, "b4-b3 c1-c2 a4-a3 c2-c1 b3-b2 c1-c2"), "01 evacuation!");
    // Later on: a man that goes back.
    assert_eq!(after(spec, "4/AA2/2BB/4 A 21", "b3-b4"), "10 evacuation!");
    assert_eq!(after(spec, "4/AA2/2BB/4 A 21", "b3-b2"), "-");
    // Who is late in a position was late in its last turn.
    assert_eq!(after(spec, "A3/A3/2BB/4 A 7", ""), "10 evacuation!");
    assert_eq!(after(spec, "A3/A3/2BB/4 A 5", ""), "-");
    assert_eq!(after(spec, "A3/A3/2BB/4 B 6", ""), "10 evacuation!");
    // A goal that is reached in that turn comes first.
    let last = "A3/4/3A/B1B1 A 5";
    let filled = "halma(board=4,camp=[2],evacuate=by:2,win=filled)";
    assert_eq!(after(filled, last, "d2-d1"), "01 camp filled");
    assert_eq!(after(filled, last, "d2-d3"), "10 evacuation!");
    // One of three is last, one of a team takes its partner along.
    let three = "halma(board=4,camp=[2],players=3,evacuate=by:1)";
    assert_eq!(after(three, "AABB/4/4/2CC A 1", "a4-a3 c4-c3 c1-c2 a3-a2"), "200 evacuation!");
    let four = "halma(board=4,camp=[2],players=4,evacuate=by:1,teams=diagonal)";
    assert_eq!(
        after(four, "AABB/4/4/DDCC A 1", "a4-a3 c4-c3 c1-c2 a1-a2 b4-b3 d4-d3 c2-b2"),
        "10 evacuation!"
    );
}

/// A stands on a1 and on the goal square c1.
const BLOCKED: &str = "4/C1D1/DB2/ABAC A 5";

#[test]
fn a_player_without_a_move_passes_or_loses() {
    let spec = |more: &str| format!("halma(board=4,camp=[2],players=4{more})");
    assert_eq!(moves(&spec(""), BLOCKED), "pass");
    assert_eq!(after(&spec(""), BLOCKED, "pass"), "-");
    assert!(!legal(&spec(""), BLOCKED, "a1-b1"));
    let other = line(&spec(""), "4/C1D1/DB2/ABAC B 5");
    let refused = other.game().parse_move(other.state(), "pass").unwrap_err();
    assert!(refused.to_string().contains("may not pass"), "{refused}");
    assert_eq!(after(&spec(",blocked=lose"), BLOCKED, ""), "3000 no move");
    // One who is blocked by the last turn of another loses at once.
    assert_eq!(after(&spec(",blocked=lose"), "4/C2D/DB2/ABAC D 4", "d3-c3"), "3000 no move");
    assert_eq!(after(&spec(",blocked=lose"), "4/C2D/DB2/ABAC D 4", "d3-d2"), "-");
    // With places to play for, it takes the last one; its men stay.
    let mut line = line(&spec(",blocked=lose,finish=all"), BLOCKED);
    assert_eq!(end(&line), "-");
    assert_eq!(line.to_move(), Seat::B);
    let text = line.game().format_position(line.state());
    assert_eq!(text, "4/C1D1/DB2/ABAC B 5 places=4---");
    for m in ["b2-c2", "a3-b3", "c3-d3"] {
        line.push_text(m).unwrap();
    }
    assert_eq!((line.to_move(), line.state().place(Seat::A)), (Seat::B, Some(3)));
    // Who is home and waits for its partner passes, even so.
    let home = "2BB/3D/CC1D/2AA A 5";
    assert_eq!(moves(&spec(",blocked=lose,teams=diagonal"), home), "pass");
    assert_eq!(after(&spec(",blocked=lose,teams=diagonal"), home, "pass"), "-");
}

#[test]
fn places_are_played_for() {
    let spec = "halma(board=4,camp=[2],players=3,finish=all)";
    let start = "C3/1C2/1B1A/B1A1 A 9";
    let mut line = line(spec, start);
    line.push_text("d2-d1").unwrap();
    assert_eq!(end(&line), "-");
    assert_eq!(line.state().place(Seat::A), Some(0));
    assert_eq!(line.game().format_position(line.state()), "C3/1C2/1B2/B1AA B 10 places=1--");
    // A moves no more.
    line.push_text("b2-c2").unwrap();
    assert_eq!(line.to_move(), Seat::new(2));
    line.push_text("b3-c3").unwrap();
    assert_eq!(line.to_move(), Seat::B);
    assert_eq!(line.game().format_position(line.state()), "C3/2C1/2B1/B1AA B 12 places=1--");
    line.push_text("c2-b1").unwrap();
    assert_eq!(end(&line), "012 camp filled");
    assert_eq!(after(spec, start, "d2-d1 b2-c2 b3-b4"), "021 camp filled");
    // `first` ends with the first.
    assert_eq!(after("halma(board=4,camp=[2],players=3)", start, "d2-d1"), "011 camp filled");
    // The cap leaves the places that are taken.
    assert_eq!(
        after("halma(board=4,camp=[2],players=3,finish=all,cap=10)", start, "d2-d1 b2-c2"),
        "011 cap!"
    );
    // A deadline gives the last place, and turns that are passed over go on counting.
    let deadline = "halma(board=4,camp=[2],players=3,finish=all,evacuate=by:3)";
    let late = "C3/1C2/3B/A1AB A 10";
    assert_eq!(after(deadline, late, "a1-a2"), "-");
    let mut line = Line::from_position(halma(deadline), "CB2/1C2/A2B/2A1 A 10").unwrap();
    for m in ["a2-b2", "b4-c4"] {
        line.push_text(m).unwrap();
    }
    assert_eq!(line.game().format_position(line.state()), "C1B1/1C2/1A1B/2A1 C 12 places=-3-");
    for m in ["b3-c3", "b2-b3"] {
        line.push_text(m).unwrap();
    }
    assert_eq!(line.game().format_position(line.state()), "C1B1/1AC1/3B/2A1 C 14 places=-3- skipped=1");
}

#[test]
fn lines_count_repetitions_and_caps() {
    let mut game = Line::new(halma("halma(rules=web)"));
    for round in 0..2 {
        for m in ["e16-f16", "l1-k1", "f16-e16", "k1-l1"] {
            assert_eq!(end(&game), "-", "round {round}");
            game.push_text(m).unwrap();
        }
    }
    assert_eq!(end(&game), "00 repetition!");
    let mut game = Line::new(halma("halma(board=8,cap=3)"));
    for (left, m) in [(3, "d8-e8"), (2, "e1-d1"), (1, "e8-d8")] {
        assert_eq!(game.game().horizon(game.state()), Some(left));
        game.push_text(m).unwrap();
    }
    assert_eq!(end(&game), "00 cap!");
    game.pop();
    assert_eq!(end(&game), "-");
    // A goal that is reached in the last ply counts.
    assert_eq!(after("halma(board=4,camp=[2,1],cap=9)", "4/4/B1AA/BBA1 A 9", "c2-d1"), "01 camp filled");
    assert_eq!(after("halma(board=4,camp=[2,1],cap=9)", "4/4/B1AA/BBA1 A 9", "c2-c3"), "00 cap!");
}

#[test]
fn horizons_know_the_deadlines() {
    let horizon = |spec: &str, position: &str| {
        let line = line(spec, position);
        line.game().horizon(line.state())
    };
    let spec = "halma(board=4,camp=[2],evacuate=by:2)";
    assert_eq!(horizon(spec, "AA2/4/4/2BB A 1"), Some(5));
    assert_eq!(horizon(spec, "AA2/4/4/2BB B 4"), Some(2));
    assert_eq!(horizon(spec, "4/AA2/2BB/4 A 21"), Some(1));
    // Nobody can come back, or only B is still in its camp.
    let stays = "halma(board=4,camp=[2],evacuate=by:2,enter_home=end)";
    assert_eq!(horizon(stays, "4/AA2/2BB/4 A 5"), None);
    assert_eq!(horizon(stays, "4/AA2/4/2BB A 5"), Some(2));
    assert_eq!(horizon("halma", &halma("halma").format_position(&halma("halma").initial())), None);
}

#[test]
fn paths_are_shortest_chains() {
    let path = |spec: &str, position: &str, m: &str| {
        let line = line(spec, position);
        let parsed = line.game().parse_move(line.state(), m).unwrap();
        let cells = line.game().layout().cells;
        let path = line.game().move_path(line.state(), parsed);
        path.into_iter().map(|cell| cells[cell].label.as_str()).collect::<Vec<_>>().join(" ")
    };
    let through = "AAAA4/AAA5/AA6/4A3/5BB1/7B/5BBB/4BBBB A 9";
    assert_eq!(path("halma(board=8)", through, "e5-g5"), "e5 g3 g5");
    assert_eq!(path("halma(board=8)", through, "e5-e4"), "e5 e4");
}

#[test]
fn symmetries_keep_the_seats() {
    assert_eq!(halma("halma").symmetries(), 2);
    assert_eq!(halma("halma(order=[tr,bl])").symmetries(), 2);
    assert_eq!(halma("halma(players=4)").symmetries(), 1);
    assert_eq!(halma("halma(board=8,camp=[3,1])").symmetries(), 1);
}

/// A place that has been taken stays taken, however play ends: by repetition as by the cap.
#[test]
fn places_taken_outlast_a_repetition() {
    let game = halma("halma(board=4,players=3,camp=[1],finish=all,repetition=draw:2)");
    let mut line = Line::from_position(game, "3B/4/4/2CA B 5 places=1--").unwrap();
    for text in ["d4-c4", "c1-b1", "c4-d4", "b1-c1"] {
        line.push_text(text).unwrap();
    }
    let outcome = line.outcome().unwrap();
    assert_eq!((outcome.ranks(), outcome.is_on_path()), (&[0, 1, 1][..], true));
}

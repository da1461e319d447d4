//! Options, positions and moves as text: what is written reads back, what is wrong is refused where it is.
use super::halma;
use super::twin::SPECS;
use hoppity_rules::games::halma::Halma;
use hoppity_rules::testkit::{Plan, catalogued};
use hoppity_rules::{Catalogued, Game, Seat, Spec};

#[test]
fn every_rule_set_keeps_the_contract() {
    let plan = Plan { games: 2, max_plies: 60, probes: 2, mutations: 20, seed: 5 };
    catalogued::<Halma>(SPECS, &plan);
}

#[test]
fn presets_and_their_options_are_the_same_game() {
    let start = |spec: &str| halma(spec).format_position(&halma(spec).initial());
    for preset in Halma::ABOUT.presets {
        let by_name = if preset.name == "brainking" {
            "board=8,rules=brainking"
        } else {
            &format!("rules={}", preset.name)
        };
        let (by_name, spelt) = (format!("halma({by_name})"), format!("halma({})", preset.options));
        assert_eq!(start(&by_name), start(&spelt));
        // All options spelt out over the preset leave its canonical name.
        let all = format!("{},{}", &by_name[..by_name.len() - 1], &spelt[6..])
            .replace("board=8,rules=brainking,board=8", "board=8,rules=brainking");
        assert_eq!(halma(&all).spec(), halma(&by_name).spec());
    }
}

#[test]
fn specs_are_canonical() {
    for (given, canonical) in [
        ("halma()", "halma"),
        ("halma(board=16,players=2,rules=classic,win=all)", "halma"),
        ("halma(players=4,board=8)", "halma(board=8,players=4)"),
        ("halma(rules=usc561,win=filled,board=10)", "halma(board=10,rules=usc561)"),
        ("halma(rules=usc561,win=all)", "halma(rules=usc561,win=all)"),
        ("halma(board=8,rules=brainking,evacuate=by:30)", "halma(board=8,rules=brainking)"),
        ("halma(board=10,rules=brainking,evacuate=by:30)", "halma(board=10,evacuate=by:30,rules=brainking)"),
        ("halma(rules=comp424,players=4,order=[tl,tr,bl,br])", "halma(rules=comp424)"),
        ("halma(rules=comp424,order=[tl,tr,br,bl])", "halma(order=[tl,tr,br,bl],rules=comp424)"),
        ("halma(rules=web,cap=none,repetition=none)", "halma(cap=none,repetition=none,rules=web)"),
        ("halma(camp=[5,5,4,3,2],order=[tl,br])", "halma"),
        ("halma(camp=[2,1],board=5,repetition=draw:3)", "halma(board=5,camp=[2,1],repetition=draw:3)"),
    ] {
        assert_eq!(halma(given).spec().to_string(), canonical, "{given}");
    }
}

#[test]
fn what_cannot_be_is_refused_at_its_option() {
    for (spec, at, why) in [
        ("halma(board=2)", 6, "3 to 16"),
        ("halma(board=17)", 6, "3 to 16"),
        ("halma(board=5)", 6, "camp"),
        ("halma(players=5)", 6, "2 to 4"),
        ("halma(rules=brainkin)", 6, "brainking"),
        ("halma(rules=brainking)", 6, "board=8 and board=10"),
        ("halma(rules=brainking,board=16)", 22, "board=8 and board=10"),
        ("halma(rules=web,players=3)", 16, "2 players"),
        ("halma(rules=comp424,players=2)", 20, "4 players"),
        ("halma(teams=diagonal)", 6, "4 players"),
        ("halma(players=3,teams=adjacent)", 16, "4 players"),
        ("halma(camp=[])", 6, "camp"),
        ("halma(board=4,camp=[4,4,1])", 14, "overlap"),
        ("halma(board=4,camp=[5])", 14, "fit"),
        ("halma(board=4,camp=[1,1,1,1,1])", 14, "fit"),
        ("halma(board=8,players=4,camp=[5])", 24, "overlap"),
        ("halma(board=4,camp=[4,4])", 14, "no empty square"),
        ("halma(camp=[0,1])", 6, "1 to 16"),
        ("halma(camp=3)", 6, "list"),
        ("halma(order=[tl])", 6, "1 corners for 2"),
        ("halma(order=[tl,tl])", 6, "twice"),
        ("halma(order=[tl,bx])", 6, "tl, tr, br, bl"),
        ("halma(players=4,order=[tl,tr,br])", 16, "3 corners for 4"),
        ("halma(evacuate=by)", 6, "by:N"),
        ("halma(evacuate=by:0)", 6, "by:N"),
        ("halma(evacuate=by:-3)", 6, "by:N"),
        ("halma(evacuate=30)", 6, "by:N"),
        ("halma(cap=0)", 6, "plies"),
        ("halma(cap=some)", 6, "plies"),
        ("halma(cap=99999999999)", 6, "plies"),
        ("halma(repetition=draw:1)", 6, "draw:N"),
        ("halma(repetition=3)", 6, "draw:N"),
        ("halma(win=most)", 6, "all, filled, mover"),
        ("halma(leave_goal=1)", 6, "free, end, hop"),
        ("halma(blocked=stay)", 6, "pass, lose"),
        ("halma(bord=8)", 6, "board"),
    ] {
        let error = Spec::parse(spec).and_then(|spec| Halma::from_spec(&spec)).unwrap_err();
        assert_eq!(error.at, Some(at), "{spec}: {error}");
        assert!(error.what.contains(why), "{spec}: {error}");
    }
}

#[test]
fn positions_are_read_or_refused_where_they_are_wrong() {
    let start = "AAAA4/AAA5/AA6/A7/7B/6BB/5BBB/4BBBB A 1";
    let game = halma("halma(board=8)");
    assert_eq!(game.format_position(&game.initial()), start);
    assert_eq!(game.parse_position(start).unwrap(), game.initial());
    for (text, at, why) in [
        ("AAAA4/AAA5/AA6/A7/7B/6BB/5BBB/4BBBB C 1", 36, "seat"),
        ("AAAA4/AAA5/AA6/A7/7B/6BB/5BBB/4BBBB A 0", 38, "ply"),
        ("AAAA4/AAA5/AA6/AA6/7B/6BB/5BBB/4BBBB A 1", 16, "more than its 10 men"),
        ("AAAA4/AAA5/AA6/8/7B/6BB/5BBB/4BBBB A 1", 0, "A has 9 of its 10 men"),
        ("AAAA4/AAA5/AA6/A7/7B/6BB/5BBB/4BBBB A 1 x", 40, "no meaning"),
        ("AAAA4/AAA5/AA6/A7/7B/6BB/5BBB/4BBBB A 1 places=1-", 40, "no meaning"),
        ("BBBB4/BBB5/BB6/B7/7A/6AA/5AAA/4AAAA A 31", 0, "two are home"),
    ] {
        let error = game.parse_position(text).unwrap_err();
        assert_eq!(error.at, at, "{text}: {error}");
        assert!(error.what.contains(why), "{text}: {error}");
    }
    let places = halma("halma(board=4,camp=[2],players=4,finish=all,evacuate=by:3)");
    let put = |more: &str| places.parse_position(&format!("4/AABB/DDCC/4 A 2{more}"));
    assert!(put("").is_ok());
    assert!(put(" places=-1--").is_ok());
    assert!(put(" places=-14- skipped=2").is_ok());
    assert!(put(" skipped=1 places=-1--").is_ok());
    for (more, at, why) in [
        (" places=-1-", 18, "each of the 4 seats"),
        (" places=-5--", 18, "each of the 4 seats"),
        (" places=----", 18, "each once"),
        (" places=-11-", 18, "each once"),
        (" places=-2--", 18, "from the first on"),
        (" places=-123", 18, "the game is over"),
        (" places=1---", 18, "moves no more"),
        (" places=-1-- places=-1--", 30, "no meaning"),
        (" skipped=1", 18, "only when a place has been taken"),
        (" places=-1-- skipped=0", 30, "number of turns"),
        (" places=-1-- skipped=x", 30, "number of turns"),
        (" places=-1-- skipped=99999999999", 30, "number of turns"),
    ] {
        let error = put(more).unwrap_err();
        assert_eq!(error.at, at, "{more}: {error}");
        assert!(error.what.contains(why), "{more}: {error}");
    }
    let no_last = halma("halma(board=4,camp=[2],players=4,finish=all)");
    let error = no_last.parse_position("4/AABB/DDCC/4 A 2 places=-4--").unwrap_err();
    assert!(error.what.contains("nobody can be put last"), "{error}");
    let both = no_last.parse_position("DDCC/4/4/BBAA A 9").unwrap_err();
    assert!(both.what.contains("who came first"), "{both}");
}

#[test]
fn moves_are_refused_with_the_reason() {
    let game = halma("halma(board=8,enter_home=end)");
    let s = game.parse_position("AAA5/AAA5/AA6/A7/1A5B/6BB/5BBB/4BBBB A 9").unwrap();
    let s = &s;
    for (text, why) in [
        ("", "expected"),
        ("a8", "expected"),
        ("a8-", "no square"),
        ("a9-a8", "no square"),
        ("i1-a1", "no square"),
        ("A8-b5", "no square"),
        ("a08-b5", "no square"),
        ("c8-d8-e8", "no square"),
        ("d8-e8", "no man on d8"),
        ("h4-g4", "no man on h4"),
        ("a8-a8", "another square"),
        ("a8-b8", "occupied"),
        ("a8-e4", "neither a step nor a chain"),
        ("b4-b5", ""),
        ("c8-d8", ""),
        ("pass", "may not pass"),
    ] {
        match game.parse_move(s, text) {
            Ok(m) => {
                assert!(why.is_empty(), "{text} is legal");
                assert_eq!(game.format_move(m), text);
            }
            Err(error) => {
                assert!(!why.is_empty() && error.why.contains(why), "{error}");
                assert_eq!(error.text, text);
            }
        }
    }
    let back = game.parse_position("AAA5/AAA5/AA6/1A6/A6B/6BB/5BBB/4BBBB A 9").unwrap();
    assert!(game.parse_move(&back, "b5-a5").unwrap_err().why.contains("enter its own camp"));
    let goal = halma("halma(board=8)");
    let inside = goal.parse_position("AAAA4/AAA5/AA6/8/5BB1/6AB/5BBB/4BBBB A 9").unwrap();
    assert!(goal.parse_move(&inside, "g3-f3").unwrap_err().why.contains("may not leave"));
    let usc = halma("halma(board=8,rules=usc561)");
    let stays = usc.parse_move(&usc.initial(), "a8-b8").unwrap_err();
    assert!(stays.why.contains("occupied"), "{stays}");
}

#[test]
fn the_layout_shows_camps() {
    let game = halma("halma(rules=comp424)");
    let cells = game.layout().cells;
    let camp = |label: &str| cells.iter().find(|cell| cell.label == label).unwrap().camp;
    assert_eq!(camp("a16"), Some(Seat::A));
    assert_eq!(camp("p16"), Some(Seat::B));
    assert_eq!(camp("a1"), Some(Seat::new(2)));
    assert_eq!(camp("p1"), Some(Seat::new(3)));
    assert_eq!(camp("h8"), None);
    assert_eq!((cells[0].label.as_str(), cells[0].x, cells[0].y), ("a1", 0, 15));
    assert_eq!((cells[17].label.as_str(), cells[17].x, cells[17].y), ("b2", 2, 14));
}

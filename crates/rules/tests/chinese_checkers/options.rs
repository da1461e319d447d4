//! Which options there are, how they are written, and what cannot be.
use super::game;
use hoppity_rules::games::chinese_checkers::ChineseCheckers;
use hoppity_rules::{Catalogued, Game, Spec};

#[test]
fn what_cannot_be_is_refused_at_its_option() {
    let why = |options: &str| {
        let spec = Spec::parse(&format!("x({options})")).unwrap();
        ChineseCheckers::from_spec(&spec).unwrap_err().to_string()
    };
    let refused = |options: &str, what: &str| {
        let found = why(options);
        assert!(found.starts_with(what), "{options}: {found}");
        let place: usize = found.rsplit_once("character ").unwrap().1.trim_end_matches(')').parse().unwrap();
        assert_eq!(place, 3, "{options}: {found}");
    };
    refused("players=5", "5 players have no places that are alike; there can be 2, 3, 4 or 6");
    refused("players=7", "`players=7`: expected a whole number from 2 to 6");
    refused("players=3,rhombus=7", "a rhombus is for 2 players, not 3");
    refused("rhombus=2", "`rhombus=2`: expected none, or a whole number from 3 to 13");
    refused("rhombus=14", "`rhombus=14`: expected none");
    refused("rhombus=big", "`rhombus=big`: expected none");
    refused("rhombus=3", "two camps of 6 overlap on 3x3");
    refused("men=10,rhombus=4", "two camps of 10 overlap on 4x4");
    refused("men=5,rhombus=7", "5 men form no camp on a rhombus; there can be 1, 2, 3, 4, 6 or 10");
    refused("men=6", "on the star each player has 10 men");
    refused("men=11,rhombus=7", "`men=11`: expected a whole number from 1 to 10");
    refused("rules=sturtevant", "`sturtevant` has rules for a rhombus only");
    refused("rules=sturtevent", "`rules=sturtevent`: expected one of: classic, sturtevant (did you mean");
    refused("blockade=illegal", "blockades are defined for 6 men on a rhombus only");
    refused("blockade=illegal,rhombus=7,men=4", "blockades are defined for 6 men on a rhombus only");
    refused("leave_goal=hop", "`leave_goal=hop`: expected one of: free, end");
    refused("win=some", "`win=some`: expected one of: all, filled, mover");
    refused("blocked=draw", "`blocked=draw`: expected one of: pass, lose");
    refused("cap=0", "`cap=0`: expected none, or a number of plies");
    refused("repetition=draw:1", "`repetition=draw:1`: expected none, or draw:N");
    refused("board=8", "`chinese-checkers` has no option `board`");
}

#[test]
fn the_canonical_spec_says_what_differs_from_the_preset() {
    let canonical = |options: &str| game(&format!("chinese-checkers({options})")).spec().to_string();
    assert_eq!(canonical(""), "chinese-checkers");
    assert_eq!(
        canonical(
            "rhombus=none,men=10,players=2,rules=classic,leave_goal=free,win=all,blocked=pass,cap=none"
        ),
        "chinese-checkers"
    );
    assert_eq!(canonical("win=mover,players=4"), "chinese-checkers(players=4,win=mover)");
    assert_eq!(
        canonical("rhombus=7,rules=sturtevant,win=mover,blockade=illegal,men=6"),
        "chinese-checkers(rhombus=7,rules=sturtevant)"
    );
    assert_eq!(
        canonical("rhombus=7,rules=sturtevant,win=all,men=2,repetition=draw:3"),
        "chinese-checkers(men=2,repetition=draw:3,rhombus=7,rules=sturtevant,win=all)"
    );
    let repeated = game("chinese-checkers(repetition=draw:4)");
    assert_eq!(repeated.repetition(), Some(4));
}

/// The presets are described by options, which must say the same as the preset itself.
#[test]
fn presets_are_what_they_are_said_to_be() {
    for preset in ChineseCheckers::ABOUT.presets {
        let by_options = game(&format!("chinese-checkers({})", preset.options));
        let rhombus = if preset.options.contains("rhombus") { "rhombus=7," } else { "" };
        let by_name = game(&format!("chinese-checkers({rhombus}rules={})", preset.name));
        let mut s = [by_options.initial(), by_name.initial()];
        for _ in 0..40 {
            let found = [super::moves(&by_options, &s[0]), super::moves(&by_name, &s[1])];
            assert_eq!(found[0], found[1]);
            by_options.apply(&mut s[0], found[0][found[0].len() / 2]);
            by_name.apply(&mut s[1], found[1][found[1].len() / 2]);
        }
    }
}

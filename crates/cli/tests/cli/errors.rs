//! Wrong use: what is wrong, where, and what would be right.
use crate::support::hoppity;

/// Arguments, words of the message, and the character that the caret stands under.
const WRONG: &[(&[&str], &[&str], char)] = &[
    (&["show", "halna(board=8)"], &["there is no game `halna`", "did you mean `halma`?"], 'h'),
    (&["show", "halma(bord=8)"], &["no option `bord`", "did you mean `board`?", "character 7"], 'b'),
    (&["show", "halma(board=8,leave_goal=fre)"], &["leave_goal=fre", "did you mean `free`?"], 'l'),
    (&["show", "mnk(m=big)"], &["`m=big`", "a whole number from 1 to 19"], 'm'),
    (&["show", "mnk(m=99)"], &["`m=99`", "a whole number from 1 to 19"], 'm'),
    (&["show", "mnk(m=3,m=4)"], &["`m` is given twice", "character 9"], 'm'),
    (&["show", "mnk(m=3"], &["expected `,` or `)`"], '\0'),
    (&["show", "mnk)"], &["`)` after the end of the spec"], ')'),
    (&["show", ""], &["expected a name"], '\0'),
    (&["show", "mnk", "--position", "3/3/3"], &["seat to move is missing"], '\0'),
    (&["show", "mnk", "--position", "3/3/3 C 1"], &["`C` is no seat of this game"], 'C'),
    (&["show", "mnk", "--position", "3/1X1/3 A 1"], &["`X` is neither a seat", "character 4"], 'X'),
    (&["show", "mnk", "--position", "3/3/3 A first"], &["`first` is no ply number"], 'f'),
    (&["show", "mnk", "--moves", "b2 z9 a1"], &["move 2:", "`z9` cannot be played"], 'z'),
    (&["show", "mnk", "--moves", "b2 b2"], &["move 2:", "`b2` cannot be played"], 'b'),
    (&["show", "mnk", "--moves", "a1 b1 a2 b2 a3 c3"], &["move 6:", "the game is over"], 'c'),
    (&["perft", "halma(board=8)", "--depth", "1", "--moves", "d8-e9"], &["move 1:", "`d8-e9`"], 'd'),
    (&["playouts", "mnk", "--moves", "zz"], &["move 1:"], 'z'),
    (&["search", "mnk", "gredy"], &["there is no agent `gredy`", "did you mean `greedy`?"], 'g'),
    (&["search", "mnk", "alphabeta(node=5)"], &["no option `node`", "did you mean `nodes`?"], 'n'),
    (&["search", "mnk", "alphabeta(nodes=0)"], &["`nodes=0`", "a whole number from 1"], 'n'),
    (&["search", "mnk", "alphabeta(iterative=false)"], &["a search needs a `depth`"], 'i'),
    (&["search", "mnk(players=3)", "alphabeta"], &["two sides", "try `paranoid`"], 'a'),
    (&["search", "halma-solitaire", "alphabeta"], &["two sides", "try `beam`"], 'a'),
    (&["search", "mnk", "alphabeta(table=full)"], &["`table=full`", "one of: on, exact, off"], 't'),
    (&["match", "mnk", "greedy", "rndom"], &["there is no agent `rndom`", "did you mean `random`?"], 'r'),
];

#[test]
fn messages_point_at_what_is_wrong() {
    for (args, words, under) in WRONG {
        let ran = hoppity(args);
        ran.refused(2, words);
        assert_eq!(ran.pointed_at(), *under, "{args:?}: {}", ran.err);
    }
}

#[test]
fn a_message_in_full() {
    let ran = hoppity(&["show", "halma(board=8,leave_gaol=free)"]);
    let right = "\
error: `halma` has no option `leave_gaol`; did you mean `leave_goal`? (at character 15)
  halma(board=8,leave_gaol=free)
                ^
";
    assert_eq!((ran.err.as_str(), ran.status), (right, 2));
}

#[test]
fn flags_are_checked() {
    for (args, words) in [
        (&["shw"][..], &["shw", "show"][..]),
        (&["show", "mnk", "--jsn"], &["--jsn", "--json"]),
        (&["perft", "mnk"], &["--depth"]),
        (&["perft", "mnk", "--depth", "21"], &["21", "1..=20"]),
        (&["perft", "mnk", "--depth", "0"], &["0", "1..=20"]),
        (&["perft", "mnk", "--depth", "-1"], &["-1"]),
        (&["perft", "mnk", "--depth", "x"], &["invalid"]),
        (&["playouts", "mnk", "--seconds", "-1"], &["-1"]),
        (&["playouts", "mnk", "--seconds", "nan"], &["a number of seconds above 0"]),
        (&["playouts", "mnk", "--seconds", "inf"], &["a number of seconds above 0"]),
        (&["playouts", "mnk", "--games", "0"], &["0"]),
        (&["playouts", "mnk", "--seed", "one"], &["one"]),
        (&["match", "mnk", "greedy"], &["required"]),
        (&["tournament"], &["required"]),
    ] {
        hoppity(args).refused(2, words);
    }
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let ran = hoppity(&["show", "mnk", "--position", "3/\x1b[31m/3 A 1"]);
    assert_eq!(ran.status, 2);
    assert!(!ran.err.contains('\x1b'), "{:?}", ran.err);
}

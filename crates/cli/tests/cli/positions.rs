//! `show`, `perft` and `playouts`.
use crate::support::{done, hoppity, json, keys};
use serde_json::{Value, json};

const HALMA8: &str = "AAAA4/AAA5/AA6/A7/7B/6BB/5BBB/4BBBB A 1";

#[test]
fn a_board_is_drawn() {
    let text = done(&["show", "halma(board=8)", "--legal"]);
    let board = "\
8  A A A A . . . .
7  A A A . . . . .
6  A A . . . . . .
5  A . . . . . . .
4  . . . . . . . B
3  . . . . . . B B
2  . . . . . B B B
1  . . . . B B B B
   a b c d e f g h
";
    assert!(text.starts_with(board), "{text}");
    assert!(text.contains(HALMA8) && text.contains("to move:  A (ply 1)"), "{text}");
    assert!(text.contains("24 legal moves"), "{text}");
    assert!(!text.contains('\x1b'), "no colour but on a terminal");
}

#[test]
fn an_empty_square_of_a_camp_is_marked() {
    let moves = done(&["show", "halma(board=8)", "--moves", "d8-e8"]);
    assert!(moves.starts_with("8  A A A a A . . .\n"), "{moves}");
    assert!(moves.contains("played:   d8-e8"), "{moves}");
}

#[test]
fn show_as_json() {
    let shown = json(&["show", "halma(board=8)", "--json"]);
    assert_eq!(keys(&shown), ["game", "outcome", "ply", "position", "to_move"]);
    let right =
        json!({"game": "halma(board=8)", "outcome": null, "ply": 1, "position": HALMA8, "to_move": "A"});
    assert_eq!(shown, right);
    let legal = json(&["show", "halma(board=8)", "--json", "--legal"]);
    assert_eq!(legal["legal"].as_array().map(Vec::len), Some(24));
}

#[test]
fn a_finished_game_is_shown_with_its_outcome() {
    let args = ["show", "mnk", "--moves", "a1 b1  a2 b2 a3", "--legal"];
    let shown = json(&[&args[..], &["--json"]].concat());
    assert_eq!(shown["outcome"], json!({"winner": "A", "ranks": [0, 1], "reason": "k in a row"}));
    assert_eq!((&shown["legal"], &shown["to_move"], &shown["ply"]), (&json!([]), &json!("B"), &json!(6)));
    let text = done(&args);
    assert!(text.contains("outcome:  A wins (k in a row)"), "{text}");

    let full = json(&["show", "mnk", "--moves", "a1 b2 c3 c2 a2 a3 c1 b1 b3", "--json"]);
    assert_eq!(full["outcome"], json!({"winner": null, "ranks": [0, 0], "reason": "full board"}));
}

#[test]
fn position_and_moves_go_together() {
    let shown = json(&["show", "mnk", "--position", "3/1A1/3 B 2", "--moves", "a1", "--json"]);
    assert_eq!(shown["position"], "3/1A1/B2 A 3");
}

#[test]
fn a_picture_is_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("board.svg");
    let path = file.to_str().expect("UTF-8");
    std::fs::write(&file, "an older picture").expect("can be written");
    let shown = json(&["show", "halma(board=8)", "--moves", "d8-e8", "--svg", path, "--json"]);
    assert_eq!(shown["to_move"], "B");
    let svg = std::fs::read_to_string(&file).expect("the picture");
    assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"), "{svg}");
    // A ground of its own under 64 squares; 20 men; the last move as a line.
    assert_eq!(svg.matches("<rect").count(), 65);
    assert_eq!((svg.matches("<circle").count(), svg.matches("<polyline").count()), (20, 1));
    let left_over = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left_over, 1, "only the picture");

    let nowhere = folder.path().join("no/board.svg");
    hoppity(&["show", "mnk", "--svg", nowhere.to_str().expect("UTF-8")])
        .refused(1, &["cannot write", "board.svg"]);
    hoppity(&["show", "mnk", "--svg", folder.path().to_str().expect("UTF-8")]).refused(1, &["cannot write"]);
}

#[test]
fn perft_counts() {
    let counted = json(&["perft", "mnk", "--depth", "9", "--json"]);
    assert_eq!(keys(&counted), ["counts", "game", "position", "seconds"]);
    // Tic-tac-toe: 255168 games in all, 127872 of them of nine plies.
    let right = json!([9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]);
    assert_eq!((&counted["counts"], &counted["position"]), (&right, &json!("3/3/3 A 1")));
    let halma = json(&["perft", "halma(board=8)", "--depth", "3", "--json"]);
    assert_eq!(halma["counts"], json!([24, 576, 20050]));
    let text = done(&["perft", "halma(board=8)", "--depth", "2"]);
    assert_eq!(text.lines().count(), 3, "{text}");
}

#[test]
fn perft_by_first_move() {
    let counted = json(&["perft", "mnk", "--depth", "3", "--divide", "--json", "--moves", "b2"]);
    assert_eq!(keys(&counted), ["counts", "divide", "game", "position", "seconds"]);
    let divide = counted["divide"].as_array().expect("an array");
    assert_eq!(divide[0], json!({"move": "a3", "count": 42}));
    let sum: u64 = divide.iter().map(|first| first["count"].as_u64().expect("a count")).sum();
    assert_eq!(json!(sum), counted["counts"][2]);
    let text = done(&["perft", "mnk", "--depth", "3", "--divide", "--moves", "b2"]);
    assert_eq!(text.lines().count(), 1 + 3 + 8, "{text}");
}

#[test]
fn perft_of_a_finished_game_is_zero() {
    let counted = json(&["perft", "mnk", "--depth", "2", "--divide", "--json", "--moves", "a1 b1 a2 b2 a3"]);
    assert_eq!((&counted["counts"], &counted["divide"]), (&json!([0, 0]), &json!([])));
}

#[test]
fn playouts_are_counted() {
    let played = json(&["playouts", "mnk", "--games", "500", "--json"]);
    let right = [
        "game",
        "games",
        "games_per_second",
        "max_plies",
        "mean_plies",
        "plies_per_second",
        "position",
        "reasons",
        "seconds",
        "seed",
        "wins",
    ];
    assert_eq!(keys(&played), right);
    assert_eq!(played["games"], 500);
    let count = |of: &Value| {
        of.as_object().expect("an object").values().map(|n| n.as_u64().expect("a count")).sum::<u64>()
    };
    assert_eq!(keys(&played["wins"]), ["A", "B", "draw", "unfinished"]);
    assert_eq!((count(&played["wins"]), count(&played["reasons"])), (500, 500));
    let text = done(&["playouts", "mnk", "--games", "500"]);
    assert!(text.contains("500 random games of mnk"), "{text}");
}

#[test]
fn the_seed_decides_the_playouts() {
    let wins =
        |seed: &str| json(&["playouts", "mnk", "--games", "300", "--seed", seed, "--json"])["wins"].clone();
    assert_eq!(wins("1"), wins("1"));
    assert_ne!(wins("1"), wins("2"));
    assert_eq!(wins("1"), json(&["playouts", "mnk", "--games", "300", "--json"])["wins"], "1 is the default");
}

#[test]
fn time_decides_only_how_many_playouts() {
    let timed = json(&["playouts", "mnk", "--seconds", "0.05", "--json"]);
    let games = timed["games"].to_string();
    let counted = json(&["playouts", "mnk", "--games", &games, "--json"]);
    assert_eq!((&timed["wins"], &timed["mean_plies"]), (&counted["wins"], &counted["mean_plies"]));
    let both = json(&["playouts", "mnk", "--seconds", "60", "--games", "10", "--json"]);
    assert_eq!(both["games"], 10);
}

#[test]
fn long_playouts_are_unfinished() {
    let played = json(&["playouts", "halma(board=8)", "--games", "3", "--max-plies", "20", "--json"]);
    assert_eq!((&played["wins"]["unfinished"], &played["mean_plies"]), (&json!(3), &json!(20.0)));
    assert_eq!(played["reasons"], json!({}));
}

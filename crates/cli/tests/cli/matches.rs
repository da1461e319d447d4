//! `match`.
use crate::support::{done, hoppity, json, keys};
use serde_json::json;

const KEYS: [&str; 17] = [
    "agents",
    "distinct",
    "draws",
    "elo",
    "elo_high",
    "elo_low",
    "game",
    "games",
    "limit",
    "los",
    "losses",
    "max_plies",
    "opening_plies",
    "reasons",
    "score",
    "seed",
    "wins",
];

#[test]
fn a_match_as_json() {
    let played = json(&["match", "mnk(m=5,n=5,k=4)", "greedy", "random", "--json"]);
    assert_eq!(keys(&played), KEYS);
    let count = |key: &str| played[key].as_u64().expect("a count");
    let figure = |key: &str| played[key].as_f64().expect("a number");
    assert_eq!((count("games"), count("wins") + count("draws") + count("losses")), (20, 20));
    let points = count("wins") as f64 + 0.5 * count("draws") as f64;
    assert!((figure("score") - points / 20.0).abs() < 1e-12);
    assert!(figure("score") > 0.8, "{played}");
    assert!(figure("elo_low") < figure("elo") && figure("elo") < figure("elo_high"), "{played}");
    assert!(figure("los") > 0.9 && figure("los") < 1.0, "{played}");
    assert_eq!(played["agents"], json!(["greedy", "random"]));
}

#[test]
fn a_match_in_words() {
    let text = done(&["match", "mnk", "greedy", "random", "--games", "4", "--opening-plies", "1"]);
    for part in
        ["greedy against random at mnk", "games     4", "score", "Elo", "95 %", "limit     reproducible"]
    {
        assert!(text.contains(part), "`{part}` is not in {text}");
    }
}

#[test]
fn threads_do_not_matter_and_seeds_do() {
    let played = |rest: &[&str]| {
        let args = ["match", "mnk(m=5,n=5,k=4)", "mcts(sims=50)", "random", "--games", "30", "--json"];
        done(&[&args[..], rest].concat())
    };
    assert_eq!(played(&["--threads", "1"]), played(&["--threads", "5"]));
    assert_ne!(played(&["--seed", "1"]), played(&["--seed", "2"]));
}

#[test]
fn an_agent_against_itself() {
    let played = json(&["match", "mnk", "random", "random", "--games", "2", "--json"]);
    assert_eq!(played["agents"], json!(["random", "random #2"]));
}

#[test]
fn games_that_are_the_same_are_one_observation() {
    let ran = hoppity(&[
        "match",
        "mnk",
        "alphabeta(depth=9)",
        "alphabeta(depth=8)",
        "--opening-plies",
        "0",
        "--games",
        "6",
        "--json",
    ]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let played: serde_json::Value = serde_json::from_str(&ran.out).expect("one document");
    let distinct = played["distinct"].as_u64().expect("a count");
    assert!(played["games"] == 6 && (1..6).contains(&distinct), "{played}");
    assert!(ran.err.contains(&format!("only {distinct} of 6 games are distinct")), "{}", ran.err);
}

#[test]
fn long_games_are_draws() {
    let played =
        json(&["match", "halma(board=8)", "random", "random", "--games", "2", "--max-plies", "30", "--json"]);
    assert_eq!((&played["draws"], &played["score"]), (&json!(2), &json!(0.5)));
    assert!(played["elo"].as_f64().expect("a number").abs() < 1e-9, "{played}");
}

#[test]
fn what_cannot_be_a_match() {
    hoppity(&["match", "mnk", "random", "random", "--games", "5"])
        .refused(2, &["--games 5", "even number such as 4"]);
    hoppity(&["match", "mnk", "random", "random", "--games", "1"]).refused(2, &["--games 1", "such as 2"]);
    let three = hoppity(&["match", "mnk(m=4,n=4,k=3,players=3)", "random", "random"]);
    three.refused(2, &["3 seats", "a match is for two"]);
    // Every game is over before nine random plies are.
    hoppity(&["match", "mnk", "random", "random", "--opening-plies", "9"]).refused(2, &["opening", "9"]);
}

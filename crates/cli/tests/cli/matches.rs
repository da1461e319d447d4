//! `match`.
use crate::support::{done, hoppity, json, keys};
use serde_json::{Value, json};

const KEYS: [&str; 20] = [
    "agents",
    "distinct",
    "draws",
    "elo",
    "elo_high",
    "elo_low",
    "game",
    "games",
    "held",
    "limit",
    "los",
    "losses",
    "max_plies",
    "opening_plies",
    "penta",
    "reasons",
    "score",
    "seed",
    "warnings",
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
    let penta: Vec<u64> =
        played["penta"].as_array().expect("a list").iter().map(|n| n.as_u64().expect("a count")).collect();
    assert_eq!((penta.len(), penta.iter().sum::<u64>()), (5, 10));
    // The figures are those of the pairs.
    let pairs = penta.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let stats = json(&["stats", "--penta", &pairs, "--json"]);
    for key in ["elo", "elo_low", "elo_high", "los"] {
        assert_eq!(stats[key], played[key], "{key}");
    }
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
fn a_match_won_to_nil_is_marked() {
    let nil = ["match", "mnk(m=5,n=5,k=3)", "alphabeta(depth=3)", "random", "--games", "4"];
    let played = json(&[&nil[..], &["--json"]].concat());
    assert_eq!(
        (&played["wins"], &played["held"]),
        (&json!(4), &json!(["elo", "elo_high", "los"])),
        "{played}"
    );
    let text = done(&nil);
    assert!(text.contains("to +2400.0*)") && text.contains("\n* held: "), "{text}");
    let even = json(&[
        "match",
        "mnk(m=5,n=5,k=5)",
        "random",
        "random",
        "--games",
        "4",
        "--max-plies",
        "6",
        "--json",
    ]);
    assert_eq!((&even["draws"], &even["held"]), (&json!(4), &json!([])), "{even}");
}

#[test]
fn events_of_a_match() {
    let args = ["match", "mnk", "random", "greedy", "--games", "4", "--threads", "2", "--json"];
    let whole = json(&args);
    let ran = hoppity(&[&args[..], &["--watch"]].concat());
    let events: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("a document a line")).collect();
    let kinds: Vec<&str> = events.iter().map(|event| event["event"].as_str().expect("a word")).collect();
    assert_eq!(kinds, ["started", "game", "game", "game", "game", "finished"]);
    let game = &events[2];
    assert_eq!((&game["done"], game["seats"].as_array().map(Vec::len)), (&json!(2), Some(2)));
    assert!(game["moves"].as_str().is_some_and(|moves| moves.split(' ').count() >= 5), "{game}");
    let mut last = events[5].clone();
    last.as_object_mut().expect("an object").remove("event");
    assert_eq!(last, whole);
    hoppity(&["match", "mnk", "random", "greedy", "--watch"]).refused(2, &["--json"]);
}

#[test]
fn workers_beyond_the_cores_of_a_timed_match() {
    let timed = |rest: &[&str]| {
        let args = ["match", "mnk", "mcts(time_ms=1)", "random", "--games", "2", "--threads", "999"];
        let ran = hoppity(&[&args[..], rest].concat());
        assert_eq!(ran.status, 0, "{}", ran.err);
        ran.err
    };
    assert!(
        timed(&[]).contains("warning: agents are limited by time") && timed(&[]).contains("instead of 999")
    );
    assert!(timed(&["--oversubscribe"]).contains("999 workers share"));
}

/// A match that ends when a sequential test is decided.
const SEQUENTIAL: [&str; 8] = [
    "match",
    "mnk(m=5,n=5,k=4)",
    "mcts(sims=100)",
    "mcts(sims=40)",
    "--opening-plies",
    "2",
    "--sprt",
    "0,100",
];

#[test]
fn a_sequential_test_ends_the_match() {
    let played = json(&[&SEQUENTIAL[..], &["--json"]].concat());
    assert_eq!(keys(&played["sprt"]), ["elo0", "elo1", "llr", "lower", "model", "upper", "verdict"]);
    let sprt = &played["sprt"];
    let figure = |key: &str| sprt[key].as_f64().expect("a number");
    assert_eq!((figure("elo0"), figure("elo1"), &sprt["model"]), (0.0, 100.0, &json!("normalized")));
    assert_eq!((&sprt["verdict"], figure("llr") >= figure("upper")), (&json!("H1"), true), "{played}");
    // The logarithm of 19.
    let bound = 2.944_438_979_166_440_3;
    assert!((figure("upper") - bound).abs() < 1e-12 && (figure("lower") + bound).abs() < 1e-12, "{played}");
    let games = played["games"].as_u64().expect("a count");
    assert!(games > 2 && games < 1000 && games.is_multiple_of(2), "{played}");

    // The same match with one pair less is not decided; with these games as the maximum it is.
    let with = |games: u64| {
        let games = games.to_string();
        json(&[&SEQUENTIAL[..], &["--games", &games, "--json"]].concat())
    };
    let shorter = with(games - 2);
    assert_eq!((&shorter["sprt"]["verdict"], &shorter["games"]), (&json!("continue"), &json!(games - 2)));
    assert_eq!(with(games), played);
}

#[test]
fn threads_do_not_decide_a_sequential_test() {
    for rest in [&["--model", "logistic", "--alpha", "0.1", "--beta", "0.2"][..], &[]] {
        let played = |threads| done(&[&SEQUENTIAL[..], rest, &["--json", "--threads", threads]].concat());
        let one = played("1");
        for threads in ["2", "5"] {
            assert_eq!(played(threads), one, "{threads} threads");
        }
    }
}

#[test]
fn a_sequential_test_in_words() {
    let text = done(&SEQUENTIAL);
    assert!(text.contains("H1 is accepted: +100.0 rather than +0.0 normalised Elo"), "{text}");
    let words = |args: [&str; 6]| done(&[&["match", "mnk"], &args[..], &["--games", "2"]].concat());
    let text = words(["random", "random", "--sprt", "-5,5", "--model", "logistic"]);
    assert!(
        text.contains("undecided between -5.0 and +5.0 Elo") && text.contains("SPRT      LLR "),
        "{text}"
    );
}

#[test]
fn what_cannot_be_tested() {
    let test = |rest: &[&str]| hoppity(&[&["match", "mnk", "random", "random"], rest].concat());
    test(&["--sprt", "5,0"]).refused(2, &["5 is not below 0", "--sprt 0,5"]);
    test(&["--sprt", "5"]).refused(2, &["two numbers", "0,5"]);
    test(&["--sprt", "0,5", "--beta", "1"]).refused(2, &["alpha and beta"]);
    test(&["--sprt", "0,5", "--games", "7"]).refused(2, &["--games 7", "even number such as 6"]);
    test(&["--model", "logistic"]).refused(2, &["--sprt"]);
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

#[test]
fn stopped_games_are_warned_of() {
    let ran = hoppity(&["match", "halma(board=8)", "random", "random", "--games", "2", "--max-plies", "20"]);
    assert_eq!(ran.status, 0);
    assert!(ran.err.contains("stopped after 20 plies and called draws: 2"), "{}", ran.err);
}

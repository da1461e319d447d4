//! `search`.
use crate::support::{done, hoppity, json, keys};
use serde_json::{Value, json};

const KEYS: [&str; 16] = [
    "agent", "depth", "done", "game", "limit", "move", "nodes", "position", "proved", "pv", "root", "score",
    "seconds", "seed", "sims", "values",
];

#[test]
fn a_decision_as_json() {
    let found = json(&["search", "mnk", "greedy", "--json"]);
    assert_eq!(keys(&found), KEYS);
    assert_eq!(
        (&found["move"], &found["pv"], &found["limit"]),
        (&json!("b2"), &json!(["b2"]), &json!("reproducible"))
    );
    assert_eq!(found["root"].as_array().map(Vec::len), Some(9));
    assert_eq!(keys(&found["root"][0]), ["move", "value", "visits"]);
    let values = found["values"].as_array().expect("an array");
    let sum: f64 = values.iter().map(|v| v.as_f64().expect("a number")).sum();
    assert!(values.len() == 2 && (sum - 1.0).abs() < 1e-9, "{values:?}");
}

#[test]
fn a_decision_in_words() {
    let text = done(&["search", "mnk", "greedy"]);
    for part in
        ["move      b2", "values    A 0.", "pv        b2", "nodes     9", "limit     reproducible", "visits"]
    {
        assert!(text.contains(part), "`{part}` is not in {text}");
    }
}

#[test]
fn what_is_proved_is_said() {
    // A has two in a row and completes it.
    let won = json(&["search", "mnk", "alphabeta(depth=3)", "--moves", "a1 b1 a2 b2", "--json"]);
    assert_eq!((&won["proved"], &won["move"]), (&json!("A"), &json!("a3")));
    let draw = json(&["search", "mnk", "alphabeta(depth=9)", "--json"]);
    assert_eq!(draw["proved"], "draw");
    // The variation is a playable line.
    let pv: Vec<&str> =
        draw["pv"].as_array().expect("an array").iter().map(|m| m.as_str().expect("a move")).collect();
    done(&["show", "mnk", "--moves", &pv.join(" ")]);
}

#[test]
fn an_agent_without_opinions_has_none() {
    let found = json(&["search", "mnk", "random", "--json"]);
    assert_eq!(keys(&found), KEYS);
    let of = |key: &str| found[key].clone();
    assert_eq!(
        [of("values"), of("score"), of("proved"), of("root")],
        [json!([]), Value::Null, Value::Null, json!([])]
    );
    done(&["search", "mnk", "random"]);
}

#[test]
fn the_seed_decides_what_is_drawn() {
    let found = |seed: &str| {
        json(&["search", "mnk(m=19,n=19,k=5)", "random", "--seed", seed, "--json"])["move"].clone()
    };
    assert_eq!(found("7"), found("7"));
    assert_ne!(found("7"), found("8"));
}

#[test]
fn snapshots_come_as_json_lines() {
    let text = done(&["search", "mnk(m=5,n=5,k=4)", "alphabeta(depth=4)", "--watch", "--json"]);
    let lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("a document a line")).collect();
    assert!(lines.len() > 2, "{text}");
    assert!(lines.iter().all(|line| keys(line) == KEYS));
    let done: Vec<bool> = lines.iter().map(|line| line["done"].as_bool().expect("a flag")).collect();
    assert_eq!(done.iter().position(|&done| done), Some(lines.len() - 1), "the last one is the decision");
}

#[test]
fn snapshots_come_as_text() {
    let text = done(&["search", "mnk(m=5,n=5,k=4)", "mcts(sims=2000)", "--watch"]);
    assert!(text.matches("depth ").count() > 2 && text.contains("sims"), "{text}");
}

#[test]
fn time_is_named_as_what_limits() {
    let found = json(&["search", "mnk", "mcts(time_ms=5)", "--json"]);
    assert_eq!(found["limit"], "time");
}

#[test]
fn a_finished_game_has_no_move() {
    let ran = hoppity(&["search", "mnk", "greedy", "--moves", "a1 b1 a2 b2 a3"]);
    ran.refused(2, &["the game is over", "A wins (k in a row)"]);
}

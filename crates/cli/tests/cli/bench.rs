//! `bench`: counts that change only when an agent's behaviour does.
use crate::support::{done, hoppity, json, keys};
use serde_json::Value;

/// Agent, positions, count, signature. A change that alters these is a change of behaviour: put the new rows here, and say
/// the old and the new count in the message of the commit.
const PINNED: [(&str, u64, u64, &str); 11] = [
    ("greedy", 25, 1_904, "8806d2f8"),
    ("alphabeta", 16, 59_666, "0a58f2d8"),
    ("paranoid", 25, 73_115, "bd5b93f4"),
    ("ubfm", 16, 16_000, "70f2a897"),
    ("maxn", 25, 44_788, "81ab5c76"),
    ("offensive", 25, 44_883, "e9aec793"),
    ("mpmix", 25, 40_326, "ba2bcfc7"),
    ("brs", 25, 44_663, "3e31e354"),
    ("brs+", 25, 35_700, "98f587fc"),
    ("mcts", 25, 5_000, "763a5463"),
    ("beam", 1, 128_792, "324b0a58"),
];

#[test]
fn counts_are_as_pinned() {
    let document = json(&["bench", "--json"]);
    assert_eq!(keys(&document), ["agents", "count", "seconds"]);
    let rows = document["agents"].as_array().expect("an array");
    let found: Vec<(&str, u64, u64, &str)> = rows
        .iter()
        .map(|row| {
            assert_eq!(
                keys(row),
                ["agent", "count", "per_second", "positions", "seconds", "signature", "spec"]
            );
            let number = |key: &str| row[key].as_u64().expect("a number");
            let text = |key: &str| row[key].as_str().expect("a text");
            (text("agent"), number("positions"), number("count"), text("signature"))
        })
        .collect();
    assert_eq!(found, PINNED);
    let sum: u64 = PINNED.iter().map(|&(_, _, count, _)| count).sum();
    assert_eq!(document["count"], Value::from(sum));
}

/// Whatever searches is in the bench: all but the random agent and the programs of others.
#[test]
fn every_search_is_benched() {
    let agents = json(&["agents", "--json"]);
    let names =
        agents.as_array().expect("an array").iter().map(|about| about["name"].as_str().expect("a name"));
    let outside = ["random", "gtp", "csci561", "process"];
    let searches: Vec<&str> = names.filter(|name| !outside.contains(name)).collect();
    assert_eq!(PINNED.map(|(agent, ..)| agent).to_vec(), searches);
}

#[test]
fn some_agents_alone_have_the_same_rows() {
    let text = done(&["bench", "greedy", "alphabeta"]);
    for (agent, positions, count, signature) in &PINNED[..2] {
        let row = text.lines().find(|line| line.trim_start().starts_with(agent)).expect("a row");
        let words: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(words[1..4], [positions.to_string().as_str(), count.to_string().as_str(), signature]);
    }
    assert!(!text.contains("paranoid"));
}

#[test]
fn unknown_agents_are_refused() {
    hoppity(&["bench", "alphabet"])
        .refused(2, &["`alphabet` is not among the agents of the bench: greedy, alphabeta"]);
}

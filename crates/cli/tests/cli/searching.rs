//! `search`.
use crate::support::{done, hoppity, json, keys};
use serde_json::{Value, json};

const KEYS: [&str; 18] = [
    "agent", "depth", "done", "game", "limit", "move", "nodes", "position", "proved", "pv", "root", "score",
    "seconds", "seed", "sims", "terms", "values", "weights",
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
    assert_eq!(keys(&found["root"][0]), ["move", "prior", "proved", "rave", "value", "visits"]);
    let values = found["values"].as_array().expect("an array");
    let sum: f64 = values.iter().map(|v| v.as_f64().expect("a number")).sum();
    assert!(values.len() == 2 && (sum - 1.0).abs() < 1e-9, "{values:?}");
}

#[test]
fn what_the_evaluation_counts_is_told_by_seat_and_name() {
    let found = json(&["search", "halma(board=8)", "greedy(weights=[home:2.5])", "--json"]);
    assert_eq!(found["agent"], "greedy(weights=[home:2.5])");
    assert_eq!((&found["weights"]["home"], &found["weights"]["distance"]), (&json!(2.5), &json!(1.0)));
    for seat in ["A", "B"] {
        // Ten men, 11 to 14 steps and one from the corner.
        let terms = &found["terms"][seat];
        assert_eq!(
            (&terms["home"], &terms["distance"], &terms["parity"]),
            (&json!(10.0), &json!(130.0), &json!(2.0))
        );
    }
    let found = json(&["search", "halma(board=8)", "random", "--json"]);
    assert_eq!((&found["terms"], &found["weights"]), (&json!({}), &json!({})));
}

#[test]
fn weights_come_from_files_and_are_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.toml");
    let search = |text: &str| {
        std::fs::write(&file, text).expect("written");
        let agent = format!("greedy(eval=progress,weights=\"{}\")", file.display());
        hoppity(&["search", "halma(board=8)", &agent, "--json"])
    };
    let out = search("# mine\nhome = 3\ndistance = 0.5\n");
    let found: Value = serde_json::from_str(&out.out).expect("JSON");
    // Files are copied into the spec: it says all by itself.
    assert_eq!(found["agent"], "greedy(eval=progress,weights=[distance:0.5,home:3])");
    for (text, wrong) in [
        ("home = 1\nhom = 3", "mine.toml:2:1: there is no feature `hom`; did you mean `home`?"),
        ("home = nan", "mine.toml:1:8: `home` = NaN: expected a number from -100 to 100"),
        (
            "[weights]\nhome = 1",
            "mine.toml:1:2: `weights` is a table: weights stand outside of tables, as `distance = 1.0`",
        ),
        ("home = 101", "mine.toml:1:8: `home` = 101: expected a number from -100 to 100"),
        ("home = \"much\"", "mine.toml:1:8: `home`: expected a number from -100 to 100"),
        ("home = 1\nhome = 2", "mine.toml:2:1: duplicate key"),
        ("home", "mine.toml:1:5: "),
    ] {
        let out = search(text);
        let message = out.err.clone();
        assert!(out.status == 2 && message.contains(wrong), "{text}: {message}");
    }
    let refused = |agent: &str| {
        let out = hoppity(&["search", "halma(board=8)", agent]);
        assert_eq!(out.status, 2, "{agent}");
        out.err.clone()
    };
    for (agent, wrong) in [
        ("greedy(eval=progres)", "did you mean `progress`?"),
        ("greedy(weights=[hom:1])", "there is no feature `hom`; did you mean `home`?"),
        ("greedy(weights=[home])", "`home`: expected a feature and its weight, such as distance:1"),
        ("greedy(weights=[home:inf])", "expected a number from -100 to 100"),
        ("greedy(weights=[home:1,jump:1,home:2])", "`home` is given twice"),
        ("mcts(priors=[forward:1,forward:2])", "`forward` is given twice"),
        ("mcts(transpositions=true,reuse=true)", "`reuse=true`: transpositions=true excludes it"),
        ("mcts(widening=1)", "`widening=1`: nothing grows by this factor; expected 0, or a number above 1"),
        ("greedy(weights=[7])", "7: expected a feature and its weight"),
        (
            "greedy(weights=true)",
            "`weights=true`: expected a list such as [distance:1], or the name of a TOML file",
        ),
        ("mcts(fpu=frist)", "`fpu=frist`: expected first, or a number from 0 to 10"),
        ("greedy(weights=\"no/such.toml\")", "no/such.toml cannot be read"),
        ("random(eval=flat)", "`random` has no option `eval`"),
    ] {
        let message = refused(agent);
        assert!(message.contains(wrong), "{agent}: {message}");
    }
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
    let draw = json(&["search", "mnk", "alphabeta", "--json"]);
    assert_eq!(draw["proved"], "draw");
    // The variation is a playable line.
    let pv: Vec<&str> =
        draw["pv"].as_array().expect("an array").iter().map(|m| m.as_str().expect("a move")).collect();
    done(&["show", "mnk", "--moves", &pv.join(" ")]);
}

#[test]
fn tree_search_tells_of_each_move() {
    let found = json(&["search", "havannah(size=4)", "mcts(sims=500)", "--json"]);
    let moves = found["root"].as_array().expect("an array");
    assert_eq!(moves.len(), 37);
    for m in moves {
        assert!(m["visits"].is_u64() && m["rave"].is_f64() && m["prior"].is_f64(), "{m}");
        assert!(m["proved"].is_null() && (m["value"].is_f64() || m["visits"] == 0), "{m}");
    }
    let text = done(&["search", "havannah(size=4)", "mcts(sims=500)"]);
    assert!(["visits", "value", "rave", "prior"].iter().all(|column| text.contains(column)), "{text}");
    // a3 connects two corners.
    let lost = ["search", "havannah(size=4)", "mcts(sims=500)", "--moves"];
    let moves = "a1 g7 a4 g6 a2 f7";
    let found = json(&[&lost[..], &[moves, "--json"]].concat());
    assert_eq!((&found["proved"], &found["move"]), (&json!("A"), &json!("a3")));
    let text = done(&[&lost[..], &[moves]].concat());
    assert!(text.contains("proved    won by A") && text.contains(" A "), "{text}");
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

/// The armies have passed each other, but a plan for one side alone is not all there is to it.
#[test]
fn plans_for_an_ending_see_the_end_of_the_game() {
    let game = "halma(board=8,camp=[3,2,1])";
    for agent in ["mcts(sims=300)", "alphabeta(depth=3)"] {
        // B fills its goal next, unless A steps into the last cell of it.
        let found =
            json(&["search", game, agent, "--json", "--position", "BBB5/BB6/8/BA6/8/8/6AA/5AAA A 61"]);
        assert_eq!(found["move"], "b5-a6", "{agent}");
        // A step into the last cell of its own wins.
        let found =
            json(&["search", game, agent, "--json", "--position", "BBB5/BB6/8/B7/7A/8/6AA/5AAA A 61"]);
        let told = (&found["move"], &found["values"], &found["proved"]);
        assert_eq!(told, (&json!("h4-h3"), &json!([1.0, 0.0]), &json!("A")), "{agent}");
    }
}

/// The other side is one turn from home, and nobody can stand in its way.
#[test]
fn plans_for_an_ending_go_on_where_nothing_helps() {
    let found = |options: &str| {
        let (game, agent) = ("halma(board=5,camp=[2,1])", format!("mcts(sims=20{options})"));
        json(&["search", game, &agent, "--json", "--position", "BB3/5/B1A2/5/3AA A 9"])
    };
    let (planned, searched) = (found(""), found(",endings=false"));
    // A search takes all moves for equally lost; the shortest way home begins with this one.
    assert_eq!((&planned["move"], &planned["pv"]), (&json!("c3-d2"), &json!(["c3-d2"])));
    assert_ne!(searched["move"], planned["move"]);
    assert_eq!((&planned["proved"], &searched["proved"]), (&json!("B"), &json!("B")));
}

#[test]
fn the_chosen_move_comes_first_among_those_tried() {
    let moves = "c1 b4 a5 b3 c3 e3 b5 c5 a3";
    let told = done(&["search", "hex(size=5)", "mcts(sims=500)", "--moves", moves]);
    let chosen = told.lines().find_map(|line| line.strip_prefix("move ")).expect("a move").trim();
    let mut table = told.lines().skip_while(|line| !line.starts_with("----"));
    let first = table.nth(1).and_then(|line| line.split_whitespace().next());
    assert_eq!(first, Some(chosen), "{told}");
}

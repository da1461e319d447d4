//! `games` and `agents`.
use crate::support::{done, hoppity, json, keys};
use serde_json::Value;

#[test]
fn lists_name_everything() {
    let games = done(&["games"]);
    assert!(games.contains("mnk") && games.contains("halma"), "{games}");
    let agents = done(&["agents"]);
    assert!(
        ["random", "greedy", "alphabeta", "paranoid", "mcts"].iter().all(|name| agents.contains(name)),
        "{agents}"
    );
}

#[test]
fn one_game_is_told_in_full() {
    let text = done(&["games", "halma"]);
    for part in ["source", "example: halma", "board", "leave_goal", "evacuate", "preset", "usc561", "comp424"]
    {
        assert!(text.contains(part), "`{part}` is not in {text}");
    }
}

#[test]
fn one_agent_is_told_in_full() {
    let text = done(&["agents", "alphabeta"]);
    assert!(
        ["nodes", "depth", "time_ms", "example: alphabeta"].iter().all(|part| text.contains(part)),
        "{text}"
    );
}

#[test]
fn as_json() {
    for list in ["games", "agents"] {
        let all = json(&[list, "--json"]);
        for entry in all.as_array().expect("an array") {
            let expected = match list {
                "games" => {
                    &["evaluations", "features", "name", "options", "presets", "source", "summary"][..]
                }
                _ => &["name", "options", "presets", "source", "summary"],
            };
            assert_eq!(keys(entry), expected);
            let name = entry["name"].as_str().expect("a name");
            assert_eq!(&json(&[list, name, "--json"]), entry);
        }
    }
    let halma = json(&["games", "halma", "--json"]);
    assert_eq!(keys(&halma["options"][0]), ["about", "default", "name", "values"]);
    assert_eq!(keys(&halma["presets"][0]), ["name", "options", "source"]);
}

/// What the catalogue gives as an example can be used as it stands.
#[test]
fn examples_work() {
    let example = |args: &[&str]| {
        let text = done(args);
        let line = text.lines().find_map(|line| line.strip_prefix("example: ")).expect("an example");
        line.to_owned()
    };
    let names = |list: &str| {
        let Value::Array(all) = json(&[list, "--json"]) else { panic!("no array") };
        all.iter().map(|entry| entry["name"].as_str().expect("a name").to_owned()).collect::<Vec<_>>()
    };
    for game in names("games") {
        done(&["show", &example(&["games", &game])]);
    }
    for agent in names("agents") {
        let example = example(&["agents", &agent]);
        // What must be named by the user is told, but is not there.
        if example.contains("cmd=") {
            hoppity(&["search", "halma", &example]).refused(2, &["there is no program `./bot`"]);
        } else {
            let puzzle = agent == "beam";
            done(&["search", if puzzle { "halma-solitaire(board=8)" } else { "mnk" }, &example]);
        }
    }
}

#[test]
fn wrong_names_are_put_right() {
    hoppity(&["games", "halna"]).refused(2, &["there is no game `halna`", "did you mean `halma`?"]);
    hoppity(&["agents", "gredy"]).refused(2, &["there is no agent `gredy`", "did you mean `greedy`?"]);
}

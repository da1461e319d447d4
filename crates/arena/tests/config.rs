//! Every mistake in a config is refused before any work, with its place.
use crate::support::parse;
use hoppity_arena::{Adjudication, Config, DEFAULT_MAX_PLIES, Match, Openings, TimeControl};
use hoppity_rules::Spec;
use hoppity_search::{LimitKind, Limits};
use std::fs;
use std::time::Duration;

const GOOD: &str = r#"game = "mnk"
games = 4
max_plies = 50
openings = { random_plies = 3 }
[limits]
nodes = 100
[[agents]]
agent = "random"
[[agents]]
name = "deep"
agent = { name = "alphabeta", depth = 2 }
"#;

/// The message for the good config with one piece replaced.
fn refused(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "{from}");
    let text = GOOD.replace(from, to);
    Config::parse(&text, "t.toml").expect_err(&text).to_string()
}

#[track_caller]
fn check(from: &str, to: &str, message: &str) {
    assert_eq!(refused(from, to), message);
}

#[test]
fn errors_show_the_place() {
    check(
        "\"mnk\"",
        "\"mmk(m=3)\"",
        "t.toml:1:9: there is no game `mmk`; did you mean `mnk`?\n    game = \"mmk(m=3)\"\n            ^",
    );
    check(
        "\"mnk\"",
        "\"mnk(m=3, q=4)\"",
        "t.toml:1:18: `mnk` has no option `q`; expected one of: m, n, k, players\n    game = \"mnk(m=3, q=4)\"\n                     ^",
    );
    check(
        "depth = 2",
        "depht = 2",
        "t.toml:11:31: `alphabeta` has no option `depht`; did you mean `depth`?\n    agent = { name = \"alphabeta\", depht = 2 }\n                                  ^",
    );
}

#[test]
fn every_kind_of_mistake_has_its_line_and_column() {
    #[track_caller]
    fn at(from: &str, to: &str, place: &str, what: &str) {
        let message = refused(from, to);
        let head = message.lines().next().unwrap();
        assert!(head.starts_with(&format!("t.toml:{place}: ")) && head.contains(what), "{head}");
    }
    at("games = 4", "games = ", "2:9", "");
    at("games = 4", "games = 4\ngames = 6", "3:1", "duplicate key");
    at("games = 4", "gmaes = 4", "2:1", "a config has no key `gmaes`; did you mean `games`?");
    at("games = 4", "", "1:1", "`games` is missing");
    at(
        "games = 4",
        "games = \"4\"",
        "2:9",
        "`games`: expected a whole number from 1 to 9223372036854775807, found a string",
    );
    at("games = 4", "games = 0", "2:9", "`games` = 0: expected a whole number");
    at("games = 4", "games = 5", "2:9", "expected a multiple of 2, the number of seats");
    at("games = 4", "games = 400000000", "2:9", "more than");
    at(
        "games = 4",
        "games = 4\nseed = -1",
        "3:8",
        "`seed` = -1: expected a whole number from 0 to 9223372036854775807",
    );
    at("games = 4", "games = 4\nformat = \"swiss\"", "3:10", "expected one of: round-robin");
    at("max_plies = 50", "max_plies = 3", "3:13", "expected more than the 3 plies of the opening");
    at(
        "random_plies = 3",
        "random = 3",
        "4:14",
        "`openings` has no key `random`; did you mean `random_plies`?",
    );
    at("random_plies = 3", "random_plies = -3", "4:29", "expected a whole number from 0 to 1000");
    at("random_plies = 3", "random_plies = 9", "4:12", "no opening of 9 random plies");
    at("{ random_plies = 3 }", "\"some\"", "4:12", "expected \"none\" or a table");
    at("{ random_plies = 3 }", "{}", "4:12", "is empty: expected \"none\" or a table");
    at("random_plies = 3", "random_plies = 3, list = [\"a1\"]", "4:39", "expected one of them");
    at("{ random_plies = 3 }", "3", "4:12", "found a whole number");
    at("nodes = 100", "node = 100", "6:1", "did you mean `nodes`?");
    at("nodes = 100", "nodes = 1.5", "6:1", "`nodes=1.5`: expected a whole number");
    at("[[agents]]\nagent = \"random\"\n", "", "7:1", "expected at least 2 agents, found 1");
    at(
        "agent = \"random\"",
        "agent = \"rnadom\"",
        "8:10",
        "there is no agent `rnadom`; did you mean `random`?",
    );
    at("agent = \"random\"", "agent = \"random(\"", "8:17", "found the end");
    at("agent = \"random\"", "agent = 7", "8:9", "expected a spec string");
    at("agent = \"random\"", "", "7:1", "`agent` is missing");
    at("agent = \"random\"", "name = \"deep\"\nagent = \"random\"", "11:8", "two agents are called `deep`");
    at("agent = \"random\"", "name = \" \"\nagent = \"random\"", "8:8", "expected at least one letter");
    at("name = \"deep\"", "name = \"de\\u001bep\"", "10:8", "expected no control characters");
    at(
        "agent = \"random\"",
        "name = 3\nagent = \"random\"",
        "8:8",
        "`name`: expected a string, found a whole number",
    );
    at(
        "name = \"deep\"\nagent = { name = \"alphabeta\", depth = 2 }",
        "agent = \"random()\"",
        "10:10",
        "give one of them a `name`",
    );
    at(
        "[[agents]]\nagent = \"random\"\n[[agents]]",
        "[agents]",
        "7:1",
        "expected tables [[agents]], found a table",
    );
}

/// The head of the message for the good config with this line added at its top.
fn head_with(line: &str) -> String {
    let text = format!("{line}\n{GOOD}");
    Config::parse(&text, "t.toml").expect_err(&text).to_string().lines().next().unwrap().to_owned()
}

#[test]
fn mistakes_in_adjudication_have_their_places() {
    for (rule, column, what) in [
        ("{ scroe = 0.9 }", 16, "`adjudicate` has no key `scroe`; did you mean `score`?"),
        ("{ score = 0.9 }", 14, "`plies` is missing"),
        ("{ plies = 4 }", 14, "`score` is missing"),
        ("{ score = 0.5, plies = 4 }", 24, "`score` = 0.5: expected a number from 0.51 to 1"),
        ("{ score = \"high\", plies = 4 }", 24, "`score`: expected a number from 0.51 to 1, found a string"),
        ("{ score = nan, plies = 4 }", 24, "`score` = nan: expected a number"),
        ("{ score = 1, plies = 0 }", 35, "`plies` = 0: expected a whole number from 1"),
        ("{ score = 1, plies = 1 }", 14, "`plies` = 1: expected at least 2, so that every seat has a say"),
        ("{ proved = 1 }", 25, "`proved`: expected true or false, found a whole number"),
        ("true", 14, "expected a table such as { score = 0.98, plies = 8 }"),
    ] {
        let head = head_with(&format!("adjudicate = {rule}"));
        assert!(head.starts_with(&format!("t.toml:1:{column}: ")) && head.contains(what), "{head}");
    }
}

#[test]
fn mistakes_in_the_clock_have_their_places() {
    for (clock, column, what) in [
        ("{ minutes = 1 }", 11, "`clock` has no key `minutes`"),
        ("{ increment = 1 }", 9, "`seconds` is missing: expected the seconds that each seat has"),
        ("{ seconds = 0 }", 21, "`seconds` = 0: expected a number from 0.001"),
        ("{ seconds = inf }", 21, "`seconds` = inf: expected a number"),
        ("{ seconds = 1, increment = -1 }", 36, "`increment` = -1: expected a number from 0"),
        ("{ seconds = 1, margin_ms = 0.5 }", 36, "`margin_ms`: expected a whole number"),
        ("{ seconds = 1, margin_ms = 1000 }", 36, "no time would be left without the margin of 1000 ms"),
        ("{ seconds = 0.05 }", 21, "expected a smaller `margin_ms` or more `seconds`"),
        ("60", 9, "expected a table such as { seconds = 60, increment = 0.5 }"),
    ] {
        let head = head_with(&format!("clock = {clock}"));
        assert!(head.starts_with(&format!("t.toml:1:{column}: ")) && head.contains(what), "{head}");
    }
}

#[test]
fn adjudication_and_clock_are_written_down() {
    let text = format!(
        "adjudicate = {{ score = 0.975, plies = 6, proved = true }}\nclock = {{ seconds = 2, increment = 0.1 }}\n{GOOD}"
    );
    let config = parse(&text);
    assert_eq!(config.adjudication(), Adjudication { agreed: Some((0.975, 6)), proved: true });
    let ms = Duration::from_millis;
    let clock = TimeControl { time: ms(2000), increment: ms(100), margin: ms(50) };
    assert_eq!((config.time_control(), config.limit_kind()), (Some(clock), LimitKind::Time));
    let written = config.to_toml();
    for line in [
        "adjudicate = { score = 0.975, plies = 6, proved = true }",
        "[clock]\nseconds = 2.0\nincrement = 0.1\nmargin_ms = 50",
    ] {
        assert!(written.contains(line), "{written}");
    }
    assert_eq!(parse(&written).to_toml(), written);
    assert!(!parse(GOOD).to_toml().contains("adjudicate"), "off unless asked for");
}

#[test]
fn a_file_that_cannot_be_read_is_said_to_be_so() {
    let folder = tempfile::tempdir().unwrap();
    let missing = Config::load(&folder.path().join("none.toml")).unwrap_err().to_string();
    assert!(missing.contains("none.toml: cannot be read"), "{missing}");
    let latin = folder.path().join("latin.toml");
    fs::write(&latin, b"# caf\xe9\n").unwrap();
    let error = Config::load(&latin).unwrap_err();
    let place = error.place.as_ref().unwrap();
    assert_eq!((place.line, place.column), (1, 6));
}

#[test]
fn defaults_are_filled_in_and_the_result_is_a_config() {
    let config = parse(
        "game = \"mnk(players=3,m=5,n=5,k=3)\"\ngames = 6\n[[agents]]\nagent = \"random\"\n[[agents]]\nname = \"b\"\nagent = \"random\"\n[[agents]]\nagent = \"greedy\"\n",
    );
    assert_eq!(config.seed(), 1);
    assert_eq!(*config.openings(), Openings::Random { plies: 6 });
    assert_eq!(config.max_plies(), DEFAULT_MAX_PLIES);
    assert_eq!(config.total_games(), 6);
    assert_eq!(parse(&config.to_toml()).to_toml(), config.to_toml());
    let all = parse(GOOD);
    assert_eq!(parse(&all.to_toml()).to_toml(), all.to_toml());
    assert_eq!(all.limits(), Limits { nodes: Some(100), ..Limits::default() });
    assert_eq!(all.agents()[1].spec.to_string(), "alphabeta(depth=2)");
}

#[test]
fn a_match_is_checked_like_a_file() {
    let spec = |text: &str| Spec::parse(text).unwrap();
    let setup = |agents: &[&str], games| Match {
        game: spec("mnk"),
        agents: agents.iter().map(|agent| spec(agent)).collect(),
        games,
        opening_plies: Some(0),
        max_plies: None,
        limits: Limits::default(),
        seed: 3,
    };
    let config = Config::for_match(setup(&["random", "random"], 2)).unwrap();
    let names: Vec<&str> = config.agents().iter().map(|agent| agent.name.as_str()).collect();
    assert_eq!(names, ["random", "random #2"]);
    assert_eq!(*config.openings(), Openings::None);
    let refused = |agents: &[&str], games| Config::for_match(setup(agents, games)).unwrap_err().to_string();
    assert!(refused(&["random", "gready"], 2).starts_with("`gready`: there is no agent"));
    assert!(refused(&["random"], 2).contains("at least 2 agents"));
    assert!(refused(&["random", "greedy"], 3).contains("multiple of 2"));
}

#[test]
fn what_a_run_says_of_itself_may_stand_there_and_nothing_else() {
    let with = |run: &str| Config::parse(&format!("{run}\n{GOOD}"), "t.toml");
    assert!(with("run = { version = \"1\", cpu = \"x\" }").is_ok());
    assert!(with("run = { banana = 1 }").unwrap_err().what.contains("banana"));
    assert!(with("run = 5").unwrap_err().what.contains("expected a table"));
}

#[test]
fn names_are_one_line_that_can_be_shown() {
    for name in ["a\\nb", "\\u001b[31mred", " a", "a "] {
        let text = GOOD.replacen("[[agents]]", &format!("[[agents]]\nname = \"{name}\""), 1);
        assert!(Config::parse(&text, "t.toml").unwrap_err().what.starts_with("`name`"), "{name}");
    }
}

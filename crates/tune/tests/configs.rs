//! Resolved configs, and points as agents.
use hoppity_tune::{Config, Method};

const PARAMETERS: &str = r#"
[[parameters]]
name = "weights.jump"
min = 0
max = 2
step = 0.1

[[parameters]]
name = "nodes"
min = 10
max = 90
step = 20
"#;

fn config(method: &str) -> Config {
    let text = format!(
        "game = \"halma(board=8)\"\nagent = \"alphabeta(nodes=30,weights=[jump:0.7,threat:0.1])\"\nmethod = {method}\n{PARAMETERS}"
    );
    Config::parse(&text, "t.toml").unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn resolved_configs_are_configs_that_say_the_same() {
    for method in [
        "{ name = \"spsa\", games = 100, pairs = 2 }",
        "{ name = \"cma-es\", games = 400, candidates = 6, sigma = 0.1 }",
        "{ name = \"bandit\", games = 2000 }",
    ] {
        let resolved = config(method).to_toml();
        let again = Config::parse(&resolved, "t.toml").unwrap_or_else(|error| panic!("{error}: {resolved}"));
        assert_eq!(again.to_toml(), resolved);
    }
    // A tenth of the range where nothing is said, but at least half a step.
    let Method::Spsa { c_end, pairs, .. } = config("{ name = \"spsa\", games = 100 }").method().clone()
    else {
        panic!("another method");
    };
    assert_eq!((c_end, pairs), (vec![0.2, 10.0], 4));
}

#[test]
fn points_are_agents_with_all_that_the_base_has() {
    let config = config("{ name = \"bandit\", games = 2000 }");
    let candidates = config.candidates();
    assert_eq!(candidates.base().to_string(), "alphabeta(nodes=30,weights=[jump:0.7,threat:0.1])");
    let start = candidates.space().start();
    assert_eq!(candidates.spec(&start).unwrap(), *candidates.base());
    let spec = candidates.spec(&[-7, 3]).unwrap().to_string();
    assert_eq!(spec, "alphabeta(nodes=90,weights=[jump:0,threat:0.1])");
    let weights = candidates.weights(&[2, 0]).unwrap();
    assert!(weights.contains("\njump = 0.9 ") && weights.contains("\nthreat = 0.1 "), "{weights}");
}

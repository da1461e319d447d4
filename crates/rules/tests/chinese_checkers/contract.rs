//! The conformance kit on every number of players, every rhombus, every preset, and on options drawn at random.
use hoppity_rules::games::chinese_checkers::ChineseCheckers;
use hoppity_rules::testkit::{Plan, catalogued, conformance};
use hoppity_rules::{Catalogued, Spec};
use proptest::prelude::*;

#[test]
fn the_star_keeps_the_contract() {
    let plan = Plan { games: 1, max_plies: 80, probes: 2, mutations: 20, ..Plan::default() };
    let specs: Vec<String> =
        [2, 3, 4, 6].iter().map(|players| format!("chinese-checkers(players={players})")).collect();
    catalogued::<ChineseCheckers>(&specs.iter().map(String::as_str).collect::<Vec<_>>(), &plan);
    catalogued::<ChineseCheckers>(
        &[
            "chinese-checkers(leave_goal=end,cap=60,repetition=draw:2)",
            "chinese-checkers(players=6,win=filled,blocked=lose)",
            "chinese-checkers(players=3,win=mover,cap=30)",
        ],
        &plan,
    );
}

#[test]
fn every_rhombus_keeps_the_contract() {
    let plan = Plan { games: 1, max_plies: 60, probes: 1, mutations: 10, ..Plan::default() };
    for side in 3..=13 {
        for men in [1, 2, 3, 4, 6, 10] {
            for rules in ["classic", "sturtevant"] {
                let spec = format!("chinese-checkers(rhombus={side},men={men},rules={rules})");
                let fits = match men {
                    1..=3 => true,
                    4 | 6 => side >= 4,
                    _ => side >= 5,
                };
                match Spec::parse(&spec).and_then(|spec| ChineseCheckers::from_spec(&spec)) {
                    Ok(game) => {
                        assert!(fits, "{spec}");
                        conformance(&game, &plan);
                    }
                    Err(error) => assert!(!fits, "{spec}: {error}"),
                }
            }
        }
    }
}

/// Small boards end, so that these games meet wins, blocked players and repetitions.
#[test]
fn small_boards_keep_the_contract() {
    let plan = Plan { games: 6, max_plies: 200, probes: 2, mutations: 20, ..Plan::default() };
    let specs = [
        "chinese-checkers(rhombus=3,men=1)",
        "chinese-checkers(rhombus=3,men=3,rules=sturtevant)",
        "chinese-checkers(rhombus=3,men=2,win=filled,repetition=draw:3,cap=90)",
        "chinese-checkers(rhombus=4,rules=sturtevant,cap=100)",
    ];
    catalogued::<ChineseCheckers>(&specs, &plan);
}

fn option(name: &'static str, values: &'static [&'static str]) -> impl Strategy<Value = Option<String>> {
    proptest::option::of(prop::sample::select(values))
        .prop_map(move |value| Some(format!("{name}={}", value?)))
}

fn specs() -> impl Strategy<Value = String> {
    let options = (
        option("players", &["2", "3", "4", "5", "6"]),
        option("rhombus", &["none", "2", "3", "4", "5", "7", "13", "14"]),
        option("men", &["1", "2", "3", "4", "5", "6", "10"]),
        option("rules", &["classic", "sturtevant"]),
        option("leave_goal", &["free", "end"]),
        option("win", &["all", "filled", "mover"]),
        option("blockade", &["free", "illegal"]),
        option("blocked", &["pass", "lose"]),
        option("repetition", &["none", "draw:2", "draw:3"]),
        option("cap", &["none", "1", "9", "200"]),
    );
    options.prop_map(|(a, b, c, d, e, f, g, h, i, j)| {
        let given: Vec<String> = [a, b, c, d, e, f, g, h, i, j].into_iter().flatten().collect();
        format!("chinese-checkers({})", given.join(","))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    /// Options make a game that keeps the contract, or are refused at one of them.
    #[test]
    fn any_options_make_a_game_or_are_refused(spec in specs()) {
        match Spec::parse(&spec).and_then(|spec| ChineseCheckers::from_spec(&spec)) {
            Ok(_) => {
                let plan = Plan { games: 1, max_plies: 30, probes: 1, mutations: 10, ..Plan::default() };
                catalogued::<ChineseCheckers>(&[&spec], &plan);
            }
            Err(error) => {
                let at = error.at.unwrap_or_else(|| panic!("{spec}: {error}: no place"));
                prop_assert!(spec[at..].starts_with(|c: char| c.is_ascii_lowercase()), "{spec}: {error}");
            }
        }
    }
}

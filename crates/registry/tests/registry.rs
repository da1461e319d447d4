//! Names and options from text: what is right is built, what is wrong is placed and explained.
use hoppity_registry::{agents, game, games};
use hoppity_rules::Spec;

fn spec(text: &str) -> Spec {
    text.parse().expect("well-formed")
}

#[test]
fn every_game_and_agent_is_built_by_its_name_and_prints_it() {
    for about in games() {
        let game = game(&spec(about.name)).expect(about.name);
        assert_eq!(game.spec().to_string(), about.name);
        for agent in agents() {
            let player = game.agent(&spec(agent.name));
            let seats = if agent.name == "beam" { 1..=1 } else { 1..=usize::MAX };
            let teams = if ["alphabeta", "ubfm"].contains(&agent.name) { 2..=2 } else { 1..=usize::MAX };
            if !seats.contains(&game.seats()) || !teams.contains(&game.teams()) {
                assert!(player.is_err(), "{} plays {}", agent.name, about.name);
            } else {
                assert_eq!(player.expect(agent.name).spec.to_string(), agent.name);
            }
        }
    }
}

#[test]
fn specs_print_in_canonical_form() {
    let canonical = |text: &str| game(&spec(text)).expect(text).spec().to_string();
    assert_eq!(canonical("mnk(n=4, k=3, m=3)"), "mnk(n=4)");
    assert_eq!(canonical("halma(players=2,board=16,rules=classic)"), "halma");
    assert_eq!(canonical("halma(rules=web,board=8)"), "halma(board=8,rules=web)");
    let agent = |text: &str| game(&spec("mnk")).unwrap().agent(&spec(text)).expect(text).spec.to_string();
    assert_eq!(agent("alphabeta(table_mib=16,depth=3)"), "alphabeta(depth=3)");
    assert_eq!(agent("mcts(tree_mib=256,sims=10)"), "mcts(sims=10)");
}

#[test]
fn priors_are_weighed_by_name() {
    let of = |game_spec: &str, text: &str| {
        game(&spec(game_spec)).unwrap().agent(&spec(text)).map(|player| player.spec.to_string())
    };
    let right = "mcts(priors=[border:0.2,joint:0.1])";
    assert_eq!(of("havannah", right).as_deref(), Ok(right));
    let refused = |game_spec: &str, text: &str| of(game_spec, text).unwrap_err().to_string();
    let nearest = refused("hex", "mcts(priors=[bordr:0.2])");
    assert!(nearest.contains("there is no prior `bordr` in this game; did you mean `border`?"), "{nearest}");
    let none = refused("mnk", "mcts(priors=[border:0.2])");
    assert!(none.contains("there is no prior `border` in this game; there are none"), "{none}");
    for wrong in ["[border]", "border", "[border:much]", "[border:11]", "[border:NaN]", "[3]"] {
        assert!(refused("hex", &format!("mcts(priors={wrong})")).contains("`priors`"), "{wrong}");
    }
}

#[test]
fn what_is_wrong_is_refused_with_the_nearest_right_word() {
    let of_game = |text: &str| game(&spec(text)).map(|_| ()).unwrap_err().to_string();
    assert_eq!(of_game("halmma"), "there is no game `halmma`; did you mean `halma`? (at character 1)");
    assert_eq!(
        of_game("halma(bord=8)"),
        "`halma` has no option `bord`; did you mean `board`? (at character 7)"
    );
    assert!(of_game("mnk(m=3,k=99)").contains("`k=99`: expected a whole number from 1 to 19"));
    assert!(of_game("mnk(m=x)").contains("(at character 5)"));
    let of_agent =
        |text: &str| game(&spec("mnk")).unwrap().agent(&spec(text)).map(|_| ()).unwrap_err().to_string();
    assert_eq!(
        of_agent("alfabeta(depth=3)"),
        "there is no agent `alfabeta`; did you mean `alphabeta`? (at character 1)"
    );
    assert_eq!(
        of_agent("alphabeta(deph=3)"),
        "`alphabeta` has no option `deph`; did you mean `depth`? (at character 11)"
    );
    assert_eq!(of_agent("random(depth=3)"), "`random` has no option `depth`; it has none (at character 8)");
    assert!(of_agent("alphabeta(depth=0)").contains("expected a whole number from 1 to 200"));
    assert!(of_agent("mcts(c=warm)").contains("expected a number from 0 to 100"));
}

#[test]
fn the_search_for_one_seat_refuses_more() {
    let refused = game(&spec("mnk")).unwrap().agent(&spec("beam")).map(|_| ()).unwrap_err().to_string();
    assert_eq!(refused, "`beam` solves games of one seat; this one has 2 (at character 1)");
}

#[test]
fn searches_for_two_sides_refuse_more_and_take_partners() {
    for name in ["alphabeta", "ubfm"] {
        let agent = |game_text: &str| game(&spec(game_text)).unwrap().agent(&spec(name)).map(|_| ());
        assert!(agent("mnk(players=3)").unwrap_err().to_string().contains("two sides; this one has 3"));
        assert!(agent("halma(players=4,teams=diagonal)").is_ok());
    }
}

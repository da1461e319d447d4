//! Random sets of options: a game is refused with a reason, or it is the plain twin's game and keeps the contract.
use super::mailbox::{Mailbox, Rules};
use super::twin::{choose, compare, play_both};
use hoppity_rules::games::halma::Halma;
use hoppity_rules::random::stream;
use hoppity_rules::{Catalogued, Game, Spec};
use proptest::prelude::*;
use proptest::sample::select;

/// `key=value` or nothing, the value one of these.
fn option(key: &'static str, values: &'static [&'static str]) -> impl Strategy<Value = Option<String>> {
    proptest::option::weighted(0.4, select(values).prop_map(move |value| format!("{key}={value}")))
}

fn specs() -> impl Strategy<Value = String> {
    let camps = &["[1]", "[2,1]", "[2,2]", "[3,2,1]", "[1,3]", "[4,3,2,1]", "[5,5,4,3,2]", "[2,2,2,2,2]"];
    let orders =
        &["[tl,br]", "[br,tl]", "[tl,tr]", "[bl,tr,tl]", "[tl,tr,bl,br]", "[br,bl,tr,tl]", "[tl,tl]"];
    let table = (
        option("board", &["3", "4", "5", "7", "8", "10", "13", "16"]),
        option("players", &["2", "3", "4"]),
        option("rules", &["classic", "web", "brainking", "usc561", "ludii", "comp424"]),
        option("teams", &["none", "diagonal", "adjacent"]),
        option("camp", camps),
        option("order", orders),
    );
    let turns = (
        option("leave_goal", &["free", "end", "hop"]),
        option("enter_home", &["free", "end", "hop"]),
        option("evacuate", &["none", "usc", "by:3", "by:10"]),
        option("blocked", &["pass", "lose"]),
    );
    let ends = (
        option("win", &["all", "filled", "mover"]),
        option("finish", &["first", "all"]),
        option("cap", &["none", "7", "40"]),
        option("repetition", &["none", "draw:3", "draw:2"]),
    );
    (table, turns, ends).prop_map(|(table, turns, ends)| {
        let all = [
            table.0, table.1, table.2, table.3, table.4, table.5, turns.0, turns.1, turns.2, turns.3, ends.0,
            ends.1, ends.2, ends.3,
        ];
        format!("halma({})", all.into_iter().flatten().collect::<Vec<_>>().join(","))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_options_are_refused_or_played_alike(spec in specs(), seed in any::<u64>(), greedy in 0..4usize) {
        let game = match Spec::parse(&spec).and_then(|spec| Halma::from_spec(&spec)) {
            Ok(game) => game,
            Err(error) => {
                prop_assert!(!error.what.is_empty());
                prop_assert!(error.at.is_none_or(|at| spec[at..].contains('=')), "{}: {}", spec, error);
                return Ok(());
            }
        };
        let canonical = game.spec().to_string();
        let again = Halma::from_spec(&Spec::parse(&canonical).unwrap()).unwrap();
        prop_assert_eq!(again.spec().to_string(), &canonical[..]);

        let mut rng = stream(seed, &[]);
        let mut twin = Mailbox::new(Rules::parse(&spec));
        let mut s = game.initial();
        let mut played = Vec::new();
        for _ in 0..60 {
            compare(&game, &s, &mut twin);
            let text = again.format_position(&s);
            prop_assert_eq!(&again.parse_position(&text).unwrap(), &s, "{}: {}", canonical, text);
            prop_assert_eq!(game.key(&s), game.key_from_scratch(&s));
            if game.outcome(&s).is_some() {
                break;
            }
            let m = choose(&game, &s, greedy, &mut rng);
            let m_text = game.format_move(m);
            prop_assert_eq!(again.parse_move(&s, &m_text).unwrap(), m);
            let path = game.move_path(&s, m);
            if !m.is_pass() {
                prop_assert_eq!((path[0], path[path.len() - 1]), (game.cell(m.from()), game.cell(m.to())));
            }
            let before = s;
            let undo = play_both(&game, &mut s, &mut twin, m);
            played.push((before, m, undo));
        }
        for (before, m, undo) in played.into_iter().rev() {
            game.undo(&mut s, m, undo);
            prop_assert_eq!(&s, &before);
        }
    }
}

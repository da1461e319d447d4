//! What the policy of connection games sees of moves, against playing them.
use hoppity_eval::Knowledge;
use hoppity_eval::links::Links;
use hoppity_rules::games::havannah::Havannah8;
use hoppity_rules::games::hex::Hex;
use hoppity_rules::games::hexagonal::{Connection, Kind, Move, State};
use hoppity_rules::{Catalogued, Game, Seat, random};
use hoppity_search::{Policy, Prospect, Tactic};

fn survey<K: Kind, const CELLS: usize>(
    game: &Connection<K, CELLS>,
    s: &State<K, CELLS>,
    last: Option<Move>,
) -> Vec<Prospect<Move>> {
    let mut prospects = Vec::new();
    game.policy().survey(game, s, last, |prospect| prospects.push(prospect));
    prospects
}

/// Whether the seat that is to move wins with this move.
fn wins<G: Game>(game: &G, s: &G::State, m: G::Move) -> bool {
    let mut after = s.clone();
    let team = game.team(game.to_move(s));
    game.play(&mut after, m);
    game.outcome(&after).and_then(|outcome| outcome.winner()) == Some(team)
}

/// Along random games, every move is seen, in order, and what it does at once is what playing on shows: it wins; or after
/// each quiet move there is a win for the other seat on a cell that blocks it.
fn sees_what_is_there<K: Kind, const CELLS: usize>(game: &Connection<K, CELLS>, seed: u64) {
    let mut rng = random::stream(seed, &[]);
    let (mut s, mut last) = (game.initial(), None);
    while game.outcome(&s).is_none() {
        let prospects = survey(game, &s, last);
        let mut moves = Vec::new();
        game.moves(&s, &mut moves);
        assert_eq!(prospects.iter().map(|p| p.mv).collect::<Vec<_>>(), moves);
        for prospect in &prospects {
            assert_eq!(prospect.tactic == Tactic::Wins, wins(game, &s, prospect.mv));
            if prospect.tactic == Tactic::Wins {
                continue;
            }
            let mut after = s;
            game.play(&mut after, prospect.mv);
            if game.outcome(&after).is_some() {
                continue;
            }
            let next = game.to_move(&after);
            for threat in prospects.iter().filter(|other| matches!(other.tactic, Tactic::Blocks(_))) {
                assert_eq!(threat.tactic, Tactic::Blocks(next));
                assert_ne!(next, game.to_move(&s));
                if threat.mv != prospect.mv {
                    assert!(wins(game, &after, threat.mv), "{}", game.format_position(&s));
                }
            }
            // Nor is there a win that was not seen, unless this move has just prepared it.
            if next != game.to_move(&s) {
                let found = |m: &&Move| !m.is_swap() && **m != prospect.mv && wins(game, &after, **m);
                for m in moves.iter().filter(found) {
                    let seen = prospects.iter().find(|other| other.mv == *m).expect("a legal move");
                    assert_ne!(seen.tactic, Tactic::Quiet, "{}", game.format_position(&s));
                }
            }
        }
        let m = game.sample(&s, &mut rng);
        game.play(&mut s, m);
        last = Some(m);
    }
}

fn built<G: Catalogued>(spec: &str) -> G {
    G::from_spec(&spec.parse().expect("a spec")).expect("a game")
}

#[test]
fn tactics_are_what_playing_on_shows() {
    for seed in 0..8 {
        for spec in
            ["size=2", "size=3", "size=4", "size=4,swap=true", "size=4,handicap=5", "size=3,handicap=19"]
        {
            sees_what_is_there(&built::<Havannah8>(&format!("havannah({spec})")), seed);
        }
        for spec in ["size=1", "size=2", "size=4", "size=4,swap=true"] {
            sees_what_is_there(&built::<Hex>(&format!("hex({spec})")), seed);
        }
    }
}

#[test]
fn a_broken_bridge_is_saved() {
    let game: Havannah8 = built("havannah(size=4)");
    let after = |texts: &[&str]| {
        let (mut s, mut last) = (game.initial(), None);
        for text in texts {
            let m = game.parse_move(&s, text).expect("a move");
            game.play(&mut s, m);
            last = Some(m);
        }
        (s, last)
    };
    let links = Links::default();
    let replies = |texts: &[&str]| -> Vec<String> {
        let (s, last) = after(texts);
        let mut rng = random::stream(1, &[]);
        let mut found: Vec<String> = (0..64)
            .filter_map(|_| links.reply(&game, &s, last.expect("a move"), &mut rng))
            .map(|m| game.format_move(m))
            .collect();
        found.sort();
        found.dedup();
        found
    };
    // c3 and d5 share the neighbours c4 and d4; a stone on one of them is answered on the other.
    assert_eq!(replies(&["c3", "g7", "d5", "d4"]), ["c4"]);
    assert_eq!(replies(&["c3", "g7", "d5", "c4"]), ["d4"]);
    assert_eq!(replies(&["c3", "g7", "d5", "f5"]), Vec::<String>::new());
    // b3 is a bridge away from the upper edge, over a2 and a3.
    assert_eq!(replies(&["b3", "g7", "d5", "a2"]), ["a3"]);
    // The bonus for it is seen before any search.
    let (s, last) = after(&["c3", "g7", "d5", "d4"]);
    let bonus = |m: &str| {
        let m = game.parse_move(&s, m).expect("a move");
        survey(&game, &s, last).iter().find(|p| p.mv == m).expect("a move").bonus
    };
    assert!(bonus("c4") > bonus("e4"));
    assert_eq!(game.to_move(&s), Seat::A);
}

/// Each hint tells other moves apart, by its weight.
#[test]
fn hints_say_which_moves_are_linked() {
    let game: Havannah8 = built("havannah(size=4)");
    let mut s = game.initial();
    let mut last = None;
    // A holds c3 and d5, with c4 and d4 between; B has come between.
    for text in ["c3", "g7", "d5", "d4"] {
        let m = game.parse_move(&s, text).expect("a move");
        game.play(&mut s, m);
        last = Some(m);
    }
    let bonus = |hint: &str, weight: f32| {
        let mut links = game.policy();
        for (name, _) in Policy::<Havannah8>::hints(&links) {
            links.weigh(&game, name, 0.0);
        }
        links.weigh(&game, hint, weight);
        let mut found = Vec::new();
        links.survey(&game, &s, last, |p| found.push((game.format_move(p.mv), p.bonus)));
        found
    };
    let those = |hint: &str| {
        let found = bonus(hint, 0.5).into_iter().filter(|&(_, bonus)| bonus != 0.0);
        found.map(|(name, bonus)| format!("{name} {bonus}")).collect::<Vec<_>>().join(", ")
    };
    // Corners touch a corner; other cells of the rim an edge each.
    let rim = "a1 0.5, a2 0.5, a3 0.5, a4 0.5, b1 0.5, b5 0.5, c1 0.5, c6 0.5, d1 0.5, d7 0.5, e2 0.5, e7 0.5, \
               f3 0.5, f7 0.5, g4 0.5, g5 0.5, g6 0.5";
    assert_eq!(those("border"), rim);
    assert_eq!(those("bridge"), "c4 0.5");
    assert_eq!(those("neighbour"), "b2 0.5, b3 0.5, c2 0.5, c4 0.5, c5 0.5, d3 0.5, d6 0.5, e5 0.5, e6 0.5");
    // From c3: a2, b1, b4 and d2. From d5: b4, c6, e7 and f6. The one across from both, e4, lies behind B's stone.
    assert_eq!(those("joint"), "a2 0.5, b1 0.5, b4 0.5, c6 0.5, d2 0.5, e7 0.5, f6 0.5");
    // The nearest connections, such as that of a1 and a4 over c3, lack three stones where bridges are safe.
    let far = bonus("distance", 1.0);
    let of = |name: &str| far.iter().find(|(other, _)| other == name).expect("a move").1;
    assert!(of("b3") == 1.0 / 3.0 && of("c4") == 0.25 && of("g6") == 0.2, "{far:?}");
}

//! What every heuristic promises, on random games with moves taken back.
mod endings;
mod links;
mod solved;
mod transfers;

use hoppity_eval::{Knowledge, race::FEATURES};
use hoppity_rules::games::chinese_checkers::ChineseCheckers;
use hoppity_rules::games::halma::{Halma, Move, SquareSet};
use hoppity_rules::games::halma_solitaire::HalmaSolitaire;
use hoppity_rules::games::havannah::{BRIDGE, CORNERS, FORK, Havannah8};
use hoppity_rules::games::hex::Hex;
use hoppity_rules::games::mnk::Mnk;
use hoppity_rules::{Catalogued, Game, Line, Seat, Spec, random};
use hoppity_search::{Heuristic, Policy, Values};

fn game<G: Catalogued>(spec: &str) -> G {
    let spec: Spec = spec.parse().expect("a spec");
    G::from_spec(&spec).expect("a game")
}

/// Along random games of at most `plies`, with every third move taken back and played again: the accumulator's values
/// are those from scratch, within their bounds, equal among partners, and mapped to scores that sum to 1 over teams.
///
/// So with each evaluation that has a name, and with one in which every feature weighs something.
fn keeps_its_promises<G: Knowledge>(game: &G, plies: usize) {
    let mut all = G::FEATURES.default_weights();
    for (i, feature) in G::FEATURES.features.iter().enumerate() {
        all.put(feature.name, 0.25 * (i + 1) as f64).expect("a feature");
    }
    let named = G::FEATURES.evaluations.iter().map(|evaluation| G::FEATURES.evaluation(evaluation.name));
    for weights in named.flatten().chain([all]) {
        keeps_its_promises_with(game, plies, &game.weighted(&weights));
    }
}

fn keeps_its_promises_with<G: Knowledge>(game: &G, plies: usize, heuristic: &G::Heuristic) {
    for seed in 0..3 {
        let mut rng = random::stream(seed, &[]);
        let mut line = Line::new(game.clone());
        let mut acc = heuristic.start(game, line.state());
        while line.outcome().is_none() && line.len() < plies {
            let before = values(heuristic, &line, &acc);
            for again in [line.len().is_multiple_of(3), false] {
                let m = game.sample(line.state(), &mut rng);
                heuristic.apply(game, &mut acc, line.state(), m);
                line.push(m);
                let follows = values(heuristic, &line, &acc);
                let scratch = values(heuristic, &line, &heuristic.start(game, line.state()));
                assert_eq!(follows, scratch, "{} at {}", game.spec(), game.format_position(line.state()));
                bounded(game, heuristic, &follows);
                if !again {
                    break;
                }
                line.pop();
                heuristic.undo(game, &mut acc, line.state(), m);
                assert_eq!(values(heuristic, &line, &acc), before);
            }
        }
    }
}

fn values<G: Knowledge>(
    heuristic: &G::Heuristic,
    line: &Line<G>,
    acc: &<G::Heuristic as Heuristic<G>>::Acc,
) -> Values {
    heuristic.values(line.game(), line.state(), acc)
}

fn bounded<G: Knowledge>(game: &G, heuristic: &G::Heuristic, values: &Values) {
    let seats = game.seats();
    let place = || format!("{}: {values:?}", game.spec());
    assert!(heuristic.sum(game) <= 1 << 24, "{}", place());
    assert!(values.iter().all(|&value| value >= 0), "{}", place());
    assert!(values.iter().sum::<i32>() <= heuristic.sum(game), "{}", place());
    let scores = heuristic.expected(game, values);
    let mut by_team = vec![None; game.teams()];
    for seat in Seat::all(seats) {
        let (value, score) = (values[seat.index()], scores[seat.index()]);
        assert!((0.0..=1.0).contains(&score), "{}", place());
        let of_team = by_team[game.team(seat).index()].get_or_insert((value, score));
        assert!(of_team.0 == value && (of_team.1 - score).abs() < 1e-12, "partners: {}", place());
    }
    let sum: f64 = by_team.iter().flatten().map(|&(_, score)| score).sum();
    assert!((sum - 1.0).abs() < 1e-9, "scores sum to {sum}: {}", place());
}

#[test]
fn mnk_values_follow_the_moves() {
    for spec in
        ["mnk", "mnk(m=7,n=6,k=4)", "mnk(m=19,n=19,k=5)", "mnk(players=3,m=5,n=4)", "mnk(m=1,n=1,k=1)"]
    {
        keeps_its_promises(&game::<Mnk>(spec), 100);
    }
    keeps_its_promises(&game::<Mnk>("mnk(m=19,n=19,k=19)"), 400);
}

#[test]
fn connection_values_follow_the_moves() {
    keeps_its_promises(&game::<Havannah8>("havannah(size=2)"), 100);
    keeps_its_promises(&game::<Havannah8>("havannah(size=4,swap=true)"), 60);
    keeps_its_promises(&game::<Havannah8>("havannah(size=5,handicap=3)"), 40);
    keeps_its_promises(&game::<Hex>("hex(size=1)"), 10);
    keeps_its_promises(&game::<Hex>("hex(size=5,swap=true)"), 40);
}

/// What both sides lack, by hand.
#[test]
fn connections_lack_what_bridges_do_not_give() {
    let lacks = |game: &Hex, moves: &str| {
        let mut line = Line::new(game.clone());
        for m in moves.split_whitespace() {
            line.push_text(m).expect("a legal move");
        }
        let features = game.features(&game.heuristic(), line.state());
        (features[0][0], features[1][0])
    };
    let hex = game::<Hex>("hex(size=5)");
    // Rows 2 and 4 are next to their sides, and a bridge apart.
    assert_eq!(lacks(&hex, ""), (2.0, 2.0));
    assert_eq!(lacks(&hex, "c3"), (2.0, 3.0));
    assert_eq!(lacks(&hex, "d2 a1"), (1.0, 2.0));
    // b4 is a bridge away from c2; nothing is lacking but the answers to B's intrusions.
    assert_eq!(lacks(&hex, "c2 a1 b4"), (0.0, 3.0));
    let small = game::<Hex>("hex(size=1)");
    assert_eq!(lacks(&small, ""), (1.0, 1.0));
}

/// With bridges left out of it, no side lacks more than a path of single steps needs: a plain search of its own.
#[test]
fn what_is_lacking_is_never_more_than_a_plain_path() {
    let game = game::<Havannah8>("havannah(size=4)");
    let heuristic = game.heuristic();
    for seed in 0..20 {
        let mut rng = random::stream(seed, &[]);
        let mut line = Line::new(game.clone());
        while line.outcome().is_none() {
            let features = game.features(&heuristic, line.state());
            for seat in Seat::all(2) {
                let (connect, bridge, fork) = {
                    let of = &features[seat.index()];
                    (of[0], of[1], of[2])
                };
                assert_eq!(connect, bridge.min(fork));
                let plain = plain_bridge(&game, line.state(), seat);
                assert!(bridge <= plain, "{bridge} for {plain} at {}", game.format_position(line.state()));
                // A stone that would end the game by a bridge or a fork is one that lacks no more than that one.
                let one = (0..game.cells()).any(|cell| {
                    let reasons = game.completes(line.state(), seat, cell);
                    game.at(line.state(), cell).is_none()
                        && (reasons.contains(BRIDGE) || reasons.contains(FORK))
                });
                assert!(!one || connect <= 1.0);
            }
            line.push(game.sample(line.state(), &mut rng));
        }
    }
}

/// Stones between the nearest two corners, by relaxation until nothing changes.
fn plain_bridge(game: &Havannah8, s: &<Havannah8 as Game>::State, seat: Seat) -> f64 {
    let cost = |cell: usize| match game.at(s, cell) {
        None => 1.0,
        Some(holder) if holder == seat => 0.0,
        Some(_) => f64::INFINITY,
    };
    let corners: Vec<usize> = (0..game.cells()).filter(|&cell| game.border(cell) & CORNERS != 0).collect();
    let mut best = f64::INFINITY;
    for &from in &corners {
        let mut away = vec![f64::INFINITY; game.cells()];
        away[from] = cost(from);
        for _ in 0..game.cells() {
            for cell in 0..game.cells() {
                for &near in game.neighbours(cell) {
                    away[cell] = away[cell].min(away[usize::from(near)] + cost(cell));
                }
            }
        }
        best = corners.iter().filter(|&&to| to != from).map(|&to| away[to]).fold(best, f64::min);
    }
    best.min(60.0)
}

#[test]
fn halma_values_follow_the_moves() {
    for spec in [
        "halma(board=8)",
        "halma(board=10)",
        "halma",
        "halma(players=3)",
        "halma(players=4)",
        "halma(players=4,teams=diagonal)",
        "halma(players=4,teams=adjacent)",
        "halma(rules=comp424)",
        "halma(board=8,rules=usc561)",
        "halma(board=8,players=4,finish=all)",
        "halma(board=3,camp=[1])",
    ] {
        keeps_its_promises(&game::<Halma>(spec), 300);
    }
}

#[test]
fn chinese_checkers_values_follow_the_moves() {
    for spec in [
        "chinese-checkers",
        "chinese-checkers(players=3)",
        "chinese-checkers(players=4)",
        "chinese-checkers(players=6)",
        "chinese-checkers(rhombus=7,men=6)",
        "chinese-checkers(rhombus=5,men=3,rules=sturtevant)",
    ] {
        keeps_its_promises(&game::<ChineseCheckers>(spec), 300);
    }
}

#[test]
fn a_game_of_one_seat_has_values_too() {
    keeps_its_promises(&game::<HalmaSolitaire>("halma-solitaire"), 30);
}

#[test]
fn the_values_of_a_race_sum_to_a_constant() {
    let game = game::<Halma>("halma(players=3)");
    let heuristic = game.heuristic();
    let mut line = Line::new(game.clone());
    let mut rng = random::stream(1, &[]);
    for _ in 0..200 {
        let acc = heuristic.start(&game, line.state());
        assert_eq!(values(&heuristic, &line, &acc).iter().sum::<i32>(), heuristic.sum(&game));
        line.push(game.sample(line.state(), &mut rng));
    }
}

#[test]
fn halma_prefers_the_turn_that_gains_most_and_then_the_straggler() {
    let game = game::<Halma>("halma(board=8)");
    let policy = game.policy();
    let line =
        Line::from_position(game.clone(), "A7/1A6/2AA4/8/8/BAAA3B/5BBB/BBBBBAAA A 1").expect("a position");
    let prior = |text: &str| {
        let m = game.parse_move(line.state(), text).expect("a legal move");
        policy.prior(&game, line.state(), m)
    };

    assert!(prior("b7-d5") > prior("c6-d5"), "a hop gains more than a step");
    assert!(prior("a8-b8") > prior("d6-e6"), "the straggler's step comes before the same step of a leader");
    assert!(prior("c6-b6") < 0, "going back loses");
}

/// The lead of A over B with one feature alone is the difference of what [`Knowledge::features`] says of it.
fn features_make_the_values<G: Knowledge>(game: &G, plies: usize) {
    for feature in G::FEATURES.features {
        let mut weights = G::FEATURES.evaluation("flat").expect("every game has it");
        weights.put(feature.name, 1.0).expect("a feature");
        let heuristic = game.weighted(&weights);
        let place =
            G::FEATURES.features.iter().position(|other| other.name == feature.name).expect("in the list");
        let sign = if feature.is_gain() { 1.0 } else { -1.0 };
        let mut line = Line::new(game.clone());
        let mut rng = random::stream(5, &[]);
        let mut seen = 0.0;
        while line.outcome().is_none() && line.len() < plies {
            let by_value = values(&heuristic, &line, &heuristic.start(game, line.state()));
            let by_feature = game.features(&heuristic, line.state());
            let lead = f64::from(by_value[0] - by_value[1]) / (16.0 * game.teams() as f64);
            let expected = sign * (by_feature[0][place] - by_feature[1][place]);
            let place = game.format_position(line.state());
            // A weighted sum over men is rounded man by man.
            assert!((lead - expected).abs() < 0.4, "{}: {lead} for {expected} at {place}", feature.name);
            seen += expected.abs();
            line.push(game.sample(line.state(), &mut rng));
        }
        let rare = ["blocked", "squat", "shut", "locked", "detour", "fill"].contains(&feature.name);
        assert!(seen > 0.0 || rare, "{} never told the seats apart", feature.name);
    }
}

#[test]
fn named_features_make_the_values() {
    features_make_the_values(&game::<Halma>("halma(board=8)"), 200);
    features_make_the_values(&game::<Halma>("halma(board=5,camp=[2,1])"), 400);
    features_make_the_values(&game::<ChineseCheckers>("chinese-checkers(rhombus=5,men=3)"), 400);
    features_make_the_values(&game::<ChineseCheckers>("chinese-checkers"), 200);
}

#[test]
fn features_of_a_position_by_hand() {
    let game = game::<Halma>("halma(board=5,camp=[2,1])");
    let heuristic = game.heuristic();
    let of = |position: &str| {
        let line = Line::from_position(game.clone(), position).expect("a position");
        let features = game.features(&heuristic, line.state());
        move |seat: usize, name: &str| {
            features[seat][FEATURES.iter().position(|feature| feature.name == name).expect("a feature")]
        }
    };
    // A's men at home (a5 b5 a4), B's at e1 d1 e2.
    let start = of("AA3/A4/5/4B/3BB A 1");
    assert_eq!(
        (start(0, "distance"), start(0, "steps"), start(0, "home")),
        (8.0 + 7.0 + 7.0 + 3.0, 3.0 + 3.0 + 4.0, 3.0)
    );
    assert_eq!((start(0, "cohesion"), start(0, "jump"), start(1, "threat")), (3.0, 2.0, 2.0));
    assert_eq!((start(0, "tempo"), start(1, "tempo"), start(0, "fill")), (1.0, 0.0, 6.0));
}

#[test]
fn men_that_are_shut_in_are_seen_from_both_sides() {
    let game = game::<Halma>("halma(board=8)");
    let heuristic = game.heuristic();
    // A's man on a8 has B's beside it on b8, a7 and b7, and behind these on c8 and a6; c6 makes the difference.
    for (row, stuck) in [("B1B5", 1.0), ("B7", 0.0)] {
        // Seven of B's men are home: three cells of its goal lack one.
        let rest = if stuck == 1.0 { "BB6" } else { "BBB5" };
        let text = format!("ABBB4/BB6/{row}/B7/8/{rest}/4AAAA/3AAAAA B 9");
        let line = Line::from_position(game.clone(), &text).expect("a position");
        let features = game.features(&heuristic, line.state());
        let of = |seat: usize, name: &str| {
            features[seat][FEATURES.iter().position(|feature| feature.name == name).expect("a feature")]
        };
        assert_eq!((of(0, "blocked"), of(1, "shut"), of(1, "squat")), (stuck, stuck, 1.0));
        assert_eq!((of(1, "blocked"), of(0, "shut"), of(0, "squat")), (0.0, 0.0, 0.0));
        assert_eq!((of(0, "locked"), of(1, "locked")), (0.0, 15.0 * stuck));
    }
    let place = |name: &str| FEATURES.iter().position(|feature| feature.name == name).expect("a feature");
    let locked = |text: &str| {
        let line = Line::from_position(game.clone(), text).expect("a position");
        game.features(&heuristic, line.state()).iter().map(|of| of[place("locked")]).collect::<Vec<_>>()
    };
    // A's man can go from a8 to b8 and back, but no further as long as d6 is held as well.
    assert_eq!(locked("A1BB4/BBB5/BBBB4/B7/8/8/4AAAA/3AAAAA B 9"), [0.0, 15.0]);
    assert_eq!(locked("1ABB4/BBB5/BBBB4/B7/8/8/4AAAA/3AAAAA B 9"), [0.0, 14.0]);
    assert_eq!(locked("A1BB4/BBB5/BBB5/B2B4/8/8/4AAAA/3AAAAA B 9"), [0.0, 0.0]);
    // On b6 a man of its own would make way; one of B's does not, whatever it hops over.
    assert_eq!(locked("A1BB4/BBB5/BABB4/B7/8/7B/4AAAA/4AAAA B 9"), [0.0, 0.0]);
}

/// On 16x16 six men can lock one in long before their goal is full.
#[test]
fn nobody_is_locked_in_a_goal_that_is_mostly_open() {
    let game = game::<Halma>("halma");
    let text = "ABB13/BB14/B1B13/16/16/16/16/16/16/16/3BBBBBBBBBBBBB/15A/14A1/12AAAA/11AAAAA/9AAAAAAA B 9";
    let line = Line::from_position(game.clone(), text).expect("a position");
    let of_b = game.features(&game.heuristic(), line.state()).remove(1);
    let of = |name: &str| of_b[FEATURES.iter().position(|feature| feature.name == name).expect("a feature")];
    assert_eq!((of("shut"), of("locked")), (1.0, 0.0));
}

/// The features of the solitaire's positions by name.
fn figures(game: &HalmaSolitaire, s: &<HalmaSolitaire as Game>::State) -> impl Fn(&str) -> f64 + use<> {
    let features = game.features(&game.heuristic(), s).remove(0);
    move |name| {
        let names = HalmaSolitaire::FEATURES.features.iter().map(|feature| feature.name);
        features[names.clone().position(|other| other == name).expect("a feature")]
    }
}

#[test]
fn the_solitaire_counts_what_a_figure_lacks() {
    let game = game::<HalmaSolitaire>("halma-solitaire(board=8)");
    let start = figures(&game, &game.initial());
    for (name, count) in [("yard", -10.0), ("wanted", 0.0), ("gaps", 0.0), ("ready", 0.0), ("balance", -50.0)]
    {
        assert_eq!(start(name), count, "{name}");
    }
    // One man of the yard in odd columns and even rows, three in even columns and odd rows.
    assert_eq!(start("classes"), -2.0);
    let figure = game.parse_position("3A4/1AA5/1A6/3A4/4A2A/6A1/5AA1/8 A 10").expect("a position");
    for feature in HalmaSolitaire::FEATURES.features {
        assert_eq!(figures(&game, &figure)(feature.name), 0.0, "{}", feature.name);
    }
}

#[test]
fn the_solitaire_sees_every_hop_to_a_wanted_square() {
    let game = game::<HalmaSolitaire>("halma-solitaire(board=10)");
    for seed in 0..20 {
        let mut line = Line::new(game.clone());
        let mut rng = random::stream(seed, &[]);
        while line.outcome().is_none() {
            let men = line.state().men();
            let alone = men & !game.mirrored(men);
            let (inside, wanted) = (alone & game.yard(), game.mirrored(alone & !game.yard()));
            let far = |m: &Move| {
                m.from().row().abs_diff(m.to().row()).max(m.from().column().abs_diff(m.to().column())) > 1
            };
            let hops: Vec<Move> =
                line.legal_moves().into_iter().filter(|m| inside.contains(m.from()) && far(m)).collect();
            let ends: SquareSet = hops.iter().map(|m| m.to()).collect();
            let starts: SquareSet = hops.iter().map(|m| m.from()).collect();
            let counted = figures(&game, line.state());
            // Hops may lead on over squares that men of the yard will have left, so there can be more.
            assert!(counted("ready") >= f64::from((ends & wanted).len()));
            assert_eq!(-counted("blocked"), f64::from((inside & !starts).len()));
            assert_eq!(-counted("wanted"), f64::from(wanted.len()));
            line.push(game.sample(line.state(), &mut rng));
        }
    }
}

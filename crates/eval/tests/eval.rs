//! What every heuristic promises, on random games with moves taken back.
use hoppity_eval::Knowledge;
use hoppity_rules::games::chinese_checkers::ChineseCheckers;
use hoppity_rules::games::halma::Halma;
use hoppity_rules::games::halma_solitaire::HalmaSolitaire;
use hoppity_rules::games::mnk::Mnk;
use hoppity_rules::{Catalogued, Game, Line, Seat, Spec, random};
use hoppity_search::{Heuristic, Policy, Values};

fn game<G: Catalogued>(spec: &str) -> G {
    let spec: Spec = spec.parse().expect("a spec");
    G::from_spec(&spec).expect("a game")
}

/// Along random games of at most `plies`, with every third move taken back and played again: the accumulator's values
/// are those from scratch, within their bounds, equal among partners, and mapped to scores that sum to 1 over teams.
fn keeps_its_promises<G: Knowledge>(game: &G, plies: usize) {
    let heuristic = game.heuristic();
    for seed in 0..4 {
        let mut rng = random::stream(seed, &[]);
        let mut line = Line::new(game.clone());
        let mut acc = heuristic.start(game, line.state());
        while line.outcome().is_none() && line.len() < plies {
            let before = values(&heuristic, &line, &acc);
            for again in [line.len().is_multiple_of(3), false] {
                let m = game.sample(line.state(), &mut rng);
                heuristic.apply(game, &mut acc, line.state(), m);
                line.push(m);
                let follows = values(&heuristic, &line, &acc);
                let scratch = values(&heuristic, &line, &heuristic.start(game, line.state()));
                assert_eq!(follows, scratch, "{} at {}", game.spec(), game.format_position(line.state()));
                bounded(game, &heuristic, &follows);
                if !again {
                    break;
                }
                line.pop();
                heuristic.undo(game, &mut acc, line.state(), m);
                assert_eq!(values(&heuristic, &line, &acc), before);
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
fn halma_values_follow_the_moves() {
    for spec in [
        "halma(board=8)",
        "halma(board=10)",
        "halma",
        "halma(players=3)",
        "halma(players=4)",
        "halma(players=4,teams=diagonal)",
        "halma(players=4,teams=adjacent)",
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
    ] {
        keeps_its_promises(&game::<ChineseCheckers>(spec), 300);
    }
}

#[test]
fn a_game_of_one_seat_has_values_too() {
    keeps_its_promises(&game::<HalmaSolitaire>("halma-solitaire"), 30);
}

#[test]
fn the_progress_values_of_halma_sum_to_a_constant() {
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

//! Endings of races: when the armies have passed each other, and the ways home from then on.
use crate::game;
use hoppity_eval::Knowledge;
use hoppity_eval::race::{Race, Solo, alone, plan, shortest_transfer};
use hoppity_rules::games::chinese_checkers::ChineseCheckers;
use hoppity_rules::games::halma::Halma;
use hoppity_rules::random::RngExt;
use hoppity_rules::{Game, Line, Seat, random};
use hoppity_search::Policy;

fn line<G: hoppity_rules::Catalogued>(spec: &str, position: &str) -> Line<G> {
    Line::from_position(game::<G>(spec), position).expect("a position")
}

/// Moves the men of a seat at random, from its goal backwards.
fn scattered<G: Race>(game: &G, solo: &Solo, seat: Seat, turns: usize, rng: &mut random::Random) -> [u64; 4] {
    let mut men = game.goal(seat);
    for _ in 0..turns {
        let mut turns = Vec::new();
        solo.visit(men, |from, to| turns.push((from, to)));
        let (from, to) = turns[rng.random_range(0..turns.len())];
        men[from >> 6] ^= 1 << (from & 63);
        men[to >> 6] ^= 1 << (to & 63);
    }
    men
}

/// Plans lead home by legal turns, never in fewer than a search from both ends finds; what they call shortest is.
fn plans_are_right<G: Race>(game: &G, turns: usize) {
    let free = Solo::free(game, game.board(), game.goal(Seat::A));
    let solo = Solo::new(game, Seat::A, game.board(), [0; 4]);
    let (mut planned, mut shortest, mut proved) = (0, 0, 0);
    for seed in 0..12 {
        let mut rng = random::stream(seed, &[]);
        let men = scattered(game, &free, Seat::A, turns, &mut rng);
        let found = plan(&solo, men, 100_000).expect("a way");
        let mut at = men;
        for (i, &(from, to)) in found.turns.iter().enumerate() {
            assert!(solo.allows(at, from, to), "turn {i} of {:?}", found.turns);
            at[from >> 6] ^= 1 << (from & 63);
            at[to >> 6] ^= 1 << (to & 63);
        }
        assert!(solo.is_home(at));
        let best = shortest_transfer(game, men, game.goal(Seat::A), 1 << 20).expect("a way").len();
        assert!(found.at_least <= best && best <= found.turns.len(), "{found:?} for {best}");
        planned += found.turns.len();
        shortest += best;
        proved += usize::from(found.is_shortest());
    }
    assert!(proved > 0, "none of {} is proved", game.spec());
    assert!(10 * planned <= 11 * shortest, "{planned} turns for {shortest} in {}", game.spec());
}

#[test]
fn plans_lead_home_as_short_as_they_say() {
    plans_are_right(&game::<Halma>("halma(board=6,camp=[2,1],leave_goal=free)"), 8);
    plans_are_right(&game::<Halma>("halma(board=8,camp=[3,2,1],leave_goal=free)"), 6);
    plans_are_right(&game::<ChineseCheckers>("chinese-checkers(rhombus=6,men=3)"), 10);
    plans_are_right(&game::<ChineseCheckers>("chinese-checkers(rhombus=7,men=6)"), 6);
    plans_are_right(&game::<ChineseCheckers>("chinese-checkers"), 4);
}

/// Along random games, where the men of others stand still.
fn turns_are_moves_of_the_game<G: Race>(game: &G) {
    let mut rng = random::stream(31, &[]);
    let mut line = Line::new(game.clone());
    for _ in 0..150 {
        let (s, seat) = (line.state(), line.to_move());
        let others = Seat::all(game.seats()).filter(|&other| other != seat).map(|other| game.men(s, other));
        let others = others.fold([0; 4], |all, men| [0, 1, 2, 3].map(|class| all[class] | men[class]));
        let solo = Solo::new(game, seat, game.board(), others);
        let mut turns = Vec::new();
        solo.visit(game.men(s, seat), |from, to| turns.push((from, to)));
        let mut moves: Vec<_> = line.legal_moves().into_iter().filter_map(|m| game.travel(m)).collect();
        assert!(
            turns.is_sorted() && turns.iter().all(|&(from, to)| solo.allows(game.men(s, seat), from, to))
        );
        moves.sort_unstable();
        assert_eq!(turns, moves, "{} {}", game.spec(), game.format_position(s));
        line.push(game.sample(s, &mut rng));
        if line.outcome().is_some() {
            line = Line::new(game.clone());
        }
    }
}

#[test]
fn turns_of_a_side_are_moves_of_the_game() {
    for spec in [
        "halma",
        "halma(rules=ludii)",
        "halma(rules=usc561,evacuate=none)",
        "halma(board=8,rules=brainking)",
        "halma(board=15,camp=[5,4,3,2,1])",
        "halma(players=4,enter_home=hop)",
    ] {
        turns_are_moves_of_the_game(&game::<Halma>(spec));
    }
    for spec in [
        "chinese-checkers",
        "chinese-checkers(players=6)",
        "chinese-checkers(rhombus=9,men=10)",
        "chinese-checkers(rhombus=12,men=10)",
        "chinese-checkers(rhombus=13,men=10)",
    ] {
        turns_are_moves_of_the_game(&game::<ChineseCheckers>(spec));
    }
}

#[test]
fn sides_are_alone_when_a_line_lies_between_them() {
    let passed = |spec: &str, position: &str| {
        let line = line::<Halma>(spec, position);
        Seat::all(line.game().seats())
            .map(|seat| alone(line.game(), line.state(), seat).is_some())
            .collect::<Vec<_>>()
    };
    let spec = "halma(board=5,camp=[2,1])";
    assert_eq!(passed(spec, "AA3/A4/5/4B/3BB A 1"), [false, false], "they have yet to meet");
    assert_eq!(passed(spec, "BB3/1B3/5/2A1A/4A A 9"), [true, true]);
    assert_eq!(passed(spec, "BB3/2B2/5/2A1A/4A A 9"), [true, true]);
    // On the same line across.
    assert_eq!(passed(spec, "BB3/3B1/2A2/4A/4A A 9"), [false, false]);
    // A man of B is in A's goal still.
    assert_eq!(passed(spec, "BB3/5/5/2A1A/3AB A 9"), [false, false]);
    assert_eq!(passed("halma(board=5,camp=[2,1],win=filled)", "BB3/5/5/2A1A/3AB A 9"), [true, false]);
    // Of three, only who is past both others and their goals: A goes from the upper left, B from the upper right, C from
    // the lower right.
    let three = "halma(board=8,camp=[1],players=3)";
    assert_eq!(passed(three, "C7/8/8/8/8/B7/7A/8 A 9"), [true, true, true]);
    assert_eq!(passed(three, "8/C7/8/8/3B4/8/6A1/8 A 9"), [true, false, true]);
    assert_eq!(passed(three, "8/8/8/2B1C3/8/8/6A1/8 A 9"), [true, true, false]);
}

/// Whoever is past the others is home after as many turns as it planned, whatever the others do, as long as they do not
/// turn back.
#[test]
fn a_finish_is_played_to_its_end() {
    for (spec, start) in [
        ("halma(board=8)", "BBB5/BB6/BB6/B7/1B6/2B3A1/3AAAAA/3A1AAA A 61"),
        ("halma(board=8,rules=usc561)", "BBB5/BB6/BB6/B7/1B6/2B3A1/3AAAAA/3A1AAA A 61"),
        ("halma(board=8,rules=ludii)", "BBB5/BB6/BB6/B7/1B6/2B3A1/3AAAAA/3A1AAA A 61"),
    ] {
        let mut line = line::<Halma>(spec, start);
        let game = line.game().clone();
        let policy = game.policy();
        let mut plans = [Vec::new(), Vec::new()];
        let mut planned = None;
        let mut turns = 0;
        while line.outcome().is_none() {
            let seat = line.to_move().index();
            let plan = policy.finish(&game, line.state(), &plans[seat], 50_000).expect("they have passed");
            if seat == 0 {
                assert!(planned.is_none() || Some(plan.len() + turns) == planned, "the plan is kept");
                planned = Some(plan.len() + turns);
                turns += 1;
            }
            line.push(plan[0]);
            plans[seat] = plan[1..].to_vec();
        }
        let winner = line.outcome().and_then(|outcome| outcome.winner());
        assert!(winner.is_some() && (winner != Some(game.team(Seat::A)) || Some(turns) == planned), "{spec}");
    }
}

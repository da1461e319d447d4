//! The library against the plain twin, on random games and on random positions of every rule.
use super::mailbox::{Mailbox, Rules, Spot};
use super::{game, moves};
use hoppity_rules::games::chinese_checkers::{ChineseCheckers, Move, State};
use hoppity_rules::random::{IndexedRandom, Random, RngExt, stream};
use hoppity_rules::{Game, Seat};

/// Rule sets that between them have every option at every value.
const SPECS: &[&str] = &[
    "chinese-checkers",
    "chinese-checkers(players=3)",
    "chinese-checkers(players=4)",
    "chinese-checkers(players=6)",
    "chinese-checkers(leave_goal=end,players=3)",
    "chinese-checkers(players=6,win=filled,blocked=lose)",
    "chinese-checkers(players=4,win=mover,blocked=lose,cap=70)",
    "chinese-checkers(win=mover,leave_goal=end,repetition=draw:3)",
    "chinese-checkers(rhombus=9)",
    "chinese-checkers(rhombus=13,men=10,cap=50)",
    "chinese-checkers(rhombus=5,men=10,win=filled)",
    "chinese-checkers(rhombus=5,men=10,win=mover,blocked=lose,leave_goal=end)",
    "chinese-checkers(rhombus=3,men=3,blocked=lose)",
    "chinese-checkers(rhombus=3,men=1)",
    "chinese-checkers(rhombus=4,blockade=illegal)",
    "chinese-checkers(rhombus=4,rules=sturtevant)",
    "chinese-checkers(rhombus=5,rules=sturtevant)",
    "chinese-checkers(rhombus=4,rules=sturtevant,leave_goal=end,blocked=pass)",
    "chinese-checkers(rhombus=4,rules=sturtevant,men=4)",
    "chinese-checkers(rhombus=7,rules=sturtevant,men=2)",
    "chinese-checkers(rhombus=3,rules=sturtevant,men=1)",
    "chinese-checkers(rhombus=4,rules=sturtevant,blockade=free,cap=40)",
];

/// How many positions of each rule set are compared; more by `HOPPITY_TWIN_POSITIONS`.
fn positions() -> usize {
    let asked = std::env::var("HOPPITY_TWIN_POSITIONS").ok().and_then(|text| text.parse().ok());
    asked.unwrap_or(2000)
}

#[test]
fn random_games_are_the_same() {
    for (number, spec) in (0..).zip(SPECS) {
        let game = game(spec);
        let mut rng = stream(7, &[number]);
        let mut left = positions() / 2;
        while left > 0 {
            let mut twin = Mailbox::new(Rules::parse(spec));
            let mut s = game.initial();
            let greedy = rng.random_range(0..4);
            for _ in 0..400 {
                left = left.saturating_sub(1);
                compare(&game, &s, &twin);
                if game.outcome(&s).is_some() || left == 0 {
                    break;
                }
                let m = choose(&game, &s, greedy, &mut rng);
                play_both(&game, &mut s, &mut twin, m);
            }
        }
    }
}

#[test]
fn random_positions_are_the_same() {
    let mut illegal = 0;
    for (number, spec) in (0..).zip(SPECS) {
        let game = game(spec);
        let mut rng = stream(8, &[number]);
        let mut left = positions() / 2;
        while left > 0 {
            left -= 1;
            let mut twin = Mailbox::new(Rules::parse(spec));
            let Some(mut s) = scatter(&game, &mut twin, &mut rng) else {
                illegal += 1;
                continue;
            };
            for _ in 0..3 {
                compare(&game, &s, &twin);
                if game.outcome(&s).is_some() {
                    break;
                }
                let m = choose(&game, &s, 0, &mut rng);
                play_both(&game, &mut s, &mut twin, m);
                left = left.saturating_sub(1);
            }
        }
    }
    assert!(illegal > 20, "{illegal} illegal positions met");
}

/// A random move; with `greedy` above 0 the one of so many that brings its man nearest to the goal, so that games end.
fn choose(game: &ChineseCheckers, s: &State, greedy: usize, rng: &mut Random) -> Move {
    let moves = moves(game, s);
    let seat = game.to_move(s);
    let far = |hole| {
        let goal = game.goal(seat);
        goal.iter().map(|end| game.distance(hole, end).pow(2)).sum::<u32>() as i32
    };
    let some: Vec<Move> = (0..=greedy * 3).map(|_| *moves.choose(rng).unwrap()).collect();
    some.into_iter().min_by_key(|m| if m.is_pass() { 0 } else { far(m.to()) - far(m.from()) }).unwrap()
}

/// Men of all players strewn about: anywhere, or crowded in camps. `None` where the game ended before or the position is
/// illegal, on which both agree.
fn scatter(game: &ChineseCheckers, twin: &mut Mailbox, rng: &mut Random) -> Option<State> {
    let rules = twin.rules.clone();
    let camps = rules.home.concat();
    let crowded = rng.random_range(0..4);
    let mut men: Vec<Vec<Spot>> = vec![Vec::new(); rules.seats];
    for seat in 0..rules.seats {
        while men[seat].len() < rules.home[seat].len() {
            let from = match crowded {
                0 => &rules.spots,
                _ if rng.random_range(0..4) == 0 => &rules.spots,
                1 => &camps,
                2 => &rules.goal[seat],
                _ => &rules.home[seat],
            };
            let spot = *from.choose(rng).unwrap();
            if !men.iter().any(|men| men.contains(&spot)) {
                men[seat].push(spot);
            }
        }
    }
    let (to_move, ply) = (rng.random_range(0..rules.seats), rng.random_range(1..=20));
    twin.set(&men, to_move, ply);
    let text = text_of(twin);
    let last = (to_move + rules.seats - 1) % rules.seats;
    let home = (0..rules.seats).filter(|&seat| twin.is_home(seat)).count();
    match game.parse_position(&text) {
        Ok(s) => {
            assert!(!twin.is_illegal(last) && home < 2, "{}: {text} is allowed", game.spec());
            assert_eq!(game.format_position(&s), text);
            game.outcome(&s).is_none().then_some(s)
        }
        Err(error) => {
            assert!(twin.is_illegal(last) || home > 1, "{}: {text}: {error}", game.spec());
            None
        }
    }
}

fn text_of(twin: &Mailbox) -> String {
    let cells = twin.rules.spots.iter().map(|&spot| twin.at(spot).map(Seat::new));
    let rows = hoppity_rules::text::format_rows(&twin.rules.widths, cells);
    format!("{rows} {} {}", Seat::new(twin.to_move), twin.ply)
}

fn play_both(game: &ChineseCheckers, s: &mut State, twin: &mut Mailbox, m: Move) {
    let spot = |hole| twin.rules.spots[game.cell(hole)];
    twin.play((!m.is_pass()).then(|| (spot(m.from()), spot(m.to()))));
    game.apply(s, m);
}

/// The same men, the same turns, the same end.
fn compare(game: &ChineseCheckers, s: &State, twin: &Mailbox) {
    let place = || format!("{}: {}", game.spec(), game.format_position(s));
    for (cell, &spot) in twin.rules.spots.iter().enumerate() {
        assert_eq!(game.at(s, cell).map(Seat::index), twin.at(spot), "{}", place());
    }
    assert_eq!(game.ply(s), twin.ply);
    let ours = game.outcome(s);
    assert_eq!(ours.is_some(), twin.end.is_some(), "{}: {ours:?}, twin {:?}", place(), twin.end);
    if let (Some(ours), Some(end)) = (ours, &twin.end) {
        assert_eq!(ours.ranks(), end.ranks, "{}", place());
        assert_eq!(ours.reasons().names(game.reason_names()), end.reason, "{}", place());
        assert_eq!(ours.is_on_path(), end.reason == "cap", "{}", place());
        return;
    }
    assert_eq!(game.to_move(s).index(), twin.to_move, "{}", place());
    let cell = |spot: Spot| twin.rules.spots.iter().position(|&other| other == spot).unwrap();
    let mut theirs: Vec<(usize, usize)> =
        twin.turns().into_iter().map(|(from, to)| (cell(from), cell(to))).collect();
    theirs.sort_unstable();
    let found = moves(game, s);
    assert!(found.is_sorted(), "{}", place());
    assert_eq!(game.count_moves(s), found.len() as u64, "{}", place());
    if found == [Move::PASS] {
        assert_eq!(theirs, [], "{}", place());
        return;
    }
    let mut ours: Vec<(usize, usize)> =
        found.iter().map(|m| (game.cell(m.from()), game.cell(m.to()))).collect();
    ours.sort_unstable();
    assert_eq!(ours, theirs, "{}", place());
}

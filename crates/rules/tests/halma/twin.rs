//! The library against the plain twin, on random games and on random positions of every rule.
use super::halma;
use super::mailbox::{Mailbox, Rules};
use hoppity_rules::games::halma::{Halma, Move, Square, State, Undo};
use hoppity_rules::random::{IndexedRandom, Random, RngExt, stream};
use hoppity_rules::{Game, Seat};
use std::collections::BTreeSet;

/// Rule sets that between them have every option at every value.
pub(super) const SPECS: &[&str] = &[
    "halma",
    "halma(leave_goal=free)",
    "halma(leave_goal=hop)",
    "halma(enter_home=end)",
    "halma(enter_home=hop)",
    "halma(enter_home=hop,leave_goal=hop)",
    "halma(rules=usc561)",
    "halma(rules=usc561,enter_home=hop,leave_goal=hop,board=10)",
    "halma(rules=usc561,enter_home=free,board=8,players=4)",
    "halma(rules=usc561,win=mover,board=8,blocked=lose)",
    "halma(rules=web)",
    "halma(rules=brainking,board=8)",
    "halma(rules=brainking,board=10)",
    "halma(rules=ludii)",
    "halma(rules=comp424)",
    "halma(rules=comp424,board=8,evacuate=by:9,cap=60)",
    "halma(board=8,win=mover,leave_goal=free)",
    "halma(board=8,win=filled,leave_goal=free,enter_home=end)",
    "halma(board=8,players=4,teams=diagonal,win=mover)",
    "halma(board=8,players=4,teams=adjacent,win=filled,blocked=lose,evacuate=by:40)",
    "halma(board=8,players=3,finish=all,evacuate=by:12,cap=90)",
    "halma(board=8,players=4,finish=all,evacuate=by:11,enter_home=end,win=filled,order=[br,tl,bl,tr])",
    "halma(board=10,players=3,leave_goal=hop,enter_home=hop)",
    "halma(players=3)",
    "halma(players=4,enter_home=end)",
    "halma(players=2,order=[tr,bl])",
    "halma(players=2,board=9,order=[bl,br],camp=[2,3,1])",
    "halma(board=5,camp=[3,2,1],blocked=lose)",
    "halma(board=4,camp=[2,2],players=3,blocked=lose,finish=all)",
    "halma(board=4,camp=[2,1],players=4,blocked=lose,finish=all,win=mover,leave_goal=free,cap=200)",
    "halma(board=4,camp=[2,1],players=4,finish=all,win=filled,leave_goal=free,evacuate=by:20)",
    "halma(board=3,camp=[1],players=4,finish=all,win=mover)",
    "halma(board=3,camp=[2,1],leave_goal=free)",
    "halma(board=3,camp=[1],players=4,teams=diagonal,blocked=lose)",
    "halma(board=16,camp=[8,8,8,8,8,8,8,7],players=4,leave_goal=hop,enter_home=hop)",
    "halma(board=15,camp=[7,6,5,4,3,2,1],evacuate=usc)",
];

/// How many positions of each rule set are compared; more by `HOPPITY_TWIN_POSITIONS`.
fn positions() -> usize {
    let asked = std::env::var("HOPPITY_TWIN_POSITIONS").ok().and_then(|text| text.parse().ok());
    asked.unwrap_or(2800)
}

#[test]
fn random_games_are_the_same() {
    let mut reasons = BTreeSet::new();
    for (number, spec) in (0..).zip(SPECS) {
        let game = halma(spec);
        let mut rng = stream(7, &[number]);
        let mut left = positions() / 2;
        while left > 0 {
            let mut twin = Mailbox::new(Rules::parse(spec));
            let mut s = game.initial();
            let greedy = rng.random_range(0..4);
            for _ in 0..600 {
                left = left.saturating_sub(1);
                compare(&game, &s, &mut twin);
                if game.outcome(&s).is_some() {
                    break;
                }
                let m = choose(&game, &s, greedy, &mut rng);
                play_both(&game, &mut s, &mut twin, m);
            }
            reasons.extend(twin.end.map(|end| end.reason));
        }
    }
    assert_eq!(reasons.into_iter().collect::<Vec<_>>(), ["camp filled", "cap", "evacuation", "no move"]);
}

#[test]
fn random_positions_are_the_same() {
    for (number, spec) in (0..).zip(SPECS) {
        let game = halma(spec);
        let mut rng = stream(8, &[number]);
        let mut left = positions() / 2;
        while left > 0 {
            left -= 1;
            let mut twin = Mailbox::new(Rules::parse(spec));
            let Some(mut s) = scatter(&game, &mut twin, &mut rng) else { continue };
            for _ in 0..3 {
                compare(&game, &s, &mut twin);
                if game.outcome(&s).is_some() {
                    break;
                }
                let m = choose(&game, &s, 0, &mut rng);
                play_both(&game, &mut s, &mut twin, m);
                left = left.saturating_sub(1);
            }
        }
    }
}

/// A random move; with `greedy` above 0 the one of so many that brings its man nearest to the goal, so that games end.
pub(super) fn choose(game: &Halma, s: &State, greedy: usize, rng: &mut Random) -> Move {
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    let goal = game.goal(game.to_move(s));
    let far = |square: Square| {
        let apart = |end: Square| {
            end.row().abs_diff(square.row()).pow(2) + end.column().abs_diff(square.column()).pow(2)
        };
        goal.iter().map(apart).sum::<usize>() as i64
    };
    let gain = |m: &Move| far(m.to()) - far(m.from());
    let some: Vec<Move> = (0..=greedy * 3).map(|_| *moves.choose(rng).unwrap()).collect();
    some.into_iter().min_by_key(gain).unwrap()
}

/// Men of all players strewn about: anywhere, or crowded in a part of the board, or in camps.
fn scatter(game: &Halma, twin: &mut Mailbox, rng: &mut Random) -> Option<State> {
    let (n, seats) = (game.board(), game.seats());
    let crowded = rng.random_range(0..4);
    let middle = (rng.random_range(0..n), rng.random_range(0..n));
    let mut taken = vec![false; n * n];
    let mut men = vec![Vec::new(); seats];
    let camps: Vec<Square> = Seat::all(seats)
        .flat_map(|seat| game.home(seat).iter().chain(game.goal(seat).iter()).collect::<Vec<_>>())
        .collect();
    for seat in Seat::all(seats) {
        let mut tries = 0;
        while (men[seat.index()].len() as u32) < game.home(seat).len() {
            tries += 1;
            let mut place = (rng.random_range(0..n), rng.random_range(0..n));
            let near = place.0.abs_diff(middle.0).max(place.1.abs_diff(middle.1)) <= n / 3;
            if crowded == 1 && !near && tries < 1000 {
                continue;
            }
            if crowded >= 2 && rng.random_range(0..3) > 0 {
                let own = if crowded == 2 { game.goal(seat) } else { game.home(seat) };
                let squares = if rng.random_range(0..3) > 0 { own.iter().collect() } else { camps.clone() };
                let square = squares.choose(rng).unwrap();
                place = (square.row(), square.column());
            }
            if !std::mem::replace(&mut taken[place.0 * n + place.1], true) {
                men[seat.index()].push(place);
            }
        }
    }
    let (to_move, ply) = (rng.random_range(0..seats), rng.random_range(1..=20));
    twin.set(&men, to_move, ply);
    let text = text_of(twin);
    let s = game.parse_position(&text).ok()?;
    // What has been decided before the twin has seen a move it cannot know.
    (game.outcome(&s).is_none() && game.format_position(&s) == text).then_some(s)
}

fn text_of(twin: &Mailbox) -> String {
    let n = twin.rules.board;
    let cells = (0..n * n).map(|i| twin.at(n - 1 - i / n, i % n).map(Seat::new));
    let rows = hoppity_rules::text::format_rows(&vec![n; n], cells);
    format!("{rows} {} {}", Seat::new(twin.to_move), twin.ply)
}

pub(super) fn play_both(game: &Halma, s: &mut State, twin: &mut Mailbox, m: Move) -> Undo {
    let width = twin.rules.board + 4;
    let square = |square: Square| (square.row() + 2) * width + square.column() + 2;
    twin.play(if m.is_pass() { (0, 0) } else { (square(m.from()), square(m.to())) });
    game.apply(s, m)
}

/// The same men, the same turns, the same end.
pub(super) fn compare(game: &Halma, s: &State, twin: &mut Mailbox) {
    let place = || format!("{}: {}", game.spec(), game.format_position(s));
    for cell in 0..game.board() * game.board() {
        let square = game.square(cell);
        assert_eq!(game.at(s, cell).map(Seat::index), twin.at(square.row(), square.column()), "{}", place());
    }
    assert_eq!(game.ply(s), twin.ply);
    let ours = game.outcome(s);
    assert_eq!(ours.is_some(), twin.end.is_some(), "{}: {ours:?}, twin {:?}", place(), twin.end);
    if let (Some(ours), Some(end)) = (ours, &twin.end) {
        let ranks: Vec<u8> = Seat::all(game.seats()).map(|seat| ours.rank(game.team(seat))).collect();
        assert_eq!(ranks, end.ranks, "{}", place());
        assert_eq!(ours.reasons().names(game.reason_names()), end.reason, "{}", place());
        assert_eq!(ours.is_on_path(), end.by_counter, "{}", place());
        return;
    }
    assert_eq!(game.to_move(s).index(), twin.to_move, "{}", place());
    let mut turns = Vec::new();
    twin.turns(&mut turns);
    let square = |square: usize| {
        let (row, column) = twin.place(square);
        Square::new(row, column)
    };
    let as_move = |&(from, to): &(usize, usize)| {
        if from == to { Move::PASS } else { Move::new(square(from), square(to)) }
    };
    let mut theirs: Vec<Move> = turns.iter().map(as_move).collect();
    theirs.sort_unstable();
    let mut ours = Vec::new();
    game.moves(s, &mut ours);
    assert_eq!(game.count_moves(s), ours.len() as u64, "{}", place());
    ours.sort_unstable();
    assert_eq!(ours, theirs, "{}", place());
}

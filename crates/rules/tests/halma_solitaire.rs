//! The solitaire of Halma.
use hoppity_rules::games::halma::{Square, SquareSet};
use hoppity_rules::games::halma_solitaire::{HalmaSolitaire, State};
use hoppity_rules::random::{Random, RngExt, SliceRandom, stream};
use hoppity_rules::testkit::{Plan, catalogued};
use hoppity_rules::{Catalogued, Game, Line, Seat, Spec, Team};
use proptest::prelude::*;

fn game(spec: &str) -> HalmaSolitaire {
    let built = Spec::parse(spec).and_then(|spec| HalmaSolitaire::from_spec(&spec));
    built.unwrap_or_else(|e| panic!("`{spec}`: {e}"))
}

fn position(game: &HalmaSolitaire, text: &str) -> State {
    game.parse_position(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

const WON: &str = "rank 0 by symmetric figure";
const LOST: &str = "rank 1 by cap, on the path";

/// How the game ended, in words; empty while it goes on.
fn end(game: &HalmaSolitaire, s: &State) -> String {
    let Some(outcome) = game.outcome(s) else { return String::new() };
    let reason = outcome.reasons().names(game.reason_names());
    let path = if outcome.is_on_path() { ", on the path" } else { "" };
    assert_eq!(outcome.winner().is_some(), outcome.ranks() == [0]);
    format!("rank {} by {reason}{path}", outcome.rank(Team::new(0)))
}

const PLAN: Plan = Plan { games: 2, max_plies: 40, probes: 2, mutations: 20, seed: 1 };

#[test]
fn keeps_the_contract() {
    catalogued::<HalmaSolitaire>(&["halma-solitaire", "halma-solitaire(board=10,figure=out)"], &PLAN);
    let small = ["halma-solitaire(board=8)", "halma-solitaire(board=8,moves=3,figure=joined)"];
    catalogued::<HalmaSolitaire>(&small, &PLAN);
}

/// The same without an end by the count of moves.
#[test]
fn keeps_the_contract_without_a_limit() {
    let specs = ["halma-solitaire(moves=100000000)", "halma-solitaire(board=8,moves=100000000)"];
    catalogued::<HalmaSolitaire>(&specs, &PLAN);
}

#[test]
fn starts_with_all_men_in_the_yard() {
    let start = |spec: &str| game(spec).format_position(&game(spec).initial());
    let empty = |rows: usize, n: usize| vec![n.to_string(); rows].join("/");
    assert_eq!(start("halma-solitaire"), format!("AAAAA11/AAAAA11/AAAA12/AAA13/AA14/{} A 1", empty(11, 16)));
    assert_eq!(start("halma-solitaire(board=10)"), format!("AAAAA5/AAAA6/AAA7/AA8/A9/{} A 1", empty(5, 10)));
    assert_eq!(start("halma-solitaire(board=8)"), format!("AAAA4/AAA5/AA6/A7/{} A 1", empty(4, 8)));
    for (spec, men) in [("halma-solitaire", 19), ("halma-solitaire(board=8)", 10)] {
        let game = game(spec);
        assert_eq!((game.yard().len(), game.limit(), game.seats(), game.teams()), (men, men, 1, 1));
        assert_eq!(game.horizon(&game.initial()), Some(men));
    }
}

/// Too long by three moves.
const SIXTEEN: &str = "c15-e13 d14-f12 c16-g12 b13-h11 g12-i10 i10-j9 a14-k8 k8-l7 a12-m6 a16-k8 e16-i10 \
                       f12-g12 b12-n6 e15-f14 a13-m5 b14-n4 m6-o4 a15-o3 n4-n3 b16-p4 o3-o2 c13-i9";

#[test]
fn nineteen_moves_are_all_there_are() {
    let mut line = Line::new(game("halma-solitaire"));
    for text in SIXTEEN.split(' ').take(19) {
        assert_eq!(end(line.game(), line.state()), "");
        line.push_text(text).unwrap();
    }
    assert_eq!(end(line.game(), line.state()), LOST);
}

/// Solutions found by a beam search, the last move of which forms the figure.
#[test]
fn solutions_win_with_their_last_move() {
    let solutions = [
        (
            "halma-solitaire(board=8)",
            "a7-c5 c5-d5 a8-e4 e4-f4 a5-g3 a6-g2 c8-e4 f4-h4 b8-f2",
            "3A4/1AA5/1A6/3A4/4A2A/6A1/5AA1/8 A 10",
        ),
        (
            "halma-solitaire(board=10)",
            "c8-d7 a10-e6 e6-f5 c10-g4 g4-h3 a6-i2 e10-g4 a8-e6 a7-i1 d10-j2 b8-h4 d9-d8 c9-e5 h3-g2",
            "1A8/AA8/3A6/1A1A6/4A5/4AA4/6AA2/10/6A1AA/8A1 A 15",
        ),
        (
            "halma-solitaire(moves=22)",
            SIXTEEN,
            "3A12/1A1A12/2A2A10/4A11/6A9/7A8/8A7/8AA6/10A5/11A4/13A2/12A3/14AA/13A2/14A1/16 A 23",
        ),
    ];
    for (spec, moves, last) in solutions {
        let mut line = Line::new(game(spec));
        for text in moves.split(' ') {
            assert_eq!(line.outcome(), None, "{spec}: {text}");
            line.push_text(text).unwrap();
        }
        assert_eq!(line.game().format_position(line.state()), last);
        assert_eq!(end(line.game(), line.state()), WON, "{spec}");
        assert_eq!(line.outcome().unwrap().winner(), Some(Team::new(0)));
        assert_eq!(line.push_text("a1-a2").unwrap_err().why, "the game is over");
    }
}

#[test]
fn the_last_move_loses_unless_it_forms_the_figure() {
    let before = "3A4/1AA5/1A6/3A4/4A2A/6A1/5A1A/8 A 9";
    let nine = game("halma-solitaire(board=8,moves=9)");
    let after = |text: &str| {
        let mut s = position(&nine, before);
        assert_eq!((nine.outcome(&s), nine.horizon(&s)), (None, Some(1)));
        let m = nine.parse_move(&s, text).unwrap();
        nine.apply(&mut s, m);
        end(&nine, &s)
    };
    assert_eq!(after("h2-g2"), WON);
    assert_eq!(after("h2-h1"), LOST);
    let eight = game("halma-solitaire(board=8,moves=8)");
    assert_eq!(end(&eight, &position(&eight, before)), LOST);
    // The figure counts whenever it stands.
    assert_eq!(end(&eight, &position(&eight, "3A4/1AA5/1A6/3A4/4A2A/6A1/5AA1/8 A 12")), WON);
}

#[test]
fn readings_of_the_figure_differ() {
    // Eight men on the diagonal from a1, and a pair: in yard and mirrored yard, apart, next to the others.
    let positions = [
        ("A6A/6A1/5A2/4A3/3A4/2A5/1A6/A6A A 3", [true, false, false]),
        ("7A/6A1/5A2/4A3/A2A4/2A5/1A6/A2A4 A 3", [true, true, false]),
        ("7A/6A1/5A2/3AA3/3AA3/2A5/1A6/A7 A 3", [true, true, true]),
        ("7A/6A1/5A2/3AA3/2AA4/2A5/1A6/A7 A 3", [false, false, false]),
    ];
    for (text, expected) in positions {
        for (figure, expected) in ["mirror", "out", "joined"].into_iter().zip(expected) {
            let game = game(&format!("halma-solitaire(board=8,figure={figure})"));
            let found = end(&game, &position(&game, text));
            assert_eq!(found, if expected { WON } else { "" }, "{figure}: {text}");
        }
    }
}

#[test]
fn options_are_checked_and_written_shortly() {
    let why = |spec: &str| HalmaSolitaire::from_spec(&Spec::parse(spec).unwrap()).unwrap_err().to_string();
    assert_eq!(
        why("halma-solitaire(board=9)"),
        "there is no standard yard on 9x9; the board can be 8, 10 or 16 (at character 17)"
    );
    assert!(why("halma-solitaire(moves=0)").starts_with("`moves=0`: expected a whole number from 1 to"));
    assert!(why("halma-solitaire(figure=round)").starts_with("`figure=round`: expected one of: mirror, out"));
    assert!(why("halma-solitaire(players=2)").starts_with("`halma-solitaire` has no option `players`"));
    let canonical = |options: &str| game(&format!("halma-solitaire({options})")).spec().to_string();
    assert_eq!(canonical("board=16,moves=19,figure=mirror"), "halma-solitaire");
    assert_eq!(canonical("moves=10,board=8"), "halma-solitaire(board=8)");
    assert_eq!(canonical("moves=19,board=8,figure=out"), "halma-solitaire(board=8,figure=out,moves=19)");
}

#[test]
fn what_cannot_stand_is_refused() {
    let game = game("halma-solitaire(board=8)");
    let error = |text: &str| game.parse_position(text).unwrap_err().to_string();
    let rest = "8/8/8/8";
    assert_eq!(error(&format!("AAAA4/AAA5/AA6/8/{rest} A 1")), "there are 9 of 10 men (at character 1)");
    assert!(error(&format!("AAAA4/AAA5/AA6/B7/{rest} A 1")).starts_with("`B` is neither a seat (A to A)"));
    assert!(error(&format!("AAAA4/AAA5/AA6/A7/{rest} B 1")).starts_with("`B` is no seat of this game"));
    assert!(error(&format!("AAAA4/AAA5/AA6/A7/{rest} A 1 x")).starts_with("`x` has no meaning here"));
}

/// The moves against a plain search from man to man and hop to hop, on random positions.
#[test]
fn moves_are_those_of_a_plain_generator() {
    for (number, board) in (0..).zip([8, 10, 16]) {
        let game = game(&format!("halma-solitaire(board={board})"));
        let mut rng = stream(3, &[number]);
        for _ in 0..300 {
            let men = scatter(&game, &mut rng);
            let s = position(&game, &text_of(board, &men));
            if game.outcome(&s).is_some() {
                continue;
            }
            let mut found = Vec::new();
            game.moves(&s, &mut found);
            let mut turns: Vec<(Square, Square)> = found.iter().map(|m| (m.from(), m.to())).collect();
            turns.sort_unstable();
            assert_eq!(turns, plain_turns(board, &men), "{}", game.format_position(&s));
            assert_eq!(game.count_moves(&s), turns.len() as u64);
        }
    }
}

/// The men strewn over a part of the board.
fn scatter(game: &HalmaSolitaire, rng: &mut Random) -> Vec<Square> {
    let reach = rng.random_range(5..=game.halma().board());
    let mut squares: Vec<Square> =
        game.halma().squares().iter().filter(|square| square.row().max(square.column()) < reach).collect();
    squares.shuffle(rng);
    squares.truncate(game.yard().len() as usize);
    squares
}

fn text_of(board: usize, men: &[Square]) -> String {
    let cells = (0..board * board).map(|i| Square::new(board - 1 - i / board, i % board));
    let cells = cells.map(|square| men.contains(&square).then_some(Seat::A));
    format!("{} A 1", hoppity_rules::text::format_rows(&vec![board; board], cells))
}

/// All turns as start and end.
fn plain_turns(board: usize, men: &[Square]) -> Vec<(Square, Square)> {
    let on_board = |(row, column): (isize, isize)| {
        let inside = (0..board as isize).contains(&row) && (0..board as isize).contains(&column);
        inside.then(|| Square::new(row as usize, column as usize))
    };
    let directions = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
    let directions: Vec<(isize, isize)> = directions.filter(|&direction| direction != (0, 0)).collect();
    let mut turns = Vec::new();
    for &from in men {
        let near = |square: Square, (down, right): (isize, isize), times: isize| {
            on_board((square.row() as isize + times * down, square.column() as isize + times * right))
        };
        let is_free = |square: &Square| !men.contains(square) || *square == from;
        let mut ends: Vec<Square> =
            directions.iter().filter_map(|&direction| near(from, direction, 1)).filter(is_free).collect();
        let mut chain = vec![from];
        while let Some(square) = chain.pop() {
            for &direction in &directions {
                let over = near(square, direction, 1).filter(|over| !is_free(over));
                let landing = near(square, direction, 2).filter(is_free);
                if let (Some(_), Some(landing)) = (over, landing)
                    && landing != from
                    && !ends.contains(&landing)
                {
                    ends.push(landing);
                    chain.push(landing);
                }
            }
        }
        turns.extend(ends.into_iter().map(|to| (from, to)));
    }
    turns.sort_unstable();
    turns
}

fn specs() -> impl Strategy<Value = String> {
    let option = |name: &'static str, values: &'static [&'static str]| {
        proptest::option::of(prop::sample::select(values))
            .prop_map(move |value| Some(format!("{name}={}", value?)))
    };
    let options = (
        option("board", &["8", "9", "10", "16", "17"]),
        option("moves", &["0", "1", "5", "100000000", "100000001"]),
        option("figure", &["mirror", "out", "joined"]),
    );
    options.prop_map(|(a, b, c)| {
        let given: Vec<String> = [a, b, c].into_iter().flatten().collect();
        format!("halma-solitaire({})", given.join(","))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Options make a game that keeps the contract, or are refused at one of them.
    #[test]
    fn any_options_make_a_game_or_are_refused(spec in specs()) {
        match Spec::parse(&spec).and_then(|spec| HalmaSolitaire::from_spec(&spec)) {
            Ok(_) => {
                let plan = Plan { games: 1, max_plies: 20, probes: 1, mutations: 10, seed: 5 };
                catalogued::<HalmaSolitaire>(&[&spec], &plan);
            }
            Err(error) => prop_assert!(error.at.is_some_and(|at| at > 0), "{spec}: {error}"),
        }
    }
}

/// The squares that one hop over `men` leads to, by arithmetic on rows and columns.
fn hops(game: &HalmaSolitaire, men: SquareSet, from: Square) -> Vec<Square> {
    let n = game.halma().board() as i32;
    let over = game.halma().neighbours(from) & men;
    let behind = |over: Square| {
        let row = 2 * over.row() as i32 - from.row() as i32;
        let column = 2 * over.column() as i32 - from.column() as i32;
        let on_board = (0..n).contains(&row) && (0..n).contains(&column);
        on_board.then(|| Square::new(row as usize, column as usize))
    };
    over.iter().filter_map(behind).collect()
}

#[test]
fn chains_are_hops_one_after_another() {
    let mut rng = stream(3, &[]);
    for spec in ["halma-solitaire", "halma-solitaire(board=10)", "halma-solitaire(board=8)"] {
        let game = game(spec);
        for _ in 0..200 {
            let mut some = |chance: u32| -> SquareSet {
                let drawn = |_: &Square| rng.random_range(0..100) < chance;
                game.halma().squares().iter().filter(drawn).collect()
            };
            let (men, from, within) = (some(25), some(3), some(80));
            let mut reached = from;
            let mut next: Vec<Square> = from.iter().collect();
            while let Some(square) = next.pop() {
                for landing in hops(&game, men, square) {
                    if within.contains(landing) && !reached.contains(landing) {
                        reached.flip(landing);
                        next.push(landing);
                    }
                }
            }
            assert_eq!(game.halma().chains(men, from, within), reached, "{men:?} {from:?} {within:?}");
            let once: SquareSet = from.iter().flat_map(|square| hops(&game, men, square)).collect();
            assert_eq!(game.halma().hop(men, from) & game.halma().squares(), once);
        }
    }
}

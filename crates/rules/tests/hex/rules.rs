//! Options, swap, text, symmetries, the conformance kit.
use super::hex;
use hoppity_rules::games::hex::Hex;
use hoppity_rules::random::{RngExt, stream};
use hoppity_rules::testkit::{Plan, catalogued};
use hoppity_rules::{Catalogued, CellShape, Game, Line, Seat, Spec, Team};

#[test]
fn keeps_the_contract() {
    let small = [
        "hex(size=1)",
        "hex(size=2,swap=true)",
        "hex(size=3)",
        "hex(size=3,swap=true)",
        "hex(size=1,swap=true)",
    ];
    catalogued::<Hex>(&small, &Plan::default());
    let few = Plan { games: 2, probes: 2, mutations: 30, ..Plan::default() };
    catalogued::<Hex>(&["hex(size=5)", "hex(size=6,swap=true)"], &few);
    let one = Plan { games: 1, probes: 1, mutations: 20, ..Plan::default() };
    catalogued::<Hex>(&["hex", "hex(size=13,swap=true)", "hex(size=19)"], &one);
}

#[test]
fn options_are_read_and_printed() {
    assert_eq!(hex("hex(size=11,swap=false)").spec().to_string(), "hex");
    assert_eq!(hex("hex(swap=true,size=7)").spec().to_string(), "hex(size=7,swap=true)");
    assert_eq!(hex("hex").cells(), 121);
    let why = |spec: &str| Hex::from_spec(&Spec::parse(spec).unwrap()).unwrap_err().to_string();
    assert_eq!(why("hex(size=20)"), "`size=20`: expected a whole number from 1 to 19 (at character 5)");
    assert_eq!(why("hex(sise=5)"), "`hex` has no option `sise`; did you mean `size`? (at character 5)");
}

fn played(spec: &str, moves: &str) -> Line<Hex> {
    let mut line = Line::new(hex(spec));
    for m in moves.split(' ') {
        line.push_text(m).unwrap_or_else(|e| panic!("{spec} {moves}: {e}"));
    }
    line
}

fn text(line: &Line<Hex>) -> String {
    line.game().format_position(line.state())
}

#[test]
fn a_connects_top_and_bottom_and_b_left_and_right() {
    assert_eq!(played("hex(size=3)", "b1 a1 b2 a3").outcome(), None);
    let winner = |moves: &str| played("hex(size=3)", moves).outcome().and_then(|outcome| outcome.winner());
    assert_eq!(winner("b1 a1 b2 c1 b3").map(Team::index), Some(0));
    assert_eq!(winner("c1 a1 b2 a2 a3").map(Team::index), Some(0), "down to the left is next to it");
    assert_eq!(winner("a1 c1 b2 a2 c3"), None, "down to the right is not");
    assert_eq!(winner("a1 a3 a2 b2 c3 c1").map(Team::index), Some(1));
}

#[test]
fn a_swap_reflects_the_stone_and_recolours_it() {
    let line = played("hex(size=5,swap=true)", "d2 swap");
    assert_eq!(text(&line), "5/5/5/1B3/5 A 3", "d2 becomes b4");
    assert_eq!(line.to_move(), Seat::A);
    assert_eq!(
        line.game().move_path(played("hex(size=5,swap=true)", "d2").state(), line.moves().last().unwrap()),
        [8, 16]
    );
    let on_diagonal = played("hex(size=5,swap=true)", "c3 swap");
    assert_eq!(text(&on_diagonal), "5/5/2B2/5/5 A 3");
    let may_swap = |line: &Line<Hex>| line.game().may_swap(line.state());
    assert!(may_swap(&played("hex(size=5,swap=true)", "d2")));
    assert!(!may_swap(&line));
    assert!(!may_swap(&played("hex(size=5,swap=true)", "d2 a1")));
    assert!(!may_swap(&played("hex(size=5)", "d2")));
    let mut back = line.clone();
    back.pop();
    assert_eq!(text(&back), "5/3A1/5/5/5 B 2");
    assert!(may_swap(&back));
    let again = played("hex(size=5,swap=true)", "d2 swap d2 b2");
    assert_eq!(text(&again), "5/1B1A1/5/1B3/5 A 5", "the cell that the stone has left is free");
}

/// A playout may pass through the swap, after which another cell is free.
#[test]
fn playouts_swap_as_often_as_they_should() {
    let game = hex("hex(size=2,swap=true)");
    let mut rng = stream(23, &[]);
    let mut swaps = 0;
    for _ in 0..4000 {
        let count = |_: Seat, m: <Hex as Game>::Move| swaps += u32::from(m.is_swap());
        assert!(game.playout(&mut game.initial(), &mut rng, 100, |_, _, _| None, count).is_some());
    }
    assert!((850..1150).contains(&swaps), "{swaps} swaps in 4000 games, expected one in four");
}

#[test]
fn cells_are_named_by_column_and_row_from_the_upper_left() {
    let layout = hex("hex(size=3)").layout();
    assert_eq!(layout.shape, CellShape::Hexagon);
    let labels: Vec<&str> = layout.cells.iter().map(|cell| cell.label.as_str()).collect();
    assert_eq!(labels.join(" "), "a1 b1 c1 a2 b2 c2 a3 b3 c3");
    let places: Vec<(i32, i32)> = layout.cells.iter().map(|cell| (cell.x, cell.y)).collect();
    assert_eq!(places[..4], [(0, 0), (2, 0), (4, 0), (1, 1)], "each row lies half a cell to the right");
    assert_eq!(text(&played("hex(size=3)", "b1 c3")), "1A1/3/2B A 3");
    assert_eq!(
        hex("hex(size=19)").layout().cells.last().map(|cell| cell.label.clone()).as_deref(),
        Some("s19")
    );
}

#[test]
fn a_half_turn_keeps_the_game_and_a_reflection_exchanges_the_seats() {
    let game = hex("hex(size=6)");
    assert_eq!(game.symmetries(), 2);
    let mut rng = stream(24, &[]);
    for _ in 0..40 {
        let mut s = game.initial();
        for _ in 0..rng.random_range(0..36) {
            if game.outcome(&s).is_some() {
                break;
            }
            let m = game.sample(&s, &mut rng);
            game.play(&mut s, m);
        }
        let turned = game.map_state(1, &s);
        assert_eq!(game.canonical_key(&s), game.canonical_key(&turned));
        assert_eq!(game.canonical_key(&s), game.key(&s).min(game.key(&turned)));
        let exchanged = game.exchanged(&s).unwrap();
        assert_eq!(game.exchanged(&exchanged).as_ref(), Some(&s), "twice exchanged is as before");
        assert_eq!(game.key(&exchanged), game.key_from_scratch(&exchanged));
        let winner = |s: &<Hex as Game>::State| Some(game.outcome(s)?.winner()?.index());
        assert_eq!(winner(&exchanged), winner(&s).map(|seat| 1 - seat));
        if game.outcome(&s).is_none() {
            let m = game.sample(&s, &mut rng);
            let (mut after, mut exchanged_after) = (s, exchanged);
            game.play(&mut after, m);
            game.play(&mut exchanged_after, game.exchanged_move(m));
            assert_eq!(game.exchanged(&after), Some(exchanged_after));
        }
    }
    let swap = hex("hex(size=3,swap=true)");
    assert!(swap.exchanged(&swap.parse_position("1A1/3/3 B 2").unwrap()).is_none());
}

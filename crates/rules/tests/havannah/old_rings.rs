//! Playouts in which a ring counts only if enough of its stones were there before.
use super::with_size;
use hoppity_rules::games::havannah::{ForCapacity, Havannah, RING};
use hoppity_rules::games::hexagonal::Move;
use hoppity_rules::{Game, Seat, random};

/// Some random stones, then a playout: what it started from and what came of it.
struct Played<G: Game> {
    start: G::State,
    moves: Vec<(Seat, G::Move)>,
    end: G::State,
}

fn play<const CELLS: usize>(
    game: &Havannah<CELLS>,
    seed: u64,
    stones: u64,
    old: Option<u32>,
) -> Played<Havannah<CELLS>> {
    let mut rng = random::stream(seed, &[stones]);
    let mut start = game.initial();
    for _ in 0..stones {
        let m = game.sample(&start, &mut rng);
        let undo = game.apply(&mut start, m);
        if game.outcome(&start).is_some() {
            game.undo(&mut start, m, undo);
            break;
        }
    }
    let (mut end, mut moves) = (start, Vec::new());
    let sink = |seat, m| moves.push((seat, m));
    match old {
        None => game.playout(&mut end, &mut rng, u32::MAX, |_, _, _| None, sink),
        Some(old) => game.playout_with_old_rings(&mut end, &mut rng, u32::MAX, old, |_, _, _| None, sink),
    };
    Played { start, moves, end }
}

#[test]
fn where_no_old_stone_is_asked_for_all_rings_count() {
    struct Same;
    impl ForCapacity for Same {
        type Output = ();
        fn with<const CELLS: usize>(self, game: Havannah<CELLS>) {
            for seed in 0..400 {
                let (plain, all) = (play(&game, seed, seed % 9, None), play(&game, seed, seed % 9, Some(0)));
                assert_eq!(
                    (plain.moves, plain.end),
                    (all.moves, all.end),
                    "size {}, seed {seed}",
                    game.size()
                );
            }
        }
    }
    for size in [3, 4, 6, 10, 13] {
        with_size(size, Same);
    }
}

/// The row and column of a cell, such that the cells around are those of the six steps in the plane.
fn place<const CELLS: usize>(game: &Havannah<CELLS>, m: Move) -> (i32, i32) {
    let text = game.format_move(m);
    let column: i32 = text[1..].parse().expect("a number");
    (i32::from(text.as_bytes()[0]), column)
}

/// Whether stones of which at least `least` are old form a ring through the first one around at least one cell: all simple
/// cycles are tried. How many cells one surrounds follows from its area (Pick).
fn on_a_ring(stones: &[(i32, i32)], old: &[(i32, i32)], path: &mut Vec<(i32, i32)>, least: usize) -> bool {
    let at = path[path.len() - 1];
    let beside = |a: (i32, i32), b: (i32, i32)| {
        [(-1, -1), (-1, 0), (0, 1), (1, 1), (1, 0), (0, -1)].contains(&(b.0 - a.0, b.1 - a.1))
    };
    if path.len() >= 6
        && beside(at, path[0])
        && path.iter().filter(|stone| old.contains(stone)).count() >= least
    {
        let next = path.iter().cycle().skip(1);
        let doubled: i32 = path.iter().zip(next).map(|(a, b)| a.0 * b.1 - a.1 * b.0).sum();
        if doubled.abs() - path.len() as i32 + 2 > 0 {
            return true;
        }
    }
    stones.iter().filter(|&&stone| beside(at, stone)).any(|&stone| {
        if path.contains(&stone) {
            return false;
        }
        path.push(stone);
        let found = on_a_ring(stones, old, path, least);
        path.pop();
        found
    })
}

#[test]
fn rings_that_count_hold_old_stones_and_close_ones_that_do_not_count_do_not() {
    struct Look;
    impl ForCapacity for Look {
        type Output = (u32, u32);
        fn with<const CELLS: usize>(self, game: Havannah<CELLS>) -> (u32, u32) {
            let (mut counted, mut passed) = (0, 0);
            for seed in 0..600 {
                let Played { start, moves, end } = play(&game, seed, 6 + seed % 8, Some(3));
                let held = |s: &_, seat| -> Vec<(i32, i32)> {
                    let cells = (0..game.cells()).filter(|&cell| game.at(s, cell) == Some(seat));
                    cells.map(|cell| place(&game, game.move_to(cell))).collect()
                };
                let by_ring = game.outcome(&end).is_some_and(|outcome| outcome.reasons().contains(RING));
                let mut s = start;
                for (i, &(seat, m)) in moves.iter().enumerate() {
                    let closes = game.completes(&s, seat, game.cell_of(m).expect("a cell")).contains(RING);
                    let last = i + 1 == moves.len();
                    // The state as the playout sees it: a ring that does not count ends nothing.
                    let text = game.format_position(&s);
                    assert_eq!(game.to_move(&s), seat);
                    game.play(&mut s, m);
                    let old = held(&start, seat);
                    if last && by_ring {
                        let own = held(&s, seat);
                        assert!(on_a_ring(&own, &old, &mut vec![place(&game, m)], 3), "{text} {m:?}");
                        counted += 1;
                    } else if closes {
                        passed += 1;
                        let own = held(&s, seat);
                        let everywhere = (0..game.cells()).map(|cell| place(&game, game.move_to(cell)));
                        for (row, column) in everywhere {
                            let six = [(-1, -1), (-1, 0), (0, 1), (1, 1), (1, 0), (0, -1)];
                            let around: Vec<(i32, i32)> =
                                six.iter().map(|(down, right)| (row + down, column + right)).collect();
                            let full = around.iter().all(|stone| own.contains(stone));
                            let olds = around.iter().filter(|stone| old.contains(stone)).count();
                            assert!(
                                !(full && around.contains(&place(&game, m)) && olds >= 3),
                                "{text} {m:?}"
                            );
                        }
                    }
                }
            }
            (counted, passed)
        }
    }
    for size in [4, 5] {
        let (counted, passed) = with_size(size, Look);
        assert!(counted > 20 && passed > 20, "size {size}: {counted} rings counted, {passed} did not");
    }
}

//! Random boards against a plain search for connections.
use super::{connects, hex};
use hoppity_rules::random::{RngExt, SliceRandom, stream};
use hoppity_rules::text::format_rows;
use hoppity_rules::{Game, Seat, Team};
use std::collections::BTreeSet;

/// On a full board exactly one side is connected (Nash).
#[test]
fn a_full_board_has_exactly_one_winner() {
    for size in 1..=11 {
        let game = hex(&format!("hex(size={size})"));
        for number in 0..if crate::heavy() { 100_000 } else { 200 } {
            let mut rng = stream(21, &[size as u64, number]);
            let bias = rng.random_range(0.3..0.7);
            let stones: Vec<Seat> =
                (0..size * size).map(|_| if rng.random_bool(bias) { Seat::A } else { Seat::B }).collect();
            let text =
                format!("{} A 1", format_rows(&vec![size; size], stones.iter().map(|&seat| Some(seat))));
            let s = game.parse_position(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
            let by_walk = [Seat::A, Seat::B].map(|seat| {
                connects(size, |row, column| stones[row * size + column] == seat, seat == Seat::A)
            });
            assert_ne!(by_walk[0], by_walk[1], "{text}");
            let outcome = game.outcome(&s).unwrap_or_else(|| panic!("nobody wins: {text}"));
            assert_eq!(outcome.winner().map(|team| by_walk[team.index()]), Some(true), "{text}");
            assert_eq!(outcome.reasons().names(game.reason_names()), "connection");
        }
    }
}

/// After every stone of random games, also of such that are played in clumps.
#[test]
fn wins_are_found_as_by_a_plain_search() {
    for size in [1, 2, 3, 4, 5, 7, 11, 14, 19] {
        let game = hex(&format!("hex(size={size})"));
        for number in 0..if size < 10 { 40 } else { 4 } {
            let mut rng = stream(22, &[size as u64, number]);
            let mut order: Vec<usize> = (0..size * size).collect();
            order.shuffle(&mut rng);
            if number % 2 == 1 {
                order.sort_by_key(|cell| (cell / size) / 3);
            }
            let mut s = game.initial();
            let mut stones = vec![None; size * size];
            for cell in order {
                let seat = game.to_move(&s);
                let completed = game.completes(&s, seat, cell);
                stones[cell] = Some(seat);
                game.apply(&mut s, game.move_to(cell));
                let own = |row: usize, column: usize| stones[row * size + column] == Some(seat);
                let right = connects(size, own, seat == Seat::A);
                let winner = game.outcome(&s).map(|outcome| outcome.winner().map(Team::index));
                assert_eq!(winner, right.then_some(Some(seat.index())), "{}", game.format_position(&s));
                assert_eq!(completed.is_empty(), !right);
                if right {
                    break;
                }
            }
            assert!(game.outcome(&s).is_some());
        }
    }
}

/// Strings know their stones and the sides they touch.
#[test]
fn strings_are_what_a_walk_over_their_stones_finds() {
    for number in 0..60 {
        let mut rng = stream(25, &[number]);
        let game = hex("hex(size=6)");
        let mut s = game.initial();
        for _ in 0..rng.random_range(0..36) {
            if game.outcome(&s).is_none() {
                let m = game.sample(&s, &mut rng);
                game.apply(&mut s, m);
            }
        }
        for cell in 0..game.cells() {
            let holder = game.at(&s, cell);
            let mut string = BTreeSet::new();
            let mut todo = vec![cell];
            while let Some(cell) = todo.pop() {
                if holder.is_some() && game.at(&s, cell) == holder && string.insert(cell) {
                    todo.extend(game.neighbours(cell).iter().map(|&next| usize::from(next)));
                }
            }
            assert_eq!(game.string_len(&s, cell), string.len());
            let sides = string.iter().fold(game.border(cell), |sides, &cell| sides | game.border(cell));
            assert_eq!(game.touches(&s, cell), sides);
            for other in (0..game.cells()).filter(|&other| game.at(&s, other) == holder && holder.is_some()) {
                let together = game.string(&s, other) == game.string(&s, cell);
                assert_eq!(together, string.contains(&other));
            }
        }
    }
}

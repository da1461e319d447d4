//! The twelve symmetries of the board, and keys that do not tell them apart.
use super::with_size;
use hoppity_rules::Game;
use hoppity_rules::games::havannah::{ForCapacity, Havannah};
use hoppity_rules::random::{RngExt, stream};
use std::collections::BTreeSet;

struct Check;

impl ForCapacity for Check {
    type Output = ();

    fn with<const CELLS: usize>(self, game: Havannah<CELLS>) {
        assert_eq!(game.symmetries(), 12);
        let all: BTreeSet<Vec<usize>> = (0..12).map(|symmetry| images(&game, symmetry)).collect();
        assert_eq!(all.len(), 12, "each is another");
        for map in &all {
            for cell in 0..game.cells() {
                let mut near: Vec<usize> =
                    game.neighbours(cell).iter().map(|&n| map[usize::from(n)]).collect();
                let mut right: Vec<usize> = game.neighbours(map[cell]).iter().map(|&n| n.into()).collect();
                near.sort_unstable();
                right.sort_unstable();
                assert_eq!(near, right, "neighbours stay neighbours");
            }
        }
        let mut rng = stream(5, &[game.size() as u64]);
        for _ in 0..20 {
            let mut s = game.initial();
            for _ in 0..rng.random_range(1..game.cells()) {
                if game.outcome(&s).is_some() {
                    break;
                }
                let m = game.sample(&s, &mut rng);
                game.play(&mut s, m);
            }
            let key = game.canonical_key(&s);
            let keys = |symmetry: usize| game.key(&game.map_state(symmetry, &s));
            assert_eq!(Some(key), (0..12).map(keys).min());
            for symmetry in 0..12 {
                assert_eq!(game.canonical_key(&game.map_state(symmetry, &s)), key);
            }
        }
    }
}

fn images<const CELLS: usize>(game: &Havannah<CELLS>, symmetry: usize) -> Vec<usize> {
    (0..game.cells()).map(|cell| game.move_index(game.map_move(symmetry, game.move_to(cell)))).collect()
}

#[test]
fn there_are_twelve_and_they_share_a_canonical_key() {
    for size in [2, 3, 5, 8, 10, 16] {
        with_size(size, Check);
    }
}

struct FirstMoves;

impl ForCapacity for FirstMoves {
    type Output = usize;

    fn with<const CELLS: usize>(self, game: Havannah<CELLS>) -> usize {
        let after = |cell: usize| {
            let mut s = game.initial();
            game.play(&mut s, game.move_to(cell));
            game.canonical_key(&s)
        };
        (0..game.cells()).map(after).collect::<BTreeSet<u64>>().len()
    }
}

#[test]
fn first_moves_fall_into_as_many_classes_as_a_twelfth_of_the_board_has_cells() {
    let classes = [2, 3, 4, 5].map(|size| with_size(size, FirstMoves));
    assert_eq!(classes, [2, 4, 6, 9]);
}

//! The values of all first moves on the two smallest boards, as others have found them.
use super::with_size;
use hoppity_rules::games::havannah::{ForCapacity, Havannah};
use hoppity_rules::{Game, Seat};
use std::collections::HashMap;

/// The first moves after which B wins with the best play of both; after the others A does.
const LOSING: [(usize, &str); 2] = [(2, "b2"), (3, "a2 b1 b2 b3 b4 c2 c3 c4 d2 d3 d4 d5 e4")];

#[test]
fn first_moves_have_their_known_values() {
    for (size, losing) in LOSING {
        with_size(size, Solve(losing));
    }
}

struct Solve(&'static str);

impl ForCapacity for Solve {
    type Output = ();

    fn with<const CELLS: usize>(self, game: Havannah<CELLS>) {
        let mut known = HashMap::new();
        let mut s = game.initial();
        for cell in 0..game.cells() {
            let m = game.move_to(cell);
            let name = game.format_move(m);
            let undo = game.apply(&mut s, m);
            let lost = self.0.split(' ').any(|losing| losing == name);
            let right = if lost { 1 } else { -1 };
            assert_eq!(value(&game, &mut s, &mut known), right, "size {}, {name}, for B", game.size());
            game.undo(&mut s, m, undo);
        }
    }
}

/// The result with the best play of both for the seat to move: 1, 0 or -1. Positions are known by their canonical keys.
fn value<const CELLS: usize>(
    game: &Havannah<CELLS>,
    s: &mut <Havannah<CELLS> as Game>::State,
    known: &mut HashMap<u64, i8>,
) -> i8 {
    let own = game.to_move(s);
    let cells: Vec<usize> = (0..game.cells()).filter(|&cell| game.at(s, cell).is_none()).collect();
    let winning = |seat: Seat| -> Vec<usize> {
        cells.iter().copied().filter(|&cell| !game.completes(s, seat, cell).is_empty()).collect()
    };
    let tried = match (&winning(own)[..], &winning(own.next(2))[..]) {
        ([_, ..], _) => return 1,
        (_, [_, _, ..]) => return -1,
        (_, [threat]) => vec![*threat],
        _ => cells,
    };
    let key = game.canonical_key(s);
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mut best = -1;
    for cell in tried {
        let m = game.move_to(cell);
        let undo = game.apply(s, m);
        let drawn = game.outcome(s).is_some();
        best = best.max(if drawn { 0 } else { -value(game, s, known) });
        game.undo(s, m, undo);
        if best == 1 {
            break;
        }
    }
    known.insert(key, best);
    best
}

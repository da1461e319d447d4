//! Counts of move sequences against a plain count.
use super::{connects, hex};
use hoppity_rules::perft::perft;
use hoppity_rules::{Game, Seat};

#[test]
fn counts_agree_with_a_plain_count() {
    for (size, depth, swap) in
        [(1, 2, false), (2, 5, false), (2, 6, true), (3, 6, false), (3, 5, true), (5, 3, true)]
    {
        let game = hex(&format!("hex(size={size},swap={swap})"));
        for depth in 1..=depth {
            let right = count(&mut vec![None; size * size], size, swap, 1, depth);
            assert_eq!(
                perft(&game, &mut game.initial(), depth),
                right,
                "size {size}, swap {swap}, depth {depth}"
            );
        }
    }
}

fn count(stones: &mut Vec<Option<Seat>>, size: usize, swap: bool, ply: u32, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let has_won =
        |seat: Seat| connects(size, |row, column| stones[row * size + column] == Some(seat), seat == Seat::A);
    if has_won(Seat::A) || has_won(Seat::B) {
        return 0;
    }
    let seat = if ply % 2 == 1 { Seat::A } else { Seat::B };
    let mut total = 0;
    for cell in 0..size * size {
        if stones[cell].is_none() {
            stones[cell] = Some(seat);
            total += count(stones, size, swap, ply + 1, depth - 1);
            stones[cell] = None;
        }
    }
    if swap && ply == 2 {
        let mut swapped = vec![None; size * size];
        let at = stones.iter().position(Option::is_some).expect("a stone");
        swapped[at % size * size + at / size] = Some(Seat::B);
        total += count(&mut swapped, size, swap, 3, depth - 1);
    }
    total
}

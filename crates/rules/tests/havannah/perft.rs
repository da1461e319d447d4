//! Counts of move sequences against a plain count on the slow twin.
use super::game;
use super::twin::Twin;
use hoppity_rules::Seat;

/// Rules beside the size.
#[derive(Clone, Copy)]
struct Rules {
    swap: bool,
    handicap: u32,
}

#[test]
fn counts_agree_with_a_plain_count() {
    let plain = Rules { swap: false, handicap: 1 };
    for (size, depth) in [(2, 7), (3, 4), (4, 3), (5, 3), (9, 2), (16, 2)] {
        compare(&format!("havannah(size={size})"), size, depth, plain);
    }
    for (size, depth) in [(2, 8), (3, 4), (4, 3), (9, 2)] {
        compare(&format!("havannah(size={size},swap=true)"), size, depth, Rules { swap: true, ..plain });
    }
    for (size, depth, handicap) in [(2, 7, 2), (2, 7, 3), (3, 4, 2), (4, 3, 3), (2, 7, 7)] {
        let spec = format!("havannah(size={size},handicap={handicap})");
        compare(&spec, size, depth, Rules { handicap, ..plain });
    }
}

fn compare(spec: &str, size: usize, depth: u32, rules: Rules) {
    let line = game(spec).line();
    let mut twin = Twin::new(size);
    for depth in 1..=depth {
        let right = count(&mut twin, rules, 1, Seat::A, depth);
        assert_eq!(line.perft(depth), right, "{spec}, depth {depth}");
    }
}

fn count(twin: &mut Twin, rules: Rules, ply: u32, seat: Seat, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if [Seat::A, Seat::B].iter().any(|&seat| !twin.structures(seat).is_empty()) {
        return 0;
    }
    let next = if ply < rules.handicap { Seat::A } else { seat.next(2) };
    let mut total = 0;
    for cell in 0..twin.cells() {
        if twin.stones[cell].is_none() {
            twin.stones[cell] = Some(seat);
            total += count(twin, rules, ply + 1, next, depth - 1);
            twin.stones[cell] = None;
        }
    }
    if rules.swap && ply == 2 {
        let before = twin.stones.clone();
        twin.stones.iter_mut().flatten().for_each(|stone| *stone = Seat::B);
        total += count(twin, rules, ply + 1, Seat::A, depth - 1);
        twin.stones = before;
    }
    total
}

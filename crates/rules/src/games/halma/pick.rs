//! Picking one turn by its number, without going through those before it.
use super::board::{Square, bits};
use super::count::Counter;
use super::hops::STEPS;
use super::list;
use super::state::Move;
use super::turns::Sink;
use std::ops::ControlFlow;

/// Breaks off with the turn that so many others come before, in the game's order.
pub(super) struct Picker {
    pub before: u64,
}

impl Picker {
    /// Whether the turn is among the next `count`; if not, these are behind.
    fn is_within(&mut self, count: u64) -> bool {
        let within = self.before < count;
        if !within {
            self.before -= count;
        }
        within
    }
}

impl Sink for Picker {
    type Break = Move;

    fn steps(&mut self, class: usize, men: [u64; 8]) -> ControlFlow<Move> {
        let mut counter = Counter::default();
        let _ = counter.steps(class, men);
        if self.is_within(counter.total()) {
            for bit in bits(list::all(&men)) {
                let directions = list::of_man(&men, bit);
                if self.is_within(u64::from(directions.count_ones())) {
                    let direction = nth_bit(directions.into(), self.before) as usize & 7;
                    let step = STEPS[class & 3][direction];
                    return ControlFlow::Break(Move::by(Square::of_class(class, bit), step.into()));
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn hops(&mut self, class: usize, men: u64, ends: u64) -> ControlFlow<Move> {
        let of_each = u64::from(ends.count_ones());
        if !self.is_within(u64::from(men.count_ones()) * of_each) {
            return ControlFlow::Continue(());
        }
        let (man, end) = (nth_bit(men, self.before / of_each), nth_bit(ends, self.before % of_each));
        ControlFlow::Break(Move::new(Square::of_class(class, man), Square::of_class(class, end)))
    }
}

/// The number of the bit that has `n` set bits below it.
fn nth_bit(mut word: u64, n: u64) -> u32 {
    for _ in 0..n {
        word &= word.wrapping_sub(1);
    }
    word.trailing_zeros() & 63
}

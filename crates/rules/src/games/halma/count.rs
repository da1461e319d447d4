//! Counting turns: only the sizes of sets are needed.
use super::turns::Sink;
use std::convert::Infallible;
use std::ops::ControlFlow;

/// Counts the turns it is told of.
///
/// The bits of many words are added up in columns (the counter of Harley and Seal), since one count of bits costs as much
/// as a dozen other operations where the processor is not known to have an instruction for it.
#[derive(Default)]
pub(super) struct Counter {
    ones: u64,
    twos: u64,
    fours: u64,
    rest: u32,
}

impl Counter {
    pub(super) fn total(&self) -> u64 {
        let steps = self.ones.count_ones() + 2 * self.twos.count_ones() + 4 * self.fours.count_ones();
        u64::from(steps + self.rest)
    }
}

impl Sink for Counter {
    const QUICK: bool = true;
    type Break = Infallible;

    #[inline(always)]
    fn steps(&mut self, _: usize, men: [u64; 8]) -> ControlFlow<Infallible> {
        let [a, b, c, d, e, f, g, h] = men;
        let twos_a = full_add(&mut self.ones, a, b);
        let twos_b = full_add(&mut self.ones, c, d);
        let fours_a = full_add(&mut self.twos, twos_a, twos_b);
        let twos_c = full_add(&mut self.ones, e, f);
        let twos_d = full_add(&mut self.ones, g, h);
        let fours_b = full_add(&mut self.twos, twos_c, twos_d);
        let eights = full_add(&mut self.fours, fours_a, fours_b);
        if eights != 0 {
            self.rest += 8 * eights.count_ones();
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn hops(&mut self, _: usize, men: u64, ends: u64) -> ControlFlow<Infallible> {
        self.rest += men.count_ones() * ends.count_ones();
        ControlFlow::Continue(())
    }
}

/// Adds two bits to a third in each column; returns the carries.
#[inline(always)]
fn full_add(sum: &mut u64, a: u64, b: u64) -> u64 {
    let half = *sum ^ a;
    let carry = *sum & a | half & b;
    *sum = half ^ b;
    carry
}

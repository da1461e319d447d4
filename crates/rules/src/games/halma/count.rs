//! Counting turns without looking at single men: only set sizes are needed.
use super::board::SquareSet;
use super::hops::Hops;

/// Men that may end on the same squares.
#[derive(Clone, Copy)]
pub(super) struct Group {
    pub men: SquareSet,
    pub ends: SquareSet,
}

/// How many steps lead from the men of each group to its ends.
#[inline]
pub(super) fn steps(group: &Group) -> u64 {
    let mut sum = Sum::default();
    for class in 0..4 {
        let men = group.men.0[class];
        if men != 0 {
            sum.add(step_images(class, men, &group.ends.0));
        }
    }
    sum.total()
}

/// Where the men of a class come to by a step in each of the eight directions, as far as they may end there.
#[inline(always)]
fn step_images(class: usize, men: u64, ends: &[u64; 4]) -> [u64; 8] {
    const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;
    let (odd_row, odd_column) = (class & 2 != 0, class & 1 != 0);
    let up = |word: u64| if odd_row { word << 8 } else { word };
    let down = |word: u64| if odd_row { word } else { word >> 8 };
    let right = |word: u64| if odd_column { (word & NOT_LAST) << 1 } else { word };
    let left = |word: u64| if odd_column { word } else { (word & NOT_FIRST) >> 1 };
    let (vertical, horizontal, diagonal) = (ends[class ^ 2], ends[class ^ 1], ends[class ^ 3]);
    [
        up(men) & vertical,
        down(men) & vertical,
        right(men) & horizontal,
        left(men) & horizontal,
        up(right(men)) & diagonal,
        up(left(men)) & diagonal,
        down(right(men)) & diagonal,
        down(left(men)) & diagonal,
    ]
}

/// How many hop chains' ends there are within a class: men of each group next to a connected part of the empty squares,
/// times the ends in that part.
#[inline]
pub(super) fn hops(hops: &Hops, class: usize, empty: u64, groups: &[Group]) -> u64 {
    let movers = groups.iter().fold(0, |all, group| all | group.men.0[class]);
    let mut seeds = hops.step(movers) & empty;
    let mut count = 0;
    while seeds != 0 {
        let (part, rim) = hops.flood(seeds & seeds.wrapping_neg(), empty);
        seeds &= !part;
        for group in groups {
            let men = rim & group.men.0[class];
            count += men.count_ones() * (part & group.ends.0[class]).count_ones();
        }
    }
    u64::from(count)
}

/// The number of bits in many words, added up in columns (Harley and Seal's counter) since one count of bits costs as
/// much as a dozen other operations where the processor is not known to have one.
#[derive(Default)]
struct Sum {
    ones: u64,
    twos: u64,
    fours: u64,
    eights: u32,
}

impl Sum {
    #[inline(always)]
    fn add(&mut self, words: [u64; 8]) {
        let [a, b, c, d, e, f, g, h] = words;
        let twos_a = full_add(&mut self.ones, a, b);
        let twos_b = full_add(&mut self.ones, c, d);
        let fours_a = full_add(&mut self.twos, twos_a, twos_b);
        let twos_c = full_add(&mut self.ones, e, f);
        let twos_d = full_add(&mut self.ones, g, h);
        let fours_b = full_add(&mut self.twos, twos_c, twos_d);
        let eights = full_add(&mut self.fours, fours_a, fours_b);
        if eights != 0 {
            self.eights += eights.count_ones();
        }
    }

    #[inline(always)]
    fn total(self) -> u64 {
        let ones = self.ones.count_ones() + 2 * self.twos.count_ones() + 4 * self.fours.count_ones();
        u64::from(ones + 8 * self.eights)
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

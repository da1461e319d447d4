//! Where chains of hops lead, found for all cells of a parity class at once.
//!
//! A class is a word whose rows are eight bits long: a hop along one of four axes changes the number of the cell by the same
//! everywhere. The man that is hopped over is of another class, whose word is shifted to lie over this one.
use super::Cells;

/// By axis, by how much a hop raises the number of a cell, or lowers it on the way back.
const HOPS: [usize; 4] = [1, 7, 8, 9];

/// How hops of a class along one axis go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Axis {
    /// The class of the men that are hopped over.
    over: usize,
    /// By how much the word of that class is shifted, to the left or to the right, to lie over the lower ends of the hops.
    left: u32,
    right: u32,
}

/// The hops that a part of a board has room for.
#[derive(Clone, Debug)]
pub(super) struct Chains {
    /// By class and axis.
    axes: [[Axis; 4]; 4],
    /// By class and axis, where hops start that raise the number.
    starts: [[u64; 4]; 4],
}

impl Chains {
    /// Of these hops: by cell, over which cell one leads to which.
    pub(super) fn new(hops: &[Vec<(u8, u8)>]) -> Chains {
        let mut chains = Chains { axes: Default::default(), starts: [[0; 4]; 4] };
        for (from, hops) in hops.iter().enumerate() {
            let hops = hops.iter().map(|&(over, to)| (usize::from(over), usize::from(to)));
            for (over, to) in hops.filter(|&(_, to)| to > from) {
                let axis = HOPS.iter().position(|&hop| hop == to - from);
                let axis = axis.expect("rows of a class are eight bits long");
                let (class, bit, bit_over) = (from >> 6, (from & 63) as u32, (over & 63) as u32);
                let known = Axis {
                    over: over >> 6,
                    left: bit.saturating_sub(bit_over),
                    right: bit_over.saturating_sub(bit),
                };
                let of_class = &mut chains.axes[class][axis];
                if chains.starts[class][axis] == 0 {
                    *of_class = known;
                }
                assert_eq!(*of_class, known, "hops of a class along an axis are alike");
                chains.starts[class][axis] |= 1 << bit;
            }
        }
        chains
    }

    /// The hops of a class when men stand on the cells of `taken`.
    #[inline]
    pub(super) fn hops(&self, class: usize, taken: &Cells) -> Hops {
        Hops([0, 1, 2, 3].map(|axis| {
            let Axis { over, left, right } = self.axes[class & 3][axis];
            taken[over & 3] << left >> right & self.starts[class & 3][axis]
        }))
    }
}

/// By axis, from which cells of a class there is a man to hop over and room beyond him, when the number is to rise.
#[derive(Clone, Copy)]
pub(super) struct Hops([u64; 4]);

impl Hops {
    /// Where one hop leads from any of these cells, whatever stands there.
    #[inline]
    fn step(self, from: u64) -> u64 {
        let both = |axis: usize| (from & self.0[axis]) << HOPS[axis] | from >> HOPS[axis] & self.0[axis];
        both(0) | both(1) | both(2) | both(3)
    }

    /// These cells and those that chains reach from them over cells of `within`.
    #[inline]
    pub(super) fn flood(self, mut reached: u64, within: u64) -> u64 {
        loop {
            let next = reached | self.step(reached) & within;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }
}

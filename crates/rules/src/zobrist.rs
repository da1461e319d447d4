//! Zobrist keys (Zobrist 1970): one 64-bit number for each feature of a position, combined by exclusive or.
use crate::random::mix;

/// The number of feature `index` in the family `domain` (one domain per game and kind of feature). Computed, not stored,
/// so that a key means the same in every process; games put the ones they need into a table.
pub const fn number(domain: u64, index: u64) -> u64 {
    mix(mix(domain) ^ index.wrapping_mul(0xd134_2543_de82_ef95))
}

/// A table of `len` numbers of one domain.
pub fn table(domain: u64, len: usize) -> Box<[u64]> {
    (0..len as u64).map(|index| number(domain, index)).collect()
}

//! The one random generator, and how its streams are derived.
//!
//! Streams come from a hash of a path — `stream(seed, &[pairing, game, seat])` — so that what a game draws depends on
//! which game it is and never on the thread, the time or the order in which games end.
pub use rand::RngExt;
use rand::SeedableRng;
pub use rand::seq::{IndexedRandom, SliceRandom};

/// xoshiro256++ (Blackman and Vigna 2019), whose stream is promised by its crate. How `rand` turns it into ranges and
/// shuffles is held by a golden test.
pub type Random = rand_xoshiro::Xoshiro256PlusPlus;

/// The stream that belongs to `path` under `seed`. Different paths give independent streams; a prefix is another path.
pub fn stream(seed: u64, path: &[u64]) -> Random {
    Random::seed_from_u64(derive(seed, path))
}

/// The 64-bit number that [`stream`] starts from, to hand on or to record.
pub fn derive(seed: u64, path: &[u64]) -> u64 {
    // The length goes in first, so that a path and its prefix differ even when the rest is zero.
    path.iter().fold(mix(seed ^ mix(path.len() as u64)), |hash, &step| mix(hash ^ mix(step)))
}

/// One step of `SplitMix64` (Steele, Lea and Flood 2014): an invertible mix of all 64 bits.
pub const fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails, a dependency has changed what seeds mean: results of old seeds can no longer be reproduced.
    #[test]
    fn the_stream_is_the_promised_one() {
        let mut rng = stream(1, &[2, 3]);
        let draws: Vec<u32> = (0..8).map(|_| rng.random_range(0..1000)).collect();
        let mut order: Vec<u8> = (0..8).collect();
        order.shuffle(&mut rng);
        assert_eq!(draws, [423, 43, 64, 4, 620, 459, 752, 101]);
        assert_eq!(order, [0, 5, 2, 1, 3, 4, 6, 7]);
    }

    #[test]
    fn a_prefix_is_another_path() {
        assert_ne!(derive(7, &[1]), derive(7, &[1, 0]));
        assert_ne!(derive(7, &[]), derive(7, &[0]));
        assert_ne!(derive(7, &[1, 2]), derive(7, &[2, 1]));
    }
}

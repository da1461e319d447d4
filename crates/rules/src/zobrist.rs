//! Zobrist keys (Zobrist 1970): one 64-bit number for each feature of a position, combined by exclusive or.
use crate::random::mix;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// The number of feature `index` in the family `domain` (one domain per game and kind of feature). Computed, not stored,
/// so that a key means the same in every process; games put the ones they need into a table.
pub const fn number(domain: u64, index: u64) -> u64 {
    mix(mix(domain) ^ index.wrapping_mul(0xd134_2543_de82_ef95))
}

/// A table of `len` numbers of one domain.
pub fn table(domain: u64, len: usize) -> Box<[u64]> {
    (0..len as u64).map(|index| number(domain, index)).collect()
}

/// A set of keys, which are not hashed again: they are random numbers already. Only to be asked for members, so that the
/// order of what is in it decides nothing.
pub type KeySet = HashSet<u64, BuildHasherDefault<KeyHasher>>;

/// What belongs to keys, under the same terms as [`KeySet`].
pub type KeyMap<V> = HashMap<u64, V, BuildHasherDefault<KeyHasher>>;

/// Takes a key as its own hash.
#[derive(Clone, Debug, Default)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

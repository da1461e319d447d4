//! The transposition table: what has been found out about positions, by Zobrist key, in bounded memory.
//!
//! Threads share it without locks: a slot is two words of which the first is stored combined with the second, so that a
//! slot of which two threads wrote one word each is no longer for any key (Hyatt and Mann 2002).
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    Lower,
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) value: i32,
    /// The index of the best move; to be checked for legality, since keys may collide.
    pub(crate) mv: u32,
    pub(crate) depth: u32,
    pub(crate) bound: Bound,
    /// Whether a heuristic had a say in the value.
    pub(crate) guessed: bool,
}

/// 16 bytes: half of the key and the move; value, depth, flags and age. The other half of the key chooses the bucket.
#[derive(Debug, Default)]
struct Slot {
    /// `check << 32 | move`, combined with `rest` by exclusive or.
    head: AtomicU64,
    /// `value << 32 | depth << 24 | flags << 16 | age << 8`; 0 in an empty slot.
    rest: AtomicU64,
}

const USED: u8 = 1 << 7;
const GUESSED: u8 = 1 << 2;
const BUCKET: usize = 4;

/// A cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

/// Buckets of four entries. The entry that goes is the one of least depth, those of older searches first.
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// A table of this many MiB, at least one bucket; `None` where there is not so much memory.
    pub(crate) fn new(mib: usize) -> Option<Table> {
        Table::with_buckets((mib << 20) / size_of::<Bucket>())
    }

    fn with_buckets(count: usize) -> Option<Table> {
        let count = count.max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).ok()?;
        buckets.resize_with(count, Bucket::default);
        Some(Table { buckets, age: 0 })
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.age = 0;
    }

    /// A new search begins: what earlier ones stored is the first to go.
    pub(crate) fn age(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let (head, rest) = slot.read();
            is_for(key, head, rest).then(|| entry(head, rest))
        })
    }

    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let words = self.bucket(key).each_ref().map(Slot::read);
        let same = words.iter().position(|&(head, rest)| is_for(key, head, rest));
        let place = same.unwrap_or_else(|| {
            let worth = |i: usize| {
                let rest = words[i].1;
                (flags(rest) & USED != 0, (rest >> 8) as u8 == self.age, depth(rest))
            };
            (0..BUCKET).min_by_key(|&i| worth(i)).expect("a bucket has slots")
        });
        self.bucket(key)[place].write(key, entry, self.age);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; BUCKET] {
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize].0
    }
}

impl Slot {
    #[inline]
    fn read(&self) -> (u64, u64) {
        let rest = self.rest.load(Relaxed);
        (self.head.load(Relaxed) ^ rest, rest)
    }

    fn write(&self, key: u64, entry: Entry, age: u8) {
        let bound = match entry.bound {
            Bound::Exact => 0,
            Bound::Lower => 1,
            Bound::Upper => 2,
        };
        let flags = USED | bound | if entry.guessed { GUESSED } else { 0 };
        let depth = u64::from(entry.depth.min(255));
        let value = u64::from(entry.value.cast_unsigned());
        let rest = value << 32 | depth << 24 | u64::from(flags) << 16 | u64::from(age) << 8;
        let head = key << 32 | u64::from(entry.mv);
        self.rest.store(rest, Relaxed);
        self.head.store(head ^ rest, Relaxed);
    }
}

#[inline]
fn is_for(key: u64, head: u64, rest: u64) -> bool {
    (head >> 32) as u32 == key as u32 && flags(rest) & USED != 0
}

#[inline]
fn flags(rest: u64) -> u8 {
    (rest >> 16) as u8
}

#[inline]
fn depth(rest: u64) -> u32 {
    u32::from((rest >> 24) as u8)
}

#[inline]
fn entry(head: u64, rest: u64) -> Entry {
    let bound = match flags(rest) & 3 {
        0 => Bound::Exact,
        1 => Bound::Lower,
        _ => Bound::Upper,
    };
    let (value, guessed) = (((rest >> 32) as u32).cast_signed(), flags(rest) & GUESSED != 0);
    Entry { value, mv: head as u32, depth: depth(rest), bound, guessed }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u32, value: i32) -> Entry {
        Entry { value, mv: 7, depth, bound: Bound::Lower, guessed: true }
    }

    #[test]
    fn slots_are_sixteen_bytes() {
        assert_eq!(size_of::<Slot>(), 16);
        assert_eq!(size_of::<Bucket>(), 64);
    }

    #[test]
    fn what_is_put_is_got() {
        let mut table = Table::with_buckets(3).expect("memory");
        for (bound, guessed) in [(Bound::Exact, false), (Bound::Lower, true), (Bound::Upper, false)] {
            for value in [-5, 0, 5, i32::MAX, -i32::MAX] {
                let entry = Entry { value, mv: u32::MAX, depth: 255, bound, guessed };
                table.put(1 << 63, entry);
                assert_eq!(table.get(1 << 63), Some(entry));
            }
        }
        assert_eq!(table.get(1 << 62), None);
        table.clear();
        assert_eq!(table.get(1 << 63), None);
    }

    #[test]
    fn an_empty_slot_is_for_no_key() {
        let table = Table::with_buckets(1).expect("memory");
        assert_eq!(table.get(0), None);
    }

    #[test]
    fn a_full_bucket_gives_up_old_searches_first_then_shallow_ones() {
        let mut table = Table::with_buckets(1).expect("memory");
        for key in 1..=4 {
            table.put(key, entry(10 + key as u32, 0));
        }
        table.put(5, entry(1, 0));
        assert_eq!(table.get(1), None);
        table.age();
        table.put(6, entry(1, 0));
        table.put(7, entry(2, 0));
        assert!(table.get(6).is_some() && table.get(7).is_some());
        assert!(table.get(5).is_none() && table.get(2).is_none());
        assert!(table.get(4).is_some());
    }

    /// What two threads wrote at once: the first word of one entry, the second of another.
    #[test]
    fn a_torn_slot_is_for_no_key() {
        let (torn, other) = (Slot::default(), Slot::default());
        torn.write(1, entry(3, 11), 0);
        other.write(2, entry(4, 12), 0);
        torn.rest.store(other.rest.load(Relaxed), Relaxed);
        let (head, rest) = torn.read();
        assert!(!is_for(1, head, rest) && !is_for(2, head, rest));
    }
}

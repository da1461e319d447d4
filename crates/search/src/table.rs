//! The transposition table: what has been found out about positions, by Zobrist key, in bounded memory.

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

/// 16 bytes: the low half of the key (the high half chooses the bucket), value, move, depth, flags, age.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    check: u32,
    value: i32,
    mv: u32,
    depth: u8,
    flags: u8,
    age: u8,
}

const USED: u8 = 1 << 7;
const GUESSED: u8 = 1 << 2;
const BUCKET: usize = 4;

/// Buckets of four entries, a cache line each. The entry that goes is the one of least depth, older searches first.
#[derive(Debug)]
pub(crate) struct Table {
    slots: Vec<[Slot; BUCKET]>,
    age: u8,
}

impl Table {
    /// A table of this many MiB, at least one bucket; `None` where there is not so much memory.
    pub(crate) fn new(mib: usize) -> Option<Table> {
        Table::with_buckets((mib << 20) / size_of::<[Slot; BUCKET]>())
    }

    fn with_buckets(buckets: usize) -> Option<Table> {
        let buckets = buckets.max(1);
        let mut slots = Vec::new();
        slots.try_reserve_exact(buckets).ok()?;
        slots.resize(buckets, [Slot::default(); BUCKET]);
        Some(Table { slots, age: 0 })
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.slots.fill([Slot::default(); BUCKET]);
        self.age = 0;
    }

    /// A new search begins: what earlier ones stored is the first to go.
    pub(crate) fn age(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let slot = self.slots[self.bucket(key)].iter().find(|slot| slot.is_for(key))?;
        let bound = match slot.flags & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        };
        let guessed = slot.flags & GUESSED != 0;
        Some(Entry { value: slot.value, mv: slot.mv, depth: u32::from(slot.depth), bound, guessed })
    }

    pub(crate) fn put(&mut self, key: u64, entry: Entry) {
        let (bucket, age) = (self.bucket(key), self.age);
        let bucket = &mut self.slots[bucket];
        let place = bucket.iter().position(|slot| slot.is_for(key)).unwrap_or_else(|| {
            let worth = |slot: &Slot| (slot.flags & USED != 0, slot.age == age, slot.depth);
            (0..BUCKET).min_by_key(|&i| worth(&bucket[i])).expect("a bucket has slots")
        });
        let bound = match entry.bound {
            Bound::Exact => 0,
            Bound::Lower => 1,
            Bound::Upper => 2,
        };
        let flags = USED | bound | if entry.guessed { GUESSED } else { 0 };
        let depth = entry.depth.min(255) as u8;
        bucket[place] = Slot { check: key as u32, value: entry.value, mv: entry.mv, depth, flags, age };
    }

    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }
}

impl Slot {
    fn is_for(&self, key: u64) -> bool {
        self.check == key as u32 && self.flags & USED != 0
    }
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
    }

    #[test]
    fn what_is_put_is_got() {
        let mut table = Table::with_buckets(3).expect("memory");
        table.put(1 << 63, entry(3, -5));
        assert_eq!(table.get(1 << 63), Some(entry(3, -5)));
        assert_eq!(table.get(1 << 62), None);
        table.clear();
        assert_eq!(table.get(1 << 63), None);
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
}

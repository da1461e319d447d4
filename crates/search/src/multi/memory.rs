//! A table of what positions are worth to every team.
use crate::multi::worth::Worth;

/// What a stored worth says about the true one, for the search that stored it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    Lower,
    Upper,
    /// Nothing: only the move is known.
    None,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) worth: Worth,
    pub(super) bound: Bound,
    /// The plies that were searched below.
    pub(super) depth: u32,
    /// The index of the best move; to be checked for legality, since keys may collide.
    pub(super) mv: Option<u32>,
    /// Whether a heuristic had a say.
    pub(super) guessed: bool,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    age: u32,
    entry: Entry,
}

/// Two slots for each key: the one of a shallower or older search gives way.
#[derive(Debug)]
pub(super) struct Memory {
    slots: Vec<[Option<Slot>; 2]>,
    age: u32,
}

impl Memory {
    /// A table of at most so many MiB; with none it remembers nothing. `None` where there is not so much memory.
    pub(super) fn new(mib: usize) -> Option<Memory> {
        Memory::with_pairs((mib << 20) / size_of::<[Option<Slot>; 2]>())
    }

    fn with_pairs(pairs: usize) -> Option<Memory> {
        let mut slots = Vec::new();
        slots.try_reserve_exact(pairs).ok()?;
        slots.resize(pairs, [None; 2]);
        Some(Memory { slots, age: 0 })
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.slots.fill([None; 2]);
        self.age = 0;
    }

    /// A new search begins: what earlier ones stored is the first to go.
    pub(super) fn age(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let pair = self.slots.get(self.place(key))?;
        pair.iter().flatten().find(|slot| slot.key == key).map(|slot| slot.entry)
    }

    pub(super) fn put(&mut self, key: u64, entry: Entry) {
        let (place, age) = (self.place(key), self.age);
        let Some(pair) = self.slots.get_mut(place) else { return };
        let is_own = |slot: &Option<Slot>| slot.is_some_and(|slot| slot.key == key);
        let worth = |slot: &Option<Slot>| slot.map(|slot| (slot.age == age, slot.entry.depth));
        let own = pair.iter().position(is_own);
        let slot = own.unwrap_or_else(|| usize::from(worth(&pair[1]) < worth(&pair[0])));
        pair[slot] = Some(Slot { key, age, entry });
    }

    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u32) -> Entry {
        Entry { worth: Worth::default(), bound: Bound::Exact, depth, mv: Some(depth), guessed: true }
    }

    #[test]
    fn what_is_put_is_got_until_deeper_or_newer_knowledge_needs_the_place() {
        let mut memory = Memory::with_pairs(1).expect("memory");
        memory.put(1, entry(5));
        memory.put(2, entry(3));
        memory.put(1, entry(4));
        assert_eq!((memory.get(1), memory.get(2)), (Some(entry(4)), Some(entry(3))));
        memory.put(3, entry(1));
        assert_eq!((memory.get(1), memory.get(2), memory.get(3)), (Some(entry(4)), None, Some(entry(1))));
        memory.age();
        memory.put(4, entry(1));
        memory.put(5, entry(1));
        assert!(memory.get(5).is_some() && memory.get(1).is_none());
        memory.clear();
        assert_eq!(memory.get(5), None);
    }

    #[test]
    fn without_room_nothing_is_remembered() {
        let mut memory = Memory::new(0).expect("memory");
        memory.put(1, entry(5));
        assert_eq!(memory.get(1), None);
    }
}

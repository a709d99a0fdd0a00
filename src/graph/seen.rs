//! `Seen`: the table of visited sets that keeps a search from doing the same work twice.

use super::Bits;

/// A set of (set of candidates, number) pairs, compared exactly: a hash decides where to
/// look, never whether two pairs are equal. Open addressing; clearing costs nothing (generations), and starts
/// again in a small part of the table, which stays in the cache (without: a third of the time of B).
///
/// At `CAPACITY` pairs it stops learning: a search then repeats work but finds the same.
/// (The standard HashMap with SipHash was half the run time of a prototype.)
pub struct Seen<const C: usize> {
    slots: Vec<Slot<C>>,
    /// The slots in use: the first so many, a power of two.
    size: usize,
    generation: u32,
    len: usize,
}

#[derive(Clone, Copy)]
struct Slot<const C: usize> {
    set: Bits<C>,
    last: u32,
    generation: u32,
}

/// Slots to start with.
const SMALL: usize = 1 << 9;

/// Pairs kept at most.
const CAPACITY: usize = 1 << 19;

impl<const C: usize> Seen<C> {
    /// An empty table.
    pub fn new() -> Seen<C> {
        Seen { slots: Vec::new(), size: 0, generation: 1, len: 0 }
    }

    /// Forgets every pair.
    pub fn clear(&mut self) {
        self.len = 0;
        self.size = self.slots.len().min(SMALL);
        self.next_generation();
    }

    fn next_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.iter_mut().for_each(|slot| slot.generation = 0);
            self.generation = 1;
        }
    }

    /// Adds a pair; `false` if it was there.
    pub fn insert(&mut self, set: &Bits<C>, last: usize) -> bool {
        if 2 * (self.len + 1) > self.size && !self.grow() {
            return true;
        }
        let slot = self.slot_of(set, last as u32);
        if self.slots[slot].generation == self.generation {
            return false;
        }
        self.slots[slot] = Slot { set: *set, last: last as u32, generation: self.generation };
        self.len += 1;
        true
    }

    /// Whether the pair is there.
    pub fn contains(&self, set: &Bits<C>, last: usize) -> bool {
        self.len > 0 && self.slots[self.slot_of(set, last as u32)].generation == self.generation
    }

    /// The slot that holds the pair, or the free one where it belongs.
    #[inline]
    fn slot_of(&self, set: &Bits<C>, last: u32) -> usize {
        let mask = self.size - 1;
        let mut hash = u64::from(last);
        for word in set.0 {
            hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        let mut at = (hash >> 32) as usize & mask;
        loop {
            let slot = &self.slots[at];
            if slot.generation != self.generation || slot.last == last && slot.set == *set {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    /// Doubles the table; `false` when it is as large as it may be.
    fn grow(&mut self) -> bool {
        if self.len >= CAPACITY {
            return false;
        }
        let live = |slot: &&Slot<C>| slot.generation == self.generation;
        let old: Vec<Slot<C>> = self.slots[..self.size].iter().filter(live).copied().collect();
        self.next_generation();
        self.size = (2 * self.size).max(SMALL);
        if self.slots.len() < self.size {
            let blank = Slot { set: Bits::EMPTY, last: 0, generation: 0 };
            self.slots.resize(self.size, blank);
        }
        for slot in old {
            let at = self.slot_of(&slot.set, slot.last);
            self.slots[at] = Slot { generation: self.generation, ..slot };
        }
        true
    }
}

impl<const C: usize> Default for Seen<C> {
    fn default() -> Self {
        Seen::new()
    }
}

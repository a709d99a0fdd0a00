//! `Seen`: the table of visited sets that keeps a search from doing the same work twice.

use super::Bits;

/// A set of (set of candidates, number) pairs, compared exactly: a hash decides where to
/// look, never whether two pairs are equal. Open addressing; clearing costs nothing (generations).
///
/// At `CAPACITY` pairs it stops learning: a search then repeats work but finds the same.
/// (The standard HashMap with SipHash was half the run time of a prototype.)
pub struct Seen<const C: usize> {
    slots: Vec<Slot<C>>,
    generation: u32,
    len: usize,
}

#[derive(Clone, Copy)]
struct Slot<const C: usize> {
    set: Bits<C>,
    last: u32,
    generation: u32,
}

/// Pairs kept at most.
const CAPACITY: usize = 1 << 19;

impl<const C: usize> Seen<C> {
    /// An empty table.
    pub fn new() -> Seen<C> {
        Seen { slots: Vec::new(), generation: 1, len: 0 }
    }

    /// Forgets every pair.
    pub fn clear(&mut self) {
        self.len = 0;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.clear();
            self.generation = 1;
        }
    }

    /// Adds a pair; `false` if it was there.
    pub fn insert(&mut self, set: &Bits<C>, last: usize) -> bool {
        if 2 * (self.len + 1) > self.slots.len() && !self.grow() {
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

    /// The slot that holds the pair, or the free one where it belongs.
    #[inline]
    fn slot_of(&self, set: &Bits<C>, last: u32) -> usize {
        let mask = self.slots.len() - 1;
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
        let size = (2 * self.slots.len()).max(1 << 10);
        let blank = Slot { set: Bits::EMPTY, last: 0, generation: 0 };
        let old = std::mem::replace(&mut self.slots, vec![blank; size]);
        for slot in old.iter().filter(|slot| slot.generation == self.generation) {
            let at = self.slot_of(&slot.set, slot.last);
            self.slots[at] = *slot;
        }
        true
    }
}

impl<const C: usize> Default for Seen<C> {
    fn default() -> Self {
        Seen::new()
    }
}

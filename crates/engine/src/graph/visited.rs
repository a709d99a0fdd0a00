//! `VisitedSets`: table of visited sets, which keeps a search from doing the same work twice.

use super::Bits;

/// Set of (set of candidates, number) pairs, compared exactly: the hash selects the first slot to probe and
/// never decides whether two pairs are equal.
///
/// ```text
///   slots   | . | h 3 | . | h 1 | h 2 | . |     open addressing: the hash, and the place of the pair;
///                   ╰──────╮  │     │           a power of two, at least twice as many as pairs
///   pairs   |   1   |   2  ╰ 3   |              in order of insertion
/// ```
///
/// Most pairs are new: then only a slot is read, and the pair is written next to the previous one. (Pairs
/// stored in the slots took a fifth of the time of hard puzzles; the standard HashMap with SipHash took half
/// the run time of a prototype.)
///
/// At `CAPACITY` pairs the set stops learning: a search then repeats work but finds the same.
pub(crate) struct VisitedSets<const C: usize> {
    slots: Vec<HashSlot>,
    pairs: Vec<(Bits<C>, usize)>,
}

#[derive(Clone, Copy)]
struct HashSlot {
    hash: u32,
    /// The place of the pair, counted from 1; 0 marks a free slot.
    place: u32,
}

const FREE: HashSlot = HashSlot { hash: 0, place: 0 };

const SMALL: usize = 1 << 9;

const CAPACITY: usize = 1 << 19;

impl<const C: usize> Default for VisitedSets<C> {
    fn default() -> Self {
        VisitedSets { slots: vec![FREE; SMALL], pairs: Vec::new() }
    }
}

impl<const C: usize> VisitedSets<C> {
    /// Removes every pair and shrinks the table to few slots, which stay in the processor's cache.
    pub fn clear(&mut self) {
        if self.pairs.is_empty() {
            return;
        }
        self.slots.truncate(SMALL);
        self.slots.fill(FREE);
        self.pairs.clear();
    }

    /// Adds a pair; returns `false` if the set had it already.
    pub fn insert(&mut self, set: &Bits<C>, last: usize) -> bool {
        let hash = hash(set, last);
        let at = self.find(hash, set, last);
        if self.slots[at].place > 0 {
            return false;
        }
        if self.pairs.len() < CAPACITY {
            self.pairs.push((*set, last));
            self.slots[at] = HashSlot { hash, place: self.pairs.len() as u32 };
            if 2 * self.pairs.len() >= self.slots.len() {
                self.grow();
            }
        }
        true
    }

    /// Whether pairs may be missing, as the table is full.
    pub fn is_full(&self) -> bool {
        self.pairs.len() == CAPACITY
    }

    pub fn contains(&self, set: &Bits<C>, last: usize) -> bool {
        self.slots[self.find(hash(set, last), set, last)].place > 0
    }

    /// Returns the slot of the pair, or the free slot where it belongs.
    #[inline]
    fn find(&self, hash: u32, set: &Bits<C>, last: usize) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            let same = |slot: HashSlot| {
                let (other, number) = &self.pairs[slot.place as usize - 1];
                *number == last && other == set
            };
            if slot.place == 0 || slot.hash == hash && same(slot) {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let size = 2 * self.slots.len();
        let old = std::mem::replace(&mut self.slots, vec![FREE; size]);
        for slot in old.into_iter().filter(|slot| slot.place > 0) {
            let mut at = slot.hash as usize & (size - 1);
            while self.slots[at].place > 0 {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = slot;
        }
    }
}

#[inline]
fn hash<const C: usize>(set: &Bits<C>, last: usize) -> u32 {
    let mut hash = last as u64;
    for word in set.0 {
        hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    (hash >> 32) as u32
}

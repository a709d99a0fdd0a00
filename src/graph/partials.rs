//! `Partials`: the partial chains of a search, kept for the search for chains that are longer by one.

use super::{Bits, Seen};

/// Partial chains that wait, by their number of right-linking candidates: the target, then these, one after the other.
#[derive(Default)]
pub struct Waiting {
    queues: Vec<Vec<u16>>,
    len: usize,
}

/// Numbers kept at most.
const CAPACITY: usize = 1 << 22;

impl Waiting {
    /// Adds partial chains with so many right-linking candidates. Where there are too many, none is kept.
    pub fn add(&mut self, depth: usize, partials: &[u16]) {
        self.len += partials.len();
        if self.len <= CAPACITY {
            self.queues.resize_with(self.queues.len().max(depth + 1), Vec::new);
            self.queues[depth].extend_from_slice(partials);
        } else {
            self.queues.clear();
        }
    }
}

/// What is kept of a search: a search for the next size goes on where this one ended.
pub struct Partials<const C: usize> {
    /// Whether whips (or braids) were searched, and their size.
    of: Option<(bool, usize)>,
    /// The partial chains that wait.
    pub queues: Vec<Vec<u16>>,
    /// The states of partial chains that were queued.
    pub seen: Seen<C>,
    /// The targets whose partial chains are here, and those whose are not, or no longer all.
    begun: Bits<C>,
    ended: Bits<C>,
}

impl<const C: usize> Default for Partials<C> {
    fn default() -> Self {
        let (begun, ended) = (Bits::EMPTY, Bits::EMPTY);
        Partials { of: None, queues: Vec::new(), seen: Seen::new(), begun, ended }
    }
}

impl<const C: usize> Partials<C> {
    /// The graph has changed.
    pub(super) fn forget(&mut self) {
        self.of = None;
    }

    /// Makes ready for a search of this kind and size on these targets; returns those that are to be begun.
    pub fn resume(&mut self, whips: bool, size: usize, targets: &Bits<C>) -> Bits<C> {
        if self.of != Some((whips, size - 1)) || targets.intersects(&self.ended) {
            self.queues.iter_mut().for_each(Vec::clear);
            self.seen.clear();
            (self.begun, self.ended) = (Bits::EMPTY, Bits::EMPTY);
        }
        self.of = None;
        self.queues.resize_with(size - 1, Vec::new);
        let new = *targets - self.begun;
        // Others' partial chains are dropped when they are met.
        self.ended |= self.begun - *targets;
        self.begun = *targets;
        new
    }

    /// The search is done, but for `waiting`; the targets `ended` have a chain.
    pub fn keep(&mut self, whips: bool, size: usize, waiting: Waiting, ended: &Bits<C>) {
        self.ended |= *ended;
        self.begun = self.begun - *ended;
        if waiting.len <= CAPACITY {
            self.of = Some((whips, size));
            self.queues = waiting.queues;
        }
    }
}

//! `Partials`: the partial chains of a search, kept for the search for chains that are longer by one.

use super::{Bits, Seen};
use std::collections::VecDeque;

/// Partial chains by their number of right-linking candidates: the target, then these, one after the other.
type Queues = Vec<Vec<u16>>;

/// Partial chains that wait, for the size after this, the one after that, and so on.
#[derive(Default)]
pub struct Waiting {
    due: VecDeque<Queues>,
    len: usize,
}

/// Numbers kept at most.
const CAPACITY: usize = 1 << 22;

impl Waiting {
    /// Adds partial chains with so many right-linking candidates, for `after` sizes from now. Where there are too many,
    /// none is kept.
    pub fn add(&mut self, after: usize, depth: usize, partials: &[u16]) {
        self.len += partials.len();
        if self.len > CAPACITY {
            return;
        }
        if self.due.len() < after {
            self.due.resize_with(after, Vec::new);
        }
        let queues = &mut self.due[after - 1];
        if queues.len() <= depth {
            queues.resize_with(depth + 1, Vec::new);
        }
        queues[depth].extend_from_slice(partials);
    }

    /// Those that are due after one size. Takes queues done with instead, for their memory.
    fn next(&mut self, mut done: Queues) -> Queues {
        done.iter_mut().for_each(Vec::clear);
        self.due.push_back(done);
        let queues = self.due.pop_front().unwrap_or_default();
        self.len -= queues.iter().map(Vec::len).sum::<usize>();
        queues
    }

    fn clear(&mut self) {
        self.due.iter_mut().flatten().for_each(Vec::clear);
        self.len = 0;
    }
}

/// What is kept of a search: a search for the next size goes on where this one ended.
pub struct Partials<const C: usize> {
    /// Whether whips (or braids) were searched, and their size.
    of: Option<(bool, usize)>,
    /// The partial chains to go on with now.
    pub queues: Queues,
    /// The others.
    pub waiting: Waiting,
    /// The states of partial chains that were queued.
    pub seen: Seen<C>,
    /// The targets whose partial chains are here, and those whose are not, or no longer all.
    begun: Bits<C>,
    ended: Bits<C>,
}

impl<const C: usize> Default for Partials<C> {
    fn default() -> Self {
        let (begun, ended) = (Bits::EMPTY, Bits::EMPTY);
        Partials {
            of: None,
            queues: Vec::new(),
            waiting: Waiting::default(),
            seen: Seen::new(),
            begun,
            ended,
        }
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
            self.waiting.clear();
            self.seen.clear();
            (self.begun, self.ended) = (Bits::EMPTY, Bits::EMPTY);
        }
        self.of = None;
        self.queues = self.waiting.next(std::mem::take(&mut self.queues));
        self.queues.resize_with(self.queues.len().max(size - 1), Vec::new);
        let new = *targets - self.begun;
        // Others' partial chains are dropped when they are met.
        self.ended |= self.begun - *targets;
        self.begun = *targets;
        new
    }

    /// The search is done; the targets `ended` have a chain.
    pub fn keep(&mut self, whips: bool, size: usize, ended: &Bits<C>) {
        self.ended |= *ended;
        self.begun = self.begun - *ended;
        if self.waiting.len <= CAPACITY {
            self.of = Some((whips, size));
        }
    }
}

//! `Partials`: the partial chains of a search, kept for the search for chains that are longer by one.

use super::{Bits, TargetSet, VisitedSets};
use std::collections::VecDeque;

/// Partial chains with the same number of right-linking candidates.
#[derive(Default)]
pub(crate) struct Queue<const C: usize> {
    /// The target of each, then these.
    pub chains: Vec<u16>,
    /// For each chain of those whose order does not matter, candidates that it is not to be extended by: the
    /// same is reached by another.
    pub barred: Vec<Bits<C>>,
}

impl<const C: usize> Queue<C> {
    /// How many numbers it holds.
    pub fn len(&self) -> usize {
        self.chains.len()
    }

    pub fn is_empty(&self) -> bool {
        self.chains.is_empty()
    }

    /// Adds a partial chain that is longer by one.
    #[inline]
    pub fn push(&mut self, partial: &[u16], right: usize, barred: Option<&Bits<C>>) {
        self.chains.extend_from_slice(partial);
        self.chains.push(right as u16);
        if let Some(barred) = barred {
            self.barred.push(*barred);
        }
    }

    /// Takes those off, and puts them at the end of `other`.
    fn move_from(&mut self, start: usize, stride: usize, other: &mut Queue<C>) {
        other.chains.extend_from_slice(&self.chains[start..]);
        if let Some(barred) = self.barred.get(start / stride..) {
            other.barred.extend_from_slice(barred);
        }
        self.truncate(start, stride);
    }

    /// Leaves out the partial chains from the number at `start` on.
    pub fn truncate(&mut self, start: usize, stride: usize) {
        self.chains.truncate(start);
        self.barred.truncate(start / stride);
    }

    fn clear(&mut self) {
        self.truncate(0, 1);
    }
}

/// Partial chains by their number of right-linking candidates.
type Queues<const C: usize> = Vec<Queue<C>>;

/// Partial chains that wait, for the size after this, the one after that, and so on.
#[derive(Default)]
pub(crate) struct Waiting<const C: usize> {
    due: VecDeque<Queues<C>>,
    len: usize,
}

const CAPACITY: usize = 1 << 22;

impl<const C: usize> Waiting<C> {
    /// The queue of partial chains with this many right-linking candidates that wait for `after` sizes from
    /// now, to which this many numbers are added. Where there are too many, none is kept.
    fn queue(&mut self, after: usize, depth: usize, numbers: usize) -> Option<&mut Queue<C>> {
        self.len += numbers;
        if self.len > CAPACITY {
            return None;
        }
        if self.due.len() < after {
            self.due.resize_with(after, Vec::new);
        }
        let queues = &mut self.due[after - 1];
        if queues.len() <= depth {
            queues.resize_with(depth + 1, Queue::default);
        }
        Some(&mut queues[depth])
    }

    /// Adds a partial chain for `after` sizes from now.
    pub fn add(&mut self, after: usize, partial: &[u16], barred: Option<&Bits<C>>) {
        if let Some(queue) = self.queue(after, partial.len() - 1, partial.len()) {
            queue.chains.extend_from_slice(partial);
            if let Some(barred) = barred {
                queue.barred.push(*barred);
            }
        }
    }

    /// Takes the partial chains with this many right-linking candidates from the number at `start` of `queue`
    /// on, for the next size.
    pub fn take(&mut self, depth: usize, queue: &mut Queue<C>, start: usize) {
        match self.queue(1, depth, queue.len() - start) {
            Some(waiting) => queue.move_from(start, depth + 1, waiting),
            None => queue.truncate(start, depth + 1),
        }
    }

    /// Those that are due after one size. Takes queues done with instead, for their memory.
    fn next(&mut self, mut done: Queues<C>) -> Queues<C> {
        done.iter_mut().for_each(Queue::clear);
        self.due.push_back(done);
        let queues = self.due.pop_front().unwrap_or_default();
        self.len -= queues.iter().map(Queue::len).sum::<usize>();
        queues
    }

    fn clear(&mut self) {
        self.due.iter_mut().flatten().for_each(Queue::clear);
        self.len = 0;
    }
}

/// What is kept of a search: a search for the next size goes on where this one ended.
#[derive(Default)]
pub(crate) struct Partials<const C: usize, const T: usize> {
    /// Whether whips (or braids) were searched, and their size.
    of: Option<(bool, usize)>,
    pub queues: Queues<C>,
    pub waiting: Waiting<C>,
    /// The states of partial whips that were queued.
    pub visited: VisitedSets<C>,
    /// Room for a set of candidates for each partial chain of a block, or for each target.
    pub sets: Vec<Bits<C>>,
    /// The targets whose partial chains are here, and those whose are not, or no longer all.
    begun: TargetSet<C, T>,
    ended: TargetSet<C, T>,
}

impl<const C: usize, const T: usize> Partials<C, T> {
    /// The graph has changed.
    pub(super) fn forget(&mut self) {
        self.of = None;
    }

    /// Makes ready for a search of this kind and size on these targets; returns those that are to be begun.
    pub fn resume(&mut self, whips: bool, size: usize, targets: &TargetSet<C, T>) -> TargetSet<C, T> {
        if self.of != Some((whips, size - 1)) || targets.intersects(&self.ended) {
            self.waiting.clear();
            self.visited.clear();
            (self.begun, self.ended) = (TargetSet::EMPTY, TargetSet::EMPTY);
        }
        self.of = None;
        self.queues = self.waiting.next(std::mem::take(&mut self.queues));
        self.queues.resize_with(self.queues.len().max(size - 1), Queue::default);
        let new = targets.without(&self.begun);
        // Others' partial chains are dropped when they are met.
        self.ended = self.ended.with(&self.begun.without(targets));
        self.begun = *targets;
        new
    }

    /// The search is done; the targets `ended` have a chain.
    pub fn keep(&mut self, whips: bool, size: usize, ended: &TargetSet<C, T>) {
        self.ended = self.ended.with(ended);
        self.begun = self.begun.without(ended);
        if self.waiting.len <= CAPACITY {
            self.of = Some((whips, size));
        }
    }
}

//! `Partials`: the partial chains of a search, kept for the search for chains longer by one.

use super::{Bits, TargetSet, VisitedSets};
use std::collections::VecDeque;

/// Partial chains with the same number of right-linking candidates.
#[derive(Default)]
pub(crate) struct Queue<const C: usize> {
    /// The numbers of all chains, one chain after another: its target, then its right-linking candidates.
    pub chains: Vec<u16>,
    /// For each chain, if their order does not matter, candidates that must not extend it: another partial
    /// chain reaches the same set.
    pub barred: Vec<Bits<C>>,
}

impl<const C: usize> Queue<C> {
    pub fn len(&self) -> usize {
        self.chains.len()
    }

    pub fn is_empty(&self) -> bool {
        self.chains.is_empty()
    }

    /// Adds `partial` extended by `right`.
    #[inline]
    pub fn push(&mut self, partial: &[u16], right: usize, barred: Option<&Bits<C>>) {
        self.chains.extend_from_slice(partial);
        self.chains.push(right as u16);
        if let Some(barred) = barred {
            self.barred.push(*barred);
        }
    }

    /// Moves the partial chains from the number at `start` on to the end of `other`.
    fn move_from(&mut self, start: usize, stride: usize, other: &mut Queue<C>) {
        other.chains.extend_from_slice(&self.chains[start..]);
        if let Some(barred) = self.barred.get(start / stride..) {
            other.barred.extend_from_slice(barred);
        }
        self.truncate(start, stride);
    }

    /// Drops the partial chains from the number at `start` on.
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

/// Partial chains waiting for the next size, the one after it, and so on.
#[derive(Default)]
pub(crate) struct Waiting<const C: usize> {
    due: VecDeque<Queues<C>>,
    len: usize,
}

const CAPACITY: usize = 1 << 22;

impl<const C: usize> Waiting<C> {
    /// Returns the queue of partial chains with `depth` right-linking candidates that are due `after` sizes
    /// from now, or `None` if `numbers` more numbers exceed the capacity.
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

    /// Adds a partial chain due `after` sizes from now.
    pub fn add(&mut self, after: usize, partial: &[u16], barred: Option<&Bits<C>>) {
        if let Some(queue) = self.queue(after, partial.len() - 1, partial.len()) {
            queue.chains.extend_from_slice(partial);
            if let Some(barred) = barred {
                queue.barred.push(*barred);
            }
        }
    }

    /// Moves the partial chains, which have `depth` right-linking candidates, from the number at `start` of
    /// `queue` on to the queue for the next size.
    pub fn take(&mut self, depth: usize, queue: &mut Queue<C>, start: usize) {
        match self.queue(1, depth, queue.len() - start) {
            Some(waiting) => queue.move_from(start, depth + 1, waiting),
            None => queue.truncate(start, depth + 1),
        }
    }

    /// Returns the queues due at the next size, and takes finished queues in exchange, to reuse their memory.
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

/// Partial chains kept of a search, so that a search for the next size continues where this one ended.
#[derive(Default)]
pub(crate) struct Partials<const C: usize, const T: usize> {
    /// Whether whips (rather than braids) were searched, and their size.
    of: Option<(bool, usize)>,
    pub queues: Queues<C>,
    pub waiting: Waiting<C>,
    /// The states of partial whips that were queued.
    pub visited: VisitedSets<C>,
    /// Scratch with a set of candidates for each partial chain of a block, or for each target.
    pub sets: Vec<Bits<C>>,
    /// Targets whose partial chains are all in the queues.
    begun: TargetSet<C, T>,
    /// Targets whose partial chains are not in the queues, or no longer all.
    ended: TargetSet<C, T>,
}

impl<const C: usize, const T: usize> Partials<C, T> {
    /// Clears the queues, as the graph has changed.
    pub(super) fn forget(&mut self) {
        self.of = None;
    }

    /// Prepares a search of this kind and size on these targets, and returns the targets still to be begun.
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
        // Partial chains of other targets are dropped on sight.
        self.ended = self.ended.with(&self.begun.without(targets));
        self.begun = *targets;
        new
    }

    /// Whether no partial chain waits.
    pub fn is_empty(&self) -> bool {
        self.of.is_some() && self.waiting.len == 0
    }

    /// Keeps the queues at the end of a search; the targets `ended` have a chain.
    pub fn keep(&mut self, whips: bool, size: usize, ended: &TargetSet<C, T>) {
        self.ended = self.ended.with(ended);
        self.begun = self.begun.without(ended);
        if self.waiting.len <= CAPACITY {
            self.of = Some((whips, size));
        }
    }
}

//! The ordered search of rule 21: the tree of true candidates from one candidate, breadth first. Its order
//! decides which chain is found first, and so the literals.

use super::links::{Hop, Id, Links};
use super::literal::{Cause, Literal};
use crate::ser::houses::Houses;

/// Link by which a true candidate was reached.
#[derive(Clone, Copy)]
struct Reached {
    /// The search that reached the candidate.
    epoch: u32,
    /// The true candidate before it, or `Id::NONE`.
    parent: Id,
    /// The false candidate between both, or `Id::NONE`.
    through: Id,
    cause: Cause,
    /// Number of literals before the candidate.
    depth: u16,
}

const UNREACHED: Reached =
    Reached { epoch: 0, parent: Id::NONE, through: Id::NONE, cause: Cause::Assumption, depth: 0 };

/// Proof that a candidate is true.
pub struct ProvingWay {
    /// The last true candidate of the proof.
    pub by: Id,
    /// The last false candidate of the proof.
    pub last: Id,
    pub cause: Cause,
}

/// Tree that grows from a candidate, and the ways to close a cycle in the tree.
#[derive(Default)]
pub struct Growth {
    reached: Vec<Reached>,
    queue: Vec<Id>,
    epoch: u32,
    closings: Vec<(Id, Id)>,
}

impl Growth {
    /// Returns the ways to close a cycle that were found last: for each way, the cycle's last true candidate
    /// and the false candidate after it.
    pub fn closings(&self) -> &[(Id, Id)] {
        &self.closings
    }

    /// Returns the number of literals before a candidate that was reached.
    pub fn depth(&self, at: Id) -> u16 {
        self.reached[at].depth
    }

    fn reach(&mut self, to: Id, parent: Id, through: Id, cause: Cause, depth: u16) {
        self.reached[to] = Reached { epoch: self.epoch, parent, through, cause, depth };
        self.queue.push(to);
    }

    fn begin(&mut self, links: &Links<impl Houses>) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 || self.reached.len() < links.count() {
            self.reached.clear();
            self.reached.resize(729, UNREACHED);
            self.epoch = 1;
        }
        self.queue.clear();
    }

    /// Grows the tree from a true candidate and finds all ways to close a cycle. Returns the first candidate
    /// reached that excludes the start.
    pub fn if_true(&mut self, links: &mut Links<impl Houses>, start: Id) -> Option<Id> {
        self.grow(links, start, u16::MAX, |_, _| true);
        let reaches = |&&from: &&Id| self.depth(from) >= 2 && links.weak(from, start).is_some();
        self.queue.iter().find(reaches).copied()
    }

    /// Grows the tree from a true candidate to this depth, and finds the ways to close a cycle there. Only
    /// candidates that are wanted at their depth are reached; candidates that lead to a wanted one must be
    /// wanted, too.
    pub fn closing_at(
        &mut self, links: &mut Links<impl Houses>, start: Id, depth: u16, is_wanted: impl Fn(Id, u16) -> bool,
    ) {
        self.grow(links, start, depth, is_wanted);
        self.closings.retain(|&(before, _)| self.reached[before].depth == depth);
    }

    fn grow(
        &mut self, links: &mut Links<impl Houses>, start: Id, limit: u16, is_wanted: impl Fn(Id, u16) -> bool,
    ) {
        self.begin(links);
        self.closings.clear();
        self.reach(start, Id::NONE, Id::NONE, Cause::Assumption, 0);
        let mut next = 0;
        while next < self.queue.len() {
            let from = self.queue[next];
            next += 1;
            let depth = self.reached[from].depth;
            if depth >= 2 {
                self.close(links, start, from);
            }
            if depth >= limit {
                continue;
            }
            let (epoch, reached, queue) = (self.epoch, &mut self.reached, &mut self.queue);
            let depth = depth + 2;
            for &Hop { through, to, cause } in links.hops(from) {
                if reached[to].epoch != epoch && is_wanted(to, depth) {
                    reached[to] = Reached { epoch, parent: from, through, cause, depth };
                    queue.push(to);
                }
            }
        }
    }

    /// Adds the ways to return to the start from this candidate, in the order of the candidates that it
    /// excludes.
    fn close(&mut self, links: &Links<impl Houses>, start: Id, from: Id) {
        let known = self.closings.len();
        for &(last, _) in links.strong(start) {
            if links.weak(from, last).is_some() && !self.is_through(from, last) {
                self.closings.push((from, last));
            }
        }
        if self.closings.len() > known + 1 {
            let (cell, digit) = links.at(from);
            let rank = |&(_, last): &(Id, Id)| match links.at(last) {
                (other, value) if other == cell => value.index(),
                (other, _) => {
                    debug_assert_eq!(links.at(last).1, digit);
                    9 + links.houses.neighbours(cell).iter().position(|&at| at == other).unwrap()
                }
            };
            self.closings[known..].sort_by_key(rank);
        }
    }

    /// Whether the path to `from` leads through the false candidate.
    fn is_through(&self, mut from: Id, last: Id) -> bool {
        loop {
            let reached = &self.reached[from];
            match (reached.through, reached.parent) {
                (through, _) if through == last => return true,
                (_, Id::NONE) => return false,
                (_, parent) => from = parent,
            }
        }
    }

    /// Grows the tree from a false candidate until the candidate is proved true. Returns the end of the
    /// proof.
    pub fn if_false(&mut self, links: &mut Links<impl Houses>, start: Id) -> Option<ProvingWay> {
        self.begin(links);
        for at in 0..links.strong(start).len() {
            let (to, cause) = links.strong(start)[at];
            self.reach(to, Id::NONE, start, cause, 1);
        }
        let mut next = 0;
        while next < self.queue.len() {
            let from = self.queue[next];
            next += 1;
            let depth = self.reached[from].depth;
            let (epoch, reached, queue) = (self.epoch, &mut self.reached, &mut self.queue);
            let mut proved_by = None;
            for &Hop { through, to, cause } in links.hops(from) {
                if to == start && proved_by.is_none() {
                    proved_by = Some(ProvingWay { by: from, last: through, cause });
                }
                if reached[to].epoch != epoch {
                    let depth = depth + 2;
                    reached[to] = Reached { epoch, parent: from, through, cause, depth };
                    queue.push(to);
                }
            }
            if proved_by.is_some() {
                return proved_by;
            }
        }
        None
    }

    /// Returns the literals from this true candidate back to the assumption, with their causes.
    pub fn back(&self, links: &Links<impl Houses>, mut from: Id) -> Vec<(Literal, Cause)> {
        let mut path = Vec::with_capacity(usize::from(self.depth(from)) + 1);
        loop {
            let reached = self.reached[from];
            path.push((links.literal(from, true), reached.cause));
            if reached.through == Id::NONE {
                return path;
            }
            let cause = match reached.parent {
                Id::NONE => Cause::Assumption,
                parent => links.weak(parent, reached.through).unwrap(),
            };
            path.push((links.literal(reached.through, false), cause));
            if reached.parent == Id::NONE {
                return path;
            }
            from = reached.parent;
        }
    }

    /// Visits the true candidates of the cycle, each with the false candidate before it.
    pub fn around(&self, start: Id, mut before: Id, mut last: Id, mut each: impl FnMut(Id, Id)) {
        each(start, last);
        while before != start {
            let reached = &self.reached[before];
            last = reached.through;
            each(before, last);
            before = reached.parent;
        }
    }
}

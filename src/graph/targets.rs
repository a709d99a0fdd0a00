//! Which candidates can be the target of a whip or braid of some length.

use super::{Bits, Graph, Node};
use crate::grid::Grid;

/// A candidate that may be a target. By the theorem "braids = T&E(BRT)" (nrc-rules §C.1) a candidate has a
/// braid exactly when asserting it and playing singles ends in a contradiction; and no whip or braid on it has
/// fewer variables than one more than the parallel rounds of singles before the contradiction, because the
/// k-th right-linking candidate is forced in round k at the latest.
#[derive(Clone, Copy)]
pub struct Target<const C: usize, const V: usize> {
    /// The candidate's number.
    pub candidate: usize,
    /// The state after asserting it.
    pub node: Node<C, V>,
    fate: Fate,
    /// Rounds played so far, the state after them, and what was asserted in them.
    rounds: usize,
    front: Node<C, V>,
    asserted: Bits<C>,
}

/// What is known of an assertion.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// No contradiction in the rounds played so far.
    Open,
    /// A contradiction after the rounds played.
    Refuted,
    /// No contradiction, however long one goes on.
    Clear,
}

/// All that may be targets in a graph. Propagation goes only as deep as the sizes asked for: most states
/// are left by a short chain, and then the long propagations are never made.
pub struct Targets<const C: usize, const V: usize> {
    list: Vec<Target<C, V>>,
    /// Candidates that cannot be refuted.
    clear: Bits<C>,
}

impl<const C: usize, const V: usize> Default for Targets<C, V> {
    fn default() -> Self {
        Targets { list: Vec::new(), clear: Bits::EMPTY }
    }
}

impl<const C: usize, const V: usize> Targets<C, V> {
    /// Starts on a new graph. Where the solution is known (puzzles are checked before they are rated), its
    /// candidates are left out: no sound rule refutes them, and their propagations are the longest.
    /// The outcome is the same without; tests run both ways.
    pub(super) fn begin(&mut self, graph: &Graph<C, V>, solution: Option<&Grid>) {
        let is_true =
            |c: &usize| solution.is_some_and(|solution| solution.allows(graph.labels[*c]));
        self.clear = (0..graph.labels.len()).filter(is_true).collect();
        self.list.clear();
        for candidate in (0..graph.labels.len()).filter(|&c| !self.clear.contains(c)) {
            let node = graph.root().assert(graph, candidate);
            let fate = if node.empty.is_empty() { Fate::Open } else { Fate::Refuted };
            let asserted = Bits::EMPTY;
            self.list.push(Target { candidate, node, fate, rounds: 0, front: node, asserted });
        }
    }

    /// The candidates on which a whip or braid of `size` variables is not excluded, in order.
    pub fn of_size(
        &mut self,
        graph: &Graph<C, V>,
        size: usize,
    ) -> impl Iterator<Item = &Target<C, V>> {
        for target in &mut self.list {
            if self.clear.contains(target.candidate) {
                target.fate = Fate::Clear;
            }
            while target.fate == Fate::Open && target.rounds + 1 < size {
                target.play_round(graph);
            }
            if target.fate == Fate::Clear {
                // Each of the candidates asserted on the way would propagate to a part of this.
                self.clear |= target.asserted;
            }
        }
        self.list.iter().filter(move |target| target.fate == Fate::Refuted && target.rounds < size)
    }
}

impl<const C: usize, const V: usize> Target<C, V> {
    /// Asserts all singles of the front at once.
    fn play_round(&mut self, graph: &Graph<C, V>) {
        if self.front.forced.is_empty() {
            self.fate = Fate::Clear;
            return;
        }
        self.rounds += 1;
        self.asserted |= self.front.forced;
        match self.front.assert_all(graph, &self.front.forced) {
            Some(next) if next.empty.is_empty() => self.front = next,
            _ => self.fate = Fate::Refuted,
        }
    }
}

/// Whether `node` holds a contradiction after at most `limit` parallel rounds of singles.
#[inline]
pub fn is_refuted_within<const C: usize, const V: usize>(
    graph: &Graph<C, V>,
    node: &Node<C, V>,
    limit: usize,
) -> bool {
    let mut node = *node;
    for _ in 0..limit {
        if !node.empty.is_empty() {
            return true;
        }
        if node.forced.is_empty() {
            return false;
        }
        node = match node.assert_all(graph, &node.forced) {
            Some(next) => next,
            None => return true,
        };
    }
    !node.empty.is_empty()
}

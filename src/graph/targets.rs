//! Which candidates can be the target of any whip or braid, and how long it must be at least.

use super::{Bits, Graph, Node};

/// A candidate whose assertion, followed by singles, ends in a contradiction. By the theorem
/// "braids = T&E(BRT)" (nrc-rules §C.1) these are all the candidates that a braid can eliminate,
/// hence a superset of those of whips.
#[derive(Clone, Copy)]
pub struct Target<const C: usize, const V: usize> {
    /// The candidate's number.
    pub candidate: usize,
    /// No whip or braid on it has fewer variables: one more than the parallel rounds of singles
    /// before the contradiction. (The k-th right-linking candidate is forced in round k at the latest.)
    pub bound: usize,
    /// The state after asserting it.
    pub node: Node<C, V>,
}

/// All targets of a graph.
pub struct Targets<const C: usize, const V: usize> {
    list: Vec<Target<C, V>>,
}

impl<const C: usize, const V: usize> Default for Targets<C, V> {
    fn default() -> Self {
        Targets { list: Vec::new() }
    }
}

impl<const C: usize, const V: usize> Targets<C, V> {
    /// Finds them. A propagation that ends without contradiction clears every candidate asserted in
    /// it: each of their own propagations is a part of it.
    pub(super) fn find(&mut self, graph: &Graph<C, V>) {
        self.list.clear();
        let mut clear = Bits::<C>::EMPTY;
        for candidate in 0..graph.labels.len() {
            if clear.contains(candidate) {
                continue;
            }
            let node = graph.root().assert(graph, candidate);
            match rounds_to_contradiction(graph, &node, usize::MAX) {
                Ok(rounds) => self.list.push(Target { candidate, bound: rounds + 1, node }),
                Err(asserted) => {
                    clear |= asserted;
                    clear.insert(candidate);
                }
            }
        }
    }

    /// The targets, in order of candidate.
    pub fn iter(&self) -> std::slice::Iter<'_, Target<C, V>> {
        self.list.iter()
    }
}

/// Number of parallel rounds of singles (0 … `limit`) after which `node` holds a contradiction, or
/// else what was asserted without one.
#[inline]
pub fn rounds_to_contradiction<const C: usize, const V: usize>(
    graph: &Graph<C, V>,
    node: &Node<C, V>,
    limit: usize,
) -> Result<usize, Bits<C>> {
    let mut node = *node;
    let mut asserted = Bits::EMPTY;
    let mut rounds = 0;
    loop {
        if !node.empty.is_empty() {
            return Ok(rounds);
        }
        if node.forced.is_empty() || rounds == limit {
            return Err(asserted);
        }
        rounds += 1;
        asserted |= node.forced;
        node = match node.assert_all(graph, &node.forced) {
            Some(next) => next,
            None => return Ok(rounds),
        };
    }
}

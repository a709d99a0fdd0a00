//! Conclusions from each candidate's assertion, found round by round and kept for a state.

use super::{Graph, Node};

/// Conclusions from the assertion of each candidate, computed on demand.
#[derive(Default)]
pub(crate) struct ReachByRound<const C: usize, const V: usize> {
    list: Vec<Option<Front<C, V>>>,
}

/// State after an assertion and some rounds of singles.
struct Front<const C: usize, const V: usize> {
    node: Node<C, V>,
    rounds: usize,
    clashes: bool,
}

impl<const C: usize, const V: usize> ReachByRound<C, V> {
    /// Clears the states, as the graph has changed.
    pub(super) fn forget(&mut self) {
        self.list.clear();
    }

    /// Whether asserting `c` excludes `z`, or ends in a contradiction, after this many parallel rounds of
    /// singles, or a few more if earlier calls have played them already.
    pub fn excludes(&mut self, graph: &Graph<C, V>, c: usize, z: usize, rounds: usize) -> bool {
        if self.list.is_empty() {
            self.list.resize_with(graph.labels.len(), || None);
        }
        let front = self.list[c].get_or_insert_with(|| Front {
            node: graph.root().assert(graph, c),
            rounds: 0,
            clashes: false,
        });
        loop {
            let node = &front.node;
            if front.clashes || !node.empty.is_empty() || !node.alive.contains(z) {
                return true;
            }
            if front.rounds >= rounds || node.forced.is_empty() {
                return false;
            }
            match node.assert_all(graph, &node.forced, &super::Bits::EMPTY) {
                Some(next) => front.node = next,
                None => front.clashes = true,
            }
            front.rounds += 1;
        }
    }
}

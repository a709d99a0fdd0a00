//! Right-linking objects: what a partial chain may conclude from the assertions made so far. Candidates,
//! g-candidates and subsets exclude candidates, and that is all a chain needs to know of them.

use super::{Bits, Graph, Node};
use crate::evidence::families::Reach;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ObjectKind {
    Candidate(usize),
    /// A g-candidate, by its number ([`Graph::group`](super::Graph::group)).
    Segment(u16),
    Subset(Subset),
}

/// `size` variables whose candidates, as far as still possible, lie in as many transversal variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Subset {
    /// Numbers of the variables, and of the transversal ones; the first `size` count.
    pub members: [u16; 4],
    /// As above for the transversal sets.
    pub transversals: [u16; 4],
    pub size: usize,
}

/// A right-linking object that follows from a partial state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Object<const C: usize, const V: usize> {
    pub kind: ObjectKind,
    /// The variables that it is the value of: one, or those of the subset.
    pub via: Bits<V>,
    /// The candidates of the resolution state that it excludes.
    pub excluded: Bits<C>,
}

impl<const C: usize, const V: usize> Object<C, V> {
    pub fn candidate(&self) -> Option<usize> {
        match self.kind {
            ObjectKind::Candidate(c) => Some(c),
            _ => None,
        }
    }

    pub fn is_candidate(&self) -> bool {
        matches!(self.kind, ObjectKind::Candidate(_))
    }

    /// Whether chains up to `reach` have no such object.
    pub fn is_beyond(&self, reach: Reach) -> bool {
        match self.kind {
            ObjectKind::Candidate(_) => false,
            ObjectKind::Segment(_) => reach == Reach::Singles,
            ObjectKind::Subset(_) => reach <= Reach::Segments,
        }
    }

    /// Its part of the length of a chain.
    pub fn size(&self) -> usize {
        match self.kind {
            ObjectKind::Subset(subset) => subset.size,
            _ => 1,
        }
    }
}

/// A partial chain with groups: its target, then objects.
#[derive(Clone, Copy)]
pub(crate) struct GroupPartial<const C: usize, const V: usize> {
    pub z: usize,
    /// The candidates asserted, the target among them, and those that groups exclude.
    pub asserted: Bits<C>,
    pub excluded: Bits<C>,
    pub last: Object<C, V>,
}

impl<const C: usize, const V: usize> GroupPartial<C, V> {
    /// A target, and its first object.
    pub fn begin(z: usize, first: Object<C, V>) -> Self {
        let none = GroupPartial { z, asserted: Bits::of(z), excluded: Bits::EMPTY, last: first };
        none.and(first)
    }

    /// With one object more.
    pub fn and(mut self, object: Object<C, V>) -> Self {
        match object.candidate() {
            Some(c) => self.asserted.insert(c),
            None => self.excluded |= object.excluded,
        }
        GroupPartial { last: object, ..self }
    }

    /// The state after it.
    pub fn node(&self, graph: &Graph<C, V>) -> Node<C, V> {
        let node = self.asserted.iter().fold(*graph.root(), |node, c| node.assert(graph, c));
        if self.excluded.is_empty() { node } else { node.exclude(graph, &self.excluded) }
    }
}

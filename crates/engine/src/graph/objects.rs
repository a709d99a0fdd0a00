//! Right-linking objects: conclusions of a partial chain from its assertions. Candidates, g-candidates and
//! subsets exclude candidates, and a chain needs to know nothing else about them.

use super::{Bits, Graph, Node};
use crate::evidence::families::Reach;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ObjectKind {
    Candidate(usize),
    /// A g-candidate, by its number ([`Graph::group`](super::Graph::group)).
    Segment(u16),
    Subset(Subset),
}

/// Set of `size` variables whose live candidates lie in as many transversal variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Subset {
    /// Numbers of the variables; the first `size` count.
    pub members: [u16; 4],
    /// Numbers of the transversal variables; the first `size` count.
    pub transversals: [u16; 4],
    pub size: usize,
}

/// A right-linking object that follows from a partial state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Object<const C: usize, const V: usize> {
    pub kind: ObjectKind,
    /// The variables that have the object as their value: one variable, or the variables of the subset.
    pub via: Bits<V>,
    /// Candidates of the resolution state excluded by the object.
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

    /// Whether the object is beyond `reach`.
    pub fn is_beyond(&self, reach: Reach) -> bool {
        match self.kind {
            ObjectKind::Candidate(_) => false,
            ObjectKind::Segment(_) => reach == Reach::Singles,
            ObjectKind::Subset(_) => reach <= Reach::Segments,
        }
    }

    /// Returns its share of the length of a chain.
    pub fn size(&self) -> usize {
        match self.kind {
            ObjectKind::Subset(subset) => subset.size,
            _ => 1,
        }
    }
}

/// Partial chain with groups: its target, then objects.
#[derive(Clone, Copy)]
pub(crate) struct GroupPartial<const C: usize, const V: usize> {
    pub z: usize,
    /// The candidates asserted, including the target.
    pub asserted: Bits<C>,
    /// Candidates excluded by groups.
    pub excluded: Bits<C>,
    pub last: Object<C, V>,
}

impl<const C: usize, const V: usize> GroupPartial<C, V> {
    /// Returns the chain of a target and its first object.
    pub fn begin(z: usize, first: Object<C, V>) -> Self {
        let none = GroupPartial { z, asserted: Bits::of(z), excluded: Bits::EMPTY, last: first };
        none.and(first)
    }

    /// Adds an object.
    pub fn and(mut self, object: Object<C, V>) -> Self {
        match object.candidate() {
            Some(c) => self.asserted.insert(c),
            None => self.excluded |= object.excluded,
        }
        GroupPartial { last: object, ..self }
    }

    /// Returns the state after the chain.
    pub fn node(&self, graph: &Graph<C, V>) -> Node<C, V> {
        let node = self.asserted.iter().fold(*graph.root(), |node, c| node.assert(graph, c));
        if self.excluded.is_empty() { node } else { node.exclude(graph, &self.excluded) }
    }
}

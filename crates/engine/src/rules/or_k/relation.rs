//! Relations in chains: the kind of chain, the form in the evidence, and the guardians in the graph.

use crate::evidence::Guarded;
use crate::graph::{Bits, Graph, OrRelation};

/// Kind of chain that a relation is in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OrKind {
    /// A partial whip from each guardian.
    Forcing,
    /// A partial whip from the target that excludes every guardian.
    Contrad,
    /// A whip with the relation in the place of a variable.
    Whip,
}

/// Returns the relation in the form of the evidence.
pub(super) fn guarded(relation: &OrRelation) -> Guarded {
    let guardians = relation.guardians.iter().collect();
    Guarded { pattern: relation.pattern.to_string(), guardians }
}

/// Returns the numbers of the guardians in the graph.
pub(super) fn numbers<const C: usize, const V: usize>(graph: &Graph<C, V>, relation: &OrRelation) -> Bits<C> {
    relation.guardians.iter().filter_map(|one| graph.labels.binary_search(&one).ok()).collect()
}

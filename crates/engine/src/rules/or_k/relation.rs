//! A relation in a chain: what kind of chain it is in, what the evidence calls it, where its guardians are in
//! the graph.

use crate::evidence::Guarded;
use crate::graph::{Bits, Graph, OrRelation};

/// What kind of chain a relation is in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OrKind {
    /// A partial whip from each guardian.
    Forcing,
    /// A partial whip from the target that excludes every guardian.
    Contrad,
    /// A whip in which the relation stands in the place of a variable.
    Whip,
}

/// The relation as the evidence names it.
pub(super) fn guarded(relation: &OrRelation) -> Guarded {
    let guardians = relation.guardians.iter().collect();
    Guarded { pattern: relation.pattern.to_string(), guardians }
}

/// The numbers of the guardians in the graph.
pub(super) fn numbers<const C: usize, const V: usize>(graph: &Graph<C, V>, relation: &OrRelation) -> Bits<C> {
    relation.guardians.iter().filter_map(|one| graph.labels.binary_search(&one).ok()).collect()
}

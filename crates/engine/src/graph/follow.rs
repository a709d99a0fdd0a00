//! Conclusions of a partial state: every right-linking object that follows from the state.

use super::objects::{Object, ObjectKind};
use super::{Bits, Graph, Node, segments::each_segment, subsets::each_subset};
use crate::evidence::families::Reach;

/// Calls `found` with every object up to `reach` that follows from `node` by a variable in `via`; subsets
/// have at most `size` variables. An object that follows by two variables is reported twice.
pub(crate) fn each_object<const C: usize, const V: usize>(
    graph: &Graph<C, V>, node: &Node<C, V>, reach: Reach, via: &Bits<V>, size: usize,
    found: &mut impl FnMut(Object<C, V>),
) -> u64 {
    for v in (node.single & *via).iter() {
        let Some(c) = (graph.cands[v] & node.forced).first() else { continue };
        let (via, excluded) = (Bits::of(v), graph.link[c]);
        found(Object { kind: ObjectKind::Candidate(c), via, excluded });
    }
    each_group(graph, node, reach, via, size, found)
}

/// Calls `found` with the objects of [`each_object`] other than candidates.
#[inline]
pub(crate) fn each_group<const C: usize, const V: usize>(
    graph: &Graph<C, V>, node: &Node<C, V>, reach: Reach, via: &Bits<V>, size: usize,
    found: &mut impl FnMut(Object<C, V>),
) -> u64 {
    each_beyond(graph, node, Reach::Singles, reach, via, size, found)
}

/// Calls `found` with the objects of [`each_object`] that are beyond `before`.
pub(crate) fn each_beyond<const C: usize, const V: usize>(
    graph: &Graph<C, V>, node: &Node<C, V>, before: Reach, reach: Reach, via: &Bits<V>, size: usize,
    found: &mut impl FnMut(Object<C, V>),
) -> u64 {
    if reach > Reach::Singles && before == Reach::Singles {
        each_segment(graph, node, via, found);
    }
    match reach {
        Reach::Subsets(p) => each_subset(graph, node, via, size.min(usize::from(p)), found),
        _ => 0,
    }
}

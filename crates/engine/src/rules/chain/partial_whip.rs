//! Partial whips, whose right-linking objects are candidates or groups: what the searches for forcing whips
//! and for whips with relations share.

use super::super::matching::distinct_representatives;
use super::link;
use crate::budget::FORCING_STEP;
use crate::evidence::Link;
use crate::graph::{Bits, Graph, Node, Object, ObjectKind, Reach, each_object};
use std::collections::HashMap;

/// A link of a partial chain.
#[derive(Clone, Copy)]
pub(in crate::rules) struct PartialLink<const C: usize, const V: usize> {
    pub v: usize,
    /// What is right-linking, but for the last.
    pub right: Option<Object<C, V>>,
    /// What may be left-linking.
    pub lefts: Bits<C>,
}

impl<const C: usize, const V: usize> PartialLink<C, V> {
    /// The variable of `object` after what excludes `excluded`.
    pub fn after(graph: &Graph<C, V>, excluded: &Bits<C>, object: Object<C, V>) -> Self {
        let v = object.via.first().unwrap_or_default();
        PartialLink { v, right: Some(object), lefts: graph.cands[v] & *excluded }
    }

    /// The last variable, empty after what excludes `excluded`.
    pub fn last(graph: &Graph<C, V>, excluded: &Bits<C>, v: usize) -> Self {
        PartialLink { v, right: None, lefts: graph.cands[v] & *excluded }
    }
}

/// The objects of a path.
pub(in crate::rules) fn rights<const C: usize, const V: usize>(
    path: &[PartialLink<C, V>],
) -> impl Iterator<Item = &Object<C, V>> {
    path.iter().filter_map(|taken| taken.right.as_ref())
}

/// What one object of the path excludes.
pub(in crate::rules) fn excluded<const C: usize, const V: usize>(path: &[PartialLink<C, V>]) -> Bits<C> {
    rights(path).fold(Bits::EMPTY, |all, object| all | object.excluded)
}

/// Left-linking candidates for the links with a variable, pairwise different; `None` if there is no such
/// choice.
pub(in crate::rules) fn lefts<'a, const C: usize, const V: usize>(
    path: impl Iterator<Item = &'a PartialLink<C, V>>,
) -> Option<Vec<usize>> {
    distinct_representatives(&path.map(|taken| taken.lefts).collect::<Vec<_>>())
}

/// Whether there is such a choice for the path.
pub(in crate::rules) fn has_lefts<const C: usize, const V: usize>(path: &[PartialLink<C, V>]) -> bool {
    // Mostly the first that is free will do.
    let mut used = Bits::<C>::EMPTY;
    let mut first_is_free =
        |taken: &PartialLink<C, V>| (taken.lefts - used).first().inspect(|&left| used.insert(left)).is_some();
    path.iter().all(&mut first_is_free) || lefts(path.iter()).is_some()
}

/// The `k`-th link of a path, from 0.
pub(in crate::rules) fn link_of<const C: usize, const V: usize>(
    graph: &Graph<C, V>, path: &[PartialLink<C, V>], k: usize, left: usize,
) -> Link {
    let excludes = |p: usize, c: usize| path[p].right.is_some_and(|object| object.excluded.contains(c));
    let right = path[k].right.map(|object| object.kind);
    link(graph, (path[k].v, left, right), k, 0..k, excludes)
}

/// What a partial chain begins with, as an object: it excludes what is linked to it.
pub(in crate::rules) fn start<const C: usize, const V: usize>(graph: &Graph<C, V>, c: usize) -> Object<C, V> {
    Object { kind: ObjectKind::Candidate(c), via: Bits::EMPTY, excluded: graph.link[c] }
}

/// Adds what may be next after a path. Groups are of no variable that was just there, nor of `not`.
pub(in crate::rules) fn add_next<const C: usize, const V: usize>(
    (graph, reach): (&Graph<C, V>, Reach), node: &Node<C, V>, near: &Bits<V>, path: &[PartialLink<C, V>],
    not: Option<usize>, all: &mut Vec<Object<C, V>>,
) {
    each_object(graph, node, reach, near, 1, &mut |object| {
        let just_there = path.last().map(|taken| taken.v);
        let is_out = |v: Option<usize>| v.is_some_and(|v| object.via.contains(v));
        if object.is_candidate() || !is_out(just_there) && !is_out(not) {
            all.push(object);
        }
    });
}

/// The state after an object.
pub(in crate::rules) fn after<const C: usize, const V: usize>(
    graph: &Graph<C, V>, node: &Node<C, V>, object: &Object<C, V>,
) -> Node<C, V> {
    match object.kind {
        ObjectKind::Candidate(c) => node.assert(graph, c),
        _ => node.exclude(graph, &object.excluded),
    }
}

/// The work units that a step of a search costs.
pub(in crate::rules) fn step_cost(reach: Reach) -> u64 {
    FORCING_STEP * reach.step_cost()
}

/// Numbers of the ends of partial chains. What can follow depends on the candidates that were asserted and on
/// this number alone.
#[derive(Default)]
pub(in crate::rules) struct EndNumbers<const C: usize>(HashMap<[Bits<C>; 2], usize>);

impl<const C: usize> EndNumbers<C> {
    /// After this path: the number of its last candidate, if no group is in it.
    pub fn of<const V: usize>(&mut self, path: &[PartialLink<C, V>]) -> usize {
        let groups = rights(path).filter(|object| !object.is_candidate());
        let by_groups = groups.fold(Bits::EMPTY, |all, object| all | object.excluded);
        let last = rights(path).last();
        let Some(last) = last else { return 0 };
        if let (Some(c), true) = (last.candidate(), by_groups.is_empty()) {
            return c;
        }
        let next = 64 * C + self.0.len();
        *self.0.entry([by_groups, last.excluded]).or_insert(next)
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }
}

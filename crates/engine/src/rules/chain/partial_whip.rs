//! Partial whips with candidates or groups as right-linking objects, shared by the searches for forcing whips
//! and for whips with relations.

use super::super::matching::distinct_representatives;
use super::link::link;
use crate::budget::FORCING_STEP;
use crate::evidence::Link;
use crate::graph::{Bits, Graph, Node, Object, ObjectKind, Reach, each_object};
use std::collections::HashMap;

/// A link of a partial chain.
#[derive(Clone, Copy)]
pub(in crate::rules) struct PartialLink<const C: usize, const V: usize> {
    pub v: usize,
    /// The right-linking object; none in the last link.
    pub right: Option<Object<C, V>>,
    /// Candidates that may be left-linking.
    pub lefts: Bits<C>,
}

impl<const C: usize, const V: usize> PartialLink<C, V> {
    /// Returns the link of `object` after an object that excludes `excluded`.
    pub fn after(graph: &Graph<C, V>, excluded: &Bits<C>, object: Object<C, V>) -> Self {
        let v = object.via.first().unwrap_or_default();
        PartialLink { v, right: Some(object), lefts: graph.cands[v] & *excluded }
    }

    /// Returns the last link, of a variable that is empty after an object that excludes `excluded`.
    pub fn last(graph: &Graph<C, V>, excluded: &Bits<C>, v: usize) -> Self {
        PartialLink { v, right: None, lefts: graph.cands[v] & *excluded }
    }
}

/// Returns the right-linking objects of a path.
pub(in crate::rules) fn rights<const C: usize, const V: usize>(
    path: &[PartialLink<C, V>],
) -> impl Iterator<Item = &Object<C, V>> {
    path.iter().filter_map(|taken| taken.right.as_ref())
}

/// Returns the candidates that some object of the path excludes.
pub(in crate::rules) fn excluded<const C: usize, const V: usize>(path: &[PartialLink<C, V>]) -> Bits<C> {
    rights(path).fold(Bits::EMPTY, |all, object| all | object.excluded)
}

/// Chooses pairwise different left-linking candidates for the links; `None` if there is no such choice.
pub(in crate::rules) fn lefts<'a, const C: usize, const V: usize>(
    path: impl Iterator<Item = &'a PartialLink<C, V>>,
) -> Option<Vec<usize>> {
    distinct_representatives(&path.map(|taken| taken.lefts).collect::<Vec<_>>())
}

/// Whether pairwise different left-linking candidates can be chosen for the path.
pub(in crate::rules) fn has_lefts<const C: usize, const V: usize>(path: &[PartialLink<C, V>]) -> bool {
    // Mostly the first free candidate of each link will do.
    let mut used = Bits::<C>::EMPTY;
    let mut first_is_free =
        |taken: &PartialLink<C, V>| (taken.lefts - used).first().inspect(|&left| used.insert(left)).is_some();
    path.iter().all(&mut first_is_free) || lefts(path.iter()).is_some()
}

/// Builds the `k`-th link of a path, counted from 0.
pub(in crate::rules) fn link_of<const C: usize, const V: usize>(
    graph: &Graph<C, V>, path: &[PartialLink<C, V>], k: usize, left: usize,
) -> Link {
    let excludes = |p: usize, c: usize| path[p].right.is_some_and(|object| object.excluded.contains(c));
    let right = path[k].right.map(|object| object.kind);
    link(graph, path[k].v, left, right, k, 0..k, excludes)
}

/// Returns the first candidate of a partial chain as an object, which excludes the candidates linked to it.
pub(in crate::rules) fn start<const C: usize, const V: usize>(graph: &Graph<C, V>, c: usize) -> Object<C, V> {
    Object { kind: ObjectKind::Candidate(c), via: Bits::EMPTY, excluded: graph.link[c] }
}

/// Adds the objects that may be next after a path. Groups must avoid the variable just used, and the variable
/// `not`.
pub(in crate::rules) fn add_next<const C: usize, const V: usize>(
    graph: &Graph<C, V>, reach: Reach, node: &Node<C, V>, near: &Bits<V>, path: &[PartialLink<C, V>],
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

/// Returns the state after an object.
pub(in crate::rules) fn after<const C: usize, const V: usize>(
    graph: &Graph<C, V>, node: &Node<C, V>, object: &Object<C, V>,
) -> Node<C, V> {
    match object.kind {
        ObjectKind::Candidate(c) => node.assert(graph, c),
        _ => node.exclude(graph, &object.excluded),
    }
}

/// Returns the cost of a search step, in work units.
pub(in crate::rules) fn step_cost(reach: Reach) -> u64 {
    FORCING_STEP * reach.step_cost()
}

/// Numbers of the ends of partial chains. The continuations depend only on the candidates asserted and on
/// this number.
#[derive(Default)]
pub(in crate::rules) struct EndNumbers<const C: usize>(HashMap<[Bits<C>; 2], usize>);

impl<const C: usize> EndNumbers<C> {
    /// Returns the number of the path's end: its last candidate, if the path has no group.
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

//! OR_k-whips and OR_k-contrad-whips: whips with the relation in the place of one variable.
//!
//! ```text
//!   OR_k-whip[n]          Z ─ V1{L1 R1} ─ … ─ OR{{guardians that Z or earlier R exclude | the last one}}
//!                           ─ … ─ Vn{Ln .}
//!   OR_k-contrad-whip[n]  Z ─ V1{L1 R1} ─ … ─ OR{{guardians that R1 … R(n-1) exclude | .}}
//! ```
//!
//! The relation is one more variable of the graph, whose candidates need not be linked. In g-whips R may be a
//! group, but not of the relation. As in CSP-Rules, the guardian that is left may be excluded, too. If the
//! right-linking candidates exclude all guardians, there is also an OR_k-contrad-whip, mostly a shorter one;
//! so a ladder with both never needs this OR_k-whip.

use super::relation::{OrKind, guarded, numbers};
use crate::budget::{Budget, Within};
use crate::evidence::{Evidence, Link, Right};
use crate::graph::{
    Bits, Due, Graph, GraphCache, Node, Object, OrRelation, Reach, VisitedSets, rounds_to_refute,
    walk_comes_within,
};
use crate::rule::Findings;
use crate::rules::chain::partial_whip::{
    EndNumbers, PartialLink, add_next, excluded, lefts, link_of, rights, start, step_cost,
};

/// Eliminates the targets of chains of `size` links.
pub(super) fn find<const C: usize, const V: usize>(
    cache: &mut GraphCache<C, V>, relation: &OrRelation, kind: OrKind, reach: Reach, size: usize,
    found: &mut Findings, budget: &mut Budget,
) -> Within {
    let truths = cache.truths;
    let GraphCache { graph, visited, .. } = cache;
    graph.prepare(reach);
    let guardians = numbers(graph, relation);
    let Some((v, root)) = graph.add_variable(&guardians) else { return Ok(()) };
    let searched = {
        let search = Search {
            graph,
            visited,
            numbers: EndNumbers::default(),
            budget,
            relation,
            guardians,
            v,
            kind,
            reach,
            size,
            z: 0,
            merges: true,
            has_loops: false,
            path: Vec::new(),
            next: Vec::new(),
        };
        search.all(&root, truths, found)
    };
    graph.remove_variable(v);
    searched
}

struct Search<'a, const C: usize, const V: usize> {
    /// Graph with the relation as the variable `v`.
    graph: &'a Graph<C, V>,
    visited: &'a mut VisitedSets<C>,
    numbers: EndNumbers<C>,
    budget: &'a mut Budget,
    relation: &'a OrRelation,
    guardians: Bits<C>,
    v: usize,
    kind: OrKind,
    reach: Reach,
    size: usize,
    z: usize,
    /// Whether partial chains reaching the same state are merged.
    merges: bool,
    /// Whether a chain with loops was left out.
    has_loops: bool,
    path: Vec<PartialLink<C, V>>,
    /// Objects that may be next after each part of the path.
    next: Vec<Object<C, V>>,
}

impl<const C: usize, const V: usize> Search<'_, C, V> {
    fn all(mut self, root: &Node<C, V>, truths: Bits<C>, found: &mut Findings) -> Within {
        for z in 0..self.graph.labels.len() {
            let label = self.graph.labels[z];
            let is_out = truths.contains(z) || self.guardians.contains(z);
            if is_out || found.eliminated.contains(label) {
                continue;
            }
            let Some(node) = root.assert_all(self.graph, &Bits::of(z), &Bits::EMPTY) else {
                continue;
            };
            let soonest = rounds_to_refute(
                self.graph,
                &node,
                self.reach,
                self.size - 1,
                Due::default(),
                Bits::FULL,
                &mut 0,
            );
            if soonest.is_none() {
                continue;
            }
            self.z = z;
            if self.has_chain(&node)? {
                let because = || {
                    let relation = guarded(self.relation);
                    Evidence::OrChain { relation, links: self.links() }
                };
                found.eliminate(&[label].into_iter().collect(), because);
            }
        }
        Ok(())
    }

    fn has_chain(&mut self, node: &Node<C, V>) -> Within<bool> {
        for merges in [true, false] {
            (self.merges, self.has_loops) = (merges, false);
            self.visited.clear();
            self.numbers.clear();
            self.path.clear();
            self.next.clear();
            if self.extend(node, Bits::EMPTY, &start(self.graph, self.z), false)? {
                return Ok(true);
            }
            if !self.has_loops {
                break;
            }
        }
        Ok(false)
    }

    /// Whether the partial chain that ends in `last` can become a chain; `has` says whether it has the
    /// relation, `asserted` are its right-linking candidates.
    fn extend(
        &mut self, node: &Node<C, V>, asserted: Bits<C>, last: &Object<C, V>, has: bool,
    ) -> Within<bool> {
        self.budget.take(step_cost(self.reach))?;
        let Self { graph, reach, .. } = *self;
        let near = graph.near(last);
        let left = self.size - self.path.len();
        if self.closes(node, last, &near, has, left) {
            return Ok(true);
        }
        if left == 1 {
            return Ok(false);
        }
        let any = |_: &Node<C, V>| false;
        if left > 2 && !walk_comes_within(graph, node, reach, near, left - 1, any, &mut 0) {
            return Ok(false);
        }
        let first = self.next.len();
        let of = Some(self.v);
        add_next(graph, reach, node, &near, &self.path, of, &mut self.next);
        for at in first..self.next.len() {
            let object = self.next[at];
            let is_relation = object.via.contains(self.v);
            // If a variable makes a guardian true, the relation adds nothing.
            let is_guardian = object.candidate().is_some_and(|c| self.guardians.contains(c));
            let is_lost = !is_relation && !has && is_guardian;
            // The relation must be in the link before the last, or earlier.
            let is_late = !is_relation && !has && self.kind == OrKind::Whip && left == 2;
            if is_lost || is_late || is_relation && self.kind == OrKind::Contrad {
                continue;
            }
            self.path.push(PartialLink::after(graph, &last.excluded, object));
            if self.follow(node, asserted, &object, has || is_relation)? {
                return Ok(true);
            }
            self.path.pop();
        }
        self.next.truncate(first);
        Ok(false)
    }

    /// Whether the partial chain can become a chain after one more link, the last of the path.
    fn follow(
        &mut self, node: &Node<C, V>, mut asserted: Bits<C>, object: &Object<C, V>, has: bool,
    ) -> Within<bool> {
        object.candidate().into_iter().for_each(|c| asserted.insert(c));
        let goes_on = match self.merges {
            true => {
                let state = self.numbers.of(&self.path) << 7 | self.path.len() << 1;
                self.visited.insert(&asserted, state | usize::from(has))
            }
            false => self.is_loopless(),
        };
        // Many guardians may be linked to one candidate: more than `Node::assert` counts.
        let right = object.candidate().into_iter().collect();
        let next = node.assert_all(self.graph, &right, &object.excluded);
        Ok(goes_on && next.map_or(Ok(false), |next| self.extend(&next, asserted, object, has))?)
    }

    /// Whether `left` links end the chain here; if so, they are added to the path.
    fn closes(
        &mut self, node: &Node<C, V>, last: &Object<C, V>, near: &Bits<V>, has: bool, left: usize,
    ) -> bool {
        let (graph, relation) = (self.graph, self.v);
        let is_excluded = || node.empty.contains(relation) && near.contains(relation);
        match (self.kind, has, left) {
            // The last variable is empty.
            (OrKind::Whip, true, 1) => {
                let mut closing = (node.empty & *near).iter();
                closing.any(|v| self.ends_with([PartialLink::last(graph, &last.excluded, v)]))
            }
            // No guardian is left: the right-linking objects exclude all.
            (OrKind::Contrad, false, 1) if is_excluded() && !self.path.is_empty() => {
                let all_by_rights = (self.guardians - excluded(&self.path)).is_empty();
                all_by_rights && self.ends_with([PartialLink::last(graph, &last.excluded, relation)])
            }
            // No guardian is left: any may be taken as the one that is, and empty a last variable.
            (OrKind::Whip, false, 2) if is_excluded() && !self.path.is_empty() => {
                self.guardians.iter().any(|c| self.ends_with_guardian(c, last))
            }
            _ => false,
        }
    }

    /// Whether the chain ends with the relation, with guardian `c` as right-linking, and a variable that is
    /// not in the path.
    fn ends_with_guardian(&mut self, c: usize, last: &Object<C, V>) -> bool {
        let (graph, z) = (self.graph, self.z);
        let right = Object { via: Bits::of(self.v), ..start(graph, c) };
        let mut relation = PartialLink::after(graph, &last.excluded, right);
        relation.lefts = relation.lefts - Bits::of(c);
        if relation.lefts.is_empty() {
            return false;
        }
        let used = rights(&self.path).filter_map(|object| object.candidate()).collect();
        let closing = graph.vars[c] - graph.touched(&used) - Bits::of(self.v);
        let mut closing = closing.iter().filter(|&v| !graph.cands[v].contains(z));
        closing.any(|v| self.ends_with([relation, PartialLink::last(graph, &right.excluded, v)]))
    }

    /// Whether the path is loopless with `links` added; if so, the links stay in the path.
    fn ends_with<const N: usize>(&mut self, links: [PartialLink<C, V>; N]) -> bool {
        let before = self.path.len();
        self.path.extend(links);
        let is_loopless = self.is_loopless();
        if !is_loopless {
            self.path.truncate(before);
        }
        is_loopless
    }

    /// Whether pairwise different left-linking candidates can be chosen for the variables.
    fn is_loopless(&mut self) -> bool {
        let is_loopless = self.lefts().is_some();
        self.has_loops |= !is_loopless;
        is_loopless
    }

    fn lefts(&self) -> Option<Vec<usize>> {
        lefts(self.path.iter().filter(|taken| taken.v != self.v))
    }

    fn links(&self) -> Vec<Link> {
        let mut of_variables = self.lefts().unwrap_or_default().into_iter();
        let links = self.path.iter().enumerate().map(|(k, taken)| {
            if taken.v != self.v {
                let left = of_variables.next().unwrap_or_default();
                return link_of(self.graph, &self.path, k, left);
            }
            let left = taken.lefts.first().unwrap_or_default();
            let right = taken.right.and_then(|object| object.candidate());
            let others = self.guardians - [left].into_iter().chain(right).collect();
            let excludes =
                |p: usize, c: usize| self.path[p].right.is_some_and(|object| object.excluded.contains(c));
            let origin = |c: usize| (0..k).find(|&p| excludes(p, c)).map_or(0, |p| p + 1);
            let labels = &self.graph.labels;
            Link {
                variables: Vec::new(),
                left: labels[left],
                from: k,
                right: right.map_or(Right::Nothing, |c| Right::Candidate(labels[c])),
                ignored: others.iter().map(|c| (labels[c], origin(c))).collect(),
            }
        });
        links.collect()
    }
}

//! OR_k-whips and OR_k-contrad-whips: whips in which the relation stands in the place of one variable.
//!
//! ```text
//!   Z ─ V1{L1 R1} ─ … ─ OR{{guardians that Z or earlier R exclude | the one that is left}} ─ … ─ Vn{Ln .}     OR_k-whip[n]
//!   Z ─ V1{L1 R1} ─ … ─ OR{{guardians that R1 … R(n-1) exclude | .}}                                          OR_k-contrad-whip[n]
//! ```
//!
//! So the relation is one more variable of the graph, whose candidates need not be linked. As CSP-Rules has it, the guardian that is left may be
//! excluded, too, if the target excludes one of them (then no contrad-whip is made).

use super::chains::{Kind, guarded, numbers};
use crate::budget::{Budget, LINKED_STEP, Within};
use crate::evidence::{Because, Link, Right};
use crate::graph::{
    Bits, Graph, GraphCache, Node, OrRelation, Reach, VisitedSets, rounds_to_refute,
    walk_comes_within,
};
use crate::rule::Findings;
use crate::rules::chain::link;
use crate::rules::matching::distinct_representatives;

/// Eliminates the targets of chains of `size` links.
pub(super) fn find<const C: usize, const V: usize>(
    cache: &mut GraphCache<C, V>,
    relation: &OrRelation,
    kind: Kind,
    size: usize,
    found: &mut Findings,
    budget: &mut Budget,
) -> Within {
    let truths = cache.truths;
    let GraphCache { graph, visited, .. } = cache;
    let guardians = numbers(graph, relation);
    let Some((v, root)) = graph.add_variable(&guardians) else { return Ok(()) };
    let searched = {
        let search = Search {
            graph,
            visited,
            budget,
            relation,
            guardians,
            v,
            kind,
            size,
            z: 0,
            merges: true,
            has_loops: false,
            path: Vec::new(),
        };
        search.all(&root, truths, found)
    };
    graph.remove_variable(v);
    searched
}

/// A link of a chain.
#[derive(Clone, Copy)]
struct Taken<const C: usize> {
    v: usize,
    /// What is right-linking, but for the last.
    right: Option<usize>,
    /// What may be left-linking.
    lefts: Bits<C>,
}

struct Search<'a, const C: usize, const V: usize> {
    /// With the relation as the variable `v`.
    graph: &'a Graph<C, V>,
    visited: &'a mut VisitedSets<C>,
    budget: &'a mut Budget,
    relation: &'a OrRelation,
    guardians: Bits<C>,
    v: usize,
    kind: Kind,
    size: usize,
    z: usize,
    /// Whether of partial chains with the same right-linking candidates only one is gone on with.
    merges: bool,
    /// Whether one with loops was left out.
    has_loops: bool,
    path: Vec<Taken<C>>,
}

impl<const C: usize, const V: usize> Search<'_, C, V> {
    fn all(mut self, root: &Node<C, V>, truths: Bits<C>, found: &mut Findings) -> Within {
        for z in 0..self.graph.labels.len() {
            let label = self.graph.labels[z];
            let is_out = truths.contains(z) || self.guardians.contains(z);
            if is_out || found.eliminated.contains(label) {
                continue;
            }
            let node = root.assert(self.graph, z);
            let soonest =
                rounds_to_refute(self.graph, &node, Reach::Singles, self.size - 1, None, &mut 0);
            if soonest.is_none() {
                continue;
            }
            self.z = z;
            if self.has_chain(&node)? {
                let because = || {
                    let relation = guarded(self.relation);
                    Because::OrChain { relation, links: self.links() }
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
            self.path.clear();
            if self.extend(node, Bits::EMPTY, self.z, false)? {
                return Ok(true);
            }
            if !self.has_loops {
                break;
            }
        }
        Ok(false)
    }

    /// Whether the partial chain that ends in `last` can become a chain; `has` says whether it has the relation.
    fn extend(
        &mut self,
        node: &Node<C, V>,
        rights: Bits<C>,
        last: usize,
        has: bool,
    ) -> Within<bool> {
        self.budget.take(LINKED_STEP)?;
        let near = self.graph.touch(last);
        let left = self.size - self.path.len();
        if self.closes(node, &rights, last, has, left) {
            return Ok(true);
        }
        if left == 1 {
            return Ok(false);
        }
        let any = |_: &Node<C, V>| false;
        if left > 2
            && !walk_comes_within(self.graph, node, Reach::Singles, near, left - 1, any, &mut 0)
        {
            return Ok(false);
        }
        for v in (node.single & near).iter() {
            let Some(right) = (self.graph.cands[v] & node.forced).first() else { continue };
            let is_relation = v == self.v;
            // A guardian that is true by a variable: nothing can be said by the relation.
            let is_lost = !is_relation && !has && self.guardians.contains(right);
            // The link before the last is the last that can be the relation.
            let is_late = !is_relation && !has && self.kind == Kind::Whip && left == 2;
            if is_lost || is_late || is_relation && self.kind == Kind::Contrad {
                continue;
            }
            if self.follow(node, rights, (v, right, last), has || is_relation)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The same after one more link.
    fn follow(
        &mut self,
        node: &Node<C, V>,
        rights: Bits<C>,
        (v, right, last): (usize, usize, usize),
        has: bool,
    ) -> Within<bool> {
        let mut wider = rights;
        wider.insert(right);
        if self.merges && !self.visited.insert(&wider, right << 1 | usize::from(has)) {
            return Ok(false);
        }
        let lefts = self.graph.cands[v] & self.graph.link[last];
        self.path.push(Taken { v, right: Some(right), lefts });
        if self.merges || self.is_loopless() {
            let child = node.assert(self.graph, right);
            if self.extend(&child, wider, right, has)? {
                return Ok(true);
            }
        }
        self.path.pop();
        Ok(false)
    }

    /// Whether `left` links end the chain here; then they are in the path.
    fn closes(
        &mut self,
        node: &Node<C, V>,
        rights: &Bits<C>,
        last: usize,
        has: bool,
        left: usize,
    ) -> bool {
        let before = self.path.len();
        let near = self.graph.touch(last);
        let lefts = |v: usize, last: usize| self.graph.cands[v] & self.graph.link[last];
        if has {
            if left == 1 && self.kind == Kind::Whip {
                for v in (node.empty & near).iter() {
                    self.path.push(Taken { v, right: None, lefts: lefts(v, last) });
                    if self.is_loopless() {
                        return true;
                    }
                    self.path.pop();
                }
            }
            return false;
        }
        if !node.empty.contains(self.v) || !near.contains(self.v) || before == 0 {
            return false;
        }
        let by_rights = rights.iter().fold(Bits::EMPTY, |all, right| all | self.graph.link[right]);
        let all_by_rights = (self.guardians - by_rights).is_empty();
        match self.kind {
            Kind::Contrad if left == 1 && all_by_rights => {
                self.path.push(Taken { v: self.v, right: None, lefts: lefts(self.v, last) });
                if self.is_loopless() {
                    return true;
                }
            }
            Kind::Whip if left == 2 && !all_by_rights => {
                for right in self.guardians.iter() {
                    let excluded = lefts(self.v, last) - Bits::of(right);
                    if excluded.is_empty() {
                        continue;
                    }
                    self.path.push(Taken { v: self.v, right: Some(right), lefts: excluded });
                    let used = self.graph.touched(rights);
                    for v in (self.graph.vars[right] - used - Bits::of(self.v)).iter() {
                        if self.graph.cands[v].contains(self.z) {
                            continue;
                        }
                        let lefts = self.graph.cands[v] & self.graph.link[right];
                        self.path.push(Taken { v, right: None, lefts });
                        if self.is_loopless() {
                            return true;
                        }
                        self.path.pop();
                    }
                    self.path.truncate(before);
                }
            }
            _ => {}
        }
        self.path.truncate(before);
        false
    }

    /// Whether left-linking candidates can be chosen for the variables so that none comes twice.
    fn is_loopless(&mut self) -> bool {
        let is_loopless = self.lefts().is_some();
        self.has_loops |= !is_loopless;
        is_loopless
    }

    fn lefts(&self) -> Option<Vec<usize>> {
        let of_variables = self.path.iter().filter(|taken| taken.v != self.v);
        distinct_representatives(&of_variables.map(|taken| taken.lefts).collect::<Vec<_>>())
    }

    fn links(&self) -> Vec<Link> {
        let mut of_variables = self.lefts().unwrap_or_default().into_iter();
        let right = |p: usize| self.path[p].right;
        let excludes =
            |p: usize, c: usize| right(p).is_some_and(|right| self.graph.link[right].contains(c));
        let links = self.path.iter().enumerate().map(|(k, taken)| {
            if taken.v != self.v {
                let left = of_variables.next().unwrap_or_default();
                return link(self.graph, (taken.v, left, taken.right), k, 0..k, excludes);
            }
            let left = taken.lefts.first().unwrap_or_default();
            let others = self.guardians - [left].into_iter().chain(taken.right).collect();
            let origin = |c: usize| (0..k).find(|&p| excludes(p, c)).map_or(0, |p| p + 1);
            let labels = &self.graph.labels;
            Link {
                variables: Vec::new(),
                left: labels[left],
                from: k,
                right: taken.right.map_or(Right::Nothing, |c| Right::Candidate(labels[c])),
                ignored: others.iter().map(|c| (labels[c], origin(c))).collect(),
            }
        });
        links.collect()
    }
}

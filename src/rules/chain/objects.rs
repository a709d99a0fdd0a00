//! The search for chains whose right-linking objects may be more than candidates: g-candidates, subsets.
//!
//! The same walk as in `search`, over the objects of [`Reach`] instead of forced candidates, and without its
//! shortcuts: each object is asserted before it is looked at.

use super::matching::distinct_representatives;
use super::{Chain, Family, Walk};
use crate::graph::{
    Bits, Budget, Graph, Kind, Node, Object, OutOfBudget, Seen, Target, each_object,
    is_refuted_within,
};
use crate::grid::Candidate;
use crate::grid::notation::{Variable, link, segment_link, subset_link};
use std::collections::HashMap;

/// From how many variables on a partial chain is first tested by propagation.
const BOUND_FROM: usize = 5;

/// A search for chains of one family and size in one graph.
pub(super) struct ObjectSearch<'a, const C: usize, const V: usize> {
    graph: &'a Graph<C, V>,
    seen: &'a mut Seen<C>,
    family: Family,
    size: usize,
    budget: Budget,
    /// The variables that a chain may have: all, or those of one type.
    allowed: Bits<V>,
    target: usize,
    path: Vec<Object<C, V>>,
    /// The last variable of a chain that was found.
    closing: usize,
    /// Numbers of the sets of candidates that objects exclude.
    numbers: HashMap<Bits<C>, usize>,
    /// Whether partial chains in the same state are merged.
    merging: bool,
}

impl<'a, const C: usize, const V: usize> ObjectSearch<'a, C, V> {
    pub(super) fn new(
        graph: &'a Graph<C, V>,
        seen: &'a mut Seen<C>,
        family: Family,
        size: usize,
        budget: Budget,
    ) -> Self {
        ObjectSearch {
            graph,
            seen,
            family,
            size,
            budget,
            allowed: Bits::FULL,
            target: 0,
            path: Vec::new(),
            closing: 0,
            numbers: HashMap::new(),
            merging: true,
        }
    }

    /// Extends a partial chain whose last object excludes `excluded`, with `left` variables to go; `rights`
    /// are its right-linking candidates. What can follow depends on no more than the candidates alive and not
    /// asserted, and on `excluded`: partial chains that agree in them are merged.
    fn extend(
        &mut self,
        node: &Node<C, V>,
        rights: Bits<C>,
        excluded: Bits<C>,
        left: usize,
    ) -> Result<bool, OutOfBudget> {
        self.budget.spend()?;
        let mut via = self.allowed;
        if self.family.continuous {
            via = via & self.graph.touched(&excluded);
        }
        if left == 1 {
            return Ok(self.close(&(node.empty & via)));
        }
        if self.size >= BOUND_FROM
            && left >= 3
            && !is_refuted_within(self.graph, node, self.family.reach, left - 1)
        {
            return Ok(false);
        }
        let mut objects = Vec::new();
        let reach = self.family.reach;
        each_object(self.graph, node, reach, &via, left - 1, &mut |object| objects.push(object));
        for object in objects {
            let (child, rights) = self.assert(node, rights, &object);
            let rest = left - object.size();
            if rest == 1 && child.empty.is_empty() {
                continue;
            }
            if self.merging && rest > 1 && !self.is_new(&child, rights, &object.excluded, rest) {
                continue;
            }
            self.path.push(object);
            if !self.merging && !self.is_loopless(None) {
                self.path.pop();
                continue;
            }
            if self.extend(&child, rights, object.excluded, rest)? {
                return Ok(true);
            }
            self.path.pop();
        }
        Ok(false)
    }

    fn assert(
        &self,
        node: &Node<C, V>,
        mut rights: Bits<C>,
        object: &Object<C, V>,
    ) -> (Node<C, V>, Bits<C>) {
        match object.kind {
            Kind::Candidate(c) => {
                rights.insert(c);
                (node.assert(self.graph, c), rights)
            }
            _ => (node.exclude(self.graph, &object.excluded), rights),
        }
    }

    /// Whether no partial chain has been in this state.
    fn is_new(
        &mut self,
        node: &Node<C, V>,
        rights: Bits<C>,
        excluded: &Bits<C>,
        left: usize,
    ) -> bool {
        let next = self.numbers.len();
        let last = match self.family.continuous {
            true => *self.numbers.entry(*excluded).or_insert(next),
            false => 0,
        };
        self.seen.insert(&(node.alive - rights), last << 6 | left)
    }

    /// Takes the first of the empty variables; where loops matter, the first that leaves the chain without.
    fn close(&mut self, empty: &Bits<V>) -> bool {
        let closing = empty.iter().find(|&v| self.merging || self.is_loopless(Some(v)));
        self.closing = closing.unwrap_or(self.closing);
        closing.is_some()
    }

    /// Whether the left-linking candidates of the path, and of a last variable, can be pairwise different.
    fn is_loopless(&self, closing: Option<usize>) -> bool {
        distinct_representatives(&self.options(closing)).is_some()
    }

    /// For each link of the path, and for a last variable, the candidates that can be its left-linking one.
    fn options(&self, closing: Option<usize>) -> Vec<Bits<C>> {
        let of = |via: &Bits<V>| {
            via.iter().fold(Bits::<C>::EMPTY, |all, v| all | self.graph.cands[v])
        };
        let last = closing.map(|v| [v].into_iter().collect::<Bits<V>>());
        let vias = self.path.iter().map(|object| &object.via).chain(&last);
        let before = [self.graph.link[self.target]].into_iter().chain(self.path.iter().map(|o| o.excluded));
        if self.family.continuous {
            return vias.zip(before).map(|(via, excluded)| of(via) & excluded).collect();
        }
        // Linked to the latest possible of the target and the previous objects.
        let before: Vec<Bits<C>> = before.collect();
        let latest = |(k, via)| {
            let linked = |excluded: &Bits<C>| of(via) & *excluded;
            before[..=k].iter().rev().map(linked).find(|set| !set.is_empty())
        };
        vias.enumerate().map(|link| latest(link).unwrap_or(Bits::EMPTY)).collect()
    }

    fn link(&self, object: &Object<C, V>, left: Candidate) -> String {
        let v = object.via.first().unwrap_or_default();
        let label = |c: usize| self.graph.labels[c];
        match object.kind {
            Kind::Candidate(c) => link(self.graph.variable(v), left, Some(label(c))),
            Kind::Segment(members) => {
                let members: Vec<Candidate> = members.iter().map(label).collect();
                segment_link(self.graph.variable(v), left, &members)
            }
            Kind::Subset(subset) => {
                let names = |numbers: [u16; 4]| -> Vec<Variable> {
                    numbers[..subset.size]
                        .iter()
                        .map(|&v| self.graph.variable(v as usize))
                        .collect()
                };
                subset_link(&names(subset.members), left, &names(subset.transversals))
            }
        }
    }
}

impl<const C: usize, const V: usize> Walk<C, V> for ObjectSearch<'_, C, V> {
    fn run(
        &mut self,
        target: &Target<C, V>,
        allowed: Bits<V>,
    ) -> Result<bool, OutOfBudget> {
        self.allowed = allowed;
        self.seen.clear();
        self.numbers.clear();
        self.path.clear();
        self.merging = true;
        self.target = target.candidate;
        let first = self.graph.link[target.candidate];
        let found = self.extend(&target.node, Bits::EMPTY, first, self.size)?;
        if !found || !self.family.loopless || self.is_loopless(Some(self.closing)) {
            return Ok(found);
        }
        self.path.clear();
        self.merging = false;
        self.extend(&target.node, Bits::EMPTY, first, self.size)
    }

    fn chain(&self, _: &Target<C, V>) -> Chain {
        let options = self.options(Some(self.closing));
        let first = || options.iter().map(|set| set.first().unwrap_or_default()).collect();
        let lefts = distinct_representatives(&options).unwrap_or_else(first);
        let label = |c: usize| self.graph.labels[c];
        let mut links: Vec<String> = self
            .path
            .iter()
            .zip(&lefts)
            .map(|(object, &left)| self.link(object, label(left)))
            .collect();
        let last = lefts.last().copied().unwrap_or_default();
        links.push(link(self.graph.variable(self.closing), label(last), None));
        Chain { kind: self.closing / (16 * V), links }
    }

    fn budget(&self) -> Budget {
        self.budget
    }
}

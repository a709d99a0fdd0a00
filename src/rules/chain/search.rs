//! The search shared by all chain families: from a target, assert right-linking candidates one by one
//! until a variable is empty, with exactly the asked number of variables.
//!
//! ```text
//!   Z ──▶ V1{L1 R1} ──▶ V2{L2 R2} ──▶ … ──▶ Vn{Ln .}      n variables, n-1 assertions
//!   root     node          node        leaf: looked at without asserting R(n-1)
//! ```
//!
//! R(n-1) is not asserted: it closes the chain when it is linked to another forced candidate (whose
//! variable it empties), or when it kills all that is left of a variable inside one segment
//! ([`Graph::closes_segment`]). Most partial chains of length n-1 fail that test, at a few
//! instructions each.

use super::matching::distinct_representatives;
use super::{Family, Walk};
use crate::graph::{
    Bits, Budget, Graph, Node, OutOfBudget, Reach, Seen, Target, is_refuted_within,
};
use crate::grid::notation::link;

/// From how many variables on a partial chain is first tested by propagation: one that has no contradiction
/// within the rounds left to it is given up. Below, the test costs more than it saves.
const BOUND_FROM: usize = 6;

/// A search for chains of one family and size in one graph.
pub(super) struct Search<'a, const C: usize, const V: usize> {
    graph: &'a Graph<C, V>,
    seen: &'a mut Seen<C>,
    family: Family,
    size: usize,
    budget: &'a mut Budget,
    /// (variable, right-linking candidate) so far.
    path: Vec<(usize, usize)>,
    /// The last variable of a chain that was found.
    closing: usize,
}

impl<'a, const C: usize, const V: usize> Search<'a, C, V> {
    pub(super) fn new(
        graph: &'a Graph<C, V>,
        seen: &'a mut Seen<C>,
        family: Family,
        size: usize,
        budget: &'a mut Budget,
    ) -> Self {
        Search { graph, seen, family, size, budget, path: Vec::new(), closing: 0 }
    }

    /// Extends a partial whip that ends in `last`, with `left` variables to go. Partial whips with the same
    /// right-linking candidates and the same last one are the same state; only the first is extended.
    fn whip(
        &mut self,
        node: &Node<C, V>,
        set: Bits<C>,
        last: usize,
        left: usize,
    ) -> Result<bool, OutOfBudget> {
        self.budget.spend()?;
        let touched = node.single & self.graph.touch[last];
        if left == 2 {
            return Ok(self.close(node, node.forced, &touched));
        }
        if self.is_hopeless(node, left) {
            return Ok(false);
        }
        let mut tried = Bits::<C>::EMPTY;
        for v in touched.iter() {
            let candidates = self.graph.cands[v] & node.forced;
            let Some(right) = candidates.first() else { continue };
            if tried.contains(right) {
                continue;
            }
            tried.insert(right);
            let mut wider = set;
            wider.insert(right);
            if !set.is_empty() && !self.seen.insert(&wider, right) {
                continue;
            }
            self.path.push((v, right));
            let child = node.assert(self.graph, right);
            if self.whip(&child, wider, right, left - 1)? {
                return Ok(true);
            }
            self.path.pop();
        }
        Ok(false)
    }

    /// Extends a partial braid with `left` variables to go. The order of its right-linking candidates does
    /// not matter, so each set is visited once, without a table: below the k-th child the first k-1 are
    /// `excluded`.
    fn braid(
        &mut self,
        node: &Node<C, V>,
        left: usize,
        mut excluded: Bits<C>,
    ) -> Result<bool, OutOfBudget> {
        self.budget.spend()?;
        let rights = node.forced - excluded;
        if left == 2 {
            return Ok(self.close(node, rights, &node.single));
        }
        if self.is_hopeless(node, left) {
            return Ok(false);
        }
        for right in rights.iter() {
            let via = self.graph.vars[right] & node.single;
            let Some(v) = via.first() else { continue };
            self.path.push((v, right));
            let child = node.assert(self.graph, right);
            if self.braid(&child, left - 1, excluded)? {
                return Ok(true);
            }
            self.path.pop();
            excluded.insert(right);
        }
        Ok(false)
    }

    /// Whether no contradiction can be reached from `node` with `left` more variables.
    #[inline]
    fn is_hopeless(&self, node: &Node<C, V>, left: usize) -> bool {
        self.size >= BOUND_FROM
            && left >= 3
            && !is_refuted_within(self.graph, node, Reach::Singles, left - 1)
    }

    /// Whether one of the forced candidates `rights`, the last of a variable in `via`, empties a variable.
    #[inline]
    fn close(&mut self, node: &Node<C, V>, rights: Bits<C>, via: &Bits<V>) -> bool {
        for right in rights.iter() {
            // A variable may be empty already where the target has a shorter chain.
            let closes = self.graph.link[right].intersects(&node.forced)
                || self.graph.closes_segment(right, &node.alive)
                || !self.closings(node, right).is_empty();
            if !closes {
                continue;
            }
            if let Some(v) = (self.graph.vars[right] & *via).first() {
                let closings = self.closings(&node.assert(self.graph, right), right);
                if let Some(closing) = closings.first() {
                    self.path.push((v, right));
                    self.closing = closing;
                    return true;
                }
            }
        }
        false
    }

    /// The empty variables that can be the last one of a chain that ends in `last`: those with a candidate
    /// linked to it, or any if continuity is not asked for.
    #[inline]
    fn closings(&self, node: &Node<C, V>, last: usize) -> Bits<V> {
        let continuous = self.family.continuous;
        if continuous { node.empty & self.graph.touch[last] } else { node.empty }
    }

    /// The complete search for a loopless whip: every variable is tried for every candidate, and at each
    /// step the left-linking candidates must have distinct representatives among their options.
    fn loopless_whip(
        &mut self,
        node: &Node<C, V>,
        last: usize,
        left: usize,
        options: &mut Vec<Bits<C>>,
    ) -> Result<bool, OutOfBudget> {
        self.budget.spend()?;
        if self.is_hopeless(node, left) {
            return Ok(false);
        }
        for v in (node.single & self.graph.touch[last]).iter() {
            let Some(right) = (self.graph.cands[v] & node.forced).first() else { continue };
            options.push(self.graph.cands[v] & self.graph.link[last]);
            if distinct_representatives(options).is_some() {
                self.path.push((v, right));
                let child = node.assert(self.graph, right);
                let found = if left > 2 {
                    self.loopless_whip(&child, right, left - 1, options)?
                } else {
                    self.close_loopless(&child, right, options)
                };
                if found {
                    return Ok(true);
                }
                self.path.pop();
            }
            options.pop();
        }
        Ok(false)
    }

    /// Whether some variable that `last` has emptied leaves the whip without loop.
    fn close_loopless(
        &mut self,
        node: &Node<C, V>,
        last: usize,
        options: &mut Vec<Bits<C>>,
    ) -> bool {
        let closings = self.closings(node, last);
        let closing = closings.iter().find(|&v| {
            options.push(self.graph.cands[v] & self.graph.link[last]);
            let distinct = distinct_representatives(options).is_some();
            options.pop();
            distinct
        });
        self.closing = closing.unwrap_or(self.closing);
        closing.is_some()
    }

    /// For each variable of the whip on `z` that was found, the candidates that can be its left-linking one.
    fn options(&self, z: usize) -> Vec<Bits<C>> {
        let mut previous = z;
        let mut options = Vec::with_capacity(self.size);
        for &(v, right) in &self.path {
            options.push(self.graph.cands[v] & self.graph.link[previous]);
            previous = right;
        }
        options.push(self.graph.cands[self.closing] & self.graph.link[previous]);
        options
    }

    /// Left-linking candidates of a braid: linked to the latest possible of the target `z` and the previous
    /// right-linking candidates.
    fn braid_lefts(&self, z: usize) -> Vec<usize> {
        let mut previous = vec![z];
        let closing = (self.closing, z);
        self.path
            .iter()
            .chain([&closing])
            .map(|&(v, right)| {
                let linked = |&p: &usize| (self.graph.cands[v] & self.graph.link[p]).first();
                let left = previous.iter().rev().find_map(linked).unwrap_or_default();
                previous.push(right);
                left
            })
            .collect()
    }
}

impl<const C: usize, const V: usize> Walk<C, V> for Search<'_, C, V> {
    fn run(&mut self, target: &Target<C, V>) -> Result<bool, OutOfBudget> {
        self.path.clear();
        let z = target.candidate;
        if !self.family.continuous {
            return self.braid(&target.node, self.size, Bits::EMPTY);
        }
        self.seen.clear();
        let found = self.whip(&target.node, Bits::EMPTY, z, self.size)?;
        if !found || !self.family.loopless || distinct_representatives(&self.options(z)).is_some() {
            return Ok(found);
        }
        // The chain repeats a left-linking candidate. Another one may not: look at all of them,
        // without merging those that share their right-linking candidates.
        self.path.clear();
        let mut options = Vec::new();
        self.loopless_whip(&target.node, z, self.size, &mut options)
    }

    fn links(&self, target: &Target<C, V>) -> Vec<String> {
        let lefts = if self.family.continuous {
            let options = self.options(target.candidate);
            let first = || options.iter().map(|set| set.first().unwrap_or_default()).collect();
            distinct_representatives(&options).unwrap_or_else(first)
        } else {
            self.braid_lefts(target.candidate)
        };
        let variables = self.path.iter().map(|&(v, right)| (v, Some(right)));
        let label = |c: usize| self.graph.labels[c];
        variables
            .chain([(self.closing, None)])
            .zip(lefts)
            .map(|((v, right), left)| link(self.graph.variable(v), label(left), right.map(label)))
            .collect()
    }
}

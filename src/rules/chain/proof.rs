//! From a partial whip or braid that a search has come to, to the chain: its variables, its last one, its left-linking
//! candidates.

use super::Family;
use super::matching::distinct_representatives;
use super::search::BOUND_FROM;
use crate::graph::{Bits, Budget, Graph, Node, OutOfBudget, Reach, Seen, is_refuted_within};
use crate::grid::Candidate;
use crate::grid::notation::link;

/// A chain of one family and size.
pub(super) struct Proof<'a, const C: usize, const V: usize> {
    graph: &'a Graph<C, V>,
    seen: &'a mut Seen<C>,
    family: Family,
    size: usize,
    z: usize,
    /// (variable, right-linking candidate), but for the last variable.
    path: Vec<(usize, usize)>,
    closing: usize,
}

/// What a partial chain comes to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    /// A chain of the family.
    Chain,
    /// Only such with loops, where these are not allowed.
    Loops,
    Nothing,
}

/// What a complete search comes to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Loopless {
    /// Nothing, with loops or without.
    NoWhip,
    /// Nothing without loops.
    Loops,
    Found,
}

/// For each variable of a partial whip the candidates that can be its left-linking one, and a choice of one each, all
/// different.
struct Lefts<const C: usize> {
    options: Vec<Bits<C>>,
    taken: Bits<C>,
}

impl<const C: usize> Lefts<C> {
    /// Adds those of another variable; `false` if there is no choice any more.
    fn push(&mut self, option: Bits<C>) -> bool {
        self.options.push(option);
        if let Some(free) = (option - self.taken).first() {
            self.taken.insert(free);
            return true;
        }
        let choice = distinct_representatives(&self.options);
        choice.map(|lefts| self.taken = lefts.into_iter().collect()).is_some()
    }
}

impl<'a, const C: usize, const V: usize> Proof<'a, C, V> {
    pub(super) fn new(
        graph: &'a Graph<C, V>,
        seen: &'a mut Seen<C>,
        family: Family,
        size: usize,
    ) -> Self {
        Proof { graph, seen, family, size, z: 0, path: Vec::new(), closing: 0 }
    }

    /// Looks for a chain that begins with a partial one, its target first.
    pub(super) fn find(&mut self, partial: &[u16]) -> Found {
        let z = partial[0] as usize;
        let mut node = self.graph.root().assert(self.graph, z);
        self.z = z;
        self.path.clear();
        let mut last = z;
        for right in partial[1..].iter().map(|&c| c as usize) {
            let via = (self.graph.vars[right] & self.via(&node, last)).first();
            self.path.push((via.unwrap_or_default(), right));
            node = node.assert(self.graph, right);
            last = right;
        }
        let mut found = Found::Nothing;
        let via = self.via(&node, last);
        for right in node.forced.iter() {
            let Some(v) = (self.graph.vars[right] & via).first() else { continue };
            let closings = self.closings(&node.assert(self.graph, right), right);
            self.path.push((v, right));
            for closing in closings.iter() {
                self.closing = closing;
                if !self.family.loopless || distinct_representatives(&self.options()).is_some() {
                    return Found::Chain;
                }
                found = Found::Loops;
            }
            self.path.pop();
        }
        found
    }

    /// Whether the target `z` has a whip without loop. [`Proof::find`] sees one whip for each set of right-linking
    /// candidates; here all are looked at.
    pub(super) fn find_loopless(
        &mut self,
        z: usize,
        budget: &mut Budget,
    ) -> Result<bool, OutOfBudget> {
        self.z = z;
        self.path.clear();
        self.seen.clear();
        let node = self.graph.root().assert(self.graph, z);
        let mut lefts = Lefts { options: Vec::new(), taken: Bits::EMPTY };
        let found = self.loopless_whip(&node, Bits::EMPTY, z, self.size, &mut lefts, budget)?;
        Ok(found == Loopless::Found)
    }

    /// The variables by which a partial chain that ends in `last` can go on.
    fn via(&self, node: &Node<C, V>, last: usize) -> Bits<V> {
        if self.family.continuous { node.single & self.graph.touch[last] } else { node.single }
    }

    /// Whether no contradiction can be reached from `node` with `left` more variables.
    #[inline]
    fn is_hopeless(&self, node: &Node<C, V>, left: usize) -> bool {
        self.size >= BOUND_FROM
            && left >= 3
            && !is_refuted_within(self.graph, node, Reach::Singles, left - 1)
    }

    /// The empty variables that can be the last one of a chain that ends in `last`: those with a candidate
    /// linked to it, or any if continuity is not asked for.
    #[inline]
    fn closings(&self, node: &Node<C, V>, last: usize) -> Bits<V> {
        if self.family.continuous { node.empty & self.graph.touch[last] } else { node.empty }
    }

    /// The complete search for a loopless whip: every variable is tried for every candidate, and at each
    /// step the left-linking candidates must have distinct representatives among their options. Partial whips that
    /// come to nothing even with loops are remembered by their right-linking candidates and the last.
    fn loopless_whip(
        &mut self,
        node: &Node<C, V>,
        rights: Bits<C>,
        last: usize,
        left: usize,
        lefts: &mut Lefts<C>,
        budget: &mut Budget,
    ) -> Result<Loopless, OutOfBudget> {
        budget.spend()?;
        let mut outcome = Loopless::NoWhip;
        if self.seen.contains(&rights, last) || self.is_hopeless(node, left) {
            return Ok(outcome);
        }
        let ends = if left == 1 { self.closings(node, last) } else { self.via(node, last) };
        for v in ends.iter() {
            let taken = lefts.taken;
            let next = if !lefts.push(self.graph.cands[v] & self.graph.link[last]) {
                Loopless::Loops
            } else if left == 1 {
                self.closing = v;
                Loopless::Found
            } else {
                let forced = (self.graph.cands[v] & node.forced).first();
                let right = forced.unwrap_or_default();
                let mut wider = rights;
                wider.insert(right);
                self.path.push((v, right));
                let child = node.assert(self.graph, right);
                self.loopless_whip(&child, wider, right, left - 1, lefts, budget)?
            };
            if next == Loopless::Found {
                return Ok(next);
            }
            self.path.truncate(self.size - left);
            lefts.options.pop();
            lefts.taken = taken;
            outcome = outcome.max(next);
        }
        if outcome == Loopless::NoWhip {
            self.seen.insert(&rights, last);
        }
        Ok(outcome)
    }

    /// For each variable of the whip that was found, the candidates that can be its left-linking one.
    fn options(&self) -> Vec<Bits<C>> {
        let mut previous = self.z;
        let mut options = Vec::with_capacity(self.size);
        for &(v, right) in &self.path {
            options.push(self.graph.cands[v] & self.graph.link[previous]);
            previous = right;
        }
        options.push(self.graph.cands[self.closing] & self.graph.link[previous]);
        options
    }

    /// Left-linking candidates of a braid: linked to the latest possible of the target and the previous
    /// right-linking candidates.
    fn braid_lefts(&self) -> Vec<usize> {
        let mut previous = vec![self.z];
        let closing = (self.closing, self.z);
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

    /// The target's number.
    pub(super) fn target(&self) -> usize {
        self.z
    }

    /// The target.
    pub(super) fn target_label(&self) -> Candidate {
        self.graph.labels[self.z]
    }

    /// The links, in nrc notation, of the chain that was found last.
    pub(super) fn links(&self) -> Vec<String> {
        let lefts = if self.family.continuous {
            let options = self.options();
            let first = || options.iter().map(|set| set.first().unwrap_or_default()).collect();
            distinct_representatives(&options).unwrap_or_else(first)
        } else {
            self.braid_lefts()
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

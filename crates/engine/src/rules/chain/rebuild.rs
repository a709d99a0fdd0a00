//! Rebuilding of a chain from the partial whip or braid that a search has reached: its variables, its last
//! one, its left-linking candidates.

use super::super::matching::{distinct_representatives, has_distinct_representatives};
use super::ObjectFamily;
use super::link::link;
use crate::budget::{Budget, Within};
use crate::evidence::Link;
use crate::graph::{
    Bits, Division, Graph, Node, ObjectKind, Reach, VisitedSets, candidate_of, type_of, walk_comes_within,
};
use std::ops::Range;

/// Rebuilder of chains of one family and size.
pub(crate) struct Rebuild<'a, const C: usize, const V: usize> {
    pub(crate) graph: &'a Graph<C, V>,
    /// Partial whips that extend to whips, each given by its right-linking candidates and by which is last.
    live: &'a mut VisitedSets<C>,
    /// Whether `live` has all such partial whips.
    knows_live: bool,
    family: ObjectFamily,
    size: usize,
    /// The division, if the variables of a chain are of one type.
    division: Option<Division>,
    pub(crate) target: u16,
    pub(crate) z: usize,
    /// Variables that chains on the target may have.
    allowed: Bits<V>,
    /// Types of variables that make links.
    links: Range<usize>,
    /// Variables with their right-linking candidates, except the last variable.
    path: Vec<(usize, usize)>,
    closing: usize,
}

/// Outcome for a partial chain.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rebuilt {
    /// A chain of the family.
    Chain,
    /// Only chains with loops, in a family without loops.
    Loops,
    Nothing,
}

/// Number of right-linking candidates from which a search for whips merges partial whips: the last candidate
/// is part of the state, so the first two occur in one order only.
pub(crate) const MERGED_FROM: usize = 3;

/// Candidates that can be left-linking in each variable of a partial whip, and a choice of one each, all
/// different.
struct Lefts<const C: usize> {
    options: Vec<Bits<C>>,
    taken: Bits<C>,
}

impl<const C: usize> Lefts<C> {
    /// Adds the candidates of another variable; returns `false` if no choice is left.
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

/// Returns the number that distinguishes partial whips on the target with the same right-linking candidates.
pub(crate) fn state(target: u16, last: usize) -> usize {
    usize::from(target) << 16 | last
}

impl<'a, const C: usize, const V: usize> Rebuild<'a, C, V> {
    pub(crate) fn new(
        graph: &'a Graph<C, V>, live: &'a mut VisitedSets<C>, family: ObjectFamily,
        division: Option<Division>, size: usize,
    ) -> Self {
        Rebuild {
            graph,
            live,
            knows_live: false,
            family,
            size,
            division,
            target: 0,
            z: 0,
            allowed: Bits::FULL,
            links: 0..4,
            path: Vec::new(),
            closing: 0,
        }
    }

    /// Starts on a target.
    fn begin(&mut self, target: u16) {
        (self.target, self.z) = (target, candidate_of(target));
        if let Some(division) = self.division {
            let kind = type_of(target);
            self.allowed = Graph::<C, V>::of_types(kind..kind + 1);
            self.links = division.links(kind);
        }
        self.path.clear();
    }

    /// Searches for a chain that begins with a partial one, its target first. (So little is asserted that
    /// examining the variables near it one by one is less work than computing the [`Node`] of each state.)
    pub(crate) fn find(&mut self, partial: &[u16]) -> Rebuilt {
        self.begin(partial[0]);
        let (graph, z) = (self.graph, self.z);
        let mut asserted = Bits::of(z);
        let (mut last, mut dead) = (z, self.link_of(z));
        for right in partial[1..].iter().map(|&c| usize::from(c)) {
            let is_left = |&v: &usize| graph.cands[v] - dead == Bits::of(right);
            let via = (graph.vars[right] & self.near(last)).iter().find(is_left);
            self.path.push((via.unwrap_or_default(), right));
            asserted.insert(right);
            dead |= self.link_of(right);
            last = right;
        }
        let near = self.near(last);
        let mut forced = Bits::<C>::EMPTY;
        for v in near.iter() {
            let left = graph.cands[v] - dead;
            if left.len() == 1 {
                forced |= left;
            }
        }
        let mut found = Rebuilt::Nothing;
        for right in (forced - asserted).iter() {
            let is_left = |&v: &usize| graph.cands[v] - dead == Bits::of(right);
            let Some(v) = (graph.vars[right] & near).iter().find(is_left) else { continue };
            let dead = dead | self.link_of(right);
            self.path.push((v, right));
            for closing in self.near(right).iter() {
                if !(graph.cands[closing] - dead).is_empty() {
                    continue;
                }
                self.closing = closing;
                if !self.family.loopless || has_distinct_representatives(&self.options()) {
                    return Rebuilt::Chain;
                }
                found = Rebuilt::Loops;
            }
            self.path.pop();
        }
        found
    }

    /// Returns the variables that can be next in a chain after the candidate `last`.
    #[inline]
    fn near(&self, last: usize) -> Bits<V> {
        let near = match (self.family.continuous, self.links.end) {
            (true, 4) => self.graph.touch(last),
            (true, _) => self.graph.touch_by(last, self.links.clone()),
            (false, _) => self.graph.present(),
        };
        near & self.allowed
    }

    /// Returns the candidates linked to `c`.
    #[inline]
    fn link_of(&self, c: usize) -> Bits<C> {
        if self.links.end == 4 { self.graph.link[c] } else { self.graph.linked_by(c, self.links.clone()) }
    }

    /// Takes a target known to have a chain, whose links are not wanted.
    pub(crate) fn without_path(&mut self, target: u16) {
        self.begin(target);
    }

    /// Whether the target has a whip without loop. [`Rebuild::find`] sees one whip for each set of
    /// right-linking candidates; this function examines all whips. `closing` lists the partial whips that may
    /// close, joined end to end; `queued` has the partial whips that the search reached.
    pub(crate) fn find_loopless(
        &mut self, target: u16, closing: &[u16], queued: &VisitedSets<C>, budget: &mut Budget,
    ) -> Within<bool> {
        self.begin(target);
        self.knows_live = !queued.is_full();
        if self.knows_live {
            self.trace_back(closing, queued, budget)?;
        }
        let node = self.graph.root().assert(self.graph, self.z);
        let mut lefts = Lefts { options: Vec::new(), taken: Bits::EMPTY };
        self.loopless_whip(&node, Bits::EMPTY, self.z, self.size, &mut lefts, budget)
    }

    /// Traces whips of the target back from their ends through the queued partial whips; the partial whips
    /// reached are live.
    fn trace_back(&mut self, closing: &[u16], queued: &VisitedSets<C>, budget: &mut Budget) -> Within {
        self.live.clear();
        let graph = self.graph;
        let mut ends = Vec::new();
        // Most partial whips are of other targets.
        for partial in closing.chunks_exact(self.size - 1).filter(|partial| partial[0] == self.target) {
            let rights: Bits<C> = partial[1..].iter().map(|&c| usize::from(c)).collect();
            let last = usize::from(partial[partial.len() - 1]);
            if self.live.insert(&rights, last) {
                ends.push((rights, last));
            }
        }
        while let Some((mut rights, last)) = ends.pop() {
            budget.spend()?;
            if rights.len() <= MERGED_FROM {
                continue;
            }
            rights.remove(last);
            // The variables in which `last` is forced are few: a node would count in all variables.
            let dead = rights.iter().fold(graph.link[self.z], |dead, c| dead | graph.link[c]);
            let is_forced = |&v: &usize| graph.cands[v] - dead == Bits::of(last);
            let vars: Bits<V> = (graph.vars[last] & self.allowed).iter().filter(is_forced).collect();
            for before in rights.iter().filter(|&c| vars.intersects(&graph.touch(c))) {
                if queued.contains(&rights, state(self.target, before)) && self.live.insert(&rights, before) {
                    ends.push((rights, before));
                }
            }
        }
        Ok(())
    }

    /// Returns the variables that can extend a partial chain that ends in `last`.
    fn via(&self, node: &Node<C, V>, last: usize) -> Bits<V> {
        node.single & self.near(last)
    }

    /// Returns the empty variables that can close a chain that ends in `last`: empty variables with a
    /// candidate linked to `last`, or any if continuity is not required.
    #[inline]
    fn closings(&self, node: &Node<C, V>, last: usize) -> Bits<V> {
        node.empty & self.near(last)
    }

    /// Searches completely for a loopless whip: tries every variable for every candidate; at each step the
    /// left-linking candidates must have distinct representatives among their options.
    fn loopless_whip(
        &mut self, node: &Node<C, V>, rights: Bits<C>, last: usize, left: usize, lefts: &mut Lefts<C>,
        budget: &mut Budget,
    ) -> Within<bool> {
        budget.spend()?;
        if !self.knows_live
            && left > 2
            && !walk_comes_within(
                self.graph,
                node,
                Reach::Singles,
                self.graph.touch(last),
                left - 1,
                |_| false,
                &mut 0,
            )
        {
            return Ok(false);
        }
        let ends = if left == 1 { self.closings(node, last) } else { self.via(node, last) };
        let merged = self.knows_live && left > 2 && self.size - left + 1 >= MERGED_FROM;
        for v in ends.iter() {
            let taken = lefts.taken;
            if lefts.push(self.graph.cands[v] & self.graph.link[last]) {
                if left == 1 {
                    self.closing = v;
                    return Ok(true);
                }
                let right = (self.graph.cands[v] & node.forced).first().unwrap_or_default();
                let mut wider = rights;
                wider.insert(right);
                if !merged || self.live.contains(&wider, right) {
                    self.path.push((v, right));
                    let child = node.assert(self.graph, right);
                    if self.loopless_whip(&child, wider, right, left - 1, lefts, budget)? {
                        return Ok(true);
                    }
                    self.path.pop();
                }
            }
            lefts.options.pop();
            lefts.taken = taken;
        }
        Ok(false)
    }

    /// Returns, for each variable of the whip found, the candidates that can be left-linking.
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

    /// Returns the left-linking candidates of a braid. Each is linked to the latest possible candidate among
    /// the target and the previous right-linking candidates.
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

    /// Returns the variables of the chain found, each with its left-linking and its right-linking candidate;
    /// the last has none on the right.
    pub(crate) fn variables(&self) -> Vec<(usize, usize, Option<usize>)> {
        let lefts = if self.family.continuous {
            let options = self.options();
            let first = || options.iter().map(|set| set.first().unwrap_or_default()).collect();
            distinct_representatives(&options).unwrap_or_else(first)
        } else {
            self.braid_lefts()
        };
        let variables = self.path.iter().map(|&(v, right)| (v, Some(right)));
        let variables = variables.chain([(self.closing, None)]).zip(lefts);
        variables.map(|((v, right), left)| (v, left, right)).collect()
    }

    pub(crate) fn links(&self) -> Vec<Link> {
        let variables = self.variables().into_iter().enumerate();
        variables.map(|(k, (v, left, right))| self.link(k, v, left, right)).collect()
    }

    fn link(&self, k: usize, v: usize, left: usize, right: Option<usize>) -> Link {
        let excludes = |p: usize, c: usize| self.graph.link[self.path[p].1].contains(c);
        let latest = (0..k).rev().find(|&p| excludes(p, left));
        let right = right.map(ObjectKind::Candidate);
        link(self.graph, v, left, right, latest.map_or(0, |p| p + 1), 0..k, excludes)
    }
}

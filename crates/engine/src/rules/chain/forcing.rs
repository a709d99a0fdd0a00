//! Forcing whips (docs/theory.md, "Forcing whips").
//!
//! ```text
//!        ┌─ Z1 ─ partial whip ─ R ─┐
//!   V ───┤                         ├─ what is linked to both R and R' is false; R = R' is true
//!        └─ Z2 ─ partial whip ─ R' ┘
//! ```
//!
//! The candidates of a variable are tried one by one, each with a partial whip, of length 0 perhaps. The
//! length of the whole is the sum of theirs and one.

use super::super::Findings;
use super::partial_whip::{
    Numbers, Taken, add_next, after, lefts, link_of, near, rights, start, step_cost,
};
use crate::budget::{Budget, Within};
use crate::evidence::{Because, Branch, Link};
use crate::graph::{
    Bits, Graph, GraphCache, Node, Object, Reach, Space, State, VisitedSets, with_graph,
};
use crate::grid::notation::Variable;

/// From variables with so many candidates.
pub(in crate::rules) fn find(
    branches: usize,
    state: &mut State,
    size: u8,
    found: &mut Findings,
) -> Within {
    with_graph!(state, Space::All, |GraphCache { graph, visited, .. }, budget| {
        let mut partial = PartialWhips::new(graph, visited, Reach::Singles, size.into(), budget);
        forcing(&mut partial, branches, found)
    })
}

/// Adds what follows from each variable with so many candidates.
fn forcing<const C: usize, const V: usize>(
    partial: &mut PartialWhips<'_, C, V>,
    branches: usize,
    found: &mut Findings,
) -> Within {
    let graph = partial.graph;
    let total = partial.size - 1;
    let mut bases: Vec<Bits<C>> =
        graph.cands.iter().copied().filter(|cands| cands.len() == branches).collect();
    bases.sort_unstable_by_key(|cands| cands.0);
    bases.dedup();
    let (mut eliminated, mut asserted) = (Bits::<C>::EMPTY, Bits::<C>::EMPTY);
    let traced = found.steps.is_some();
    for base in bases {
        let zs: Vec<usize> = base.iter().collect();
        for lengths in splits(total, branches) {
            // With a branch of length 0 nothing is asserted.
            let full = if lengths.contains(&0) { Bits::EMPTY } else { Bits::FULL };
            let (mut common, mut excluded) = (full, Bits::<C>::FULL);
            for (&z, &p) in zs.iter().zip(&lengths) {
                let ends = partial.ends(z, p)?;
                common = common & ends.last;
                excluded = excluded & ends.excluded;
            }
            let mut branches = |wanted: &dyn Fn(&Object<C, V>) -> bool| match traced {
                true => partial.branches(&zs, &lengths, wanted),
                false => Ok(Vec::new()),
            };
            let because =
                |branches| Because::Forcing { variable: variable_of(graph, base), branches };
            for c in (common - asserted).iter() {
                asserted.insert(c);
                let branches = branches(&|end| end.candidate() == Some(c))?;
                found.assert(graph.labels[c], || because(branches));
            }
            for c in (excluded - eliminated).iter() {
                eliminated.insert(c);
                let branches = branches(&|end| end.excluded.contains(c))?;
                let target = [graph.labels[c]].into_iter().collect();
                found.eliminate(&target, || because(branches));
            }
        }
    }
    Ok(())
}

/// The first variable that has exactly these candidates.
fn variable_of<const C: usize, const V: usize>(graph: &Graph<C, V>, base: Bits<C>) -> Variable {
    let v = graph.cands.iter().position(|cands| *cands == base);
    graph.variable(v.unwrap_or_default())
}

/// All ways to write `total` as an ordered sum of `parts` numbers.
fn splits(total: usize, parts: usize) -> Vec<Vec<usize>> {
    if parts == 1 {
        return vec![vec![total]];
    }
    let with_first = |first: usize| {
        splits(total - first, parts - 1).into_iter().map(move |mut rest| {
            rest.insert(0, first);
            rest
        })
    };
    (0..=total).flat_map(with_first).collect()
}

/// Where the loopless partial whips of one length on one candidate end.
#[derive(Clone, Copy)]
pub(in crate::rules) struct Ends<const C: usize> {
    /// The candidates in which one ends.
    pub last: Bits<C>,
    /// What is excluded by the end of one.
    pub excluded: Bits<C>,
}

impl<const C: usize> Ends<C> {
    const NONE: Ends<C> = Ends { last: Bits::EMPTY, excluded: Bits::EMPTY };

    fn add<const V: usize>(&mut self, end: &Object<C, V>) {
        end.candidate().into_iter().for_each(|c| self.last.insert(c));
        self.excluded |= end.excluded;
    }

    fn has_more_than(&self, other: &Ends<C>) -> bool {
        !(self.last - other.last).is_empty() || !(self.excluded - other.excluded).is_empty()
    }
}

/// The partial whips of a graph, with right-linking groups if so, found when asked for.
pub(in crate::rules) struct PartialWhips<'a, const C: usize, const V: usize> {
    graph: &'a Graph<C, V>,
    visited: &'a mut VisitedSets<C>,
    numbers: Numbers<C>,
    reach: Reach,
    size: usize,
    budget: &'a mut Budget,
    /// For each candidate: its ends by length.
    known: Vec<Option<Vec<Ends<C>>>>,
    path: Vec<Taken<C, V>>,
    /// What may be next after each part of the path.
    next: Vec<Object<C, V>>,
}

impl<'a, const C: usize, const V: usize> PartialWhips<'a, C, V> {
    /// Up to one variable less than `size`. The graph is prepared for this reach.
    pub fn new(
        graph: &'a Graph<C, V>,
        visited: &'a mut VisitedSets<C>,
        reach: Reach,
        size: usize,
        budget: &'a mut Budget,
    ) -> Self {
        let (known, path) = (vec![None; graph.labels.len()], Vec::new());
        let numbers = Numbers::default();
        PartialWhips { graph, visited, numbers, reach, size, budget, known, path, next: Vec::new() }
    }

    /// Where the partial whips on `z` of exactly `p` variables end.
    pub fn ends(&mut self, z: usize, p: usize) -> Within<Ends<C>> {
        if self.known[z].is_none() {
            let mut ends = vec![Ends::NONE; self.size];
            let mut doubtful = ends.clone();
            ends[0].add(&start(self.graph, z));
            self.walk(z, self.size - 1, true, &mut |path| {
                let set = if lefts(path.iter()).is_some() { &mut ends } else { &mut doubtful };
                rights(path).last().into_iter().for_each(|end| set[path.len()].add(end));
                false
            })?;
            // Of merged partial whips only one was seen; another may be without loop.
            if doubtful.iter().zip(&ends).any(|(doubtful, ends)| doubtful.has_more_than(ends)) {
                self.walk(z, self.size - 1, false, &mut |path| {
                    rights(path).last().into_iter().for_each(|end| ends[path.len()].add(end));
                    false
                })?;
            }
            self.known[z] = Some(ends);
        }
        Ok(self.known[z].as_ref().map_or(Ends::NONE, |ends| ends[p]))
    }

    /// Shows every partial whip on `z` of at most `longest` variables to `visit`, until that returns true.
    /// With `merging`, one for each state that they lead to; without, all loopless ones.
    fn walk(
        &mut self,
        z: usize,
        longest: usize,
        merging: bool,
        visit: &mut dyn FnMut(&[Taken<C, V>]) -> bool,
    ) -> Within<bool> {
        self.visited.clear();
        self.numbers.clear();
        self.path.clear();
        self.next.clear();
        let node = self.graph.root().assert(self.graph, z);
        let last = start(self.graph, z);
        self.extend(&node, Bits::EMPTY, &last, longest, merging, visit)
    }

    fn extend(
        &mut self,
        node: &Node<C, V>,
        set: Bits<C>,
        last: &Object<C, V>,
        left: usize,
        merging: bool,
        visit: &mut dyn FnMut(&[Taken<C, V>]) -> bool,
    ) -> Within<bool> {
        if left == 0 {
            return Ok(false);
        }
        self.budget.take(step_cost(self.reach))?;
        let Self { graph, reach, .. } = *self;
        let (first, near) = (self.next.len(), near(graph, last));
        add_next((graph, reach), node, &near, &self.path, None, &mut self.next);
        for at in first..self.next.len() {
            let object = self.next[at];
            let mut wider = set;
            object.candidate().into_iter().for_each(|c| wider.insert(c));
            self.path.push(Taken::after(graph, &last.excluded, object));
            let goes_on = match merging {
                true => {
                    let number = self.numbers.of(&self.path);
                    self.visited.insert(&wider, number << 6 | left)
                }
                false => lefts(self.path.iter()).is_some(),
            };
            if goes_on {
                if visit(&self.path) {
                    return Ok(true);
                }
                let child = after(graph, node, &object);
                if self.extend(&child, wider, &object, left - 1, merging, visit)? {
                    return Ok(true);
                }
            }
            self.path.pop();
        }
        self.next.truncate(first);
        Ok(false)
    }

    /// Partial whips of these lengths on these candidates, each with a `wanted` end.
    pub fn branches(
        &mut self,
        zs: &[usize],
        lengths: &[usize],
        wanted: &dyn Fn(&Object<C, V>) -> bool,
    ) -> Within<Vec<Branch>> {
        let mut branches = Vec::new();
        for (&z, &p) in zs.iter().zip(lengths) {
            let links = if p > 0 { self.branch(z, p, wanted)? } else { Vec::new() };
            branches.push(Branch { start: self.graph.labels[z], links });
        }
        Ok(branches)
    }

    fn branch(
        &mut self,
        z: usize,
        p: usize,
        wanted: &dyn Fn(&Object<C, V>) -> bool,
    ) -> Within<Vec<Link>> {
        let graph = self.graph;
        let mut links = Vec::new();
        for merging in [true, false] {
            let found = self.walk(z, p, merging, &mut |path| {
                if path.len() < p || !rights(path).last().is_some_and(wanted) {
                    return false;
                }
                let Some(lefts) = lefts(path.iter()) else { return false };
                links = (0..p).map(|k| link_of(graph, path, k, lefts[k])).collect();
                true
            })?;
            if found {
                break;
            }
        }
        Ok(links)
    }
}

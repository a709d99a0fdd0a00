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
use super::super::matching::distinct_representatives;
use super::link;
use crate::budget::{Budget, FORCING_STEP, Within};
use crate::evidence::{Because, Branch, Link};
use crate::graph::{Bits, Graph, GraphCache, Node, Space, State, VisitedSets, with_graph};
use crate::grid::notation::Variable;

/// From variables with so many candidates.
pub(in crate::rules) fn find(
    branches: usize,
    state: &mut State,
    size: u8,
    found: &mut Findings,
) -> Within {
    with_graph!(state, Space::All, |GraphCache { graph, visited, .. }, budget| {
        let mut partial = PartialWhips::new(graph, visited, size.into(), budget);
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
            let mut branches = |wanted: &dyn Fn(usize) -> bool| match traced {
                true => partial.branches(&zs, &lengths, wanted),
                false => Ok(Vec::new()),
            };
            let because =
                |branches| Because::Forcing { variable: variable_of(graph, base), branches };
            for c in (common - asserted).iter() {
                asserted.insert(c);
                let branches = branches(&|end| end == c)?;
                found.assert(graph.labels[c], || because(branches));
            }
            for c in (excluded - eliminated).iter() {
                eliminated.insert(c);
                let branches = branches(&|end| graph.link[end].contains(c))?;
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
    pub last: Bits<C>,
    /// What is linked to one of these.
    pub excluded: Bits<C>,
}

/// The partial whips of a graph, found when asked for.
pub(in crate::rules) struct PartialWhips<'a, const C: usize, const V: usize> {
    graph: &'a Graph<C, V>,
    visited: &'a mut VisitedSets<C>,
    size: usize,
    budget: &'a mut Budget,
    /// For each candidate: its ends by length.
    known: Vec<Option<Vec<Ends<C>>>>,
    path: Vec<WhipStep<C>>,
}

/// A step of a partial whip: its variable, right-linking candidate, and possible left-linking ones.
type WhipStep<const C: usize> = (usize, usize, Bits<C>);

/// Whether the left-linking candidates can be pairwise different; such a choice.
fn lefts<const C: usize>(path: &[WhipStep<C>]) -> Option<Vec<usize>> {
    distinct_representatives(&path.iter().map(|step| step.2).collect::<Vec<_>>())
}

impl<'a, const C: usize, const V: usize> PartialWhips<'a, C, V> {
    /// Up to one variable less than `size`.
    pub fn new(
        graph: &'a Graph<C, V>,
        visited: &'a mut VisitedSets<C>,
        size: usize,
        budget: &'a mut Budget,
    ) -> Self {
        let known = vec![None; graph.labels.len()];
        PartialWhips { graph, visited, size, budget, known, path: Vec::new() }
    }

    /// Where the partial whips on `z` of exactly `p` variables end.
    pub fn ends(&mut self, z: usize, p: usize) -> Within<Ends<C>> {
        if self.known[z].is_none() {
            let mut last = vec![Bits::<C>::EMPTY; self.size];
            let mut doubtful = last.clone();
            last[0].insert(z);
            self.walk(z, self.size - 1, true, &mut |path| {
                let (p, right) = (path.len(), path[path.len() - 1].1);
                let set = if lefts(path).is_some() { &mut last } else { &mut doubtful };
                set[p].insert(right);
                false
            })?;
            // Of merged partial whips only one was seen; another may be without loop.
            if last.iter().zip(&doubtful).any(|(last, doubtful)| !(*doubtful - *last).is_empty()) {
                self.walk(z, self.size - 1, false, &mut |path| {
                    last[path.len()].insert(path[path.len() - 1].1);
                    false
                })?;
            }
            let excluded =
                |set: &Bits<C>| set.iter().fold(Bits::EMPTY, |all, c| all | self.graph.link[c]);
            let ends = last.iter().map(|set| Ends { last: *set, excluded: excluded(set) });
            self.known[z] = Some(ends.collect());
        }
        Ok(self.known[z]
            .as_ref()
            .map_or(Ends { last: Bits::EMPTY, excluded: Bits::EMPTY }, |e| e[p]))
    }

    /// Shows every partial whip on `z` of at most `longest` variables to `visit`, until that returns true.
    /// With `merging`, one for each set of right-linking candidates and last one; without, all loopless ones.
    fn walk(
        &mut self,
        z: usize,
        longest: usize,
        merging: bool,
        visit: &mut dyn FnMut(&[WhipStep<C>]) -> bool,
    ) -> Within<bool> {
        self.visited.clear();
        self.path.clear();
        let node = self.graph.root().assert(self.graph, z);
        self.extend(&node, Bits::EMPTY, z, longest, merging, visit)
    }

    fn extend(
        &mut self,
        node: &Node<C, V>,
        set: Bits<C>,
        last: usize,
        left: usize,
        merging: bool,
        visit: &mut dyn FnMut(&[WhipStep<C>]) -> bool,
    ) -> Within<bool> {
        if left == 0 {
            return Ok(false);
        }
        self.budget.take(FORCING_STEP)?;
        for v in (node.single & self.graph.touch(last)).iter() {
            let Some(right) = (self.graph.cands[v] & node.forced).first() else { continue };
            let mut wider = set;
            wider.insert(right);
            if merging && !self.visited.insert(&wider, right) {
                continue;
            }
            self.path.push((v, right, self.graph.cands[v] & self.graph.link[last]));
            if merging || lefts(&self.path).is_some() {
                if visit(&self.path) {
                    return Ok(true);
                }
                let child = node.assert(self.graph, right);
                if self.extend(&child, wider, right, left - 1, merging, visit)? {
                    return Ok(true);
                }
            }
            self.path.pop();
        }
        Ok(false)
    }

    /// Partial whips of these lengths on these candidates, each with a `wanted` end.
    pub fn branches(
        &mut self,
        zs: &[usize],
        lengths: &[usize],
        wanted: &dyn Fn(usize) -> bool,
    ) -> Within<Vec<Branch>> {
        let mut branches = Vec::new();
        for (&z, &p) in zs.iter().zip(lengths) {
            let links = if p > 0 { self.branch(z, p, wanted)? } else { Vec::new() };
            branches.push(Branch { start: self.graph.labels[z], links });
        }
        Ok(branches)
    }

    fn branch(&mut self, z: usize, p: usize, wanted: &dyn Fn(usize) -> bool) -> Within<Vec<Link>> {
        let graph = self.graph;
        let mut links = Vec::new();
        for merging in [true, false] {
            let found = self.walk(z, p, merging, &mut |path| {
                if path.len() < p || !wanted(path[p - 1].1) {
                    return false;
                }
                let Some(lefts) = lefts(path) else { return false };
                let link = |k: usize| {
                    let excludes = |p: usize, c: usize| graph.link[path[p].1].contains(c);
                    link(graph, (path[k].0, lefts[k], Some(path[k].1)), k, 0..k, excludes)
                };
                links = (0..p).map(link).collect();
                true
            })?;
            if found {
                break;
            }
        }
        Ok(links)
    }
}

//! Forcing whips (docs/theory.md, "Forcing whips").
//!
//! ```text
//!        ┌─ Z1 ─ partial whip ─ R ─┐
//!   V ───┤                         ├─ candidates linked to both R and R' are false; if R = R', it is true
//!        └─ Z2 ─ partial whip ─ R' ┘
//! ```
//!
//! The candidates of a variable are tried one by one, each with a partial whip, possibly of length 0. The
//! forcing whip's length is the sum of the partial whips' lengths, plus one.

use super::partial_whip::{
    EndNumbers, PartialLink, add_next, after, has_lefts, lefts, link_of, rights, start, step_cost,
};
use crate::budget::{Budget, Within};
use crate::evidence::{Branch, Evidence, Link};
use crate::graph::{
    Bits, Graph, GraphCache, Node, Object, Reach, Space, VisitedSets, each_group, with_graph,
};
use crate::grid::notation::Variable;
use crate::rule::Findings;
use crate::state::State;

/// Finds forcing whips from variables with `branches` candidates.
pub(in crate::rules) fn find(branches: usize, state: &mut State, size: u8, found: &mut Findings) -> Within {
    with_graph!(state, Space::All, |GraphCache { graph, visited, .. }, budget| {
        let mut partial = PartialWhips::new(graph, visited, Reach::Singles, size.into(), budget);
        forcing(&mut partial, branches, found)
    })
}

/// Adds the conclusions from each variable with `branches` candidates.
fn forcing<const C: usize, const V: usize>(
    partial: &mut PartialWhips<'_, C, V>, branches: usize, found: &mut Findings,
) -> Within {
    let graph = partial.graph;
    let total = partial.size - 1;
    let mut bases: Vec<Bits<C>> =
        graph.cands.iter().copied().filter(|cands| cands.len() == branches).collect();
    bases.sort_unstable_by_key(|cands| cands.0);
    bases.dedup();
    let (mut eliminated, mut asserted) = (Bits::<C>::EMPTY, Bits::<C>::EMPTY);
    let traced = found.steps.is_some();
    let splits = splits(total, branches);
    let mut soonest = vec![Vec::new(); graph.labels.len()];
    for base in bases {
        let zs: Vec<usize> = base.iter().collect();
        for &z in &zs {
            if soonest[z].is_empty() {
                partial.budget.take(step_cost(partial.reach))?;
                soonest[z] = by_rounds(graph, partial.reach, z, total);
            }
        }
        for lengths in &splits {
            let parts = || zs.iter().zip(lengths);
            // Mostly rounds of singles show that nothing new can be concluded.
            let (mut common, mut excluded) = shared(parts().map(|(&z, &p)| soonest[z][p]));
            if lengths.contains(&0) {
                // A forcing whip with a branch of length 0 asserts nothing.
                common = Bits::EMPTY;
            }
            (common, excluded) = (common - asserted, excluded - eliminated);
            for (&z, &p) in parts() {
                if common.is_empty() && excluded.is_empty() {
                    break;
                }
                let ends = partial.ends(z, p)?;
                common = common & ends.last;
                excluded = excluded & ends.excluded;
            }
            let mut branches = |wanted: &dyn Fn(&Object<C, V>) -> bool| match traced {
                true => partial.branches(&zs, lengths, wanted),
                false => Ok(Vec::new()),
            };
            let because = |branches| Evidence::Forcing { variable: variable_of(graph, base), branches };
            for c in common.iter() {
                asserted.insert(c);
                let branches = branches(&|end| end.candidate() == Some(c))?;
                found.assert(graph.labels[c], || because(branches));
            }
            for c in excluded.iter() {
                eliminated.insert(c);
                let branches = branches(&|end| end.excluded.contains(c))?;
                let target = [graph.labels[c]].into_iter().collect();
                found.eliminate(&target, || because(branches));
            }
        }
    }
    Ok(())
}

/// Returns the first variable that has exactly these candidates.
fn variable_of<const C: usize, const V: usize>(graph: &Graph<C, V>, base: Bits<C>) -> Variable {
    let v = graph.cands.iter().position(|cands| *cands == base);
    graph.variable(v.unwrap_or_default())
}

/// Returns all ways to write `total` as an ordered sum of `parts` numbers.
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

/// Returns the candidates that all branches assert, and the candidates that all branches exclude.
fn shared<const C: usize>(branches: impl Iterator<Item = WhipEnds<C>>) -> (Bits<C>, Bits<C>) {
    branches
        .fold((Bits::FULL, Bits::FULL), |(last, excluded), ends| (last & ends.last, excluded & ends.excluded))
}

/// Candidates that end loopless partial whips of one length on one candidate, and candidates that such ends
/// exclude.
#[derive(Clone, Copy)]
pub(in crate::rules) struct WhipEnds<const C: usize> {
    /// Candidates that end a partial whip.
    pub last: Bits<C>,
    /// Candidates excluded by the end of a partial whip.
    pub excluded: Bits<C>,
}

impl<const C: usize> WhipEnds<C> {
    pub const NONE: WhipEnds<C> = WhipEnds { last: Bits::EMPTY, excluded: Bits::EMPTY };

    fn add<const V: usize>(&mut self, end: &Object<C, V>) {
        end.candidate().into_iter().for_each(|c| self.last.insert(c));
        self.excluded |= end.excluded;
    }

    /// Whether a partial whip that ends in `end` adds nothing.
    fn has<const V: usize>(&self, end: &Object<C, V>) -> bool {
        match end.candidate() {
            // The candidates it excludes were added with it.
            Some(c) => self.last.contains(c),
            None => (end.excluded - self.excluded).is_empty(),
        }
    }

    fn has_more_than(&self, other: &WhipEnds<C>) -> bool {
        !(self.last - other.last).is_empty() || !(self.excluded - other.excluded).is_empty()
    }
}

/// Returns upper bounds of the ends of partial whips on `z`, by rounds of the objects that `reach` allows:
/// for each length up to `longest`, the ends of partial whips of this length or less.
pub(in crate::rules) fn by_rounds<const C: usize, const V: usize>(
    graph: &Graph<C, V>, reach: Reach, z: usize, longest: usize,
) -> Vec<WhipEnds<C>> {
    let mut all = vec![WhipEnds::NONE; longest + 1];
    all[0].add(&start(graph, z));
    let mut node = Some(graph.root().assert(graph, z));
    for p in 1..=longest {
        // After two assertions that exclude one another, or an empty variable, anything may be reached.
        let Some(now) = node.filter(|node| node.empty.is_empty()) else {
            all[p] = WhipEnds { last: Bits::FULL, excluded: (0..graph.labels.len()).collect() };
            continue;
        };
        let mut by_groups = Bits::EMPTY;
        let group = &mut |object: Object<C, V>| by_groups |= object.excluded;
        each_group(graph, &now, reach, &Bits::FULL, 1, group);
        let linked = now.forced.iter().fold(by_groups, |all, c| all | graph.link[c]);
        let before = all[p - 1];
        all[p] = WhipEnds { last: before.last | now.forced, excluded: before.excluded | linked };
        node = now.assert_all(graph, &now.forced, &by_groups);
    }
    all
}

/// Partial whips of a graph, with right-linking groups if `reach` allows them, found on demand.
pub(in crate::rules) struct PartialWhips<'a, const C: usize, const V: usize> {
    graph: &'a Graph<C, V>,
    visited: &'a mut VisitedSets<C>,
    numbers: EndNumbers<C>,
    reach: Reach,
    size: usize,
    budget: &'a mut Budget,
    /// Ends by length of the partial whips on each candidate.
    known: Vec<Option<Vec<WhipEnds<C>>>>,
    path: Vec<PartialLink<C, V>>,
    /// Objects that may be next after each part of the path.
    next: Vec<Object<C, V>>,
}

impl<'a, const C: usize, const V: usize> PartialWhips<'a, C, V> {
    /// Prepares a search for partial whips of fewer variables than `size`. The graph must be prepared for
    /// this reach.
    pub fn new(
        graph: &'a Graph<C, V>, visited: &'a mut VisitedSets<C>, reach: Reach, size: usize,
        budget: &'a mut Budget,
    ) -> Self {
        let (known, path) = (vec![None; graph.labels.len()], Vec::new());
        let numbers = EndNumbers::default();
        PartialWhips { graph, visited, numbers, reach, size, budget, known, path, next: Vec::new() }
    }

    /// Returns the ends of the partial whips on `z` of exactly `p` variables.
    pub fn ends(&mut self, z: usize, p: usize) -> Within<WhipEnds<C>> {
        if self.known[z].is_none() {
            let none = vec![WhipEnds::NONE; self.size];
            let mut found = EndsFound { sure: none.clone(), doubtful: none };
            found.sure[0].add(&start(self.graph, z));
            self.walk(z, self.size - 1, true, &mut found)?;
            // Only one of the merged partial whips was seen; another may be without loop.
            let EndsFound { sure, doubtful } = &found;
            if doubtful.iter().zip(sure).any(|(doubtful, sure)| doubtful.has_more_than(sure)) {
                self.walk(z, self.size - 1, false, &mut found)?;
            }
            self.known[z] = Some(found.sure);
        }
        Ok(self.known[z].as_ref().map_or(WhipEnds::NONE, |ends| ends[p]))
    }

    /// Shows partial whips on `z` of at most `longest` variables to the visitor, until it has seen enough:
    /// with `merging`, one for each state reached; without, all loopless ones.
    fn walk(
        &mut self, z: usize, longest: usize, merging: bool, visitor: &mut impl WhipVisitor<C, V>,
    ) -> Within<bool> {
        self.visited.clear();
        self.numbers.clear();
        self.path.clear();
        self.next.clear();
        let node = self.graph.root().assert(self.graph, z);
        let last = start(self.graph, z);
        self.extend(&node, Bits::EMPTY, &last, longest, merging, visitor)
    }

    fn extend(
        &mut self, node: &Node<C, V>, set: Bits<C>, last: &Object<C, V>, left: usize, merging: bool,
        visitor: &mut impl WhipVisitor<C, V>,
    ) -> Within<bool> {
        if left == 0 {
            return Ok(false);
        }
        self.budget.take(step_cost(self.reach))?;
        let Self { graph, reach, .. } = *self;
        let (first, near, length) = (self.next.len(), graph.near(last), self.path.len() + 1);
        add_next(graph, reach, node, &near, &self.path, None, &mut self.next);
        for at in first..self.next.len() {
            let object = self.next[at];
            let is_wanted = visitor.wants(length, &object);
            if left == 1 && !is_wanted {
                continue;
            }
            let mut wider = set;
            object.candidate().into_iter().for_each(|c| wider.insert(c));
            self.path.push(PartialLink::after(graph, &last.excluded, object));
            let goes_on = match merging {
                true => {
                    let number = self.numbers.of(&self.path);
                    self.visited.insert(&wider, number << 6 | left)
                }
                false => has_lefts(&self.path),
            };
            if goes_on {
                if is_wanted && visitor.visit(&self.path) {
                    return Ok(true);
                }
                if left > 1 {
                    let child = after(graph, node, &object);
                    if self.extend(&child, wider, &object, left - 1, merging, visitor)? {
                        return Ok(true);
                    }
                }
            }
            self.path.pop();
        }
        self.next.truncate(first);
        Ok(false)
    }

    /// Returns partial whips that have the given `lengths` on the candidates `zs`, each with a `wanted` end.
    pub fn branches(
        &mut self, zs: &[usize], lengths: &[usize], wanted: &dyn Fn(&Object<C, V>) -> bool,
    ) -> Within<Vec<Branch>> {
        let mut branches = Vec::new();
        for (&z, &p) in zs.iter().zip(lengths) {
            let links = if p > 0 { self.branch(z, p, wanted)? } else { Vec::new() };
            branches.push(Branch { start: self.graph.labels[z], links });
        }
        Ok(branches)
    }

    fn branch(&mut self, z: usize, p: usize, wanted: &dyn Fn(&Object<C, V>) -> bool) -> Within<Vec<Link>> {
        let mut branch = WantedBranch { graph: self.graph, p, wanted, links: Vec::new() };
        for merging in [true, false] {
            if self.walk(z, p, merging, &mut branch)? {
                break;
            }
        }
        Ok(branch.links)
    }
}

/// Visitor of the partial whips of a walk.
trait WhipVisitor<const C: usize, const V: usize> {
    /// Whether a partial whip of this length that ends in `end` is of interest.
    fn wants(&self, length: usize, end: &Object<C, V>) -> bool;

    /// Visits a partial whip of interest. Returns whether that is enough.
    fn visit(&mut self, path: &[PartialLink<C, V>]) -> bool;
}

/// Ends by length: of partial whips without loops, and of partial whips with loops.
struct EndsFound<const C: usize> {
    sure: Vec<WhipEnds<C>>,
    doubtful: Vec<WhipEnds<C>>,
}

impl<const C: usize, const V: usize> WhipVisitor<C, V> for EndsFound<C> {
    fn wants(&self, length: usize, end: &Object<C, V>) -> bool {
        !self.sure[length].has(end)
    }

    fn visit(&mut self, path: &[PartialLink<C, V>]) -> bool {
        let ends = if has_lefts(path) { &mut self.sure } else { &mut self.doubtful };
        rights(path).last().into_iter().for_each(|end| ends[path.len()].add(end));
        false
    }
}

/// Search for a partial whip of `p` variables with a wanted end.
struct WantedBranch<'a, const C: usize, const V: usize> {
    graph: &'a Graph<C, V>,
    p: usize,
    wanted: &'a dyn Fn(&Object<C, V>) -> bool,
    links: Vec<Link>,
}

impl<const C: usize, const V: usize> WhipVisitor<C, V> for WantedBranch<'_, C, V> {
    fn wants(&self, length: usize, end: &Object<C, V>) -> bool {
        length == self.p && (self.wanted)(end)
    }

    fn visit(&mut self, path: &[PartialLink<C, V>]) -> bool {
        let Some(lefts) = lefts(path.iter()) else { return false };
        self.links = (0..self.p).map(|k| link_of(self.graph, path, k, lefts[k])).collect();
        true
    }
}

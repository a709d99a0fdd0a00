//! Search for chains whose last candidate is linked to the target (see [`super::linked`]).

use super::super::matching::distinct_representatives;
use super::ByTarget;
use super::link::link;
use super::shortest::{Ahead, lasts};
use crate::budget::{Budget, LINKED_STEP, Within, units};
use crate::evidence::Link;
use crate::evidence::families::{LinkedEnd, LinkedFamily, Z};
use crate::graph::{Bits, Graph, Node, ObjectKind, Reach, SETS, Space, VisitedSets, walk_comes_within};
use crate::grid::Digit;
use std::collections::HashSet;

/// Fewest variables to go, the last not counted, for which a partial chain is tested by propagation.
const BOUND_FROM: usize = 2;

/// Fewest variables for which a search without t-candidates first computes the ways ahead.
const LOOK_FROM: usize = 5;

/// Number of a chain's ends that are examined in the time that one step of a search by candidates takes.
/// Lassos have many ends.
const ENDS: u64 = 4;

/// A search for chains of one family and size in one graph.
pub(super) struct LinkedSearch<'a, const C: usize, const V: usize> {
    graph: &'a Graph<C, V>,
    visited: &'a mut VisitedSets<C>,
    family: LinkedFamily,
    size: usize,
    budget: &'a mut Budget,
    allowed: Bits<V>,
    z: usize,
    of_z: Cover<C>,
    path: Vec<LinkStep<C>>,
    /// Steps that can follow each partial chain of the path: a list for each partial chain, joined end to
    /// end.
    steps: Vec<LinkStep<C>>,
    /// Left-linking candidates of the chain found.
    lefts: Vec<usize>,
    /// Whether partial chains that differ at all are kept apart, not merged.
    exact: bool,
    /// Whether each candidate is in one variable only: then equal right-linking candidates have equal
    /// variables, and candidates of different variables differ.
    typed: bool,
    /// Number of chains found whose candidates cannot all differ, plus the number of merged partial chains
    /// that lead to such a chain.
    doubts: usize,
    /// Merged partial chains that lead to a chain whose candidates cannot all differ. The second search,
    /// which merges nothing, extends only these partial chains.
    doubtful: HashSet<(Bits<C>, usize)>,
    /// Candidates that may be left-linking in the last variable, judging by what is known before the search.
    lasts: Bits<C>,
    /// Ways ahead, for long chains without t-candidates.
    ahead: Option<Ahead<C>>,
    /// Whether to search only for chains that use the one variable with candidates linked to the target.
    pub with_z: bool,
    /// Record of the targets on which longer chains need not be searched for.
    pub exhausted: Option<&'a mut Bits<C>>,
    /// Whether a search for longer chains may get further.
    is_limited: bool,
}

/// Excluded candidates: in cells, in rows and columns of a digit, and in blocks of a digit. The three sets
/// are equal unless candidates are ignored only for links of their variable's own space.
type Cover<const C: usize> = [Bits<C>; 3];

#[derive(Clone, Copy)]
struct LinkStep<const C: usize> {
    v: usize,
    right: usize,
    lefts: Bits<C>,
    /// Whether the one variable with candidates linked to the target has been used, in chains that allow one.
    z_used: bool,
}

/// Partial chain, reduced to the state that its continuations depend on.
#[derive(Clone, Copy)]
struct Partial<const C: usize, const V: usize> {
    /// Right-linking candidates; with t-candidates, `cover` is the candidates that they exclude.
    rights: Bits<C>,
    cover: Cover<C>,
    last: usize,
    z_used: bool,
    /// With t-candidates, the state after asserting the target, if the family needs it, and then the
    /// right-linking candidates; `None` once a candidate to assert was already excluded.
    node: Option<Node<C, V>>,
}

impl<const C: usize, const V: usize> Partial<C, V> {
    fn empty(node: Option<Node<C, V>>) -> Self {
        Partial { rights: Bits::EMPTY, cover: [Bits::EMPTY; 3], last: 0, z_used: false, node }
    }
}

impl<'a, const C: usize, const V: usize> LinkedSearch<'a, C, V> {
    pub(super) fn new(
        graph: &'a Graph<C, V>, visited: &'a mut VisitedSets<C>, family: LinkedFamily, space: Space,
        size: usize, budget: &'a mut Budget,
    ) -> Self {
        LinkedSearch {
            graph,
            visited,
            family,
            size,
            budget,
            allowed: Bits::FULL,
            z: 0,
            of_z: [Bits::EMPTY; 3],
            path: Vec::new(),
            steps: Vec::new(),
            lefts: Vec::new(),
            exact: false,
            typed: space != Space::All,
            doubts: 0,
            doubtful: HashSet::new(),
            lasts: Bits::FULL,
            ahead: None,
            with_z: false,
            exhausted: None,
            is_limited: true,
        }
    }

    /// Extends a partial chain.
    ///
    /// The left-linking candidates are settled at the end. Until then partial chains with the same last
    /// candidate and the same right-linking ones are merged; if every chain so found repeats something, the
    /// partial chains that led to one are searched again without merging. Without t-candidates nothing is
    /// merged; whether there is a way ahead, repetitions allowed, is known beforehand.
    fn extend(&mut self, partial: &Partial<C, V>) -> Within<bool> {
        self.budget.take(LINKED_STEP)?;
        let k = self.path.len() + 1;
        if k == self.size {
            self.is_limited = true;
            return if self.with_z && !partial.z_used { Ok(false) } else { self.close(partial) };
        }
        if self.is_hopeless(partial, k) {
            return Ok(false);
        }
        let start = self.steps.len();
        self.find_steps(partial, k);
        for at in start..self.steps.len() {
            if self.follow(partial, self.steps[at], k)? {
                return Ok(true);
            }
        }
        self.steps.truncate(start);
        Ok(false)
    }

    /// Extends a partial chain by a step, its `k`-th.
    fn follow(&mut self, partial: &Partial<C, V>, step: LinkStep<C>, k: usize) -> Within<bool> {
        let right = step.right;
        let repeats = |other: &LinkStep<C>| other.v == step.v;
        if partial.rights.contains(right) || (self.exact || self.typed) && self.path.iter().any(repeats) {
            return Ok(false);
        }
        let mut rights = partial.rights;
        rights.insert(right);
        let number = right << 1 | usize::from(step.z_used);
        if self.exact && self.family.t && !self.doubtful.contains(&(rights, number)) {
            return Ok(false);
        }
        if !self.exact && k > 1 && !self.visited.insert(&rights, number) {
            self.doubts += usize::from(self.is_doubtful(&rights, number));
            return Ok(false);
        }
        self.path.push(step);
        if !self.leads_on(&step) {
            self.path.pop();
            return Ok(false);
        }
        let mut cover = partial.cover;
        if self.family.t {
            let excluded = self.excluded(right);
            cover.iter_mut().zip(excluded).for_each(|(cover, more)| *cover |= more);
        }
        let node = partial.node.filter(|node| node.alive.contains(right));
        let node = node.map(|node| node.assert(self.graph, right));
        let wider = Partial { rights, cover, last: right, z_used: step.z_used, node };
        let doubts = self.doubts;
        if (!self.exact || self.can_differ()) && self.extend(&wider)? {
            return Ok(true);
        }
        if !self.exact && self.doubts > doubts {
            self.doubtful.insert((rights, number));
        }
        self.path.pop();
        Ok(false)
    }

    /// Whether a merged partial chain leads to a chain that repeats something.
    fn is_doubtful(&self, rights: &Bits<C>, number: usize) -> bool {
        !self.doubtful.is_empty() && self.doubtful.contains(&(*rights, number))
    }

    /// Whether the partial chain, with `k`-1 variables, cannot become one of `size`: in a chain each later
    /// right-linking candidate is forced by the earlier ones, and the last one excludes the target or is
    /// excluded.
    fn is_hopeless(&mut self, partial: &Partial<C, V>, k: usize) -> bool {
        if k == 1 || self.size - k < BOUND_FROM {
            return false;
        }
        let Some(node) = &partial.node else { return false };
        let excluded = |node: &Node<C, V>| !node.alive.contains(self.z);
        let limit = self.size - k + 1;
        let near = self.graph.touch(partial.last);
        let mut looked_at = 0;
        let comes =
            walk_comes_within(self.graph, node, Reach::Singles, near, limit, excluded, &mut looked_at);
        // A walk stopped by the limit may go on.
        self.is_limited |= !comes && looked_at >= SETS * units(limit);
        !comes
    }

    /// Returns the variables next to the last candidate; with t-candidates only those in which all candidates
    /// but one can be ignored.
    fn nearby(&self, partial: &Partial<C, V>) -> Bits<V> {
        let near = self.graph.touch(partial.last) & self.allowed;
        match partial.node {
            Some(node) if !partial.rights.is_empty() => near & (node.single | node.empty),
            _ => near,
        }
    }

    /// Adds to `steps` the variables that can be the `k`-th, which is not the last.
    fn find_steps(&mut self, partial: &Partial<C, V>, k: usize) {
        let (mut without, with) = self.family.ignoring_z(k, self.size, partial.z_used);
        if self.with_z && !partial.z_used && k + 1 == self.size {
            (without, self.is_limited) = (false, true);
        }
        let once = self.family.z == Z::OnceInside;
        for z in [false, true].into_iter().filter(|&z| if z { with } else { without }) {
            self.find_followers(partial, z, partial.z_used || once && z);
        }
    }

    /// Returns the candidates excluded if `c` is true.
    fn excluded(&self, c: usize) -> Cover<C> {
        let linked = self.graph.link[c];
        if self.family.own_space {
            [linked, self.graph.linked_by(c, 0..3), self.graph.linked_by(c, 0..1)]
        } else {
            [linked; 3]
        }
    }

    /// Returns the part of a cover that variable `v` can ignore.
    fn of(v: usize, cover: &Cover<C>) -> Bits<C> {
        cover[[0, 1, 1, 2][v / (16 * V)]]
    }

    /// Returns the candidates of `v` that are not ignored: neither t- nor, with `z`, z-candidates.
    fn bare(&self, v: usize, partial: &Partial<C, V>, z: bool) -> Bits<C> {
        let rest = self.graph.cands[v] - Self::of(v, &partial.cover);
        if z { rest - Self::of(v, &self.of_z) } else { rest }
    }

    /// Adds the variables that can follow `partial`, with at most two candidates that are not ignored. With
    /// `z`, candidates linked to the target are ignored too (and in chains that allow one such variable, it
    /// must have one).
    fn find_followers(&mut self, partial: &Partial<C, V>, z: bool, z_used: bool) {
        for v in self.nearby(partial).iter() {
            let cands = self.graph.cands[v];
            let rest = self.bare(v, partial, z);
            let once = z && self.family.z == Z::OnceInside;
            let needless = once && rest == self.bare(v, partial, false);
            if rest.len() > 2 || needless || cands.contains(self.z) {
                continue;
            }
            let linked = cands & self.graph.link[partial.last];
            let choices = match rest.len() {
                // HLS requires only that the others can be ignored: the right-linking candidate may be linked
                // to a previous one.
                0 if self.family.t && !self.family.only => cands,
                // One is left-linking, the other right-linking.
                2 => rest & linked,
                _ => rest,
            };
            for choice in choices.iter() {
                let chosen = [choice].into_iter().collect();
                let (right, lefts) = match (rest - chosen).first() {
                    None => (choice, linked - chosen),
                    Some(right) => (right, chosen),
                };
                if !lefts.is_empty() {
                    self.steps.push(LinkStep { v, right, lefts, z_used });
                }
            }
        }
    }

    /// Whether one more variable can end the chain.
    fn close(&mut self, partial: &Partial<C, V>) -> Within<bool> {
        let ends = self.ends(partial);
        self.budget.take(units(ends.len()) / ENDS)?;
        for step in ends {
            self.path.push(step);
            if self.settle() {
                return Ok(true);
            }
            self.doubts += 1;
            self.path.pop();
        }
        Ok(false)
    }

    /// Returns the candidates that can be left-linking in the path, or in one merged with it. In a merged
    /// path such a candidate is linked to a right-linking candidate or the target, and to the next
    /// right-linking candidate, whose variable it shares.
    fn possible_lefts(&self) -> Bits<C> {
        if self.exact || self.typed {
            return self.path.iter().fold(Bits::EMPTY, |all, step| all | step.lefts);
        }
        let (mut once, mut twice) = (self.graph.link[self.z], Bits::EMPTY);
        for step in &self.path {
            let linked = self.graph.link[step.right];
            twice |= once & linked;
            once |= linked;
        }
        twice
    }

    fn ends(&self, partial: &Partial<C, V>) -> Vec<LinkStep<C>> {
        let mut found = Vec::new();
        let z_link = self.graph.link[self.z];
        let mut via = self.nearby(partial);
        if self.family.end == LinkedEnd::Target {
            via = via & self.graph.touch(self.z);
        }
        let (_, with_z) = self.family.ignoring_z(self.size, self.size, partial.z_used);
        let possible_lefts = match self.family.end {
            LinkedEnd::RlLasso => self.possible_lefts(),
            _ => Bits::EMPTY,
        };
        for v in via.iter().filter(|&v| !self.graph.cands[v].contains(self.z)) {
            let cands = self.graph.cands[v];
            let rest = self.bare(v, partial, with_z);
            if rest.len() > 2 {
                continue;
            }
            let linked = cands & self.graph.link[partial.last];
            let ends = match self.family.end {
                LinkedEnd::Target => cands & z_link,
                LinkedEnd::LrLasso => cands & partial.cover[0],
                LinkedEnd::RlLasso => cands & possible_lefts,
            };
            for right in ends.iter() {
                let end = [right].into_iter().collect();
                let open = rest - end;
                let lefts = match open.len() {
                    0 => linked - end,
                    1 => open & linked,
                    _ => continue,
                };
                if !lefts.is_empty() {
                    found.push(LinkStep { v, right, lefts, z_used: partial.z_used });
                }
            }
        }
        found
    }

    /// Whether the path, which ends in `step`, can reach an end without repeating one of its candidates.
    fn leads_on(&self, step: &LinkStep<C>) -> bool {
        let left = self.size - self.path.len();
        if left == 1 && !self.graph.link[step.right].intersects(&self.lasts) {
            return false;
        }
        let Some(ahead) = &self.ahead else { return true };
        let mut used: Bits<C> = self.path.iter().map(|step| step.right).collect();
        for step in self.path.iter().filter(|step| step.lefts.len() == 1) {
            used |= step.lefts;
        }
        ahead.leads_on(step.right, step.z_used, left, &used)
    }

    /// Whether left-linking candidates can be chosen that differ from one another and from every R.
    fn can_differ(&self) -> bool {
        // Most steps have only one left-linking candidate.
        let mut used: Bits<C> = self.path.iter().map(|step| step.right).collect();
        let mut all_single = true;
        for step in &self.path {
            match step.lefts.len() {
                1 if used.intersects(&step.lefts) => return false,
                1 => used |= step.lefts,
                _ => all_single = false,
            }
        }
        all_single || distinct_representatives(&self.left_sets()).is_some()
    }

    /// Returns the candidates that can be left-linking in each step, apart from every R.
    fn left_sets(&self) -> Vec<Bits<C>> {
        let rights: Bits<C> = self.path.iter().map(|step| step.right).collect();
        self.path.iter().map(|step| step.lefts - rights).collect()
    }

    /// Chooses the left-linking candidates of the whole chain, if all its parts can differ. Returns whether
    /// they can.
    fn settle(&mut self) -> bool {
        let repeats = |k: usize, step: &LinkStep<C>| {
            self.path[..k].iter().any(|other| other.v == step.v || other.right == step.right)
        };
        if self.path.iter().enumerate().any(|(k, step)| repeats(k, step))
            || self.family.end != LinkedEnd::RlLasso && !self.can_differ()
        {
            return false;
        }
        let sets = self.left_sets();
        let choice = match self.family.end {
            LinkedEnd::RlLasso => {
                // The last R is one of the L's.
                let n = self.path.len();
                let last = self.path[n - 1].right;
                (0..n - 1).filter(|&i| self.path[i].lefts.contains(last)).find_map(|i| {
                    let mut sets = sets.clone();
                    sets[i] = [last].into_iter().collect();
                    distinct_representatives(&sets)
                })
            }
            _ => distinct_representatives(&sets),
        };
        choice.map(|lefts| self.lefts = lefts).is_some()
    }

    fn link(&self, k: usize, step: &LinkStep<C>) -> Link {
        let previous = if self.family.t { 0..k } else { 0..0 };
        let excludes = |p: usize, c: usize| Self::of(step.v, &self.excluded(self.path[p].right)).contains(c);
        let right = Some(ObjectKind::Candidate(step.right));
        link(self.graph, step.v, self.lefts[k], right, k, previous, excludes)
    }
}

impl<const C: usize, const V: usize> ByTarget<C, V> for LinkedSearch<'_, C, V> {
    fn run(&mut self, z: usize) -> Within<bool> {
        self.z = z;
        self.of_z = self.excluded(z);
        self.steps.clear();
        if self.family.one_digit {
            self.allowed = self.graph.of_digit(Digit::new(self.graph.labels[self.z].digit.index()));
        }
        (self.doubts, self.exact, self.is_limited) = (0, !self.family.t, !self.family.t);
        self.doubtful.clear();
        let root = self.graph.root();
        let base = if self.family.needs_z() { root.assert(self.graph, z) } else { *root };
        let nothing = Partial { last: self.z, ..Partial::empty(self.family.t.then_some(base)) };
        if !self.family.t {
            self.lasts = lasts(self.graph, self.family, z);
        }
        let look = !self.family.t && self.size >= LOOK_FROM;
        self.ahead = look.then(|| Ahead::new(self.graph, self.family, self.z, self.size));
        self.visited.clear();
        self.path.clear();
        if self.extend(&nothing)? {
            return Ok(true);
        }

        if self.exact || self.doubts == 0 {
            if let Some(exhausted) = &mut self.exhausted
                && !self.is_limited
            {
                exhausted.insert(z);
            }
            return Ok(false);
        }
        self.exact = true;
        self.path.clear();
        self.extend(&nothing)
    }

    fn links(&self) -> Vec<Link> {
        self.path.iter().enumerate().map(|(k, step)| self.link(k, step)).collect()
    }
}

//! `Walks`: the length of the shortest walk on each candidate, all targets side by side.
//!
//! Without t-candidates the continuation after a candidate does not depend on the way to it: a *walk*, a
//! chain that may repeat its parts, is a path in a graph, and the shortest is found breadth first. Every
//! chain is a walk, so none has fewer variables than the shortest walk on its target.

use super::lists::{Lists, Visitor};
use super::{Bits, Graph, pairs::GraphPairs};
use crate::evidence::families::{LinkedFamily, Space, Z};

/// Part of the graph of all variables in which a space's walks lie.
struct Among<'a, const C: usize> {
    pairs: &'a GraphPairs<C>,
    link: &'a [Bits<C>],
    /// The variable type, if walks use only one.
    kind: Option<usize>,
}

impl<'a, const C: usize> Among<'a, C> {
    fn new<const V: usize>(graph: &'a Graph<C, V>, space: Space) -> Self {
        let link = if let Space::Flat(_) = space { graph.flat_link() } else { &graph.link[..] };
        match space {
            Space::All => Among { pairs: graph.pairs(), link, kind: None },
            Space::Typed(kind) | Space::Flat(kind) => {
                Among { pairs: &graph.pairs_by_type()[kind], link, kind: Some(kind) }
            }
        }
    }

    #[inline(always)]
    fn visit(&self, lists: &Lists, visitor: &mut impl Visitor) {
        match self.kind {
            Some(kind) => lists.visit_type(kind, visitor),
            None => lists.visit(visitor),
        }
    }
}

/// Sets of targets, one for each candidate.
type TargetRows<const C: usize> = Vec<Bits<C>>;

/// Walks of one family on every candidate of a graph, computed on demand.
#[derive(Default)]
pub(crate) struct Walks<const C: usize> {
    /// For each number of variables, the targets with a walk of at most that number.
    having: Vec<Bits<C>>,
    /// Whether longer walks find nothing new.
    at_end: bool,
    /// The candidates that can be left-linking at all. Only their rows are read.
    among: Bits<C>,
    /// The candidates of each digit if chains have one digit, all candidates otherwise.
    of_digit: [Bits<C>; 9],
    /// Targets on which each candidate can be left-linking in the next variable. If a single variable may
    /// have candidates linked to the target, the second part is for walks after that variable.
    lefts: [TargetRows<C>; 2],
    /// Targets on which the candidate was left-linking in some variable; in two parts like `lefts`.
    seen: [TargetRows<C>; 2],
    /// Targets on which the candidate can be left-linking in the last variable.
    last: TargetRows<C>,
    /// Scratch for the right-linking candidates of a variable.
    rights: TargetRows<C>,
}

impl<const C: usize> Walks<C> {
    /// Clears the walks, as the graph has changed.
    pub(super) fn forget(&mut self) {
        self.having.clear();
    }

    pub fn has_begun(&self) -> bool {
        !self.having.is_empty()
    }

    /// Returns the targets that have a walk of at most `n` variables.
    pub fn within<const V: usize>(
        &mut self, graph: &Graph<C, V>, family: LinkedFamily, space: Space, n: usize,
    ) -> Bits<C> {
        let among = &Among::new(graph, space);
        if self.having.is_empty() {
            self.begin(graph, family, among);
        }
        while self.having.len() <= n && !self.at_end {
            let k = self.having.len();
            if k > 1 {
                self.follow(graph, family, among, k - 1);
            }
            let mut having = self.having[k - 1];
            let mut open = Bits::EMPTY;
            for c in self.among.iter() {
                let left = self.lefts[0][c] | self.lefts[1][c];
                open |= left;
                having |= left & self.last[c];
            }
            self.at_end = open.is_empty();
            self.having.push(having);
        }
        self.having[n.min(self.having.len() - 1)]
    }

    fn begin<const V: usize>(&mut self, graph: &Graph<C, V>, family: LinkedFamily, of: &Among<'_, C>) {
        let (candidates, Among { pairs, link, .. }) = (graph.labels.len(), of);
        self.at_end = false;
        self.having.push(Bits::EMPTY);
        // Without z-candidates only candidates of two-candidate variables lead anywhere.
        self.among = if family.z == Z::Never { pairs.paired } else { Bits::below(candidates) };
        self.of_digit = if family.one_digit { graph.digits() } else { [Bits::FULL; 9] };
        for rows in self.seen.iter_mut().chain(&mut self.lefts).chain([&mut self.last, &mut self.rights]) {
            rows.resize(rows.len().max(candidates), Bits::EMPTY);
        }
        let begun = match family.z {
            Z::First | Z::Always => Bits::FULL,
            _ => pairs.paired.iter().fold(Bits::EMPTY, |all, c| all | link[c]),
        };
        for c in self.among.iter() {
            let targets = self.of_digit[graph.labels[c].digit.index()];
            self.lefts[0][c] = link[c] & begun & targets;
            self.last[c] = pairs.partners[c].iter().fold(Bits::EMPTY, |all, end| all | link[end]);
            (self.lefts[1][c], self.seen[0][c], self.seen[1][c]) = (Bits::EMPTY, Bits::EMPTY, Bits::EMPTY);
        }
        if matches!(family.z, Z::Later | Z::Always) {
            of.visit(&graph.lists, &mut Last { link, last: &mut self.last });
        }
    }

    /// Advances to the variable after the `k`-th.
    fn follow<const V: usize>(
        &mut self, graph: &Graph<C, V>, family: LinkedFamily, of: &Among<'_, C>, k: usize,
    ) {
        let ignoring = match family.z {
            Z::Never | Z::OnceInside => false,
            Z::First => k == 1,
            Z::Later => k > 1,
            Z::Always => true,
        };
        // The second part goes first, as it is also reached from the first.
        if family.z == Z::OnceInside {
            self.find_plain(of, 1);
            if k > 1 {
                self.find_ignoring(graph, of);
            }
            self.link(graph, of, 1);
        }
        self.find_plain(of, 0);
        if ignoring {
            self.find_ignoring(graph, of);
        }
        self.link(graph, of, 0);
    }

    /// Finds the right-linking candidates of two-candidate variables.
    fn find_plain(&mut self, of: &Among<'_, C>, side: usize) {
        let Walks { lefts, rights, among, .. } = self;
        among.iter().for_each(|c| rights[c] = Bits::EMPTY);
        let pairs = of.pairs;
        for right in pairs.paired.iter() {
            let partners = pairs.partners[right].iter();
            rights[right] = partners.fold(Bits::EMPTY, |all, left| all | lefts[side][left]);
        }
    }

    /// Adds the right-linking candidates of variables with one or two candidates not linked to the target.
    fn find_ignoring<const V: usize>(&mut self, graph: &Graph<C, V>, of: &Among<'_, C>) {
        let Walks { lefts: [lefts, _], rights, .. } = self;
        of.visit(&graph.lists, &mut Ignoring { link: of.link, lefts, rights });
    }

    /// Finds the left-linking candidates after the right-linking ones in `rights`.
    fn link<const V: usize>(&mut self, graph: &Graph<C, V>, of: &Among<'_, C>, side: usize) {
        let Walks { having, lefts, seen, rights, among, of_digit, .. } = self;
        let (lefts, seen) = (&mut lefts[side], &mut seen[side]);
        let done = having.last().copied().unwrap_or_default();
        let active: Bits<C> = among.iter().filter(|&c| !rights[c].is_empty()).collect();
        for c in among.iter() {
            let linked = (of.link[c] & active).iter();
            let all = linked.fold(Bits::EMPTY, |all, right| all | rights[right]);
            lefts[c] = (all & of_digit[graph.labels[c].digit.index()]) - seen[c] - done;
            seen[c] |= lefts[c];
        }
    }
}

/// Returns, for each member of a variable, the targets not linked to the member. Also returns the targets
/// that are not members.
#[inline(always)]
fn unlinked<const C: usize, const N: usize>(link: &[Bits<C>], members: &[u16; N]) -> ([Bits<C>; N], Bits<C>) {
    let mut outside = Bits::FULL;
    members.iter().for_each(|&c| outside.remove(c.into()));
    (members.map(|c| Bits::FULL - link[usize::from(c)]), outside)
}

/// Visitor that finds the left-linking candidates of the last variable, ignoring candidates linked to the
/// target.
struct Last<'a, const C: usize> {
    link: &'a [Bits<C>],
    last: &'a mut [Bits<C>],
}

impl<const C: usize> Visitor for Last<'_, C> {
    #[inline(always)]
    fn visit<const N: usize>(&mut self, _: u16, members: &[u16; N]) {
        // At most three candidates of another variable are linked to the target.
        if N > 4 {
            return;
        }
        let (unlinked, outside) = unlinked(self.link, members);
        for (k, &left) in members.iter().enumerate() {
            let others = (0..N).filter(|&other| other != k);
            let open = others.fold(Bits::EMPTY, |all, other| all | unlinked[other]);
            self.last[usize::from(left)] |= outside - open;
        }
    }
}

/// Visitor that finds right-linking candidates, ignoring candidates linked to the target.
struct Ignoring<'a, const C: usize> {
    link: &'a [Bits<C>],
    lefts: &'a [Bits<C>],
    rights: &'a mut [Bits<C>],
}

impl<const C: usize> Visitor for Ignoring<'_, C> {
    #[inline(always)]
    fn visit<const N: usize>(&mut self, _: u16, members: &[u16; N]) {
        if N > 5 {
            return;
        }
        let lefts = members.map(|c| self.lefts[usize::from(c)]);
        let (unlinked, outside) = unlinked(self.link, members);
        for k in 0..N {
            let others = || (0..N).filter(|&other| other != k);
            let (mut ones, mut twos) = (Bits::EMPTY, Bits::EMPTY);
            for other in others() {
                twos |= ones & unlinked[other];
                ones |= unlinked[other];
            }
            // If just one candidate is not ignored, it is left-linking; if all are ignored, any may be.
            let led = others()
                .fold(Bits::EMPTY, |all, left| all | lefts[left] & (unlinked[left] | (Bits::FULL - ones)));
            self.rights[usize::from(members[k])] |= led & unlinked[k] & (outside - twos);
        }
    }
}

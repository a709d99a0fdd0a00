//! The search for chains whose last candidate is linked to the target: bivalue chains, z-chains, t-whips and
//! the 2D and 3D chains of seed 003; and for its lassos.
//!
//! ```text
//!   Z ─ V1{L1 R1} ─ V2{L2 R2} ─ … ─ Vn{Ln Rn} ─ Z      Lk linked to R(k-1), all 2n candidates different
//! ```
//!
//! If L1 is false, R1, R2, … Rn are true in turn; so L1 or Rn is true and Z is false. A family says which
//! other candidates a variable may have: *z*, linked to Z; *t*, linked to some previous R.

use super::super::{Example, Findings, Info, Rule};
use super::matching::distinct_representatives;
use super::{Chain, Walk, having_whips, spaces, walk};
use crate::graph::{Bits, Budget, Graph, GraphJob, OutOfBudget, Reach, Seen, State, Target, Tier};
use crate::grid::notation::seed_link;
use crate::grid::{Candidate, Candidates, notation};
use std::ops::RangeInclusive;

/// In which variables candidates linked to the target are ignored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Z {
    /// In none.
    Never,
    /// In the first only.
    First,
    /// In all but the first.
    Later,
    /// In all.
    Always,
    /// In one that is neither the first nor the last.
    OnceInside,
}

/// How a chain ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// Rn is linked to Z.
    Linked,
    /// Rn is linked to some previous R.
    LrLasso,
    /// Rn is some previous L.
    RlLasso,
}

/// How links are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// `r1c2{n2 n7}`, the last too (nrc-rules §E.2).
    Modern,
    /// The same, with `.` in the last.
    Open,
    /// `{n2 n7}r1c2`, with the candidates ignored (§E.4).
    Seed,
    /// `{c2 c5}r2n1`: the same in 2D spaces other than rc.
    SeedPlanar,
}

/// What a family of these chains allows.
#[derive(Clone, Copy)]
pub(super) struct Pattern {
    /// Its name as printed: `#` stands for the length, `%` for the type of the variables.
    pub(super) name: &'static str,
    pub(super) style: Style,
    pub(super) z: Z,
    /// Candidates linked to a previous R are ignored.
    pub(super) t: bool,
    pub(super) end: End,
    /// All variables of a chain are of one type, one of these (0 rc, 1 rn, 2 cn, 3 bn); empty if types do
    /// not matter.
    pub(super) types: &'static [usize],
    /// Blocks do not exist: the links of rn- and cn-space (nrc-rules §B.11).
    pub(super) flat: bool,
    /// A candidate is ignored only for a link of its variable's own space: a cell's for any, that of a row
    /// or column for one by a row, column or cell, that of a block for one in its cell. So SudoRules 13,
    /// as far as its published counts tell (see [`super::seed`]).
    pub(super) own_space: bool,
    /// All variables are of the target's digit, and the length is twice their number (c-chains).
    pub(super) one_digit: bool,
}

impl Pattern {
    /// Defined as in HLS, where t-whips follow PBCS.
    fn is_of_the_seed(&self) -> bool {
        matches!(self.style, Style::Seed | Style::SeedPlanar)
    }
}

/// A bivalue chain; each family names what it does otherwise.
pub(super) const BIVALUE: Pattern = Pattern {
    name: "biv-chain[#]: ",
    style: Style::Modern,
    z: Z::Never,
    t: false,
    end: End::Linked,
    types: &[],
    flat: false,
    own_space: false,
    one_digit: false,
};

/// A rule that is no more than a pattern.
pub struct LinkedRule {
    info: Info,
    pattern: Pattern,
}

pub(super) const fn linked(
    name: &'static str,
    proves: &'static str,
    source: &'static str,
    sizes: RangeInclusive<u8>,
    pattern: Pattern,
    example: Example,
) -> LinkedRule {
    LinkedRule { info: Info { name, proves, source, sizes: Some(sizes), example }, pattern }
}

impl Rule for LinkedRule {
    fn info(&'static self) -> &'static Info {
        &self.info
    }

    fn find(&self, state: &mut State, size: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        find_linked(state, self.pattern, size, found)
    }
}

/// Eliminates every target of a chain of this pattern with exactly `size` variables (half as many for
/// c-chains).
fn find_linked(
    state: &mut State,
    pattern: Pattern,
    size: u8,
    found: &mut Findings,
) -> Result<(), OutOfBudget> {
    if pattern.one_digit && !size.is_multiple_of(2) {
        return Ok(());
    }
    let n = if pattern.one_digit { size / 2 } else { size };
    // Every such chain contains a whip that is no longer, so a candidate without one is no target.
    let mut among = None;
    if pattern.t || n <= WHIPS_TO {
        let whipped = having_whips(state, n)?;
        if whipped.is_empty() {
            return Ok(());
        }
        among = Some(whipped);
    }
    let job = FindLinked { pattern, size: n, among, found };
    if pattern.flat { state.with_flat_graph(job) } else { state.with_graph(job) }
}

struct FindLinked<'a> {
    pattern: Pattern,
    size: u8,
    /// The candidates that can be targets, if it was looked up.
    among: Option<Candidates>,
    found: &'a mut Findings,
}

impl GraphJob for FindLinked<'_> {
    type Output = ();

    fn run<const C: usize, const V: usize>(
        self,
        tier: &mut Tier<C, V>,
        budget: &mut Budget,
    ) -> Result<Self::Output, OutOfBudget> {
        let FindLinked { pattern, size, among, found } = self;
        let n = size as usize;
        tier.prepare(Reach::Singles);
        let Tier { graph, targets, seen, .. } = tier;
        let is_among = |c: usize| among.is_none_or(|set| set.contains(graph.labels[c]));
        let targets = targets[Reach::Singles.index()].of_size(graph, n);
        let targets = targets.filter(|target| is_among(target.candidate));
        let spaces = match pattern.types {
            [] => spaces(false),
            types => types.iter().map(|&kind| spaces(true)[kind]).collect(),
        };
        let print = |chain: Chain| {
            let kind = ["-rc", "-rn", "-cn", "-bn"][chain.kind];
            let length = if pattern.one_digit { 2 * size } else { size };
            let name = pattern.name.replace('#', &length.to_string()).replace('%', kind);
            name + &chain.links.join(" - ")
        };
        let mut search = LinkedSearch::new(graph, seen, pattern, n, budget);
        walk(&mut search, graph, targets, &spaces, found, print)
    }
}

/// Up to how many variables chains without t-candidates are looked for on candidates that have a whip only:
/// beyond, whips are the harder to find.
const WHIPS_TO: u8 = 5;

/// From how many variables on the way ahead is worked out before a search without t-candidates.
const LOOK_FROM: usize = 5;

/// A search for chains of one family and size in one graph.
pub(super) struct LinkedSearch<'a, const C: usize, const V: usize> {
    graph: &'a Graph<C, V>,
    seen: &'a mut Seen<C>,
    pattern: Pattern,
    size: usize,
    budget: &'a mut Budget,
    allowed: Bits<V>,
    z: usize,
    path: Vec<Step<C>>,
    /// The left-linking candidates of a chain that was found.
    lefts: Vec<usize>,
    /// Whether partial chains are told apart by all that they have, or merged.
    exact: bool,
    /// A chain was found whose candidates cannot all be different.
    doubt: bool,
    /// Without t-candidates, what can follow each candidate, as far as it was asked for: with and without the
    /// candidates linked to the target ignored.
    followers: [Vec<Option<Vec<Step<C>>>>; 2],
    /// Without t-candidates, `ahead[u][k]`: the right-linking candidates from which k more variables can lead
    /// to an end; u says whether a variable with z-candidates has been used.
    ahead: [Vec<Bits<C>>; 2],
    /// Without t-candidates: what can be right-linking after each candidate, and last.
    next: Vec<Bits<C>>,
    last: Vec<Bits<C>>,
}

#[derive(Clone, Copy)]
struct Step<const C: usize> {
    v: usize,
    right: usize,
    /// The candidates that can be left-linking.
    lefts: Bits<C>,
    /// Whether candidates are ignored for being linked to the target.
    z_used: bool,
}

/// A partial chain, as far as what follows depends on it.
#[derive(Clone, Copy)]
struct Partial<const C: usize> {
    /// Its right-linking candidates, and what is linked to one of them.
    rights: Bits<C>,
    cover: Bits<C>,
    last: usize,
    z_used: bool,
}

impl<'a, const C: usize, const V: usize> LinkedSearch<'a, C, V> {
    pub(super) fn new(
        graph: &'a Graph<C, V>,
        seen: &'a mut Seen<C>,
        pattern: Pattern,
        size: usize,
        budget: &'a mut Budget,
    ) -> Self {
        LinkedSearch {
            graph,
            seen,
            pattern,
            size,
            budget,
            allowed: Bits::FULL,
            z: 0,
            path: Vec::new(),
            lefts: Vec::new(),
            exact: false,
            doubt: false,
            followers: Default::default(),
            ahead: Default::default(),
            next: Vec::new(),
            last: Vec::new(),
        }
    }

    /// Extends a partial chain.
    ///
    /// Which candidates are left-linking is settled at the end. Until then partial chains are merged that
    /// have the same last candidate and the same right-linking ones; if every chain so found repeats
    /// something, all are looked at again without merging. Without t-candidates nothing is merged; whether
    /// there is a way ahead, repetitions allowed, is known beforehand.
    fn extend(&mut self, partial: Partial<C>) -> Result<bool, OutOfBudget> {
        self.budget.spend()?;
        let k = self.path.len() + 1;
        if k == self.size {
            return Ok(self.close(&partial));
        }
        for step in self.steps(&partial, k) {
            let (right, t) = (step.right, self.pattern.t);
            let repeats = |other: &Step<C>| other.v == step.v;
            if partial.rights.contains(right)
                || self.exact && self.path.iter().any(repeats)
                || !t
                    && self.size >= LOOK_FROM
                    && !self.ahead[usize::from(step.z_used)][self.size - k].contains(right)
            {
                continue;
            }
            let mut rights = partial.rights;
            rights.insert(right);
            let number = right << 1 | usize::from(step.z_used);
            if !self.exact && k > 1 && !self.seen.insert(&rights, number) {
                continue;
            }
            self.path.push(step);
            if !t && self.size >= LOOK_FROM && !self.leads_on(right) {
                self.path.pop();
                continue;
            }
            let cover = partial.cover | self.graph.link[right];
            let wider = Partial { rights, cover, last: right, z_used: step.z_used };
            if (!self.exact || self.can_differ()) && self.extend(wider)? {
                return Ok(true);
            }
            self.path.pop();
        }
        Ok(false)
    }

    /// Whether candidates linked to the target may be there in variable `k`: (no, yes), as two cases.
    fn ignoring_z(&self, k: usize, z_used: bool) -> (bool, bool) {
        match self.pattern.z {
            Z::Never => (true, false),
            Z::First => (k > 1, k == 1),
            Z::Later => (k == 1, k > 1),
            Z::Always => (false, true),
            Z::OnceInside => (true, k > 1 && k < self.size && !z_used),
        }
    }

    /// What can be the `k`-th variable, not the last.
    fn steps(&mut self, partial: &Partial<C>, k: usize) -> Vec<Step<C>> {
        let (without, with) = self.ignoring_z(k, partial.z_used);
        let mut all = Vec::new();
        for z in [false, true].into_iter().filter(|&z| if z { with } else { without }) {
            let mut add = |step: &Step<C>| {
                let z_used = partial.z_used || z;
                all.push(Step { z_used, ..*step });
            };
            if self.pattern.t {
                self.followers_of(partial, z).iter().for_each(&mut add);
                continue;
            }
            let known = &mut self.followers[usize::from(z)];
            known.resize_with(self.graph.labels.len(), || None);
            let found = match known[partial.last].take() {
                Some(found) => found,
                None => self.followers_of(partial, z),
            };
            let has_z = |v: usize| self.graph.cands[v].contains(self.z);
            found.iter().filter(|step| !has_z(step.v)).for_each(&mut add);
            self.followers[usize::from(z)][partial.last] = Some(found);
        }
        all
    }

    /// The candidates that variable `v` can do without if `c` is true.
    fn excluded(&self, v: usize, c: usize) -> Bits<C> {
        let kind_of = |v: usize| v / (16 * V);
        let kinds = match kind_of(v) {
            1 | 2 if self.pattern.own_space => 0..3,
            3 if self.pattern.own_space => 0..1,
            _ => return self.graph.link[c],
        };
        let through = self.graph.vars[c].iter().filter(|&w| kinds.contains(&kind_of(w)));
        let own = [c].into_iter().collect();
        through.fold(Bits::EMPTY, |all, w| all | self.graph.cands[w]) - own
    }

    /// The candidates of `v` that are not ignored: neither t- nor, with `z`, z-candidates.
    fn bare(&self, v: usize, partial: &Partial<C>, z: bool) -> Bits<C> {
        let mut rest = self.graph.cands[v];
        if self.pattern.t && self.pattern.own_space {
            rest = partial.rights.iter().fold(rest, |rest, right| rest - self.excluded(v, right));
        } else if self.pattern.t {
            rest = rest - partial.cover;
        }
        if z { rest - self.excluded(v, self.z) } else { rest }
    }

    /// The variables that can follow `partial`, all but two of whose candidates are ignored: with `z`, also
    /// those linked to the target (of which there must be one in chains that allow one such variable).
    fn followers_of(&self, partial: &Partial<C>, z: bool) -> Vec<Step<C>> {
        let (last, mut found) = (partial.last, Vec::new());
        for v in (self.graph.touch[last] & self.allowed).iter() {
            let cands = self.graph.cands[v];
            let rest = self.bare(v, partial, z);
            let once = z && self.pattern.z == Z::OnceInside;
            let needless = once && rest == self.bare(v, partial, false);
            if rest.len() > 2 || needless || self.pattern.t && cands.contains(self.z) {
                continue;
            }
            let linked = cands & self.graph.link[last];
            let choices = match rest.len() {
                // HLS asks it of the others only: the right-linking candidate may be linked to a previous one.
                0 if self.pattern.t && self.pattern.is_of_the_seed() => cands,
                // One is left-linking, and the other follows.
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
                    found.push(Step { v, right, lefts, z_used: z });
                }
            }
        }
        found
    }

    /// Whether the chain can end here.
    fn close(&mut self, partial: &Partial<C>) -> bool {
        for step in self.ends(partial) {
            self.path.push(step);
            if self.settle() {
                return true;
            }
            self.doubt = true;
            self.path.pop();
        }
        false
    }

    /// What can be the last variable.
    fn ends(&self, partial: &Partial<C>) -> Vec<Step<C>> {
        let mut found = Vec::new();
        let z_link = self.graph.link[self.z];
        let mut via = self.graph.touch[partial.last] & self.allowed;
        if self.pattern.end == End::Linked {
            via = via & self.graph.touch[self.z];
        }
        let (_, with_z) = self.ignoring_z(self.size, partial.z_used);
        for v in via.iter().filter(|&v| !self.graph.cands[v].contains(self.z)) {
            let cands = self.graph.cands[v];
            let rest = self.bare(v, partial, with_z);
            if rest.len() > 2 {
                continue;
            }
            let linked = cands & self.graph.link[partial.last];
            let ends = match self.pattern.end {
                End::Linked => cands & z_link,
                End::LrLasso => cands & partial.cover,
                End::RlLasso => cands & self.path.iter().fold(Bits::EMPTY, |all, s| all | s.lefts),
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
                    found.push(Step { v, right, lefts, z_used: partial.z_used });
                }
            }
        }
        found
    }

    /// Fills `ahead`, as if the whole chain could ignore what its middle can.
    fn look_ahead(&mut self) {
        let all = 0..self.graph.labels.len();
        let mut next: [Vec<Bits<C>>; 2] = Default::default();
        for used in [false, true] {
            let from =
                |last| Partial { rights: Bits::EMPTY, cover: Bits::EMPTY, last, z_used: used };
            let last = |c| self.ends(&from(c)).iter().map(|step| step.right).collect();
            self.last = all.clone().map(last).collect();
            let ends = all.clone().filter(|&c| !self.last[c].is_empty()).collect();
            self.ahead[usize::from(used)] = vec![Bits::EMPTY, ends];
            let mut steps = |c| self.steps(&from(c), 2);
            next[usize::from(used)] =
                all.clone().map(|c| steps(c).iter().map(|step| step.right).collect()).collect();
        }
        let once = self.pattern.z == Z::OnceInside;
        let both = |c: usize| if once { next[0][c] | next[1][c] } else { next[0][c] };
        self.next = all.clone().map(both).collect();
        for left in 2..self.size {
            for used in [0, 1] {
                let mut before = self.ahead[used][left - 1];
                if once && used == 0 {
                    before |= self.ahead[1][left - 1];
                }
                let here = all.clone().filter(|&c| next[used][c].intersects(&before)).collect();
                self.ahead[used].push(here);
            }
        }
    }

    /// Whether the path, that has come to `right`, can go on to an end without a candidate that it has.
    fn leads_on(&self, right: usize) -> bool {
        let mut used = Bits::<C>::EMPTY;
        for step in &self.path {
            used.insert(step.right);
            if step.lefts.len() == 1 {
                used |= step.lefts;
            }
        }
        let mut here: Bits<C> = [right].into_iter().collect();
        for _ in self.path.len() + 1..self.size {
            here = here.iter().fold(Bits::EMPTY, |all, c| all | self.next[c]) - used;
        }
        here.iter().any(|c| !(self.last[c] - used).is_empty())
    }

    /// Whether the left-linking candidates can be chosen different from one another and from every R.
    fn can_differ(&self) -> bool {
        let rights: Bits<C> = self.path.iter().map(|step| step.right).collect();
        let sets: Vec<Bits<C>> = self.path.iter().map(|step| step.lefts - rights).collect();
        distinct_representatives(&sets).is_some()
    }

    /// Chooses the left-linking candidates of the whole chain, if it has all its parts different.
    fn settle(&mut self) -> bool {
        let repeats = |k: usize, step: &Step<C>| {
            self.path[..k].iter().any(|other| other.v == step.v || other.right == step.right)
        };
        if self.path.iter().enumerate().any(|(k, step)| repeats(k, step)) {
            return false;
        }
        let rights: Bits<C> = self.path.iter().map(|step| step.right).collect();
        let sets: Vec<Bits<C>> = self.path.iter().map(|step| step.lefts - rights).collect();
        let choice = match self.pattern.end {
            End::RlLasso => {
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

    /// The candidates ignored in link `k`: with the previous R that each is linked to, or none for z.
    fn extras(&self, k: usize) -> Vec<(Candidate, Option<Candidate>)> {
        let step = self.path[k];
        let label = |c: usize| self.graph.labels[c];
        let others = self.graph.cands[step.v] - [step.right, self.lefts[k]].into_iter().collect();
        let previous = if self.pattern.t { &self.path[..k] } else { &[] };
        let by = |c: usize| previous.iter().find(|p| self.excluded(step.v, p.right).contains(c));
        let mut extras: Vec<_> =
            others.iter().map(|c| (label(c), by(c).map(|p| label(p.right)))).collect();
        extras.sort_by_key(|(_, by)| by.is_none());
        extras
    }
}

impl<const C: usize, const V: usize> Walk<C, V> for LinkedSearch<'_, C, V> {
    fn run(&mut self, target: &Target<C, V>, allowed: Bits<V>) -> Result<bool, OutOfBudget> {
        self.z = target.candidate;
        self.allowed = allowed;
        if self.pattern.one_digit {
            self.allowed = allowed & self.graph.of_digit(self.graph.labels[self.z].digit as usize);
        }
        self.doubt = false;
        let nothing =
            Partial { rights: Bits::EMPTY, cover: Bits::EMPTY, last: self.z, z_used: false };
        if !self.pattern.t {
            // Where z-candidates do not matter, what follows what is the same for all targets.
            let all_targets = self.pattern.z == Z::Never;
            if !all_targets || self.pattern.types.len() > 1 || self.pattern.one_digit {
                self.followers.iter_mut().for_each(Vec::clear);
            }
            if self.size >= LOOK_FROM {
                self.look_ahead();
            }
        }
        self.exact = !self.pattern.t;
        self.seen.clear();
        self.path.clear();
        if self.extend(nothing)? {
            return Ok(true);
        }
        if self.exact || !self.doubt {
            return Ok(false);
        }
        self.exact = true;
        self.path.clear();
        self.extend(nothing)
    }

    fn chain(&self, _: &Target<C, V>) -> Chain {
        let last = self.path.len() - 1;
        let link = |(k, step): (usize, &Step<C>)| {
            let variable = self.graph.variable(step.v);
            let (left, right) = (self.graph.labels[self.lefts[k]], self.graph.labels[step.right]);
            match self.pattern.style {
                Style::Open if k == last => notation::link(variable, left, None),
                Style::Modern | Style::Open => notation::link(variable, left, Some(right)),
                style => {
                    let planar = style == Style::SeedPlanar;
                    seed_link(variable, left, right, &self.extras(k), planar)
                }
            }
        };
        let kind = self.path[last].v / (16 * V);
        Chain { kind, links: self.path.iter().enumerate().map(link).collect() }
    }
}

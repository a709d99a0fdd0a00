//! Chains whose last candidate is linked to the target: bivalue chains, z-chains, t-whips and
//! the 2D and 3D chains of seed 003; and its lassos.
//!
//! ```text
//!   Z ─ V1{L1 R1} ─ V2{L2 R2} ─ … ─ Vn{Ln Rn} ─ Z      Lk linked to R(k-1), all 2n candidates different
//! ```
//!
//! If L1 is false, R1, R2, … Rn are true in turn; so L1 or Rn is true and Z is false. A family says which
//! other candidates a variable may have: *z*, linked to Z; *t*, linked to some previous R.

use super::super::pattern::Notation;
use super::super::{Example, Findings, Info, Rule};
use super::linked_search::LinkedSearch;
use super::shortest::{shortest, starts};
use super::{having_whips, walk};
use crate::budget::{Budget, OutOfBudget};
use crate::graph::{Graph, GraphJob, Reach, Shortest, Space, State, Tier};
use crate::grid::Candidates;
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

/// What a family of these chains allows.
#[derive(Clone, Copy)]
pub(super) struct Pattern {
    /// Its name as printed: `#` stands for the length, `%` for the type of the variables.
    pub(super) name: &'static str,
    pub(super) notation: Notation,
    pub(super) z: Z,
    /// Candidates linked to a previous R are ignored.
    pub(super) t: bool,
    pub(super) end: End,
    /// A chain is in one of these.
    pub(super) spaces: &'static [Space],
    /// A candidate is ignored only for a link of its variable's own space: a cell's for any, that of a row
    /// or column for one by a row, column or cell, that of a block for one in its cell. So SudoRules 13,
    /// as far as its published counts tell (see [`super::seed`]).
    pub(super) own_space: bool,
    /// All variables are of the target's digit, and the length is twice their number (c-chains).
    pub(super) one_digit: bool,
}

impl Pattern {
    /// Its number among the patterns without t-candidates, below 8.
    fn number(&self) -> usize {
        let z = match self.z {
            Z::Never | Z::First => 0,
            Z::Later => 1,
            Z::Always => 2,
            Z::OnceInside => 3,
        };
        2 * z + usize::from(self.one_digit)
    }

    /// Whether candidates linked to the target may be there in variable `k` of `size`: (no, yes), as two cases.
    /// `z_used` says that there was such a variable before.
    pub(super) fn ignoring_z(&self, k: usize, size: usize, z_used: bool) -> (bool, bool) {
        match self.z {
            Z::Never => (true, false),
            Z::First => (k > 1, k == 1),
            Z::Later => (k == 1, k > 1),
            Z::Always => (false, true),
            Z::OnceInside => (true, k > 1 && k < size && !z_used),
        }
    }

    /// The pattern of all walks in the space of all variables that those of this one are too.
    fn widened(self) -> Pattern {
        let z = if self.z == Z::OnceInside { Z::Later } else { self.z };
        Pattern { z, one_digit: false, ..self }
    }

    /// Whether the target must be true for what a chain concludes, apart from its two ends.
    pub(super) fn needs_z(&self) -> bool {
        !matches!(self.z, Z::Never | Z::First)
    }

    /// Defined as in HLS, where t-whips follow PBCS.
    pub(super) fn is_of_the_seed(&self) -> bool {
        matches!(self.notation, Notation::Seed | Notation::SeedPlanar)
    }
}

/// A bivalue chain; each family names what it does otherwise.
pub(super) const BIVALUE: Pattern = Pattern {
    name: "biv-chain[#]",
    notation: Notation::Modern,
    z: Z::Never,
    t: false,
    end: End::Linked,
    spaces: &[Space::All],
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
    for &space in pattern.spaces {
        let among = possible(state, pattern, space, n)?;
        if !among.is_empty() {
            state.with_graph(space, FindLinked { pattern, space, size: n, among, found })?;
        }
    }
    Ok(())
}

/// The candidates that may be targets of `n` variables in a space: every chain with t-candidates contains a whip
/// that is no longer, and every other is a walk.
///
/// A chain in any space is one in the space of all variables too. Where the state was looked at there already, it
/// is soon known for most states that there is none, and no other graph is made. (To look up whips of all variables
/// for the sake of a space takes longer than all that is done in it.)
fn possible(
    state: &mut State,
    pattern: Pattern,
    space: Space,
    n: u8,
) -> Result<Candidates, OutOfBudget> {
    let mut among = state.grid().candidates();
    let narrower = space != Space::All || pattern.one_digit;
    let known = narrower && state.with_graph(Space::All, IsTried)?;
    if known {
        among = state.with_graph(Space::All, HavingTrials(n, among))?;
        if !pattern.t {
            among = state.with_graph(Space::All, HavingWalks(pattern.widened(), n, among))?;
        }
    }
    if among.is_empty() {
        return Ok(among);
    }
    if pattern.t || !known && !pattern.one_digit {
        among = state.with_graph(space, HavingTrials(n, among))?;
    }
    if !pattern.t {
        return state.with_graph(space, HavingWalks(pattern, n, among));
    }
    // Whips of all variables are looked up for other patterns too.
    let whips_first = space == Space::All && n <= WHIPS_TO;
    if whips_first {
        among = having_whips(state, space, n, among)?;
    }
    if !pattern.needs_z() && !among.is_empty() {
        among = state.with_graph(space, HavingStarts(pattern, n, among))?;
    }
    if whips_first || n > WHIPS_TO || among.is_empty() {
        return Ok(among);
    }
    having_whips(state, space, n, among)
}

/// Up to how many variables it is looked up which candidates have whips: beyond, whips are the harder to find.
const WHIPS_TO: u8 = 8;

/// The numbers of the candidates of a set, in order.
fn numbers<const C: usize, const V: usize>(
    graph: &Graph<C, V>,
    set: &Candidates,
) -> impl Iterator<Item = usize> {
    let labels = graph.labels.iter().enumerate();
    labels.filter(|(_, label)| set.contains(**label)).map(|(c, _)| c)
}

/// Whether trial and error has begun in the space.
struct IsTried;

impl GraphJob for IsTried {
    type Output = bool;

    fn run<const C: usize, const V: usize>(
        self,
        tier: &mut Tier<C, V>,
        _: &mut Budget,
    ) -> Result<Self::Output, OutOfBudget> {
        Ok(tier.targets[Reach::Singles.index()].has_begun())
    }
}

/// The candidates that singles refute in time.
struct HavingTrials(u8, Candidates);

impl GraphJob for HavingTrials {
    type Output = Candidates;

    fn run<const C: usize, const V: usize>(
        self,
        tier: &mut Tier<C, V>,
        _: &mut Budget,
    ) -> Result<Self::Output, OutOfBudget> {
        let HavingTrials(n, among) = self;
        let refuted = tier.refuted_within(n as usize);
        Ok(Candidates(std::array::from_fn(|digit| among.0[digit] & refuted.0[digit])))
    }
}

struct HavingWalks(Pattern, u8, Candidates);

impl GraphJob for HavingWalks {
    type Output = Candidates;

    fn run<const C: usize, const V: usize>(
        self,
        tier: &mut Tier<C, V>,
        _: &mut Budget,
    ) -> Result<Self::Output, OutOfBudget> {
        let HavingWalks(pattern, n, among) = self;
        let n = n as usize;
        let Tier { graph, walks, .. } = tier;
        let walks = &mut walks[pattern.number()];
        // Most states are left by a short chain: only who asks a second time is told all.
        let limit = if walks.is_empty() { n } else { usize::MAX };
        walks.resize(graph.labels.len(), Shortest::Over(0));
        let has_one = |&z: &usize| {
            if walks[z].is_open(n) {
                walks[z] = shortest(graph, pattern, z, limit);
            }
            walks[z].is_within(n)
        };
        Ok(numbers(graph, &among).filter(has_one).map(|z| graph.labels[z]).collect())
    }
}

/// The targets that what follows from a first right-linking candidate excludes, for patterns that do not need the
/// target true.
struct HavingStarts(Pattern, u8, Candidates);

impl GraphJob for HavingStarts {
    type Output = Candidates;

    fn run<const C: usize, const V: usize>(
        self,
        tier: &mut Tier<C, V>,
        _: &mut Budget,
    ) -> Result<Self::Output, OutOfBudget> {
        let HavingStarts(pattern, n, among) = self;
        let Tier { graph, fronts, .. } = tier;
        let has_one = |&z: &usize| {
            let mut starts = starts(graph, pattern, z).iter();
            starts.any(|right| fronts.excludes(graph, right, z, n as usize - 1))
        };
        Ok(numbers(graph, &among).filter(has_one).map(|z| graph.labels[z]).collect())
    }
}

struct FindLinked<'a> {
    pattern: Pattern,
    space: Space,
    size: u8,
    /// The candidates that can be targets.
    among: Candidates,
    found: &'a mut Findings,
}

impl GraphJob for FindLinked<'_> {
    type Output = ();

    fn run<const C: usize, const V: usize>(
        self,
        tier: &mut Tier<C, V>,
        budget: &mut Budget,
    ) -> Result<Self::Output, OutOfBudget> {
        let FindLinked { pattern, space, size, among, found } = self;
        let Tier { graph, seen, .. } = tier;
        let targets: Vec<usize> = numbers(graph, &among).collect();
        let name = || {
            let length = if pattern.one_digit { 2 * size } else { size };
            pattern.name.replace('#', &length.to_string()).replace('%', space.suffix())
        };
        let mut search = LinkedSearch::new(graph, seen, pattern, size as usize, budget);
        walk(&mut search, graph, &targets, found, (name, pattern.notation))
    }
}

//! The rules whose chains are [`LinkedFamily`]s: bivalue chains, z-chains, t-whips, the 2D and 3D chains of HLS.

use super::super::Findings;
use super::linked_search::LinkedSearch;
use super::shortest::{shortest, starts};
use super::{having_whips, walk};
use crate::budget::{Budget, OutOfBudget};
use crate::evidence::families::{LinkedFamily, Z};
use crate::graph::{Graph, GraphCache, GraphJob, Reach, Shortest, Space, State};
use crate::grid::Candidates;

impl LinkedFamily {
    /// Its number among the families without t-candidates, below 8.
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

    /// The family of all walks in the space of all variables that those of this one are too.
    fn widened(self) -> LinkedFamily {
        let z = if self.z == Z::OnceInside { Z::Later } else { self.z };
        LinkedFamily { z, one_digit: false, ..self }
    }

    /// Whether the target must be true for what a chain concludes, apart from its two ends.
    pub(super) fn needs_z(&self) -> bool {
        !matches!(self.z, Z::Never | Z::First)
    }
}

/// Eliminates every target of a chain of this family with exactly `size` variables (half as many for
/// c-chains).
pub(super) fn find_linked(
    state: &mut State,
    family: LinkedFamily,
    spaces: &[Space],
    size: u8,
    found: &mut Findings,
) -> Result<(), OutOfBudget> {
    if family.one_digit && !size.is_multiple_of(2) {
        return Ok(());
    }
    let n = if family.one_digit { size / 2 } else { size };
    for &space in spaces {
        let among = possible(state, family, space, n)?;
        if !among.is_empty() {
            state.with_graph(space, FindLinked { family, space, size: n, among, found })?;
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
    family: LinkedFamily,
    space: Space,
    n: u8,
) -> Result<Candidates, OutOfBudget> {
    let mut among = state.grid().candidates();
    let narrower = space != Space::All || family.one_digit;
    let known = narrower && state.with_graph(Space::All, IsTried)?;
    if known {
        among = state.with_graph(Space::All, HavingTrials(n, among))?;
        if !family.t {
            among = state.with_graph(Space::All, HavingWalks(family.widened(), n, among))?;
        }
    }
    if among.is_empty() {
        return Ok(among);
    }
    if family.t || !known && !family.one_digit {
        among = state.with_graph(space, HavingTrials(n, among))?;
    }
    if !family.t {
        return state.with_graph(space, HavingWalks(family, n, among));
    }
    // Whips of all variables are looked up for other families too.
    let whips_first = space == Space::All && n <= WHIPS_TO;
    if whips_first {
        among = having_whips(state, space, n, among)?;
    }
    if !family.needs_z() && !among.is_empty() {
        among = state.with_graph(space, HavingStarts(family, n, among))?;
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
        cache: &mut GraphCache<C, V>,
        _: &mut Budget,
    ) -> Result<Self::Output, OutOfBudget> {
        Ok(cache.targets[Reach::Singles.index()].has_begun())
    }
}

/// The candidates that singles refute in time.
struct HavingTrials(u8, Candidates);

impl GraphJob for HavingTrials {
    type Output = Candidates;

    fn run<const C: usize, const V: usize>(
        self,
        cache: &mut GraphCache<C, V>,
        _: &mut Budget,
    ) -> Result<Self::Output, OutOfBudget> {
        let HavingTrials(n, among) = self;
        let refuted = cache.refuted_within(n as usize);
        Ok(Candidates(std::array::from_fn(|digit| among.0[digit] & refuted.0[digit])))
    }
}

struct HavingWalks(LinkedFamily, u8, Candidates);

impl GraphJob for HavingWalks {
    type Output = Candidates;

    fn run<const C: usize, const V: usize>(
        self,
        cache: &mut GraphCache<C, V>,
        _: &mut Budget,
    ) -> Result<Self::Output, OutOfBudget> {
        let HavingWalks(family, n, among) = self;
        let n = n as usize;
        let GraphCache { graph, walks, .. } = cache;
        let walks = &mut walks[family.number()];
        // Most states are left by a short chain: all of them are looked for when asked a second time.
        let limit = if walks.is_empty() { n } else { usize::MAX };
        walks.resize(graph.labels.len(), Shortest::Over(0));
        let has_one = |&z: &usize| {
            if walks[z].is_open(n) {
                walks[z] = shortest(graph, family, z, limit);
            }
            walks[z].is_within(n)
        };
        Ok(numbers(graph, &among).filter(has_one).map(|z| graph.labels[z]).collect())
    }
}

/// The targets that what follows from a first right-linking candidate excludes, for families that do not need the
/// target true.
struct HavingStarts(LinkedFamily, u8, Candidates);

impl GraphJob for HavingStarts {
    type Output = Candidates;

    fn run<const C: usize, const V: usize>(
        self,
        cache: &mut GraphCache<C, V>,
        _: &mut Budget,
    ) -> Result<Self::Output, OutOfBudget> {
        let HavingStarts(family, n, among) = self;
        let GraphCache { graph, reach_by_round, .. } = cache;
        let has_one = |&z: &usize| {
            let mut starts = starts(graph, family, z).iter();
            starts.any(|right| reach_by_round.excludes(graph, right, z, n as usize - 1))
        };
        Ok(numbers(graph, &among).filter(has_one).map(|z| graph.labels[z]).collect())
    }
}

struct FindLinked<'a> {
    family: LinkedFamily,
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
        cache: &mut GraphCache<C, V>,
        budget: &mut Budget,
    ) -> Result<Self::Output, OutOfBudget> {
        let FindLinked { family, space, size, among, found } = self;
        let GraphCache { graph, visited, .. } = cache;
        let targets: Vec<usize> = numbers(graph, &among).collect();
        let mut search = LinkedSearch::new(graph, visited, (family, space), size as usize, budget);
        walk(&mut search, graph, &targets, found)
    }
}

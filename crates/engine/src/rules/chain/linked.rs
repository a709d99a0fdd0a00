//! The rules whose chains are [`LinkedFamily`]s: bivalue chains, z-chains, t-whips, the 2D and 3D chains of
//! HLS.

use super::shortest::starts;
use super::{having_whips, linked_search::LinkedSearch, walk};
use crate::budget::Within;
use crate::evidence::families::{LinkedFamily, Z};
use crate::graph::{Division, Graph, GraphCache, Reach, Space, with_graph};
use crate::grid::Candidates;
use crate::rule::Findings;
use crate::state::State;

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

    /// Whether candidates linked to the target may be there in variable `k` of `size`: (no, yes), as two
    /// cases. `z_used` says that there was such a variable before.
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
    state: &mut State, family: LinkedFamily, spaces: &[Space], size: u8, found: &mut Findings,
) -> Within {
    if family.one_digit && !size.is_multiple_of(2) {
        return Ok(());
    }
    let n = if family.one_digit { size / 2 } else { size };
    let division = Division::of(spaces);
    for &space in spaces {
        let among = possible(state, family, (division, space), n)?;
        if !among.is_empty() {
            with_graph!(state, space, |GraphCache { graph, visited, .. }, budget| {
                let targets: Vec<usize> = numbers(graph, &among).collect();
                let of = (family, space);
                let mut search = LinkedSearch::new(graph, visited, of, n.into(), budget);
                walk(&mut search, graph, &targets, found)
            })?;
        }
    }
    Ok(())
}

/// The candidates that may be targets of `n` variables in a space: every chain with t-candidates contains a
/// whip that is no longer, and every other is a walk.
///
/// A chain in any space is one in the space of all variables too. Where the state was looked at there
/// already, it is soon known for most states that there is none, and no other graph is made. (To look up
/// whips of all variables for the sake of a space takes longer than all that is done in it.)
fn possible(
    state: &mut State, family: LinkedFamily, (division, space): (Option<Division>, Space), n: u8,
) -> Within<Candidates> {
    let (mut among, size) = (state.grid().candidates(), n as usize);
    let narrower = space != Space::All || family.one_digit;
    let is_tried = |state: &mut State| {
        with_graph!(state, Space::All, |cache, _| cache.targets[Reach::Singles.index()].has_begun())
    };
    let known = narrower && is_tried(state);
    if known {
        among = refuted_within(state, (None, Space::All), size, &among);
        if !family.t {
            let wide = family.widened();
            among = with_graph!(state, Space::All, |cache, _| cache.having_walks(wide, size, &among));
        }
    }
    if among.is_empty() {
        return Ok(among);
    }
    if family.t || !known && !family.one_digit {
        among = refuted_within(state, (division, space), size, &among);
    }
    if !family.t {
        return Ok(with_graph!(state, space, |cache, _| cache.having_walks(family, size, &among)));
    }
    // Whips of all variables, or in all spaces of a division, are looked up for other families too.
    let whips_first = (space == Space::All || division.is_some()) && n <= WHIPS_TO;
    if whips_first {
        among = having_whips(state, (division, space), n, among)?;
    }
    if !family.needs_z() && !among.is_empty() {
        among = with_graph!(state, space, |cache, _| cache.having_starts(family, size, &among));
    }
    if whips_first || n > WHIPS_TO || among.is_empty() {
        return Ok(among);
    }
    having_whips(state, (division, space), n, among)
}

/// Those that singles refute in time.
fn refuted_within(
    state: &mut State, (division, space): (Option<Division>, Space), n: usize, among: &Candidates,
) -> Candidates {
    let refuted = match division {
        Some(division) => {
            let by_type = with_graph!(state, Space::All, |cache, _| cache.typed_within(division, n));
            by_type[space.kinds().start]
        }
        None => with_graph!(state, space, |cache, _| cache.refuted_within(n)),
    };
    Candidates(std::array::from_fn(|digit| among.0[digit] & refuted.0[digit]))
}

/// Up to how many variables it is looked up which candidates have whips: beyond, whips are the harder to
/// find.
const WHIPS_TO: u8 = 8;

fn numbers<const C: usize, const V: usize>(
    graph: &Graph<C, V>, set: &Candidates,
) -> impl Iterator<Item = usize> {
    let labels = graph.labels.iter().enumerate();
    labels.filter(|(_, label)| set.contains(**label)).map(|(c, _)| c)
}

impl<const C: usize, const V: usize> GraphCache<C, V> {
    /// Those that have a walk of at most `n` variables.
    fn having_walks(&mut self, family: LinkedFamily, n: usize, among: &Candidates) -> Candidates {
        let GraphCache { graph, walks, .. } = self;
        let having = walks[family.number()].within(graph, family, n);
        numbers(graph, among).filter(|&z| having.contains(z)).map(|z| graph.labels[z]).collect()
    }

    /// Those that what follows from a first right-linking candidate excludes, for families that do not need
    /// the target true.
    fn having_starts(&mut self, family: LinkedFamily, n: usize, among: &Candidates) -> Candidates {
        let GraphCache { graph, reach_by_round, .. } = self;
        let has_one = |&z: &usize| {
            let mut starts = starts(graph, family, z).iter();
            starts.any(|right| reach_by_round.excludes(graph, right, z, n - 1))
        };
        numbers(graph, among).filter(has_one).map(|z| graph.labels[z]).collect()
    }
}

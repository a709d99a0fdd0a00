//! Rules whose chains are [`LinkedFamily`]s: bivalue chains, z-chains, t-whips, the 2D and 3D chains of HLS.

use super::shortest::starts;
use super::whip_targets::{Numbers, having_whips, numbers_of, whips_of_two};
use super::{linked_search::LinkedSearch, short_chains, walk};
use crate::budget::Within;
use crate::evidence::families::{LinkedFamily, Z, whips};
use crate::graph::{Bits, Division, GraphCache, Part, Reach, Space, with_graph};
use crate::rule::Findings;
use crate::state::State;

/// Eliminates every target of a chain of this family with exactly `size` variables (half as many for
/// c-chains).
pub(super) fn find_linked(
    state: &mut State, family: LinkedFamily, spaces: &'static [Space], size: u8, found: &mut Findings,
) -> Within {
    if family.one_digit && !size.is_multiple_of(2) {
        return Ok(());
    }
    let others = |z: Z| LinkedFamily { z, ..family };
    // Chains that may have a variable with candidates linked to the target include those without.
    if family.z == Z::Never && has_no_linked(state, others(Z::OnceInside), spaces, size) {
        return Ok(());
    }
    let with_z = family.z == Z::OnceInside && has_no_linked(state, others(Z::Never), spaces, size);
    let n = if family.one_digit { size / 2 } else { size };
    // Boards that are not plain have any number of types.
    let division = if state.board().is_some() { None } else { Division::of(spaces) };
    for &space in state.spaces(spaces) {
        let among = possible(state, family, Part { division, space }, n)?;
        if !among.is_empty() {
            with_graph!(state, space, |GraphCache { graph, visited, exhausted, .. }, budget| {
                let exhausted = exhausted.of(family, n.into());
                let targets: Vec<usize> = (among.resized() - *exhausted).iter().collect();
                let mut search = LinkedSearch::new(graph, visited, family, space, n.into(), budget);
                search.with_z = with_z;
                search.exhausted = Some(exhausted);
                walk(&mut search, graph, &targets, found)
            })?;
        }
    }
    if family.t && family.z == Z::Never {
        note_linked(state, family, spaces, size, found);
    }
    Ok(())
}

/// Returns the candidates that may be targets of chains of `n` variables in a space: every chain with
/// t-candidates contains a whip that is no longer, and every other chain is a walk.
///
/// A chain in any space is also a chain in the space of all variables. If the state was searched there
/// already, most states are soon known to have no chain, and no other graph is built. (Looking up whips of
/// all variables for the sake of a space takes longer than the whole search in that space.) Singles refute
/// the target of every walk, so chains without t-candidates use trials only if the trials were already made
/// for other chains.
fn possible(state: &mut State, family: LinkedFamily, part: Part, n: u8) -> Within<Numbers> {
    let (size, Part { division, space }) = (usize::from(n), part);
    let is_on_board = state.board().is_some();
    // The board shows which candidates have a whip of two variables.
    let of_two = match (n, space) {
        (2, Space::All) => whips_of_two(state),
        (2, _) => short_chains(state, whips::LOOPS, space),
        _ => None,
    };
    let has_whips = of_two.is_some();
    let mut among = match &of_two {
        Some(targets) if targets.is_empty() => return Ok(Numbers::EMPTY),
        Some(targets) => numbers_of(state, targets),
        None => Numbers::FULL,
    };
    if !has_whips && (space != Space::All || family.one_digit) {
        let wide = family.widened();
        let (tried, walked) = with_graph!(state, Space::All, |cache, _| {
            let tried = cache.targets[Reach::Singles.index()].has_begun();
            (
                tried,
                !family.t && !is_on_board && (tried || cache.walks.of(Space::All, wide.number()).has_begun()),
            )
        });
        if tried {
            among = among & refuted_within(state, Part::ALL, size);
        }
        if walked && !among.is_empty() {
            among = among & having_walks(state, wide, Space::All, size);
        }
        if among.is_empty() {
            return Ok(among);
        }
    }
    // Walks are found by lists of the plain board.
    if !has_whips && (family.t || is_on_board || is_tried(state, part)) {
        among = among & refuted_within(state, part, size);
        if among.is_empty() {
            return Ok(among);
        }
    }
    if !family.t {
        // Searching for a chain of two variables takes no longer than finding walks.
        return Ok(if has_whips || is_on_board {
            among
        } else {
            among & having_walks(state, family, space, size)
        });
    }
    // Whips of all variables, or in all spaces of a division, are also used by other families.
    let whips_first = !has_whips && (space == Space::All || division.is_some()) && n <= WHIPS_TO;
    if whips_first {
        among = having_whips(state, part, n, among)?;
    }
    if !family.needs_z() && !among.is_empty() {
        among = with_graph!(state, space, |cache, _| cache
            .having_starts(family, size, among.resized())
            .resized());
    }
    if has_whips || whips_first || n > WHIPS_TO || among.is_empty() {
        return Ok(among);
    }
    having_whips(state, part, n, among)
}

/// Whether singles have been played on the candidates of the space.
fn is_tried(state: &mut State, part: Part) -> bool {
    match part.division {
        Some(division) => with_graph!(state, Space::All, |cache, _| cache.is_typed_tried(division)),
        None => with_graph!(state, part.space, |cache, _| cache.targets[Reach::Singles.index()].has_begun()),
    }
}

/// Returns the candidates that have a walk of at most `n` variables.
fn having_walks(state: &mut State, family: LinkedFamily, space: Space, n: usize) -> Numbers {
    with_graph!(state, Space::All, |GraphCache { graph, walks, .. }, _| {
        walks.of(space, family.number()).within(graph, family, space, n).resized()
    })
}

/// Returns the candidates on which singles do not exclude a chain of `n` variables.
fn refuted_within(state: &mut State, part: Part, n: usize) -> Numbers {
    match part.division {
        Some(division) => with_graph!(state, Space::All, |cache, _| {
            cache.typed_within(division, n)[part.space.kinds().start].resized()
        }),
        None => with_graph!(state, part.space, |cache, _| cache.refuted_within(n).resized()),
    }
}

/// Searches for linked chains that found nothing in the state: family, spaces and size.
#[derive(Default)]
struct NoLinked(Vec<(LinkedFamily, &'static [Space], u8)>);

/// Records a search for linked chains, if it found nothing.
pub(super) fn note_linked(
    state: &mut State, family: LinkedFamily, spaces: &'static [Space], size: u8, found: &Findings,
) {
    if !found.any() {
        let (_, none) = state.remember(|_| NoLinked::default());
        none.0.push((family, spaces, size));
    }
}

/// Whether the family is known to have no linked chains of the given `size` in `spaces`.
fn has_no_linked(state: &State, family: LinkedFamily, spaces: &'static [Space], size: u8) -> bool {
    state.recall().is_some_and(|known: &NoLinked| known.0.contains(&(family, spaces, size)))
}

/// Largest size for which the candidates that have whips are found first: beyond, whips are harder to find
/// than the chains.
const WHIPS_TO: u8 = 10;

impl<const C: usize, const V: usize> GraphCache<C, V> {
    /// Returns the candidates `among` these that are excluded by the consequences of some first right-linking
    /// candidate, for families that do not require the target to be true.
    fn having_starts(&mut self, family: LinkedFamily, n: usize, among: Bits<C>) -> Bits<C> {
        let GraphCache { graph, reach_by_round, .. } = self;
        let has_one = |&z: &usize| {
            let mut starts = starts(graph, family, z).iter();
            starts.any(|right| reach_by_round.excludes(graph, right, z, n - 1))
        };
        among.iter().filter(has_one).collect()
    }
}

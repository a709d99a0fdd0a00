//! Candidates that have whips: no others have a linked chain.

use super::{search::ChainSearch, set_of, short_chains};
use crate::budget::{Budget, Within};
use crate::evidence::families::whips;
use crate::graph::{Bits, Division, GraphCache, Part, Reach, Shortest, Space, TargetSet, with_graph};
use crate::grid::Candidates;
use crate::rule::{Findings, Rule};
use crate::rules::LOCKED;
use crate::state::State;

/// Candidates by their numbers in the graph, whatever its width.
pub(super) type Numbers = Bits<12>;

/// Returns the numbers of these candidates.
pub(super) fn numbers_of(state: &mut State, candidates: &Candidates) -> Numbers {
    with_graph!(state, Space::All, |cache, _| cache.numbers(candidates).resized())
}

/// Returns the targets of whips of two variables, if the board shows them. They are looked up once in each
/// state.
pub(super) fn whips_of_two(state: &mut State) -> Option<Candidates> {
    struct OfTwo(Option<Candidates>);
    if let Some(OfTwo(known)) = state.recall() {
        return *known;
    }
    let of_two = short_chains(state, whips::LOOPS, Space::All);
    state.remember(|_| OfTwo(of_two));
    of_two
}

/// Returns the candidates in `among` that have a whip, possibly with loops, of at most `size` variables of
/// the space; in a space of a division the whip may be longer. Results are cached for as long as the state
/// lasts, because the chains of a whole ladder ask for them.
pub(super) fn having_whips(state: &mut State, part: Part, size: u8, among: Numbers) -> Within<Numbers> {
    let (of_two, Part { division, space }) = (whips_of_two(state), part);
    let mut having = match division {
        Some(division) => with_graph!(state, Space::All, |cache, budget| {
            with_typed_whips(cache, division, space, size.into(), among, of_two, budget)
        })?,
        None => {
            let is_open = |whip: &Shortest| whip.is_open(2);
            let is_new = with_graph!(state, space, |cache, _| cache.whips.iter().any(is_open));
            let short = match space {
                _ if !is_new => None,
                Space::All => of_two,
                _ => short_chains(state, whips::LOOPS, space),
            };
            with_graph!(state, space, |cache, budget| {
                with_whips(cache, size.into(), among, short, budget)
            })?
        }
    };
    if of_two.is_none() {
        // There may be whips of one variable, which are not searched for.
        let mut locked = Findings::default();
        LOCKED.find(state, 0, &mut locked)?;
        having |= among & numbers_of(state, &locked.eliminated);
    }
    Ok(having)
}

fn with_whips<const C: usize, const V: usize>(
    cache: &mut GraphCache<C, V>, size: usize, among: Numbers, short: Option<Candidates>, budget: &mut Budget,
) -> Within<Numbers> {
    let mut targets = cache.targets(Reach::Singles, size);
    targets.retain(|&z| among.contains(z));
    for n in 2..=size {
        if !targets.iter().any(|&z| cache.whips[z].is_open(n)) {
            continue;
        }
        if let Some(short) = &short
            && n == 2
        {
            let having = cache.graph.labels.iter().map(|&label| short.contains(label));
            for (whip, has) in cache.whips.iter_mut().zip(having).filter(|(whip, _)| whip.is_open(2)) {
                *whip = if has { Shortest::Of(2) } else { Shortest::Over(2) };
            }
            continue;
        }
        let in_time: Bits<C> = cache.targets(Reach::Singles, n).into_iter().collect();
        // The other targets have no whip.
        for (z, whip) in cache.whips.iter_mut().enumerate() {
            if !in_time.contains(z) && whip.is_open(n) {
                *whip = Shortest::Over(n);
            }
        }
        let open = targets.iter().copied().filter(|&z| cache.whips[z].is_open(n));
        let open: Vec<usize> = open.collect();
        let mut found = Bits::<C>::EMPTY;
        ChainSearch::new(cache.chains(), whips::LOOPS, n, budget)
            .run(set_of(&open), &mut |chain| found.insert(chain.z))?;
        for z in open {
            let has = found.contains(z);
            cache.whips[z] = if has { Shortest::Of(n) } else { Shortest::Over(n) };
        }
    }
    let has_one = |&z: &usize| cache.whips[z].is_within(size);
    Ok(targets.into_iter().filter(has_one).collect())
}

/// Returns the candidates in `among` that have a whip, possibly with loops, in a space of a division. Whips
/// are searched for in all spaces of the division, on every target. All whips of two variables count,
/// whatever their space.
fn with_typed_whips<const C: usize, const V: usize>(
    cache: &mut GraphCache<C, V>, division: Division, space: Space, size: usize, among: Numbers,
    short: Option<Candidates>, budget: &mut Budget,
) -> Within<Numbers> {
    if let Some(short) = short
        && cache.typed_whips(division).0 == 0
    {
        let of_two = cache.numbers(&short);
        *cache.typed_whips(division) = (2, TargetSet([of_two; 4]));
    }
    let from = cache.typed_whips(division).0.max(1) + 1;
    for n in from..=size {
        let open = cache.typed_targets(division, n).without(&cache.typed_whips(division).1);
        let mut search = ChainSearch::new(cache.typed_chains(division), whips::LOOPS, n, budget);
        let found = search.run(open, &mut |_| ())?;
        let (of, having) = cache.typed_whips(division);
        (*of, *having) = (n, having.with(&found));
    }
    Ok(among & cache.typed_whips(division).1.0[space.kinds().start].resized())
}

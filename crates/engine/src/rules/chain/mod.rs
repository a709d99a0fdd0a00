//! Chains on the candidate graph: a family says which object may follow which, a search walks the graph.

pub mod forcing;
mod link;
mod linked;
mod linked_search;
mod objects;
pub mod oddagon;
pub mod partial_whip;
mod rebuild;
mod search;
mod shortest;
mod sieve;
mod whip_targets;

use super::links::wings::xy_wings;
use super::{FISH, HIDDEN, LOCKED, NAKED, on_boards};
use crate::budget::{Budget, Within};
use crate::evidence::families::{Chains, Family, Memory, ObjectFamily, TABLES, Z, named};
use crate::evidence::{Evidence, Link};
use crate::graph::{
    Chainless, Division, Graph, GraphCache, Reach, Space, TargetSet, candidate_of, with_graph,
};
use crate::grid::Candidates;
use crate::play::SizedRule;
use crate::rule::{Findings, Info, Rule};
use crate::state::State;
use linked::{find_linked, note_linked};
use objects::ObjectSearch;
pub(crate) use rebuild::Rebuild;
pub(crate) use search::ChainSearch;
use sieve::TargetSieve;
use std::ptr::addr_eq;

impl Rule for Family {
    fn info(&'static self) -> &'static Info {
        self.info
    }

    /// Whether the size is 1: whips of one variable are locked candidates.
    fn is_confluent(&self, size: u8) -> bool {
        size == 1
    }

    /// Whether the chains are braids and all shorter braids are among the rules `before`: a candidate
    /// excluded by a braid is excluded in every later state by a braid that is no longer (PBCS chapters 5, 7
    /// and 9). Whips of two variables are braids. A subset shrinks to a smaller one, and braids with subsets
    /// of two variables are pairs or g-whips.
    fn is_monotone(&self, size: u8, before: &[SizedRule]) -> bool {
        let Chains::Objects(objects) = self.chains else { return false };
        let are_braids = objects.memory == Memory::All && (!objects.continuous || size == 2);
        let (braids_of_two, subsets): (&dyn Rule, u8) = match objects.reach {
            // Braids with groups contain those with subsets of two variables.
            Reach::Subsets(most) => (named("g-braid").unwrap_or(self), most.min(size)),
            _ => (self, 1),
        };
        let is_there = |is_it: &dyn Fn(&'static dyn Rule) -> bool, size: u8| {
            before.iter().any(|&(rule, of)| of == size && is_it(rule))
        };
        let is = |own: &dyn Rule, size| is_there(&|rule| addr_eq(rule, own), size);
        let of_two =
            |rule: &'static dyn Rule| rule.bound().is_some_and(|bound| addr_eq(bound, braids_of_two));
        let is_before = |shorter: u8| match shorter {
            1 => is(&LOCKED, 0),
            2 => is_there(&of_two, 2),
            _ => is(self, shorter),
        };
        let are_subsets_before = |size: u8| [&NAKED, &HIDDEN, &FISH].iter().all(|&rule| is(rule, size));
        size == 1 || are_braids && (1..size).all(is_before) && (2..=subsets).all(are_subsets_before)
    }

    /// Whether the chains are of candidates, in any variables, in cells, or in those of one type. Rows and
    /// columns have spaces of their own on the plain board only.
    fn is_of_boards(&self) -> bool {
        let are_there = matches!(self.spaces, [Space::All | Space::Typed(0)]) || self.spaces == Space::TYPES;
        are_there
            && match self.chains {
                Chains::Linked(family) => !family.own_space && !family.one_digit,
                Chains::Objects(family) => family.reach == Reach::Singles && family.memory == Memory::All,
            }
    }

    fn cost(&self) -> u32 {
        let Chains::Objects(objects) = self.chains else { return 0 };
        match objects.reach {
            Reach::Singles => 0,
            Reach::Segments => 3,
            Reach::Subsets(_) => 6,
        }
    }

    /// Returns, for whips, the braids with the same objects in the same spaces.
    fn bound(&self) -> Option<&'static dyn Rule> {
        let Chains::Objects(whips) = self.chains else { return None };
        let braids = |family: &&Family| {
            let is_braid = |objects| ObjectFamily { loopless: false, continuous: false, ..whips } == objects;
            self.spaces == family.spaces
                && matches!(family.chains, Chains::Objects(objects) if is_braid(objects))
        };
        let bound = TABLES.iter().copied().flatten().find(braids).filter(|_| whips.is_whips());
        bound.map(|family| family as &dyn Rule)
    }

    fn find(&self, state: &mut State, size: u8, found: &mut Findings) -> Within {
        let family = match self.chains {
            Chains::Linked(family) if self.is_wing() => {
                xy_wings(family.z != Z::Never, state, found);
                note_linked(state, family, self.spaces, size, found);
                return Ok(());
            }
            Chains::Linked(family) => return find_linked(state, family, self.spaces, size, found),
            Chains::Objects(family) => family,
        };
        if size == 1 {
            // Whips of one variable.
            return LOCKED.find(state, 0, found);
        }
        let size = usize::from(size);
        if state.board().is_some() {
            return find_on_board(state, family, self.spaces, size, found);
        }
        if size > 2 && family.reach == Reach::Singles && self.spaces == Space::TYPES && found.counts_only() {
            return with_graph!(state, Space::All, |cache, budget| {
                find_typed(cache, family, size, found, budget)
            });
        }
        for &space in self.spaces {
            if size == 2
                && found.counts_only()
                && let Some(targets) = short_chains(state, family, space)
            {
                found.eliminate_unrecorded(&targets.without(&found.eliminated));
                continue;
            }
            find_chains(state, space, family, size, found)?;
        }
        Ok(())
    }
}

/// Eliminates every target of a chain of candidates on a board that is not plain.
fn find_on_board(
    state: &mut State, family: ObjectFamily, spaces: &'static [Space], size: usize, found: &mut Findings,
) -> Within {
    if spaces == ALL_VARIABLES {
        return on_boards::chains(state, family, size as u32, found);
    }
    let spaces = state.spaces(spaces).iter();
    spaces.copied().try_for_each(|space| find_chains(state, space, family, size, found))
}

const ALL_VARIABLES: &[Space] = &[Space::All];

/// Returns the targets of chains of two variables, if the plain board shows them.
fn short_chains(state: &mut State, family: ObjectFamily, space: Space) -> Option<Candidates> {
    if family.memory != Memory::All || state.board().is_some() {
        return None;
    }
    let (grid, whips) = state.short_whips();
    match (space, family.reach) {
        (Space::All, Reach::Singles) => whips.targets(grid, 0..4, false),
        (Space::All, Reach::Segments) => whips.targets(grid, 0..4, true),
        (Space::Typed(kind), Reach::Singles) => whips.targets(grid, kind..kind + 1, false),
        _ => None,
    }
}

/// A search for chains of one family and size in one graph.
trait ByTarget<const C: usize, const V: usize> {
    /// Whether `target` has a chain.
    fn run(&mut self, target: usize) -> Within<bool>;
    /// Returns the links of the chain found by the last [`ByTarget::run`].
    fn links(&self) -> Vec<Link>;
}

/// Eliminates every target of a chain of `family` with exactly `size` variables, 2 or more.
fn find_chains(
    state: &mut State, space: Space, family: ObjectFamily, size: usize, found: &mut Findings,
) -> Within {
    let chainless = with_graph!(state, Space::All, |cache, _| cache.chainless[space.index()]);
    let has_none = with_graph!(state, space, |cache, budget| {
        // Chains of two variables are few and need no limit.
        let budget = if size == 2 { &mut Budget(u64::MAX) } else { budget };
        match family.reach {
            Reach::Singles => find_by_candidates(cache, family, size, found, budget)?,
            _ => find_by_objects(cache, family, &chainless, size, found, budget)?,
        }
    });
    if has_none {
        with_graph!(state, Space::All, |cache, _| note_none(cache, space, family, size, found));
    }
    Ok(())
}

/// Records that no examined candidate has a chain, even with loops.
fn note_none<const C: usize, const V: usize>(
    all: &mut GraphCache<C, V>, space: Space, family: ObjectFamily, size: usize, found: &Findings,
) {
    // Candidates eliminated in other spaces were not examined.
    if family.memory == Memory::All && found.eliminated.is_empty() {
        let of_reach = all.chainless[space.index()].get_mut(family.reach.index());
        of_reach.into_iter().for_each(|of| of[usize::from(family.continuous)] |= 1 << size);
    }
}

/// Eliminates every target of a chain of `family` with exactly `size` variables, all of one type. All types
/// are searched side by side, so no step precedes another.
fn find_typed<const C: usize, const V: usize>(
    cache: &mut GraphCache<C, V>, family: ObjectFamily, size: usize, found: &mut Findings,
    budget: &mut Budget,
) -> Within {
    let mut targets = cache.typed_targets(Division::Types, size);
    for target in targets.iter() {
        if found.eliminated.contains(cache.graph.labels[candidate_of(target)]) {
            targets.remove(target);
        }
    }
    let mut search =
        ChainSearch::new(cache.typed_chains(Division::Types), family, size, budget).without_links();
    (search.leaves_rest, search.any_type) = (found.may_run_ahead(), true);
    let having = search.run(targets, &mut |chain| {
        found.eliminate_unrecorded(&[chain.graph.labels[chain.z]].into_iter().collect());
    })?;
    for (space, having) in Space::TYPES.into_iter().zip(having.0) {
        if having.is_empty() {
            note_none(cache, space, family, size, found);
        }
    }
    Ok(())
}

/// Eliminates every target of a chain of candidates. Returns whether no examined candidate has a chain, even
/// with loops.
fn find_by_candidates<const C: usize, const V: usize>(
    cache: &mut GraphCache<C, V>, family: ObjectFamily, size: usize, found: &mut Findings,
    budget: &mut Budget,
) -> Within<bool> {
    let mut targets = cache.targets(family.reach, size);
    targets.retain(|&z| !found.eliminated.contains(cache.graph.labels[z]));
    let search = ChainSearch::new(cache.chains(), family, size, budget);
    let mut search = if found.steps.is_some() { search } else { search.without_links() };
    search.leaves_rest = found.may_run_ahead();
    let having = search.run(set_of(&targets), &mut |chain| {
        let target = [chain.graph.labels[chain.z]].into_iter().collect();
        found.eliminate(&target, || Evidence::Chain { links: chain.links() });
    })?;
    Ok(having.is_empty())
}

fn set_of<const C: usize>(targets: &[usize]) -> TargetSet<C, 1> {
    TargetSet([targets.iter().copied().collect()])
}

/// Eliminates every target of a chain with groups or subsets. Returns whether no examined candidate has a
/// chain, even with loops.
fn find_by_objects<const C: usize, const V: usize>(
    cache: &mut GraphCache<C, V>, family: ObjectFamily, chainless: &Chainless, size: usize,
    found: &mut Findings, budget: &mut Budget,
) -> Within<bool> {
    let remembers = family.memory == Memory::All;
    // If there are no chains of a smaller reach, every chain has an object beyond that reach.
    let beyond = [Reach::Segments, Reach::Singles].into_iter().find(|&reach| {
        let sizes = chainless[reach.index()][usize::from(family.continuous)];
        remembers && reach < family.reach && sizes >> size & 1 == 1
    });
    let mut targets = match (beyond, size) {
        // Ruling out a chain that begins with a subset takes as long as searching for it.
        (Some(Reach::Segments), ..=3) => {
            cache.graph.prepare(family.reach);
            cache.all_targets()
        }
        _ => cache.targets(family.reach, size),
    };
    targets.retain(|&z| !found.eliminated.contains(cache.graph.labels[z]));
    let GraphCache { graph, visited, lanes, .. } = cache;
    let mut first = None;
    if family.reach == Reach::Segments && remembers && size > 2 {
        let is_new = beyond.is_some();
        let mut sieve = TargetSieve { graph, lanes, visited, family, size, is_new, budget };
        let (among, begins) = sieve.among(&targets)?;
        targets = among;
        first = Some(begins).filter(|_| family.continuous);
    }
    let mut search = ObjectSearch::new(graph, visited, family, size, budget);
    (search.first, search.beyond) = (first, beyond);
    walk(&mut search, graph, &targets, found)?;
    Ok(!search.has_found)
}

/// Eliminates every target that has a chain and is not eliminated yet.
fn walk<const C: usize, const V: usize>(
    search: &mut impl ByTarget<C, V>, graph: &Graph<C, V>, targets: &[usize], found: &mut Findings,
) -> Within {
    for &target in targets {
        let label = graph.labels[target];
        if !found.eliminated.contains(label) && search.run(target)? {
            let target = [label].into_iter().collect();
            found.eliminate(&target, || Evidence::Chain { links: search.links() });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::sets::locked::find_locked;
    use super::linked_search::LinkedSearch;
    use super::*;
    use crate::evidence::families::{TABLES, whips};
    use crate::grid::Candidate;
    use crate::grid::{Grid, Progress, exhaust, parse_puzzle};
    use crate::play::{Player, apply, play};

    struct Nobody;

    impl Player for Nobody {}

    /// Returns a state of a puzzle, with some candidates removed, that has no singles and no whips of one
    /// variable.
    fn state_without_locked(line: &str, k: usize) -> Option<State> {
        let mut grid = Grid::from_clues(&parse_puzzle(line.as_bytes()).unwrap());
        let mut at = k;
        loop {
            match exhaust(&mut grid).0 {
                Progress::Open => {}
                _ => return None,
            }
            let mut locked = Findings::default();
            find_locked(&grid, &mut locked);
            let open: Vec<Candidate> = grid.candidates().iter().collect();
            if locked.any() {
                apply(&locked, &mut grid);
            } else if !at.is_multiple_of(5) {
                // Candidates of the solution are removed too: results must also agree on grids without a
                // solution.
                at -= 1;
                grid.eliminate(&[open[k * 31 % open.len()]].into_iter().collect());
            } else {
                break;
            }
        }
        let mut state = State::new();
        state.reset(&grid, None, Budget(u64::MAX));
        Some(state)
    }

    /// The board shows the same targets of chains of two variables as the search finds.
    #[test]
    fn short_chains_equal_the_search() {
        let lines = include_str!("../../../../../datasets/random-10k.txt").lines().step_by(9);
        let families = || TABLES.iter().copied().flatten();
        let mut excluded = std::collections::BTreeMap::new();
        for (k, line) in lines.enumerate() {
            let Some(mut state) = state_without_locked(line, k) else { continue };
            for family in families() {
                let Chains::Objects(objects) = family.chains else { continue };
                for &space in family.spaces {
                    let Some(targets) = short_chains(&mut state, objects, space) else { continue };
                    let mut found = Findings::traced();
                    assert_eq!(find_chains(&mut state, space, objects, 2, &mut found), Ok(()));
                    assert_eq!(found.eliminated, targets, "{line} {k} {}", family.info.name);
                    *excluded.entry((family.info.name, format!("{space:?}"))).or_insert(0) += targets.len();
                }
            }
        }
        assert!(excluded.values().all(|&count| count > 20), "{excluded:?}");
    }

    /// Linked chains asked for by family and size in one state are the same as in a search on every
    /// candidate.
    #[test]
    fn linked_chains_equal_the_search_on_all_candidates() {
        let lines = include_str!("../../../../../datasets/random-10k.txt").lines().step_by(2_500);
        let (mut excluded, mut exhausted) = (std::collections::BTreeMap::new(), 0);
        for (k, line) in lines.enumerate() {
            let Some(mut state) = state_without_locked(line, k) else { continue };
            let families = || TABLES.iter().copied().flatten();
            for (size, family) in (2..=6).flat_map(|size| families().map(move |family| (size, family))) {
                let Chains::Linked(linked) = family.chains else { continue };
                let has_size = family.info.sizes.as_ref().is_none_or(|sizes| sizes.contains(&size));
                if !has_size || linked.one_digit && size % 2 == 1 {
                    continue;
                }
                let (mut found, mut twin) = (Findings::traced(), Findings::traced());
                assert_eq!(family.find(&mut state, size, &mut found), Ok(()));
                let n = usize::from(if linked.one_digit { size / 2 } else { size });
                for &space in family.spaces {
                    let searched = with_graph!(state, space, |GraphCache { graph, visited, .. }, budget| {
                        let all: Vec<usize> = (0..graph.labels.len()).collect();
                        let mut search = LinkedSearch::new(graph, visited, linked, space, n, budget);
                        walk(&mut search, graph, &all, &mut twin)
                    });
                    assert_eq!(searched, Ok(()));
                }
                let name = family.info.name;
                assert_eq!(found.eliminated, twin.eliminated, "{line} {k} {name} {size}");
                if !family.is_wing() {
                    let texts = [found.steps, twin.steps].map(|steps| format!("{steps:?}"));
                    assert_eq!(texts[0], texts[1], "{line} {k} {name} {size}");
                }
                *excluded.entry((linked.t, size)).or_insert(0) += twin.eliminated.len();
            }
            exhausted += with_graph!(state, Space::Typed(0), |cache, _| cache.exhausted.len());
        }
        let sizes = [(false, 2), (false, 4), (false, 5), (true, 3), (true, 4), (true, 5), (true, 6)];
        assert!(sizes.iter().all(|size| excluded.get(size).is_some_and(|&count| count > 0)), "{excluded:?}");
        assert!(exhausted > 0);
    }

    /// A search of all types side by side finds the same typed chains, and the same types without chains, as
    /// searches type by type in separate graphs.
    #[test]
    fn types_side_by_side_equal_types_by_themselves() {
        let braids = ObjectFamily { continuous: false, ..whips::LOOPS };
        let mut all = Vec::new();
        for family in [whips::WHIP, whips::LOOPS, braids] {
            let lines = include_str!("../../../../../datasets/random-10k.txt").lines().step_by(61);
            let (mut excluded, mut without) = (0, 0);
            for (k, line) in lines.enumerate() {
                let Some(mut state) = state_without_locked(line, k) else { continue };
                for size in 3..=7 {
                    let (mut found, mut twin) = (Findings::default(), Findings::traced());
                    let chainless = |state: &mut State| {
                        with_graph!(state, Space::All, |cache, _| std::mem::take(&mut cache.chainless))
                    };
                    with_graph!(state, Space::All, |cache, budget| {
                        find_typed(cache, family, size, &mut found, budget)
                    })
                    .unwrap();
                    let side_by_side = chainless(&mut state);
                    for space in Space::TYPES {
                        find_chains(&mut state, space, family, size, &mut twin).unwrap();
                    }
                    assert_eq!(found.eliminated, twin.eliminated, "{line} {k} {size}");
                    assert_eq!(found.patterns, twin.patterns, "{line} {k} {size}");
                    let by_themselves = chainless(&mut state);
                    if !twin.any() {
                        assert_eq!(side_by_side, by_themselves, "{line} {k} {size}");
                        without += usize::from(by_themselves != [Chainless::default(); Space::COUNT]);
                    }
                    excluded += found.eliminated.len();
                }
            }
            assert!(without > 0);
            all.push(excluded);
        }
        // In these states loops prove no more; braids do.
        assert!(all[0] > 300 && all[1] < all[2], "{all:?}");
    }

    /// An earlier search in vain for simpler chains does not change the chains found.
    #[test]
    fn what_is_exhausted_changes_nothing() {
        let named = |name: &str| {
            let mut all = TABLES.iter().copied().flatten();
            all.find(|family| family.info.name == name).unwrap()
        };
        // Each pair with its stride through the puzzles, which is small after braids, where finds are rare.
        let pairs = [
            (["whip", "g-whip"], 60),
            (["typed-whip", "typed-g-whip"], 60),
            (["braid", "g-braid"], 6),
            (["g-whip", "s2-whip"], 60),
            (["g-braid", "s2-braid"], 20),
        ];
        let lines = include_str!("../../../../../datasets/random-10k.txt").lines().step_by(2);
        let mut excluded = [0; 5];
        for (k, line) in lines.enumerate() {
            let mut grid = Grid::from_clues(&parse_puzzle(line.as_bytes()).unwrap());
            if exhaust(&mut grid).0 != Progress::Open {
                continue;
            }
            let of = |grid: &Grid| {
                let mut state = State::new();
                state.reset(grid, None, Budget(u64::MAX));
                state
            };
            for ((pair, step), excluded) in pairs.iter().zip(&mut excluded) {
                if k % step != 0 {
                    continue;
                }
                let [before, family] = pair.map(named);
                for size in 3..=4 {
                    // The state `asked` remembers that the simpler family has no chains of `size` here;
                    // `fresh` is the same state without that memory.
                    let mut asked = of(&grid);
                    let before: &dyn Rule = before;
                    let items: [SizedRule; 1] = [(before, size)];
                    play(&items, &mut asked, &mut Findings::default(), &mut Nobody).unwrap();
                    if asked.grid().is_solved() {
                        continue;
                    }
                    let mut fresh = of(asked.grid());
                    let [same, alone] = [&mut asked, &mut fresh].map(|state| {
                        let mut found = Findings::traced();
                        family.find(state, size, &mut found).unwrap();
                        (found.eliminated, format!("{:?}", found.steps))
                    });
                    assert_eq!(same, alone, "{line} {}[{size}]", family.info.name);
                    *excluded += same.0.len();
                }
            }
        }
        assert!(excluded.iter().all(|&count| count > 0), "{excluded:?}");
    }
}

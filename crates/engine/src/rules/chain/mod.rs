//! Chains on the candidate graph. A family says what may follow what; a search walks.

pub mod bivalue;
pub mod braid;
pub mod forcing;
pub mod g_whip;
mod linked;
mod linked_search;
mod matching;
mod objects;
pub mod oddagon;
pub mod planar;
mod proof;
mod search;
pub mod seed;
mod shortest;
pub mod subset_whip;
pub mod whip;

use super::locked::find_locked;
use super::pattern::{Chain, Link, Notation, Origin, Pattern};
use super::{Example, Findings, Info, Rule};
use crate::budget::{Budget, OutOfBudget};
use crate::graph::{Bits, Graph, GraphJob, Reach, Shortest, Space, State, Tier};
use crate::grid::{Candidate, Candidates};
use objects::ObjectSearch;
use search::Search;
use std::ops::{Range, RangeInclusive};

/// What a chain may ignore in its variables, and how it ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Memory {
    /// What is excluded by the target or any previous object; a last variable with nothing left.
    All,
    /// What is excluded by the object just before, the target in the first variable; a last object that
    /// excludes the target (nrc-rules §B.9).
    Last,
    /// What is excluded by the target or the object just before; a last variable with nothing left.
    TargetAndLast,
    /// What is excluded by any previous object, the target in the first variable; a last object that excludes
    /// the target.
    Previous,
}

impl Memory {
    /// Whether the chain ends with an object that excludes the target.
    fn is_linked(self) -> bool {
        matches!(self, Memory::Last | Memory::Previous)
    }
}

/// What a chain family of whips or braids, or of chains of objects, allows.
#[derive(Clone, Copy)]
struct Family {
    /// Its name in nrc notation.
    name: &'static str,
    /// What may be right-linking.
    reach: Reach,
    /// What it ignores.
    memory: Memory,
    /// Each left-linking candidate is linked to the right-linking object just before it (whips);
    /// otherwise to the target or any previous one (braids).
    continuous: bool,
    /// Left-linking candidates must be pairwise different (nrc-rules §B.6.3). Without continuity the
    /// condition has no effect, and is not looked at.
    loopless: bool,
    /// All variables of a chain are of one type, rc, rn, cn or bn (nrc-rules §B.11).
    typed: bool,
}

/// The family's most common settings; each family names what it does otherwise.
const WHIP: Family = Family {
    name: "whip",
    reach: Reach::Singles,
    memory: Memory::All,
    continuous: true,
    loopless: true,
    typed: false,
};

/// A rule that is no more than a family.
pub struct FamilyRule {
    info: Info,
    family: Family,
    bound: Option<&'static dyn Rule>,
}

impl FamilyRule {
    /// Whips have these braids as their bound.
    const fn bounded_by(mut self, braids: &'static dyn Rule) -> FamilyRule {
        self.bound = Some(braids);
        self
    }
}

const fn family_rule(
    name: &'static str,
    proves: &'static str,
    source: &'static str,
    sizes: RangeInclusive<u8>,
    family: Family,
    example: Example,
) -> FamilyRule {
    let info = Info { name, proves, source, sizes: Some(sizes), example };
    FamilyRule { info, family, bound: None }
}

impl Rule for FamilyRule {
    fn info(&'static self) -> &'static Info {
        &self.info
    }

    /// Whips of one variable are locked candidates.
    fn is_confluent(&self, size: u8) -> bool {
        size == 1
    }

    fn bound(&self) -> Option<&'static dyn Rule> {
        self.bound
    }

    fn find(&self, state: &mut State, size: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        if size == 1 {
            // Whips of one variable (nrc-rules §B.6).
            find_locked(state.grid(), found);
            return Ok(());
        }
        let (family, size) = (self.family, size as usize);
        let spaces = if family.typed { &Space::TYPES[..] } else { &[Space::All] };
        for &space in spaces {
            state.with_graph(space, FindChains { family, space, size, found })?;
        }
        Ok(())
    }
}

/// A search for chains of one family and size in one graph.
trait Walk<const C: usize, const V: usize> {
    /// Whether `target` has a chain.
    fn run(&mut self, target: usize) -> Result<bool, OutOfBudget>;
    /// The links of the chain that the last [`Walk::run`] found.
    fn links(&self) -> Vec<Link>;
}

/// Eliminates every target of a chain of `family` with exactly `size` variables, 2 or more.
struct FindChains<'a> {
    family: Family,
    space: Space,
    size: usize,
    found: &'a mut Findings,
}

impl GraphJob for FindChains<'_> {
    type Output = ();

    fn run<const C: usize, const V: usize>(
        self,
        tier: &mut Tier<C, V>,
        budget: &mut Budget,
    ) -> Result<Self::Output, OutOfBudget> {
        let FindChains { family, space, size, found } = self;
        let mut targets = tier.targets(family.reach, size);
        targets.retain(|&z| !found.eliminated.contains(tier.graph.labels[z]));
        let name = || format!("{}{}[{size}]", family.name, space.suffix());
        if family.reach > Reach::Singles {
            let Tier { graph, seen, .. } = tier;
            let mut search = ObjectSearch::new(graph, seen, family, size, budget);
            return walk(&mut search, graph, &targets, found, (name, Notation::Modern));
        }
        Search::new(tier, family, size, budget).run(&targets, &mut |proof| {
            let (notation, target) = (Notation::Modern, proof.target_label());
            found.eliminate(&[target].into_iter().collect(), || {
                Pattern::Chain(Chain { name: name(), notation, links: proof.links() })
            });
        })
    }
}

/// Eliminates every target that has a chain, and is not eliminated yet.
fn walk<const C: usize, const V: usize>(
    search: &mut impl Walk<C, V>,
    graph: &Graph<C, V>,
    targets: &[usize],
    found: &mut Findings,
    (name, notation): (impl Fn() -> String, Notation),
) -> Result<(), OutOfBudget> {
    for &target in targets {
        let label = graph.labels[target];
        if !found.eliminated.contains(label) && search.run(target)? {
            found.eliminate(&[label].into_iter().collect(), || {
                Pattern::Chain(Chain { name: name(), notation, links: search.links() })
            });
        }
    }
    Ok(())
}

/// What a link ignores, `others`: each with the first of the `previous` links that excludes it, or else with the target,
/// and these last.
fn ignored<const C: usize, const V: usize>(
    graph: &Graph<C, V>,
    others: Bits<C>,
    previous: Range<usize>,
    excludes: impl Fn(usize, usize) -> bool,
) -> Vec<(Candidate, Origin)> {
    let by = |c: usize| {
        let first = previous.clone().find(|&link| excludes(link, c));
        first.map_or(Origin::Target, Origin::Link)
    };
    let mut ignored: Vec<_> = others.iter().map(|c| (graph.labels[c], by(c))).collect();
    ignored.sort_by_key(|(_, by)| *by == Origin::Target);
    ignored
}

/// Where the `k`-th link comes from, in a chain that goes on from the link before.
fn just_before(k: usize) -> Origin {
    k.checked_sub(1).map_or(Origin::Target, Origin::Link)
}

/// Those `among` the candidates that have a whip, loops allowed, of at most `size` variables of the space. What is
/// found out is kept for as long as the state lasts: the chains of a whole ladder ask.
fn having_whips(
    state: &mut State,
    space: Space,
    size: u8,
    among: Candidates,
) -> Result<Candidates, OutOfBudget> {
    // Whips of one variable are not searched for; where locked candidates are exhausted there are none.
    let mut locked = Findings::default();
    find_locked(state.grid(), &mut locked);
    let mut having = state.with_graph(space, HavingWhips(size as usize, among))?;
    for (having, (among, locked)) in
        having.0.iter_mut().zip(among.0.iter().zip(locked.eliminated.0))
    {
        *having |= *among & locked;
    }
    Ok(having)
}

struct HavingWhips(usize, Candidates);

impl GraphJob for HavingWhips {
    type Output = Candidates;

    fn run<const C: usize, const V: usize>(
        self,
        tier: &mut Tier<C, V>,
        budget: &mut Budget,
    ) -> Result<Self::Output, OutOfBudget> {
        let family = Family { loopless: false, ..WHIP };
        let HavingWhips(size, among) = self;
        let mut targets = tier.targets(Reach::Singles, size);
        targets.retain(|&z| among.contains(tier.graph.labels[z]));
        for n in 2..=size {
            if !targets.iter().any(|&z| tier.whips[z].is_open(n)) {
                continue;
            }
            let in_time: Bits<C> = tier.targets(Reach::Singles, n).into_iter().collect();
            // The others have no whip.
            for (z, whip) in tier.whips.iter_mut().enumerate() {
                if !in_time.contains(z) && whip.is_open(n) {
                    *whip = Shortest::Over(n);
                }
            }
            let open = targets.iter().copied().filter(|&z| tier.whips[z].is_open(n));
            let open: Vec<usize> = open.collect();
            let mut found = Bits::<C>::EMPTY;
            Search::new(tier, family, n, budget)
                .run(&open, &mut |proof| found.insert(proof.target()))?;
            for z in open {
                let has = found.contains(z);
                tier.whips[z] = if has { Shortest::Of(n) } else { Shortest::Over(n) };
            }
        }
        let has_one = |&z: &usize| tier.whips[z].is_within(size);
        Ok(targets.into_iter().filter(has_one).map(|z| tier.graph.labels[z]).collect())
    }
}

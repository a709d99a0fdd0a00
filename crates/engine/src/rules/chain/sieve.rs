//! Sieve for targets that may have a chain with g-candidates: partial chains of all targets are examined side
//! by side, in [`Lanes`], before each target is searched by itself.
//!
//! ```text
//!   Z ──▶ O1 ──▶ O2 ──▶ … ──▶ V{…}      all pairs Z O1, then all Z O1 O2 that extend passing pairs, …
//!   passing: with a contradiction in fewer rounds than it has variables left
//! ```
//!
//! Most states have no such chain, and most of these are recognised here: for g-whips of three variables one
//! in a hundred of the pairs Z O1 passes.

use super::{ObjectFamily, objects::First};
use crate::budget::{Budget, Within, units};
use crate::graph::{
    Bits, Extension, Graph, GroupPartial, LANES, Lanes, Node, Object, ObjectKind, VisitedSets, WideRow,
    each_object,
};
use std::collections::HashMap;

/// Largest number of partial chains that are extended side by side. If there are more partial chains, each
/// target is searched by itself. (Tried on cbg-000 and top1465 for gW: 1,024 and 16,384.)
const MOST: usize = 4096;

/// Cost of examining a partial chain, in units of the budget.
const COST: u64 = 2;

/// Sieve for chains of one family and size in one graph.
pub(super) struct TargetSieve<'a, const C: usize, const V: usize> {
    pub graph: &'a Graph<C, V>,
    pub lanes: &'a mut Lanes,
    pub visited: &'a mut VisitedSets<C>,
    pub family: ObjectFamily,
    pub size: usize,
    /// Whether chains without groups are known not to exist, so that only chains with a group are searched
    /// for.
    pub is_new: bool,
    pub budget: &'a mut Budget,
}

/// Partial chains to examine, and partial chains that reach a contradiction within `rounds` rounds.
struct Sifted<const C: usize, const V: usize> {
    due: Vec<GroupPartial<C, V>>,
    rounds: usize,
    passing: Vec<GroupPartial<C, V>>,
}

impl<const C: usize, const V: usize> Sifted<C, V> {
    fn new(rounds: usize) -> Self {
        Sifted { due: Vec::new(), rounds, passing: Vec::new() }
    }
}

impl<const C: usize, const V: usize> TargetSieve<'_, C, V> {
    /// Returns the targets on which a chain is not excluded, and the objects that may be first in a chain, in
    /// order of the targets.
    pub(super) fn among(&mut self, targets: &[usize]) -> Within<(Vec<usize>, Vec<First<C, V>>)> {
        let Self { graph, size, .. } = *self;
        let mut sieve = Sifted::new(size - 2);
        for &z in targets {
            let node = graph.root().assert(graph, z);
            self.each_next(&node, graph.touch(z) - graph.vars[z], &mut |object| {
                sieve.due.push(GroupPartial::begin(z, object));
            });
            self.sift(&mut sieve, LANES)?;
        }
        self.sift(&mut sieve, 1)?;
        let mut partials = sieve.passing;
        let first = partials.iter().map(|partial| (partial.z, partial.last)).collect();
        for rounds in (0..size - 2).rev() {
            match self.longer(&partials, rounds)? {
                Some(longer) => partials = longer,
                None => break,
            }
        }
        let hopeful: Bits<C> = partials.iter().map(|partial| partial.z).collect();
        Ok((targets.iter().copied().filter(|&z| hopeful.contains(z)).collect(), first))
    }

    /// Returns the extensions of `partials` that reach a contradiction within this many rounds, or `None` if
    /// there are too many. Partial braids with the same objects are equal, and so are partial whips that also
    /// have the same last object. Sets that groups exclude are numbered.
    fn longer(
        &mut self, partials: &[GroupPartial<C, V>], rounds: usize,
    ) -> Within<Option<Vec<GroupPartial<C, V>>>> {
        let (graph, is_whips) = (self.graph, self.family.continuous);
        let (mut sieve, mut groups) = (Sifted::new(rounds), HashMap::new());
        self.visited.clear();
        for partial in partials {
            if sieve.passing.len() > MOST {
                return Ok(None);
            }
            let (z, node) = (partial.z, partial.node(graph));
            let near = graph.near(&partial.last) - graph.vars[z];
            let needs_group = self.is_new && partial.excluded.is_empty();
            let mut seen = std::mem::take(self.visited);
            self.each_next(&node, near, &mut |object| {
                let helps = object.excluded.intersects(&node.alive);
                if rounds == 0 && !(helps && graph.may_empty(&node, &object)) {
                    return;
                }
                if rounds == 0 && needs_group && object.is_candidate() {
                    return;
                }
                let next = partial.and(object);
                let count = groups.len() + 1;
                let number = match next.excluded.is_empty() {
                    true => Some(0),
                    false if count < 2048 => Some(*groups.entry(next.excluded).or_insert(count)),
                    false => groups.get(&next.excluded).copied(),
                };
                let last = match object.kind {
                    ObjectKind::Candidate(c) if is_whips => c,
                    ObjectKind::Segment(number) if is_whips => 1024 + usize::from(number),
                    _ => 0,
                };
                // 10 bits, 11 and 11. A partial chain without a number may be met twice.
                let state = |number: usize| z << 22 | last << 11 | number;
                if number.is_none_or(|number| seen.insert(&next.asserted, state(number))) {
                    sieve.due.push(next);
                }
            });
            *self.visited = seen;
            self.sift(&mut sieve, LANES)?;
        }
        self.sift(&mut sieve, 1)?;
        Ok(Some(sieve.passing))
    }

    /// Calls `found` with each object that may follow in a state: in whips by the variables `near` the last
    /// object, in braids by any variable that has changed.
    fn each_next(&self, node: &Node<C, V>, near: Bits<V>, found: &mut impl FnMut(Object<C, V>)) {
        let Self { graph, family, .. } = self;
        if family.continuous {
            each_object(graph, node, family.reach, &near, 1, found);
            return;
        }
        let changed = node.changed_from(graph.root());
        each_object(graph, node, family.reach, &changed, 1, &mut |object| {
            if object.excluded.intersects(&node.alive) {
                found(object);
            }
        });
    }

    /// Examines the partial chains that are due, in order and in full blocks, until fewer than `least` are
    /// left.
    fn sift(&mut self, sieve: &mut Sifted<C, V>, least: usize) -> Within {
        let Self { graph, lanes, family, budget, .. } = self;
        let of = if family.continuous { Extension::GroupWalks } else { Extension::Groups };
        let Sifted { due, rounds, passing } = sieve;
        while due.len() >= least {
            let block = &due[..due.len().min(LANES)];
            budget.take(COST * units(block.len()))?;
            lanes.load_groups(&graph.lists, of, block);
            let mut pass = WideRow::EMPTY;
            lanes.rounds(&graph.lists, (0..block.len()).collect(), *rounds, |round, refuted| {
                if round <= *rounds {
                    pass |= refuted;
                }
            });
            passing.extend(pass.iter().map(|lane| block[lane]));
            due.drain(..block.len());
        }
        Ok(())
    }
}

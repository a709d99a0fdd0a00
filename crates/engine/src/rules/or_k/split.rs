//! Splitting: a relation need not have both of two guardians with the same value.
//!
//! ```text
//!   A = C1 ═ C2 ═ … ═ C(n+1) = B      neighbours are the two candidates of a variable; n is even, so A and B
//!                                     are both true or both false
//! ```

use super::relation::{guarded, numbers};
use crate::budget::{Budget, Within};
use crate::evidence::Evidence;
use crate::graph::{Bits, Graph, GraphCache, OrRelation, Space, with_graph};
use crate::grid::Candidate;
use crate::rule::Findings;
use crate::state::State;

/// Most guardians of a relation that is split.
const MOST: usize = 16;

/// Replaces each relation that has two guardians with the same value by a relation without the first and one
/// without the second, unless both are known.
pub(in crate::rules) fn find(state: &mut State, size: u8, found: &mut Findings) -> Within {
    if size % 2 == 1 {
        return Ok(());
    }
    for relation in (2..=MOST).flat_map(|k| state.relations().of(k)).collect::<Vec<_>>() {
        let chain = with_graph!(state, Space::All, |GraphCache { graph, .. }, budget| {
            chain(graph, &relation, size.into(), budget)
        })?;
        let Some(chain) = chain else { continue };
        let without = |end: &Candidate| {
            let mut guardians = relation.guardians;
            guardians.0[usize::from(end.digit)].remove(end.cell);
            OrRelation { pattern: relation.pattern, guardians }
        };
        let mut related: Vec<OrRelation> =
            chain.first().into_iter().chain(chain.last()).map(without).collect();
        related.retain(|one| {
            let is_same = |other: &OrRelation| other.guardians == one.guardians;
            !state.relations().was_known(&one.guardians) && !found.related.iter().any(is_same)
        });
        if !related.is_empty() {
            let because = || Evidence::Split { relation: guarded(&relation), chain };
            found.relate(related, Some(relation.guardians), because);
        }
    }
    Ok(())
}

/// Finds the first chain of the given `size` that joins two guardians.
fn chain<const C: usize, const V: usize>(
    graph: &Graph<C, V>, relation: &OrRelation, size: usize, budget: &mut Budget,
) -> Within<Option<Vec<Candidate>>> {
    let guardians = numbers(graph, relation);
    for one in guardians.iter() {
        let mut chain = vec![one];
        let ends: Bits<C> = guardians.iter().filter(|&other| other > one).collect();
        if reaches(graph, &ends, size, &mut chain, budget)? {
            return Ok(Some(chain.into_iter().map(|c| graph.labels[c]).collect()));
        }
    }
    Ok(None)
}

/// Whether the chain can be continued, to this length, to one of the ends.
fn reaches<const C: usize, const V: usize>(
    graph: &Graph<C, V>, ends: &Bits<C>, size: usize, chain: &mut Vec<usize>, budget: &mut Budget,
) -> Within<bool> {
    budget.spend()?;
    let last = chain[chain.len() - 1];
    if chain.len() > size {
        return Ok(ends.contains(last));
    }
    for next in graph.pairs().partners[last].iter() {
        if !chain.contains(&next) {
            chain.push(next);
            if reaches(graph, ends, size, chain, budget)? {
                return Ok(true);
            }
            chain.pop();
        }
    }
    Ok(false)
}

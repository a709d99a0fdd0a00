//! OR_k-forcing whips: a partial whip from each guardian.
//!
//! ```text
//!              ┌─ C1 ─ partial whip ─ R1 ─┐
//!   relation ──┤  …                       ├─ what is linked to all R is false; if all are the same, it is true
//!              └─ Ck ─ partial whip ─ Rk ─┘      (of a partial whip of length 0, C is R; nothing is asserted then)
//! ```

use super::relation::{guarded, numbers};
use crate::budget::{Budget, Within};
use crate::evidence::Because;
use crate::graph::{Bits, Graph, GraphCache, Object, OrRelation, Reach, each_group};
use crate::rule::Findings;
use crate::rules::chain::forcing::PartialWhips;

/// What can be concluded by one branch, by its length.
struct Reached<const C: usize> {
    /// What is linked to an end.
    excluded: Vec<Bits<C>>,
    /// The ends.
    last: Vec<Bits<C>>,
}

/// Adds what follows by branches of `size - 1` variables together.
pub(super) fn find<const C: usize, const V: usize>(
    cache: &mut GraphCache<C, V>,
    relation: &OrRelation,
    (reach, size): (Reach, usize),
    found: &mut Findings,
    budget: &mut Budget,
) -> Within {
    let GraphCache { graph, visited, .. } = cache;
    graph.prepare(reach);
    let starts: Vec<usize> = numbers(graph, relation).iter().collect();
    let total = size - 1;
    // Rounds of singles are no longer than partial whips: mostly they show that nothing can be concluded.
    let rounds: Vec<Reached<C>> =
        starts.iter().map(|&z| by_rounds((graph, reach), z, total)).collect();
    let (excluded, asserted) = together(&rounds, total);
    if excluded.is_empty() && asserted.is_empty() {
        return Ok(());
    }
    let shortest = |of: &Reached<C>| {
        let ways = |p: &usize| {
            of.excluded[*p].intersects(&excluded) || *p > 0 && of.last[*p].intersects(&asserted)
        };
        (0..=total).find(ways).unwrap_or(total)
    };
    let least: Vec<usize> = rounds.iter().map(shortest).collect();
    let all: usize = least.iter().sum();
    let mut reached = Vec::new();
    for (&z, own) in starts.iter().zip(&least) {
        let longest = total.saturating_sub(all - own);
        let mut partial = PartialWhips::new(graph, visited, reach, longest + 1, budget);
        let mut of = Reached { excluded: Vec::new(), last: Vec::new() };
        for p in 0..=total {
            let ends = if p <= longest { Some(partial.ends(z, p)?) } else { None };
            of.excluded.push(ends.map_or(Bits::EMPTY, |ends| ends.excluded));
            of.last.push(ends.map_or(Bits::EMPTY, |ends| ends.last));
        }
        reached.push(of);
    }
    let (excluded, asserted) = together(&reached, total);
    let traced = found.steps.is_some();
    let mut conclude = |c: usize, asserts: bool| -> Within {
        let mut branches = Vec::new();
        if traced {
            let lengths = lengths(&reached, total, c, asserts);
            let mut partial = PartialWhips::new(graph, visited, reach, size, budget);
            branches = partial.branches(&starts, &lengths, &|end| match asserts {
                true => end.candidate() == Some(c),
                false => end.excluded.contains(c),
            })?;
        }
        let because = || Because::OrForcing { relation: guarded(relation), branches };
        let target = [graph.labels[c]].into_iter().collect();
        match asserts {
            true => found.assert(graph.labels[c], because),
            false => found.eliminate(&target, because),
        }
        Ok(())
    };
    asserted.iter().try_for_each(|c| conclude(c, true))?;
    excluded.iter().try_for_each(|c| conclude(c, false))
}

/// What partial whips from `z` can reach at the soonest, by rounds of singles: of each length and all shorter ones.
fn by_rounds<const C: usize, const V: usize>(
    (graph, reach): (&Graph<C, V>, Reach),
    z: usize,
    longest: usize,
) -> Reached<C> {
    let (mut excluded, mut last) = (vec![graph.link[z]], vec![Bits::of(z)]);
    let mut node = Some(graph.root().assert(graph, z));
    for p in 1..=longest {
        let next = node.and_then(|node| {
            let mut by_groups = Bits::EMPTY;
            let group = &mut |object: Object<C, V>| by_groups |= object.excluded;
            each_group(graph, &node, reach, &Bits::FULL, 1, group);
            last.push(last[p - 1] | node.forced);
            let linked = node.forced.iter().fold(excluded[p - 1], |all, c| all | graph.link[c]);
            excluded.push(linked | by_groups);
            node.assert_all(graph, &node.forced, &by_groups)
        });
        // After two that exclude one another anything may be reached.
        if last.len() == p {
            last.push(Bits::FULL);
            excluded.push((0..graph.labels.len()).collect());
        }
        node = next;
    }
    Reached { excluded, last }
}

/// What all branches conclude by `total` variables together.
fn together<const C: usize>(branches: &[Reached<C>], total: usize) -> (Bits<C>, Bits<C>) {
    let sum = |of: &dyn Fn(&Reached<C>, usize) -> Bits<C>| {
        let mut so_far = vec![Bits::EMPTY; total + 1];
        so_far[0] = Bits::FULL;
        for branch in branches {
            let longer = |all: usize| {
                (0..=all).fold(Bits::EMPTY, |any, p| any | so_far[all - p] & of(branch, p))
            };
            so_far = (0..=total).map(longer).collect();
        }
        so_far[total]
    };
    let last = |branch: &Reached<C>, p: usize| if p > 0 { branch.last[p] } else { Bits::EMPTY };
    (sum(&|branch, p| branch.excluded[p]), sum(&last))
}

/// Lengths of the branches by which this is concluded.
fn lengths<const C: usize>(
    branches: &[Reached<C>],
    total: usize,
    c: usize,
    asserts: bool,
) -> Vec<usize> {
    let Some((first, rest)) = branches.split_first() else { return Vec::new() };
    let holds = |p: &usize| match asserts {
        true => *p > 0 && first.last[*p].contains(c),
        false => first.excluded[*p].contains(c),
    };
    let concludes = |p: &usize| {
        let (excluded, asserted) = together(rest, total - p);
        match rest.is_empty() {
            true => *p == total,
            false => if asserts { asserted } else { excluded }.contains(c),
        }
    };
    let p = (0..=total).filter(holds).find(concludes).unwrap_or_default();
    let mut all = vec![p];
    all.extend(lengths(rest, total - p, c, asserts));
    all
}

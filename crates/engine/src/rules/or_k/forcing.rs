//! OR_k-forcing whips: a partial whip from each guardian.
//!
//! ```text
//!              ┌─ C1 ─ partial whip ─ R1 ─┐
//!   relation ──┤  …                       ├─ candidates linked to all R are false; if all R are equal, R is
//!              └─ Ck ─ partial whip ─ Rk ─┘  true (in a partial whip of length 0, C is R; then nothing is
//!                                            asserted)
//! ```

use super::relation::{guarded, numbers};
use crate::budget::{Budget, Within};
use crate::evidence::Evidence;
use crate::graph::{Bits, GraphCache, OrRelation, Reach};
use crate::rule::Findings;
use crate::rules::chain::forcing::{PartialWhips, WhipEnds, by_rounds};

/// Adds the conclusions from branches of `size - 1` variables in total.
pub(super) fn find<const C: usize, const V: usize>(
    cache: &mut GraphCache<C, V>, relation: &OrRelation, reach: Reach, size: usize, found: &mut Findings,
    budget: &mut Budget,
) -> Within {
    let GraphCache { graph, visited, .. } = cache;
    graph.prepare(reach);
    let starts: Vec<usize> = numbers(graph, relation).iter().collect();
    let total = size - 1;
    // Rounds of singles are at most as long as partial whips: mostly the rounds show that nothing can be
    // concluded.
    let rounds: Vec<Vec<WhipEnds<C>>> = starts.iter().map(|&z| by_rounds(graph, reach, z, total)).collect();
    let (excluded, asserted) = together(&rounds, total);
    if excluded.is_empty() && asserted.is_empty() {
        return Ok(());
    }
    let shortest = |of: &Vec<WhipEnds<C>>| {
        let ways =
            |p: &usize| of[*p].excluded.intersects(&excluded) || *p > 0 && of[*p].last.intersects(&asserted);
        (0..=total).find(ways).unwrap_or(total)
    };
    let least: Vec<usize> = rounds.iter().map(shortest).collect();
    let all: usize = least.iter().sum();
    let mut reached = Vec::new();
    for (&z, own) in starts.iter().zip(&least) {
        let longest = total.saturating_sub(all - own);
        let mut partial = PartialWhips::new(graph, visited, reach, longest + 1, budget);
        let mut of = vec![WhipEnds::NONE; total + 1];
        for (p, ends) in of.iter_mut().enumerate().take(longest + 1) {
            *ends = partial.ends(z, p)?;
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
        let because = || Evidence::OrForcing { relation: guarded(relation), branches };
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

/// Returns the candidates that all branches exclude, and the candidates that all branches assert, if the
/// branches have `total` variables together.
fn together<const C: usize>(branches: &[Vec<WhipEnds<C>>], total: usize) -> (Bits<C>, Bits<C>) {
    let sum = |of: &dyn Fn(&[WhipEnds<C>], usize) -> Bits<C>| {
        let mut so_far = vec![Bits::EMPTY; total + 1];
        so_far[0] = Bits::FULL;
        for branch in branches {
            let longer =
                |all: usize| (0..=all).fold(Bits::EMPTY, |any, p| any | so_far[all - p] & of(branch, p));
            so_far = (0..=total).map(longer).collect();
        }
        so_far[total]
    };
    let last = |branch: &[WhipEnds<C>], p: usize| if p > 0 { branch[p].last } else { Bits::EMPTY };
    (sum(&|branch, p| branch[p].excluded), sum(&last))
}

/// Returns lengths of the branches that conclude that `c` is true, or false.
fn lengths<const C: usize>(
    branches: &[Vec<WhipEnds<C>>], total: usize, c: usize, asserts: bool,
) -> Vec<usize> {
    let Some((first, rest)) = branches.split_first() else { return Vec::new() };
    let holds = |p: &usize| match asserts {
        true => *p > 0 && first[*p].last.contains(c),
        false => first[*p].excluded.contains(c),
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

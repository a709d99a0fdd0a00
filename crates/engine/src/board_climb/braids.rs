//! Braids of one target. (docs/theory.md, "Braids")
//!
//! Only the set of right-linking candidates matters. So the search goes from set to set, and takes only
//! candidates that can be reached within the length and that can still lead to a contradiction within it:
//!
//! ```text
//!   depth    rounds after which a candidate may be true, at the earliest
//!   height   candidates from it to an empty variable, itself included, at the fewest
//!   both are lower bounds, so a braid of length n has only candidates with depth + height ≤ n
//! ```

use super::links::{KeyHasher, Labels, Links, key_of};
use crate::budget::{Budget, LINKED_STEP, Within};
use std::collections::HashSet;
use std::hash::BuildHasherDefault;

/// Whether a target has a braid of at most this length.
pub fn has_braid(links: &Links, target: usize, length: u32, budget: &mut Budget) -> Within<bool> {
    let braid = Braid::of(links, target, length);
    braid.search(budget)
}

/// Bounds of the search for a braid.
struct Braid<'a> {
    links: &'a Links,
    target: usize,
    /// Greatest number of right-linking candidates.
    most: u32,
    /// Candidates that can be reached, each with its height, those with the least first.
    useful: Vec<(u32, usize)>,
    /// Variables that can become empty.
    closing: Vec<usize>,
}

const NEVER: u32 = u32::MAX;

impl Braid<'_> {
    fn of(links: &Links, target: usize, length: u32) -> Braid<'_> {
        let most = length - 1;
        let (depth, excluded) = depths(links, target, most);
        let is_excluded = |member: &usize| excluded.contains(*member);
        let closing: Vec<usize> =
            (0..links.variables.len()).filter(|&it| links.variables[it].iter().all(is_excluded)).collect();
        let height = heights(links, target, &closing, &depth, &excluded, most);
        let mut useful: Vec<(u32, usize)> = (0..links.labels.len())
            .filter(|&at| depth[at] != NEVER && height[at] != NEVER && depth[at] + height[at] <= length)
            .map(|at| (height[at], at))
            .collect();
        useful.sort_unstable();
        Braid { links, target, most, useful, closing }
    }

    fn search(&self, budget: &mut Budget) -> Within<bool> {
        let mut sets: Vec<(u128, Labels, Labels)> = vec![(0, Labels::EMPTY, self.links.linked[self.target])];
        for left in (1..=self.most).rev() {
            let (mut longer, mut seen) =
                (Vec::new(), HashSet::<u128, BuildHasherDefault<KeyHasher>>::default());
            for (key, set, excluded) in &sets {
                for &(_, right) in self.useful.iter().take_while(|it| it.0 <= left) {
                    if set.contains(right) || excluded.contains(right) || !self.is_true(right, excluded) {
                        continue;
                    }
                    let key = key ^ key_of(right);
                    if !seen.insert(key) {
                        continue;
                    }
                    budget.take(LINKED_STEP)?;
                    let excluded = *excluded | self.links.linked[right];
                    if self.closing.iter().any(|&variable| self.links.left(variable, &excluded).0 == 0) {
                        return Ok(true);
                    }
                    // The last sets are the most; none is needed any more.
                    if left > 1 {
                        longer.push((key, *set | Labels::of(right), excluded));
                    }
                }
            }
            sets = longer;
        }
        Ok(false)
    }

    /// Whether a candidate is the only one left of a variable.
    fn is_true(&self, right: usize, excluded: &Labels) -> bool {
        self.links.own[right].iter().any(|&variable| self.links.left(variable, excluded) == (1, right))
    }
}

/// Returns the depth of each candidate up to `most`, and all candidates that may be excluded. Candidates that
/// exclude each other count as well, so depths are lower bounds.
fn depths(links: &Links, target: usize, most: u32) -> (Vec<u32>, Labels) {
    let mut depth = vec![NEVER; links.labels.len()];
    let mut excluded = links.linked[target];
    for round in 1..=most {
        let is_new = |at: &usize| {
            let all_others = |variable: &usize| {
                links.variables[*variable].iter().all(|&it| it == *at || excluded.contains(it))
            };
            *at != target
                && depth[*at] == NEVER
                && !links.linked[target].contains(*at)
                && links.own[*at].iter().any(all_others)
        };
        let new: Vec<usize> = (0..links.labels.len()).filter(is_new).collect();
        for at in new {
            depth[at] = round;
            excluded |= links.linked[at];
        }
    }
    (depth, excluded)
}

/// Returns the height of each candidate up to `most`.
fn heights(
    links: &Links, target: usize, closing: &[usize], depth: &[u32], excluded: &Labels, most: u32,
) -> Vec<u32> {
    let mut height = vec![NEVER; links.labels.len()];
    // Candidates that something needs to be excluded.
    let by_target = &links.linked[target];
    let mut wanted: Labels = closing.iter().flat_map(|&it| links.variables[it].iter().copied()).collect();
    for round in 1..=most {
        let needed = |at: &usize| {
            height[*at] == NEVER
                && depth[*at] != NEVER
                && links.linked[*at].intersects(&(wanted - *by_target))
        };
        let new: Vec<usize> = (0..links.labels.len()).filter(needed).collect();
        for at in new {
            height[at] = round;
            for &variable in &links.own[at] {
                let members = &links.variables[variable];
                if members.iter().all(|&it| it == at || excluded.contains(it)) {
                    wanted |= members.iter().copied().filter(|&it| it != at).collect();
                }
            }
        }
    }
    height
}

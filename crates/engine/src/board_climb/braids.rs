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
//!
//! A search from the empty variable back, with the same bounds, was tried: it visits more sets.

use super::links::{Chain, KeyHasher, Labels, Links, key_of};
use crate::budget::{Budget, LINKED_STEP, Within};
use std::collections::HashSet;
use std::hash::BuildHasherDefault;

/// Returns the right-linking candidates of a braid of at most this length, if the target has one.
pub fn find_braid(links: &Links, target: usize, length: u32, budget: &mut Budget) -> Within<Option<Labels>> {
    let braid = Braid::of(links, target, length);
    braid.search(budget)
}

/// Puts the right-linking candidates of a braid in order, near variables first.
pub fn in_order(links: &Links, target: usize, rights: &Labels) -> Option<Chain> {
    let mut chain = Chain { target, path: Vec::new(), closing: 0, lefts: Vec::new() };
    let (mut objects, mut excluded, mut left_over) = (vec![target], links.linked[target], *rights);
    while let Some(&last) = objects.last() {
        let mut all = links.near[last].iter().copied().chain(0..links.variables.len());
        let (variable, right) = all.find_map(|variable| match links.left(variable, &excluded) {
            (0, _) => Some((variable, None)),
            (1, right) if left_over.contains(right) => Some((variable, Some(right))),
            _ => None,
        })?;
        let excluder = |member: &&usize| objects.iter().rposition(|&it| links.linked[it].contains(**member));
        let members = links.variables[variable].iter().filter(|&&member| Some(member) != right);
        chain.lefts.push(*members.max_by_key(excluder)?);
        let Some(right) = right else {
            chain.closing = variable;
            return Some(chain);
        };
        chain.path.push((variable, right));
        objects.push(right);
        left_over.remove(right);
        excluded |= links.linked[right];
    }
    None
}

/// Bounds of the search for a braid.
struct Braid<'a> {
    links: &'a Links,
    target: usize,
    /// Greatest number of right-linking candidates.
    most: u32,
    /// Height of each candidate that can be reached within the length; of the others [`NEVER`].
    height: Vec<u32>,
}

/// Set of right-linking candidates.
struct Rights {
    key: u128,
    /// Candidates that the target or a member excludes.
    excluded: Labels,
    /// Candidates that are the only ones left of some variable, members among them.
    singles: Labels,
    members: Labels,
}

const NEVER: u32 = u32::MAX;

impl Braid<'_> {
    fn of(links: &Links, target: usize, length: u32) -> Braid<'_> {
        let most = length - 1;
        let (depth, excluded) = depths(links, target, most);
        let is_excluded = |member: &usize| excluded.contains(*member);
        let closing: Vec<usize> =
            (0..links.variables.len()).filter(|&it| links.variables[it].iter().all(is_excluded)).collect();
        let mut height = heights(links, target, &closing, &depth, &excluded, most);
        for (height, depth) in height.iter_mut().zip(&depth) {
            if height.saturating_add(*depth) > length {
                *height = NEVER;
            }
        }
        Braid { links, target, most, height }
    }

    fn search(&self, budget: &mut Budget) -> Within<Option<Labels>> {
        let start = Rights {
            key: 0,
            excluded: self.links.linked[self.target],
            singles: Labels::EMPTY,
            members: Labels::EMPTY,
        };
        let Some(start) = self.with_singles(start, 0..self.links.variables.len()) else {
            return Ok(Some(Labels::EMPTY));
        };
        let mut sets = vec![start];
        for left in (1..=self.most).rev() {
            let (mut longer, mut seen) =
                (Vec::new(), HashSet::<u128, BuildHasherDefault<KeyHasher>>::default());
            for set in &sets {
                for right in (set.singles - set.members).iter().filter(|&right| self.height[right] <= left) {
                    let key = set.key ^ key_of(right);
                    if !seen.insert(key) {
                        continue;
                    }
                    budget.take(LINKED_STEP)?;
                    let excluded = set.excluded | self.links.linked[right];
                    let singles = set.singles - self.links.linked[right];
                    let members = set.members | Labels::of(right);
                    let more = Rights { key, excluded, singles, members };
                    match self.with_singles(more, self.links.near[right].iter().copied()) {
                        None => return Ok(Some(members)),
                        // The last sets are the most; none is needed any more.
                        Some(more) if left > 1 => longer.push(more),
                        Some(_) => {}
                    }
                }
            }
            sets = longer;
        }
        Ok(None)
    }

    /// Adds the singles of variables that lost candidates; returns `None` if one of them is empty.
    fn with_singles(&self, mut set: Rights, variables: impl Iterator<Item = usize>) -> Option<Rights> {
        for variable in variables {
            match self.links.left(variable, &set.excluded) {
                (0, _) => return None,
                (1, right) if right != self.target => set.singles.insert(right),
                _ => {}
            }
        }
        Some(set)
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

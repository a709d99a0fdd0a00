//! Partial whips of one target. (docs/theory.md, "Whips")

use super::links::{Chain, KeyHasher, Labels, Link, Links, key_of, with_last};
use crate::budget::{Budget, LINKED_STEP, Within};
use crate::rules::matching::distinct_representatives;
use std::collections::HashSet;
use std::hash::BuildHasherDefault;

/// Partial whips of a target, length by length: one for each set of right-linking candidates and the last of
/// them.
pub struct Whips<'a> {
    links: &'a Links,
    /// The target.
    pub target: usize,
    partials: Vec<Partial>,
    /// The first of the longest partial whips.
    longest: usize,
    /// Length of the whips that were searched.
    length: u32,
    /// Sets of right-linking candidates, each with its last.
    seen: HashSet<u128, BuildHasherDefault<KeyHasher>>,
}

/// Last link of a partial whip; the link before it is another partial whip.
struct Partial {
    before: u32,
    variable: u16,
    right: u16,
}

impl Whips<'_> {
    /// Begins with the target alone.
    pub fn of(links: &Links, target: usize) -> Whips<'_> {
        let root = Partial { before: 0, variable: 0, right: target as u16 };
        Whips { links, target, partials: vec![root], longest: 0, length: 1, seen: HashSet::default() }
    }

    /// Returns the length of the whips that were searched; 1 at the beginning.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// Whether there are no partial whips of the present length.
    pub fn is_exhausted(&self) -> bool {
        self.longest == self.partials.len()
    }

    /// Makes all partial whips that are longer by one than the longest, until one of them has a variable
    /// without candidates: with this it is a whip without inner loops. Returns this whip, if there is one.
    pub fn extend(&mut self, budget: &mut Budget) -> Within<Option<Chain>> {
        let end = self.partials.len();
        self.length += 1;
        for at in self.longest..end {
            let path = self.path(at);
            let excluded = self.excluded(&path);
            let key = path.iter().fold(0, |key, link| key ^ key_of(link.1));
            for &variable in &self.links.near[self.last(&path)] {
                let (count, right) = self.links.left(variable, &excluded);
                let is_old = right == self.target || path.iter().any(|link| link.1 == right);
                // The last candidate counts apart from the set.
                if count != 1 || is_old || !self.seen.insert(with_last(key ^ key_of(right), right)) {
                    continue;
                }
                budget.take(LINKED_STEP)?;
                self.partials.push(Partial {
                    before: at as u32,
                    variable: variable as u16,
                    right: right as u16,
                });
                let excluded = excluded | self.links.linked[right];
                if let Some(whip) = self.closed(self.partials.len() - 1, &excluded, budget)? {
                    return Ok(Some(whip));
                }
            }
        }
        self.longest = end;
        Ok(None)
    }

    /// Returns the whip that a partial whip, which excludes these candidates, makes with one more variable.
    fn closed(&self, at: usize, excluded: &Labels, budget: &mut Budget) -> Within<Option<Chain>> {
        let right = usize::from(self.partials[at].right);
        for &variable in &self.links.near[right] {
            if self.links.left(variable, excluded).0 > 0 {
                continue;
            }
            let mut path = self.path(at);
            let mut lefts = self.lefts(&path, variable);
            if lefts.is_none() {
                let rights: Vec<usize> = path.iter().map(|link| link.1).collect();
                path.clear();
                lefts = self.complete(&mut path, &rights, variable, budget)?;
            }
            if let Some(lefts) = lefts {
                return Ok(Some(Chain { target: self.target, path, closing: variable, lefts }));
            }
        }
        Ok(None)
    }

    fn path(&self, mut at: usize) -> Vec<Link> {
        let mut path = Vec::new();
        while at > 0 {
            let Partial { before, variable, right } = self.partials[at];
            path.push((usize::from(variable), usize::from(right)));
            at = before as usize;
        }
        path.reverse();
        path
    }

    fn last(&self, path: &[Link]) -> usize {
        path.last().map_or(self.target, |link| link.1)
    }

    /// Returns the candidates linked to the target or to a right-linking candidate.
    fn excluded(&self, path: &[Link]) -> Labels {
        path.iter().fold(self.links.linked[self.target], |all, link| all | self.links.linked[link.1])
    }

    /// Returns left-linking candidates that are pairwise different, if there are such. (docs/theory.md,
    /// "Loopless whips")
    fn lefts(&self, path: &[Link], closing: usize) -> Option<Vec<usize>> {
        let variables = path.iter().map(|link| link.0).chain([closing]);
        let before = [self.target].into_iter().chain(path.iter().map(|link| link.1));
        let lefts: Vec<Labels> = before
            .zip(variables)
            .map(|(before, variable)| self.links.excluded_by(before, variable))
            .collect();
        distinct_representatives(&lefts)
    }

    /// Completes a path, in some other order of the right-linking candidates or with other variables, to a
    /// whip without inner loops; the last candidate and the closing variable stay. Returns its left-linking
    /// candidates, if there is one.
    fn complete(
        &self, path: &mut Vec<Link>, rights: &[usize], closing: usize, budget: &mut Budget,
    ) -> Within<Option<Vec<usize>>> {
        budget.take(LINKED_STEP)?;
        let last = self.last(path);
        if path.len() == rights.len() {
            let ends = Some(&last) == rights.last();
            return Ok(if ends { self.lefts(path, closing) } else { None });
        }
        let excluded = self.excluded(path);
        for &variable in &self.links.near[last] {
            let (count, right) = self.links.left(variable, &excluded);
            let is_new = rights.contains(&right) && path.iter().all(|link| link.1 != right);
            if count != 1 || !is_new || self.lefts(path, variable).is_none() {
                continue;
            }
            path.push((variable, right));
            if let Some(lefts) = self.complete(path, rights, closing, budget)? {
                return Ok(Some(lefts));
            }
            path.pop();
        }
        Ok(None)
    }
}

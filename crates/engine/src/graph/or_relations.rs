//! `OrRelations`: what is known of a puzzle beyond its candidates.

use crate::grid::{Candidates, Cells, Grid};
use std::collections::BTreeMap;

/// A relation OR_k: at least one of its guardians is true (Berthier, *CSP-Rules* 2.1, "OR_k-relations").
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrRelation {
    /// The pattern that would be impossible without them.
    pub pattern: &'static str,
    /// The guardians: none of them is a value.
    pub guardians: Candidates,
}

/// The relations of a puzzle. They stay true whatever becomes of their patterns, as long as nothing but
/// candidates goes.
#[derive(Default)]
pub struct OrRelations {
    list: Vec<OrRelation>,
    /// Guardians of those that others have replaced.
    replaced: Vec<Candidates>,
    /// Where patterns stand, by their set and the number of their three digits: each with its number and its
    /// cells. As candidates only go, no others come.
    pub(crate) places: BTreeMap<(u8, u8), Vec<(u16, Cells)>>,
}

impl OrRelations {
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.replaced.clear();
        self.places.clear();
    }

    /// Takes out guardians that are gone, and relations with a guardian that is a value.
    pub(crate) fn refresh(&mut self, grid: &Grid) {
        self.list.retain_mut(|relation| {
            for (digit, cells) in relation.guardians.0.iter_mut().enumerate() {
                if cells.intersects(grid.plane(digit) & grid.placed()) {
                    return false;
                }
                *cells &= grid.open_plane(digit);
            }
            true
        });
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// All of them, in the order in which they were found.
    pub fn list(&self) -> &[OrRelation] {
        &self.list
    }

    /// Whether one is known that says as much: its guardians are among these.
    pub fn says(&self, guardians: &Candidates) -> bool {
        self.list.iter().any(|known| is_within(&known.guardians, guardians))
    }

    /// Whether one with these guardians is known, or was before it was replaced.
    pub(crate) fn was_known(&self, guardians: &Candidates) -> bool {
        self.list.iter().any(|known| known.guardians == *guardians) || self.replaced.contains(guardians)
    }

    /// Those with this many guardians, each once. (Not only those that say something which no other does:
    /// where a stronger one has no link, a guardian that it lacks may be what a whip goes on from, or what is
    /// split.)
    pub(crate) fn of(&self, guardians: usize) -> Vec<OrRelation> {
        let is_first = |at: usize, one: &OrRelation| {
            self.list[..at].iter().all(|known| known.guardians != one.guardians)
        };
        let all = self.list.iter().enumerate();
        let so_many = all.filter(|(at, one)| one.guardians.len() == guardians && is_first(*at, one));
        so_many.map(|(_, one)| one.clone()).collect()
    }

    /// Adds relations, some of them in place of others.
    pub fn learn(&mut self, related: &[OrRelation], replaced: &[Candidates]) {
        self.list.retain(|known| !replaced.contains(&known.guardians));
        self.list.extend_from_slice(related);
        self.replaced.extend_from_slice(replaced);
    }
}

fn is_within(some: &Candidates, all: &Candidates) -> bool {
    some.0.iter().zip(&all.0).all(|(some, all)| some.is_subset(*all))
}

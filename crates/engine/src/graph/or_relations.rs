//! `OrRelations`: knowledge of a puzzle beyond its candidates.

use crate::grid::{Candidates, Cells, Digit, Grid};
use std::collections::BTreeMap;

/// OR_k-relation: at least one of its guardians is true (Berthier, *CSP-Rules* 2.1, "OR_k-relations").
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrRelation {
    /// The pattern that would be impossible without the guardians.
    pub pattern: &'static str,
    /// The guardians; none of them is a value yet.
    pub guardians: Candidates,
}

/// Relations of a puzzle. They stay true whatever happens to their patterns, as long as the grid only loses
/// candidates.
#[derive(Default)]
pub struct OrRelations {
    list: Vec<OrRelation>,
    /// Guardians of the relations that others have replaced.
    replaced: Vec<Candidates>,
    /// Occurrences of patterns, each given by the pattern's number and the cells. The keys are the pattern
    /// set and the number of the three digits. As candidates are only removed, no new occurrences appear.
    pub(crate) places: BTreeMap<(u8, u8), Vec<(u16, Cells)>>,
}

impl OrRelations {
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.replaced.clear();
        self.places.clear();
    }

    /// Removes guardians that are no longer candidates, and relations with a guardian that is a value.
    pub(crate) fn refresh(&mut self, grid: &Grid) {
        self.list.retain_mut(|relation| {
            for (digit, cells) in relation.guardians.0.iter_mut().enumerate() {
                if cells.intersects(grid.plane(Digit::new(digit)) & grid.placed()) {
                    return false;
                }
                *cells &= grid.open_plane(Digit::new(digit));
            }
            true
        });
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns all relations in the order of discovery.
    pub fn list(&self) -> &[OrRelation] {
        &self.list
    }

    /// Whether a known relation says as much or more: its guardians are among these.
    pub fn says(&self, guardians: &Candidates) -> bool {
        self.list.iter().any(|known| is_within(&known.guardians, guardians))
    }

    /// Whether a relation with these guardians is known, or was before it was replaced.
    pub(crate) fn was_known(&self, guardians: &Candidates) -> bool {
        self.list.iter().any(|known| known.guardians == *guardians) || self.replaced.contains(guardians)
    }

    /// Returns the relations with `guardians` guardians, only one relation for each set of guardians.
    /// (Relations implied by stronger relations are kept: if the stronger relation gives no link, a whip may
    /// continue from a guardian that only the weaker relation has, or a split may use the weaker relation.)
    pub(crate) fn of(&self, guardians: usize) -> Vec<OrRelation> {
        let is_first = |at: usize, one: &OrRelation| {
            self.list[..at].iter().all(|known| known.guardians != one.guardians)
        };
        let all = self.list.iter().enumerate();
        let so_many = all.filter(|(at, one)| one.guardians.len() == guardians && is_first(*at, one));
        so_many.map(|(_, one)| one.clone()).collect()
    }

    /// Adds the relations in `related`, and removes the relations whose guardians are in `replaced`.
    pub fn learn(&mut self, related: &[OrRelation], replaced: &[Candidates]) {
        self.list.retain(|known| !replaced.contains(&known.guardians));
        self.list.extend_from_slice(related);
        self.replaced.extend_from_slice(replaced);
    }
}

fn is_within(some: &Candidates, all: &Candidates) -> bool {
    some.0.iter().zip(&all.0).all(|(some, all)| some.is_subset(*all))
}

//! Marks for impossible patterns and chains of relations.

use super::marks::{Marks, Role, Shade, Tie, union};
use crate::evidence::{Branch, Guarded, Impossible, Link};
use crate::grid::{Candidate, Candidates, Cells};

impl Marks {
    /// Marks the cells, their three digits and their guardians.
    pub(super) fn impossible(&mut self, pattern: &Impossible, candidates: &Candidates) {
        self.words.cells = "three digits cannot fill these";
        self.words.member = "the three digits";
        self.words.extra = "guardian: one is true";
        let cells = union(&pattern.cells);
        self.shade(cells, Shade::Cells);
        for label in candidates.iter().filter(|label| cells.contains(label.cell)) {
            let is_ours = pattern.digits.contains(&label.digit);
            self.add(if is_ours { Role::Member } else { Role::Extra }, label);
        }
    }

    fn guardians(&mut self, relation: &Guarded) {
        self.words.cells = "cells of guardians: one is true";
        let cells: Cells = relation.guardians.iter().map(|one| one.cell).collect();
        self.shade(cells, Shade::Cells);
    }

    /// Marks the cell of the last guardian.
    pub(super) fn last_guardian(&mut self, values: &[Candidate]) {
        self.words.cells = "the last guardian of a relation";
        self.valued(values);
    }

    /// Marks alternately true and false candidates, from one guardian to another.
    pub(super) fn split(&mut self, relation: &Guarded, chain: &[Candidate]) {
        self.guardians(relation);
        self.words.member = "by turns true and false";
        self.add_all(Role::Member, chain.iter().copied());
        chain.windows(2).for_each(|pair| self.line(pair[0], pair[1], Tie::Strong));
    }

    /// Marks a whip that has the relation as one of its links.
    pub(super) fn or_chain(&mut self, relation: &Guarded, links: &[Link], targets: &[Candidate]) {
        self.guardians(relation);
        self.links(links, targets, 0);
    }

    /// Marks a branch from each guardian.
    pub(super) fn or_forcing(&mut self, relation: &Guarded, branches: &[Branch], ends: &[Candidate]) {
        self.guardians(relation);
        self.branches(branches, ends);
    }
}

//! What impossible patterns and chains of relations mark.

use super::marks::{Marks, Role, Shade, Tie, union};
use crate::evidence::{Branch, Guarded, Impossible, Link};
use crate::grid::{Candidate, Candidates, Cells};

impl Marks {
    /// The cells, their three digits and their guardians.
    pub(super) fn impossible(&mut self, pattern: &Impossible, candidates: &Candidates) {
        self.words.cells = "three digits cannot fill these";
        self.words.member = "the three digits";
        self.words.extra = "guardian: one is true";
        let cells = union(&pattern.cells);
        self.shade(cells, Shade::Cells);
        for label in candidates.iter().filter(|label| cells.contains(label.cell as usize)) {
            let is_ours = pattern.digits.contains(&label.digit);
            self.add(if is_ours { Role::Member } else { Role::Extra }, label);
        }
    }

    fn guardians(&mut self, relation: &Guarded) {
        self.words.cells = "cells of guardians: one is true";
        let cells: Cells = relation.guardians.iter().map(|one| one.cell as usize).collect();
        self.shade(cells, Shade::Cells);
    }

    /// Candidates by turns true and false, from one guardian to another.
    pub(super) fn split(&mut self, relation: &Guarded, chain: &[Candidate]) {
        self.guardians(relation);
        self.words.member = "by turns true and false";
        self.add_all(Role::Member, chain.iter().copied());
        chain.windows(2).for_each(|pair| self.line(pair[0], pair[1], Tie::Strong));
    }

    /// A whip with the relation as one of its links.
    pub(super) fn or_chain(&mut self, relation: &Guarded, links: &[Link], targets: &[Candidate]) {
        self.guardians(relation);
        self.links(links, targets, 0);
    }

    /// A branch from each guardian.
    pub(super) fn or_forcing(&mut self, relation: &Guarded, branches: &[Branch], ends: &[Candidate]) {
        self.guardians(relation);
        self.branches(branches, ends);
    }
}

//! Marks for loops of cells with the same two digits.

use super::marks::{Marks, held_in, union};
use crate::evidence::BivalueLoop;
use crate::grid::Candidates;

impl Marks {
    /// Marks the two digits in the cells, and the extra candidates.
    pub(super) fn bivalue_loop(&mut self, of: &BivalueLoop, candidates: &Candidates) {
        self.words.member = "the pair";
        let all = union(&of.cells);
        let extras = held_in(candidates, all).filter(|c| !of.digits.contains(&c.digit));
        self.ring(all, &of.digits, extras, candidates);
        self.completed_by(of.subset.as_ref());
    }
}

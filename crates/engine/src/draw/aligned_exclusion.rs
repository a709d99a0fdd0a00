//! Marks for aligned pair and triplet exclusion.

use super::marks::{Marks, Shade, union};
use super::sentences::names;
use crate::evidence::AlignedExclusion;
use crate::grid::{Candidates, notation::Variable};

impl Marks {
    /// Marks the aligned cells, and the candidates of the cells that they must not empty.
    pub(super) fn aligned_exclusion(&mut self, of: &AlignedExclusion, candidates: &Candidates) {
        self.words.cells = "the cells that are assigned";
        self.words.house = "a cell that must keep a candidate";
        self.shade(union(&of.cells), Shade::Cells);
        self.shade(union(&of.excluders), Shade::House);
        self.members(union(&of.excluders), None, candidates);
    }
}

pub(super) fn sentence(cells: &[Variable], others: &[Variable]) -> String {
    format!(
        "With what is removed, whatever {} hold, {} would be left with too few digits.",
        names(cells),
        names(others)
    )
}

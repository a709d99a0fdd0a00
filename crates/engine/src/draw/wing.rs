//! Marks for wings.

use super::marks::{Marks, Shade};
use crate::evidence::Wing;
use crate::grid::Candidates;

impl Marks {
    /// Marks the three cells and their candidates.
    pub(super) fn wing(&mut self, Wing { pivot, wings }: &Wing, candidates: &Candidates) {
        self.words.cells = "the wing";
        self.words.member = "one of these pairs is true";
        for cell in [pivot].into_iter().chain(wings) {
            self.shade(cell.cells(), Shade::Cells);
            self.members(cell.cells(), None, candidates);
        }
    }
}

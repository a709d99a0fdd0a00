//! Marks for wings.

use super::marks::{Marks, Shade};
use super::sentences::{joined, told};
use crate::evidence::Wing;
use crate::grid::{Candidate, Candidates};

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

pub(super) fn sentence(Wing { pivot, wings }: &Wing, gone: &[Candidate]) -> String {
    let digit = gone.first().map_or(0, |gone| gone.digit.number());
    let wings = joined(wings.iter().map(told).collect(), "and");
    format!("Whatever {} is, one of it and {wings} is {digit}.", told(pivot))
}

//! Marks for patterns that leave a hidden single.

use super::marks::{Marks, Shade};
use super::{sentences, singles};
use crate::evidence::{Direct, Step};
use crate::grid::Candidates;

impl Marks {
    /// Marks the pattern, and the house in which a variable has one place left.
    pub(super) fn direct(&mut self, direct: &Direct, step: &Step, candidates: &Candidates) {
        self.because(&direct.pattern, step, candidates);
        self.words.empty = "one place is left here";
        self.shade(direct.single.cells(), Shade::Empty);
    }
}

pub(super) fn sentence(Direct { pattern, single }: &Direct, step: &Step) -> String {
    format!(
        "{} {}",
        sentences::of(pattern, step),
        singles::single_said(*single, step).replace("only", "then only")
    )
}

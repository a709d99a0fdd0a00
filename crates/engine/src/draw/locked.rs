//! Marks for locked candidates.

use super::marks::{Marks, Shade};
use crate::evidence::Locked;
use crate::grid::{Candidates, Cells, Digit};

impl Marks {
    /// Marks the places of the digit in the first house.
    pub(super) fn locked(&mut self, Locked { base, cover }: &Locked, candidates: &Candidates) {
        let digit = base.house().map(|(_, digit)| digit);
        self.locked_places([base.cells(), cover.cells()], digit, candidates);
    }

    /// Marks the places of a digit in the first of two houses.
    pub(super) fn locked_places(
        &mut self, [base, cover]: [Cells; 2], digit: Option<Digit>, candidates: &Candidates,
    ) {
        self.words.member = "one of these is true";
        self.words.house = "all places of the digit here";
        self.shade(base, Shade::House);
        self.shade(cover, Shade::Cover);
        self.members(base, digit, candidates);
    }
}

pub(super) fn sentence(Locked { base, cover }: &Locked) -> String {
    base.house().map_or(String::new(), |(house, digit)| said([house.in_words(), cover.in_words()], digit))
}

/// Returns the sentence about two houses in words.
pub(super) fn said([base, cover]: [String; 2], digit: Digit) -> String {
    let digit = digit.number();
    format!("In {base} all places of {digit} are in {cover}, so it is nowhere else there.")
}

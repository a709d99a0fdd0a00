//! Marks for locked candidates.

use super::marks::{Marks, Shade};
use crate::evidence::Locked;
use crate::grid::Candidates;

impl Marks {
    /// Marks the places of the digit in the first house.
    pub(super) fn locked(&mut self, Locked { base, cover }: &Locked, candidates: &Candidates) {
        self.words.member = "one of these is true";
        self.words.house = "all places of the digit here";
        self.shade(base.cells(), Shade::House);
        self.shade(cover.cells(), Shade::Cover);
        self.members(base.cells(), base.house().map(|(_, digit)| digit), candidates);
    }
}

pub(super) fn sentence(Locked { base, cover }: &Locked) -> String {
    let Some((house, digit)) = base.house() else { return String::new() };
    format!(
        "In {} all places of {} are in {}, so it is nowhere else there.",
        house.in_words(),
        digit.number(),
        cover.in_words()
    )
}

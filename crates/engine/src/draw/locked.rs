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

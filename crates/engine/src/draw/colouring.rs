//! Marks for candidates that cannot be false.

use super::marks::{Marks, Role, Shade};
use crate::evidence::Knot;
use crate::grid::Candidate;

impl Marks {
    /// Marks the knots, except the asserted one, and where a contradiction shows.
    pub(super) fn knots(&mut self, knots: &[Knot], asserts: &[Candidate]) {
        self.words.member = "cannot be false";
        self.words.empty = "contradiction if it were false";
        for knot in knots {
            if !asserts.contains(&knot.candidate) {
                self.add(Role::Member, knot.candidate);
            }
            self.shade(knot.place.cells(), Shade::Empty);
        }
    }
}

//! Marks for circles of odd length.

use super::marks::{Marks, Role, Tie};
use super::words;
use crate::evidence::Arc;
use crate::grid::Candidate;
use std::fmt::Display;

impl Marks {
    /// Marks the circle and its guardians.
    pub(super) fn circle(&mut self, arcs: &[Arc]) {
        arcs.iter().for_each(|arc| self.arc(&arc.variable, [arc.left, arc.right], &arc.guardians));
    }

    /// Marks two neighbours in a circle, with the guardians of their variable on any board.
    pub(super) fn arc(
        &mut self, variable: &impl Display, [left, right]: [Candidate; 2], guardians: &[Candidate],
    ) {
        self.words.member = "an odd circle of pairs";
        self.add(Role::Member, left);
        self.add_all(Role::Ignored, guardians.iter().copied());
        self.line(left, right, Tie::Strong);
        self.say(0, words::arc(variable, [left, right], guardians));
    }
}

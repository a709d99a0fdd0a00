//! Marks for circles of odd length.

use super::marks::{Marks, Role, Tie};
use super::words;
use crate::evidence::Arc;

impl Marks {
    /// Marks the circle and its guardians.
    pub(super) fn circle(&mut self, arcs: &[Arc]) {
        self.words.member = "an odd circle of pairs";
        for Arc { variable, left, right, guardians } in arcs {
            self.add(Role::Member, *left);
            self.add_all(Role::Ignored, guardians.iter().copied());
            self.line(*left, *right, Tie::Strong);
            self.say(0, words::arc(variable, [*left, *right], guardians));
        }
    }
}

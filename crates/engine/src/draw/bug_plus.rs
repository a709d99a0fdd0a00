//! Marks for graves except for some candidates.

use super::marks::{Marks, Role, Shade};
use super::sentences::one_is_true;
use crate::evidence::BugPlus;

impl Marks {
    /// Marks the extra candidates and their cells, without the subset.
    pub(super) fn bug_plus<V>(&mut self, BugPlus { extras, .. }: &BugPlus<V>) {
        self.words.cells = "cells with further candidates";
        self.words.extra = "one of these is true";
        self.add_all(Role::Extra, extras.iter().copied());
        self.shade(extras.iter().map(|extra| extra.cell).collect(), Shade::Cells);
    }
}

/// Returns the sentence about a grave except for some candidates.
pub(super) fn sentence<V>(bug: &BugPlus<V>) -> String {
    format!(
        "{}: otherwise every cell would have two candidates, and the puzzle two solutions or none.",
        one_is_true(&bug.extras)
    )
}

//! Which variables a graph of a space has.

use crate::evidence::families::Space;
use std::ops::Range;

impl Space {
    pub(crate) const COUNT: usize = 9;

    /// How many types of variables make links.
    pub(crate) fn types(self) -> usize {
        if matches!(self, Space::Flat(_)) { 3 } else { 4 }
    }

    /// The types of variables that chains have.
    pub(crate) fn kinds(self) -> Range<usize> {
        match self {
            Space::All => 0..4,
            Space::Typed(kind) | Space::Flat(kind) => kind..kind + 1,
        }
    }

    pub(crate) fn index(self) -> usize {
        match self {
            Space::All => 0,
            Space::Typed(kind) => 1 + kind,
            Space::Flat(kind) => 5 + kind,
        }
    }
}

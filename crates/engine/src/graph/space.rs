//! `Space`: which variables a graph has.

use std::ops::Range;

/// The variables that chains have, and the links. A graph of one type knows of no other variable, so whatever walks
/// on it or propagates in it keeps to the type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Space {
    /// All variables.
    All,
    /// Those of one type: 0 rc, 1 rn, 2 cn, 3 bn (docs/theory.md, "Typed chains").
    Typed(usize),
    /// Those of one type, 1 or 2, and no links by a block: rn- and cn-space of HLS.
    Flat(usize),
}

impl Space {
    /// The four types.
    pub const TYPES: [Space; 4] =
        [Space::Typed(0), Space::Typed(1), Space::Typed(2), Space::Typed(3)];
    /// How many there are.
    pub(super) const COUNT: usize = 9;

    /// How many types of variables make links.
    pub(super) fn types(self) -> usize {
        if matches!(self, Space::Flat(_)) { 3 } else { 4 }
    }

    /// The types of variables that chains have.
    pub(super) fn kinds(self) -> Range<usize> {
        match self {
            Space::All => 0..4,
            Space::Typed(kind) | Space::Flat(kind) => kind..kind + 1,
        }
    }

    /// Its number, from 0.
    pub(super) fn index(self) -> usize {
        match self {
            Space::All => 0,
            Space::Typed(kind) => 1 + kind,
            Space::Flat(kind) => 5 + kind,
        }
    }

    /// What its chains have after their name.
    pub fn suffix(self) -> &'static str {
        match self {
            Space::All => "",
            Space::Typed(kind) | Space::Flat(kind) => ["-rc", "-rn", "-cn", "-bn"][kind],
        }
    }
}

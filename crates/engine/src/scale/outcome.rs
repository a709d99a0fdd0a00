//! Results of a puzzle: of each climb, and as a whole.

use crate::evidence::Outcome;
use smallvec::{SmallVec, smallvec};

/// Work of one item of a scale on one puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Patterns that proved something new in their state.
    pub steps: u32,
    /// Candidates removed, except those removed by asserting a value.
    pub eliminations: u32,
    /// Values asserted.
    pub placements: u32,
}

/// Tallies. Up to `FEW_ITEMS` need no heap memory, which another thread would free.
pub type Tallies = SmallVec<[Tally; FEW_ITEMS]>;

/// Most items of a scale whose tallies need no heap memory.
const FEW_ITEMS: usize = 4;

/// Returns tallies of this number of items, all zero.
#[inline]
pub fn no_tallies(items: usize) -> Tallies {
    match items {
        // A copy of the whole array: filling it one by one makes a scan by LC a fortieth slower.
        0..=FEW_ITEMS => SmallVec::from_buf_and_len([Tally::default(); FEW_ITEMS], items),
        _ => smallvec![Tally::default(); items],
    }
}

/// A climb: its end and the work of each item of the scale.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Climb {
    /// How the climb ended.
    pub outcome: Outcome,
    /// One tally for each of the scale's items, or none at all.
    pub tallies: Tallies,
}

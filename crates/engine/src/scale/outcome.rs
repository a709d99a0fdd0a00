//! What became of a puzzle: of each climb, and as a whole.

use crate::evidence::Outcome;
use smallvec::{SmallVec, smallvec};

/// What one item of a scale did for one puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Patterns that proved something new in their state.
    pub steps: u32,
    /// Candidates removed (those removed by asserting a value not counted).
    pub eliminations: u32,
    /// Values asserted.
    pub placements: u32,
}

/// Tallies. A few need no memory of their own, which another thread would free.
pub type Tallies = SmallVec<[Tally; FEW_ITEMS]>;

/// Items of a scale whose tallies need none.
const FEW_ITEMS: usize = 4;

/// Tallies of this number of items, of which none has done anything.
#[inline]
pub fn no_tallies(items: usize) -> Tallies {
    match items {
        // As it stands: filled one by one, a scan by LC would take a fortieth longer.
        0..=FEW_ITEMS => SmallVec::from_buf_and_len([Tally::default(); FEW_ITEMS], items),
        _ => smallvec![Tally::default(); items],
    }
}

/// A climb: how it ended and what each item of the scale did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Climb {
    /// How it ended.
    pub outcome: Outcome,
    /// One tally for each of the scale's items, or none.
    pub tallies: Tallies,
}

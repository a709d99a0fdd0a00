//! Which puzzles are chosen by how a scale climbs them.

use std::ops::RangeInclusive;
use sudoscope_engine::scale::{Climb, ItemSet, Outcome, Rating, Scale};

/// What is asked of the climb of a puzzle. It has to solve it.
pub struct Choice {
    /// The scale.
    pub scale: Scale,
    /// Values of its first column.
    pub levels: Option<RangeInclusive<u32>>,
    /// One of these items is the last in the scale that the path uses.
    pub hardest: Option<ItemSet>,
    /// Of each of these, the path uses one.
    pub uses: Vec<ItemSet>,
}

impl Choice {
    /// Whether a climb by the scale is as it asks.
    pub fn keeps(&self, climb: &Climb) -> bool {
        let Outcome::Solved(Rating([rating, ..])) = climb.outcome else { return false };
        let fired = |item: usize| climb.tallies.get(item).is_some_and(|did| did.firings > 0);
        let last = (0..climb.tallies.len()).rfind(|&item| fired(item));
        self.levels.as_ref().is_none_or(|levels| levels.contains(&rating))
            && self.hardest.as_ref().is_none_or(|it| last.is_some_and(|last| it.contains(last)))
            && self.uses.iter().all(|items| items.iter().any(fired))
    }
}

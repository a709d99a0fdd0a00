//! Puzzles of rated rows, chosen by how they are solved and by their clues.

use crate::choice::Choice;
use crate::run::Row;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use sudoscope_engine::canon::PatternSymmetry;
use sudoscope_engine::check::{CHECK_BUDGET, check};
use sudoscope_engine::grid::Cells;
use sudoscope_engine::scale::{Outcome, Scale};

/// What is asked of puzzles.
pub struct Query {
    /// By which scale of the rows, by its number.
    pub scale: usize,
    /// Of their climb by it.
    pub choice: Choice,
    /// Only puzzles with this many clues.
    pub clues: Option<RangeInclusive<usize>>,
    /// Their clues stand so.
    pub symmetry: &'static PatternSymmetry,
    /// No clue can be removed.
    pub minimal: bool,
    /// At most this many of each rating: the first ones.
    pub per_rating: Option<u64>,
    /// At most this many in all: the first ones.
    pub count: Option<u64>,
}

/// A choice under way: it is shown the rows in order.
pub struct Selection {
    asked: Query,
    /// Puzzles that were taken, by their rating.
    taken: BTreeMap<Outcome<u32>, u64>,
    count: u64,
}

impl Selection {
    /// Nothing is taken yet.
    pub fn new(asked: Query) -> Selection {
        Selection { asked, taken: BTreeMap::new(), count: 0 }
    }

    /// Puzzles that were taken.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Whether as many are taken as are asked for: no other will be.
    pub fn is_full(&self) -> bool {
        self.asked.count.is_some_and(|most| self.count >= most)
    }

    /// Whether the puzzle of this row is taken.
    pub fn takes(&mut self, row: &Row) -> bool {
        let Query { scale, choice, clues, symmetry, minimal, per_rating, .. } = &self.asked;
        let climb = row.climbs.get(*scale).filter(|_| row.is_rated() && !self.is_full());
        let Some(climb) = climb else { return false };
        let rating = climb.outcome.column(0);
        let taken = self.taken.get(&rating).copied().unwrap_or_default();
        let places = row.puzzle.clues().iter().fold(Cells::EMPTY, |all, cells| all | *cells);
        let is_minimal = || check(&row.puzzle, 1, CHECK_BUDGET).redundant == Some(Cells::EMPTY);
        let takes = choice.keeps(climb)
            && clues.as_ref().is_none_or(|clues| clues.contains(&row.clue_count()))
            && (symmetry.is_none() || !places.is_empty() && symmetry.holds(places))
            && per_rating.is_none_or(|most| taken < most)
            && (!minimal || is_minimal());
        if takes {
            self.taken.insert(rating, taken + 1);
            self.count += 1;
        }
        takes
    }
}

/// The number of the scale with this name; or what there is instead, to be said behind "the scan" or "the
/// table".
pub fn scale_named(scales: &[Scale], name: &str) -> Result<usize, String> {
    scales.iter().position(|scale| scale.name == name).ok_or_else(|| {
        let names: Vec<&str> = scales.iter().map(|scale| scale.name.as_str()).collect();
        format!("has no ladder '{name}'; it has {}", names.join(", "))
    })
}

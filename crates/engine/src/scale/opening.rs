//! The opening: moves played on puzzles before they climb, and the states they end in.

use super::abreast::STAGES;
use crate::grid::{Grid, Progress, exhaust};

/// Moves played on a puzzle before it climbs, from the fewest to the most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum OpeningPlan {
    /// Singles, in the order in which rules place them, and counted.
    #[default]
    Counted,
    /// Singles and locked candidates, in the order in which rules find them, and both counted.
    Tallied,
    /// Singles, in any order.
    Singles,
    /// Singles and locked candidates, in any order.
    Locked,
    /// All of `Locked`, then naked and hidden subsets and fish: size two, then three, then four, up to the
    /// given size.
    Subsets(usize),
}

impl OpeningPlan {
    /// Returns the number of stages: singles, locked candidates, then subsets of two, three and four.
    pub(super) fn stages(self) -> usize {
        match self {
            OpeningPlan::Counted | OpeningPlan::Singles => 1,
            OpeningPlan::Tallied | OpeningPlan::Locked => 2,
            OpeningPlan::Subsets(size) => size.min(STAGES - 1) + 1,
        }
    }
}

/// Where the opening of a puzzle has ended.
///
/// ```text
///   Solver::opening ─▶ OpeningPlan ─▶ Abreast::play ─▶ OpeningEnd ─▶ Solver::start_after ─▶ Solver::climb
///   of all scales                     256 puzzles      of each       has it one solution?   by each scale
///
///   stage   0 singles   1 locked candidates   2 subsets of 2   3 of 3   4 of 4
///               ×               ×                                              × has excluded something
///                             needed             settled                       the next is open, or not
///                                                                              asked
/// ```
///
/// A climb begins from `grid` with the rating of the stage that was `needed`, and asks no items of the
/// `settled` stages. If no items are left to ask, or the puzzle is solved, the climb has ended
/// (`Scale::outcome_after`).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct OpeningEnd {
    /// The state after the opening.
    pub(crate) grid: Grid,
    /// Whether this state is solved, open or contradictory.
    pub(crate) progress: Progress,
    /// Numbers of naked and of hidden singles placed; only their sum means something if the opening does not
    /// count them.
    pub(crate) placements: [u32; 2],
    /// Last stage that excluded something; 0 if only singles were placed. If it is above 0, the opening did
    /// not end in a contradiction.
    pub(crate) needed: usize,
    /// Last stage known, with all stages before it, to exclude nothing more.
    pub(crate) settled: usize,
    /// The state that locked candidates lead to from here, if they are counted ([`OpeningPlan::Tallied`]) and
    /// the puzzle is not solved by singles.
    pub(crate) locked: Option<LockedEnd>,
}

/// State of a climb that has played singles, and locked candidates whenever no singles were left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LockedEnd {
    pub grid: Grid,
    /// Either solved or open.
    pub progress: Progress,
    /// Numbers of naked and of hidden singles placed since the beginning.
    pub placements: [u32; 2],
    /// Numbers of locked candidates that excluded something, and of candidates they excluded.
    pub patterns: u32,
    pub eliminations: u32,
    /// Whether nothing is locked in this state. If not, the climb asks again.
    pub is_settled: bool,
}

impl OpeningEnd {
    /// Whether the puzzle had a digit in each cell from the beginning, and is solved.
    #[inline]
    pub fn was_full(&self) -> bool {
        self.progress == Progress::Solved && self.placements == [0; 2]
    }

    /// Returns the solution, if the opening has reached it.
    pub(super) fn solved(&self) -> Option<&Grid> {
        match &self.locked {
            _ if self.progress == Progress::Solved => Some(&self.grid),
            Some(LockedEnd { progress: Progress::Solved, grid, .. }) => Some(grid),
            _ => None,
        }
    }

    /// Plays the opening of one puzzle, by singles alone.
    pub fn by_singles(mut grid: Grid) -> OpeningEnd {
        let (progress, placements) = exhaust(&mut grid);
        OpeningEnd { grid, progress, placements, ..OpeningEnd::default() }
    }
}

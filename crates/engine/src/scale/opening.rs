//! The opening: what is played of puzzles before they climb, and how it ended.

use super::abreast::STAGES;
use crate::grid::{Grid, Progress, exhaust};

/// What is played of a puzzle before it climbs. The more, the later here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum OpeningPlan {
    /// Singles, in the order in which rules place them, which counts them.
    #[default]
    Counted,
    /// Then locked candidates, and singles again, as rules find them and in their order, which counts both.
    Tallied,
    /// Singles, in any order.
    Singles,
    /// Then locked candidates, and singles again.
    Locked,
    /// Then naked and hidden subsets and fish of two, of three and of four, up to this size, with all earlier
    /// stages again.
    Subsets(usize),
}

impl OpeningPlan {
    /// How many stages it has: the second is locked candidates, number n subsets of n.
    pub(super) fn stages(self) -> usize {
        match self {
            OpeningPlan::Counted | OpeningPlan::Singles => 1,
            OpeningPlan::Tallied | OpeningPlan::Locked => 2,
            OpeningPlan::Subsets(size) => size.min(STAGES - 1) + 1,
        }
    }
}

/// How the opening of a puzzle has ended.
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
/// A climb begins with the rating of the stage that was `needed`, from `grid`, and asks no items of the
/// stages that are `settled`. If that leaves nothing to ask, or the puzzle is solved, the climb has ended
/// (`Scale::outcome_after`).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct OpeningEnd {
    /// The state after it.
    pub(crate) grid: Grid,
    /// How far that is.
    pub(crate) progress: Progress,
    /// How many naked and how many hidden singles were placed; by an opening that does not count them, how
    /// many together.
    pub(crate) placements: [u32; 2],
    /// The last stage that has excluded something, 0 if there were only singles. None of them came to a
    /// contradiction then.
    pub(crate) needed: usize,
    /// The last of the stages that are known, with all before them, to exclude nothing more.
    pub(crate) settled: usize,
    /// What locked candidates lead to from here, if they are counted ([`OpeningPlan::Tallied`]) and something
    /// is open.
    pub(crate) locked: Option<LockedEnd>,
}

/// Where a climb stands after singles, and locked candidates whenever there are no singles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LockedEnd {
    pub grid: Grid,
    /// Solved, or open.
    pub progress: Progress,
    /// How many naked and how many hidden singles were placed, from the beginning.
    pub placements: [u32; 2],
    /// Locked candidates that excluded something, and what they excluded.
    pub patterns: u32,
    pub eliminations: u32,
    /// Whether nothing is locked here. If not, the climb asks again.
    pub is_settled: bool,
}

impl OpeningEnd {
    /// The solution, if it has come to one.
    pub(super) fn solved(&self) -> Option<&Grid> {
        match &self.locked {
            _ if self.progress == Progress::Solved => Some(&self.grid),
            Some(LockedEnd { progress: Progress::Solved, grid, .. }) => Some(grid),
            _ => None,
        }
    }

    /// That of one puzzle, by singles.
    pub fn by_singles(mut grid: Grid) -> OpeningEnd {
        let (progress, placements) = exhaust(&mut grid);
        OpeningEnd { grid, progress, placements, ..OpeningEnd::default() }
    }
}

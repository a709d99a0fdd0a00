//! What is to be made.

use super::top_down::{in_pattern, top_down};
use super::{Puzzle, Random, bottom_up::bottom_up, controlled_bias::controlled_bias};
use crate::choice::Choice;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use sudoscope_engine::canon::PatternSymmetry;
use sudoscope_engine::check::{CHECK_BUDGET, check};
use sudoscope_engine::grid::Cells;
use sudoscope_engine::scale::{DEFAULT_BUDGET, Effort, Solver};

/// How puzzles are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Method {
    /// A full grid, from which clues are removed.
    TopDown,
    /// Random clues until there is one solution, of which some are removed again.
    BottomUp,
    /// Every minimal puzzle with n clues equally likely, and (n + 1)/(81 − n) times as likely with n + 1.
    ControlledBias,
}

/// All that decides a list but its length.
pub struct Recipe {
    /// How puzzles are made.
    pub method: Method,
    /// The seed.
    pub seed: u64,
    /// Numbers of clues to be kept. A method that removes clues stops at one of them, unless `minimal`.
    pub clues: Option<RangeInclusive<usize>>,
    /// Whether only minimal puzzles are made; without `clues` and `places` they are anyway.
    pub minimal: bool,
    /// Where clues stand.
    pub places: Clues,
    /// Which are kept by how they are solved.
    pub choice: Option<Choice>,
}

/// Where the clues of a puzzle stand.
pub enum Clues {
    /// Anywhere, or in cells that a symmetry allows: only of a full grid from which clues are removed.
    Symmetric(&'static PatternSymmetry),
    /// In these cells, all of them: a full grid is kept if they decide it.
    Pattern(Cells),
}

impl Recipe {
    /// The puzzles of one try: those that are to be kept. Mostly one; controlled bias has none or several.
    pub(crate) fn attempt(&self, index: u64, solver: &mut Solver) -> Vec<Puzzle> {
        let mut random = Random::of(self.seed, index);
        let mut puzzles = match self.method {
            Method::TopDown => match self.places {
                Clues::Pattern(cells) => in_pattern(&mut random, cells).into_iter().collect(),
                Clues::Symmetric(symmetry) => {
                    vec![top_down(&mut random, self.stop(index), &symmetry.orbits())]
                }
            },
            Method::BottomUp => vec![bottom_up(&mut random, self.stop(index))],
            Method::ControlledBias => controlled_bias(&mut random),
        };
        puzzles.retain(|puzzle| self.keeps(puzzle, solver));
        puzzles
    }

    /// Whether no clue of this puzzle can be removed. By how it is made it may be known.
    fn is_minimal(&self, puzzle: &Puzzle) -> bool {
        if matches!(self.places, Clues::Symmetric(symmetry) if symmetry.is_none()) {
            return true;
        }
        check(&(*puzzle).into(), 1, CHECK_BUDGET).redundant == Some(Cells::EMPTY)
    }

    /// The number of clues at which this try stops removing: one of those to be kept, all equally likely;
    /// none (0) where puzzles are to be minimal. Its random number is not one of the puzzle's.
    fn stop(&self, index: u64) -> usize {
        match &self.clues {
            Some(clues) if !self.minimal => {
                let choices = (clues.end() - clues.start() + 1) as u64;
                clues.start() + Random::of(!self.seed, index).below(choices) as usize
            }
            _ => 0,
        }
    }

    fn keeps(&self, puzzle: &Puzzle, solver: &mut Solver) -> bool {
        let count = puzzle.iter().map(|cells| cells.len()).sum();
        if self.clues.as_ref().is_some_and(|clues| !clues.contains(&count)) {
            return false;
        }
        if self.minimal && !self.is_minimal(puzzle) {
            return false;
        }
        let Some(choice) = &self.choice else { return true };
        // It has one solution.
        let effort = Effort { validate: false, ..Effort::default() };
        solver.start(puzzle, effort).is_ok() && choice.keeps(&solver.climb(&choice.scale, DEFAULT_BUDGET))
    }
}

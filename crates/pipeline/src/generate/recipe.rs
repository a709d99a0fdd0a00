//! What is to be made.

use super::bottom_up::bottom_up;
use super::controlled_bias::controlled_bias;
use super::top_down::top_down;
use super::{Puzzle, Random};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use sudoscope_engine::scale::{DEFAULT_BUDGET, Effort, Outcome, Scale, Solver};

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
    /// Whether only minimal puzzles are made; without `clues` they are anyway.
    pub minimal: bool,
    /// Ratings to be kept.
    pub rated: Option<WantedRatings>,
}

/// Ratings by a ladder.
pub struct WantedRatings {
    /// The ladder.
    pub scale: Scale,
    /// What is kept of them.
    pub levels: RangeInclusive<u32>,
}

impl Recipe {
    /// The puzzles of one try: those that are to be kept. Mostly one; controlled bias has none or several.
    pub fn attempt(&self, index: u64, solver: &mut Solver) -> Vec<Puzzle> {
        let mut random = Random::of(self.seed, index);
        let mut puzzles = match self.method {
            Method::TopDown => vec![top_down(&mut random, self.stop(index))],
            Method::BottomUp => vec![bottom_up(&mut random, self.stop(index))],
            Method::ControlledBias => controlled_bias(&mut random),
        };
        puzzles.retain(|puzzle| self.keeps(puzzle, solver));
        puzzles
    }

    /// The number of clues at which this try stops removing: one of those to be kept, all equally likely; none (0) where
    /// puzzles are to be minimal. Its random number is not one of the puzzle's.
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
        let Some(WantedRatings { scale, levels }) = &self.rated else { return true };
        // It has one solution.
        let effort = Effort { validate: false, ..Effort::default() };
        solver.start(puzzle, effort).is_ok()
            && matches!(solver.climb(scale, DEFAULT_BUDGET).outcome.column(0),
                Outcome::Solved(level) if levels.contains(&level))
    }
}

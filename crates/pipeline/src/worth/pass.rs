//! Pass over the records of a finished run, on many threads.

use crate::run::{Row, RunError, RunFile, RunHeader};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use sudoscope_engine::board_climb::BoardClimber;
use sudoscope_engine::check::only_solution_on;
use sudoscope_engine::scale::{Climb, Effort, ItemSet, ItemSetClimb, Outcome, Policy, Scale, Solver};

/// One ladder of a finished run, with the means to climb its puzzles again.
pub struct Pass<'a> {
    /// Records of the run.
    pub file: &'a RunFile,
    /// Header with everything that determines the records.
    pub header: &'a RunHeader,
    /// Ladder to climb.
    pub scale: &'a Scale,
    /// Number of the ladder in the run.
    pub at: usize,
    /// Threads of the pass.
    pub pool: &'a rayon::ThreadPool,
    /// Flag that aborts the pass when set.
    pub interrupt: &'a AtomicBool,
    /// Receiver of the number of further rows that a pass has begun.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

/// Climber of a thread of a pass, on the plain board and on another.
#[derive(Default)]
pub struct PassClimber {
    plain: Solver,
    on_board: BoardClimber,
}

/// Reason why a pass gave no result.
#[derive(Debug, thiserror::Error)]
pub enum PassError {
    /// The records cannot be read.
    #[error(transparent)]
    Records(#[from] RunError),
    /// Interrupted on request.
    #[error("interrupted")]
    Interrupted,
}

/// Puzzle of the run, with its earlier climb by the ladder.
pub struct ClimbedPuzzle<'a> {
    /// Number of the row.
    pub number: usize,
    pub clues: usize,
    pub climb: &'a Climb,
    pub used: ItemSet,
    /// Whether conclusions are applied in one order only. With several orders, another one may do better with
    /// fewer items.
    one_order: bool,
    row: &'a Row,
}

/// Rows between two calls of `progress`.
const REPORTED_EVERY: u64 = 64;

impl Pass<'_> {
    pub(super) fn effort(&self) -> Effort {
        Effort { budget: self.header.budget, validate: self.header.validate }
    }

    /// Calls `each` for every climbed puzzle, in any order, on all threads. Each thread adds to a sum of its
    /// own; `merge` joins the sums, also in any order.
    pub(super) fn each_puzzle<A: Send>(
        &self, new: impl Fn() -> A + Sync + Send,
        each: impl Fn(&mut A, &mut PassClimber, &ClimbedPuzzle) + Sync + Send,
        merge: impl Fn(A, A) -> A + Sync + Send,
    ) -> Result<A, PassError> {
        let mut reported = 0;
        let rows = self.file.rows()?.enumerate().inspect(|(k, _)| {
            let begun = *k as u64 + 1;
            if begun.is_multiple_of(REPORTED_EVERY) || begun == self.file.records {
                (self.progress)(begun - reported);
                reported = begun;
            }
        });
        let add = |(mut sum, mut climber): (A, Box<PassClimber>), (number, row): (usize, _)| {
            if self.interrupt.load(Ordering::Relaxed) {
                return Err(PassError::Interrupted);
            }
            if let Some(puzzle) = self.puzzle(number, &row?) {
                each(&mut sum, &mut climber, &puzzle);
            }
            Ok((sum, climber))
        };
        self.pool.install(|| {
            // Boxed, as the fold moves it for each row: a solver is large.
            let begin = || (new(), Box::<PassClimber>::default());
            let sums = rows.par_bridge().try_fold(begin, add);
            let sums = sums.map(|sum| sum.map(|(sum, _)| sum));
            sums.try_reduce(&new, |one, other| Ok(merge(one, other)))
        })
    }

    /// Returns the puzzle of a row, if it was climbed and may have a solution.
    fn puzzle<'r>(&self, number: usize, row: &'r Row) -> Option<ClimbedPuzzle<'r>> {
        let climb = row.climbs.get(self.at)?;
        let used = ItemSet::used(self.scale, &climb.tallies);
        let is_puzzle = climb.outcome != Outcome::NoSolution;
        let one_order = self.scale.policy != Policy::BestOfOrders;
        let clues = row.clue_count();
        is_puzzle.then_some(ClimbedPuzzle { number, clues, climb, used, one_order, row })
    }

    /// Climbs a puzzle again by some items of the ladder; returns the outcome of each of these climbs.
    pub(super) fn climb_item_sets(
        &self, climber: &mut PassClimber, puzzle: &ClimbedPuzzle, asks: &[ItemSetClimb],
    ) -> Vec<Outcome> {
        let (given, scale) = (&puzzle.row.puzzle, self.scale);
        if let Some(board) = &self.header.board {
            let clues = given.clues();
            let solution = only_solution_on(board, &clues, self.header.budget).ok();
            let start = board.start(&clues);
            return climber.on_board.climb_item_sets(scale, board, &start, solution.as_ref(), asks);
        }
        let started = climber.plain.start(given, self.effort());
        debug_assert_eq!(started, Ok(()), "it was climbed before");
        climber.plain.climb_item_sets(scale, asks)
    }
}

impl ClimbedPuzzle<'_> {
    pub fn is_solved(&self) -> bool {
        matches!(self.climb.outcome, Outcome::Solved(_))
    }

    /// Whether the outcome with these items alone is known without a climb: it is that of the whole ladder if
    /// its path used no others.
    pub fn settles(&self, items: &ItemSet) -> bool {
        self.one_order && self.used.is_subset(items) && self.climb.outcome != Outcome::Budget
    }
}

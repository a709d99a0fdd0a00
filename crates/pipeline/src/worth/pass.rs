//! A pass over the records of a finished run, on many threads.

use crate::run::{Row, RunError, RunFile, RunHeader};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use sudoscope_engine::scale::{Climb, Effort, ItemSet, Outcome, Policy, Scale, Solver};

/// One ladder of a finished run, and the means to climb its puzzles again.
pub struct Pass<'a> {
    /// The records.
    pub file: &'a RunFile,
    /// What decided them.
    pub header: &'a RunHeader,
    /// The ladder.
    pub scale: &'a Scale,
    /// Its number in the run.
    pub at: usize,
    /// The threads.
    pub pool: &'a rayon::ThreadPool,
    /// Set to break off.
    pub interrupt: &'a AtomicBool,
    /// Is called with how many rows more a pass has begun.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

/// Why nothing came of a pass.
#[derive(Debug, thiserror::Error)]
pub enum PassError {
    /// The records cannot be read.
    #[error(transparent)]
    Records(#[from] RunError),
    /// Broken off on request.
    #[error("interrupted")]
    Interrupted,
}

/// A puzzle of the run, climbed by its ladder before.
pub struct ClimbedPuzzle<'a> {
    /// Its number among the rows.
    pub number: usize,
    pub clues: usize,
    pub climb: &'a Climb,
    pub used: ItemSet,
    /// Whether there is one order only in which what rules prove is applied. Of several, others may serve
    /// fewer items better.
    one_order: bool,
    row: &'a Row,
}

/// Rows between two calls of `progress`.
const REPORTED_EVERY: u64 = 64;

impl Pass<'_> {
    pub(super) fn effort(&self) -> Effort {
        Effort { budget: self.header.budget, validate: self.header.validate }
    }

    /// Calls `each` with every puzzle that was climbed, in any order, on all threads. Each of these has a sum
    /// of its own to add to; the sums are put together by `merge`, also in any order.
    pub(super) fn each_puzzle<A: Send>(
        &self, new: impl Fn() -> A + Sync + Send,
        each: impl Fn(&mut A, &mut Solver, &ClimbedPuzzle) + Sync + Send,
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
        let add = |(mut sum, mut solver): (A, Solver), (number, row): (usize, _)| {
            if self.interrupt.load(Ordering::Relaxed) {
                return Err(PassError::Interrupted);
            }
            if let Some(puzzle) = self.puzzle(number, &row?) {
                each(&mut sum, &mut solver, &puzzle);
            }
            Ok((sum, solver))
        };
        self.pool.install(|| {
            let sums = rows.par_bridge().try_fold(|| (new(), Solver::new()), add);
            let sums = sums.map(|sum| sum.map(|(sum, _)| sum));
            sums.try_reduce(&new, |one, other| Ok(merge(one, other)))
        })
    }

    /// The puzzle of a row, if it was climbed and may have a solution.
    fn puzzle<'r>(&self, number: usize, row: &'r Row) -> Option<ClimbedPuzzle<'r>> {
        let climb = row.climbs.get(self.at)?;
        let used = ItemSet::used(self.scale, &climb.tallies);
        let is_puzzle = climb.outcome != Outcome::NoSolution;
        let one_order = self.scale.policy != Policy::BestOfOrders;
        let clues = row.clue_count();
        is_puzzle.then_some(ClimbedPuzzle { number, clues, climb, used, one_order, row })
    }

    /// Makes the solver ready to climb a puzzle again.
    pub(super) fn start(&self, solver: &mut Solver, puzzle: &ClimbedPuzzle) {
        let started = solver.start(&puzzle.row.puzzle, self.effort());
        debug_assert_eq!(started, Ok(()), "it was climbed before");
    }
}

impl ClimbedPuzzle<'_> {
    pub fn is_solved(&self) -> bool {
        matches!(self.climb.outcome, Outcome::Solved(_))
    }

    /// Whether the path of the whole ladder shows, without a climb, what these items do: they were all that
    /// was used. Then the outcome is the same.
    pub fn settles(&self, items: &ItemSet) -> bool {
        self.one_order && self.used.is_subset(items) && self.climb.outcome != Outcome::Budget
    }
}

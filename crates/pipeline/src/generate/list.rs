//! List of puzzles: runs tries on a pool of threads and keeps their puzzles in the order of the tries.

use super::{Clues, Method, Puzzle, Recipe};
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use sudoscope_engine::scale::Solver;

/// Approximate duration of a round of tries, after which progress is reported and the list can be resumed.
const ROUND: Duration = Duration::from_millis(250);

/// Length of a list: puzzles wanted, and tries allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ListLimits {
    /// Puzzles in all.
    pub puzzles: u64,
    /// Maximum number of tries in all.
    pub tries: u64,
}

impl ListLimits {
    /// Sets the limits for `puzzles` puzzles of a recipe. Unless `tries` is given, a recipe that selects
    /// puzzles, and so may find none, gets a default: 100,000 tries per puzzle, and at least a million if
    /// most tries give none.
    pub fn of(recipe: &Recipe, puzzles: u64, tries: Option<u64>) -> ListLimits {
        let Recipe { method, clues, minimal, places, choice, board, .. } = recipe;
        let chooses = clues.is_some() || choice.is_some() || board.is_some() || *minimal;
        let has_pattern = matches!(places, Clues::Pattern(_));
        let least = if has_pattern || *method == Method::ControlledBias { 1_000_000 } else { 100_000 };
        let most = match chooses || has_pattern {
            true => puzzles.saturating_mul(100_000).max(least),
            false => u64::MAX,
        };
        ListLimits { puzzles, tries: tries.unwrap_or(most) }
    }
}

/// Progress of a list.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct ListProgress {
    /// Puzzles kept.
    pub puzzles: u64,
    /// Tries made, which is also the number of the next.
    pub tries: u64,
    /// Puzzles of the next try that are kept already, if it has more than were wanted.
    #[serde(default)]
    pub(crate) of_next: u64,
}

impl ListProgress {
    /// Keeps the wanted puzzles of the next tries, in order, and counts only the tries needed for them, so
    /// that a list can later be extended from where it ended.
    fn keep(&mut self, attempts: Vec<Vec<Puzzle>>, wanted: u64) -> Vec<Puzzle> {
        let mut kept = Vec::new();
        for attempt in attempts {
            let room = wanted - self.puzzles;
            if room == 0 {
                break;
            }
            let left = attempt.into_iter().skip(usize::try_from(self.of_next).unwrap_or(usize::MAX));
            let mut left = left.peekable();
            let before = kept.len();
            kept.extend(left.by_ref().take(usize::try_from(room).unwrap_or(usize::MAX)));
            let taken = (kept.len() - before) as u64;
            self.puzzles += taken;
            if left.peek().is_some() {
                self.of_next += taken;
            } else {
                (self.tries, self.of_next) = (self.tries + 1, 0);
            }
        }
        kept
    }
}

/// Extends a list from `made`, and passes the puzzles of each round to `sink`, with the new progress. Ends
/// when there are enough puzzles, after too many tries, or when `interrupt` is set and the current round is
/// finished.
pub fn make(
    pool: &ThreadPool, recipe: &Recipe, wanted: ListLimits, mut made: ListProgress, interrupt: &AtomicBool,
    mut sink: impl FnMut(&[Puzzle], ListProgress) -> io::Result<()>,
) -> io::Result<ListProgress> {
    let mut round = pool.current_num_threads() as u64;
    while made.puzzles < wanted.puzzles && made.tries < wanted.tries && !interrupt.load(Ordering::Relaxed) {
        let missing = wanted.puzzles - made.puzzles;
        // Tries needed if puzzles keep appearing at the rate so far.
        let needed = missing.saturating_mul(made.tries + 1) / (made.puzzles + 1);
        let tries = round.min(needed.max(missing)).min(wanted.tries - made.tries);
        let begin = Instant::now();
        let numbers = (made.tries..made.tries + tries).into_par_iter();
        let attempts = numbers.map_init(Solver::new, |solver, index| recipe.attempt(index, solver));
        let attempts = pool.install(|| attempts.collect());
        let puzzles = made.keep(attempts, wanted.puzzles);
        sink(&puzzles, made)?;
        round = next_round(tries, begin.elapsed());
    }
    Ok(made)
}

/// Returns the size of the next round, given the duration of this one: at most twice as large.
pub(crate) fn next_round(tries: u64, took: Duration) -> u64 {
    let share = ROUND.as_secs_f64() / took.as_secs_f64().max(1e-9);
    ((tries as f64 * share.min(2.0)) as u64).max(1)
}

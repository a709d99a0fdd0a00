//! A list of puzzles: tries on a pool of threads, what is kept in the order of the tries.

use super::{Clues, Method, Puzzle, Recipe};
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use sudoscope_engine::scale::Solver;

/// A round of tries takes about this long: so often there is progress, and a place to resume from.
const ROUND: Duration = Duration::from_millis(250);

/// How long a list is to be, and how much of it there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ListLimits {
    /// Puzzles in all.
    pub puzzles: u64,
    /// Tries in all at most.
    pub tries: u64,
}

impl ListLimits {
    /// This many puzzles of a recipe. Without a bound on tries: where puzzles are chosen there may be none to
    /// be found, so there is a bound, 100,000 for each puzzle; at least a million where most tries give none.
    pub fn of(recipe: &Recipe, puzzles: u64, tries: Option<u64>) -> ListLimits {
        let Recipe { method, clues, minimal, places, choice, .. } = recipe;
        let chooses = clues.is_some() || choice.is_some() || *minimal;
        let has_pattern = matches!(places, Clues::Pattern(_));
        let least = if has_pattern || *method == Method::ControlledBias { 1_000_000 } else { 100_000 };
        let most = match chooses || has_pattern {
            true => puzzles.saturating_mul(100_000).max(least),
            false => u64::MAX,
        };
        ListLimits { puzzles, tries: tries.unwrap_or(most) }
    }
}

/// How far a list has come.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct ListProgress {
    /// Puzzles kept.
    pub puzzles: u64,
    /// Tries made; the number of the next.
    pub tries: u64,
    /// Puzzles of the next try that are kept already: it has more than were wanted.
    #[serde(default)]
    pub(crate) of_next: u64,
}

impl ListProgress {
    /// Keeps what is wanted of the puzzles of the next tries, in order, and counts the tries that were needed
    /// for it. So a list that is made longer goes on where it ended.
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

/// Makes a list on from `made`, and hands the puzzles of each round to `sink`, with what is then made. Ends
/// when there are enough puzzles, after too many tries, or when `interrupt` is set and the round in flight is
/// finished.
pub fn make(
    pool: &ThreadPool, recipe: &Recipe, wanted: ListLimits, mut made: ListProgress, interrupt: &AtomicBool,
    mut sink: impl FnMut(&[Puzzle], ListProgress) -> io::Result<()>,
) -> io::Result<ListProgress> {
    let mut round = pool.current_num_threads() as u64;
    while made.puzzles < wanted.puzzles && made.tries < wanted.tries && !interrupt.load(Ordering::Relaxed) {
        let missing = wanted.puzzles - made.puzzles;
        // As many as it takes if puzzles come as they came so far.
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

/// The size of the next round, when this one took so long: at most twice as large.
fn next_round(tries: u64, took: Duration) -> u64 {
    let share = ROUND.as_secs_f64() / took.as_secs_f64().max(1e-9);
    ((tries as f64 * share.min(2.0)) as u64).max(1)
}

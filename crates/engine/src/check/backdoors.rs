//! Backdoors: how few values, or how few deletions, are enough for singles to do the rest. (Berthier,
//! *Pattern-Based Constraint Satisfaction*, 11.5.3, where the size of a backdoor is shown to say little of
//! the difficulty.)

use crate::budget::{Budget, Within};
use crate::grid::{Candidate, Candidates, Grid, Progress, Puzzle, exhaust};

/// Sets of more are not looked for.
const LARGEST_BACKDOOR: u8 = 4;

/// What a set costs in work units: playing singles takes as long as some guesses.
const PLAY: u64 = 8;

/// The smallest sets of one kind with which singles solve the puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Smallest {
    /// Their size, 0 if singles solve the puzzle by themselves, and how many sets of this size there are.
    Sets {
        /// The number of candidates in each.
        size: u8,
        /// The number of sets. With size 0 it is 1.
        count: u64,
    },
    /// No set of up to this many candidates is enough; larger ones were not tried.
    LargerThan(u8),
}

impl std::fmt::Display for Smallest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Smallest::Sets { size, .. } => write!(f, "{size}"),
            Smallest::LargerThan(size) => write!(f, ">{size}"),
        }
    }
}

/// The backdoors of a puzzle with one solution, after singles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backdoors {
    /// *Backdoors*: sets of values that, once asserted, let singles solve the puzzle.
    pub values: Smallest,
    /// *Anti-backdoors*: sets of candidates that, once deleted, do.
    pub deletions: Smallest,
}

/// Looks for the smallest backdoors and anti-backdoors of up to `LARGEST_BACKDOOR` candidates, in a puzzle
/// that has only this solution. A kind for which the steps do not suffice is [`Smallest::LargerThan`] the
/// last size that was looked at whole.
pub fn backdoors(puzzle: &Puzzle, solution: &Grid, budget: u64) -> Backdoors {
    let mut grid = puzzle.grid();
    exhaust(&mut grid);
    let is_open = |one: &Candidate| !grid.placed().contains(one.cell as usize);
    let candidates = grid.candidates();
    let open = candidates.iter().filter(is_open);
    let (values, others): (Vec<_>, Vec<_>) = open.partition(|&one| solution.allows(one));
    // Half of the steps for each kind.
    let half = budget / 2;
    let asserted = |grid: &mut Grid, one| {
        grid.place_all(&Candidates::from_iter([one]).0);
    };
    let deleted = |grid: &mut Grid, one| grid.eliminate(&Candidates::from_iter([one]));
    Backdoors {
        values: smallest(&grid, &values, asserted, Budget(half)),
        deletions: smallest(&grid, &others, deleted, Budget(half)),
    }
}

/// The smallest sets of these candidates that are enough.
fn smallest(
    grid: &Grid, candidates: &[Candidate], apply: impl Fn(&mut Grid, Candidate), mut budget: Budget,
) -> Smallest {
    if grid.is_solved() {
        return Smallest::Sets { size: 0, count: 1 };
    }
    for size in 1..=LARGEST_BACKDOOR {
        match count(grid, candidates, &apply, size, &mut budget) {
            Ok(0) => {}
            Ok(count) => return Smallest::Sets { size, count },
            Err(_) => return Smallest::LargerThan(size - 1),
        }
    }
    Smallest::LargerThan(LARGEST_BACKDOOR)
}

/// How many sets of this size are enough, if no smaller set is.
fn count(
    grid: &Grid, candidates: &[Candidate], apply: &impl Fn(&mut Grid, Candidate), size: u8,
    budget: &mut Budget,
) -> Within<u64> {
    let mut enough = 0;
    for (at, &one) in candidates.iter().enumerate() {
        // What follows from those before by singles adds nothing: the set is no better than without it.
        if !grid.allows(one) || grid.placed().contains(one.cell as usize) {
            continue;
        }
        budget.take(PLAY)?;
        let mut after = *grid;
        apply(&mut after, one);
        let solved = exhaust(&mut after).0 == Progress::Solved;
        if size == 1 {
            enough += u64::from(solved);
        } else {
            enough += count(&after, &candidates[at + 1..], apply, size - 1, budget)?;
        }
    }
    Ok(enough)
}

//! Backdoors: the fewest values, or the fewest deletions, that let singles solve the puzzle. (Berthier,
//! *Pattern-Based Constraint Satisfaction*, 11.5.3, shows that the size of a backdoor says little about the
//! difficulty.)

use crate::budget::{Budget, Within};
use crate::grid::{Candidate, Candidates, Grid, Progress, Puzzle, exhaust};

/// Largest sets searched for.
const LARGEST_BACKDOOR: u8 = 4;

/// Work units for each set: playing singles takes as long as some guesses.
const PLAY: u64 = 8;

/// The smallest sets of one kind that let singles solve the puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Smallest {
    /// The size of these sets, 0 if singles alone solve the puzzle, and their number.
    Sets {
        /// The number of candidates in each set.
        size: u8,
        /// The number of sets; 1 for size 0.
        count: u64,
    },
    /// No set of up to this many candidates is enough; larger sets were not tried.
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
    /// *Anti-backdoors*: sets of candidates that, once deleted, let singles solve the puzzle.
    pub deletions: Smallest,
}

/// Finds the smallest backdoors and anti-backdoors of up to `LARGEST_BACKDOOR` candidates, in a puzzle that
/// has only this solution. If the budget runs out for one kind, it is [`Smallest::LargerThan`] the last size
/// that was fully searched.
pub fn backdoors(puzzle: &Puzzle, solution: &Grid, budget: u64) -> Backdoors {
    let play = Play {
        exhaust: &|grid: &mut Grid| exhaust(grid).0 == Progress::Solved,
        place: &|grid: &mut Grid, one| _ = grid.place_all(&Candidates::from_iter([one]).0),
    };
    smallest_sets(puzzle.grid(), &play, solution, budget)
}

/// How singles are played on a board.
pub(super) struct Play<'a> {
    /// Plays all singles; returns whether they solve the puzzle.
    pub exhaust: &'a dyn Fn(&mut Grid) -> bool,
    /// Places a value.
    pub place: &'a dyn Fn(&mut Grid, Candidate),
}

pub(super) fn smallest_sets(mut grid: Grid, play: &Play, solution: &Grid, budget: u64) -> Backdoors {
    let is_solved = (play.exhaust)(&mut grid);
    let is_open = |one: &Candidate| !grid.placed().contains(one.cell);
    let candidates = grid.candidates();
    let open = candidates.iter().filter(is_open);
    let (values, others): (Vec<_>, Vec<_>) = open.partition(|&one| solution.allows(one));
    // Half of the steps for each kind.
    let half = budget / 2;
    let deleted = |grid: &mut Grid, one| grid.eliminate(&Candidates::from_iter([one]));
    if is_solved {
        let nothing = Smallest::Sets { size: 0, count: 1 };
        return Backdoors { values: nothing, deletions: nothing };
    }
    Backdoors {
        values: smallest(&grid, &values, play, Budget(half)),
        deletions: smallest(&grid, &others, &Play { place: &deleted, ..*play }, Budget(half)),
    }
}

/// Finds the smallest sets of these candidates that let singles solve the puzzle.
fn smallest(grid: &Grid, candidates: &[Candidate], play: &Play, mut budget: Budget) -> Smallest {
    for size in 1..=LARGEST_BACKDOOR {
        match count(grid, candidates, play, size, &mut budget) {
            Ok(0) => {}
            Ok(count) => return Smallest::Sets { size, count },
            Err(_) => return Smallest::LargerThan(size - 1),
        }
    }
    Smallest::LargerThan(LARGEST_BACKDOOR)
}

/// Counts the sets of `size` candidates that let singles solve the puzzle, provided that no smaller set does.
fn count(grid: &Grid, candidates: &[Candidate], play: &Play, size: u8, budget: &mut Budget) -> Within<u64> {
    let mut enough = 0;
    for (at, &one) in candidates.iter().enumerate() {
        // A candidate that already follows by singles adds nothing: the set without it would do as well.
        if !grid.allows(one) || grid.placed().contains(one.cell) {
            continue;
        }
        budget.take(PLAY)?;
        let mut after = *grid;
        (play.place)(&mut after, one);
        let solved = (play.exhaust)(&mut after);
        if size == 1 {
            enough += u64::from(solved);
        } else {
            enough += count(&after, &candidates[at + 1..], play, size - 1, budget)?;
        }
    }
    Ok(enough)
}

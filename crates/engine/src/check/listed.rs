//! Solutions themselves, and the candidates that stand in one of them.

use crate::brute::{ALL_STALE, deduce, each_solution, first_digit, with_digit};
use crate::budget::{Budget, Within};
use crate::grid::{Candidates, Grid, Puzzle, bits};

/// Some solutions: all, or this many. They come in the order of the search, which depends on the puzzle only.
pub fn listed(puzzle: &Puzzle, count: usize, budget: u64) -> Within<Vec<Grid>> {
    let mut solutions = Vec::new();
    if count > 0 {
        each_solution(&puzzle.grid(), &mut Budget(budget), &first_digit, &mut |solution| {
            solutions.push(*solution);
            solutions.len() < count
        })?;
    }
    Ok(solutions)
}

/// The *true candidates*: those that stand in some solution. A value that all solutions share is the only one
/// of its cell.
pub fn true_candidates(puzzle: &Puzzle, budget: u64) -> Within<Candidates> {
    let mut budget = Budget(budget);
    let mut known = Candidates::EMPTY;
    let mut start = puzzle.grid();
    if !deduce(&mut start, ALL_STALE) {
        return Ok(known);
    }
    for one in Candidates(start.planes).iter() {
        if known.contains(one) {
            continue;
        }
        let (digit, cell) = (one.digit.into(), one.cell.into());
        // Guesses are what is not known yet, so that each solution shows many.
        let before = known;
        let choose = |grid: &Grid, cell: usize| {
            let new = |digit: &usize| !before.0[*digit].contains(cell);
            bits(grid.digits_of(cell)).find(new).unwrap_or_else(|| first_digit(grid, cell))
        };
        each_solution(&with_digit(&start, cell, digit), &mut budget, &choose, &mut |solution| {
            known.extend(&Candidates(solution.planes));
            false
        })?;
    }
    Ok(known)
}

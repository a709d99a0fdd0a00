//! Lists solutions, and the candidates that at least one solution contains.

use crate::brute::{ALL_STALE, deduce, each_solution, first_digit, with_digit};
use crate::budget::{Budget, Within};
use crate::grid::{Candidate, Candidates, Cell, Digit, Grid, Puzzle};

/// Lists up to `count` solutions, in the order of the search, which depends only on the puzzle.
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

/// Finds the *true candidates*: those in some solution. A value that all solutions share is the only true
/// candidate of its cell.
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
        let Candidate { digit, cell } = one;
        // Guess candidates not yet known to be true, so that each solution shows many new ones.
        let before = known;
        let choose = |grid: &Grid, cell: Cell| {
            let new = |digit: &Digit| !before.0[*digit].contains(cell);
            Digit::in_mask(grid.digits_of(cell)).find(new).unwrap_or_else(|| first_digit(grid, cell))
        };
        each_solution(&with_digit(&start, cell, digit), &mut budget, &choose, &mut |solution| {
            known.extend(&Candidates(solution.planes));
            false
        })?;
    }
    Ok(known)
}

//! The brute-force solver: counts solutions, to tell puzzles from grids with none or several.
//!
//! Plain depth-first search over the same bitboards as the rules: exhaust singles, then guess.

use crate::grid::{Candidate, Candidates, Cells, Grid};
use crate::rules::singles::{Progress, exhaust};

/// The number of solutions of `grid`, counted up to `limit`, and the last one found.
pub fn solutions(grid: &Grid, limit: usize) -> (usize, Option<Grid>) {
    let mut found = (0, None);
    search(*grid, limit, &mut found);
    found
}

/// The solution of `grid` if there is exactly one.
pub fn unique_solution(grid: &Grid) -> Option<Grid> {
    match solutions(grid, 2) {
        (1, solution) => solution,
        _ => None,
    }
}

/// Depth at most 81: every guess decides a cell.
fn search(mut grid: Grid, limit: usize, found: &mut (usize, Option<Grid>)) {
    match exhaust(&mut grid).0 {
        Progress::Contradiction => {}
        Progress::Solved => *found = (found.0 + 1, Some(grid)),
        Progress::Open => {
            let (digit, cell) = guess(&grid);
            let candidate = Candidate::new(digit, cell);
            let mut values = [Cells::EMPTY; 9];
            values[digit] = Cells::of(cell);
            let mut with = grid;
            with.place_all(&values);
            search(with, limit, found);
            if found.0 < limit {
                grid.eliminate(&Candidates::from_iter([candidate]));
                search(grid, limit, found);
            }
        }
    }
}

/// The first digit of the undecided cell with the fewest.
fn guess(grid: &Grid) -> (usize, usize) {
    let mut at_least = [Cells::EMPTY; 4];
    for &plane in &grid.planes {
        at_least[3] |= at_least[2] & plane;
        at_least[2] |= at_least[1] & plane;
        at_least[1] |= at_least[0] & plane;
        at_least[0] |= plane;
    }
    let open = !grid.placed();
    let choice = [open - at_least[2], open - at_least[3], open];
    let cell = choice.iter().find_map(|cells| cells.first()).unwrap_or_default();
    let digit = (0..9).find(|&digit| grid.planes[digit].contains(cell)).unwrap_or_default();
    (digit, cell)
}

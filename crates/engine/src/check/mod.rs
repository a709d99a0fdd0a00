//! Whether a puzzle is valid: how many solutions it has, and which clues it could do without; and how little
//! more would make it one for singles.

mod backdoors;

pub use backdoors::{Backdoors, Smallest, backdoors};

use crate::brute::solutions_within;
use crate::budget::{Budget, OutOfBudget, Within};
use crate::grid::{Candidate, Candidates, Cells, Grid, Puzzle};
use crate::scale::Status;

/// Steps for each puzzle by default: some seconds. Puzzles of 17 clues and more take a few thousand.
pub const CHECK_BUDGET: u64 = 10_000_000;

/// What is known of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Check {
    /// `Ok` with one solution; otherwise what is wrong, or `Budget` if that is not known.
    pub status: Status,
    /// The number of solutions, if it is known.
    pub solutions: Option<Solutions>,
    /// The solution, if there is one only.
    pub solution: Option<Grid>,
    /// If there is one solution: the clues each of which can be left out alone without there being another.
    /// Nothing for a sukaku, which has no clues.
    pub redundant: Option<Cells>,
}

/// A number of solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solutions {
    /// This many.
    Exactly(u64),
    /// More than the limit.
    MoreThan(u64),
}

impl std::fmt::Display for Solutions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Solutions::Exactly(count) => write!(f, "{count}"),
            Solutions::MoreThan(limit) => write!(f, ">{limit}"),
        }
    }
}

/// Counts the solutions of a puzzle, up to `limit`, and looks for clues that it could do without. A step of
/// the budget is a guess; first the solutions are counted with it, then the clues are looked at with what is
/// left.
pub fn check(puzzle: &Puzzle, limit: u64, budget: u64) -> Check {
    let mut check = Check { status: Status::Budget, solutions: None, solution: None, redundant: None };
    let mut budget = Budget(budget);
    let enough = usize::try_from(limit.saturating_add(1)).unwrap_or(usize::MAX);
    let Ok((count, last)) = solutions_within(&puzzle.grid(), enough.max(2), &mut budget) else {
        return check;
    };
    let count = count as u64;
    check.solution = last.filter(|_| count == 1);
    check.solutions =
        Some(if count > limit { Solutions::MoreThan(limit) } else { Solutions::Exactly(count) });
    check.status = match count {
        0 => Status::NoSolution,
        1 => Status::Ok,
        _ => Status::MultipleSolutions,
    };
    if let (1, Puzzle::Clues(clues)) = (count, puzzle) {
        match redundant(clues, &mut budget) {
            Ok(cells) => check.redundant = Some(cells),
            Err(OutOfBudget) => check.status = Status::Budget,
        }
    }
    check
}

/// The clues without which the puzzle still has only one solution.
fn redundant(clues: &[Cells; 9], budget: &mut Budget) -> Within<Cells> {
    let mut redundant = Cells::EMPTY;
    for (digit, cells) in clues.iter().enumerate() {
        for cell in *cells {
            let mut fewer = *clues;
            fewer[digit].remove(cell);
            // Another solution would have another digit in this cell.
            let mut grid = Grid::from_clues(&fewer);
            grid.eliminate(&Candidates::from_iter([Candidate::new(digit, cell)]));
            if solutions_within(&grid, 1, budget)?.0 == 0 {
                redundant.insert(cell);
            }
        }
    }
    Ok(redundant)
}

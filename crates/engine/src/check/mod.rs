//! Whether a puzzle is valid: how many solutions it has, and which clues it could do without; and how little
//! more would make it one for singles.

mod backdoors;
mod count;
mod estimate;
mod listed;
mod redundant;

pub use backdoors::{Backdoors, Smallest, backdoors};
pub use estimate::{Estimate, Probes, estimate};
pub use listed::{listed, true_candidates};

use crate::brute::solutions_within;
use crate::budget::{Budget, OutOfBudget};
use crate::grid::{Candidates, Cells, Grid, Puzzle};
use crate::scale::Status;
use count::count_by_parts;
use redundant::redundant;

/// Steps for each puzzle by default: some seconds. Puzzles of 17 clues and more take a few thousand.
pub const CHECK_BUDGET: u64 = 10_000_000;

/// The limit where all solutions are counted: the largest number of a column of 64-bit integers.
pub const ALL: u64 = i64::MAX as u64;

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
    let (mut budget, grid) = (Budget(budget), puzzle.grid());
    let Ok((few, last)) = solutions_within(&grid, 2, &mut budget) else { return check };
    let counted = match few {
        2 if limit > 1 => count_by_parts(&grid, limit.saturating_add(1), &mut budget),
        _ => Ok(few as u64),
    };
    let Ok(count) = counted else { return check };
    check.solution = last.filter(|_| count == 1);
    check.solutions =
        Some(if count > limit { Solutions::MoreThan(limit) } else { Solutions::Exactly(count) });
    check.status = match count {
        0 => Status::NoSolution,
        1 => Status::Ok,
        _ => Status::MultipleSolutions,
    };
    if let (Some(solution), Puzzle::Clues(clues)) = (check.solution, puzzle) {
        match redundant(clues, &solution, &mut budget) {
            Ok(cells) => check.redundant = Some(cells),
            Err(OutOfBudget) => check.status = Status::Budget,
        }
    }
    check
}

/// What else may be asked about the solutions of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Questions {
    /// How many solutions to list.
    pub list: usize,
    /// Whether to look for the candidates that stand in some solution.
    pub true_candidates: bool,
    /// How to estimate the number of solutions where it is not counted.
    pub probes: Option<Probes>,
}

/// The answers; nothing where nobody asked.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Answers {
    /// Solutions.
    pub listed: Option<Vec<Grid>>,
    /// The candidates that stand in some solution.
    pub true_candidates: Option<Candidates>,
    /// Only if the number of solutions is not known.
    pub estimate: Option<Estimate>,
}

impl Check {
    /// Answers more questions about the puzzle of this check. Each has a budget of its own; where one does
    /// not suffice the answer is missing, and the status becomes [`Status::Budget`].
    pub fn answers(&mut self, puzzle: &Puzzle, questions: Questions, budget: u64) -> Answers {
        let list = (questions.list > 0).then(|| listed(puzzle, questions.list, budget));
        let candidates = questions.true_candidates.then(|| true_candidates(puzzle, budget));
        if matches!(list, Some(Err(_))) || matches!(candidates, Some(Err(_))) {
            self.status = Status::Budget;
        }
        let is_counted = matches!(self.solutions, Some(Solutions::Exactly(_)));
        let probes = questions.probes.filter(|_| !is_counted);
        Answers {
            listed: list.and_then(Result::ok),
            true_candidates: candidates.and_then(Result::ok),
            estimate: probes.and_then(|probes| estimate(puzzle, probes)),
        }
    }
}

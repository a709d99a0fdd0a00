//! The validity of a puzzle: its number of solutions, its redundant clues, and the smallest help that would
//! let singles solve it.

mod backdoors;
mod count;
mod estimate;
mod listed;
mod mistake;
mod near;
mod on_board;
mod redundant;

pub use backdoors::{Backdoors, Smallest, backdoors};
pub use estimate::{Estimate, Probes, estimate};
pub use listed::{listed, true_candidates};
pub use mistake::{Mistake, Mistakes, Removals, contradict, mistakes};
pub use near::{Found, Near, Neighbour, after_removal, clue_sets};
pub use on_board::{BoardMistake, contradict_on, excluded_on_board, mistakes_on_board};
pub use on_board::{backdoors_on, check_on, estimate_on, listed_on, mistakes_on};
pub use on_board::{only_solution_on, true_candidates_on};

use crate::boards::Board;
use crate::brute::solutions_within;
use crate::budget::{Budget, OutOfBudget, Within};
use crate::grid::{Candidates, Cells, Grid, Puzzle};
use crate::scale::Status;
use count::count_by_parts;
use redundant::redundant;

/// Default steps for each puzzle: some seconds. Puzzles with at least 17 clues take a few thousand.
pub const CHECK_BUDGET: u64 = 10_000_000;

/// Limit for counting all solutions: the largest number in a column of 64-bit integers.
pub const ALL: u64 = i64::MAX as u64;

/// Result of checking a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Check {
    /// `Ok` with one solution; otherwise the defect, or `Budget` if the check did not finish.
    pub status: Status,
    /// The number of solutions, if it is known.
    pub solutions: Option<Solutions>,
    /// The solution, if there is exactly one.
    pub solution: Option<Grid>,
    /// The redundant clues of a puzzle with one solution: leaving out a single redundant clue adds no
    /// solution. `None` for a sukaku or a state.
    pub redundant: Option<Cells>,
}

/// Number of solutions: exact, or a lower bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solutions {
    /// Exactly this number.
    Exactly(u64),
    /// More than this limit.
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

impl Check {
    const UNDECIDED: Check =
        Check { status: Status::Budget, solutions: None, solution: None, redundant: None };

    /// Returns the check of a puzzle whose solutions were counted up to one more than `limit`.
    fn of_count(count: u64, limit: u64, last: Option<Grid>) -> Check {
        let (status, solutions) = match count {
            0 => (Status::NoSolution, Solutions::Exactly(0)),
            1 => (Status::Ok, Solutions::Exactly(1)),
            _ if count > limit => (Status::MultipleSolutions, Solutions::MoreThan(limit)),
            _ => (Status::MultipleSolutions, Solutions::Exactly(count)),
        };
        Check { status, solutions: Some(solutions), solution: last.filter(|_| count == 1), redundant: None }
    }

    /// Adds the redundant clues, if the budget sufficed to find them.
    fn with_redundant(self, redundant: Within<Cells>) -> Check {
        match redundant {
            Ok(cells) => Check { redundant: Some(cells), ..self },
            Err(OutOfBudget) => Check { status: Status::Budget, ..self },
        }
    }
}

/// Counts the solutions of a puzzle, up to `limit`, and finds its redundant clues. Each guess costs one step
/// of the budget; the count comes first, and the clues are examined with the rest of the budget.
pub fn check(puzzle: &Puzzle, limit: u64, budget: u64) -> Check {
    let (mut budget, grid) = (Budget(budget), puzzle.grid());
    let Ok((few, last)) = solutions_within(&grid, 2, &mut budget) else { return Check::UNDECIDED };
    let counted = match few {
        2 if limit > 1 => count_by_parts(&grid, limit.saturating_add(1), &mut budget),
        _ => Ok(few as u64),
    };
    let Ok(count) = counted else { return Check::UNDECIDED };
    let check = Check::of_count(count, limit, last);
    match (check.solution, puzzle) {
        (Some(solution), Puzzle::Clues(clues)) => {
            check.with_redundant(redundant(clues, &solution, &mut budget))
        }
        _ => check,
    }
}

/// Finds the only solution of some clues, within a budget of guesses; or returns why there is none.
pub fn only_solution(clues: &[Cells; 9], budget: u64) -> Result<[Cells; 9], Status> {
    match solutions_within(&Grid::from_clues(clues), 2, &mut Budget(budget)) {
        Ok((1, Some(grid))) => Ok(grid.planes),
        Ok((0, _)) => Err(Status::NoSolution),
        Ok(_) => Err(Status::MultipleSolutions),
        Err(OutOfBudget) => Err(Status::Budget),
    }
}

/// Further questions about the solutions of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Questions {
    /// Number of solutions to list.
    pub list: usize,
    /// Whether to find the candidates that are in some solution.
    pub true_candidates: bool,
    /// Probes that estimate the number of solutions, if it is not counted.
    pub probes: Option<Probes>,
}

/// Answers to [`Questions`]; `None` if not asked for, or if the budget did not suffice.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Answers {
    /// Solutions.
    pub listed: Option<Vec<Grid>>,
    /// The candidates that are in some solution.
    pub true_candidates: Option<Candidates>,
    /// Estimate of the number of solutions, only if the exact number is not known.
    pub estimate: Option<Estimate>,
}

impl Check {
    /// Answers more questions about the checked puzzle, with `budget` for each question. If the budget does
    /// not suffice for a question, the answer is missing and the status becomes [`Status::Budget`].
    pub fn answers(&mut self, puzzle: &Puzzle, questions: Questions, budget: u64) -> Answers {
        let list = (questions.list > 0).then(|| listed(puzzle, questions.list, budget));
        let candidates = questions.true_candidates.then(|| true_candidates(puzzle, budget));
        self.answered(list, candidates, questions.probes.map(|probes| move || estimate(puzzle, probes)))
    }

    /// Answers more questions about checked clues on a board, as [`Check::answers`] does.
    pub fn answers_on(
        &mut self, board: &Board, clues: &[Cells; 9], questions: Questions, budget: u64,
    ) -> Answers {
        let list = (questions.list > 0).then(|| listed_on(board, clues, questions.list, budget));
        let candidates = questions.true_candidates.then(|| true_candidates_on(board, clues, budget));
        self.answered(
            list,
            candidates,
            questions.probes.map(|probes| move || estimate_on(board, clues, probes)),
        )
    }

    fn answered(
        &mut self, list: Option<Within<Vec<Grid>>>, candidates: Option<Within<Candidates>>,
        estimate: Option<impl FnOnce() -> Option<Estimate>>,
    ) -> Answers {
        if matches!(list, Some(Err(_))) || matches!(candidates, Some(Err(_))) {
            self.status = Status::Budget;
        }
        let is_counted = matches!(self.solutions, Some(Solutions::Exactly(_)));
        Answers {
            listed: list.and_then(Result::ok),
            true_candidates: candidates.and_then(Result::ok),
            estimate: estimate.filter(|_| !is_counted).and_then(|estimate| estimate()),
        }
    }
}

//! The premise of techniques that assume one solution: the puzzle as it was given has no second solution.
//!
//! ```text
//!   clues       the clues alone. Values that were placed and candidates that were removed are not given:
//!               without them, digits of an unavoidable set can be exchanged
//!   a sukaku    its candidates
//! ```
//!
//! Finders of such techniques take the [`OneSolution`] of the puzzle as an argument. It is made by counting.

use crate::brute::solutions_within;
use crate::budget::{Budget, OutOfBudget};
use crate::grid::{Candidates, Cells, Given, Grid, Puzzle};

/// Most guesses of a count. Puzzles take a few thousand.
const GUESSES: u64 = 1_000_000;
/// Most solutions that are counted for a message.
const COUNTED: usize = 10_000;

/// Witness that a puzzle as it was given has at most one solution.
#[derive(Clone, Copy, Debug)]
pub struct OneSolution {
    first: Grid,
    clues: Cells,
}

/// Reason why there is no [`OneSolution`]: the givens have several solutions, or their count did not end.
#[derive(Clone, Debug)]
pub struct Several {
    givens: Box<Grid>,
}

impl OneSolution {
    /// Counts the solutions of a puzzle as it was given. The count is left out for clues or candidates whose
    /// `only` solution was found by a count before; of a state its clues are always counted.
    pub fn of(given: &Given, only: Option<&Grid>) -> Result<OneSolution, Several> {
        let puzzle = given.puzzle();
        let first = match puzzle {
            Puzzle::Sukaku(_) => puzzle.grid(),
            _ => Grid::from_clues(&puzzle.clues()),
        };
        let is_counted = only.is_some() && !matches!(puzzle, Puzzle::State(_));
        if is_counted {
            return Ok(OneSolution { first, clues: first.placed() });
        }
        OneSolution::of_first(&first)
    }

    /// Counts the solutions of a puzzle by its first state, in which no cell but those of clues is decided.
    pub fn of_first(first: &Grid) -> Result<OneSolution, Several> {
        match solutions_within(first, 2, &mut Budget(GUESSES)) {
            Ok((0 | 1, _)) => Ok(OneSolution { first: *first, clues: first.placed() }),
            Ok(_) | Err(OutOfBudget) => Err(Several { givens: Box::new(*first) }),
        }
    }

    /// Supposes what a program supposes that is reproduced with puzzles of clues whatever its steps prove,
    /// and what tests suppose: nothing is counted.
    #[doc(hidden)]
    pub fn supposed(given: &Given) -> OneSolution {
        OneSolution { first: given.grid(), clues: given.clues() }
    }

    /// Supposes the same of a puzzle of any board by its first state.
    #[doc(hidden)]
    pub fn supposed_on_board(first: &Grid) -> OneSolution {
        OneSolution { first: *first, clues: first.placed() }
    }

    /// Returns the first state: the clues, or the candidates of a sukaku.
    pub fn first(&self) -> &Grid {
        &self.first
    }

    /// Returns the cells of clues.
    pub fn clues(&self) -> Cells {
        self.clues
    }
}

/// Witness that a partly solved puzzle has one solution as a state: placed values and removed candidates
/// count as given, though its clues alone may have several solutions.
#[derive(Clone, Copy, Debug)]
pub struct OneState {
    state: Grid,
    clues: Cells,
}

impl OneState {
    /// Counts the solutions of a state with these clues; `None` if it has several, or the count does not end.
    pub fn of(state: &Grid, clues: Cells) -> Option<OneState> {
        is_one(state).then_some(OneState { state: *state, clues })
    }

    /// Whether the state has one solution even if nothing is known about `cells`, none of which is a clue.
    /// Then digits cannot be exchanged among them: all that is known elsewhere would allow it.
    pub fn without(&self, cells: Cells) -> bool {
        let planes = self.state.planes;
        let others = self.state.placed() - cells;
        let mut grid = Grid::from_clues(&planes.map(|plane| plane & others));
        grid.eliminate(&Candidates(planes.map(|plane| Cells::ALL - (plane | cells))));
        !cells.intersects(self.clues) && is_one(&grid)
    }
}

fn is_one(grid: &Grid) -> bool {
    matches!(solutions_within(grid, 2, &mut Budget(GUESSES)), Ok((1, _)))
}

impl std::fmt::Display for Several {
    /// Formats the number of solutions: `the givens have 13 solutions`. Counts up to 10,000.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let counted = solutions_within(&self.givens, COUNTED, &mut Budget(GUESSES));
        match counted.map(|(count, _)| count) {
            Ok(count) if count < COUNTED => write!(f, "the givens have {count} solutions"),
            Ok(count) => write!(f, "the givens have at least {count} solutions"),
            Err(OutOfBudget) => match solutions_within(&self.givens, 2, &mut Budget(GUESSES)) {
                Ok(_) => f.write_str("the givens have at least 2 solutions"),
                Err(OutOfBudget) => f.write_str("whether the givens have one solution was not found out"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brute::solutions;

    #[test]
    fn what_was_removed_is_not_given() {
        let givens = b"3178...2.6..9.4..3............15......5...8...8.2.3.5...9...6...4....27...6...3.1";
        let clues = Puzzle::parse(givens).unwrap();
        let several = OneSolution::of(&Given::from(&clues), None).unwrap_err();
        assert_eq!(several.to_string(), "the givens have 13 solutions");
        let (_, solution) = solutions(&clues.grid(), 1);
        let mut grid = clues.grid();
        grid.eliminate(&Candidates(solution.unwrap().planes.map(|plane| !plane)));
        let state = Puzzle::state(&Candidates(grid.planes), grid.placed(), grid.placed());
        assert!(OneSolution::of(&Given::from(&state.unwrap()), Some(&grid)).is_err());
        let blank = OneSolution::of(&Given::default(), None).unwrap_err();
        assert_eq!(blank.to_string(), "the givens have at least 10000 solutions");
    }
}

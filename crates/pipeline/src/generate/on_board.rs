//! Puzzles of boards other than the plain one: clues are removed from a random full grid in random order, as
//! long as the solution stays unique.

use super::{Puzzle, Random};
use crate::choice::Choice;
use std::ops::RangeInclusive;
use std::sync::Arc;
use sudoscope_engine::board_climb::BoardClimber;
use sudoscope_engine::boards::Board;
use sudoscope_engine::budget::{Budget, OutOfBudget};
use sudoscope_engine::grid::{Candidate, Cell, Cells, Digit, Grid};
use sudoscope_engine::scale::{Climb, DEFAULT_BUDGET, Outcome, Scale, no_tallies};

/// Guesses of a search for a full grid before it begins again, and the number of such searches.
const GUESSES: u64 = 1_000;
const SEARCHES: u64 = 200;

/// Guesses for all clues of a puzzle: some seconds.
const PUZZLE_GUESSES: u64 = 200_000;

/// Board other than the plain one, as recipes use it. A program that makes no such value has no code of
/// boards, so the page in the browser stays small.
pub trait BoardPuzzles: Send + Sync {
    /// Returns the text that names the board.
    fn name(&self) -> &str;

    /// Returns the reason why no puzzle of the board is found, if there is one.
    fn hopeless(&self, clues: Option<&RangeInclusive<usize>>) -> Option<String>;

    /// Makes a random puzzle that is minimal, or has `stop` clues; `None` if the work allowed does not
    /// suffice.
    fn puzzle(&self, random: &mut Random, stop: usize) -> Option<Puzzle>;

    /// Climbs a puzzle that was made, by a [scale of boards](Scale::on_boards).
    fn climb(&self, scale: &Scale, puzzle: &Puzzle) -> Climb;

    /// Whether a puzzle that was made needs each of the needed rules ([`Choice::needs_all`]).
    fn needs_all(&self, choice: &Choice, puzzle: &Puzzle) -> bool;

    /// Returns the cells of a puzzle.
    fn text_of(&self, puzzle: &Puzzle) -> String;

    /// Returns the solution of a puzzle that was made.
    fn solution_of(&self, puzzle: &Puzzle) -> String;
}

impl BoardPuzzles for Board {
    fn name(&self) -> &str {
        self.text()
    }

    fn hopeless(&self, clues: Option<&RangeInclusive<usize>>) -> Option<String> {
        let cells = self.cells().len();
        if clues.is_some_and(|clues| *clues.start() > cells) {
            return Some(format!("the board {self} has {cells} cells"));
        }
        let is_there = full_grid_on(&mut Random::of(0, 0), self).is_some();
        (!is_there).then(|| format!("no full grid of the board {self} was found: it may have none"))
    }

    fn puzzle(&self, random: &mut Random, stop: usize) -> Option<Puzzle> {
        let mut clues = full_grid_on(random, self)?.planes;
        let mut budget = Budget(PUZZLE_GUESSES);
        let mut order: Vec<Cell> = self.cells().collect();
        random.shuffle(&mut order);
        let mut count = order.len();
        for cell in order {
            if count <= stop {
                break;
            }
            let Some(digit) = Digit::all().find(|&digit| clues[digit].contains(cell)) else { continue };
            clues[digit].remove(cell);
            match self.has_other(&clues, Candidate::new(digit, cell), &mut budget) {
                Ok(false) => count -= 1,
                Ok(true) => clues[digit].insert(cell),
                Err(OutOfBudget) => return None,
            }
        }
        Some(clues)
    }

    fn climb(&self, scale: &Scale, puzzle: &Puzzle) -> Climb {
        // The page in the browser makes puzzles of boards without conditions, and is small.
        if cfg!(target_family = "wasm") {
            return Climb { outcome: Outcome::Unsolved, tallies: no_tallies(scale.items.len()) };
        }
        let board = Arc::new(self.clone());
        BoardClimber::default().climb(scale, &board, &self.start(puzzle), None, DEFAULT_BUDGET).0
    }

    fn needs_all(&self, choice: &Choice, puzzle: &Puzzle) -> bool {
        let needs = || choice.needs_all_on(&Arc::new(self.clone()), puzzle, &mut BoardClimber::default());
        // The page in the browser has no climbs on boards, as above.
        choice.needs.is_empty() || !cfg!(target_family = "wasm") && needs()
    }

    fn text_of(&self, puzzle: &Puzzle) -> String {
        self.write(puzzle)
    }

    fn solution_of(&self, puzzle: &Puzzle) -> String {
        let found = self.solutions(&self.start(puzzle), 1, &mut Budget(u64::MAX));
        found.ok().and_then(|found| found.1).map_or(String::new(), |grid| self.write(&grid.planes))
    }
}

/// Makes a random full grid: candidates are guessed in random order. Every grid is possible, but they are not
/// equally likely. `None` if no grid was found.
fn full_grid_on(random: &mut Random, board: &Board) -> Option<Grid> {
    let empty = board.start(&[Cells::EMPTY; 9]);
    (0..SEARCHES).find_map(|_| {
        let mut full = None;
        let ended = board.each_solution(
            &empty,
            &mut Budget(GUESSES),
            &mut |candidates| random.shuffle(candidates),
            &mut |grid| {
                full = Some(*grid);
                false
            },
        );
        ended.ok().and(full)
    })
}

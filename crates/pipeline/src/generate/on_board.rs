//! Puzzles of boards other than the plain one: clues are removed from a random full grid in random order, as
//! long as the solution stays unique.

use super::{Puzzle, Random};
use sudoscope_engine::boards::Board;
use sudoscope_engine::budget::{Budget, OutOfBudget};
use sudoscope_engine::grid::{Candidate, Cell, Cells, Digit, Grid};

/// Guesses of a search for a full grid before it begins again, and the number of such searches.
const GUESSES: u64 = 1_000;
const SEARCHES: u64 = 200;

/// Guesses for all clues of a puzzle: some seconds.
const PUZZLE_GUESSES: u64 = 200_000;

/// Makes a random puzzle that is minimal, or has `stop` clues; `None` if the work allowed does not suffice.
pub(super) fn on_board(random: &mut Random, board: &Board, stop: usize) -> Option<Puzzle> {
    let mut clues = full_grid_on(random, board)?.planes;
    let mut budget = Budget(PUZZLE_GUESSES);
    let mut order: Vec<Cell> = board.cells().collect();
    random.shuffle(&mut order);
    let mut count = order.len();
    for cell in order {
        if count <= stop {
            break;
        }
        let Some(digit) = Digit::all().find(|&digit| clues[digit].contains(cell)) else { continue };
        clues[digit].remove(cell);
        match board.has_other(&clues, Candidate::new(digit, cell), &mut budget) {
            Ok(false) => count -= 1,
            Ok(true) => clues[digit].insert(cell),
            Err(OutOfBudget) => return None,
        }
    }
    Some(clues)
}

/// Makes a random full grid: candidates are guessed in random order. Every grid is possible, but they are not
/// equally likely. `None` if no grid was found.
pub(super) fn full_grid_on(random: &mut Random, board: &Board) -> Option<Grid> {
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

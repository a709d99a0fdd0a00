//! The end game: whether nothing that is still to come can be harder than what was.
//!
//! The rating tries its rules in one order, and applies the first hint there is. If some rules never lose a hint by what others
//! remove but for an easier one of the same rules, and solve the puzzle by themselves, then one of them has a hint in every
//! state to come: no rule behind them is reached. So the rating is not above the greatest difficulty of the rules up to there.
//! (The sizes of sets and fish that the rules leave out have complements that they do not. Wings, loops and chains may be
//! lost.)

use super::board::{Board, ones};
use super::hint::{Flow, Hint};
use super::{fish, sets};
use crate::grid::{Cells, Grid, Progress, alone_in_some_house, exhaust, locked};

/// From here on hidden singles alone (up to 1.5).
const HIDDEN: f64 = 1.5;
/// Singles; before them are the direct rules, up to 2.0.
const SINGLES: f64 = 2.3;
/// And locked candidates.
const LOCKED: f64 = 2.8;
/// And sets and fish of three.
const THREES: f64 = 4.0;
/// And of four; before them are loops, whose sets of seven give a little over 5.6.
const FOURS: f64 = 5.7;

/// Whether the rest is not harder than this difficulty: a sufficient test. The puzzle must have one solution.
pub fn is_over(board: &Board, difficulty: f64) -> bool {
    if difficulty < HIDDEN {
        return false;
    }
    let mut grid = board.grid();
    if difficulty < SINGLES {
        return hidden_singles_solve(&mut grid);
    }
    loop {
        match exhaust(&mut grid).0 {
            Progress::Solved => return true,
            Progress::Contradiction => return false,
            Progress::Open => {}
        }
        let any = difficulty >= LOCKED && remove_locked(&mut grid)
            || difficulty >= THREES
                && remove_sets(&mut grid, if difficulty < FOURS { 3 } else { 4 });
        if !any {
            return false;
        }
    }
}

/// Plays hidden singles only.
fn hidden_singles_solve(grid: &mut Grid) -> bool {
    loop {
        let mut any = false;
        for digit in 0..9 {
            let (alone, is_full) = alone_in_some_house(grid.plane(digit));
            let alone = alone - grid.placed();
            if !is_full {
                return false;
            }
            if !alone.is_empty() {
                let mut values = [Cells::EMPTY; 9];
                values[digit] = alone;
                grid.place_all(&values);
                any = true;
            }
        }
        if !any {
            return grid.is_solved();
        }
    }
}

fn remove_locked(grid: &mut Grid) -> bool {
    let mut any = false;
    for digit in 0..9 {
        let (gone, _) = locked(grid.planes[digit]);
        any |= !gone.is_empty();
        grid.planes[digit] -= gone;
    }
    any
}

/// Removes what sets and fish of up to so many remove.
fn remove_sets(grid: &mut Grid, largest: usize) -> bool {
    let board = Board::of(grid);
    for size in 2..=largest {
        let mut any = false;
        let mut emit = |hint: Hint| {
            for &(cell, digits) in &hint.eliminations {
                for digit in ones(digits) {
                    grid.planes[digit].remove(cell as usize);
                    any = true;
                }
            }
            Flow::Continue(())
        };
        let _ = sets::naked(&board, size, &mut emit);
        let _ = sets::hidden(&board, size, &mut emit);
        let _ = fish::fish(&board, size, &mut emit);
        if any {
            return true;
        }
    }
    false
}

//! Sudoku Explainer's rating in a state made of any bytes (as in rules.rs), and in the states that its hints
//! lead to: each hint must hold in every solution, and be the same with the memory of other states and
//! without, and with the solution known and not.

use crate::rules::grid;
use std::cell::RefCell;
use sudoscope::brute::solutions_within;
use sudoscope::budget::{Budget, OutOfBudget};
use sudoscope::grid::{Cell, Digit, Given, Grid, notation};
use sudoscope::testing::OneSolution;
use sudoscope::testing::ser::{Board, Explainer, Hint};

/// Steps for one hint, and hints for one input.
const PATIENCE: (u64, usize) = (20_000, 40);

thread_local! {
    /// Explainer that has seen other states.
    static USED: RefCell<Explainer> = RefCell::default();
}

/// Takes eight bytes for the state; following pairs remove candidates or put them back. Returns the number of
/// hints compared with the solutions.
pub fn ser(bytes: &[u8]) -> usize {
    let Some((&[_, _, kind, density, seed @ ..], changes)) = bytes.split_first_chunk::<8>() else {
        return 0;
    };
    let grid = grid(kind, density, u32::from_le_bytes(seed), changes.as_chunks::<2>().0);
    let mut compared = 0;
    // Too much work ends the comparisons.
    let _ = USED.with(|used| play(&grid, &mut used.borrow_mut(), &mut compared));
    compared
}

fn play(grid: &Grid, used: &mut Explainer, compared: &mut usize) -> Result<(), OutOfBudget> {
    let (count, _) = solutions_within(grid, 4, &mut Budget(10_000))?;
    let mut solutions = Vec::new();
    for limit in 1..=count {
        solutions.extend(solutions_within(grid, limit, &mut Budget(10_000))?.1);
    }
    let mut knowing = Explainer::default();
    if let ([only], 1) = (&solutions[..], count) {
        knowing.know(Some(only));
    }
    used.know(None);
    let one = OneSolution::supposed(&Given::from(grid));
    let one = Some(&one);
    let mut board = Board::of(grid);
    for _ in 0..PATIENCE.1 {
        if board.is_full() {
            break;
        }
        let show = || notation::pencilmarks(&board.grid());
        let budget = || Budget(PATIENCE.0);
        let hint = Explainer::default().next(&board, one, &mut budget())?;
        assert_eq!(used.next(&board, one, &mut budget())?, hint, "remembered:\n{}", show());
        assert_eq!(knowing.next(&board, one, &mut budget())?, hint, "known:\n{}", show());
        let Some(hint) = hint else { break };
        if count == 1 || !hint.technique.assumes_unique() {
            solutions.iter().for_each(|solution| {
                assert!(holds(&hint, solution), "unsound: {hint:?}\n{}", show());
            });
            *compared += 1;
        } else {
            break;
        }
        hint.apply(&mut board);
    }
    Ok(())
}

/// Whether the hint eliminates no candidate of the solution and places only a value of the solution.
fn holds(hint: &Hint, solution: &Grid) -> bool {
    let truth = |cell: Cell, digit: Digit| solution.plane(digit).contains(cell);
    let kept = |&(cell, digits): &(Cell, u16)| {
        Digit::all().all(|digit| digits & digit.bit() == 0 || !truth(cell, digit))
    };
    hint.eliminations.iter().all(kept) && hint.placement.is_none_or(|(cell, digit)| truth(cell, digit))
}

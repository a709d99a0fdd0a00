//! The rating of Sudoku Explainer in a state made of any bytes (those of rules.rs), and in those that its
//! hints lead to: what is found must hold in every solution, and be the same with the memory of other states
//! and with none, with the solution known and not.

use crate::rules::grid;
use std::cell::RefCell;
use sudoscope::brute::solutions_within;
use sudoscope::budget::{Budget, OutOfBudget};
use sudoscope::grid::{Grid, notation};
use sudoscope::testing::ser::{Board, Explainer, Hint};

/// Steps for one hint, and hints for one input.
const PATIENCE: (u64, usize) = (20_000, 40);

thread_local! {
    /// One that has seen other states.
    static USED: RefCell<Explainer> = RefCell::default();
}

/// Eight bytes choose the state; pairs that follow take candidates out of it or put them back. How many hints
/// were held against the solutions.
pub fn ser(bytes: &[u8]) -> usize {
    let Some((&[_, _, kind, density, seed @ ..], changes)) = bytes.split_first_chunk::<8>() else {
        return 0;
    };
    let grid = grid(kind, density, u32::from_le_bytes(seed), changes.as_chunks::<2>().0);
    let mut compared = 0;
    // Nothing more is compared where there is too much work.
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
        let digit = |cell| (0..9).position(|digit| only.plane(digit).contains(cell));
        knowing.know(Some(std::array::from_fn(|cell| digit(cell).expect("it is solved") as u8)));
    }
    used.know(None);
    let mut board = Board::of(grid);
    for _ in 0..PATIENCE.1 {
        if board.is_full() {
            break;
        }
        let show = || notation::pencilmarks(&board.grid());
        let budget = || Budget(PATIENCE.0);
        let hint = Explainer::default().next(&board, &mut budget())?;
        assert_eq!(used.next(&board, &mut budget())?, hint, "remembered:\n{}", show());
        assert_eq!(knowing.next(&board, &mut budget())?, hint, "known:\n{}", show());
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

/// Whether nothing of the solution is removed, and nothing else placed.
fn holds(hint: &Hint, solution: &Grid) -> bool {
    let truth = |cell: u8, digit: usize| solution.plane(digit).contains(usize::from(cell));
    let kept =
        |&(cell, digits): &(u8, u16)| (0..9).all(|digit| digits >> digit & 1 == 0 || !truth(cell, digit));
    hint.eliminations.iter().all(kept)
        && hint.placement.is_none_or(|(cell, digit)| truth(cell, usize::from(digit)))
}

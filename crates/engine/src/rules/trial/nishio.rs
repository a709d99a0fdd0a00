//! Nishio: a digit is assumed in a cell, and singles of this digit alone are played. If a house is left
//! without a place for the digit, the assumption is false (docs/theory.md, "Players' techniques").

use super::super::trace::TracedGrid;
use crate::budget::Within;
use crate::evidence::{Evidence, Literal};
use crate::grid::{Candidate, Candidates, Cells, Digit, Grid};
use crate::rule::Findings;
use crate::state::State;

pub(in super::super) fn find(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let grid = *state.grid();
    for digit in Digit::all() {
        let alone = alone(&grid, digit);
        for cell in grid.open_plane(digit) {
            state.budget.spend()?;
            let candidate = Candidate::new(digit, cell);
            let mut player = TracedGrid::assume(&alone, Literal { candidate, holds: true });
            if let Some(end) = player.play(None) {
                let target = Candidates::of_digit(digit, Cells::of(cell));
                found.eliminate(&target, || Evidence::Trial { trace: player.trace(end, None) });
            }
        }
    }
    Ok(())
}

/// Returns the grid with all candidates of the other digits, which then leave no singles wherever this digit
/// is placed.
fn alone(grid: &Grid, digit: Digit) -> Grid {
    let mut alone = Grid::default();
    alone.eliminate(&Candidates::of_digit(digit, !grid.plane(digit)));
    alone.place_all(&Candidates::of_digit(digit, grid.plane(digit) & grid.placed()).0);
    alone
}

//! Naked and hidden subsets of any size: chain and pile exclusion of Suchard, Yatom and Shapir.

use super::{Findings, Info, Rule, hall, info};
use crate::budget::OutOfBudget;
use crate::evidence::{Because, Hall};
use crate::graph::State;
use crate::grid::halls::{ALL_HOUSES, members};
use crate::grid::{Candidates, Cells, Grid, SQUARES, bits};

/// Chain exclusion.
pub struct Naked;
/// Pile exclusion.
pub struct Hidden;

/// For each square of the house, the digits its undecided cell may hold (none if decided).
pub(super) fn digits_by_square(grid: &Grid, house: usize) -> [u16; 9] {
    SQUARES[house].map(|cell| {
        let cell = cell as usize;
        if grid.placed().contains(cell) { 0 } else { grid.digits_of(cell) }
    })
}

/// The candidates in the `squares` of the house with the `digits`, as far as they are still possible.
pub(super) fn candidates_in(grid: &Grid, house: usize, squares: u16, digits: u16) -> Candidates {
    let held: Cells = bits(squares).map(|square| SQUARES[house][square] as usize).collect();
    let mut targets = Candidates::EMPTY;
    for digit in bits(digits) {
        targets.0[digit] = grid.open_plane(digit) & held;
    }
    targets
}

impl Rule for Naked {
    fn info(&self) -> &'static Info {
        const { info("naked") }
    }

    fn find(&self, state: &mut State, size: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        let (grid, halls) = state.halls();
        for house in members(halls.possible(ALL_HOUSES, 0, size as usize)) {
            hall::each(&halls.lines(house, 0), size as usize, |squares, digits| {
                let targets = candidates_in(grid, house, !squares, digits);
                let set = || Hall::naked(house, squares, digits);
                found.eliminate(&targets, || Because::Subset(set()));
            });
        }
        Ok(())
    }
}

impl Rule for Hidden {
    fn info(&self) -> &'static Info {
        const { info("hidden") }
    }

    fn find(&self, state: &mut State, size: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        let (grid, halls) = state.halls();
        for house in members(halls.possible(ALL_HOUSES, 1, size as usize)) {
            hall::each(&halls.lines(house, 1), size as usize, |digits, squares| {
                let targets = candidates_in(grid, house, squares, !digits);
                let set = || Hall::hidden(house, digits, squares);
                found.eliminate(&targets, || Because::Subset(set()));
            });
        }
        Ok(())
    }
}

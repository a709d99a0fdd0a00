//! Naked and hidden subsets of any size: chain and pile exclusion of Suchard, Yatom and Shapir.

use super::{Example, Findings, Info, Rule, hall};
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
        &Info {
            name: "naked",
            proves: "n cells of a house that can hold only n digits hold them: no other cell of the \
                     house does (chain exclusion)",
            source: "Suchard, Yatom, Shapir 2006; PBCS chapter 8",
            sizes: Some(2..=8),
            example: Example {
                ladder: "brt,lc,naked:2",
                puzzle: "....1.4.3.5.2...9..7...9.........5..1...97..45.3.2.7.6..4...6.......1.3.7..3..8..",
                step: "naked-pairs-in-a-column: c1{r4 r7}{n2 n8} ==> r2c1≠8, r3c1≠8, r8c1≠2, r8c1≠8",
            },
        }
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
        &Info {
            name: "hidden",
            proves: "n digits that have only n cells in a house fill them: these cells hold no other \
                     digit (pile exclusion)",
            source: "Suchard, Yatom, Shapir 2006; PBCS chapter 8",
            sizes: Some(2..=8),
            example: Example {
                ladder: "brt,lc,hidden:2",
                puzzle: "1....6..9..........8.1..56..3.6..8.1........7.....8246.4.9...2.56.841.....7..3...",
                step: "hidden-pairs-in-a-row: r5{n6 n8}{c1 c3} ==> \
                       r5c1≠2, r5c1≠4, r5c1≠9, r5c3≠1, r5c3≠4, r5c3≠5, r5c3≠9",
            },
        }
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

//! Death blossoms: the *stem* holds one of some digits, and for each such digit an almost locked set, a
//! *petal*, would lose the digit; so one of the petals has all its other digits.
//!
//! ```text
//!   stem, n cells of a house with n + k digits: it holds one of any k + 1 of them
//!     x │ y │ z        a petal for each: the places of x in the petal see all those in the stem
//!   [x d] [y d] [z d]  so d is in one of them
//! ```
//!
//! A stem of one cell has a petal for each digit. With k = 1 a stem of several cells is the middle of an
//! ALS-XY-wing.

use super::{AlsTable, each_set};
use crate::budget::Within;
use crate::evidence::{Blossom, Evidence};
use crate::grid::mask::Mask;
use crate::grid::{Candidates, Cells, Digit, Grid, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

/// Finds death blossoms with a stem of one cell.
pub(in crate::rules) fn find(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let (grid, table) = state.remember(AlsTable::of);
    for stem in !grid.placed() {
        table.petals_of(grid, Cells::of(stem), grid.digits_of(stem), found);
    }
    Ok(())
}

/// Finds death blossoms with a stem of `size` cells, with at least two digits more than cells.
pub(in crate::rules) fn find_several(state: &mut State, size: u8, found: &mut Findings) -> Within {
    let (grid, table) = state.remember(AlsTable::of);
    let size = usize::from(size);
    each_set(grid, size, |stem, digits| {
        if digits.size() > size + 1 {
            table.petals_of(grid, stem, digits, found);
        }
    });
    Ok(())
}

impl AlsTable {
    /// Draws the conclusions from the petals of a stem.
    fn petals_of(&self, grid: &Grid, stem: Cells, digits: u16, found: &mut Findings) {
        let sets = &self.all;
        // The stem holds at least one of any `wanted` of its digits.
        let wanted = digits.size() + 1 - stem.len();
        // For each digit of the stem, the sets that lose it if the stem has it.
        let mut petals: [Vec<usize>; 9] = Default::default();
        for digit in Digit::in_mask(digits) {
            let own = stem & grid.open_plane(digit);
            let seen = own.fold(Cells::ALL, |seen, cell| seen & cell.peers());
            let loses =
                |&k: &usize| !sets[k].places[digit].is_empty() && sets[k].places[digit].is_subset(seen);
            petals[digit].extend((0..sets.len()).filter(loses));
        }
        for z in Digit::all() {
            let others = digits & !z.bit();
            let reached = Digit::in_mask(others).map(|digit| {
                let own = petals[digit].iter().map(|&k| sets[k].seen[z]);
                (digit, own.fold(Cells::EMPTY, |all, seen| all | seen))
            });
            let reached: Vec<(Digit, Cells)> = reached.collect();
            for target in grid.open_plane(z) {
                let by = reached.iter().filter(|(_, cells)| cells.contains(target));
                let by: Vec<Digit> = by.map(|(digit, _)| *digit).take(wanted).collect();
                if by.len() < wanted {
                    continue;
                }
                found.eliminate(&Candidates::of_digit(z, Cells::of(target)), || {
                    let petal = |&digit: &Digit| {
                        let sees = |k: &&usize| sets[**k].seen[z].contains(target);
                        let set = petals[digit].iter().find(sees).map(|&k| sets[k].variables());
                        (digit, set.unwrap_or_default())
                    };
                    let stem = stem.map(Variable::Cell).collect();
                    Evidence::Blossom(Blossom { stem, petals: by.iter().map(petal).collect() })
                });
            }
        }
    }
}

//! Death blossoms: one of some digits is in the *stem*, and for each of them an almost locked set, a *petal*,
//! loses it then; so one of the petals has all its other digits.
//!
//! ```text
//!   stem, n cells of a house with n + k digits: of each k + 1 of these it has one
//!     x │ y │ z        a petal for each: the places of x in the petal see all those in the stem
//!   [x d] [y d] [z d]  so d is in one of them
//! ```
//!
//! A stem of one cell has a petal for each digit. With k = 1 a stem of several is the middle of an
//! ALS-XY-wing.

use super::{AlsTable, each_set};
use crate::budget::Within;
use crate::evidence::{Blossom, Digit, Evidence};
use crate::grid::{Candidates, Cells, Grid, PEERS, bits, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

/// Of one cell.
pub(in crate::rules) fn find(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let (grid, table) = state.remember(AlsTable::of);
    for stem in !grid.placed() {
        table.petals_of(grid, (Cells::of(stem), grid.digits_of(stem)), found);
    }
    Ok(())
}

/// Of several cells, with two digits more than they are, or more.
pub(in crate::rules) fn find_several(state: &mut State, size: u8, found: &mut Findings) -> Within {
    let (grid, table) = state.remember(AlsTable::of);
    let size = usize::from(size);
    each_set(grid, size, |stem, digits| {
        if digits.count_ones() as usize > size + 1 {
            table.petals_of(grid, (stem, digits), found);
        }
    });
    Ok(())
}

impl AlsTable {
    /// What the petals of a stem prove.
    fn petals_of(&self, grid: &Grid, (stem, digits): (Cells, u16), found: &mut Findings) {
        let sets = &self.all;
        // Of any choice of this many of its digits the stem has one.
        let wanted = digits.count_ones() as usize + 1 - stem.len();
        // For each digit of the stem the sets that lose it if the stem has it.
        let mut petals: [Vec<usize>; 9] = Default::default();
        for digit in bits(digits) {
            let own = stem & grid.open_plane(digit);
            let seen = own.fold(Cells::ALL, |seen, cell| seen & PEERS[cell]);
            let loses =
                |&k: &usize| !sets[k].places[digit].is_empty() && sets[k].places[digit].is_subset(seen);
            petals[digit].extend((0..sets.len()).filter(loses));
        }
        for z in 0..9 {
            let others = digits & !(1 << z);
            let reached = bits(others).map(|digit| {
                let own = petals[digit].iter().map(|&k| sets[k].seen[z]);
                (digit, own.fold(Cells::EMPTY, |all, seen| all | seen))
            });
            let reached: Vec<(usize, Cells)> = reached.collect();
            for target in grid.open_plane(z) {
                let by = reached.iter().filter(|(_, cells)| cells.contains(target));
                let by: Vec<usize> = by.map(|(digit, _)| *digit).take(wanted).collect();
                if by.len() < wanted {
                    continue;
                }
                found.eliminate(&Candidates::of_digit(z, Cells::of(target)), || {
                    let petal = |&digit: &usize| {
                        let sees = |k: &&usize| sets[**k].seen[z].contains(target);
                        let set = petals[digit].iter().find(sees).map(|&k| sets[k].variables());
                        (Digit(digit as u8), set.unwrap_or_default())
                    };
                    let stem = stem.map(|cell| Variable::Cell(cell as u8)).collect();
                    Evidence::Blossom(Blossom { stem, petals: by.iter().map(petal).collect() })
                });
            }
        }
    }
}

//! BUG+n: a state that would be a bivalue universal grave without *n* candidates, two or more: every
//! undecided cell would have two candidates, and every digit two places in each house where it is not placed.
//! Such a grave has no solution or several, so one of the *n* candidates is true (docs/theory.md,
//! "Uniqueness").

use super::unique::{one_is_true, with_locked};
use crate::budget::Within;
use crate::evidence::{BugPlus, Evidence, Hall};
use crate::grid::{Candidate, Candidates, Cell, Digit, Grid, House};
use crate::one_solution::OneSolution;
use crate::rule::Findings;
use crate::state::State;
use std::ops::RangeInclusive;

pub(in super::super) fn find(_: &OneSolution, state: &mut State, size: u8, found: &mut Findings) -> Within {
    let grid = state.grid();
    each(grid, size..=size, &mut |extras| {
        let because =
            |subset: Option<Hall>| Evidence::BugPlus(BugPlus { extras: extras.iter().collect(), subset });
        one_is_true(grid, extras, found, because);
        let digits = Digit::all().filter(|&digit| extras.0[digit].is_empty());
        let others = digits.fold(0, |mask, digit| mask | digit.bit());
        with_locked(grid, extras, others, found, || because(None));
    });
    Ok(())
}

/// Finds the sets of candidates, as many as `sizes` allow, without which the grid would be a grave.
pub(in super::super) fn each(grid: &Grid, sizes: RangeInclusive<u8>, found: &mut impl FnMut(&Candidates)) {
    if let Some(search) = BugSearch::of(grid, sizes) {
        search.cells(&search.more, search.start, found);
    }
}

/// Number of a digit's places in a house beyond two, indexed by digit, then by house.
type SurplusPlaces = [[u8; 27]; 9];

/// Surplus candidates taken so far, and the surplus of each house that is left.
#[derive(Clone, Copy)]
struct Taken {
    extras: Candidates,
    wanted: SurplusPlaces,
}

struct BugSearch {
    /// Cells with more than two candidates, and their digits.
    more: Vec<(Cell, u16)>,
    start: Taken,
}

impl BugSearch {
    /// Counts the surplus candidates; `None` unless their number is one of `sizes`.
    fn of(grid: &Grid, sizes: RangeInclusive<u8>) -> Option<BugSearch> {
        let mut more = Vec::new();
        let mut left = u32::from(*sizes.end());
        for cell in !grid.placed() {
            let digits = grid.digits_of(cell);
            left = left.checked_sub(digits.count_ones().checked_sub(2)?)?;
            if digits.count_ones() > 2 {
                more.push((cell, digits));
            }
        }
        let mut wanted = [[0; 27]; 9];
        for (digit, wanted) in Digit::all().zip(&mut wanted) {
            for (house, wanted) in House::all().map(House::cells).zip(wanted) {
                if !(grid.plane(digit) & grid.placed()).intersects(house) {
                    *wanted = (grid.open_plane(digit) & house).len().checked_sub(2)? as u8;
                }
            }
        }
        (left <= u32::from(sizes.end() - sizes.start()))
            .then_some(BugSearch { more, start: Taken { extras: Candidates::EMPTY, wanted } })
    }

    /// Finds every way to take the surplus candidates from each of the cells in `left`.
    fn cells(&self, left: &[(Cell, u16)], taken: Taken, found: &mut impl FnMut(&Candidates)) {
        let Some((&(cell, digits), rest)) = left.split_first() else {
            if taken.wanted.iter().flatten().all(|&wanted| wanted == 0) {
                found(&taken.extras);
            }
            return;
        };
        self.digits(cell, digits, digits.count_ones() - 2, rest, taken, found);
    }

    /// Takes `count` of the digits from the cell, in order.
    fn digits(
        &self, cell: Cell, digits: u16, count: u32, rest: &[(Cell, u16)], taken: Taken,
        found: &mut impl FnMut(&Candidates),
    ) {
        if count == 0 {
            return self.cells(rest, taken, found);
        }
        for digit in Digit::in_mask(digits) {
            let houses = cell.houses();
            if houses.iter().any(|&house| taken.wanted[digit][house] == 0) {
                continue;
            }
            let mut taken = taken;
            houses.iter().for_each(|&house| taken.wanted[digit][house] -= 1);
            taken.extras.insert(Candidate::new(digit, cell));
            let later = digits & !0 << (digit.index() + 1);
            self.digits(cell, later, count - 1, rest, taken, found);
        }
    }
}

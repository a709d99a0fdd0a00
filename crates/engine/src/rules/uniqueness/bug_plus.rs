//! BUG+n: a state that would be a bivalue universal grave without *n* candidates, two or more: every
//! undecided cell would have two candidates, and every digit two places in each house without its value. Such
//! a state has no solution or several, so one of the candidates is true (docs/theory.md, "Uniqueness").

use super::unique::{one_is_true, with_locked};
use crate::budget::Within;
use crate::evidence::{Evidence, Hall, SerPattern};
use crate::grid::{Candidate, Candidates, Grid, HOUSES, bits, houses_of};
use crate::rule::Findings;
use crate::state::State;

pub(in super::super) fn find(state: &mut State, size: u8, found: &mut Findings) -> Within {
    let grid = state.grid();
    let Some(search) = BugSearch::of(grid, size.into()) else { return Ok(()) };
    search.cells(&search.more, search.wanted, Candidates::EMPTY, &mut |extras| {
        let because = |subset: Option<Hall>| {
            Evidence::SerPattern(SerPattern::BugPattern { extras: extras.iter().collect(), subset })
        };
        one_is_true(grid, extras, found, because);
        let digits = (0..9).filter(|&digit| extras.0[digit].is_empty());
        let others = digits.fold(0, |mask, digit| mask | 1 << digit);
        with_locked(grid, extras, others, found, || because(None));
    });
    Ok(())
}

/// How many places of a digit in a house are more than two: by digit, then house.
type SurplusPlaces = [[u8; 27]; 9];

struct BugSearch {
    /// The cells with more than two candidates, and these.
    more: Vec<(usize, u16)>,
    wanted: SurplusPlaces,
}

impl BugSearch {
    /// `None` unless the cells have exactly `size` surplus candidates.
    fn of(grid: &Grid, size: u32) -> Option<BugSearch> {
        let mut more = Vec::new();
        let mut left = size;
        for cell in !grid.placed() {
            let digits = grid.digits_of(cell);
            left = left.checked_sub(digits.count_ones().checked_sub(2)?)?;
            if digits.count_ones() > 2 {
                more.push((cell, digits));
            }
        }
        let mut wanted = [[0; 27]; 9];
        for (digit, wanted) in wanted.iter_mut().enumerate() {
            for (house, wanted) in HOUSES.iter().zip(wanted) {
                if !(grid.plane(digit) & grid.placed()).intersects(*house) {
                    *wanted = (grid.open_plane(digit) & *house).len().checked_sub(2)? as u8;
                }
            }
        }
        (left == 0).then_some(BugSearch { more, wanted })
    }

    /// Every way to take from each of these cells what it has more.
    fn cells(
        &self, left: &[(usize, u16)], wanted: SurplusPlaces, extras: Candidates,
        found: &mut impl FnMut(&Candidates),
    ) {
        let Some((&(cell, digits), rest)) = left.split_first() else {
            if wanted.iter().flatten().all(|&wanted| wanted == 0) {
                found(&extras);
            }
            return;
        };
        self.digits((cell, digits, digits.count_ones() - 2), rest, (wanted, extras), found);
    }

    /// Takes `count` of the digits, in order, from the cell.
    fn digits(
        &self, (cell, digits, count): (usize, u16, u32), rest: &[(usize, u16)],
        (wanted, extras): (SurplusPlaces, Candidates), found: &mut impl FnMut(&Candidates),
    ) {
        if count == 0 {
            return self.cells(rest, wanted, extras, found);
        }
        for digit in bits(digits) {
            let houses = houses_of(cell);
            if houses.iter().any(|&house| wanted[digit][house] == 0) {
                continue;
            }
            let (mut wanted, mut extras) = (wanted, extras);
            houses.iter().for_each(|&house| wanted[digit][house] -= 1);
            extras.insert(Candidate::new(digit, cell));
            let later = digits & !0 << (digit + 1);
            self.digits((cell, later, count - 1), rest, (wanted, extras), found);
        }
    }
}

//! BUG-Lite: some cells, each with two digits, so that each digit is in none or in two of them in each house.
//! If the cells held no others, the two digits of all could be exchanged; so one of their other candidates,
//! the *guardians*, is true (Sudopedia, "BUG-Lite"; docs/theory.md, "Uniqueness"). Of three digits or more:
//! those of two are unique loops.
//!
//! ```text
//!   12 · · │ 23 · · │ 13 · ·      each row, column and block has each digit twice, or not at all
//!   12 · · │ 23 · · │ 13g · ·     g is true
//! ```

use super::unique::one_is_true;
use crate::budget::{Budget, Within};
use crate::evidence::{Deadly, Digit, Evidence};
use crate::grid::{Candidates, Cells, Grid, HOUSES, bits, houses_of, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

pub(in super::super) fn find(state: &mut State, size: u8, found: &mut Findings) -> Within {
    let mut budget = state.budget;
    let grid = state.grid();
    for start in !grid.placed() {
        let mut search =
            Search { grid, start, size: size.into(), cells: Vec::new(), counts: [[0; 27]; 9], found };
        search.with(start, None, &mut budget)?;
    }
    state.budget = budget;
    Ok(())
}

struct Search<'a> {
    grid: &'a Grid,
    /// The first of all cells.
    start: usize,
    size: usize,
    /// The cells, and their two digits.
    cells: Vec<(usize, u16)>,
    /// In how many of them a digit is in a house.
    counts: [[u8; 27]; 9],
    found: &'a mut Findings,
}

impl Search<'_> {
    /// Adds a cell, that has this digit, with any two of its digits.
    fn with(&mut self, cell: usize, digit: Option<usize>, budget: &mut Budget) -> Within {
        let held = self.grid.digits_of(cell);
        for a in bits(held) {
            for b in bits(held & !0 << (a + 1)) {
                let pair = 1 << a | 1 << b;
                let houses = houses_of(cell);
                let is_full = [a, b].iter().any(|&d| houses.iter().any(|&house| self.counts[d][house] > 1));
                if is_full || digit.is_some_and(|digit| pair >> digit & 1 == 0) {
                    continue;
                }
                self.cells.push((cell, pair));
                [a, b].iter().for_each(|&d| houses.iter().for_each(|&house| self.counts[d][house] += 1));
                let done = if self.may_say_something() { self.grow(budget) } else { Ok(()) };
                [a, b].iter().for_each(|&d| houses.iter().for_each(|&house| self.counts[d][house] -= 1));
                self.cells.pop();
                done?;
            }
        }
        Ok(())
    }

    /// Fills the first house in which a digit is once; there are others only as long as there is room.
    fn grow(&mut self, budget: &mut Budget) -> Within {
        budget.spend()?;
        let once = (0..9).flat_map(|digit| (0..27).map(move |house| (digit, house)));
        let mut once = once.filter(|&(digit, house)| self.counts[digit][house] == 1);
        let Some((digit, house)) = once.next() else {
            if self.cells.len() == self.size {
                self.conclude();
            }
            return Ok(());
        };
        // A cell fills three houses of each of its two digits.
        let wanted = once.count() + 1;
        if wanted > 6 * self.size.saturating_sub(self.cells.len()) {
            return Ok(());
        }
        let own: Cells = self.cells.iter().map(|one| one.0).collect();
        let (start, places) = (self.start, (self.grid.open_plane(digit) & HOUSES[house]) - own);
        for cell in places.filter(|&cell| cell > start) {
            self.with(cell, Some(digit), budget)?;
        }
        Ok(())
    }

    fn guardians(&self) -> Candidates {
        let mut guardians = Candidates::EMPTY;
        for &(cell, pair) in &self.cells {
            bits(self.grid.digits_of(cell) & !pair).for_each(|digit| guardians.0[digit].insert(cell));
        }
        guardians
    }

    /// The guardians are of one digit, or in one or two cells.
    fn may_say_something(&self) -> bool {
        let guardians = self.guardians();
        let own = guardians.0.iter().filter(|plane| !plane.is_empty());
        own.count() < 2 || guardians.0.iter().fold(Cells::EMPTY, |all, plane| all | *plane).len() < 3
    }

    fn conclude(&mut self) {
        let digits = self.cells.iter().fold(0, |all, one| all | one.1);
        let guardians = self.guardians();
        if digits.count_ones() < 3 || guardians.is_empty() {
            return;
        }
        let mut cells: Vec<usize> = self.cells.iter().map(|one| one.0).collect();
        cells.sort_unstable();
        one_is_true(self.grid, &guardians, self.found, |subset| {
            Evidence::Deadly(Deadly {
                cells: cells.iter().map(|&cell| Variable::Cell(cell as u8)).collect(),
                digits: bits(digits).map(|digit| Digit(digit as u8)).collect(),
                within: Vec::new(),
                guardians: guardians.iter().collect(),
                subset,
            })
        });
    }
}

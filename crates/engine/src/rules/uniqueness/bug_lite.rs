//! BUG-Lite: cells with two digits each, such that each house has each digit in none or two of them. If the
//! cells held no other candidates, the two digits could be exchanged in all of them; so one of their other
//! candidates, the *guardians*, is true (Sudopedia, "BUG-Lite"; docs/theory.md, "Uniqueness"). The pattern
//! has three digits or more: with two it is a unique loop.
//!
//! ```text
//!   12 · · │ 23 · · │ 13 · ·      each row, column and block has each digit twice, or not at all
//!   12 · · │ 23 · · │ 13g · ·     g is true
//! ```

use super::unique::one_is_true;
use crate::budget::{Budget, Within};
use crate::evidence::{Deadly, Evidence};
use crate::grid::{Candidates, Cell, Cells, Digit, Grid, House, notation::Variable};
use crate::one_solution::OneSolution;
use crate::rule::Findings;
use crate::state::State;

pub(in super::super) fn find(_: &OneSolution, state: &mut State, size: u8, found: &mut Findings) -> Within {
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
    /// Cell of the pattern with the lowest number.
    start: Cell,
    size: usize,
    /// Cells of the pattern, each with its two digits.
    cells: Vec<(Cell, u16)>,
    /// Number of the pattern's cells that have a digit in a house, indexed by digit, then by house.
    counts: [[u8; 27]; 9],
    found: &'a mut Findings,
}

impl Search<'_> {
    /// Adds a cell with any two of its digits; if `digit` is given, it is one of the two.
    fn with(&mut self, cell: Cell, digit: Option<Digit>, budget: &mut Budget) -> Within {
        let held = self.grid.digits_of(cell);
        for a in Digit::in_mask(held) {
            for b in Digit::in_mask(held & !0 << (a.index() + 1)) {
                let pair = a.bit() | b.bit();
                let houses = cell.houses();
                let is_full = [a, b].iter().any(|&d| houses.iter().any(|&house| self.counts[d][house] > 1));
                if is_full || digit.is_some_and(|digit| pair & digit.bit() == 0) {
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

    /// Completes the first house that has a digit once, if the cells still to be added can complete all such
    /// houses.
    fn grow(&mut self, budget: &mut Budget) -> Within {
        budget.spend()?;
        let once = Digit::all().flat_map(|digit| House::all().map(move |house| (digit, house)));
        let mut once = once.filter(|&(digit, house)| self.counts[digit][house] == 1);
        let Some((digit, house)) = once.next() else {
            if self.cells.len() == self.size {
                self.conclude();
            }
            return Ok(());
        };
        // A cell completes at most three houses for each of its two digits.
        let wanted = once.count() + 1;
        if wanted > 6 * self.size.saturating_sub(self.cells.len()) {
            return Ok(());
        }
        let own: Cells = self.cells.iter().map(|one| one.0).collect();
        let (start, places) = (self.start, (self.grid.open_plane(digit) & house.cells()) - own);
        for cell in places.filter(|&cell| cell > start) {
            self.with(cell, Some(digit), budget)?;
        }
        Ok(())
    }

    fn guardians(&self) -> Candidates {
        let mut guardians = Candidates::EMPTY;
        for &(cell, pair) in &self.cells {
            Digit::in_mask(self.grid.digits_of(cell) & !pair)
                .for_each(|digit| guardians.0[digit].insert(cell));
        }
        guardians
    }

    /// Whether the guardians are of one digit, or in one or two cells.
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
        let mut cells: Vec<Cell> = self.cells.iter().map(|one| one.0).collect();
        cells.sort_unstable();
        one_is_true(self.grid, &guardians, self.found, |subset| {
            Evidence::Deadly(Deadly {
                cells: cells.iter().copied().map(Variable::Cell).collect(),
                digits: Digit::in_mask(digits).collect(),
                within: Vec::new(),
                guardians: guardians.iter().collect(),
                subset,
            })
        });
    }
}

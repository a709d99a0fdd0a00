//! Reverse BUGs, also called avoidable loops: some cells that are solved, none of them given, and some that
//! are not, two in each house that they are in. If all held the same two digits, these could be exchanged; so
//! one of the other candidates of the undecided cells, the *guardians*, is true (Sudopedia, "Reverse BUG";
//! docs/theory.md, "Uniqueness"). Of six cells or more: four are an avoidable rectangle.

use super::unique::{has_one_solution_without, one_is_true};
use crate::budget::{Budget, Within};
use crate::evidence::{Deadly, Digit, Evidence};
use crate::grid::{Candidates, Cells, Given, Grid, HOUSES, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

pub(super) fn find(state: &mut State, size: u8, found: &mut Findings) -> Within {
    let (given, mut budget) = (*state.first(), state.budget);
    let first = given.grid();
    let grid = state.grid();
    for (a, b) in super::unique::pairs(0x1ff) {
        let had = |cell: &usize| {
            let both = 1 << a | 1 << b;
            first.placed().contains(*cell) || first.digits_of(*cell) & both == both
        };
        let may = (grid.plane(a) | grid.plane(b)) - given.clues();
        let cells: Cells = may.filter(had).collect();
        let mut search =
            Search { grid, given: &given, digits: [a, b], size: size.into(), left: cells, found };
        for start in cells {
            search.grow(Cells::of(start), &mut budget)?;
            search.left.remove(start);
        }
    }
    state.budget = budget;
    Ok(())
}

struct Search<'a> {
    grid: &'a Grid,
    given: &'a Given,
    digits: [usize; 2],
    size: usize,
    /// The cells from the start on.
    left: Cells,
    found: &'a mut Findings,
}

impl Search<'_> {
    /// Fills the first house that has one of the cells.
    fn grow(&mut self, set: Cells, budget: &mut Budget) -> Within {
        budget.spend()?;
        let count = |house: &usize| (HOUSES[*house] & set).len();
        let guardians = self.guardians(set);
        let digits = guardians.0.iter().filter(|plane| !plane.is_empty()).count();
        let with = guardians.0.iter().fold(Cells::EMPTY, |all, plane| all | *plane);
        // Nothing follows from guardians of several digits in three cells: a house has two.
        if (0..27).any(|house| count(&house) > 2) || digits > 1 && with.len() > 2 {
            return Ok(());
        }
        match (0..27).find(|house| count(house) == 1) {
            Some(house) if set.len() < self.size => {
                for cell in (self.left & HOUSES[house]) - set {
                    self.grow(set | Cells::of(cell), budget)?;
                }
            }
            None if set.len() == self.size => self.conclude(set, &guardians),
            _ => {}
        }
        Ok(())
    }

    /// What the undecided cells may hold beside the two digits.
    fn guardians(&self, set: Cells) -> Candidates {
        let others = |digit: usize| match self.digits.contains(&digit) {
            true => Cells::EMPTY,
            false => self.grid.open_plane(digit) & set,
        };
        Candidates(std::array::from_fn(others))
    }

    fn conclude(&mut self, set: Cells, guardians: &Candidates) {
        let first = self.given.grid();
        let is_mixed = set.intersects(self.grid.placed()) && !guardians.is_empty();
        let was_placed = set.intersects(first.placed());
        if !is_mixed || was_placed && !has_one_solution_without(&first, set) {
            return;
        }
        one_is_true(self.grid, guardians, self.found, |subset| {
            Evidence::Deadly(Deadly {
                cells: set.map(|cell| Variable::Cell(cell as u8)).collect(),
                digits: self.digits.map(|digit| Digit(digit as u8)).to_vec(),
                within: Vec::new(),
                guardians: guardians.iter().collect(),
                subset,
            })
        });
    }
}

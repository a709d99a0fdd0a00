//! Reverse BUGs and avoidable loops: some cells that are solved, and some that are not, two in each house
//! that they are in. If all held the same two digits, these could be exchanged here, where none of the cells
//! is given; or in all other cells, where all solved ones with these digits are here (Sudopedia, "Reverse
//! BUG"). So one of the other candidates of the undecided cells, the *guardians*, is true (docs/theory.md,
//! "Uniqueness"). Four cells of which none is given are an avoidable rectangle.

use super::unique::{has_one_solution_without, one_is_true};
use crate::budget::{Budget, Within};
use crate::evidence::{Deadly, Digit, Evidence};
use crate::grid::{Candidates, Cells, Given, Grid, HOUSES, PEERS, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

pub(in super::super) fn find(state: &mut State, size: u8, found: &mut Findings) -> Within {
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
        for start in cells.filter(|_| size > 4) {
            search.grow(Cells::of(start), &mut budget)?;
            search.left.remove(start);
        }
        let both = grid.plane(a) | grid.plane(b);
        let solved = both & grid.placed();
        if solved.intersects(given.clues()) {
            search.left = both;
            search.grow(solved, &mut budget)?;
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

    /// Whether the other cells that may hold one of the digits could at first hold both.
    fn may_exchange_others(&self, first: &Grid, set: Cells) -> bool {
        let [a, b] = self.digits;
        let seen = set.fold(set, |seen, cell| seen | PEERS[cell]);
        let mut others = (self.grid.plane(a) | self.grid.plane(b)) - seen;
        others.all(|cell| first.plane(a).contains(cell) && first.plane(b).contains(cell))
    }

    fn conclude(&mut self, set: Cells, guardians: &Candidates) {
        let first = self.given.grid();
        let is_mixed = set.intersects(self.grid.placed()) && !guardians.is_empty();
        let was_placed = set.intersects(first.placed());
        let may_be_exchanged = match set.intersects(self.given.clues()) {
            true => self.may_exchange_others(&first, set),
            false => !was_placed || has_one_solution_without(&first, set),
        };
        if !is_mixed || !may_be_exchanged {
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

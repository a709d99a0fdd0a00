//! Reverse BUGs and avoidable loops: some solved cells and some unsolved ones, two in each house that they
//! visit. If all these cells held the same two digits, the digits could be exchanged: in the same cells, if
//! none of the cells is given; or in all other cells, if the set includes all solved cells with the two
//! digits (Sudopedia, "Reverse BUG"). So one of the other candidates of the undecided cells, the *guardians*,
//! is true (docs/theory.md, "Uniqueness"). Four cells without a given are an avoidable rectangle.

use super::unique::{digit_pairs, one_is_true};
use crate::budget::{Budget, Within};
use crate::evidence::{Deadly, Evidence};
use crate::grid::{Candidates, Cell, Cells, Digit, Grid, House, notation::Variable};
use crate::one_solution::OneSolution;
use crate::rule::Findings;
use crate::state::State;

pub(in super::super) fn find(one: &OneSolution, state: &mut State, size: u8, found: &mut Findings) -> Within {
    let (first, clues, mut budget) = (one.first(), one.clues(), state.budget);
    let grid = state.grid();
    for (a, b) in digit_pairs(0x1ff) {
        let had = |&cell: &Cell| {
            let both = a.bit() | b.bit();
            first.digits_of(cell) & both == both
        };
        let may = (grid.plane(a) | grid.plane(b)) - clues;
        let cells: Cells = may.filter(had).collect();
        let mut search = Search { grid, one, digits: [a, b], size: size.into(), left: cells, found };
        for start in cells.filter(|_| size > 4) {
            search.grow(Cells::of(start), &mut budget)?;
            search.left.remove(start);
        }
        let both = grid.plane(a) | grid.plane(b);
        let solved = both & grid.placed();
        if solved.intersects(clues) {
            search.left = both;
            search.grow(solved, &mut budget)?;
        }
    }
    state.budget = budget;
    Ok(())
}

struct Search<'a> {
    grid: &'a Grid,
    one: &'a OneSolution,
    digits: [Digit; 2],
    size: usize,
    /// Cells from the start on.
    left: Cells,
    found: &'a mut Findings,
}

impl Search<'_> {
    /// Completes the first house that has only one of the cells.
    fn grow(&mut self, set: Cells, budget: &mut Budget) -> Within {
        budget.spend()?;
        let count = |house: House| (house.cells() & set).len();
        let guardians = self.guardians(set);
        let digits = guardians.0.iter().filter(|plane| !plane.is_empty()).count();
        let with = guardians.0.iter().fold(Cells::EMPTY, |all, plane| all | *plane);
        // Nothing follows from guardians of several digits in three cells: a house has only two.
        if House::all().any(|house| count(house) > 2) || digits > 1 && with.len() > 2 {
            return Ok(());
        }
        match House::all().find(|&house| count(house) == 1) {
            Some(house) if set.len() < self.size => {
                for cell in (self.left & house.cells()) - set {
                    self.grow(set | Cells::of(cell), budget)?;
                }
            }
            None if set.len() == self.size => self.conclude(set, &guardians),
            _ => {}
        }
        Ok(())
    }

    /// Returns the candidates of the undecided cells besides the two digits.
    fn guardians(&self, set: Cells) -> Candidates {
        let others = |digit: Digit| match self.digits.contains(&digit) {
            true => Cells::EMPTY,
            false => self.grid.open_plane(digit) & set,
        };
        Candidates(std::array::from_fn(|digit| others(Digit::new(digit))))
    }

    /// Whether the other cells that may hold one of the digits could at first hold both.
    fn may_exchange_others(&self, first: &Grid, set: Cells) -> bool {
        let [a, b] = self.digits;
        let seen = set.fold(set, |seen, cell| seen | cell.peers());
        let mut others = (self.grid.plane(a) | self.grid.plane(b)) - seen;
        others.all(|cell| first.plane(a).contains(cell) && first.plane(b).contains(cell))
    }

    fn conclude(&mut self, set: Cells, guardians: &Candidates) {
        let is_mixed = set.intersects(self.grid.placed()) && !guardians.is_empty();
        let may_be_exchanged =
            !set.intersects(self.one.clues()) || self.may_exchange_others(self.one.first(), set);
        if !is_mixed || !may_be_exchanged {
            return;
        }
        one_is_true(self.grid, guardians, self.found, |subset| {
            Evidence::Deadly(Deadly {
                cells: set.map(Variable::Cell).collect(),
                digits: self.digits.to_vec(),
                within: Vec::new(),
                guardians: guardians.iter().collect(),
                subset,
            })
        });
    }
}

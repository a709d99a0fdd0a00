//! Guardians, also called broken wings: an odd number of places of a digit in a ring, where every two
//! neighbours share a house. If the shared houses had no other places, the digit would be in every second
//! cell of the ring, but the number of cells is odd. So the digit is in one of the houses' other places, the
//! *guardians*, and every candidate linked to all guardians is false (docs/theory.md, "Players' techniques").
//!
//! ```text
//!   d1 ──── d2 · g1         g1 and g2 are the only other places of the five houses: one of them holds the
//!   │         ╲             digit
//!   d5 ─ d4 ─ d3 · g2
//! ```

use crate::budget::{Budget, Within};
use crate::evidence::{Arc, Evidence};
use crate::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, House, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

pub(super) fn find(state: &mut State, size: u8, found: &mut Findings) -> Within {
    if size.is_multiple_of(2) {
        return Ok(());
    }
    let mut budget = state.budget;
    let grid = state.grid();
    for digit in Digit::all() {
        let plane = grid.open_plane(digit);
        let mut left = plane;
        for start in plane {
            let mut search = Search { grid, digit, size: size.into(), left, path: Vec::new(), found };
            search.extend(start, Cells::EMPTY, Cells::EMPTY, &mut budget)?;
            left.remove(start);
        }
    }
    state.budget = budget;
    Ok(())
}

struct Search<'a> {
    grid: &'a Grid,
    digit: Digit,
    size: usize,
    /// Cells that the ring may use: its start, which has the lowest number, and cells with higher numbers.
    left: Cells,
    /// Cells of the path, each with the house that joins the cell to the next cell.
    path: Vec<(Cell, House)>,
    found: &'a mut Findings,
}

impl Search<'_> {
    /// Extends the path to a cell. `taken` holds the cells of the houses so far.
    fn extend(&mut self, cell: Cell, taken: Cells, guardians: Cells, budget: &mut Budget) -> Within {
        budget.spend()?;
        let ring: Cells = self.path.iter().map(|step| step.0).chain([cell]).collect();
        let is_last = ring.len() == self.size;
        for house in cell.houses() {
            let places = house.cells() & self.grid.open_plane(self.digit);
            let next = match (is_last, self.path.first()) {
                (true, Some(&(start, _))) => Cells::of(start),
                _ => self.left - ring - taken,
            };
            for next in next & places {
                let two = [cell, next].into_iter().collect();
                let guardians = guardians | (places - two);
                // The house must contain no third cell of the ring.
                let is_pair = (house.cells() & ring).is_subset(two);
                if !is_pair || self.targets(guardians).is_empty() {
                    continue;
                }
                self.path.push((cell, house));
                match is_last {
                    false => self.extend(next, taken | house.cells(), guardians, budget)?,
                    // Each ring is taken in one direction only.
                    true if self.path[1].0 < cell && !guardians.is_empty() => self.conclude(guardians),
                    true => {}
                }
                self.path.pop();
            }
        }
        Ok(())
    }

    /// Returns the candidates linked to all guardians.
    fn targets(&self, guardians: Cells) -> Candidates {
        let seen = guardians.fold(Cells::ALL, |seen, cell| seen & cell.peers());
        let mut targets = Candidates::EMPTY;
        targets.0[self.digit] = self.grid.open_plane(self.digit) & seen;
        if guardians.len() == 1 {
            let others = Digit::all().filter(|&digit| digit != self.digit);
            others.for_each(|digit| targets.0[digit] = self.grid.open_plane(digit) & guardians);
        }
        targets
    }

    fn conclude(&mut self, guardians: Cells) {
        let (grid, digit, path) = (self.grid, self.digit, &self.path);
        let at = |cell| Candidate::new(digit, cell);
        let arc = |k: usize| {
            let ((left, house), (right, _)) = (path[k], path[(k + 1) % path.len()]);
            let two: Cells = [left, right].into_iter().collect();
            let others = (house.cells() & grid.open_plane(digit)) - two;
            Arc {
                variable: Variable::In(house, digit),
                left: at(left),
                right: at(right),
                guardians: others.map(at).collect(),
            }
        };
        let targets = self.targets(guardians);
        self.found.eliminate(&targets, || Evidence::Circle { arcs: (0..path.len()).map(arc).collect() });
    }
}

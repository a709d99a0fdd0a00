//! Guardians, also called broken wings: an odd number of places of a digit in a ring, two neighbours always
//! in a house. If the houses had no other places, the digit would be in every second cell of the ring, which
//! is odd. So it is in one of their other places, the *guardians*, and what is linked to all of these is
//! false (docs/theory.md, "Players' techniques").
//!
//! ```text
//!   d1 ──── d2 · g1         g1 and g2 are the only other places of the five houses: one of them holds the
//!   │         ╲             digit
//!   d5 ─ d4 ─ d3 · g2
//! ```

use crate::budget::{Budget, Within};
use crate::evidence::{Arc, Evidence};
use crate::grid::{Candidate, Candidates, Cells, Grid, HOUSES, PEERS, houses_of, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

pub(super) fn find(state: &mut State, size: u8, found: &mut Findings) -> Within {
    if size.is_multiple_of(2) {
        return Ok(());
    }
    let mut budget = state.budget;
    let grid = state.grid();
    for digit in 0..9 {
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
    digit: usize,
    size: usize,
    /// The start, which comes first of all cells of the ring, and the cells after it.
    left: Cells,
    /// The cells, and the house from each to the next.
    path: Vec<(usize, usize)>,
    found: &'a mut Findings,
}

impl Search<'_> {
    /// Goes on to a cell. `taken` are the cells of the houses so far.
    fn extend(&mut self, cell: usize, taken: Cells, guardians: Cells, budget: &mut Budget) -> Within {
        budget.spend()?;
        let ring: Cells = self.path.iter().map(|step| step.0).chain([cell]).collect();
        let is_last = ring.len() == self.size;
        for house in houses_of(cell) {
            let places = HOUSES[house] & self.grid.open_plane(self.digit);
            let next = match (is_last, self.path.first()) {
                (true, Some(&(start, _))) => Cells::of(start),
                _ => self.left - ring - taken,
            };
            for next in next & places {
                let two = [cell, next].into_iter().collect();
                let guardians = guardians | (places - two);
                // The house has two cells of the ring.
                let is_pair = (HOUSES[house] & ring).is_subset(two);
                if !is_pair || self.targets(guardians).is_empty() {
                    continue;
                }
                self.path.push((cell, house));
                match is_last {
                    false => self.extend(next, taken | HOUSES[house], guardians, budget)?,
                    // One way round.
                    true if self.path[1].0 < cell && !guardians.is_empty() => self.conclude(guardians),
                    true => {}
                }
                self.path.pop();
            }
        }
        Ok(())
    }

    /// What is linked to all guardians.
    fn targets(&self, guardians: Cells) -> Candidates {
        let seen = guardians.fold(Cells::ALL, |seen, cell| seen & PEERS[cell]);
        let mut targets = Candidates::EMPTY;
        targets.0[self.digit] = self.grid.open_plane(self.digit) & seen;
        if guardians.len() == 1 {
            let others = (0..9).filter(|&digit| digit != self.digit);
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
            let others = (HOUSES[house] & grid.open_plane(digit)) - two;
            Arc {
                variable: Variable::of_house(house, digit),
                left: at(left),
                right: at(right),
                guardians: others.map(at).collect(),
            }
        };
        let targets = self.targets(guardians);
        self.found.eliminate(&targets, || Evidence::Circle { arcs: (0..path.len()).map(arc).collect() });
    }
}

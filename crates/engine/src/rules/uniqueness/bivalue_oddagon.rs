//! Bivalue oddagons: an odd number of cells in a ring, each of which sees the next. Two alternating digits
//! cannot fill the ring, so one of the other candidates of the cells, the *extra* candidates, is true.
//!
//! ```text
//!   C1 ─ C2                 all hold the same two digits, and some hold others, too;
//!   │     ╲                 if further pairs of cells see each other, a shorter ring proves more
//!   C5 ─ C4 ─ C3
//! ```

use super::unique::{digit_pairs, one_is_true};
use crate::budget::{Budget, Within};
use crate::evidence::{BivalueLoop, Evidence};
use crate::grid::notation::Variable;
use crate::grid::{Candidates, Cell, Cells, Digit, Grid};
use crate::rule::Findings;
use crate::state::State;

/// Length of the shortest rings: three cells that see each other are a naked subset.
const SHORTEST: usize = 5;
/// Length of the longest rings.
const LONGEST: usize = 15;

/// Ring: its cells in order, and its two digits.
struct Ring {
    cells: Vec<Cell>,
    digits: u16,
}

/// All rings of a state, once computed.
#[derive(Default)]
struct Rings(Option<Vec<Ring>>);

pub(in super::super) fn find(state: &mut State, size: u8, found: &mut Findings) -> Within {
    let mut budget = state.budget;
    let (grid, Rings(rings)) = state.remember(|_| Rings::default());
    if rings.is_none() {
        *rings = Some(all(grid, &mut budget)?);
    }
    for ring in rings.iter().flatten().filter(|ring| ring.cells.len() == usize::from(size)) {
        one_is_true(grid, &ring.extras(grid), found, |subset| {
            Evidence::BivalueLoop(BivalueLoop {
                cells: ring.cells.iter().copied().map(Variable::Cell).collect(),
                digits: Digit::in_mask(ring.digits).collect(),
                subset,
            })
        });
    }
    state.budget = budget;
    Ok(())
}

impl Ring {
    fn extras(&self, grid: &Grid) -> Candidates {
        let all: Cells = self.cells.iter().copied().collect();
        let mut extras = Candidates::EMPTY;
        Digit::in_mask(!self.digits).for_each(|digit| extras.0[digit] = grid.open_plane(digit) & all);
        extras
    }
}

fn all(grid: &Grid, budget: &mut Budget) -> Within<Vec<Ring>> {
    let mut found = Vec::new();
    for (a, b) in digit_pairs(0x1ff) {
        let cells = grid.open_plane(a) & grid.open_plane(b);
        let digits = a.bit() | b.bit();
        let mut search = Search { grid, digits, path: Vec::new(), found: &mut found };
        let mut left = cells;
        for start in cells {
            left.remove(start);
            search.extend(start, left, 0, 0, budget)?;
        }
    }
    Ok(found)
}

struct Search<'a> {
    grid: &'a Grid,
    digits: u16,
    path: Vec<Cell>,
    found: &'a mut Vec<Ring>,
}

impl Search<'_> {
    /// Adds a cell to the path. `left` holds the cells after the start that no cell of the path but the start
    /// sees. `with_more` counts the cells with extra digits, `more` collects these digits: if three or more
    /// cells have different ones, nothing follows.
    fn extend(
        &mut self, cell: Cell, left: Cells, mut with_more: u32, mut more: u16, budget: &mut Budget,
    ) -> Within {
        budget.spend()?;
        let extra = self.grid.digits_of(cell) & !self.digits;
        (with_more, more) = (with_more + u32::from(extra != 0), more | extra);
        if with_more > 2 && more.count_ones() > 1 {
            return Ok(());
        }
        self.path.push(cell);
        match self.path[..] {
            [start, second, _, ..] if cell.peers().contains(start) => {
                let (count, is_first_way) = (self.path.len(), second < cell);
                if count >= SHORTEST && count % 2 == 1 && is_first_way {
                    self.found.push(Ring { cells: self.path.clone(), digits: self.digits });
                }
            }
            ref path if path.len() < LONGEST => {
                let next = if path.len() == 1 { left } else { left - cell.peers() };
                for one in left & cell.peers() {
                    self.extend(one, next - Cells::of(one), with_more, more, budget)?;
                }
            }
            _ => {}
        }
        self.path.pop();
        Ok(())
    }
}

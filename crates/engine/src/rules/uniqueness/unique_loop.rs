//! Unique loops: closed loops of cells, each of which sees the next, with two cells in each visited house,
//! one cell at an even place of the loop and one cell at an odd place. If all cells held the same two digits,
//! alternating, the digits could be exchanged; so one of the *extra* candidates is true (docs/theory.md,
//! "Uniqueness").

use super::unique::{digit_pairs, one_is_true, with_locked};
use crate::budget::{Budget, Within};
use crate::evidence::{BivalueLoop, Evidence, Hall};
use crate::grid::mask::Mask;
use crate::grid::{Candidates, Cell, Cells, Digit, Grid, notation::Variable, on_loops};
use crate::one_solution::OneSolution;
use crate::rule::Findings;
use crate::state::State;

/// Length of the longest loops.
const LONGEST: usize = 14;

/// Loop: its cells in order, and its two digits.
struct UniqueLoop {
    cells: Vec<Cell>,
    digits: u16,
}

/// All loops of a state, once computed.
#[derive(Default)]
struct UniqueLoops(Option<Vec<UniqueLoop>>);

pub(in super::super) fn find(_: &OneSolution, state: &mut State, size: u8, found: &mut Findings) -> Within {
    let mut budget = state.budget;
    let (grid, UniqueLoops(loops)) = state.remember(|_| UniqueLoops::default());
    if loops.is_none() {
        *loops = Some(all(grid, &mut budget)?);
    }
    for one in loops.iter().flatten().filter(|one| one.cells.len() == usize::from(size)) {
        one.conclude(grid, found);
    }
    state.budget = budget;
    Ok(())
}

fn all(grid: &Grid, budget: &mut Budget) -> Within<Vec<UniqueLoop>> {
    let mut found = Vec::new();
    for (a, b) in digit_pairs(0x1ff) {
        let digits = a.bit() | b.bit();
        let mut left = grid.open_plane(a) & grid.open_plane(b);
        // Each loop starts at the first of its cells.
        loop {
            left = on_loops(left);
            let Some(start) = left.first() else { break };
            let mut search = LoopSearch { grid, digits, cells: left, path: Vec::new(), found: Vec::new() };
            search.from(start, [0; 2], Extras::default(), budget)?;
            found.extend(search.found.into_iter().map(|cells| UniqueLoop { cells, digits }));
            left.remove(start);
        }
    }
    Ok(found)
}

/// Number of cells with extra digits, and the extra digits. Nothing follows from more than two such cells,
/// unless they share one extra digit.
#[derive(Clone, Copy, Default)]
struct Extras {
    cells: usize,
    digits: u16,
}

struct LoopSearch<'a> {
    grid: &'a Grid,
    digits: u16,
    cells: Cells,
    path: Vec<Cell>,
    found: Vec<Vec<Cell>>,
}

impl LoopSearch<'_> {
    /// Extends the path to a cell. `houses` are the houses of the path's cells at even and at odd places.
    fn from(&mut self, cell: Cell, mut houses: [u32; 2], mut extras: Extras, budget: &mut Budget) -> Within {
        budget.spend()?;
        let parity = self.path.len() % 2;
        let own = cell.houses().into_iter().fold(0u32, |all, house| all | 1 << house.index());
        let extra = self.grid.digits_of(cell) & !self.digits;
        extras.cells += usize::from(extra != 0);
        extras.digits |= extra;
        let says_nothing = extras.cells > 2 && extras.digits.count_ones() > 1;
        if houses[parity] & own != 0 || says_nothing {
            return Ok(());
        }
        houses[parity] |= own;
        self.path.push(cell);
        let count = self.path.len();
        let start = self.path[0];
        if count > 4 && houses[0] == houses[1] && cell.peers().contains(start) {
            let as_set = |path: &[Cell]| path.iter().copied().collect::<Cells>();
            let set = as_set(&self.path);
            // Omits the same cells in another order: the other direction, or a shortcut.
            if !self.found.iter().any(|other| as_set(other) == set) {
                self.found.push(self.path.clone());
            }
        }
        // Number of houses that still need a second cell: a cell completes at most three.
        let wanted = (houses[0] ^ houses[1]).size();
        if wanted > 0 && wanted <= 3 * (LONGEST - count) {
            let next = cell.peers() & self.cells;
            for next in next.filter(|&next| next > start) {
                if !self.path.contains(&next) {
                    self.from(next, houses, extras, budget)?;
                }
            }
        }
        self.path.pop();
        Ok(())
    }
}

impl UniqueLoop {
    fn conclude(&self, grid: &Grid, found: &mut Findings) {
        let all: Cells = self.cells.iter().copied().collect();
        let mut extras = Candidates::EMPTY;
        for digit in Digit::in_mask(!self.digits) {
            extras.0[digit] = grid.open_plane(digit) & all;
        }
        let because = |subset: Option<Hall>| {
            Evidence::BivalueLoop(BivalueLoop {
                cells: self.cells.iter().copied().map(Variable::Cell).collect(),
                digits: Digit::in_mask(self.digits).collect(),
                subset,
            })
        };
        one_is_true(grid, &extras, found, because);
        with_locked(grid, &extras, self.digits, found, || because(None));
    }
}

//! Unique loops: closed lines of cells, each of which sees the next, with two cells in each house that they
//! visit, one at an even place of the loop and one at an odd. If all hold the same two digits, by turns,
//! these can be exchanged: so one of the *extra* candidates is true (docs/theory.md, "Uniqueness").

use super::unique::{one_is_true, with_locked};
use crate::budget::{Budget, Within};
use crate::evidence::{Evidence, Hall, SerPattern};
use crate::grid::{Candidates, Cells, Grid, PEERS, bits, houses_of, notation::Variable, on_loops};
use crate::rule::Findings;
use crate::state::State;

/// Cells of the longest loops.
const LONGEST: usize = 14;

/// A loop: its cells in order, and its digits.
struct UniqueLoop {
    cells: Vec<usize>,
    digits: u16,
}

/// All loops of a state, once they are known.
#[derive(Default)]
struct UniqueLoops(Option<Vec<UniqueLoop>>);

pub(in super::super) fn find(state: &mut State, size: u8, found: &mut Findings) -> Within {
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
    for a in 0..9 {
        for b in a + 1..9 {
            let digits = 1 << a | 1 << b;
            let mut left = grid.open_plane(a) & grid.open_plane(b);
            // Each loop from the first of its cells.
            loop {
                left = on_loops(left);
                let Some(start) = left.first() else { break };
                let mut search =
                    LoopSearch { grid, digits, cells: left, path: Vec::new(), found: Vec::new() };
                search.from(start, [0; 2], Extras::default(), budget)?;
                found.extend(search.found.into_iter().map(|cells| UniqueLoop { cells, digits }));
                left.remove(start);
            }
        }
    }
    Ok(found)
}

/// How many cells have extra digits, and which. Two may, or more if they have the same one: otherwise nothing
/// follows.
#[derive(Clone, Copy, Default)]
struct Extras {
    cells: usize,
    digits: u16,
}

struct LoopSearch<'a> {
    grid: &'a Grid,
    digits: u16,
    cells: Cells,
    path: Vec<usize>,
    found: Vec<Vec<usize>>,
}

impl LoopSearch<'_> {
    /// Goes on to a cell. `houses` are those of the cells at even and at odd places.
    fn from(&mut self, cell: usize, mut houses: [u32; 2], mut extras: Extras, budget: &mut Budget) -> Within {
        budget.spend()?;
        let parity = self.path.len() % 2;
        let own = houses_of(cell).into_iter().fold(0u32, |all, house| all | 1 << house);
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
        if count > 4 && houses[0] == houses[1] && PEERS[cell].contains(start) {
            let as_set = |path: &[usize]| path.iter().copied().collect::<Cells>();
            let set = as_set(&self.path);
            // The other way round, or with a shortcut.
            if !self.found.iter().any(|other| as_set(other) == set) {
                self.found.push(self.path.clone());
            }
        }
        // The houses that still want a second cell: three to a cell at most.
        let wanted = (houses[0] ^ houses[1]).count_ones() as usize;
        if wanted > 0 && wanted <= 3 * (LONGEST - count) {
            let next = PEERS[cell] & self.cells;
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
        for digit in bits(!self.digits & 0x1ff) {
            extras.0[digit] = grid.open_plane(digit) & all;
        }
        let because = |subset: Option<Hall>| {
            Evidence::SerPattern(SerPattern::Loop {
                cells: self.cells.iter().map(|&cell| Variable::Cell(cell as u8)).collect(),
                digits: SerPattern::digits(self.digits),
                subset,
            })
        };
        one_is_true(grid, &extras, found, because);
        with_locked(grid, &extras, self.digits, found, || because(None));
    }
}

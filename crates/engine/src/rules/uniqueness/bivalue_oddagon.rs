//! Bivalue oddagons: an odd number of cells in a ring, each of which sees the next. Two digits by turns
//! cannot fill it, so of the other candidates of its cells, the *extra* ones, one is true.
//!
//! ```text
//!   C1 ─ C2                 all hold the same two digits, some of them others, too;
//!   │     ╲                 if other cells of it see each other, a shorter ring proves more
//!   C5 ─ C4 ─ C3
//! ```

use super::unique::one_is_true;
use crate::budget::{Budget, Within};
use crate::evidence::{Evidence, SerPattern};
use crate::grid::notation::Variable;
use crate::grid::{Candidates, Cells, Grid, PEERS, bits};
use crate::rule::Findings;
use crate::state::State;

/// Cells of the shortest rings: three cells that see each other are a naked subset.
const SHORTEST: usize = 5;
/// Cells of the longest.
const LONGEST: usize = 15;

/// A ring: its cells in order, and its two digits.
struct Ring {
    cells: Vec<usize>,
    digits: u16,
}

/// All rings of a state, once they are known.
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
            Evidence::SerPattern(SerPattern::Loop {
                cells: ring.cells.iter().map(|&cell| Variable::Cell(cell as u8)).collect(),
                digits: SerPattern::digits(ring.digits),
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
        bits(!self.digits & 0x1ff).for_each(|digit| extras.0[digit] = grid.open_plane(digit) & all);
        extras
    }
}

fn all(grid: &Grid, budget: &mut Budget) -> Within<Vec<Ring>> {
    let mut found = Vec::new();
    for a in 0..9 {
        for b in a + 1..9 {
            let cells = grid.open_plane(a) & grid.open_plane(b);
            let mut search = Search { grid, digits: 1 << a | 1 << b, path: Vec::new(), found: &mut found };
            let mut left = cells;
            for start in cells {
                left.remove(start);
                search.extend(start, left, (0, 0), budget)?;
            }
        }
    }
    Ok(found)
}

struct Search<'a> {
    grid: &'a Grid,
    digits: u16,
    path: Vec<usize>,
    found: &'a mut Vec<Ring>,
}

impl Search<'_> {
    /// Adds a cell to the path. `left` holds the cells after the start that no cell of the path but the start
    /// sees. Cells with extra digits are counted, and these are named: if three or more have different ones,
    /// nothing follows.
    fn extend(
        &mut self, cell: usize, left: Cells, (mut with_more, mut more): (u32, u16), budget: &mut Budget,
    ) -> Within {
        budget.spend()?;
        let extra = self.grid.digits_of(cell) & !self.digits;
        (with_more, more) = (with_more + u32::from(extra != 0), more | extra);
        if with_more > 2 && more.count_ones() > 1 {
            return Ok(());
        }
        self.path.push(cell);
        match self.path[..] {
            [start, second, _, ..] if PEERS[cell].contains(start) => {
                let (count, is_first_way) = (self.path.len(), second < cell);
                if count >= SHORTEST && count % 2 == 1 && is_first_way {
                    self.found.push(Ring { cells: self.path.clone(), digits: self.digits });
                }
            }
            ref path if path.len() < LONGEST => {
                let next = if path.len() == 1 { left } else { left - PEERS[cell] };
                for one in left & PEERS[cell] {
                    self.extend(one, next - Cells::of(one), (with_more, more), budget)?;
                }
            }
            _ => {}
        }
        self.path.pop();
        Ok(())
    }
}

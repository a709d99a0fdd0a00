//! WXYZ- and VWXYZ-wings: *n* cells of two houses with *n* digits, four or five. For every digit except one,
//! all cells with the digit see each other, so at most one of them holds the digit. So the remaining digit is
//! in at least one of the cells.
//!
//! ```text
//!   wz · · │ wxz · ·      z is in one of the cells: cells that see all its places do not hold it
//!   ·  · · │ ·   · ·
//!   ·  · · │ ·   xy yz    (here the second house is the block)
//! ```

use crate::budget::Within;
use crate::evidence::Evidence;
use crate::grid::mask::Mask;
use crate::grid::{Candidates, Cell, Cells, Digit, Grid, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

pub(in super::super) fn find(n: usize, state: &mut State, found: &mut Findings) -> Within {
    let grid = state.grid();
    let held = |cell| (cell, grid.digits_of(cell));
    let fits = |&(_, digits): &(Cell, u16)| (1..=n).contains(&digits.size());
    let all: Vec<(Cell, u16)> = (!grid.placed()).map(held).filter(fits).collect();
    let empty = Wing { n, cells: [(Cell::default(), 0); 5], count: 0, digits: 0, loose: 0 };
    grow(grid, &all, empty, found);
    Ok(())
}

/// Wing of up to `n` cells.
#[derive(Clone, Copy)]
struct Wing {
    n: usize,
    cells: [(Cell, u16); 5],
    count: usize,
    digits: u16,
    /// Digits that two of the cells share without seeing each other.
    loose: u16,
}

impl Wing {
    fn with(&self, cell: Cell, digits: u16) -> Wing {
        let mut wider = *self;
        for &(other, its) in &self.cells[..self.count] {
            if !cell.peers().contains(other) {
                wider.loose |= its & digits;
            }
        }
        wider.cells[self.count] = (cell, digits);
        wider.count += 1;
        wider.digits |= digits;
        wider
    }

    fn all(&self) -> Cells {
        self.cells[..self.count].iter().map(|&(cell, _)| cell).collect()
    }

    fn is_of_two_houses(&self) -> bool {
        self.cells[0].0.houses().into_iter().any(|house| {
            let mut rest = self.all() - house.cells();
            let others = rest;
            rest.next()
                .is_none_or(|cell| cell.houses().into_iter().any(|other| others.is_subset(other.cells())))
        })
    }
}

/// Adds cells of `left`, in order.
fn grow(grid: &Grid, left: &[(Cell, u16)], wing: Wing, found: &mut Findings) {
    if wing.count == wing.n {
        if wing.digits.size() == wing.n && wing.loose != 0 {
            conclude(grid, &wing, found);
        }
        return;
    }
    for (k, &(cell, digits)) in left.iter().enumerate() {
        let wider = wing.with(cell, digits);
        let is_of_two_houses = wider.count < 3 || wider.is_of_two_houses();
        if wider.digits.size() <= wing.n && wider.loose.count_ones() <= 1 && is_of_two_houses {
            grow(grid, &left[k + 1..], wider, found);
        }
    }
}

fn conclude(grid: &Grid, wing: &Wing, found: &mut Findings) {
    let digit = Digit::lowest(wing.loose);
    let places = wing.all() & grid.open_plane(digit);
    let seen = places.fold(grid.open_plane(digit), |seen, cell| seen & cell.peers());
    found.eliminate(&Candidates::of_digit(digit, seen), || Evidence::Bent {
        cells: wing.all().map(Variable::Cell).collect(),
        digit,
    });
}

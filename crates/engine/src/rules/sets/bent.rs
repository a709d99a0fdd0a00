//! WXYZ- and VWXYZ-wings: *n* cells of two houses with *n* digits, four or five, of which all but one, each
//! by itself, are in cells that see each other. So each of these is in one of the cells at most, and the last
//! digit, which need not be, is in some.
//!
//! ```text
//!   wz · · │ wxz · ·      z is in one of the cells: what sees all its places does not hold it
//!   ·  · · │ ·   · ·
//!   ·  · · │ ·   xy yz    (here the second house is the block)
//! ```

use crate::budget::Within;
use crate::evidence::{Digit, Evidence};
use crate::grid::{Candidates, Cells, Grid, HOUSES, PEERS, houses_of, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

pub(in super::super) fn find(n: usize, state: &mut State, found: &mut Findings) -> Within {
    let grid = state.grid();
    let held = |cell| (cell, grid.digits_of(cell));
    let fits = |&(_, digits): &(usize, u16)| (1..=n as u32).contains(&digits.count_ones());
    let all: Vec<(usize, u16)> = (!grid.placed()).map(held).filter(fits).collect();
    let empty = Wing { n, cells: [(0, 0); 5], count: 0, digits: 0, loose: 0 };
    grow(grid, &all, empty, found);
    Ok(())
}

/// Up to `n` cells.
#[derive(Clone, Copy)]
struct Wing {
    n: usize,
    cells: [(usize, u16); 5],
    count: usize,
    digits: u16,
    /// Those of the digits that two of the cells have which do not see each other.
    loose: u16,
}

impl Wing {
    fn with(&self, (cell, digits): (usize, u16)) -> Wing {
        let mut wider = *self;
        for &(other, its) in &self.cells[..self.count] {
            if !PEERS[cell].contains(other) {
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
        houses_of(self.cells[0].0).into_iter().any(|house| {
            let mut rest = self.all() - HOUSES[house];
            let others = rest;
            rest.next()
                .is_none_or(|cell| houses_of(cell).into_iter().any(|other| others.is_subset(HOUSES[other])))
        })
    }
}

/// Adds cells of those left, in their order.
fn grow(grid: &Grid, left: &[(usize, u16)], wing: Wing, found: &mut Findings) {
    let most = wing.n as u32;
    if wing.count == wing.n {
        if wing.digits.count_ones() == most && wing.loose != 0 {
            conclude(grid, &wing, found);
        }
        return;
    }
    for (k, &one) in left.iter().enumerate() {
        let wider = wing.with(one);
        let is_of_two_houses = wider.count < 3 || wider.is_of_two_houses();
        if wider.digits.count_ones() <= most && wider.loose.count_ones() <= 1 && is_of_two_houses {
            grow(grid, &left[k + 1..], wider, found);
        }
    }
}

fn conclude(grid: &Grid, wing: &Wing, found: &mut Findings) {
    let digit = wing.loose.trailing_zeros() as usize;
    let places = wing.all() & grid.open_plane(digit);
    let seen = places.fold(grid.open_plane(digit), |seen, cell| seen & PEERS[cell]);
    found.eliminate(&Candidates::of_digit(digit, seen), || Evidence::Bent {
        cells: wing.all().map(|cell| Variable::Cell(cell as u8)).collect(),
        digit: Digit(digit as u8),
    });
}

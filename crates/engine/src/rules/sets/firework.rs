//! Fireworks: a digit that a row and a column have, outside the block where they cross, in one cell each at
//! most.
//!
//! ```text
//!   x · · │ · p ·      the digit is in x, in p or in q: were it in neither p nor q, the row and the
//!   · · · │ · · ·      column had it in the block, so both in x
//!   · · · │
//!   ──────┘
//!   q · ·
//! ```
//!
//! Three digits with one `x`, `p`, `q` fill these. Two digits with `x` and two with the opposite corner of
//! the rectangle fill its four cells.

use crate::budget::Within;
use crate::evidence::{Digit, Evidence, Firework};
use crate::grid::{Candidates, Cells, Grid, HOUSES, bits, block_of, column_of, notation::Variable, row_of};
use crate::rule::Findings;
use crate::state::State;

/// A corner, the cell of its row, the cell of its column.
type FireworkCells = [usize; 3];

/// The digits that are in one of these cells, and may be in each.
fn digits_of(grid: &Grid, [corner, in_row, in_column]: FireworkCells) -> u16 {
    let block = HOUSES[18 + block_of(corner)];
    let (row, column) = (HOUSES[row_of(corner)], HOUSES[9 + column_of(corner)]);
    let is_firework = |&digit: &usize| {
        let plane = grid.open_plane(digit);
        let (row, column) = (plane & row, plane & column);
        let fits = |line: Cells, cell| !line.is_empty() && (line - block).is_subset(Cells::of(cell));
        fits(row, in_row) && fits(column, in_column)
    };
    (0..9).filter(is_firework).fold(0, |all, digit| all | 1 << digit)
}

/// The corner with each cell of its row and each of its column that are in other blocks.
fn places(grid: &Grid, corner: usize) -> impl Iterator<Item = FireworkCells> {
    let open = !grid.placed() - HOUSES[18 + block_of(corner)];
    let (row, column) = (open & HOUSES[row_of(corner)], open & HOUSES[9 + column_of(corner)]);
    row.flat_map(move |p| column.map(move |q| [corner, p, q]))
}

fn each(grid: &Grid, mut look: impl FnMut(FireworkCells, u16)) {
    for corner in !grid.placed() {
        for place in places(grid, corner) {
            let digits = digits_of(grid, place);
            if digits.count_ones() > 1 {
                look(place, digits);
            }
        }
    }
}

/// The subsets of this many digits.
fn some(digits: u16, count: u32) -> impl Iterator<Item = u16> {
    (0..512).filter(move |some| some & !digits == 0 && some.count_ones() == count)
}

/// Three digits in one place.
pub(in super::super) fn triples(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let grid = state.grid();
    each(grid, |place, digits| {
        for digits in some(digits, 3) {
            conclude(grid, &[(place, digits)], found);
        }
    });
    Ok(())
}

/// Two digits in one place, two in the opposite one.
pub(in super::super) fn quadruples(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let grid = state.grid();
    each(grid, |place, digits| {
        let [corner, in_row, in_column] = place;
        let opposite = 9 * row_of(in_column) + column_of(in_row);
        if opposite < corner || grid.placed().contains(opposite) {
            return;
        }
        // The row of the opposite corner is that of the cell in the column.
        let across = [opposite, in_column, in_row];
        if [in_row, in_column].iter().any(|&cell| block_of(cell) == block_of(opposite)) {
            return;
        }
        let others = digits_of(grid, across);
        for own in some(digits, 2) {
            for other in some(others & !own, 2) {
                conclude(grid, &[(place, own), (across, other)], found);
            }
        }
    });
    Ok(())
}

/// As many digits as cells: each cell holds one of those of its fireworks.
fn conclude(grid: &Grid, fireworks: &[(FireworkCells, u16)], found: &mut Findings) {
    let mut targets = Candidates::EMPTY;
    for cell in fireworks.iter().flat_map(|(place, _)| place).copied() {
        let own = fireworks.iter().filter(|(place, _)| place.contains(&cell));
        let kept = own.fold(0, |all, (_, digits)| all | digits);
        for digit in bits(grid.digits_of(cell) & !kept) {
            targets.0[digit].insert(cell);
        }
    }
    found.eliminate(&targets, || {
        let firework = |&([corner, in_row, in_column], digits): &(FireworkCells, u16)| Firework {
            corner: Variable::Cell(corner as u8),
            wings: [in_row, in_column].map(|cell| Variable::Cell(cell as u8)),
            digits: bits(digits).map(|digit| Digit(digit as u8)).collect(),
        };
        Evidence::Fireworks(fireworks.iter().map(firework).collect())
    });
}

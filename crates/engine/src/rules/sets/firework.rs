//! Fireworks: a digit with at most one place in a row, and at most one in a column, outside the block where
//! they cross.
//!
//! ```text
//!   x · · │ · p ·      the digit is in x, in p or in q: if it is in neither p nor q, both the row and
//!   · · · │ · · ·      the column have it in the block, so in x
//!   · · · │
//!   ──────┘
//!   q · ·
//! ```
//!
//! Three digits with the same `x`, `p`, `q` fill these cells. Two digits with `x` and two with the opposite
//! corner of the rectangle fill its four cells.

use crate::budget::Within;
use crate::evidence::{Evidence, Firework};
use crate::grid::{Candidates, Cell, Cells, Digit, Grid, House, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

/// A corner, the cell of its row, the cell of its column.
type FireworkCells = [Cell; 3];

/// Returns the digits that must be in one of the three cells.
fn digits_of(grid: &Grid, [corner, in_row, in_column]: FireworkCells) -> u16 {
    let [row, column, block] = corner.houses().map(House::cells);
    let is_firework = |&digit: &Digit| {
        let plane = grid.open_plane(digit);
        let (row, column) = (plane & row, plane & column);
        let fits = |line: Cells, cell| !line.is_empty() && (line - block).is_subset(Cells::of(cell));
        fits(row, in_row) && fits(column, in_column)
    };
    Digit::all().filter(is_firework).fold(0, |all, digit| all | digit.bit())
}

/// Lists the corner with each undecided cell of its row and each of its column that are in other blocks.
fn places(grid: &Grid, corner: Cell) -> impl Iterator<Item = FireworkCells> {
    let [row, column, block] = corner.houses().map(House::cells);
    let open = !grid.placed() - block;
    let (row, column) = (open & row, open & column);
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

/// Lists the subsets with `count` digits.
fn some(digits: u16, count: u32) -> impl Iterator<Item = u16> {
    (0..512).filter(move |some| some & !digits == 0 && some.count_ones() == count)
}

/// Finds three digits that are fireworks in the same cells.
pub(in super::super) fn triples(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let grid = state.grid();
    each(grid, |place, digits| {
        for digits in some(digits, 3) {
            conclude(grid, &[(place, digits)], found);
        }
    });
    Ok(())
}

/// Finds two fireworks with one corner and two with the opposite corner.
pub(in super::super) fn quadruples(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let grid = state.grid();
    each(grid, |place, digits| {
        let [corner, in_row, in_column] = place;
        let opposite = Cell::at(in_column.row(), in_row.column());
        if opposite < corner || grid.placed().contains(opposite) {
            return;
        }
        // The row of the opposite corner is that of `in_column`.
        let across = [opposite, in_column, in_row];
        if [in_row, in_column].iter().any(|&cell| cell.block() == opposite.block()) {
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

/// Eliminates from each cell all digits except the digits of its fireworks: there are as many digits as
/// cells.
fn conclude(grid: &Grid, fireworks: &[(FireworkCells, u16)], found: &mut Findings) {
    let mut targets = Candidates::EMPTY;
    for cell in fireworks.iter().flat_map(|(place, _)| place).copied() {
        let own = fireworks.iter().filter(|(place, _)| place.contains(&cell));
        let kept = own.fold(0, |all, (_, digits)| all | digits);
        for digit in Digit::in_mask(grid.digits_of(cell) & !kept) {
            targets.0[digit].insert(cell);
        }
    }
    found.eliminate(&targets, || {
        let firework = |&([corner, in_row, in_column], digits): &(FireworkCells, u16)| Firework {
            corner: Variable::Cell(corner),
            wings: [in_row, in_column].map(Variable::Cell),
            digits: Digit::in_mask(digits).collect(),
        };
        Evidence::Fireworks(fireworks.iter().map(firework).collect())
    });
}

//! Almost locked candidates: digits that have too few places in the rest of one house for all of them, and
//! cells in the rest of another that crosses it.
//!
//! ```text
//!   x x x │ c · ·      the line has a and b in x and c only, so one of them is in x; e holds the other,
//!   e · · │ · · ·      so c holds the first of them. e: a b
//!   · · · │
//! ```
//!
//! In general `k` digits, `k - 1` cells `c` and `k - 1` cells `e`, and line and block exchanged. The cells
//! `e` and the digits in the one house are `2k - 1` variables; the cells `c` and the digits in the other
//! house have all their candidates.

use crate::budget::Within;
use crate::evidence::{Evidence, Hall};
use crate::grid::{Candidates, Cells, Grid, HOUSES, bits, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

/// The size is the number of digits.
pub(in super::super) fn find(state: &mut State, size: u8, found: &mut Findings) -> Within {
    let grid = state.grid();
    for (one, other) in crossings() {
        let house = Crossed { grid, one, other, size: size.into() };
        let open: Vec<usize> = ((HOUSES[other] - HOUSES[one]) - grid.placed()).collect();
        house.grow(&open, Cells::EMPTY, 0, found);
    }
    Ok(())
}

/// Each block with each line that crosses it, both ways round.
fn crossings() -> impl Iterator<Item = (usize, usize)> {
    let all = (18..27).flat_map(|block| (0..18).map(move |line| (line, block)));
    let crossing = all.filter(|&(line, block)| HOUSES[line].intersects(HOUSES[block]));
    crossing.flat_map(|(line, block)| [(line, block), (block, line)])
}

/// A house whose digits are looked at, and the one that crosses it.
struct Crossed<'a> {
    grid: &'a Grid,
    one: usize,
    other: usize,
    size: usize,
}

impl Crossed<'_> {
    /// Adds cells of the other house while they have at most this many digits.
    fn grow(&self, open: &[usize], cells: Cells, digits: u16, found: &mut Findings) {
        if cells.len() + 1 == self.size {
            if digits.count_ones() as usize == self.size {
                self.conclude(cells, digits, found);
            }
            return;
        }
        for (k, &cell) in open.iter().enumerate() {
            let with = digits | self.grid.digits_of(cell);
            if with.count_ones() as usize <= self.size {
                self.grow(&open[k + 1..], cells | Cells::of(cell), with, found);
            }
        }
    }

    /// These cells have this many digits. Do the digits have as many places as cells in the rest of the one
    /// house?
    fn conclude(&self, cells: Cells, digits: u16, found: &mut Findings) {
        let (one, other) = (HOUSES[self.one], HOUSES[self.other]);
        let of = |digit: usize| self.grid.open_plane(digit) & one;
        let outside = bits(digits).fold(Cells::EMPTY, |all, digit| all | (of(digit) - other));
        if outside.len() + 1 != self.size || bits(digits).any(|digit| of(digit).is_empty()) {
            return;
        }
        let mut targets = Candidates::EMPTY;
        for digit in 0..9 {
            let plane = self.grid.open_plane(digit);
            targets.0[digit] = match digits >> digit & 1 {
                0 => plane & outside,
                _ => plane & (other - one - cells),
            };
        }
        found.eliminate(&targets, || {
            let in_house = |house| bits(digits).map(move |digit| Variable::of_house(house, digit));
            let own = |cells: Cells| cells.map(|cell| Variable::Cell(cell as u8));
            let variables = own(cells).chain(in_house(self.one)).collect();
            let transversals = own(outside).chain(in_house(self.other)).collect();
            Evidence::Matched(Hall { variables, transversals })
        });
    }
}

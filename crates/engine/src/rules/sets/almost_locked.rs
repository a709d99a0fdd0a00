//! Almost locked candidates: digits with too few places for all of them in the rest of one house, and cells
//! in the rest of another house that crosses it.
//!
//! ```text
//!   x x x │ c · ·      the line has a and b in x and c only, so one of them is in x; e holds the other,
//!   e · · │ · · ·      so c does, too, and the rest of the block has neither. e: a b
//!   · · · │
//! ```
//!
//! In general there are `k` digits, `k - 1` cells `c` and `k - 1` cells `e`, and line and block may be
//! exchanged. The cells `e` and the digits in the first house are `2k - 1` variables, and all their
//! candidates are in the cells `c` and the digits in the second house.

use crate::budget::Within;
use crate::evidence::{Evidence, Hall};
use crate::grid::mask::Mask;
use crate::grid::{Candidates, Cell, Cells, Digit, Grid, House, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

/// Finds almost locked candidates of `size` digits.
pub(in super::super) fn find(state: &mut State, size: u8, found: &mut Findings) -> Within {
    let grid = state.grid();
    for (one, other) in crossings() {
        let house = Crossed { grid, one, other, size: size.into() };
        let open: Vec<Cell> = ((other.cells() - one.cells()) - grid.placed()).collect();
        house.grow(&open, Cells::EMPTY, 0, found);
    }
    Ok(())
}

/// Pairs each block with each line that crosses it, in both orders.
fn crossings() -> impl Iterator<Item = (House, House)> {
    let all = House::blocks().flat_map(|block| House::lines().map(move |line| (line, block)));
    let crossing = all.filter(|&(line, block)| line.cells().intersects(block.cells()));
    crossing.flat_map(|(line, block)| [(line, block), (block, line)])
}

/// House whose digits are examined, and another that crosses it.
struct Crossed<'a> {
    grid: &'a Grid,
    one: House,
    other: House,
    size: usize,
}

impl Crossed<'_> {
    /// Adds cells of the other house while they have at most `size` digits.
    fn grow(&self, open: &[Cell], cells: Cells, digits: u16, found: &mut Findings) {
        if cells.len() + 1 == self.size {
            if digits.size() == self.size {
                self.conclude(cells, digits, found);
            }
            return;
        }
        for (k, &cell) in open.iter().enumerate() {
            let with = digits | self.grid.digits_of(cell);
            if with.size() <= self.size {
                self.grow(&open[k + 1..], cells | Cells::of(cell), with, found);
            }
        }
    }

    /// Eliminates candidates if the `size` digits of `cells` have `size - 1` places in the first house
    /// outside the other house.
    fn conclude(&self, cells: Cells, digits: u16, found: &mut Findings) {
        let (one, other) = (self.one.cells(), self.other.cells());
        let of = |digit: Digit| self.grid.open_plane(digit) & one;
        let outside = Digit::in_mask(digits).fold(Cells::EMPTY, |all, digit| all | (of(digit) - other));
        if outside.len() + 1 != self.size || Digit::in_mask(digits).any(|digit| of(digit).is_empty()) {
            return;
        }
        let mut targets = Candidates::EMPTY;
        for digit in Digit::all() {
            let plane = self.grid.open_plane(digit);
            targets.0[digit] = match digits >> digit.index() & 1 {
                0 => plane & outside,
                _ => plane & (other - one - cells),
            };
        }
        found.eliminate(&targets, || {
            let in_house = |house| Digit::in_mask(digits).map(move |digit| Variable::In(house, digit));
            let own = |cells: Cells| cells.map(Variable::Cell);
            let variables = own(cells).chain(in_house(self.one)).collect();
            let transversals = own(outside).chain(in_house(self.other)).collect();
            Evidence::Matched(Hall { variables, transversals })
        });
    }
}

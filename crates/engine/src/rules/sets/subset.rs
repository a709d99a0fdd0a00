//! Naked and hidden subsets of any size: chain and pile exclusion of Suchard, Yatom and Shapir.

use super::hall;
use crate::budget::Within;
use crate::evidence::{Evidence, Hall};
use crate::grid::{Candidates, Cells, Digit, Grid, House, bits, halls::ALL_HOUSES, members};
use crate::rule::Findings;
use crate::state::State;

/// Returns the digits of the undecided cell in each square of the house (none if decided).
pub(in super::super) fn digits_by_square(grid: &Grid, house: House) -> [u16; 9] {
    house.squares().map(|cell| if grid.placed().contains(cell) { 0 } else { grid.digits_of(cell) })
}

/// Returns the candidates that are still possible for `digits` in the `squares` of the house.
pub(in super::super) fn candidates_in(grid: &Grid, house: House, squares: u16, digits: u16) -> Candidates {
    let held: Cells = bits(squares).map(|square| house.square(square)).collect();
    let mut targets = Candidates::EMPTY;
    for digit in Digit::in_mask(digits) {
        targets.0[digit] = grid.open_plane(digit) & held;
    }
    targets
}

/// Applies chain or pile exclusion, by the side of the house's matrix: members are squares, or digits.
pub(in super::super) fn find(side: usize, state: &mut State, size: u8, found: &mut Findings) -> Within {
    let (grid, halls) = state.halls();
    for house in members(halls.possible(ALL_HOUSES, side, usize::from(size))).map(House::new) {
        hall::each(&halls.lines(house.index(), side), usize::from(size), |members, values| {
            let (squares, digits) = match side {
                0 => (!members, values),
                _ => (values, !members),
            };
            found.eliminate(&candidates_in(grid, house, squares, digits), || {
                Evidence::Subset(match side {
                    0 => Hall::naked(house, members, values),
                    _ => Hall::hidden(house, members, values),
                })
            });
        });
    }
    Ok(())
}

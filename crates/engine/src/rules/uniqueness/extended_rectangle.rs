//! Extended rectangles: the cells of two rows in *n* columns, or of two columns in *n* rows. If these cells
//! held only *n* digits, both lines would hold all of them, and exchanging the lines would give a second
//! solution; so one of the other candidates, the *guardians*, is true (SudokuWiki, "Extended Unique
//! Rectangles"; docs/theory.md, "Uniqueness").
//!
//! ```text
//!   ab · · │ bc · · │ ac · ·      two lines of a band or stack: each column of the two is in one block
//!   ab · · │ bc · · │ ac · ·
//!
//!   abc abc abc │                 two lines of different bands: three cells of a block each, in the
//!   ────────────┤                 same three columns
//!   abc abc abc │
//! ```

use super::unique::one_is_true;
use crate::budget::Within;
use crate::evidence::{Deadly, Evidence};
use crate::grid::{Candidates, Cell, Cells, Digit, Grid, House, bits, notation::Variable};
use crate::one_solution::OneSolution;
use crate::rule::Findings;
use crate::state::State;

/// Finds extended rectangles of `size` cells.
pub(in super::super) fn find(one: &OneSolution, state: &mut State, size: u8, found: &mut Findings) -> Within {
    let mut budget = state.budget;
    let grid = state.grid();
    let count = u32::from(size / 2);
    if !size.is_multiple_of(2) {
        return Ok(());
    }
    for (line, other) in (0..18).flat_map(|line| (line / 9 * 9..line).map(move |other| (line, other))) {
        let is_near = line / 3 == other / 3;
        let lines = [line, other].map(House::new);
        let Lines { digits, before } = Lines::of(grid, one.first(), lines);
        let open = (0..9).filter(|&k| digits.iter().all(|own| own[k] != 0)).fold(0u16, |all, k| all | 1 << k);
        for places in subsets(open, count) {
            if !is_near && ![0o7, 0o70, 0o700].contains(&places) {
                continue;
            }
            let union = bits(places).fold(0, |all, k| all | digits[0][k] | digits[1][k]);
            for own in subsets(union, count) {
                budget.spend()?;
                let fits = |k: usize| {
                    // Each of the two cells had the other's digits at first.
                    let held = [0, 1].map(|row: usize| digits[row][k] & own);
                    let had = [0, 1].map(|row: usize| held[row] & !before[1 - row][k] == 0);
                    held.iter().all(|held| held.count_ones() > 1) && had == [true; 2]
                };
                if bits(places).all(fits) {
                    let cells = lines.into_iter().flat_map(|line| bits(places).map(move |k| line.square(k)));
                    conclude(grid, cells.collect(), own, found);
                }
            }
        }
    }
    state.budget = budget;
    Ok(())
}

/// Digits of the cells of two lines, none for decided cells, and the digits that the cells had at first.
struct Lines {
    digits: [[u16; 9]; 2],
    before: [[u16; 9]; 2],
}

impl Lines {
    fn of(grid: &Grid, first: &Grid, lines: [House; 2]) -> Lines {
        let of =
            |digits: &dyn Fn(Cell) -> u16| lines.map(|line| std::array::from_fn(|k| digits(line.square(k))));
        let open = |cell: Cell| if grid.placed().contains(cell) { 0 } else { grid.digits_of(cell) };
        Lines { digits: of(&open), before: of(&|cell| first.digits_of(cell)) }
    }
}

/// Lists the subsets of `of` with `count` members.
fn subsets(of: u16, count: u32) -> impl Iterator<Item = u16> {
    (1..1u16 << 9).filter(move |set| set & !of == 0 && set.count_ones() == count)
}

fn conclude(grid: &Grid, cells: Cells, digits: u16, found: &mut Findings) {
    let is_own = |digit: Digit| digits & digit.bit() != 0;
    let others = |digit: Digit| if is_own(digit) { Cells::EMPTY } else { grid.open_plane(digit) & cells };
    let guardians = Candidates(std::array::from_fn(|digit| others(Digit::new(digit))));
    let with = guardians.0.iter().fold(Cells::EMPTY, |all, plane| all | *plane);
    let is_one_digit = guardians.0.iter().filter(|plane| !plane.is_empty()).count() == 1;
    let in_house = || House::all().any(|house| with.is_subset(house.cells()));
    if is_one_digit || in_house() {
        one_is_true(grid, &guardians, found, |subset| {
            Evidence::Deadly(Deadly {
                cells: cells.map(Variable::Cell).collect(),
                digits: Digit::in_mask(digits).collect(),
                within: Vec::new(),
                guardians: guardians.iter().collect(),
                subset,
            })
        });
    }
}

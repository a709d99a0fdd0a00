//! Extended rectangles: *n* columns of two rows, or *n* rows of two columns. If these cells hold *n* digits
//! only, both lines hold all of them, and exchanged they were a second solution: so one of the other
//! candidates, the *guardians*, is true (SudokuWiki, "Extended Unique Rectangles"; docs/theory.md,
//! "Uniqueness").
//!
//! ```text
//!   ab · · │ bc · · │ ac · ·      two lines of a band or stack: each column of the two is in one block
//!   ab · · │ bc · · │ ac · ·
//!
//!   abc abc abc │                 two lines of different ones: three cells of a block each, which have
//!   ────────────┤                 the three columns
//!   abc abc abc │
//! ```

use super::unique::one_is_true;
use crate::budget::Within;
use crate::evidence::{Deadly, Digit, Evidence};
use crate::grid::{Candidates, Cells, Grid, HOUSES, SQUARES, bits, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

/// `size` is the number of cells.
pub(in super::super) fn find(state: &mut State, size: u8, found: &mut Findings) -> Within {
    let (first, mut budget) = (state.first().grid(), state.budget);
    let grid = state.grid();
    let count = u32::from(size / 2);
    if !size.is_multiple_of(2) {
        return Ok(());
    }
    for (line, other) in (0..18).flat_map(|line| (line / 9 * 9..line).map(move |other| (line, other))) {
        let is_near = line / 3 == other / 3;
        let Lines { digits, before } = Lines::of(grid, &first, [line, other]);
        let open = (0..9).filter(|&k| digits.iter().all(|own| own[k] != 0)).fold(0u16, |all, k| all | 1 << k);
        for places in subsets(open, count) {
            if !is_near && ![0o7, 0o70, 0o700].contains(&places) {
                continue;
            }
            let union = bits(places).fold(0, |all, k| all | digits[0][k] | digits[1][k]);
            for own in subsets(union, count) {
                budget.spend()?;
                let fits = |k: usize| {
                    // Each of the two cells could hold what the other may.
                    let held = [0, 1].map(|row: usize| digits[row][k] & own);
                    let had = [0, 1].map(|row: usize| held[row] & !before[1 - row][k] == 0);
                    held.iter().all(|held| held.count_ones() > 1) && had == [true; 2]
                };
                if bits(places).all(fits) {
                    let cells = [line, other]
                        .into_iter()
                        .flat_map(|line| bits(places).map(move |k| usize::from(SQUARES[line][k])));
                    conclude(grid, cells.collect(), own, found);
                }
            }
        }
    }
    state.budget = budget;
    Ok(())
}

/// The digits of the cells of two lines, none of decided ones, and those that they had at first.
struct Lines {
    digits: [[u16; 9]; 2],
    before: [[u16; 9]; 2],
}

impl Lines {
    fn of(grid: &Grid, first: &Grid, lines: [usize; 2]) -> Lines {
        let cell = |line: usize, k: usize| usize::from(SQUARES[line][k]);
        let of =
            |digits: &dyn Fn(usize) -> u16| lines.map(|line| std::array::from_fn(|k| digits(cell(line, k))));
        let open = |cell| if grid.placed().contains(cell) { 0 } else { grid.digits_of(cell) };
        Lines { digits: of(&open), before: of(&|cell| first.digits_of(cell)) }
    }
}

/// The sets of `count` of these.
fn subsets(of: u16, count: u32) -> impl Iterator<Item = u16> {
    (1..1u16 << 9).filter(move |set| set & !of == 0 && set.count_ones() == count)
}

fn conclude(grid: &Grid, cells: Cells, digits: u16, found: &mut Findings) {
    let is_own = |digit: usize| digits >> digit & 1 != 0;
    let others = |digit: usize| if is_own(digit) { Cells::EMPTY } else { grid.open_plane(digit) & cells };
    let guardians = Candidates(std::array::from_fn(others));
    let with = guardians.0.iter().fold(Cells::EMPTY, |all, plane| all | *plane);
    let is_one_digit = guardians.0.iter().filter(|plane| !plane.is_empty()).count() == 1;
    let in_house = || HOUSES.iter().any(|house| with.is_subset(*house));
    if is_one_digit || in_house() {
        one_is_true(grid, &guardians, found, |subset| {
            Evidence::Deadly(Deadly {
                cells: cells.map(|cell| Variable::Cell(cell as u8)).collect(),
                digits: bits(digits).map(|digit| Digit(digit as u8)).collect(),
                within: Vec::new(),
                guardians: guardians.iter().collect(),
                subset,
            })
        });
    }
}

//! Finds the clues that a puzzle with one solution could do without.
//!
//! A clue is needed if it is the only clue in some *unavoidable set*: cells of the solution that can be
//! filled in another way while the rest is kept. Many such sets consist of two digits, or of two lines of a
//! band or stack:
//!
//! ```text
//!   4 . . │ 7 . .      two digits: if a cell changes to the other digit, so does each cell that sees it and
//!   7 . . │ 4 . .      holds either digit; two rows: if two cells of a column swap digits, so do the cells
//!                      of each column that already has one of these digits in the row that it enters
//! ```
//!
//! Sets of these two kinds are found quickly; a search for another solution decides the remaining clues.

use crate::brute::solution_like_within;
use crate::budget::{Budget, Within};
use crate::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, House, notation};

/// Finds the clues that can be left out, each alone, with this solution remaining the only one.
pub(super) fn redundant(clues: &[Cells; 9], solution: &Grid, budget: &mut Budget) -> Within<Cells> {
    let all = clues.iter().fold(Cells::EMPTY, |all, &cells| all | cells);
    let digits =
        notation::puzzle_bytes(solution).map(|byte| Digit::new(usize::from(byte.wrapping_sub(b'1'))));
    let full = Full { solution, digits };
    let mut redundant = Cells::EMPTY;
    for (digit, cells) in clues.iter().enumerate() {
        for cell in cells.filter(|&cell| !full.is_needed(cell, all - Cells::of(cell))) {
            let mut fewer = *clues;
            fewer[digit].remove(cell);
            // Any other solution has another digit in this cell.
            let mut grid = Grid::from_clues(&fewer);
            grid.eliminate(&Candidates::from_iter([Candidate::new(Digit::new(digit), cell)]));
            if solution_like_within(&grid, solution, budget)?.is_none() {
                redundant.insert(cell);
            }
        }
    }
    Ok(redundant)
}

/// A full grid.
struct Full<'a> {
    solution: &'a Grid,
    /// The digit of each cell.
    digits: [Digit; 81],
}

impl Full<'_> {
    /// Whether a cell is in an unavoidable set of two digits or two lines that contains none of `others`.
    fn is_needed(&self, cell: Cell, others: Cells) -> bool {
        let digit = self.digits[cell];
        let plane = |digit: Digit| self.solution.plane(digit);
        let by_digits = Digit::all().filter(|&other| other != digit).any(|other| {
            let among = plane(digit) | plane(other);
            is_unavoidable(cell, among, others, |cell| cell.peers())
        });
        let in_pair = |line: House, with: fn(Cell) -> House| {
            let chute = line.number() / 3 * 3..line.number() / 3 * 3 + 3;
            chute.map(|number| House::of(line.kind(), number)).filter(|&other| other != line).any(|other| {
                let among = line.cells() | other.cells();
                is_unavoidable(cell, among, others, |cell| with(cell).cells() | plane(self.digits[cell]))
            })
        };
        let [row, column, _] = cell.houses();
        by_digits || in_pair(row, |cell| cell.houses()[1]) || in_pair(column, |cell| cell.houses()[0])
    }
}

/// Whether the cells that change if `cell` does include none of `others`. `among` are the cells that can
/// change; `with` returns the cells that change together with a cell, if they can.
#[inline]
fn is_unavoidable(cell: Cell, among: Cells, others: Cells, with: impl Fn(Cell) -> Cells) -> bool {
    let (mut set, mut new) = (Cells::of(cell), Cells::of(cell));
    while !new.is_empty() {
        new = new.fold(Cells::EMPTY, |all, cell| all | with(cell)) & (among - set);
        if new.intersects(others) {
            return false;
        }
        set |= new;
    }
    true
}

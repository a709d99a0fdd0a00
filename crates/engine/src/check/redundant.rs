//! Which clues a puzzle with one solution could do without.
//!
//! A clue is needed if there is an *unavoidable set* without other clues in it: cells of the solution that
//! can be filled in another way, the rest kept. Many are of two digits, or of two lines of a band or stack:
//!
//! ```text
//!   4 . . │ 7 . .      where one cell changes to the other digit, so does each that sees it and holds one of
//!   7 . . │ 4 . .      the two; in two rows the cells above and below change places, and so each that holds
//!                      the digit that comes in
//! ```
//!
//! These are seen at once; for other clues another solution is searched for.

use crate::brute::solution_like_within;
use crate::budget::{Budget, Within};
use crate::grid::{Candidate, Candidates, Cells, Grid, HOUSES, PEERS, column_of, notation, row_of};

/// The clues without each of which, alone, the puzzle still has only this solution.
pub(super) fn redundant(clues: &[Cells; 9], solution: &Grid, budget: &mut Budget) -> Within<Cells> {
    let all = clues.iter().fold(Cells::EMPTY, |all, &cells| all | cells);
    let digits = notation::puzzle_bytes(solution).map(|byte| byte.wrapping_sub(b'1').into());
    let full = Full { solution, digits };
    let mut redundant = Cells::EMPTY;
    for (digit, cells) in clues.iter().enumerate() {
        for cell in cells.filter(|&cell| !full.is_needed(cell, all - Cells::of(cell))) {
            let mut fewer = *clues;
            fewer[digit].remove(cell);
            // Another solution would have another digit in this cell.
            let mut grid = Grid::from_clues(&fewer);
            grid.eliminate(&Candidates::from_iter([Candidate::new(digit, cell)]));
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
    /// What stands in each cell.
    digits: [usize; 81],
}

impl Full<'_> {
    /// Whether a cell is in an unavoidable set, of two digits or two lines, without `others`.
    fn is_needed(&self, cell: usize, others: Cells) -> bool {
        let digit = self.digits[cell];
        let plane = |digit: usize| self.solution.plane(digit);
        let by_digits = (0..9).filter(|&other| other != digit).any(|other| {
            let among = plane(digit) | plane(other);
            is_unavoidable(cell, among, others, |cell| PEERS[cell])
        });
        let in_pair = |line: usize, with: fn(usize) -> usize| {
            (line / 3 * 3..line / 3 * 3 + 3).filter(move |&other| other != line).any(|other| {
                let among = HOUSES[line] | HOUSES[other];
                is_unavoidable(cell, among, others, |cell| HOUSES[with(cell)] | plane(self.digits[cell]))
            })
        };
        by_digits || in_pair(row_of(cell), |cell| 9 + column_of(cell)) || in_pair(9 + column_of(cell), row_of)
    }
}

/// Whether what changes if `cell` does has none of `others` in it. `with` are the cells that change with one,
/// if they are `among` those that can.
#[inline]
fn is_unavoidable(cell: usize, among: Cells, others: Cells, with: impl Fn(usize) -> Cells) -> bool {
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

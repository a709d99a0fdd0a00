//! Templates, or patterns, left for each digit (docs/theory.md, "Templates").

use super::{Checked, ensure};
use crate::evidence::{Literal, Template};
use crate::grid::{Cell, Cells, Digit};
use std::collections::HashSet;
use std::sync::OnceLock;

/// Returns the cells of a pattern by its label `uvwxyz` (§2.1): u, v, w are its squares in blocks 1, 5, 9; x,
/// y, z select from the remaining rows and columns in blocks 2, 6, 7; the squares in blocks 3, 4, 8 follow.
fn cells_of(label: [u8; 6]) -> Cells {
    let [u, v, w, x, y, z] = label.map(usize::from);
    let mut squares = [(0, 0); 9];
    for (block, square) in [(0, u), (4, v), (8, w)] {
        squares[block] = (square / 3, square % 3);
    }
    // The block, the block of its band whose row is taken, and the block of its stack whose column is taken.
    for (block, in_band, in_stack, turn) in [(1, 0, 4, x), (5, 4, 8, y), (6, 8, 0, z)] {
        let (row, column) = (squares[in_band].0, squares[in_stack].1);
        squares[block] = ((row + 1 + turn / 2) % 3, (column + 1 + turn % 2) % 3);
    }
    for block in [2, 3, 7] {
        let (band, stack) = (block / 3 * 3, block % 3);
        let rows: usize = (band..band + 3).filter(|&b| b != block).map(|b| squares[b].0).sum();
        let columns = (0..3).map(|k| 3 * k + stack).filter(|&b| b != block);
        let columns: usize = columns.map(|b| squares[b].1).sum();
        squares[block] = ((3 - rows) % 3, (3 - columns) % 3);
    }
    let cell = |(b, (row, column))| Cell::at(b / 3 * 3 + row, b % 3 * 3 + column);
    squares.into_iter().enumerate().map(cell).collect()
}

pub(super) fn all() -> &'static [([u8; 6], Cells)] {
    static ALL: OnceLock<Vec<([u8; 6], Cells)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let label = |index: usize| {
            let squares = [index / 5184, index / 576 % 9, index / 64 % 9];
            let turns = [index / 16 % 4, index / 4 % 4, index % 4];
            let mut digits = squares.into_iter().chain(turns).map(|digit| digit as u8);
            std::array::from_fn(|_| digits.next().unwrap_or(0))
        };
        (0..46_656).map(label).map(|label| (label, cells_of(label))).collect()
    })
}

#[derive(Default)]
pub(super) struct PatternLists {
    pub left: [Vec<([u8; 6], Cells)>; 9],
    /// Pairs of patterns that cannot be together.
    pub apart: HashSet<[Template; 2]>,
}

impl PatternLists {
    /// Returns the cells of a pattern that is left.
    pub fn cells(&self, Template { digit, label }: Template) -> Checked<Cells> {
        let found = self.left[digit].iter().find(|own| own.0 == label);
        found.map(|own| own.1).ok_or("a pattern is none of the digit, or is out".into())
    }

    pub fn take_out(&mut self, Template { digit, label }: Template) {
        self.left[digit].retain(|own| own.0 != label);
    }

    /// Returns the patterns left of a digit, which must not be the digit of any of `patterns`.
    pub fn others(&self, patterns: &[Template], digit: Digit) -> Checked<&[([u8; 6], Cells)]> {
        let is_other = patterns.iter().all(|pattern| pattern.digit != digit);
        ensure(is_other, "the digit is that of a pattern")?;
        Ok(&self.left[digit])
    }

    /// Whether a digit has a pattern left that can be together with all these.
    pub fn any_with(&self, patterns: &[Template], digit: Digit) -> Checked<bool> {
        let others = self.others(patterns, digit)?;
        let mut cells = Cells::EMPTY;
        for &pattern in patterns {
            cells |= self.cells(pattern)?;
        }
        let goes_with = |&&(label, own): &&([u8; 6], Cells)| {
            let other = Template { digit, label };
            let is_apart = |&pattern| self.apart.contains(&[pattern, other]);
            !own.intersects(cells) && !patterns.iter().any(is_apart)
        };
        Ok(others.iter().any(|other| goes_with(&other)))
    }

    /// Checks that in all patterns left of a digit one literal implies another.
    pub fn imply(&self, from: Literal, to: Literal) -> Checked<()> {
        ensure(from.candidate.digit == to.candidate.digit, "the patterns are of two digits")?;
        let says = |cells: Cells, literal: Literal| cells.contains(literal.candidate.cell) == literal.holds;
        let mut list = self.left[from.candidate.digit].iter();
        let all = list.all(|&(_, cells)| !says(cells, from) || says(cells, to));
        ensure(all, "a pattern left of the digit does not say so")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All patterns are different, each pattern has one cell in every house, and every cell is in the same
    /// number of patterns.
    #[test]
    fn all_patterns_are_there() {
        let cells: HashSet<Cells> = all().iter().map(|own| own.1).collect();
        assert_eq!(cells.len(), 46_656);
        for own in &cells {
            let houses = |c| [c / 9, 9 + c % 9, 18 + c / 27 * 3 + c % 9 / 3];
            let held: HashSet<usize> = own.map(Cell::index).flat_map(houses).collect();
            assert_eq!((own.len(), held.len()), (9, 27), "{own:?}");
        }
        for cell in Cell::all() {
            assert_eq!(cells.iter().filter(|own| own.contains(cell)).count(), 5184);
        }
    }

    /// Two labels have the cells of Myth Jellies' first picture, and of the pattern set by his table.
    #[test]
    fn labels_are_those_of_myth_jellies() {
        let cells = |label: [u8; 6]| cells_of(label).map(Cell::index).collect::<Vec<_>>();
        assert_eq!(cells([0; 6]), [0, 13, 26, 30, 43, 47, 60, 64, 77]);
        assert_eq!(cells([5, 3, 6, 1, 2, 1]), [8, 11, 23, 34, 39, 45, 55, 67, 78]);
    }
}

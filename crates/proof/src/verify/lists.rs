//! The templates, or patterns, that each digit has left (docs/theory.md, "Templates").

use super::{Checked, ensure};
use crate::evidence::{Digit, Literal, Template};
use crate::grid::Cells;
use std::collections::HashSet;
use std::sync::OnceLock;

/// The cells of a pattern by its label `uvwxyz` (§2.1): u, v, w are its squares in blocks 1, 5, 9; x, y, z
/// say which of the rows and columns that these leave it takes in blocks 2, 6, 7, and what is left of blocks
/// 3, 4, 8 follows.
fn cells_of(label: [u8; 6]) -> Cells {
    let [u, v, w, x, y, z] = label.map(usize::from);
    let mut squares = [(0, 0); 9];
    for (block, square) in [(0, u), (4, v), (8, w)] {
        squares[block] = (square / 3, square % 3);
    }
    // The block; in its band the one whose row, and in its stack the one whose column is taken.
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
    let cell = |(b, (row, column)): (usize, (usize, usize))| 9 * (b / 3 * 3 + row) + b % 3 * 3 + column;
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
    /// Two that cannot be together.
    pub apart: HashSet<[Template; 2]>,
}

impl PatternLists {
    /// The cells of a pattern that is left.
    pub fn cells(&self, Template { digit, label }: Template) -> Checked<Cells> {
        let list = self.left.get(usize::from(digit)).ok_or("there is no such digit")?;
        let found = list.iter().find(|own| own.0 == label);
        found.map(|own| own.1).ok_or("a pattern is none of the digit, or is out".into())
    }

    pub fn take_out(&mut self, Template { digit, label }: Template) {
        self.left[usize::from(digit)].retain(|own| own.0 != label);
    }

    /// The patterns left of a digit that is none of theirs.
    pub fn others(&self, patterns: &[Template], Digit(digit): Digit) -> Checked<&[([u8; 6], Cells)]> {
        let is_other = patterns.iter().all(|pattern| pattern.digit != digit);
        ensure(is_other, "the digit is that of a pattern")?;
        Ok(self.left.get(usize::from(digit)).ok_or("there is no such digit")?)
    }

    /// Whether a digit has a pattern left that can be together with all these.
    pub fn any_with(&self, patterns: &[Template], digit: Digit) -> Checked<bool> {
        let others = self.others(patterns, digit)?;
        let mut cells = Cells::EMPTY;
        for &pattern in patterns {
            cells |= self.cells(pattern)?;
        }
        let goes_with = |&&(label, own): &&([u8; 6], Cells)| {
            let other = Template { digit: digit.0, label };
            let is_apart = |&pattern| self.apart.contains(&[pattern, other]);
            !own.intersects(cells) && !patterns.iter().any(is_apart)
        };
        Ok(others.iter().any(|other| goes_with(&other)))
    }

    /// All patterns left of a digit say that one literal of it implies another.
    pub fn imply(&self, from: Literal, to: Literal) -> Checked<()> {
        ensure(from.candidate.digit == to.candidate.digit, "the patterns are of two digits")?;
        let says = |cells: Cells, literal: Literal| {
            cells.contains(usize::from(literal.candidate.cell)) == literal.holds
        };
        let list = &self.left[usize::from(from.candidate.digit)];
        let all = list.iter().all(|&(_, cells)| !says(cells, from) || says(cells, to));
        ensure(all, "a pattern left of the digit does not say so")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each has one cell in every house, all are different, and each cell is in as many.
    #[test]
    fn all_patterns_are_there() {
        let cells: HashSet<Cells> = all().iter().map(|own| own.1).collect();
        assert_eq!(cells.len(), 46_656);
        for own in &cells {
            let houses = |c| [c / 9, 9 + c % 9, 18 + c / 27 * 3 + c % 9 / 3];
            let held: HashSet<usize> = own.flat_map(houses).collect();
            assert_eq!((own.len(), held.len()), (9, 27), "{own:?}");
        }
        for cell in 0..81 {
            assert_eq!(cells.iter().filter(|own| own.contains(cell)).count(), 5184);
        }
    }

    /// Myth Jellies' first picture, and the pattern that his table sets.
    #[test]
    fn labels_are_those_of_myth_jellies() {
        let cells = |label: [u8; 6]| cells_of(label).collect::<Vec<_>>();
        assert_eq!(cells([0; 6]), [0, 13, 26, 30, 43, 47, 60, 64, 77]);
        assert_eq!(cells([5, 3, 6, 1, 2, 1]), [8, 11, 23, 34, 39, 45, 55, 67, 78]);
    }
}

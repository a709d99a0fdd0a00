//! The six-digit names of templates (docs/theory.md, "Templates").

use crate::evidence::Template;
use crate::grid::Cells;
use crate::grid::{Cell, Digit};

/// Name of a template, `uvwxyz`: `000000` to `888333`.
///
/// ```text
///   u0 1 2 │ x . . │ . . .      u, v, w: the square of the template in block 1, 5, 9.
///    3 4 5 │ . 0 1 │ . . .      x, y, z: its square in block 2, 6, 7, counted right and down, cyclically,
///    6 7 8 │ . 2 3 │ . . .      from the crossing of the row and the column that u, v, w close there (here
///          │       │            all 0).
///   ───────┼───────┼───────     Blocks 3, 4, 8 have one row and one column left each.
///    . . . │v0 1 2 │ y . .
///    . . . │ 3 4 5 │ . 0 1      (Myth Jellies' table of the labels through each cell has a misprint at r7c5,
///    . . . │ 6 7 8 │ . 2 3      `036` and `258` exchanged: they read as those of r8c5, r9c5.)
///   ───────┼───────┼───────
///    z . . │ . . . │w0 1 2
///    . 0 1 │ . . . │ 3 4 5
///    . 2 3 │ . . . │ 6 7 8
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Label(u16);

/// Upper bound of each digit of a label, exclusive.
const BASES: [u16; 6] = [9, 9, 9, 4, 4, 4];

/// For each of x, y, z: its block, the block that closes one of its rows, and the block that closes one of
/// its columns.
const SIDES: [[usize; 3]; 3] = [[1, 0, 4], [5, 4, 8], [6, 8, 0]];

/// For each of blocks 3, 4, 8: the two other blocks of its band, and the two other blocks of its stack.
const FORCED: [[usize; 5]; 3] = [[2, 0, 1, 5, 8], [3, 4, 5, 0, 6], [7, 6, 8, 1, 4]];

impl Label {
    /// Number of templates.
    pub const COUNT: usize = 46_656;

    /// Iterates over all labels in order.
    pub fn all() -> impl Iterator<Item = Label> {
        (0..Label::COUNT as u16).map(Label)
    }

    /// Returns the label with these digits, if there is one.
    pub fn new(digits: [u8; 6]) -> Option<Label> {
        let pairs = || digits.into_iter().map(u16::from).zip(BASES);
        let is_label = pairs().all(|(digit, base)| digit < base);
        is_label.then(|| Label(pairs().fold(0, |index, (digit, base)| index * base + digit)))
    }

    /// Returns the six digits.
    pub fn digits(self) -> [u8; 6] {
        let mut rest = self.0;
        let mut digits = [0; 6];
        for k in (0..6).rev() {
            digits[k] = (rest % BASES[k]) as u8;
            rest /= BASES[k];
        }
        digits
    }

    /// Returns the template of `digit` with this label, as evidence.
    pub fn template(self, digit: Digit) -> Template {
        Template { digit, label: self.digits() }
    }

    /// Returns the template's nine cells.
    pub fn cells(self) -> Cells {
        let digits = self.digits().map(usize::from);
        // The row and column of the template's cell inside each block.
        let mut squares = [(0, 0); 9];
        for (block, square) in [0, 4, 8].into_iter().zip(digits) {
            squares[block] = (square / 3, square % 3);
        }
        for ([block, row, column], side) in SIDES.into_iter().zip(&digits[3..]) {
            let (row, column) = (squares[row].0, squares[column].1);
            squares[block] = ((row + 1 + side / 2) % 3, (column + 1 + side % 2) % 3);
        }
        for [block, a, b, c, d] in FORCED {
            squares[block] = (3 - squares[a].0 - squares[b].0, 3 - squares[c].1 - squares[d].1);
        }
        let cell = |(block, (row, column))| Cell::at(block / 3 * 3 + row, block % 3 * 3 + column);
        squares.into_iter().enumerate().map(cell).collect()
    }

    /// Returns the label of a template.
    pub fn of(template: Cells) -> Label {
        let mut squares = [(0, 0); 9];
        for cell in template {
            let (row, column) = (cell.row(), cell.column());
            squares[cell.block()] = (row % 3, column % 3);
        }
        let mut digits = [0; 6];
        for (digit, block) in digits.iter_mut().zip([0, 4, 8]) {
            *digit = (3 * squares[block].0 + squares[block].1) as u8;
        }
        for (digit, [block, row, column]) in digits[3..].iter_mut().zip(SIDES) {
            let down = (squares[block].0 + 2 - squares[row].0) % 3;
            let right = (squares[block].1 + 2 - squares[column].1) % 3;
            *digit = (2 * down + right) as u8;
        }
        Label::new(digits).expect("nine cells, one in each row, column and block")
    }
}

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.digits().iter().try_for_each(|digit| write!(f, "{digit}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::House;
    use std::collections::HashSet;

    #[test]
    fn labels_name_the_templates_one_to_one() {
        let mut all = HashSet::new();
        let mut through = [0; 81];
        for label in Label::all() {
            let cells = label.cells();
            assert!(House::all().all(|house| (house.cells() & cells).len() == 1), "{label}");
            assert_eq!(Label::of(cells), label);
            cells.for_each(|cell| through[cell] += 1);
            all.insert(cells);
        }
        assert_eq!(all.len(), Label::COUNT);
        assert_eq!(through, [5184; 81]);
        assert_eq!(Label::new([8, 8, 8, 3, 3, 4]), None);
    }

    /// Two labels have the cells that Myth Jellies prints; tests/engine/pom.rs has his table of the labels
    /// through each cell.
    #[test]
    fn templates_of_myth_jellies() {
        for (label, cells) in [
            ([0; 6], [0, 13, 26, 30, 43, 47, 60, 64, 77]),
            ([5, 3, 6, 1, 2, 1], [8, 11, 23, 34, 39, 45, 55, 67, 78]),
        ] {
            assert_eq!(Label::new(label).unwrap().cells(), cells.map(Cell::new).into_iter().collect());
        }
    }
}

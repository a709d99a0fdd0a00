//! `BoardSymmetry`: a way to rewrite a puzzle of a board as an equivalent one.

use super::Symmetry;
use crate::grid::{Cell, Cells, Digit};
use std::fmt::{self, Formatter};

/// Order of the cells and new names for the digits.
///
/// ```text
///   image cell  =  digits[ its source cell ]
/// ```
///
/// As text it is a [`Symmetry`] if rows and columns stay together: `T r3412 c1234 d2143`. Otherwise the text
/// has the row and the column of the source of each cell, in reading order: `m11,23,32,… d2143`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoardSymmetry {
    /// Number of rows, of columns and of digits.
    pub(super) size: u8,
    /// Source of each cell, by its number.
    pub(super) sources: [u8; Cell::COUNT],
    /// New name of each digit, from 0.
    pub(super) digits: [u8; Digit::COUNT],
}

impl From<Symmetry> for BoardSymmetry {
    fn from(symmetry: Symmetry) -> BoardSymmetry {
        let source = |cell: usize| {
            let [row, column] = [symmetry.rows[cell / 9], symmetry.columns[cell % 9]];
            if symmetry.transposed { 9 * column + row } else { 9 * row + column }
        };
        BoardSymmetry { size: 9, sources: std::array::from_fn(source), digits: symmetry.digits }
    }
}

impl BoardSymmetry {
    /// Returns the source of a cell of the board.
    pub fn source(&self, cell: Cell) -> Cell {
        Cell::new(usize::from(self.sources[cell.index()]) % Cell::COUNT)
    }

    /// Returns the image of a puzzle, or of any sets of cells, one for each digit.
    pub fn apply(&self, clues: &[Cells; 9]) -> [Cells; 9] {
        let mut images = [Cells::EMPTY; 9];
        for cell in self.cells() {
            let source = self.source(cell);
            for (plane, label) in clues.iter().zip(self.digits) {
                if plane.contains(source) {
                    images[usize::from(label)].insert(cell);
                }
            }
        }
        images
    }

    /// Iterates over the cells of the board.
    fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let size = usize::from(self.size);
        (0..size).flat_map(move |row| (0..size).map(move |column| Cell::at(row, column)))
    }

    /// Returns the order of the rows and that of the columns, if all rows become rows and all columns become
    /// columns, or the reverse with the mark `true`.
    fn lines(&self) -> Option<(bool, Vec<usize>, Vec<usize>)> {
        let size = usize::from(self.size);
        [false, true].into_iter().find_map(|transposed| {
            let place = |cell: Cell| match transposed {
                false => (cell.row(), cell.column()),
                true => (cell.column(), cell.row()),
            };
            let source = |row, column| place(self.source(Cell::at(row, column)));
            let rows: Vec<usize> = (0..size).map(|row| source(row, 0).0).collect();
            let columns: Vec<usize> = (0..size).map(|column| source(0, column).1).collect();
            let is_line = |cell: Cell| place(self.source(cell)) == (rows[cell.row()], columns[cell.column()]);
            self.cells().all(is_line).then_some((transposed, rows, columns))
        })
    }
}

impl fmt::Display for BoardSymmetry {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let numbers = |order: &[usize]| order.iter().map(|at| (at + 1).to_string()).collect::<String>();
        match self.lines() {
            Some((transposed, rows, columns)) => {
                let mark = if transposed { "T " } else { "" };
                write!(f, "{mark}r{} c{}", numbers(&rows), numbers(&columns))?;
            }
            None => {
                let number = |cell: Cell| numbers(&[cell.row(), cell.column()]);
                let sources: Vec<String> = self.cells().map(|cell| number(self.source(cell))).collect();
                write!(f, "m{}", sources.join(","))?;
            }
        }
        let digits: Vec<usize> = self.digits.iter().map(|&digit| digit.into()).collect();
        write!(f, " d{}", numbers(&digits[..usize::from(self.size)]))
    }
}

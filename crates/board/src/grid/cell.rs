//! `Cell`: a cell of the board.

use super::index::numbered;
use super::{Cells, House, PLAIN};

/// A cell, numbered row by row from 0: `9·row + column`. Prints as `r3c4`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cell(u8);

numbered!(Cell, 81, "cell");

impl Cell {
    /// Returns the cell in this row and column, both in `0..9`.
    #[inline]
    #[must_use]
    pub const fn at(row: usize, column: usize) -> Cell {
        Cell::new(9 * row + column)
    }

    /// Returns the row of the cell, `0..9`.
    #[inline]
    pub const fn row(self) -> usize {
        self.index() / 9
    }

    /// Returns the column of the cell, `0..9`.
    #[inline]
    pub const fn column(self) -> usize {
        self.index() % 9
    }

    /// Returns the block of the cell, `0..9`, row by row.
    #[inline]
    pub const fn block(self) -> usize {
        self.index() / 27 * 3 + self.index() % 9 / 3
    }

    /// Returns the row, column and block of the cell.
    #[inline]
    pub const fn houses(self) -> [House; 3] {
        [House::row(self.row()), House::column(self.column()), House::block(self.block())]
    }

    /// Returns the 20 other cells of its houses.
    #[inline]
    pub const fn peers(self) -> Cells {
        PLAIN.peers[self.index()]
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "r{}c{}", self.row() + 1, self.column() + 1)
    }
}

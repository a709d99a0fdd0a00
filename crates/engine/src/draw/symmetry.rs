//! Marks for symmetries of the puzzle.

use super::marks::{Marks, Shade};
use crate::evidence::Symmetric;
use crate::grid::{Candidate, Cell, Cells, HouseKind};

impl Marks {
    /// Marks the cells that correspond to those of the targets, and the cells that are their own images.
    pub(super) fn symmetry(&mut self, of: &Symmetric, gone: &[Candidate]) {
        self.words.cells = "cells that correspond";
        self.words.cover = "cells that are their own image";
        let image = |cell: Cell| -> Option<Cell> {
            let (row, column) = (of.rows.get(cell.row())?, of.columns.get(cell.column())?);
            match row.kind() {
                HouseKind::Row => Some(Cell::at(row.number(), column.number())),
                _ => Some(Cell::at(column.number(), row.number())),
            }
        };
        let (mut all, mut next) = (Cells::EMPTY, gone.iter().map(|one| one.cell).collect::<Cells>());
        while !next.is_empty() {
            all |= next;
            next = next.filter_map(image).collect::<Cells>() - all;
        }
        let own: Cells = Cells::ALL.filter(|&cell| image(cell) == Some(cell)).collect();
        self.shade(all - own, Shade::Cells);
        self.shade(own, Shade::Cover);
    }
}

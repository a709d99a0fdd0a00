//! The rows of `puzzles` by themselves, in any format: what rate and select write.

use super::puzzles::PUZZLES;
use super::{Context, Format, Head, Made, Table};
use crate::run::Row;
use std::io::{self, Write};

/// A table of puzzles being written: that of a scan, with the columns of `puzzles`.
pub struct PuzzleTable<'a> {
    context: &'a Context<'a>,
    table: Table<'a>,
}

impl<'a> PuzzleTable<'a> {
    /// Begins it.
    pub fn begin(
        format: &Format,
        out: &'a mut (dyn Write + Send),
        context: &'a Context<'a>,
    ) -> io::Result<PuzzleTable<'a>> {
        let header = context.header;
        let mut about = vec![format!("sudoscope {}: {}", header.version, PUZZLES.about)];
        about.extend(header.scales.iter().map(|it| format!("ladder {} = {}", it.name, it.definition)));
        let head = Head { name: PUZZLES.name, about, columns: (PUZZLES.columns)(context) };
        Ok(PuzzleTable { context, table: Table { writers: vec![(format.begin)(out, &head)?], kept: None } })
    }

    /// Writes a row.
    pub fn row(&mut self, row: &Row) -> io::Result<()> {
        match PUZZLES.made {
            Made::Row(write) => write(row, self.context, &mut self.table),
            _ => Ok(()),
        }
    }

    /// All rows are written.
    pub fn end(self) -> io::Result<()> {
        self.table.end().map(drop)
    }
}

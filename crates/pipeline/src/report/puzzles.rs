//! `puzzles`: one row for each data line, as `rate` prints it, with the rules used; part of a scan, or a
//! table of its own from rate and select.

use super::{Context, Format, Rated, RatedColumns, Report, Source, Table};
use crate::run::Row;
use std::io::{self, Write};

pub(super) const PUZZLES: Report = Report {
    name: "puzzles",
    about: "one row for each puzzle; rules: those that were used, each with its steps",
    columns: |context| context.rated_columns().columns(),
    joins: None,
    source: Source::Row(write),
};

fn write(row: &Row, context: &Context, table: &mut Table) -> io::Result<()> {
    write_row(row, context, &context.rated_columns(), table)
}

fn write_row(row: &Row, context: &Context, columns: &RatedColumns, table: &mut Table) -> io::Result<()> {
    let rated = Rated { row, line: context.line_value(row.at()), reason: None, shown: None };
    table.rated_row(columns, &rated)
}

/// Table `puzzles` on its own, being written.
pub struct PuzzleTable<'a> {
    context: &'a Context<'a>,
    columns: RatedColumns<'a>,
    table: Table<'a>,
}

impl<'a> PuzzleTable<'a> {
    /// Begins the table; CSV has the columns that `rate` prints.
    pub fn begin(
        format: &Format, out: &'a mut (dyn Write + Send), context: &'a Context<'a>,
    ) -> io::Result<PuzzleTable<'a>> {
        let header = context.header;
        let mut about = vec![format!("sudoscope {}: {}", header.version, PUZZLES.about)];
        about.extend(header.scales.iter().map(|it| format!("scale {} = {}", it.name, it.definition)));
        let columns = match format.name {
            "csv" => {
                let columns = RatedColumns::of_lines(context.scales, &header.keep).solved(context.solved);
                columns.wide(&context.wide).on(header.board.as_deref())
            }
            _ => context.rated_columns(),
        };
        let table = Table::begin(format, out, PUZZLES.name, about, columns.columns())?;
        Ok(PuzzleTable { context, columns, table })
    }

    /// Writes a row.
    pub fn row(&mut self, row: &Row) -> io::Result<()> {
        write_row(row, self.context, &self.columns, &mut self.table)
    }

    /// Ends the table after its last row.
    pub fn end(self) -> io::Result<()> {
        self.table.finish()
    }
}

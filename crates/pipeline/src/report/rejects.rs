//! `rejects`: the lines that were not rated, and why.

use super::{Column, Context, Fold, Kind, Report, Table};
use crate::run::Row;
use std::io;
use sudoscope_engine::scale::Status;

pub(super) struct Rejects;

impl Report for Rejects {
    fn name(&self) -> &'static str {
        "rejects"
    }

    fn about(&self) -> &'static str {
        "lines that could not be rated; column is where the mistake shows, in bytes from 1"
    }

    fn is_long(&self) -> bool {
        true
    }

    fn columns(&self, _: &Context) -> Vec<Column> {
        let mut columns = vec![Column::new("file", Kind::Text)];
        columns.extend(Column::all(Kind::Count, &["line", "column"]));
        columns.extend(Column::all(Kind::Text, &["status", "reason"]));
        columns
    }

    fn fold<'a>(&self, context: &'a Context<'a>) -> Box<dyn Fold + 'a> {
        Box::new(RejectRows { context })
    }
}

struct RejectRows<'a> {
    context: &'a Context<'a>,
}

impl Fold for RejectRows<'_> {
    fn row(&mut self, row: &Row, table: &mut Table) -> io::Result<()> {
        let (column, reason) = match (row.status, row.error) {
            (_, Some(error)) => (Some(u64::from(error.column)), error.to_string()),
            (Status::NoSolution, _) => (None, "the puzzle has no solution".to_string()),
            (Status::MultipleSolutions, _) => {
                (None, "the puzzle has more than one solution".to_string())
            }
            _ => return Ok(()),
        };
        let file = self.context.file_name(row.file);
        table.row(&row![file, row.line, column, row.status.name(), reason])
    }
}

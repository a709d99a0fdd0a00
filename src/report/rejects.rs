//! `rejects.csv`: the lines that were not rated, and why.

use super::{Context, Fold, Report, Table};
use crate::record::Row;
use crate::solve::Status;

pub(super) struct Rejects;

impl Report for Rejects {
    fn file(&self) -> &'static str {
        "rejects.csv"
    }

    fn about(&self) -> &'static str {
        "lines that could not be rated; column is where the mistake shows, in bytes from 1"
    }

    fn columns(&self, _: &Context) -> Vec<String> {
        ["file", "line", "column", "status", "reason"].map(str::to_string).to_vec()
    }

    fn fold<'a>(&self, context: &'a Context<'a>) -> Box<dyn Fold + 'a> {
        Box::new(RejectRows { context })
    }
}

struct RejectRows<'a> {
    context: &'a Context<'a>,
}

impl Fold for RejectRows<'_> {
    fn row(&mut self, row: &Row, table: &mut Table) -> csv::Result<()> {
        let (column, reason) = match (row.status, row.error) {
            (_, Some(error)) => (error.column.to_string(), error.to_string()),
            (Status::NoSolution, _) => (String::new(), "the puzzle has no solution".to_string()),
            (Status::MultipleSolutions, _) => {
                (String::new(), "the puzzle has more than one solution".to_string())
            }
            _ => return Ok(()),
        };
        let (file, line) = (self.context.file_name(row.file), row.line.to_string());
        table.write_record([file, &line, &column, row.status.name(), &reason])
    }
}

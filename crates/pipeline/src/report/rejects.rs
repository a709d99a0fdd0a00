//! `rejects`: the lines that were not rated, and why.

use super::columns::{COLUMN, FILE, LINE_NUMBER, REASON, STATUS};
use super::fields::{and_kept, kept_values};
use super::{Report, Source};
use sudoscope_engine::scale::Status;

pub(super) const REJECTS: Report = Report {
    name: "rejects",
    about: "lines that could not be rated; column is where the mistake shows, in bytes from 1",
    columns: |context| and_kept(columns![FILE, LINE_NUMBER, COLUMN, STATUS, REASON], &context.header.keep),
    joins: None,
    source: Source::Row(|row, context, table| {
        let (column, reason) = match (row.status, row.error) {
            (_, Some(error)) => (Some(u64::from(error.column)), error.to_string()),
            (Status::NoSolution, _) => (None, "the puzzle has no solution".to_string()),
            (Status::MultipleSolutions, _) => (None, "the puzzle has more than one solution".to_string()),
            (Status::Solved, _) => (None, "the puzzle is solved: each cell has a digit".to_string()),
            _ => return Ok(()),
        };
        let file = context.file_name(row.file);
        let mut values = row![file, row.line, column, row.status.name(), reason].to_vec();
        values.extend(kept_values(&context.header.keep, &row.kept));
        table.row(&values)
    }),
};

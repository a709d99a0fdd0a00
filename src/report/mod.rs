//! Reports: a second pass over the rows of a run.
//!
//! A report is a fold: it sees every row once, in input order, and writes CSV rows as it goes or at the end.
//! It knows no files; [`write`] puts all reports of a run on disk.

mod levels;
mod puzzles;
mod rejects;
mod rules;
mod timing;
mod write;

pub use puzzles::{cell_of, rate_columns, rate_fields, status_of};
pub use write::{Output, write_all};

use crate::ladder::{Ladder, POLICY};
use crate::pipeline::{RunHeader, Timing};
use crate::record::Row;
use std::io::Write;

/// Every report.
pub static REPORTS: &[&dyn Report] =
    &[&puzzles::Puzzles, &levels::Levels, &rules::Rules, &timing::TimesByRung, &rejects::Rejects];

/// What reports may know of a run beside its rows.
pub struct Context<'a> {
    /// Everything that decided the rows.
    pub header: &'a RunHeader,
    /// The ladders.
    pub ladders: &'a [Ladder],
    /// Times per puzzle.
    pub timing: &'a Timing,
    /// Data lines in it, and whether the run was stopped before the end of its input.
    pub rows: u64,
    /// See `rows`.
    pub interrupted: bool,
}

impl Context<'_> {
    /// How a line is named in the reports: without its file when there is only one.
    pub fn line_name(&self, file: u16, line: u64) -> String {
        match self.header.inputs.len() {
            0 | 1 => line.to_string(),
            _ => format!("{}:{line}", self.file_name(file)),
        }
    }

    /// The name of an input.
    pub fn file_name(&self, file: u16) -> &str {
        self.header.inputs.get(file as usize).map_or("", |input| &input.name)
    }
}

/// The CSV writer that reports write to.
pub type Table<'a> = csv::Writer<&'a mut dyn Write>;

/// A report.
pub trait Report: Sync {
    /// Its file name.
    fn file(&self) -> &'static str;
    /// What a row of it is, in a sentence.
    fn about(&self) -> &'static str;
    /// Its columns and what they hold.
    fn columns(&self, context: &Context) -> Vec<String>;
    /// Begins the fold.
    fn fold<'a>(&self, context: &'a Context<'a>) -> Box<dyn Fold + 'a>;
}

/// A report being made.
pub trait Fold {
    /// Sees a row.
    fn row(&mut self, row: &Row, table: &mut Table) -> csv::Result<()>;
    /// Has seen all rows.
    fn end(&mut self, _table: &mut Table) -> csv::Result<()> {
        Ok(())
    }
}

/// The comment lines at the top of every report: what made it, from what, and by which rules.
pub fn header_block(report: &str, context: &Context) -> String {
    let RunHeader { version, ladders, inputs, budget, validate, skip, take, column } =
        context.header;
    let mut text = format!("# sudoscope {version}: {report}\n");
    for (name, definition) in ladders {
        text += &format!("# ladder {name} = {definition}\n");
    }
    text += &format!("# policy: {POLICY}\n");
    for input in inputs {
        text += &match &input.content {
            Some(content) => {
                format!(
                    "# input: {} ({} bytes, xxh3 {})\n",
                    input.name, content.bytes, content.xxh3
                )
            }
            None => format!("# input: {} (a stream, not read to its end)\n", input.name),
        };
    }
    let checked = if *validate { "checked" } else { "not checked" };
    text += &format!("# budget: {budget} steps a puzzle and ladder; uniqueness {checked}");
    if *skip > 0 {
        text += &format!("; first {skip} skipped");
    }
    if let Some(take) = take {
        text += &format!("; at most {take} taken");
    }
    if let Some(column) = column {
        text += &format!("; puzzles in column {column}");
    }
    text += "\n";
    if context.interrupted {
        text += &format!("# partial: the run was interrupted after {} puzzles\n", context.rows);
    }
    text
}

/// `part` of `whole` in percent.
fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { String::new() } else { format!("{:.3}", 100.0 * part as f64 / whole as f64) }
}

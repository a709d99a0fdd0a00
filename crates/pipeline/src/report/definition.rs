//! Definition of a report.

use super::{Column, Context, Counts, Rows, Table};
use crate::run::{Row, Timing};
use crate::worth::ScaleWorth;
use std::io;

/// Report on the rows of a run.
pub struct Report {
    /// Name of the report and of its files.
    pub(super) name: &'static str,
    /// One sentence about its rows.
    pub(super) about: &'static str,
    pub(super) columns: fn(&Context) -> Vec<Column>,
    /// Rows that a study joins, scan by scan, if any.
    pub(super) joins: Option<Join>,
    pub(super) source: Source,
}

/// Choice of the rows of a table that a study joins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Join {
    /// All rows: they name no puzzles.
    Rows,
    /// Rows of all puzzles together, without the rows by number of clues.
    OfAllPuzzles,
    /// All rows, followed by each rating with the number of clues.
    WithClues,
    /// Rows of the reference only, whose puzzles are shown: the largest disagreements of two scales.
    OfReference,
}

/// Data from which a report is made.
#[derive(Clone, Copy)]
pub(super) enum Source {
    /// Each row by itself: the report has about as many rows as there are puzzles.
    Row(fn(&Row, &Context, &mut Table) -> io::Result<()>),
    Counts(fn(&Counts, &Context, &mut Table) -> io::Result<()>),
    /// Times, known only to the session that measured them.
    Times(fn(&Timing, &Context, &mut Table) -> io::Result<()>),
    /// Findings about each ladder, if there are any.
    Worth(fn(&ScaleWorth, &Context, &mut Table) -> io::Result<()>),
    /// All rows.
    Fold(fn(&Context) -> Box<dyn Fold>),
    /// Counts and, if numbers are read from the input, all rows.
    CountsAndFold(fn(&Context) -> Box<dyn Fold>),
}

/// Report in the making. It receives every row once, in input order, some at a time.
pub(super) trait Fold: Send {
    fn rows(&mut self, rows: &Rows, context: &Context);
    /// Writes the report.
    fn end(&mut self, counts: &Counts, context: &Context, table: &mut Table) -> io::Result<()>;
}

impl Report {
    /// Returns the name of the report and of its files.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the names of its columns.
    pub fn columns(&self, context: &Context) -> Vec<String> {
        (self.columns)(context).into_iter().map(|column| column.name).collect()
    }

    /// Whether this session has the data for the report.
    pub(super) fn is_known(&self, context: &Context) -> bool {
        match self.source {
            Source::Times(_) => context.timing.is_some(),
            Source::Worth(_) => !context.worths.scales.is_empty(),
            _ => true,
        }
    }

    /// Whether counts are enough for the report.
    pub(super) fn is_counted(&self) -> bool {
        matches!(self.source, Source::Counts(_) | Source::CountsAndFold(_))
    }
}

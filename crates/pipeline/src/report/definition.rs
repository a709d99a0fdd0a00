//! What a report is.

use super::{Column, Context, Counts, Rows, Table};
use crate::run::{Row, Timing};
use crate::worth::ScaleWorth;
use std::io;

/// A report.
pub struct Report {
    /// That of its files, too.
    pub(super) name: &'static str,
    /// What a row of it is, in a sentence.
    pub(super) about: &'static str,
    pub(super) columns: fn(&Context) -> Vec<Column>,
    /// Which of its rows a study joins, scan by scan, if any.
    pub(super) joins: Option<Join>,
    pub(super) source: Source,
}

/// Which rows of a table are in that of a study.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Join {
    /// All: they name no puzzles.
    Rows,
    /// Those of all puzzles, without those by number of clues.
    OfAllPuzzles,
    /// All, and behind them each rating with the number of clues.
    WithClues,
    /// Of the reference only, whose puzzles are shown: the largest disagreements of two scales with numbers.
    OfReference,
}

/// What a report is made of.
#[derive(Clone, Copy)]
pub(super) enum Source {
    /// Each row by itself: the report has as many rows as there are puzzles, or nearly so.
    Row(fn(&Row, &Context, &mut Table) -> io::Result<()>),
    Counts(fn(&Counts, &Context, &mut Table) -> io::Result<()>),
    /// Times, which are known to the session that took them.
    Times(fn(&Timing, &Context, &mut Table) -> io::Result<()>),
    /// What was found out about each ladder, if it was.
    Worth(fn(&ScaleWorth, &Context, &mut Table) -> io::Result<()>),
    /// All rows.
    Fold(fn(&Context) -> Box<dyn Fold>),
    /// Counts and, where numbers are read from the input, all rows.
    CountsAndFold(fn(&Context) -> Box<dyn Fold>),
}

/// A report being made. It sees every row once, in input order, some at a time.
pub(super) trait Fold: Send {
    fn rows(&mut self, rows: &Rows, context: &Context);
    /// Writes the report.
    fn end(&mut self, counts: &Counts, context: &Context, table: &mut Table) -> io::Result<()>;
}

impl Report {
    /// Its name, that of its files.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The names of its columns.
    pub fn columns(&self, context: &Context) -> Vec<String> {
        (self.columns)(context).into_iter().map(|column| column.name).collect()
    }

    /// Whether this session knows what it reports.
    pub(super) fn is_known(&self, context: &Context) -> bool {
        match self.source {
            Source::Times(_) => context.timing.is_some(),
            Source::Worth(_) => !context.worths.scales.is_empty(),
            _ => true,
        }
    }

    /// Whether it needs no more than counts.
    pub(super) fn is_counted(&self) -> bool {
        matches!(self.source, Source::Counts(_) | Source::CountsAndFold(_))
    }
}

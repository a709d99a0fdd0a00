//! What a report is.

use super::{Column, Context, Counts, Table};
use crate::run::Row;
use std::io;

/// A report.
pub trait Report: Sync {
    /// Its name, that of its files.
    fn name(&self) -> &'static str;
    /// What a row of it is, in a sentence.
    fn about(&self) -> &'static str;
    /// Whether it has as many rows as there are puzzles (or nearly so).
    fn is_long(&self) -> bool {
        false
    }
    /// Whether this session knows what it reports; times are known to the session that took them.
    fn is_known(&self, _: &Context) -> bool {
        true
    }
    /// Its columns.
    fn columns(&self, context: &Context) -> Vec<Column>;
    /// Whether it needs no more than counts.
    fn is_counted(&self) -> bool {
        false
    }
    /// Writes what is made of counts; what a fold writes at its end comes after it.
    fn of_counts(&self, _: &Counts, _: &Context, _: &mut Table) -> io::Result<()> {
        Ok(())
    }
    /// Begins the fold, if it needs rows.
    fn fold<'a>(&self, _: &'a Context<'a>) -> Box<dyn Fold + 'a> {
        Box::new(NoRows)
    }
}

/// The fold of a report that needs no rows.
struct NoRows;

impl Fold for NoRows {
    fn row(&mut self, _: &Row, _: &mut Table) -> io::Result<()> {
        Ok(())
    }
}

/// A report being made.
pub trait Fold {
    /// Sees a row.
    fn row(&mut self, row: &Row, table: &mut Table) -> io::Result<()>;
    /// Has seen all rows.
    fn end(&mut self, _table: &mut Table) -> io::Result<()> {
        Ok(())
    }
}

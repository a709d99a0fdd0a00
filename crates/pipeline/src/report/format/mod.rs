//! The formats of tables: one file a format, one row of [`FORMATS`] each.

mod csv;
mod json;
mod memory;
#[cfg(feature = "parquet")]
mod parquet;

pub use memory::{Keeper, Kept};

use super::table::{Column, Value};
use super::write::Output;
use std::io;

/// A format of report files.
pub struct Format {
    /// Its name on the command line, and the extension of its files.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// Begins a file.
    pub begin: for<'a> fn(&'a mut Output, &Head) -> io::Result<Box<dyn Writer + 'a>>,
}

/// Every format.
pub static FORMATS: &[Format] = &[
    csv::FORMAT,
    json::FORMAT,
    #[cfg(feature = "parquet")]
    parquet::FORMAT,
];

/// The format with this name.
pub fn find_format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// What stands before the rows of a table.
pub struct Head {
    /// The report's name.
    pub name: &'static str,
    /// What made it, from what, and by which rules: lines.
    pub about: Vec<String>,
    /// Its columns.
    pub columns: Vec<Column>,
}

/// A table being written in one format.
pub trait Writer {
    /// Writes a row, a value for each column.
    fn row(&mut self, values: &[Value]) -> io::Result<()>;
    /// All rows have been written.
    fn end(&mut self) -> io::Result<()>;
}

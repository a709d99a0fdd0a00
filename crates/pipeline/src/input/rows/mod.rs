//! Files of typed columns: each row is read as a line that is an object, so that all else is as for such
//! lines. The number of a row, from 1, is that of its line.
//!
//! ```text
//!   parquet.rs, arrow.rs: row groups, record batches ─▶ {"puzzle":"..34…","id":17} and a line end for each
//!   row
//! ```

mod arrow;
mod parquet;

use super::typed::Typed;
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};

impl Typed<'_> {
    /// The columns to be read, of those with these names. Fails if one that is asked for is missing.
    fn of(&self, names: &[&str]) -> io::Result<Vec<usize>> {
        let all = (0..names.len()).collect();
        let Typed::Of(reading) = self else { return Ok(all) };
        let find = |wanted: &str| {
            names
                .iter()
                .position(|name| *name == wanted)
                .or_else(|| names.iter().position(|name| name.eq_ignore_ascii_case(wanted)))
        };
        let puzzle = match &reading.column {
            Some(name) => Some(name.as_str()),
            None => find("puzzle").map(|_| "puzzle"),
        };
        let others = reading.keep.iter().chain(&reading.against).map(String::as_str);
        let mut columns = Vec::new();
        for name in puzzle.into_iter().chain(others) {
            let missing = || {
                let there = names.join(", ");
                io::Error::other(format!("no column is called '{name}'; there are {there}"))
            };
            columns.push(find(name).ok_or_else(missing)?);
        }
        columns.sort_unstable();
        columns.dedup();
        // Without a name the puzzle is looked for in all.
        Ok(if puzzle.is_some() { columns } else { all })
    }
}

/// Rows, some at a time.
trait RowReader: Send {
    /// Appends the lines of the next rows; `false` if there are none.
    fn more(&mut self, lines: &mut Vec<u8>) -> io::Result<bool>;
}

/// The lines of a Parquet file.
pub(super) fn of_parquet(file: File, wanted: &Typed) -> io::Result<RowsText> {
    RowsText::of("Parquet", || Ok(Box::new(parquet::open(file, wanted)?)))
}

/// The lines of an Arrow file.
pub(super) fn of_arrow_file(file: File, wanted: &Typed) -> io::Result<RowsText> {
    RowsText::of("Arrow", || Ok(Box::new(arrow::open_file(file, wanted)?)))
}

/// The lines of a stream of Arrow.
pub(super) fn of_arrow_stream(stream: impl Read + Send + 'static, wanted: &Typed) -> io::Result<RowsText> {
    RowsText::of("Arrow", || Ok(Box::new(arrow::open_stream(stream, wanted)?)))
}

/// Rows as a text to be read.
pub(super) struct RowsText {
    form: &'static str,
    rows: Box<dyn RowReader>,
    lines: Vec<u8>,
    at: usize,
}

impl RowsText {
    fn of(form: &'static str, open: impl FnOnce() -> io::Result<Box<dyn RowReader>>) -> io::Result<RowsText> {
        let rows = guarded(form, open)?;
        Ok(RowsText { form, rows, lines: Vec::new(), at: 0 })
    }
}

impl Read for RowsText {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.lines.len() {
            self.lines.clear();
            self.at = 0;
            let RowsText { form, rows, lines, .. } = self;
            if !guarded(form, || rows.more(lines))? {
                return Ok(0);
            }
        }
        let read = self.lines.get(self.at..).unwrap_or_default().read(buffer)?;
        self.at += read;
        Ok(read)
    }
}

/// The libraries that read these forms panic at some files that are damaged: that is the file's mistake.
fn guarded<T>(form: &str, read: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    match catch_unwind(AssertUnwindSafe(read)) {
        Ok(done) => done,
        Err(_) => Err(damaged(form, "it cannot be taken apart")),
    }
}

fn damaged(form: &str, why: impl std::fmt::Display) -> io::Error {
    io::Error::other(format!("damaged {form} data: {why}"))
}

/// Appends a member of an object; `is_first` if none stands before it.
fn member(lines: &mut Vec<u8>, is_first: bool, name: &str, value: impl Serialize) {
    lines.push(if is_first { b'{' } else { b',' });
    json(lines, name);
    lines.push(b':');
    json(lines, value);
}

/// Ends an object that has begun with its first member.
fn end(lines: &mut Vec<u8>, has_members: bool) {
    lines.extend(if has_members { &b"}\n"[..] } else { b"{}\n" });
}

fn json(lines: &mut Vec<u8>, value: impl Serialize) {
    // Into memory, and no map with names that are none: this does not fail.
    if serde_json::to_writer(&mut *lines, &value).is_err() {
        lines.extend(b"null");
    }
}

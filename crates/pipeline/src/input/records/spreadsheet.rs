//! Spreadsheets (`.xlsx`, `.ods`): each row of a sheet is a line of a table, so line 7 is row 7, and column 2
//! is column B. A thread reads the cells, because the library lends them from the book.
//!
//! ```text
//!   | 17 | ..34… | 29/11/2026 |    17,..34…,2026-11-29
//! ```

use super::super::line::MAX_LINE;
use super::spreadsheet_parts::{Kind, check};
use super::{MOST, RecordReader, Typed, damaged, guarded};
use crate::threads;
use calamine::{Cell, Data, DataRef, Ods, Reader, SheetType, SheetVisible, Xlsx};
use crossbeam::channel::{self, Receiver, Sender};
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufReader, Write};

/// Name in messages.
pub(super) const FORM: &str = "spreadsheet";
/// Number of pieces of text that wait to be used.
const AHEAD: usize = 2;
/// Numbers from here on have lost digits: they are printed with an exponent.
const LARGE: f64 = 1e15;
/// Rows and columns of the largest sheet.
const ROWS: u32 = 1 << 20;
const COLUMNS: u32 = 1 << 14;
/// Width to which rows are filled up, if the sheet says that it is wider.
const MAX_WIDTH: u32 = 256;

/// Rows of a sheet, read by a thread.
pub(super) struct SheetRows(Receiver<io::Result<Vec<u8>>>);

/// Opens the rows of the sheet that is asked for, or of the only sheet with cells.
pub(super) fn open(file: File, wanted: &Typed) -> io::Result<SheetRows> {
    let (send, receive) = channel::bounded(AHEAD);
    let sheet = match wanted {
        Typed::All => None,
        Typed::Of(reading) => reading.sheet.clone(),
    };
    threads::start(move || {
        let ended = guarded(FORM, || read(file, sheet.as_deref(), &send));
        // Without a receiver nobody needs the error.
        let _ = ended.map_err(|error| send.send(Err(error)));
    })?;
    Ok(SheetRows(receive))
}

impl RecordReader for SheetRows {
    fn more(&mut self, lines: &mut Vec<u8>) -> io::Result<bool> {
        let Ok(rows) = self.0.recv() else { return Ok(false) };
        lines.extend(rows?);
        Ok(true)
    }
}

/// Reads a sheet to its end.
fn read(file: File, sheet: Option<&str>, send: &Sender<io::Result<Vec<u8>>>) -> io::Result<()> {
    let kind = check(&file)?;
    let file = BufReader::new(file);
    let mut rows = Rows { send, text: Vec::new(), row: 0, column: 0, next: 0, start: 0, width: 0 };
    match kind {
        Kind::Xlsx => {
            let mut book = Xlsx::new(file).map_err(unreadable)?;
            let has_cells = |book: &mut Xlsx<_>, name: &str| {
                let mut cells = book.worksheet_cells_reader(name).map_err(unreadable)?;
                cells.next_cell().map(|cell| cell.is_some()).map_err(unreadable)
            };
            let name = choose(&mut book, sheet, has_cells)?;
            let mut cells = book.worksheet_cells_reader(&name).map_err(unreadable)?;
            rows.width = cells.dimensions().end.1.saturating_add(1);
            while let Some(cell) = cells.next_cell().map_err(unreadable)? {
                rows.put(&owned(&cell))?;
            }
        }
        Kind::Ods => {
            let mut book = Ods::new(file).map_err(unreadable)?;
            let range = |book: &mut Ods<_>, name: &str| book.worksheet_range(name).map_err(unreadable);
            let name = choose(&mut book, sheet, |book, name| Ok(!range(book, name)?.is_empty()))?;
            let cells = range(&mut book, &name)?;
            let (top, left) = cells.start().unwrap_or_default();
            rows.width = cells.end().map_or(0, |end| end.1.saturating_add(1));
            for (row, column, value) in cells.used_cells() {
                rows.put(&Cell::new((top + row as u32, left + column as u32), value.clone()))?;
            }
        }
    }
    rows.finish()
}

fn owned(cell: &Cell<DataRef>) -> Cell<Data> {
    Cell::new(cell.get_position(), cell.get_value().clone().into())
}

fn unreadable(error: impl Display) -> io::Error {
    damaged(FORM, error)
}

/// Returns the name of the sheet that is asked for; without a name that of the only visible sheet with cells.
fn choose<B: Reader<BufReader<File>>>(
    book: &mut B, asked: Option<&str>, has_cells: impl Fn(&mut B, &str) -> io::Result<bool>,
) -> io::Result<String> {
    let sheets = book.sheets_metadata().iter().filter(|sheet| sheet.typ == SheetType::WorkSheet);
    let shown = |sheet: &&calamine::Sheet| asked.is_some() || sheet.visible == SheetVisible::Visible;
    let names: Vec<String> = sheets.filter(shown).map(|sheet| sheet.name.clone()).collect();
    if let Some(asked) = asked {
        let is_it = |name: &&String| *name == asked || name.to_lowercase() == asked.to_lowercase();
        let named = names.iter().find(|name| *name == asked).or_else(|| names.iter().find(is_it));
        let missing = || format!("no sheet is called '{asked}'; there are {}", listed(&names));
        return named.cloned().ok_or_else(|| io::Error::other(missing()));
    }
    let mut filled = Vec::new();
    for name in names {
        if has_cells(book, &name)? {
            filled.push(name);
        }
    }
    match &filled[..] {
        [] => Err(io::Error::other("no sheet has a cell")),
        [only] => Ok(only.clone()),
        [first, ..] => Err(io::Error::other(format!(
            "{} sheets have cells: {}; --sheet '{first}' reads one of them",
            filled.len(),
            listed(&filled)
        ))),
    }
}

/// Lists names, at most twenty.
fn listed(names: &[String]) -> String {
    let more = if names.len() > 20 { " …" } else { "" };
    names.iter().take(20).map(String::as_str).collect::<Vec<_>>().join(", ") + more
}

/// Rows as they become lines.
struct Rows<'a> {
    send: &'a Sender<io::Result<Vec<u8>>>,
    /// Lines that have not been sent.
    text: Vec<u8>,
    /// Row and column that are being written, from 0; the first column that may follow; and where the line of
    /// the row begins.
    row: u32,
    column: u32,
    next: u32,
    start: usize,
    /// Number of columns.
    width: u32,
}

impl Rows<'_> {
    fn put(&mut self, cell: &Cell<Data>) -> io::Result<()> {
        let ((row, column), value) = (cell.get_position(), cell.get_value());
        if (row, column) < (self.row, self.next) || row >= ROWS || column >= COLUMNS {
            return Err(damaged(FORM, "its cells are not in order"));
        }
        if *value == Data::Empty {
            return Ok(());
        }
        while self.row < row {
            self.end_row()?;
        }
        self.fill(column);
        self.next = column + 1;
        if self.text.len() - self.start <= MAX_LINE {
            write_value(&mut self.text, value)?;
        }
        Ok(())
    }

    /// Appends the separators before a column.
    fn fill(&mut self, column: u32) {
        let missing = column.saturating_sub(self.column);
        self.text.extend(std::iter::repeat_n(b',', missing as usize));
        self.column = column;
    }

    fn end_row(&mut self) -> io::Result<()> {
        // A row of a grid may end with blanks.
        if self.text.len() > self.start && self.width <= MAX_WIDTH {
            self.fill(self.width.saturating_sub(1).max(self.column));
        }
        self.text.push(b'\n');
        (self.row, self.column, self.next) = (self.row + 1, 0, 0);
        if self.text.len() > MOST {
            self.send()?;
        }
        self.start = self.text.len();
        Ok(())
    }

    fn send(&mut self) -> io::Result<()> {
        let lines = std::mem::take(&mut self.text);
        self.send.send(Ok(lines)).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    fn finish(mut self) -> io::Result<()> {
        self.end_row()?;
        self.send()
    }
}

/// Appends the value of a cell as a field: dates and times by ISO 8601, numbers as short as possible.
fn write_value(text: &mut Vec<u8>, value: &Data) -> io::Result<()> {
    match value {
        Data::Empty => Ok(()),
        Data::Int(number) => write!(text, "{number}"),
        Data::Float(number) if number.abs() >= LARGE => text.write_all(exponent(*number).as_bytes()),
        Data::Float(number) => write!(text, "{number}"),
        Data::Bool(flag) => write!(text, "{}", if *flag { "TRUE" } else { "FALSE" }),
        Data::DateTime(at) if at.is_duration() => write!(text, "{}", duration(at.as_f64())),
        Data::DateTime(at) => {
            let (year, month, day, hour, minute, second, _) = at.to_ymd_hms_milli();
            if at.as_f64() >= 1.0 {
                write!(text, "{year:04}-{month:02}-{day:02}")?;
            }
            match (at.as_f64().fract() == 0.0, at.as_f64() >= 1.0) {
                (true, true) => Ok(()),
                (_, has_date) => {
                    let between = if has_date { "T" } else { "" };
                    write!(text, "{between}{hour:02}:{minute:02}:{second:02}")
                }
            }
        }
        Data::String(own) | Data::DateTimeIso(own) | Data::DurationIso(own) => {
            field(text, own);
            Ok(())
        }
        Data::Error(error) => write!(text, "{error}"),
    }
}

/// Prints a number as spreadsheets do: `4.01E+79`.
fn exponent(number: f64) -> String {
    format!("{number:E}").replace('E', "E+")
}

/// Prints days as hours, minutes and seconds.
fn duration(days: f64) -> String {
    let seconds = (days * 86_400.0).round().clamp(0.0, 1e15) as u64;
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Appends a text as a field, in quotes if it could be taken for something else.
fn field(text: &mut Vec<u8>, own: &str) {
    let own = own.get(..MAX_LINE).unwrap_or(own).replace(['\n', '\r'], " ");
    let needs = |byte: u8| b",;\t\"".contains(&byte);
    if !own.bytes().any(needs) && !own.starts_with(['#', '%', '[', '`', '~', '{', ' ']) {
        return text.extend(own.bytes());
    }
    text.push(b'"');
    text.extend(own.replace('"', "\"\"").bytes());
    text.push(b'"');
}

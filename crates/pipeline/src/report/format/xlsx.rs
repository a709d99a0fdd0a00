//! Spreadsheets of Office Open XML, one sheet each. Puzzles and other texts are texts, also when they are
//! edited; the lines about the table are the comment in the file's properties.

use super::csv::kinds;
use crate::report::table::{Format as TableFormat, Head, Kind, Value, Writer};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, XlsxError};
use std::io::{self, Write};
use sudoscope_engine::scale::Unit;

pub(super) const FORMAT: TableFormat = TableFormat {
    name: "xlsx",
    about: "a spreadsheet of one sheet; puzzles are texts",
    is_text: false,
    is_open: false,
    begin: |out, head| {
        let book = begin(head).map_err(of_xlsx)?;
        let [text, tenths] = ["@", "0.0"].map(|format| Format::new().set_num_format(format));
        Ok(Box::new(Xlsx { out, book, kinds: kinds(head), rows: 1, text, tenths }))
    },
};

/// Rows of a sheet, with its header.
const ROWS: u32 = 1 << 20;
/// Characters of a cell.
const LONGEST: usize = 32_767;
/// Whole numbers up to here are exact.
const EXACT: u64 = 1_000_000_000_000_000;

struct Xlsx<'a> {
    out: &'a mut (dyn Write + Send),
    book: Workbook,
    kinds: Vec<Kind>,
    /// Number of rows so far.
    rows: u32,
    /// Formats of texts, and of ratings in tenths.
    text: Format,
    tenths: Format,
}

/// Begins a book with the header of its sheet.
fn begin(head: &Head) -> Result<Workbook, XlsxError> {
    let mut book = Workbook::new();
    // The time of writing would make equal tables different files.
    let time = ExcelDateTime::from_ymd(2000, 1, 1)?;
    let about = DocProperties::new().set_comment(head.about.join("\n")).set_creation_datetime(&time);
    book.set_properties(&about);
    let sheet = book.add_worksheet_with_constant_memory()?;
    sheet.set_name(head.name)?.set_freeze_panes(1, 0)?;
    let bold = Format::new().set_bold();
    for (at, column) in (0..).zip(&head.columns) {
        sheet.write_string_with_format(0, at, cell(&column.name), &bold)?;
    }
    Ok(book)
}

impl Writer for Xlsx<'_> {
    fn row(&mut self, values: &[Value]) -> io::Result<()> {
        if self.rows == ROWS {
            let why = format!("a sheet has at most {ROWS} rows: write the table as csv");
            return Err(io::Error::other(why));
        }
        self.write(values).map_err(of_xlsx)?;
        self.rows += 1;
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        self.book.save_to_writer(&mut self.out).map_err(of_xlsx)
    }
}

impl Xlsx<'_> {
    fn write(&mut self, values: &[Value]) -> Result<(), XlsxError> {
        let sheet = self.book.worksheet_from_index(0)?;
        for (at, (value, &kind)) in (0..).zip(values.iter().zip(&self.kinds)) {
            match number(value) {
                Some(number) if kind == Kind::Rating(Some(Unit::Tenths)) => {
                    sheet.write_number_with_format(self.rows, at, number, &self.tenths)?
                }
                Some(number) => sheet.write_number(self.rows, at, number)?,
                None => match value.text(kind) {
                    text if text.is_empty() => continue,
                    text => sheet.write_string_with_format(self.rows, at, cell(&text), &self.text)?,
                },
            };
        }
        Ok(())
    }
}

/// Returns the value as a number, if it is one.
fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Count(count) if *count <= EXACT => Some(*count as f64),
        Value::Whole(whole) if whole.unsigned_abs() <= EXACT => Some(*whole as f64),
        Value::Number(number) => Some(*number),
        Value::Rating(ending) => ending.json().as_f64(),
        _ => None,
    }
}

/// Returns as much of a text as a cell takes.
fn cell(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}

fn of_xlsx(error: XlsxError) -> io::Error {
    match error {
        XlsxError::IoError(error) => error,
        error => io::Error::other(error),
    }
}

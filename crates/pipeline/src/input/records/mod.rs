//! Forms whose records are not lines: files of typed columns, JSON, XML. Each record becomes a line, usually
//! an object, and is treated like any such line. The number of a record, from 1, is that of its line.
//!
//! ```text
//!   parquet.rs, arrow.rs: row groups, record batches    ─▶ {"puzzle":"..34…","id":17}, a line for each row
//!   json.rs: lists, boards, objects over several lines  ─▶ a line for each record
//!   xml.rs: elements, with their attributes             ─▶ a line for each element with a puzzle
//!   spreadsheet.rs: rows of cells                       ─▶ a line of a table for each row
//!   toml.rs: tables of names and values                 ─▶ a line for each table with a puzzle
//!   saved_game.rs: names and values of one game         ─▶ its game id
//! ```

#[cfg(feature = "parquet")]
mod arrow;
#[cfg(feature = "parquet")]
mod ipc;
mod json;
#[cfg(feature = "parquet")]
mod pages;
#[cfg(feature = "parquet")]
mod parquet;
mod saved_game;
#[cfg(feature = "spreadsheets")]
mod spreadsheet;
#[cfg(feature = "spreadsheets")]
mod spreadsheet_parts;
mod toml;
mod xml;

use super::columns::ANYWHERE;
#[cfg(feature = "parquet")]
use super::columns::{parted, place_of};
use super::forms::{Attempt, LineErrorKind};
#[cfg(feature = "parquet")]
use super::kept::KeptKind;
#[cfg(feature = "parquet")]
use super::line::MAX_LINE;
use super::object::JsonObject;
use super::puzzle::puzzle_of;
use super::typed::Typed;
use serde::Serialize;
#[cfg(feature = "parquet")]
use serde_json::Value;
use std::cell::Cell;
#[cfg(any(feature = "parquet", feature = "spreadsheets"))]
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Once};

#[cfg(feature = "parquet")]
impl Typed<'_> {
    /// Returns the columns to be read, given the names of all and whether their values may be puzzles. Fails
    /// if a requested one is missing.
    fn of<'a>(&self, columns: impl Iterator<Item = (&'a str, bool)>) -> io::Result<Vec<usize>> {
        let (names, may_be_puzzles): (Vec<&str>, Vec<bool>) = columns.unzip();
        let Typed::Of(reading) = self else { return Ok((0..names.len()).collect()) };
        let puzzle = match &reading.column {
            Some(name) => Some(name.as_str()),
            None => names.iter().any(|name| name.eq_ignore_ascii_case("puzzle")).then_some("puzzle"),
        };
        let others = reading.keep.iter().map(|kept| kept.name.as_str());
        let others = others.chain(reading.against.iter().map(|name| parted(name).0));
        let mut columns = Vec::new();
        for name in puzzle.into_iter().chain(others) {
            columns.push(place_of(name, &names)?);
        }
        // Without a name the puzzle is searched for in all columns that may hold it; if there are none, all
        // are read.
        if puzzle.is_none() {
            let any = may_be_puzzles.contains(&true);
            let may_be = may_be_puzzles.iter().enumerate().filter(|(_, may_be)| **may_be || !any);
            columns.extend(may_be.map(|(at, _)| at));
        }
        columns.sort_unstable();
        columns.dedup();
        Ok(columns)
    }
}

/// Returns the bytes that a batch may take unpacked, given its packed bytes: real data is seldom packed to
/// less than an eighth.
#[cfg(feature = "parquet")]
fn room(packed: u64) -> u64 {
    packed.saturating_mul(8).saturating_add(1 << 26)
}

/// Number of bytes after which a group of lines ends; the current row still belongs to the group.
#[cfg(any(feature = "parquet", feature = "spreadsheets"))]
const MOST: usize = 1 << 18;

/// Reader of records, some at a time.
trait RecordReader: Send {
    /// Appends the lines of the next records; returns `false` if there are none.
    fn more(&mut self, lines: &mut Vec<u8>) -> io::Result<bool>;
}

/// Opens the lines of a Parquet file.
#[cfg(feature = "parquet")]
pub(super) fn of_parquet(file: File, wanted: &Typed) -> io::Result<RecordsText> {
    RecordsText::of("Parquet", || Ok(Box::new(parquet::open(file, wanted)?)))
}

/// Opens the lines of an Arrow file.
#[cfg(feature = "parquet")]
pub(super) fn of_arrow_file(file: File, wanted: &Typed) -> io::Result<RecordsText> {
    RecordsText::of("Arrow", || Ok(Box::new(arrow::open_file(file, wanted)?)))
}

/// Opens the rows of a spreadsheet.
#[cfg(feature = "spreadsheets")]
pub(super) fn of_spreadsheet(file: File, wanted: &Typed) -> io::Result<RecordsText> {
    RecordsText::of(spreadsheet::FORM, || Ok(Box::new(spreadsheet::open(file, wanted)?)))
}

/// Returns the names of the columns of a Parquet file, and the kinds of their values.
#[cfg(feature = "parquet")]
pub(super) fn kinds_of_parquet(file: File) -> io::Result<Vec<(String, KeptKind)>> {
    guarded("Parquet", || parquet::kinds(file))
}

/// Returns the names of the columns of an Arrow file, and the kinds of their values.
#[cfg(feature = "parquet")]
pub(super) fn kinds_of_arrow_file(file: File) -> io::Result<Vec<(String, KeptKind)>> {
    guarded("Arrow", || arrow::kinds(file))
}

/// Opens the lines of a stream of Arrow, which may come out of packed data.
#[cfg(feature = "parquet")]
pub(super) fn of_arrow_stream(
    stream: impl Read + Send + 'static, wanted: &Typed, is_packed: bool,
) -> io::Result<RecordsText> {
    RecordsText::of("Arrow", || Ok(Box::new(arrow::open_stream(stream, wanted, is_packed)?)))
}

/// The bytes of an input.
type Stream = Box<dyn Read + Send>;

/// Form of text whose records are not lines.
pub(super) struct TextForm {
    /// The name in the table of forms.
    pub name: &'static str,
    /// Whether a text with this beginning is in the form; `None` if more must be read. `true` means that
    /// there is no more.
    begins: fn(&[u8], bool) -> Option<bool>,
    /// Opens the records of a stream, given the name of the puzzle's column, if any.
    open: fn(Stream, Option<String>) -> Box<dyn RecordReader>,
}

pub(super) static JSON: TextForm = TextForm {
    name: "lists and objects of JSON",
    begins: json::begins,
    open: |stream, column| Box::new(json::JsonRecords::new(stream, column)),
};

pub(super) static XML: TextForm =
    TextForm { name: "XML", begins: xml::begins, open: |stream, _| Box::new(xml::XmlRecords::new(stream)) };

pub(super) static IN_TEXT: TextForm = TextForm {
    name: "objects in other text",
    begins: json::begins_in_text,
    open: |stream, column| Box::new(json::JsonRecords::in_text(stream, column)),
};

pub(super) static TOML: TextForm = TextForm {
    name: "TOML",
    begins: toml::begins,
    open: |stream, _| Box::new(toml::TomlRecords::new(stream)),
};

pub(super) static SAVED_GAME: TextForm = TextForm {
    name: "a saved game",
    begins: saved_game::begins,
    open: |stream, _| Box::new(saved_game::SavedGame::new(stream)),
};

impl TextForm {
    /// Finds the form of a text that begins with these whole lines; the outer `None` means that more must be
    /// read. `is_all` means that there is no more.
    pub(super) fn of(start: &[u8], is_all: bool) -> Option<Option<&'static TextForm>> {
        let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start).trim_ascii_start();
        let mut is_clear = true;
        for form in [&JSON, &XML, &SAVED_GAME, &TOML, &IN_TEXT] {
            match (form.begins)(text, is_all) {
                Some(true) => return Some(Some(form)),
                Some(false) => {}
                None => is_clear = false,
            }
        }
        (is_clear || is_all).then_some(None)
    }

    /// Opens the lines of a stream.
    pub(super) fn lines(&self, stream: Stream, wanted: &Typed) -> io::Result<RecordsText> {
        let column = match wanted {
            Typed::All => None,
            Typed::Of(reading) => reading.column.clone(),
        };
        let ends = Arc::new(AtomicU64::new(0));
        let stream = Box::new(Counted { stream, ends: ends.clone(), last: b'\n' });
        Ok(RecordsText { ends, ..RecordsText::of(self.name, || Ok((self.open)(stream, column)))? })
    }

    /// Reads the first puzzle of a text in this form.
    pub(super) fn first(&'static self, text: &[u8]) -> Attempt {
        let is_form = matches!(TextForm::of(text, true), Some(Some(found)) if std::ptr::eq(found, self));
        Some(puzzle_of(&first_record(text).filter(|_| is_form)?, &ANYWHERE))
    }
}

/// Returns the line of the first record of a text whose records are not lines.
pub(super) fn first_record(text: &[u8]) -> Option<Vec<u8>> {
    let form = TextForm::of(text, true).flatten()?;
    let stream = Box::new(io::Cursor::new(text.to_vec()));
    let mut lines = BufReader::new(form.lines(stream, &Typed::All).ok()?);
    let mut line = String::new();
    lines.read_line(&mut line).ok()?;
    Some(line.trim_end().as_bytes().to_vec())
}

/// Stream whose lines are counted.
struct Counted {
    stream: Stream,
    ends: Arc<AtomicU64>,
    last: u8,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.stream.read(buffer)?;
        let bytes = buffer.get(..read).unwrap_or_default();
        let ends = memchr::memchr_iter(b'\n', bytes).count() + usize::from(read == 0 && self.last != b'\n');
        self.last = bytes.last().copied().unwrap_or(b'\n');
        self.ends.fetch_add(ends as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// Records as a text of lines.
pub(super) struct RecordsText {
    form: &'static str,
    records: Box<dyn RecordReader>,
    lines: Vec<u8>,
    at: usize,
    /// Number of lines of the text so far.
    ends: Arc<AtomicU64>,
    has_records: bool,
    /// Whether lines of a text without records have been written.
    is_told: bool,
}

impl RecordsText {
    fn of(
        form: &'static str, open: impl FnOnce() -> io::Result<Box<dyn RecordReader>>,
    ) -> io::Result<RecordsText> {
        let records = guarded(form, open)?;
        let ends = Arc::default();
        Ok(RecordsText { form, records, lines: Vec::new(), at: 0, ends, has_records: false, is_told: false })
    }

    /// Writes a tag for some of the lines of a text without records, so that they are counted as skipped;
    /// returns whether there was a line left.
    fn tell_lines(&mut self) -> bool {
        let ends = self.ends.swap(0, Ordering::Relaxed);
        let some = ends.min(1 << 12);
        if self.has_records && !self.is_told || some == 0 {
            return false;
        }
        self.is_told = true;
        self.ends.store(ends - some, Ordering::Relaxed);
        self.lines = b"```\n".repeat(some as usize);
        true
    }
}

impl Read for RecordsText {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.lines.len() {
            self.lines.clear();
            self.at = 0;
            let RecordsText { form, records, lines, .. } = self;
            if !guarded(form, || records.more(lines))? && !self.tell_lines() {
                return Ok(0);
            }
            self.has_records |= !self.lines.is_empty();
        }
        let read = self.lines.get(self.at..).unwrap_or_default().read(buffer)?;
        self.at += read;
        Ok(read)
    }
}

/// Reads with a library that panics at some damaged files. A panic is an error of the file, and its message
/// would help nobody.
fn guarded<T>(form: &str, read: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    match quietly(read) {
        Some(done) => done,
        None => Err(damaged(form, "it cannot be taken apart")),
    }
}

/// Runs a function; returns `None` if it panics, without printing a message.
fn quietly<T>(what: impl FnOnce() -> T) -> Option<T> {
    thread_local!(static IS_QUIET: Cell<bool> = const { Cell::new(false) });
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_QUIET.get() {
                before(info);
            }
        }));
    });
    let was_quiet = IS_QUIET.replace(true);
    let done = catch_unwind(AssertUnwindSafe(what));
    IS_QUIET.set(was_quiet);
    done.ok()
}

fn damaged(form: &str, why: impl std::fmt::Display) -> io::Error {
    io::Error::other(format!("damaged {form} data: {why}"))
}

/// Appends a member of an object; `is_first` means that no member precedes it.
fn member(lines: &mut Vec<u8>, is_first: bool, name: &str, value: impl Serialize) {
    lines.push(if is_first { b'{' } else { b',' });
    json(lines, name);
    lines.push(b':');
    json(lines, value);
}

/// Removes the object from `start` on, unless a puzzle, or an attempt at one, is in it; returns whether it
/// stays.
fn only_record(lines: &mut Vec<u8>, start: usize) -> bool {
    let object = JsonObject::of(lines.get(start..).unwrap_or_default());
    let is_record = match object.and_then(|object| object.puzzle(None)) {
        Ok(_) => true,
        Err(error) => error.kind != LineErrorKind::NoPuzzle,
    };
    if !is_record {
        lines.truncate(start);
    }
    is_record
}

/// Ends an object, after its members if it has any.
fn end(lines: &mut Vec<u8>, has_members: bool) {
    lines.extend(if has_members { &b"}\n"[..] } else { b"{}\n" });
}

/// Line of a row, cell by cell. Lines are examined up to [`MAX_LINE`], so anything beyond is left out.
#[cfg(feature = "parquet")]
struct Cells<'a> {
    lines: &'a mut Vec<u8>,
    start: usize,
}

#[cfg(feature = "parquet")]
impl Cells<'_> {
    fn begin(lines: &mut Vec<u8>) -> Cells<'_> {
        Cells { start: lines.len(), lines }
    }

    /// Adds the cell of a column: the printed value as a text or as a number; null if `print` returns
    /// `false`, if the library cannot print the value, or if a number is not valid.
    fn put(&mut self, name: &str, is_number: bool, print: impl FnOnce(&mut Cut) -> bool) {
        let written = self.lines.len() - self.start;
        if written > MAX_LINE {
            return;
        }
        let mut cut = Cut::default();
        let has_value = quietly(|| print(&mut cut) || cut.is_cut).unwrap_or(false);
        let value = match (has_value, is_number) {
            (false, _) => Value::Null,
            (true, true) => serde_json::from_str(&cut.text).unwrap_or(Value::Null),
            (true, false) => cut.text.into(),
        };
        member(self.lines, written == 0, beginning(name, MAX_LINE), value);
    }

    fn end(self) {
        let has_members = self.lines.len() > self.start;
        end(self.lines, has_members);
    }
}

/// Returns at most this many bytes from the beginning of a text.
#[cfg(feature = "parquet")]
fn beginning(text: &str, bytes: usize) -> &str {
    let end = (0..=bytes.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    text.get(..end.unwrap_or_default()).unwrap_or_default()
}

/// Beginning of a printed value.
#[cfg(feature = "parquet")]
#[derive(Default)]
struct Cut {
    text: String,
    is_cut: bool,
}

#[cfg(feature = "parquet")]
impl std::fmt::Write for Cut {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        let beginning = beginning(text, MAX_LINE.saturating_sub(self.text.len()));
        self.text.push_str(beginning);
        self.is_cut = beginning.len() < text.len();
        // The rest need not be printed.
        if self.is_cut { Err(std::fmt::Error) } else { Ok(()) }
    }
}

fn json(lines: &mut Vec<u8>, value: impl Serialize) {
    // Writing to memory cannot fail, and serialization fails only on maps with keys that are not strings:
    // `value` has none.
    if serde_json::to_writer(&mut *lines, &value).is_err() {
        lines.extend(b"null");
    }
}

#[cfg(all(test, feature = "parquet"))]
mod tests;

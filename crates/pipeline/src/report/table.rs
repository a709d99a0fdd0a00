//! What a report writes: rows of typed values, in whatever format.

use super::cells::{Cell, Use, number};
use std::io::{self, Write};
use sudoscope_engine::grid::Puzzle;
use sudoscope_engine::scale::Unit;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Text,
    /// Whole numbers from 0 on.
    Count,
    /// Numbers, printed with this many decimals.
    Number(u8),
    /// Numbers, printed as short as can be.
    Plain,
    /// The ends of climbs: ratings, or words for why there is none. `None`: of several units.
    Rating(Option<Unit>),
    /// What the rules of a climb did; what they give is of this unit.
    Uses(Unit),
}

#[derive(Clone)]
pub struct Column {
    /// Stable.
    pub name: String,
    pub kind: Kind,
}

impl Column {
    pub fn new(name: impl Into<String>, kind: Kind) -> Column {
        Column { name: name.into(), kind }
    }

    /// Columns, those of one kind that stand beside each other together.
    pub fn list(columns: &[(Kind, &[&str])]) -> Vec<Column> {
        let some = |(kind, names): &(Kind, &[&str])| {
            names.iter().map(|name| Column::new(*name, *kind)).collect::<Vec<_>>()
        };
        columns.iter().flat_map(some).collect()
    }
}

/// One value, of whatever kind its column is: the kind says how it is written, the value what it is. A number that is not
/// finite counts as missing.
#[derive(Clone)]
pub enum Value {
    Text(String),
    Count(u64),
    Number(f64),
    /// The end of a climb.
    Rating(Cell),
    Puzzle(Box<Puzzle>),
    /// The rules that a climb used, in the order of its scale.
    Uses(Vec<Use>),
    Missing,
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_string())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<u64> for Value {
    fn from(count: u64) -> Value {
        Value::Count(count)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Value {
        if number.is_finite() { Value::Number(number) } else { Value::Missing }
    }
}

impl From<Cell> for Value {
    fn from(cell: Cell) -> Value {
        Value::Rating(cell)
    }
}

impl From<&Puzzle> for Value {
    fn from(puzzle: &Puzzle) -> Value {
        Value::Puzzle(Box::new(*puzzle))
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Missing, T::into)
    }
}

impl Value {
    /// As text, the way a CSV file has it; nothing for a missing value.
    pub fn text(&self, kind: Kind) -> String {
        let mut text = Vec::new();
        self.write(kind, &mut text);
        String::from_utf8(text).unwrap_or_default()
    }

    /// Appends the same.
    pub fn write(&self, kind: Kind, text: &mut Vec<u8>) {
        match (self, kind) {
            (Value::Text(own), _) => text.extend_from_slice(own.as_bytes()),
            (Value::Count(count), _) => number(*count, text),
            (Value::Number(number), Kind::Number(decimals)) => {
                let own = format!("{number:.*}", usize::from(decimals));
                // What is left of rounding has no sign.
                let size = own.strip_prefix('-').filter(|size| size.bytes().all(|b| b"0.".contains(&b)));
                text.extend_from_slice(size.unwrap_or(&own).as_bytes());
            }
            (Value::Number(number), _) => text.extend_from_slice(number.to_string().as_bytes()),
            (Value::Rating(cell), _) => cell.write(text),
            (Value::Puzzle(puzzle), _) => puzzle.write(text),
            (Value::Uses(uses), _) => {
                for (at, Use { item, steps, .. }) in uses.iter().enumerate() {
                    let between = if at == 0 { "" } else { " " };
                    // To memory: it does not fail.
                    let _ = write!(text, "{between}{item}*");
                    number((*steps).into(), text);
                }
            }
            (Value::Missing, _) => {}
        }
    }
}

/// The puzzles with this many clues, or all.
pub(super) fn group_name(clues: Option<usize>) -> Value {
    clues.map_or(Value::from("all"), |clues| Value::Count(clues as u64))
}

/// One value of a row, or several.
pub(super) trait Cells {
    fn add_to(self, row: &mut Vec<Value>);
}

impl<T: Into<Value>> Cells for T {
    fn add_to(self, row: &mut Vec<Value>) {
        row.push(self.into());
    }
}

impl<const N: usize> Cells for [Value; N] {
    fn add_to(self, row: &mut Vec<Value>) {
        row.extend(self);
    }
}

impl Cells for Vec<Value> {
    fn add_to(self, row: &mut Vec<Value>) {
        row.extend(self);
    }
}

/// A row of a table, or a part of one: `row![name, 3, 0.5]`.
macro_rules! row {
    ($($cells:expr),* $(,)?) => {{
        let mut row = Vec::with_capacity(8);
        $($crate::report::table::Cells::add_to($cells, &mut row);)*
        row
    }};
}

/// A format of report files.
pub struct Format {
    /// Its name on the command line, and the extension of its files.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// Begins a file.
    pub(super) begin: Begin,
}

/// Begins a table.
type Begin = for<'a> fn(&'a mut (dyn Write + Send), &Head) -> io::Result<Box<dyn Writer + 'a>>;

/// What stands before the rows of a table.
pub struct Head {
    pub name: &'static str,
    /// What made it, from what, and by which rules: lines.
    pub about: Vec<String>,
    pub columns: Vec<Column>,
}

pub trait Writer: Send {
    /// Writes a row, a value for each column.
    fn row(&mut self, values: &[Value]) -> io::Result<()>;
    /// All rows have been written.
    fn end(&mut self) -> io::Result<()>;
}

/// A table, whole.
#[derive(Default)]
pub(super) struct Kept {
    pub name: &'static str,
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<Value>>,
}

impl Kept {
    /// A table without rows yet.
    pub fn begin(head: &Head) -> Kept {
        Kept { name: head.name, columns: head.columns.clone(), rows: Vec::new() }
    }
}

/// A report being written, in one or several formats at once.
pub struct Table<'a> {
    pub(super) writers: Vec<Box<dyn Writer + 'a>>,
    /// These rows, where the page needs them.
    pub(super) kept: Option<Kept>,
}

impl Table<'_> {
    /// Writes a row: a value for each column.
    pub fn row(&mut self, values: &[Value]) -> io::Result<()> {
        if let Some(kept) = &mut self.kept {
            kept.rows.push(values.to_vec());
        }
        self.writers.iter_mut().try_for_each(|writer| writer.row(values))
    }

    /// All rows have been written; those that are kept.
    pub(super) fn end(self) -> io::Result<Option<Kept>> {
        self.writers.into_iter().try_for_each(|mut writer| writer.end())?;
        Ok(self.kept)
    }
}

//! What a report writes: rows of typed values, in whatever format.

use super::fields::{Rated, RatedColumns};
use std::borrow::Cow;
use std::io::{self, Write};
use sudoscope_engine::grid::Puzzle;
use sudoscope_engine::scale::{Item, Outcome, Unit};

/// What the values of a column are, and how they are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Any text.
    Text,
    /// Whole numbers from 0 on.
    Count,
    /// Those below 2^15.
    Small,
    /// Those below 2^31.
    Medium,
    /// Whole numbers, negative ones too.
    Whole,
    /// Numbers, printed with this many decimals.
    Number(u8),
    /// Numbers, printed as short as can be.
    Plain,
    /// The ends of climbs: ratings, or words for why there is none. `None`: of several units.
    Rating(Option<Unit>),
    /// Ratings that are sums of levels.
    Sum,
    /// Lists of numbers below 2^15.
    Smalls,
    /// What the rules of a climb did; what they give is of this unit, and whether it is a part of a sum.
    Uses(Unit, bool),
}

/// A column of a table.
#[derive(Clone)]
pub struct Column {
    /// Stable.
    pub name: String,
    /// What its values are.
    pub kind: Kind,
}

impl Column {
    /// A column of this name and kind.
    pub fn new(name: impl Into<String>, kind: Kind) -> Column {
        Column { name: name.into(), kind }
    }
}

/// One value, of whatever kind its column is: the kind says how it is written, the value what it is. A number
/// that is not finite counts as missing.
#[derive(Clone)]
pub enum Value<'a> {
    /// A text.
    Text(Cow<'a, str>),
    /// A whole number from 0 on.
    Count(u64),
    /// A whole number.
    Whole(i64),
    /// A number.
    Number(f64),
    /// The end of a climb.
    Rating(Ending),
    /// A puzzle.
    Puzzle(&'a Puzzle),
    /// A puzzle that outlives its row.
    KeptPuzzle(Box<Puzzle>),
    /// The rules that a climb used, in the order of its scale.
    Uses(Vec<Use>),
    /// Numbers.
    Smalls(Vec<u16>),
    /// None.
    Missing,
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Value<'a> {
        Value::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Value::Text(Cow::Owned(text))
    }
}

impl From<u64> for Value<'_> {
    fn from(count: u64) -> Self {
        Value::Count(count)
    }
}

impl From<f64> for Value<'_> {
    fn from(number: f64) -> Self {
        if number.is_finite() { Value::Number(number) } else { Value::Missing }
    }
}

impl From<Ending> for Value<'_> {
    fn from(ending: Ending) -> Self {
        Value::Rating(ending)
    }
}

impl<'a> From<&'a Puzzle> for Value<'a> {
    fn from(puzzle: &'a Puzzle) -> Value<'a> {
        Value::Puzzle(puzzle)
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Value<'a> {
        value.map_or(Value::Missing, T::into)
    }
}

impl Value<'_> {
    /// This value, which borrows nothing.
    pub fn kept(&self) -> Value<'static> {
        match self {
            Value::Text(text) => Value::from(text.to_string()),
            Value::Count(count) => Value::Count(*count),
            Value::Whole(number) => Value::Whole(*number),
            Value::Number(number) => Value::Number(*number),
            Value::Rating(ending) => Value::Rating(*ending),
            Value::Puzzle(puzzle) => Value::KeptPuzzle(Box::new(**puzzle)),
            Value::KeptPuzzle(puzzle) => Value::KeptPuzzle(puzzle.clone()),
            Value::Uses(uses) => Value::Uses(uses.clone()),
            Value::Smalls(numbers) => Value::Smalls(numbers.clone()),
            Value::Missing => Value::Missing,
        }
    }

    /// As JSON. Numbers are those a CSV file has: as many decimals.
    pub fn json(&self, kind: Kind) -> serde_json::Value {
        use serde_json::Value as Json;
        let text = self.text(kind);
        match (self, kind) {
            (Value::Missing, _) => Json::Null,
            (Value::Rating(_), _) if text.is_empty() => Json::Null,
            (_, Kind::Text) => Json::String(text),
            (Value::Smalls(numbers), _) => numbers.as_slice().into(),
            (Value::Rating(ending), _) => ending.json(),
            // Anything but a JSON number is a word.
            _ => serde_json::from_str(&text).unwrap_or(Json::String(text)),
        }
    }

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
            (Value::Whole(whole), _) => text.extend_from_slice(whole.to_string().as_bytes()),
            (Value::Number(number), Kind::Number(decimals)) => {
                let own = format!("{number:.*}", usize::from(decimals));
                // What is left of rounding has no sign.
                let size = own.strip_prefix('-').filter(|size| size.bytes().all(|b| b"0.".contains(&b)));
                text.extend_from_slice(size.unwrap_or(&own).as_bytes());
            }
            (Value::Number(number), _) => text.extend_from_slice(number.to_string().as_bytes()),
            (Value::Rating(ending), _) => ending.write(text),
            (Value::Puzzle(puzzle), _) => puzzle.write(text),
            (Value::KeptPuzzle(puzzle), _) => puzzle.write(text),
            (Value::Uses(uses), _) => {
                for (at, Use { item, steps, .. }) in uses.iter().enumerate() {
                    let between = if at == 0 { "" } else { " " };
                    text.extend_from_slice(between.as_bytes());
                    write_use(item, *steps, text);
                }
            }
            (Value::Smalls(numbers), _) => {
                for (at, &it) in numbers.iter().enumerate() {
                    if at > 0 {
                        text.push(b' ');
                    }
                    number(it.into(), text);
                }
            }
            (Value::Missing, _) => {}
        }
    }
}

/// What stands in a column of a scale: a rating, or why there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// How the climb ended, by this column.
    pub end: Outcome<u32>,
    /// What its numbers are.
    pub unit: Unit,
}

impl Ending {
    /// The rating, or the word for why there is none; nothing if there is no solution.
    pub fn text(self) -> String {
        let mut text = Vec::new();
        self.write(&mut text);
        String::from_utf8(text).unwrap_or_default()
    }

    /// Appends its text.
    pub fn write(self, text: &mut Vec<u8>) {
        match (self.end, self.unit) {
            (Outcome::Solved(value), Unit::Level) => number(value.into(), text),
            (Outcome::Solved(value), unit) => text.extend(unit.text(value).bytes()),
            (Outcome::NoSolution, _) => {}
            (end, _) => text.extend(end.status().name().bytes()),
        }
    }

    /// As JSON.
    pub fn json(self) -> serde_json::Value {
        self.end.rating().map_or_else(|| self.text().into(), |value| self.unit.json(value))
    }
}

/// What a rule at a size did in a climb.
#[derive(Clone)]
pub struct Use {
    /// It, at its size.
    pub item: Item,
    /// Its rule.
    pub rule: &'static str,
    /// If the rule has sizes.
    pub size: Option<u64>,
    /// What it gives.
    pub rating: u32,
    /// Patterns that proved something new.
    pub steps: u32,
    /// Candidates removed.
    pub eliminations: u32,
}

impl Use {
    /// What stands for it in a list: name, kind, whether it may lack. Ratings are of this unit, or sums.
    pub fn members(unit: Unit, is_sum: bool) -> [(&'static str, Kind, bool); 5] {
        let rating = if is_sum { Kind::Sum } else { Kind::Rating(Some(unit)) };
        [
            ("rule", Kind::Text, false),
            ("size", Kind::Small, true),
            ("rating", rating, true),
            ("steps", Kind::Medium, false),
            ("eliminations", Kind::Medium, false),
        ]
    }

    /// Its values, one for each member.
    pub fn values(&self, unit: Unit) -> [Value<'static>; 5] {
        let rating = Value::Rating(Ending { end: Outcome::Solved(self.rating), unit });
        let [steps, eliminations] = [self.steps, self.eliminations].map(|count| Value::Count(count.into()));
        [self.rule.into(), self.size.into(), rating, steps, eliminations]
    }
}

/// Appends an item and how many patterns of it proved something new.
#[inline]
pub(super) fn write_use(item: &Item, steps: u32, text: &mut Vec<u8>) {
    match item.size {
        0 => text.extend_from_slice(item.rule.info().name.as_bytes()),
        // To memory: it does not fail.
        _ => _ = write!(text, "{item}"),
    }
    text.push(b'*');
    number(steps.into(), text);
}

/// Appends a number.
pub(super) fn number(mut number: u64, text: &mut Vec<u8>) {
    let mut digits = [b'0'; 20];
    let mut begin = digits.len();
    loop {
        begin -= 1;
        digits[begin] += (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return text.extend_from_slice(&digits[begin..]);
        }
    }
}

/// The puzzles with this many clues, or all.
pub(super) fn group_name(clues: Option<usize>) -> Value<'static> {
    clues.map_or(Value::from("all"), |clues| Value::Count(clues as u64))
}

/// One value of a row, or several.
pub(super) trait Values<'a> {
    fn add_to(self, row: &mut Vec<Value<'a>>);
}

impl<'a, T: Into<Value<'a>>> Values<'a> for T {
    fn add_to(self, row: &mut Vec<Value<'a>>) {
        row.push(self.into());
    }
}

impl<'a, const N: usize> Values<'a> for [Value<'a>; N] {
    fn add_to(self, row: &mut Vec<Value<'a>>) {
        row.extend(self);
    }
}

impl<'a> Values<'a> for Vec<Value<'a>> {
    fn add_to(self, row: &mut Vec<Value<'a>>) {
        row.extend(self);
    }
}

/// A row of a table, or a part of one: `row![name, 3, 0.5]`.
macro_rules! row {
    ($($values:expr),* $(,)?) => {{
        let mut row = Vec::with_capacity(8);
        $($crate::report::table::Values::add_to($values, &mut row);)*
        row
    }};
}

/// A format of report files.
pub struct Format {
    /// Its name on the command line, and the extension of its files.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// Whether its files are text.
    pub is_text: bool,
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
    /// Writes a rated row.
    fn rated_row(&mut self, columns: &RatedColumns, rated: &Rated) -> io::Result<()> {
        let (mut values, line) = (Vec::new(), Value::from(rated.line.text(Kind::Text)));
        let rated = Rated { line, ..*rated };
        columns.each(&rated, |value| values.push(value));
        self.row(&values)
    }
    /// All rows have been written.
    fn end(&mut self) -> io::Result<()>;
}

/// A table, whole.
#[derive(Default)]
pub(super) struct Kept {
    pub name: &'static str,
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<Value<'static>>>,
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

impl<'a> Table<'a> {
    /// Begins a table by itself; `about` is what made it, in lines.
    pub fn begin(
        format: &Format, out: &'a mut (dyn Write + Send), name: &'static str, about: Vec<String>,
        columns: Vec<Column>,
    ) -> io::Result<Table<'a>> {
        let writer = (format.begin)(out, &Head { name, about, columns })?;
        Ok(Table { writers: vec![writer], kept: None })
    }

    /// All rows of a table by itself are written.
    pub fn finish(self) -> io::Result<()> {
        self.end().map(drop)
    }

    /// Writes a row: a value for each column.
    pub fn row(&mut self, values: &[Value]) -> io::Result<()> {
        if let Some(kept) = &mut self.kept {
            kept.rows.push(values.iter().map(Value::kept).collect());
        }
        self.writers.iter_mut().try_for_each(|writer| writer.row(values))
    }

    /// Writes a rated row, which is not kept.
    pub(super) fn rated_row(&mut self, columns: &RatedColumns, rated: &Rated) -> io::Result<()> {
        self.writers.iter_mut().try_for_each(|writer| writer.rated_row(columns, rated))
    }

    /// All rows have been written; those that are kept.
    pub(super) fn end(self) -> io::Result<Option<Kept>> {
        self.writers.into_iter().try_for_each(|mut writer| writer.end())?;
        Ok(self.kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_are_decimal(n in any::<u64>(), shift in 0..64_u32) {
            let mut text = Vec::new();
            number(n >> shift, &mut text);
            prop_assert_eq!(text, (n >> shift).to_string().into_bytes());
        }
    }
}

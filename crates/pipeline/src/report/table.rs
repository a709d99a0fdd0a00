//! Tables that reports write: rows of typed values, independent of the format.

use super::fields::{Rated, RatedColumns};
use std::borrow::Cow;
use std::io::{self, Write};
use sudoscope_engine::grid::Puzzle;
use sudoscope_engine::scale::{Item, Outcome, Unit};

/// Kind of the values of a column, which determines how they are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Any text.
    Text,
    /// Names of lines: numbers if there is one input, otherwise texts.
    Line,
    /// Yes or no.
    Flag,
    /// Whole numbers from 0 on.
    Count,
    /// Whole numbers below 2^15.
    Small,
    /// Whole numbers below 2^31.
    Medium,
    /// Whole numbers, also negative.
    Whole,
    /// Numbers, printed with this many decimals.
    Number(u8),
    /// Numbers, printed as short as possible.
    Plain,
    /// Numbers of any size, printed with an exponent and three decimals.
    Scientific,
    /// Ends of climbs: ratings, or words in place of ratings. `None` means several units.
    Rating(Option<Unit>),
    /// Ratings that are sums of levels.
    Sum,
    /// Lists of numbers below 2^15.
    Smalls,
    /// Lists of texts without blanks.
    Texts,
    /// Rules that a climb used, with the unit of their ratings and whether these are parts of a sum.
    Uses(Unit, bool),
}

/// Column of a table.
#[derive(Clone)]
pub struct Column {
    /// Stable name.
    pub name: String,
    /// Kind of the values.
    pub kind: Kind,
}

impl Column {
    /// Creates a column from its name and kind.
    pub fn new(name: impl Into<String>, kind: Kind) -> Column {
        Column { name: name.into(), kind }
    }
}

/// Value of a column; the column's kind determines how it is written. A number that is not finite counts as
/// missing.
#[derive(Clone)]
pub enum Value<'a> {
    /// A text.
    Text(Cow<'a, str>),
    /// An answer of yes or no.
    Flag(bool),
    /// A whole number from 0 on.
    Count(u64),
    /// An unknown number that is more than this: `>2`, and in typed columns a missing value.
    MoreThan(u64),
    /// A whole number.
    Whole(i64),
    /// A number.
    Number(f64),
    /// The end of a climb.
    Rating(Ending),
    /// A line that is counted within a file, or in a part of one: name and number.
    LineOf(Cow<'a, str>, u64),
    /// A puzzle.
    Puzzle(&'a Puzzle),
    /// A puzzle that outlives its row.
    KeptPuzzle(Box<Puzzle>),
    /// The rules that a climb used, in the order of its scale.
    Uses(Vec<Use>),
    /// Small numbers.
    Smalls(Vec<u16>),
    /// Texts without blanks.
    Texts(Vec<String>),
    /// No value.
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

impl From<bool> for Value<'_> {
    fn from(flag: bool) -> Self {
        Value::Flag(flag)
    }
}

impl From<Vec<String>> for Value<'_> {
    fn from(texts: Vec<String>) -> Self {
        Value::Texts(texts)
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

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Value<'a> {
        text.as_str().into()
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
    /// Returns a copy that borrows nothing.
    pub fn kept(&self) -> Value<'static> {
        match self {
            Value::Text(text) => Value::from(text.to_string()),
            Value::Flag(flag) => Value::Flag(*flag),
            Value::Count(count) => Value::Count(*count),
            Value::MoreThan(limit) => Value::MoreThan(*limit),
            Value::Whole(number) => Value::Whole(*number),
            Value::Number(number) => Value::Number(*number),
            Value::Rating(ending) => Value::Rating(*ending),
            Value::LineOf(file, line) => Value::LineOf(file.to_string().into(), *line),
            Value::Puzzle(puzzle) => Value::KeptPuzzle(Box::new(**puzzle)),
            Value::KeptPuzzle(puzzle) => Value::KeptPuzzle(puzzle.clone()),
            Value::Uses(uses) => Value::Uses(uses.clone()),
            Value::Smalls(numbers) => Value::Smalls(numbers.clone()),
            Value::Texts(texts) => Value::Texts(texts.clone()),
            Value::Missing => Value::Missing,
        }
    }

    /// Returns the value as JSON. Numbers have as many decimals as in a CSV file.
    pub fn json(&self, kind: Kind) -> serde_json::Value {
        use serde_json::Value as Json;
        let text = self.text(kind);
        match (self, kind) {
            (Value::Missing, _) => Json::Null,
            (Value::Rating(_), _) if text.is_empty() => Json::Null,
            (_, Kind::Text) => Json::String(text),
            (Value::Smalls(numbers), _) => numbers.as_slice().into(),
            (Value::Texts(texts), _) => texts.as_slice().into(),
            (Value::Flag(flag), _) => Json::Bool(*flag),
            (Value::Rating(ending), _) => ending.json(),
            // Anything but a JSON number is a word.
            _ => serde_json::from_str(&text).unwrap_or(Json::String(text)),
        }
    }

    /// Returns the text in a CSV file; empty for a missing value.
    pub fn text(&self, kind: Kind) -> String {
        let mut text = Vec::new();
        self.write(kind, &mut text);
        String::from_utf8(text).unwrap_or_default()
    }

    /// Appends the text of the value in a CSV file.
    pub fn write(&self, kind: Kind, text: &mut Vec<u8>) {
        match (self, kind) {
            (Value::Text(own), _) => text.extend_from_slice(own.as_bytes()),
            (Value::Flag(flag), _) => text.extend_from_slice(if *flag { b"yes" } else { b"no" }),
            (Value::MoreThan(limit), _) => {
                text.push(b'>');
                number(*limit, text);
            }
            (Value::Number(number), Kind::Scientific) => _ = write!(text, "{number:.3e}"),
            (Value::Count(count), _) => number(*count, text),
            (Value::Whole(whole), _) => text.extend_from_slice(whole.to_string().as_bytes()),
            (Value::Number(number), Kind::Number(decimals)) => {
                let own = format!("{number:.*}", usize::from(decimals));
                // A number rounded to zero has no sign.
                let size = own.strip_prefix('-').filter(|size| size.bytes().all(|b| b"0.".contains(&b)));
                text.extend_from_slice(size.unwrap_or(&own).as_bytes());
            }
            (Value::Number(number), _) => text.extend_from_slice(number.to_string().as_bytes()),
            (Value::Rating(ending), _) => ending.write(text),
            (Value::LineOf(file, line), _) => _ = write!(text, "{file}:{line}"),
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
            (Value::Texts(texts), _) => text.extend_from_slice(texts.join(" ").as_bytes()),
            (Value::Missing, _) => {}
        }
    }

    /// Returns the bytes of its texts, which are what makes a row long.
    #[cfg(feature = "parquet")]
    pub fn bytes(&self) -> usize {
        match self {
            Value::Text(text) => text.len(),
            Value::Texts(texts) => texts.iter().map(String::len).sum(),
            _ => 0,
        }
    }
}

/// End of a climb in a column of a scale: a rating, or why there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Outcome in this column.
    pub end: Outcome<u32>,
    /// Unit of the column's numbers.
    pub unit: Unit,
}

impl Ending {
    /// Returns the rating, or the word that replaces it; empty if there is no solution.
    pub fn text(self) -> String {
        let mut text = Vec::new();
        self.write(&mut text);
        String::from_utf8(text).unwrap_or_default()
    }

    /// Appends the text of the end.
    pub fn write(self, text: &mut Vec<u8>) {
        match (self.end, self.unit) {
            (Outcome::Solved(value), Unit::Level) => number(value.into(), text),
            (Outcome::Solved(value), unit) => text.extend(unit.text(value).bytes()),
            (Outcome::NoSolution, _) => {}
            (end, _) => text.extend(end.status().name().bytes()),
        }
    }

    /// Returns the end as JSON.
    pub fn json(self) -> serde_json::Value {
        self.end.rating().map_or_else(|| self.text().into(), |value| self.unit.json(value))
    }
}

/// Effect of a rule at a size in a climb.
#[derive(Clone)]
pub struct Use {
    /// Rule at its size.
    pub item: Item,
    /// Name of the rule at its size, as the scale calls it: players' by a ladder of players.
    pub technique: String,
    /// Name of the rule.
    pub rule: &'static str,
    /// Size, if the rule has sizes.
    pub size: Option<u64>,
    /// Rating that the rule gives.
    pub rating: u32,
    /// Patterns that proved something new.
    pub steps: u32,
    /// Candidates removed.
    pub eliminations: u32,
}

impl Use {
    /// Lists the members of a rule in a list: name, kind, whether it may lack. Ratings are of this unit, or
    /// sums.
    pub fn members(unit: Unit, is_sum: bool) -> [(&'static str, Kind, bool); 6] {
        let rating = if is_sum { Kind::Sum } else { Kind::Rating(Some(unit)) };
        [
            ("technique", Kind::Text, false),
            ("rule", Kind::Text, false),
            ("size", Kind::Small, true),
            ("rating", rating, true),
            ("steps", Kind::Medium, false),
            ("eliminations", Kind::Medium, false),
        ]
    }

    /// Returns its values, one for each member.
    pub fn values(&self, unit: Unit) -> [Value<'static>; 6] {
        let rating = Value::Rating(Ending { end: Outcome::Solved(self.rating), unit });
        let [steps, eliminations] = [self.steps, self.eliminations].map(|count| Value::Count(count.into()));
        [self.technique.clone().into(), self.rule.into(), self.size.into(), rating, steps, eliminations]
    }
}

/// Appends an item and the number of its patterns that proved something new.
#[inline]
pub(super) fn write_use(item: &Item, steps: u32, text: &mut Vec<u8>) {
    match item.size {
        0 => text.extend_from_slice(item.rule.info().name.as_bytes()),
        // Writing to memory does not fail.
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

/// Names the group of puzzles with this many clues, or of all.
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

/// Makes a row of a table, or a part of one: `row![name, 3, 0.5]`.
macro_rules! row {
    ($($values:expr),* $(,)?) => {{
        let mut row = Vec::with_capacity(8);
        $($crate::report::table::Values::add_to($values, &mut row);)*
        row
    }};
}

/// Format of report files.
pub struct Format {
    /// Name on the command line, and extension of the files.
    pub name: &'static str,
    /// One sentence about the format.
    pub about: &'static str,
    /// Whether its files are text.
    pub is_text: bool,
    /// Whether rows can be appended to a file, as nothing follows the last.
    pub is_open: bool,
    /// Function that begins a file.
    pub(super) begin: Begin,
}

/// Function that begins a table.
type Begin = for<'a> fn(&'a mut (dyn Write + Send), &Head) -> io::Result<Box<dyn Writer + 'a>>;

/// Head of a table, before its rows.
pub struct Head {
    /// Name of the table.
    pub name: &'static str,
    /// Lines that say what made the table, from what, and by which rules.
    pub about: Vec<String>,
    /// Columns of the table.
    pub columns: Vec<Column>,
    /// Whether rows before are already in the file, so that it needs no names of columns.
    pub is_begun: bool,
}

pub trait Writer: Send {
    /// Writes a row: a value for each column.
    fn row(&mut self, values: &[Value]) -> io::Result<()>;
    /// Writes a rated row.
    fn rated_row(&mut self, columns: &RatedColumns, rated: &Rated) -> io::Result<()> {
        self.row(&columns.values(rated))
    }
    /// Ends the table after its last row.
    fn end(&mut self) -> io::Result<()>;
}

/// Complete table in memory.
#[derive(Default)]
pub(super) struct Kept {
    pub name: &'static str,
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<Value<'static>>>,
}

impl Kept {
    /// Creates a table without rows.
    pub fn begin(head: &Head) -> Kept {
        Kept { name: head.name, columns: head.columns.clone(), rows: Vec::new() }
    }
}

/// Report being written, in one or several formats at once.
pub struct Table<'a> {
    pub(super) writers: Vec<Box<dyn Writer + 'a>>,
    /// Copy of its rows, if the page needs them.
    pub(super) kept: Option<Kept>,
}

impl<'a> Table<'a> {
    /// Begins a table that is part of no scan; the lines of `about` say what made it.
    pub fn begin(
        format: &Format, out: &'a mut (dyn Write + Send), name: &'static str, about: Vec<String>,
        columns: Vec<Column>,
    ) -> io::Result<Table<'a>> {
        Table::of_head(format, out, &Head { name, about, columns, is_begun: false })
    }

    /// Begins such a table, or goes on with it.
    pub fn of_head(format: &Format, out: &'a mut (dyn Write + Send), head: &Head) -> io::Result<Table<'a>> {
        Ok(Table { writers: vec![(format.begin)(out, head)?], kept: None })
    }

    /// Ends such a table after its last row.
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

    /// Ends the table after its last row; returns the kept rows.
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

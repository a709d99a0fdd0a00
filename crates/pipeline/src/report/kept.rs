//! Tables kept in memory, and how they are read: what the HTML report is drawn from. What the page asks for
//! must be there: a table or column that no report has, or a number of a column of texts, is a mistake in the
//! page, and stops it by name.

use super::table::{Kept, Kind, Value};
use super::{REPORTS, WORTH, paths};
use sudoscope_engine::grid::Puzzle;

/// The tables of a run, by name.
pub(super) struct Tables<'a>(pub &'a [Kept]);

/// A row of a table, by its columns.
#[derive(Clone, Copy)]
pub(super) struct KeptRow<'a>(&'a Kept, &'a [Value<'static>]);

impl<'a> Tables<'a> {
    /// The rows of a table that have these texts; none of a report that was not made.
    pub fn rows(&self, table: &str, wanted: &[(&str, &str)]) -> Vec<KeptRow<'a>> {
        let mut known = REPORTS.iter().chain(WORTH).map(|report| report.name).chain([paths::NAME]);
        assert!(known.any(|name| name == table), "no report is called {table}");
        let table = self.0.iter().find(|kept| kept.name == table).into_iter();
        let rows = table.flat_map(|table| table.rows.iter().map(move |row| KeptRow(table, row)));
        rows.filter(|row| wanted.iter().all(|(name, text)| row.text(name) == *text)).collect()
    }

    /// The moments of a number over all puzzles, if any has it.
    pub fn mean_of(&self, number: &str) -> Option<KeptRow<'a>> {
        self.rows("means", &[("number", number), ("clues", "all")]).first().copied()
    }
}

impl<'a> KeptRow<'a> {
    /// The value of a column, and what its values are.
    fn cell(&self, column: &str) -> (&'a Value<'static>, Kind) {
        let at = self.0.columns.iter().position(|other| other.name == column);
        let at = at.unwrap_or_else(|| panic!("the table {} has no column {column}", self.0.name));
        (&self.1[at], self.0.columns[at].kind)
    }

    pub fn value(&self, column: &str) -> &'a Value<'static> {
        self.cell(column).0
    }

    /// As a CSV file has it.
    pub fn text(&self, column: &str) -> String {
        let (value, kind) = self.cell(column);
        value.text(kind)
    }

    /// The number, NaN if there is none.
    pub fn number(&self, column: &str) -> f64 {
        match self.cell(column) {
            (Value::Number(number), _) => *number,
            (Value::Count(count), _) => *count as f64,
            (_, Kind::Text) => panic!("{column} of {} is a text", self.0.name),
            _ => f64::NAN,
        }
    }

    /// The whole number, 0 if there is none.
    pub fn count(&self, column: &str) -> u64 {
        match self.cell(column) {
            (Value::Count(count), _) => *count,
            (Value::Missing, Kind::Count) => 0,
            _ => panic!("{column} of {} is no count", self.0.name),
        }
    }

    pub fn puzzle(&self, column: &str) -> Option<&'a Puzzle> {
        match self.value(column) {
            Value::KeptPuzzle(puzzle) => Some(puzzle),
            _ => None,
        }
    }

    /// The rating as a number, if there is one.
    pub fn rating(&self, column: &str) -> Option<f64> {
        match self.value(column) {
            Value::Rating(it) => it.end.rating().map(|value| it.unit.number(value)),
            _ => None,
        }
    }
}

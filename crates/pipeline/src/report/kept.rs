//! Tables kept in memory, and how they are read: what the HTML report is drawn from.

use super::table::{Kept, Value};
use sudoscope_engine::grid::Puzzle;

/// The tables of a run, by name.
pub(super) struct Tables<'a>(pub &'a [Kept]);

/// A row of a table, by its columns.
#[derive(Clone, Copy)]
pub(super) struct KeptRow<'a>(&'a Kept, &'a [Value<'static>]);

impl<'a> Tables<'a> {
    /// The rows of a table that have these texts; none of a table that is not there.
    pub fn rows(&self, table: &str, wanted: &[(&str, &str)]) -> Vec<KeptRow<'a>> {
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
    fn place(&self, column: &str) -> Option<usize> {
        self.0.columns.iter().position(|other| other.name == column)
    }

    pub fn value(&self, column: &str) -> &'a Value<'static> {
        self.place(column).map_or(&Value::Missing, |at| &self.1[at])
    }

    /// As a CSV file has it.
    pub fn text(&self, column: &str) -> String {
        let kind = self.place(column).map(|at| self.0.columns[at].kind);
        kind.map_or(String::new(), |kind| self.value(column).text(kind))
    }

    /// The number, NaN if there is none.
    pub fn number(&self, column: &str) -> f64 {
        match self.value(column) {
            Value::Number(number) => *number,
            Value::Count(count) => *count as f64,
            _ => f64::NAN,
        }
    }

    /// The whole number, 0 if there is none.
    pub fn count(&self, column: &str) -> u64 {
        match self.value(column) {
            Value::Count(count) => *count,
            _ => 0,
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

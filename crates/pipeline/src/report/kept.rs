//! Tables kept in memory, from which the HTML report is drawn. Columns are asked for by their declaration in
//! `columns.rs`; if the table lacks one, that is a mistake in the page, which panics and names it.

use super::columns::{GROUP, NUMBER, Named, PUZZLE, RATING, SCALE};
use super::means::MEANS;
use super::table::{Kept, Kind, Value};
use sudoscope_engine::grid::Puzzle;

/// Tables of a run, by name.
pub(super) struct Tables<'a>(pub &'a [Kept]);

/// Row of a table, read by its columns.
#[derive(Clone, Copy)]
pub(super) struct KeptRow<'a>(&'a Kept, &'a [Value<'static>]);

impl<'a> Tables<'a> {
    /// Returns the rows of a table; none if the report was not made.
    pub fn rows(&self, table: &'static str) -> Vec<KeptRow<'a>> {
        let table = self.0.iter().find(|kept| kept.name == table).into_iter();
        table.flat_map(|table| table.rows.iter().map(move |row| KeptRow(table, row))).collect()
    }

    /// Returns the rows of a scale.
    pub fn of_scale(&self, table: &'static str, scale: &str) -> Vec<KeptRow<'a>> {
        let mut rows = self.rows(table);
        rows.retain(|row| row.text(SCALE) == scale);
        rows
    }

    /// Returns the moments of a number over all puzzles, if any puzzle has it.
    pub fn mean_of(&self, number: &str) -> Option<KeptRow<'a>> {
        let is_it = |row: &KeptRow| row.text(NUMBER) == number && row.text(GROUP) == "all";
        self.rows(MEANS.name).into_iter().find(is_it)
    }
}

impl<'a> KeptRow<'a> {
    pub fn of(table: &'a Kept, row: &'a [Value<'static>]) -> KeptRow<'a> {
        KeptRow(table, row)
    }

    /// Returns the value of a column and its kind.
    fn cell<T: ?Sized>(&self, column: Named<T>) -> (&'a Value<'static>, Kind) {
        let at = self.0.columns.iter().position(|other| other.name == column.name);
        let at = at.unwrap_or_else(|| panic!("the table {} has no column {}", self.0.name, column.name));
        (&self.1[at], self.0.columns[at].kind)
    }

    pub fn has<T: ?Sized>(&self, column: Named<T>) -> bool {
        !matches!(self.cell(column).0, Value::Missing)
    }

    /// Returns the value as a CSV file has it.
    pub fn text<T: ?Sized>(&self, column: Named<T>) -> String {
        let (value, kind) = self.cell(column);
        value.text(kind)
    }

    /// Returns the number; NaN if there is none.
    pub fn number(&self, column: Named<f64>) -> f64 {
        match self.cell(column).0 {
            Value::Number(number) => *number,
            Value::Count(count) => *count as f64,
            _ => f64::NAN,
        }
    }

    /// Returns the whole number; 0 if there is none.
    pub fn count(&self, column: Named<u64>) -> u64 {
        match self.cell(column).0 {
            Value::Count(count) => *count,
            _ => 0,
        }
    }

    pub fn puzzle(&self) -> Option<&'a Puzzle> {
        match self.cell(PUZZLE).0 {
            Value::KeptPuzzle(puzzle) => Some(puzzle),
            _ => None,
        }
    }

    /// Returns the rating as a number, if there is one.
    pub fn rating(&self) -> Option<f64> {
        match self.cell(RATING).0 {
            Value::Rating(it) => it.end.rating().map(|value| it.unit.number(value)),
            _ => None,
        }
    }
}

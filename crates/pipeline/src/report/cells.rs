//! What stands in a cell for a line, a status, a climb, the rules that were used.

use crate::input::Shard;
use crate::run::Row;
use crate::settings::OWN_COLUMNS;
use sudoscope_engine::grid::LineError;
use sudoscope_engine::scale::{Climb, Column, Item, Outcome, Scale, Status, Unit};

/// The number of a line; `I/N:LINE` if it is counted from the beginning of what a shard has of its file.
pub fn line_in_shard(shard: Option<Shard>, line: u64) -> String {
    shard.map_or_else(|| line.to_string(), |shard| format!("{shard}:{line}"))
}

/// `line,puzzle,status,clues` and the columns of each scale.
pub fn rate_columns(scales: &[Scale]) -> Vec<String> {
    let fixed = OWN_COLUMNS.map(str::to_string);
    fixed.into_iter().chain(scales.iter().flat_map(Scale::titles)).collect()
}

/// What a column kept from the input is called: not as one before it.
pub fn kept_name(name: &str, is_taken: bool) -> String {
    if is_taken { format!("{name} (kept)") } else { name.to_string() }
}

/// Appends a row of a table: the fields of [`rate_columns`], then those of columns that are kept. `line` names the row's
/// line, and `shown` is what stands where its puzzle should be, if there is none.
pub fn rate_row(row: &Row, line: &str, shown: &str, scales: &[Scale], kept: &[String], text: &mut Vec<u8>) {
    csv_field(line.as_bytes(), text);
    text.push(b',');
    if row.status == Status::Invalid {
        csv_field(shown.as_bytes(), text);
        text.push(b',');
        csv_field(status_text(row.status, row.error).as_bytes(), text);
        text.push(b',');
    } else {
        row.puzzle.write(text);
        text.push(b',');
        text.extend_from_slice(row.status.name().as_bytes());
        text.push(b',');
        number(row.clue_count() as u64, text);
    }
    for cell in cells_of(row, scales) {
        text.push(b',');
        match cell {
            Some(cell) if cell.unit == Unit::Level => cell.write(text),
            cell => csv_field(cell.map_or_else(String::new, Cell::text).as_bytes(), text),
        }
    }
    for field in kept {
        text.push(b',');
        csv_field(field.as_bytes(), text);
    }
    text.push(b'\n');
}

/// Appends a row of a table.
pub fn csv_row(text: &mut Vec<u8>, fields: &[impl AsRef<[u8]>]) {
    csv_row_of(text, fields, |field, text| {
        text.extend_from_slice(field.as_ref());
        true
    });
}

/// As above; `write` appends a field and returns whether it may need quotes.
pub(super) fn csv_row_of<T>(
    text: &mut Vec<u8>,
    fields: impl IntoIterator<Item = T>,
    write: impl Fn(T, &mut Vec<u8>) -> bool,
) {
    let begin = text.len();
    for (at, field) in fields.into_iter().enumerate() {
        if at > 0 {
            text.push(b',');
        }
        let begin = text.len();
        if write(field, text) && text[begin..].iter().any(needs_quotes) {
            let field = text.split_off(begin);
            csv_field(&field, text);
        }
    }
    // An empty line would be no row.
    if text.len() == begin {
        text.extend(b"\"\"");
    }
    text.push(b'\n');
}

/// Appends a field of a table, in quotes where it needs them.
fn csv_field(field: &[u8], text: &mut Vec<u8>) {
    if !field.iter().any(needs_quotes) {
        return text.extend_from_slice(field);
    }
    text.push(b'"');
    for &byte in field {
        text.extend_from_slice(if byte == b'"' { b"\"\"" } else { std::slice::from_ref(&byte) });
    }
    text.push(b'"');
}

/// Whether a field with this byte stands in quotes.
fn needs_quotes(byte: &u8) -> bool {
    b",\"\r\n".contains(byte)
}

/// Appends a number.
pub(super) fn number(mut number: u64, text: &mut Vec<u8>) {
    let begin = text.len();
    while number > 9 || text.len() == begin {
        text.push(b'0' + (number % 10) as u8);
        number /= 10;
    }
    if number > 0 {
        text.push(b'0' + number as u8);
    }
    text[begin..].reverse();
}

/// The ratings of a row, `/` between them, or the word for why there are none; and the end of a line.
pub fn plain_line(row: &Row, scales: &[Scale], text: &mut Vec<u8>) {
    let begin = text.len();
    for (scale, climb) in scales.iter().zip(&row.climbs) {
        for cell in cells(scale, climb).filter(|cell| cell.end.rating().is_some()) {
            if text.len() > begin {
                text.push(b'/');
            }
            cell.write(text);
        }
    }
    if text.len() == begin {
        text.extend_from_slice(row.status.name().as_bytes());
    }
    text.push(b'\n');
}

/// The status, with the reason if the line is not a puzzle.
pub fn status_text(status: Status, error: Option<LineError>) -> String {
    match error {
        Some(error) => format!("{}: {}", status.name(), error.with_column()),
        None => status.name().to_string(),
    }
}

/// What stands in a column of a scale: a rating, or why there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// How the climb ended, by this column.
    pub end: Outcome<u32>,
    /// What its numbers are.
    pub unit: Unit,
}

impl Cell {
    /// The rating, or the word for why there is none; nothing if there is no solution.
    pub fn text(self) -> String {
        let mut text = Vec::new();
        self.write(&mut text);
        String::from_utf8(text).unwrap_or_default()
    }

    /// Appends the same.
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

/// The cells of a climb by this scale.
pub fn cells(scale: &Scale, climb: &Climb) -> impl Iterator<Item = Cell> {
    scale.columns.iter().enumerate().map(|(at, column)| cell(climb, at, column))
}

fn cell(climb: &Climb, at: usize, column: &Column) -> Cell {
    Cell { end: climb.outcome.column(at), unit: column.unit }
}

/// The cells of a row in all columns of these scales; nothing where it was not climbed.
pub fn cells_of(row: &Row, scales: &[Scale]) -> impl Iterator<Item = Option<Cell>> {
    scales.iter().enumerate().flat_map(|(at, scale)| {
        let climb = row.climbs.get(at);
        let columns = scale.columns.iter().enumerate();
        columns.map(move |(at, column)| climb.map(|climb| cell(climb, at, column)))
    })
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

/// The items that a climb used.
pub fn used(scale: &Scale, climb: &Climb) -> Vec<Use> {
    let used = scale.items.iter().zip(&climb.tallies).filter(|(_, tally)| tally.steps > 0);
    let used = used.map(|(item, tally)| Use {
        item: *item,
        rule: item.rule.info().name,
        size: item.length(),
        rating: item.rating.0[0],
        steps: tally.steps,
        eliminations: tally.eliminations,
    });
    used.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The same bytes as those of the library.
        #[test]
        fn rows_are_csv(
            fields in proptest::collection::vec("[a,\"\r\n# ;0é]{0,5}|[0-9]{1,3}", 1..5),
            start in "x?",
        ) {
            let mut writer = csv::Writer::from_writer(start.clone().into_bytes());
            writer.write_record(&fields).unwrap();
            let mut text = start.into_bytes();
            csv_row(&mut text, &fields);
            prop_assert_eq!(text, writer.into_inner().unwrap());
        }

        #[test]
        fn numbers_are_decimal(n in any::<u64>(), shift in 0..64_u32) {
            let mut text = Vec::new();
            number(n >> shift, &mut text);
            prop_assert_eq!(text, (n >> shift).to_string().into_bytes());
        }
    }
}

//! What stands in a cell for a line, a status, a climb, the rules that were used.

use super::table::Use;
use crate::input::Shard;
use crate::run::Row;
use sudoscope_engine::grid::LineError;
use sudoscope_engine::scale::{Climb, Column, Outcome, Scale, Status, Unit};

/// The number of a line; `I/N:LINE` if it is counted from the beginning of what a shard has of its file.
pub fn line_in_shard(shard: Option<Shard>, line: u64) -> String {
    shard.map_or_else(|| line.to_string(), |shard| format!("{shard}:{line}"))
}

/// `line,puzzle,status,clues` and the columns of each scale.
pub fn rate_columns(scales: &[Scale]) -> Vec<String> {
    let fixed = ["line", "puzzle", "status", "clues"].map(str::to_string);
    fixed.into_iter().chain(scales.iter().flat_map(Scale::titles)).collect()
}

/// What a column kept from the input is called: not as one before it.
pub fn kept_name(name: &str, is_taken: bool) -> String {
    if is_taken { format!("{name} (kept)") } else { name.to_string() }
}

/// The fields of [`rate_columns`] for a row; `line` names its line.
pub fn rate_fields(row: &Row, line: String, scales: &[Scale]) -> Vec<String> {
    let rated = row.status != Status::Invalid;
    let mut fields = vec![
        line,
        if rated { row.puzzle.to_string() } else { String::new() },
        status_text(row.status, row.error),
        if rated { row.clue_count().to_string() } else { String::new() },
    ];
    fields.extend(cells_of(row, scales).map(|cell| cell.map_or_else(String::new, Cell::text)));
    fields
}

/// The ratings of a row, `/` between them, or the word for why there are none; and the end of a line.
pub fn plain_line(row: &Row, scales: &[Scale], text: &mut Vec<u8>) {
    let begin = text.len();
    for (scale, climb) in scales.iter().zip(&row.climbs) {
        for cell in cells(scale, climb).filter(|cell| cell.end.rating().is_some()) {
            if text.len() > begin {
                text.push(b'/');
            }
            text.extend_from_slice(cell.text().as_bytes());
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
        match self.end {
            Outcome::Solved(value) => self.unit.text(value),
            Outcome::NoSolution => String::new(),
            end => end.status().name().to_string(),
        }
    }

    /// The same as JSON.
    pub fn json(self) -> serde_json::Value {
        self.end.rating().map_or_else(|| self.text().into(), |value| self.unit.json(value))
    }
}

/// The cells of a climb by this scale.
pub fn cells(scale: &Scale, climb: &Climb) -> impl Iterator<Item = Cell> {
    let cell =
        |(at, column): (usize, &Column)| Cell { end: climb.outcome.column(at), unit: column.unit };
    scale.columns.iter().enumerate().map(cell)
}

/// The cells of a row in all columns of these scales; nothing where it was not climbed.
pub fn cells_of(row: &Row, scales: &[Scale]) -> impl Iterator<Item = Option<Cell>> {
    scales.iter().enumerate().flat_map(|(at, scale)| {
        let mut cells = row.climbs.get(at).map(|climb| cells(scale, climb));
        scale.columns.iter().map(move |_| cells.as_mut().and_then(Iterator::next))
    })
}

/// The items that a climb used.
pub fn used(scale: &Scale, climb: &Climb) -> Vec<Use> {
    let used = scale.items.iter().zip(&climb.tallies).filter(|(_, tally)| tally.firings > 0);
    let used = used.map(|(item, tally)| Use {
        name: item.name(),
        rule: item.rule.info().name,
        size: item.length(),
        rating: item.rating.0[0],
        steps: tally.firings,
        eliminations: tally.eliminations,
    });
    used.collect()
}

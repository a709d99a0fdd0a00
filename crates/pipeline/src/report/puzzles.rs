//! `puzzles`: one row a data line, as `rate` prints it, and the rules used.

use super::cells::{cells_of, kept_name, status_text, used};
use super::table::{Column, Kind, Value};
use super::{Made, Report};
use sudoscope_engine::scale::Status;

pub(super) const PUZZLES: Report = Report {
    name: "puzzles",
    about: "one row for each puzzle; rules: those that were used, each with its steps",
    columns: |context| {
        let mut columns = context.own_columns();
        let read = context.header.against.iter().map(|name| context.input_name(name));
        columns.extend(read.map(|name| Column::new(name, Kind::Plain)));
        for name in &context.header.keep {
            let is_taken = columns.iter().any(|column| column.name == *name);
            columns.push(Column::new(kept_name(name, is_taken), Kind::Text));
        }
        columns
    },
    made: Made::Row(|row, context, table| {
        let rated = row.status != Status::Invalid;
        let puzzle = rated.then_some(&row.puzzle);
        let clues = rated.then(|| row.clue_count() as u64);
        let line = context.line_name(row.at());
        let mut values = row![line, puzzle, status_text(row.status, row.error), clues];
        values.reserve(2 * context.scales.len() + row.against.len() + row.kept.len());
        cells_of(row, context.scales).for_each(|cell| values.push(cell.into()));
        let scales = context.scales.iter().enumerate();
        let rules = scales.map(|(at, scale)| row.climbs.get(at).map(|climb| Value::Uses(used(scale, climb))));
        values.extend(rules.map(|uses| uses.unwrap_or(Value::Missing)));
        values.extend(row.against.iter().map(|&number| Value::from(number)));
        values.extend(row.kept.iter().map(|text| Value::from(text.as_str())));
        table.row(&values)
    }),
};

//! `puzzles`: one row a data line, as `rate` prints it, and the rules used.

use super::cells::{cells_of, item_names, status_text, used};
use super::{Column, Context, Fold, Kind, Report, Table, Value};
use crate::run::Row;
use std::io;
use sudoscope_engine::scale::Status;

pub(super) struct Puzzles;

impl Report for Puzzles {
    fn name(&self) -> &'static str {
        "puzzles"
    }

    fn about(&self) -> &'static str {
        "one row for each puzzle; rules: those that were used, each with its firings"
    }

    fn is_long(&self) -> bool {
        true
    }

    fn columns(&self, context: &Context) -> Vec<Column> {
        let mut columns = context.own_columns();
        let read = context.header.against.iter().map(|name| context.input_name(name));
        columns.extend(read.map(|name| Column::new(name, Kind::Plain)));
        columns
    }

    fn fold<'a>(&self, context: &'a Context<'a>) -> Box<dyn Fold + 'a> {
        Box::new(PuzzleRows { context, names: item_names(context.scales) })
    }
}

struct PuzzleRows<'a> {
    context: &'a Context<'a>,
    names: Vec<Vec<String>>,
}

impl Fold for PuzzleRows<'_> {
    fn row(&mut self, row: &Row, table: &mut Table) -> io::Result<()> {
        let rated = row.status != Status::Invalid;
        let line = self.context.line_name(row.at());
        let puzzle = rated.then(|| row.puzzle.to_string());
        let clues = rated.then(|| row.clue_count() as u64);
        let mut values = row![line, puzzle, status_text(row.status, row.error), clues].to_vec();
        values.extend(cells_of(row, self.context.scales).map(Value::from));
        let rules =
            |(at, names): (usize, &Vec<String>)| row.climbs.get(at).map(|climb| used(names, climb));
        values.extend(self.names.iter().enumerate().map(|item| Value::from(rules(item))));
        values.extend(row.against.iter().map(|&number| Value::from(number)));
        table.row(&values)
    }
}

//! `puzzles`: one row a data line, as `rate` prints it, and the rules used.

use super::{Column, Context, Fold, Kind, Report, Table, Value};
use crate::record::Row;
use std::io;
use sudoscope_engine::ladder::Ladder;
use sudoscope_engine::solve::{Climb, Outcome, Status};

pub(super) struct Puzzles;

/// `line,puzzle,status,clues` and a column for each ladder.
pub fn rate_columns(ladders: &[Ladder]) -> Vec<String> {
    let fixed = ["line", "puzzle", "status", "clues"].map(str::to_string);
    fixed.into_iter().chain(ladders.iter().map(|ladder| ladder.name.clone())).collect()
}

/// The fields of [`rate_columns`] for a row; `line` names its line.
pub fn rate_fields(row: &Row, line: String, ladders: &[Ladder]) -> Vec<String> {
    let rated = row.status != Status::Invalid;
    let mut fields = vec![
        line,
        if rated { row.puzzle.to_string() } else { String::new() },
        status_of(row),
        if rated { row.clue_count().to_string() } else { String::new() },
    ];
    fields.extend(
        (0..ladders.len())
            .map(|at| row.climbs.get(at).map_or_else(String::new, |climb| cell_of(climb.outcome))),
    );
    fields
}

/// The status, with the reason if the line is not a puzzle.
pub fn status_of(row: &Row) -> String {
    match row.error {
        Some(error) => format!("{}: column {}: {error}", row.status.name(), error.column),
        None => row.status.name().to_string(),
    }
}

/// A ladder's cell: the rating, or why there is none.
pub fn cell_of(outcome: Outcome) -> String {
    match outcome {
        Outcome::Solved(rung) => rung.to_string(),
        Outcome::Stuck => Status::Unsolved.name().to_string(),
        Outcome::Budget => Status::Budget.name().to_string(),
        Outcome::NoSolution => String::new(),
    }
}

/// The items that a climb used, each with the times that it fired: `whip[3]*2`.
pub(super) fn used(names: &[String], climb: &Climb) -> String {
    let used = names.iter().zip(&climb.tallies).filter(|(_, tally)| tally.firings > 0);
    let used: Vec<String> = used.map(|(name, tally)| format!("{name}*{}", tally.firings)).collect();
    used.join(" ")
}

/// For each ladder, the names of its items.
pub(super) fn item_names(ladders: &[Ladder]) -> Vec<Vec<String>> {
    let names = |ladder: &Ladder| ladder.items.iter().map(|item| item.name()).collect();
    ladders.iter().map(names).collect()
}

/// The columns before those of the numbers read from the input.
pub(super) fn own_columns(ladders: &[Ladder]) -> Vec<Column> {
    let mut columns = Column::all(Kind::Text, &["line", "puzzle", "status"]);
    columns.push(Column::new("clues", Kind::Count));
    columns.extend(ladders.iter().map(|ladder| Column::new(&ladder.name, Kind::Rating)));
    let rules = |ladder: &Ladder| Column::new(format!("{} rules", ladder.name), Kind::Text);
    columns.extend(ladders.iter().map(rules));
    columns
}

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
        let mut columns = own_columns(context.ladders);
        let read = context.header.against.iter().map(|name| context.input_name(name));
        columns.extend(read.map(|name| Column::new(name, Kind::Plain)));
        columns
    }

    fn fold<'a>(&self, context: &'a Context<'a>) -> Box<dyn Fold + 'a> {
        Box::new(PuzzleRows { context, names: item_names(context.ladders) })
    }
}

struct PuzzleRows<'a> {
    context: &'a Context<'a>,
    names: Vec<Vec<String>>,
}

impl Fold for PuzzleRows<'_> {
    fn row(&mut self, row: &Row, table: &mut Table) -> io::Result<()> {
        let rated = row.status != Status::Invalid;
        let line = self.context.line_name(row.file, row.line);
        let puzzle = rated.then(|| row.puzzle.to_string());
        let clues = rated.then(|| row.clue_count() as u64);
        let mut values = row![line, puzzle, status_of(row), clues].to_vec();
        let climb = |at: usize| row.climbs.get(at);
        let ladders = 0..self.names.len();
        values.extend(ladders.map(|at| Value::from(climb(at).map(|climb| climb.outcome))));
        let rules = |(at, names): (usize, &Vec<String>)| climb(at).map(|climb| used(names, climb));
        values.extend(self.names.iter().enumerate().map(|item| Value::from(rules(item))));
        values.extend(row.against.iter().map(|&number| Value::from(number)));
        table.row(&values)
    }
}

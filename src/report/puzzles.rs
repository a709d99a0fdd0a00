//! `puzzles.csv`: one row a data line, as `rate` prints it, and the rules used.

use super::{Context, Fold, Report, Table};
use crate::grid::notation;
use crate::ladder::Ladder;
use crate::record::Row;
use crate::solve::{Climb, Outcome, Status};

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
        if rated { notation::clues(&row.clues) } else { String::new() },
        status_of(row),
        if rated { row.clue_count().to_string() } else { String::new() },
    ];
    fields
        .extend((0..ladders.len()).map(|at| row.climbs.get(at).map_or_else(String::new, cell_of)));
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
pub fn cell_of(climb: &Climb) -> String {
    match climb.outcome {
        Outcome::Solved(rung) => rung.to_string(),
        Outcome::Stuck => Status::Unsolved.name().to_string(),
        Outcome::Budget => Status::Budget.name().to_string(),
        Outcome::NoSolution => String::new(),
    }
}

impl Report for Puzzles {
    fn file(&self) -> &'static str {
        "puzzles.csv"
    }

    fn about(&self) -> &'static str {
        "one row for each puzzle"
    }

    fn columns(&self, context: &Context) -> Vec<String> {
        let mut columns = rate_columns(context.ladders);
        columns.extend(context.ladders.iter().map(|ladder| format!("{} rules", ladder.name)));
        columns
    }

    fn fold<'a>(&self, context: &'a Context<'a>) -> Box<dyn Fold + 'a> {
        let names = |ladder: &Ladder| ladder.items.iter().map(|item| item.name()).collect();
        Box::new(PuzzleRows { context, names: context.ladders.iter().map(names).collect() })
    }
}

struct PuzzleRows<'a> {
    context: &'a Context<'a>,
    /// For each ladder, the names of its items.
    names: Vec<Vec<String>>,
}

impl Fold for PuzzleRows<'_> {
    fn row(&mut self, row: &Row, table: &mut Table) -> csv::Result<()> {
        let line = self.context.line_name(row.file, row.line);
        let mut fields = rate_fields(row, line, self.context.ladders);
        for (at, names) in self.names.iter().enumerate() {
            let tallies = row.climbs.get(at).map_or(&[][..], |climb| &climb.tallies);
            let used = names.iter().zip(tallies).filter(|(_, tally)| tally.firings > 0);
            let used: Vec<String> =
                used.map(|(name, tally)| format!("{name}*{}", tally.firings)).collect();
            fields.push(used.join(" "));
        }
        table.write_record(fields)
    }
}

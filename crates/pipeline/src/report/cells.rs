//! What stands in a cell for a line, a status, a climb, the rules that were used.

use crate::input::Shard;
use crate::run::Row;
use sudoscope_engine::grid::LineError;
use sudoscope_engine::ladder::Ladder;
use sudoscope_engine::solve::{Climb, Outcome, Status};

/// The number of a line; `I/N:LINE` if it is counted from the beginning of what a shard has of its file.
pub fn line_in_shard(shard: Option<Shard>, line: u64) -> String {
    shard.map_or_else(|| line.to_string(), |shard| format!("{shard}:{line}"))
}

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
        status_text(row.status, row.error),
        if rated { row.clue_count().to_string() } else { String::new() },
    ];
    fields.extend(
        (0..ladders.len())
            .map(|at| row.climbs.get(at).map_or_else(String::new, |climb| cell_of(climb.outcome))),
    );
    fields
}

/// The status, with the reason if the line is not a puzzle.
pub fn status_text(status: Status, error: Option<LineError>) -> String {
    match error {
        Some(error) => format!("{}: {}", status.name(), error.with_column()),
        None => status.name().to_string(),
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

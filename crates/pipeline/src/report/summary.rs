//! Summary of a run: puzzles by status and by the end of each climb in each column of its scale.

use crate::run::Row;
use std::collections::BTreeMap;
use sudoscope_engine::scale::{COLUMNS, Outcome, Status};

/// Lines of a run by status, and by the end of each climb.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Summary {
    statuses: [u64; Status::ALL.len()],
    ends: Vec<[BTreeMap<Outcome<u32>, u64>; COLUMNS]>,
}

impl Summary {
    /// Counts a row.
    pub fn add(&mut self, row: &Row) {
        self.add_all(row, 1);
    }

    /// Counts `rows` rows that are alike.
    pub(super) fn add_all(&mut self, row: &Row, rows: u64) {
        let statuses = self.statuses.iter_mut().zip(Status::ALL);
        statuses.filter(|(_, status)| *status == row.status).for_each(|(count, _)| *count += rows);
        if row.status == Status::Solved {
            return;
        }
        self.ends.resize_with(self.ends.len().max(row.climbs.len()), Default::default);
        for (columns, climb) in self.ends.iter_mut().zip(&row.climbs) {
            for (at, ends) in columns.iter_mut().enumerate() {
                *ends.entry(climb.outcome.column(at)).or_default() += rows;
            }
        }
    }

    /// Returns the number of lines, including the lines that were not rated.
    pub fn puzzles(&self) -> u64 {
        self.statuses.iter().sum()
    }

    /// Returns the number of lines not rated: no puzzle, a full grid, or a puzzle without solution or with
    /// several.
    pub fn rejects(&self) -> u64 {
        let rejected = [Status::Invalid, Status::NoSolution, Status::MultipleSolutions, Status::Solved];
        let statuses = self.statuses.iter().zip(Status::ALL);
        statuses.filter(|(_, status)| rejected.contains(status)).map(|(count, _)| count).sum()
    }

    /// Returns the puzzles by the end of their climb in a column of a scale: ratings in ascending order, then
    /// ends without a rating.
    pub fn ends(&self, scale: usize, column: usize) -> Vec<(Outcome<u32>, u64)> {
        let Some(columns) = self.ends.get(scale) else { return Vec::new() };
        let ends = columns[column].iter().map(|(&end, &puzzles)| (end, puzzles));
        let mut ends: Vec<(Outcome<u32>, u64)> = ends.collect();
        ends.sort_by_key(|(end, _)| match end {
            Outcome::Solved(value) => (0, *value, ""),
            Outcome::NoSolution => (1, 0, ""),
            end => (1, 0, end.status().name()),
        });
        ends
    }
}

//! A run in short: how many puzzles, by status and by the end of each ladder's climb.

use super::cells::cell_of;
use crate::run::Row;
use std::collections::BTreeMap;
use sudoscope_engine::solve::{Outcome, Status};

/// Lines of a run by status, and by the end of each climb.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Summary {
    statuses: [u64; Status::ALL.len()],
    ends: Vec<BTreeMap<Outcome, u64>>,
}

impl Summary {
    /// Counts a row.
    pub fn add(&mut self, row: &Row) {
        let statuses = self.statuses.iter_mut().zip(Status::ALL);
        statuses.filter(|(_, status)| *status == row.status).for_each(|(count, _)| *count += 1);
        self.ends.resize_with(self.ends.len().max(row.climbs.len()), BTreeMap::new);
        for (ends, climb) in self.ends.iter_mut().zip(&row.climbs) {
            *ends.entry(climb.outcome).or_default() += 1;
        }
    }

    /// All lines.
    pub fn puzzles(&self) -> u64 {
        self.statuses.iter().sum()
    }

    /// Those that were not rated: no puzzles, or puzzles without solution or with several.
    pub fn rejects(&self) -> u64 {
        let rejected = [Status::Invalid, Status::NoSolution, Status::MultipleSolutions];
        let statuses = self.statuses.iter().zip(Status::ALL);
        statuses.filter(|(_, status)| rejected.contains(status)).map(|(count, _)| count).sum()
    }

    /// For each ladder its puzzles by the end of their climb: ratings from the lowest, then those without.
    pub fn ends(&self) -> impl Iterator<Item = Vec<(Outcome, u64)>> {
        self.ends.iter().map(|ends| {
            let mut ends: Vec<(Outcome, u64)> =
                ends.iter().map(|(&end, &puzzles)| (end, puzzles)).collect();
            ends.sort_by_key(|&(end, _)| match end {
                Outcome::Solved(rating) => (0, rating, String::new()),
                end => (1, 0, cell_of(end)),
            });
            ends
        })
    }
}

//! Counts of a collection, from which some reports are made without rows. Parts of a collection are counted
//! separately and added in any order.

use super::{Group, Rows};
use crate::run::Row;
use crate::stats::ByClues;
use std::collections::BTreeMap;
use std::ops::AddAssign;
use sudoscope_engine::scale::{Outcome, Scale, Status};

/// Counts of a collection.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Lines by status, in the order of [`Status::ALL`].
    pub statuses: [u64; Status::ALL.len()],
    /// Puzzles that were rated (`Row::is_rated`); all other counts are about these.
    pub rated: ByClues,
    /// Counts of each ladder.
    pub scales: Vec<ScaleCounts>,
}

/// Counts of a scale.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ScaleCounts {
    /// Puzzles by the end of their climb, for each column of the scale.
    pub columns: Vec<BTreeMap<Outcome<u32>, ByClues>>,
    /// Counts of each item of the scale.
    pub items: Vec<ItemCounts>,
}

/// Effect of an item of a scale.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ItemCounts {
    /// Puzzles whose path uses the item, counted by the end of their climb in the first column.
    pub users: BTreeMap<Outcome<u32>, ByClues>,
    /// Patterns that proved something new.
    pub steps: u64,
    /// Candidates removed.
    pub eliminations: u64,
    /// Values placed.
    pub placements: u64,
    /// Puzzles solved with the item as the hardest ([`Scale::hardest`]).
    pub hardest: ByClues,
}

impl Counts {
    /// Creates empty counts for `scales`.
    pub fn new(scales: &[Scale]) -> Counts {
        let blank = |scale: &Scale| ScaleCounts {
            columns: vec![BTreeMap::new(); scale.columns.len()],
            items: vec![ItemCounts::default(); scale.items.len()],
        };
        Counts { scales: scales.iter().map(blank).collect(), ..Counts::default() }
    }

    /// Counts a line that was rated by these scales.
    pub fn add(&mut self, row: &Row, scales: &[Scale]) {
        self.add_group(row, row.clue_count(), 1, scales);
        self.add_tallies(row);
    }

    /// Counts lines that were rated by these scales.
    pub(super) fn add_rows(&mut self, rows: &Rows, scales: &[Scale]) {
        for &Group { first, clues, rows, .. } in &rows.groups {
            self.add_group(first, clues, rows, scales);
        }
        rows.all.iter().for_each(|row| self.add_tallies(row));
    }

    /// Adds the effects of each item.
    fn add_tallies(&mut self, row: &Row) {
        if !row.is_rated() {
            return;
        }
        for (counts, climb) in self.scales.iter_mut().zip(&row.climbs) {
            for (item, tally) in counts.items.iter_mut().zip(&climb.tallies) {
                item.steps += u64::from(tally.steps);
                item.eliminations += u64::from(tally.eliminations);
                item.placements += u64::from(tally.placements);
            }
        }
    }

    /// Counts `rows` lines that are alike, with this many clues, except for the effects of items.
    fn add_group(&mut self, row: &Row, clues: usize, rows: u64, scales: &[Scale]) {
        let statuses = self.statuses.iter_mut().zip(Status::ALL);
        statuses.filter(|(_, status)| *status == row.status).for_each(|(count, _)| *count += rows);
        if !row.is_rated() {
            return;
        }
        self.rated.add_all(clues, rows);
        for ((counts, climb), scale) in self.scales.iter_mut().zip(&row.climbs).zip(scales) {
            for (at, ends) in counts.columns.iter_mut().enumerate() {
                ends.entry(climb.outcome.column(at)).or_default().add_all(clues, rows);
            }
            let end = climb.outcome.column(0);
            for (item, tally) in counts.items.iter_mut().zip(&climb.tallies) {
                if tally.steps > 0 {
                    item.users.entry(end).or_default().add_all(clues, rows);
                }
            }
            if let (Outcome::Solved(_), Some(hardest)) = (climb.outcome, scale.hardest_of(climb)) {
                counts.items[hardest].hardest.add_all(clues, rows);
            }
        }
    }
}

impl ScaleCounts {
    /// Returns puzzles by the end of their climb in the first column.
    pub fn ends(&self) -> Option<&BTreeMap<Outcome<u32>, ByClues>> {
        self.columns.first()
    }
}

impl ItemCounts {
    /// Returns the puzzles whose path uses it.
    pub fn puzzles(&self) -> ByClues {
        sum(&self.users)
    }
}

pub(super) fn sum(parts: &BTreeMap<Outcome<u32>, ByClues>) -> ByClues {
    let mut whole = ByClues::NONE;
    parts.values().for_each(|part| whole += part);
    whole
}

fn join(mine: &mut BTreeMap<Outcome<u32>, ByClues>, theirs: &BTreeMap<Outcome<u32>, ByClues>) {
    theirs.iter().for_each(|(&end, part)| *mine.entry(end).or_default() += part);
}

impl AddAssign<&Counts> for Counts {
    fn add_assign(&mut self, other: &Counts) {
        self.statuses.iter_mut().zip(other.statuses).for_each(|(mine, theirs)| *mine += theirs);
        self.rated += &other.rated;
        for (mine, theirs) in self.scales.iter_mut().zip(&other.scales) {
            let columns = mine.columns.iter_mut().zip(&theirs.columns);
            columns.for_each(|(mine, theirs)| join(mine, theirs));
            for (mine, theirs) in mine.items.iter_mut().zip(&theirs.items) {
                join(&mut mine.users, &theirs.users);
                mine.steps += theirs.steps;
                mine.eliminations += theirs.eliminations;
                mine.placements += theirs.placements;
                mine.hardest += &theirs.hardest;
            }
        }
    }
}

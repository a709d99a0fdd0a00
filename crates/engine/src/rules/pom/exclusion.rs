//! `pom2`: pattern exclusion, technique 1 of Myth Jellies, to its end.

use super::super::{Findings, Info, Rule, info};
use super::conclude_all;
use super::log::{Death, Log, Why};
use super::table::Table;
use crate::budget::OutOfBudget;
use crate::graph::State;
use crate::templates::Live;

/// `pom2`.
pub struct PatternExclusion;

impl Rule for PatternExclusion {
    fn info(&self) -> &'static Info {
        const { info("pom2") }
    }

    fn find(&self, state: &mut State, _: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        let grid = *state.grid();
        let live = Live::of(&grid);
        let mut log = found.steps.is_some().then(|| Log::new(&live));
        let mut table = Table::of(&grid, &live, &mut state.budget)?;
        exclude(&mut table, &mut log);
        conclude_all(&grid, &table, log, found);
        Ok(())
    }
}

/// Takes out the patterns that meet all patterns left of another digit, until there are none: arc consistency of "a
/// pattern for each digit, all disjoint". In rounds, for the sake of the log: what goes in one round counts in the
/// next.
pub(super) fn exclude(table: &mut Table, log: &mut Option<Log>) {
    // The digits that lost a pattern in the last round.
    let mut shorter: Vec<usize> = (0..table.digits.len()).collect();
    while !shorter.is_empty() && !table.is_contradictory() {
        let dead = table.alone(&shorter, Why::Meets);
        bury(&dead, table, log);
        let has_lost = |&k: &usize| {
            let rows = &table.digits[k].rows;
            dead.iter().any(|(row, _)| rows.contains(row))
        };
        shorter = (0..table.digits.len()).filter(has_lost).collect();
    }
}

/// Takes out one round of patterns.
pub(super) fn bury(dead: &[(usize, Death)], table: &mut Table, log: &mut Option<Log>) {
    dead.iter().for_each(|&(row, _)| table.remove(row));
    if let Some(log) = log {
        log.bury(dead.iter().map(|(_, death)| death));
    }
}

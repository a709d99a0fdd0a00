//! `pom3`: templates\[3\], pairs of patterns that have a third pattern with every digit.

use super::super::{Findings, Info, Rule, info};
use super::conclude_all;
use super::exclusion::{bury, exclude};
use super::log::{Log, Why};
use super::table::Table;
use crate::budget::{Budget, OutOfBudget};
use crate::graph::State;
use crate::templates::Live;

/// `pom3`.
pub struct PatternPairs;

impl Rule for PatternPairs {
    fn info(&self) -> &'static Info {
        const { info("pom3") }
    }

    fn find(&self, state: &mut State, _: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        let grid = *state.grid();
        let live = Live::of(&grid);
        let mut log = found.steps.is_some().then(|| Log::new(&live));
        let mut table = Table::of(&grid, &live, &mut state.budget)?;
        exclude(&mut table, &mut log);
        support(&mut table, &mut state.budget, &mut log)?;
        conclude_all(&grid, &table, log, found);
        Ok(())
    }
}

/// Takes out pairs without a third pattern and patterns without pairs until there are none: strong path consistency.
/// In rounds, as [`exclude`], which goes first.
fn support(
    table: &mut Table,
    budget: &mut Budget,
    log: &mut Option<Log>,
) -> Result<(), OutOfBudget> {
    let digits: Vec<usize> = (0..table.digits.len()).collect();
    let mut changed = vec![true; table.len()];
    while !table.is_contradictory() {
        let pairs = table.unsupported(&changed, budget)?;
        changed.fill(false);
        for (first, second) in pairs {
            if let Some(log) = log {
                tell(log, table, [first, second]);
            }
            table.separate(first, second);
            (changed[first], changed[second]) = (true, true);
        }
        let dead = table.alone(&digits, Why::Unpaired);
        for &(row, _) in &dead {
            table.partners(row).for_each(|partner| changed[partner] = true);
        }
        bury(&dead, table, log);
        if !changed.contains(&true) {
            break;
        }
    }
    Ok(())
}

/// Apart from the loop that it would slow down by an eighth (instructions of POM3), though it is only for steps.
#[cold]
fn tell(log: &mut Log, table: &Table, pair: [usize; 2]) {
    if let Some(third) = table.third_of(pair) {
        log.separate(pair.map(|row| table.pattern(row)), third);
    }
}

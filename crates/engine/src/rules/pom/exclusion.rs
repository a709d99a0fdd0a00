//! `pom2`: pattern exclusion, technique 1 of Myth Jellies, to completion; and `pom3`: templates\[3\], pairs
//! of patterns that have a third pattern of every other digit.

use super::{conclude_all, log::Log, table::PatternTable};
use crate::budget::{Budget, Within};
use crate::evidence::{Lemma, Template};
use crate::grid::Digit;
use crate::rule::Findings;
use crate::state::State;
use crate::templates::{Label, Live};

/// Finds the conclusions of `pom2`, or with `pairs` of `pom3`, which goes on from there.
pub(in crate::rules) fn find(pairs: bool, state: &mut State, found: &mut Findings) -> Within {
    let (grid, live, budget) = state.keep::<Live>();
    live.see(grid);
    live.list();
    let mut log = found.steps.is_some().then(|| Log::new(live));
    let mut table = PatternTable::of(grid, live, budget)?;
    exclude(&mut table, &mut log);
    if pairs {
        support(&mut table, budget, &mut log)?;
    }
    conclude_all(grid, live, &table, log, found);
    Ok(())
}

/// Removes the patterns that meet all patterns left of another digit, until there are none: arc consistency
/// of "a pattern for each digit, all disjoint". The log requires rounds: removals in one round count in the
/// next.
fn exclude(table: &mut PatternTable<'_>, log: &mut Option<Log>) {
    // Digits that lost a pattern in the last round.
    let mut shorter: Vec<usize> = (0..table.digits.len()).collect();
    while !shorter.is_empty() && !table.is_contradictory() {
        let dead = table.alone(&shorter);
        let meets = |pattern, digit| Lemma::Meets { pattern, digit };
        shorter = bury(&dead, &shorter, meets, table, log);
    }
}

/// Removes one round of patterns, each because of one of the digits in the table's `blocks`; `lemma` gives
/// the reason. Returns the digits that lost patterns.
fn bury(
    dead: &[usize], blocks: &[usize], lemma: fn(Template, Digit) -> Lemma, table: &mut PatternTable<'_>,
    log: &mut Option<Log>,
) -> Vec<usize> {
    if let Some(log) = log {
        log.begin_round();
        for &row in dead {
            let Some(other) = table.missed_by(row, blocks) else { continue };
            let (digit, cells) = table.pattern(row);
            let pattern = Label::of(cells).template(digit);
            log.take_out(pattern, lemma(pattern, other));
        }
    }
    let mut shorter: Vec<usize> = dead.iter().map(|&row| table.remove(row)).collect();
    shorter.dedup();
    shorter
}

/// Removes pairs without a third pattern and patterns without pairs until neither kind is left: strong path
/// consistency. Works in rounds, like [`exclude`], which runs first.
fn support(table: &mut PatternTable<'_>, budget: &mut Budget, log: &mut Option<Log>) -> Within {
    let digits: Vec<usize> = (0..table.digits.len()).collect();
    let mut changed = vec![true; table.len()];
    while !table.is_contradictory() {
        let pairs = table.unsupported(&changed, budget)?;
        changed.fill(false);
        for (first, second) in pairs {
            if let Some(log) = log {
                report(log, table, [first, second]);
            }
            table.separate(first, second);
            (changed[first], changed[second]) = (true, true);
        }
        let dead = table.alone(&digits);
        for &row in &dead {
            table.partners(row).for_each(|partner| changed[partner] = true);
        }
        bury(&dead, &digits, |pattern, digit| Lemma::Unpaired { pattern, digit }, table, log);
        if !changed.contains(&true) {
            break;
        }
    }
    Ok(())
}

/// Logs a pair without a third pattern. In the loop this would cost an eighth more (instructions of POM3),
/// though it is only for steps.
#[cold]
fn report(log: &mut Log, table: &PatternTable, pair: [usize; 2]) {
    if let Some(third) = table.third_of(pair) {
        log.separate(pair.map(|row| table.pattern(row)), third);
    }
}

//! `pom2`: pattern exclusion, technique 1 of seed 001, to its end.

use super::super::{Example, Findings, Info, Rule};
use super::conclude_all;
use super::text::{Death, Log, Why};
use crate::graph::{Budget, OutOfBudget, State};
use crate::grid::Cells;
use crate::templates::Live;

/// `pom2`.
pub struct PatternExclusion;

impl Rule for PatternExclusion {
    fn info(&self) -> &'static Info {
        &Info {
            name: "pom2",
            proves: "a pattern that meets every pattern of another digit is impossible, and so on; then \
                     as pom1 with the patterns that are left",
            source: "seed 001, technique 1; colouring-pom-brnet §2.5",
            sizes: None,
            example: Example { ladder: "POM2", puzzle: "", step: "" },
        }
    }

    fn find(&self, state: &mut State, _: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        let (grid, mut budget) = (*state.grid(), state.budget);
        let mut live = Live::of(&grid);
        let mut log = found.steps.is_some().then(|| Log::new(&live));
        let result = exclude(&mut live, &mut budget, &mut log);
        state.budget = budget;
        result?;
        conclude_all(&grid, "pom2", &live, &log, found);
        Ok(())
    }
}

/// Takes out the patterns that meet all patterns of another digit, until there are none: arc consistency of "a
/// pattern for each digit, all disjoint". In rounds, for the sake of the log: what goes in one round counts in the
/// next.
pub(super) fn exclude(
    live: &mut Live,
    budget: &mut Budget,
    log: &mut Option<Log>,
) -> Result<(), OutOfBudget> {
    let mut dead: Vec<Death> = Vec::new();
    // Digits that lost a pattern in the last round.
    let mut shorter = [true; 9];
    while shorter.contains(&true) && !live.is_contradictory() {
        dead.clear();
        for digit in 0..9 {
            for &template in live.of_digit(digit) {
                for other in (0..9).filter(|&other| other != digit && shorter[other]) {
                    if meets_all(template, live.of_digit(other), budget)? {
                        dead.push(Death { digit, template, why: Why::Meets(other) });
                        break;
                    }
                }
            }
        }
        shorter = bury(&dead, live, log);
    }
    Ok(())
}

/// Whether the template shares a cell with each of the others.
#[inline]
fn meets_all(
    template: Cells,
    others: &[Cells],
    budget: &mut Budget,
) -> Result<bool, OutOfBudget> {
    let disjoint = others.iter().position(|other| !other.intersects(template));
    budget.take(1 + disjoint.unwrap_or(others.len()) as u64 / 64)?;
    Ok(disjoint.is_none())
}

/// Takes dead patterns, in the order of the lists, out of the lists. The digits that lost any.
pub(super) fn bury(dead: &[Death], live: &mut Live, log: &mut Option<Log>) -> [bool; 9] {
    let shorter = std::array::from_fn(|digit| dead.iter().any(|death| death.digit == digit));
    for digit in (0..9).filter(|&digit| shorter[digit]) {
        let mut next = dead.iter().filter(|death| death.digit == digit).peekable();
        live.retain(digit, |template| next.next_if(|death| death.template == template).is_none());
    }
    if let Some(log) = log {
        log.bury(dead);
    }
    shorter
}

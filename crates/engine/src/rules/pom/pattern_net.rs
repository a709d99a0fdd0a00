//! `pb1`, `pb2`, `pb3`: patterns in a net, the mechanical form of techniques 2 and 3 of Myth Jellies
//! (docs/theory.md, "Pattern overlay").
//!
//! Between two candidates of a digit the patterns say everything: which pairs of values some pattern has.
//! These relations join the net of links between candidates, which is closed as in [`crate::net`].
//!
//! - `pb1` is one closure. It is technique 3 with equations between candidates and their "NOT"s.
//! - `pb2` takes out the patterns against a clause that was derived between candidates of their digit
//!   (technique 2: a chain from one place of a digit to another excludes the patterns without both), looks at
//!   the patterns again, and so on.
//! - `pb3` also puts every pattern to the test by itself: all its cells true and all others false must leave
//!   every other digit a pattern. That contains techniques 1 and 3A: a pattern that a substitution would
//!   double has two cells that between them meet every pattern of another digit.
//!
//! Equations between whole cells, summed with any weights, are linear programming, and more: they go on in
//! some of the hardest puzzles where `pb3` is stuck (an oracle in tests/engine/pom.rs). In random puzzles
//! they exclude nothing more.

use super::super::br_net::chain;
use super::patterns::{Patterns, reason};
use super::{log::Log, none, refute::write_down};
use crate::budget::{Budget, Within};
use crate::evidence::{Counted, Evidence, Templates};
use crate::grid::{Candidates, Cells, Grid};
use crate::net::{Net, with_net};
use crate::rule::Findings;
use crate::state::State;
use crate::templates::Live;

/// What takes out patterns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
pub(in crate::rules) enum Exclusion {
    /// Nothing.
    Never,
    /// Derived clauses.
    ByClauses,
    /// These, and a test of each pattern.
    ByTests,
}

pub(in crate::rules) fn find(out: Exclusion, state: &mut State, found: &mut Findings) -> Within {
    let grid = *state.grid();
    with_net!(&grid, |net| close(net, out, &grid, &mut state.budget, found))
}

/// Closes the net, takes out patterns, and so on until none goes; then what fails.
fn close<const W: usize>(
    net: Net<W>, out: Exclusion, grid: &Grid, budget: &mut Budget, found: &mut Findings,
) -> Within {
    let mut patterns = Patterns::of(grid, &net, budget)?;
    let all = patterns.len();
    let is_reported = found.steps.is_some() && out > Exclusion::Never;
    let mut log = is_reported.then(|| Log::new(&Live::of(grid)));
    let (clauses, closure) = loop {
        if let Some(digit) = patterns.empty_digit() {
            found.contradict(|| none(digit));
            if let Some(log) = log {
                log.report(found);
            }
            return Ok(());
        }
        let before = patterns.len();
        let lists = log.is_some().then(|| patterns.clone());
        budget.take((net.candidates.len() + 4 * before) as u64)?;
        let mut clauses = net.clauses.clone();
        patterns.relate(&mut clauses);
        let closure = clauses.clone().close();
        if out > Exclusion::Never {
            patterns.obey(&closure);
            if out == Exclusion::ByTests && patterns.len() == before {
                patterns.test(&closure, budget)?;
            }
        }
        if let (Some(log), Some(lists)) = (&mut log, &lists) {
            write_down(log, (grid, &net), &clauses, (lists, &patterns));
        }
        if patterns.len() == before {
            break (clauses, closure);
        }
    };
    for i in closure.false_variables().iter() {
        let candidate = net.candidates[i];
        let cell = Cells::of(candidate.cell as usize);
        found.eliminate(&Candidates::of_digit(candidate.digit as usize, cell), || {
            if out == Exclusion::Never {
                return chain(&net, &clauses, i, |from, to| reason(&net, from, to));
            }
            // A pattern through a candidate that fails is against that very clause.
            let counted = Counted::Left { left: patterns.len(), of: all };
            Evidence::Templates(Templates::NoneThrough { candidate, counted })
        });
    }
    if let Some(log) = log {
        log.report(found);
    }
    Ok(())
}

//! `pb1`, `pb2`, `pb3`: patterns in a net, the mechanical form of techniques 2 and 3 of Myth Jellies
//! (docs/theory.md, "Pattern overlay").
//!
//! The patterns fix the relation between two candidates of a digit: which pairs of values some pattern has.
//! These relations join the net of links between candidates, which is closed as in [`crate::net`].
//!
//! - `pb1` is one closure. It is technique 3 with equations between candidates and their "NOT"s.
//! - `pb2` removes the patterns that contradict a clause derived between candidates of their digit (technique
//!   2: a chain from one place of a digit to another excludes the patterns without both), derives the
//!   relations of the patterns again, and so on.
//! - `pb3` also tests every pattern by itself: all its cells true and all others false must leave every other
//!   digit a pattern. This test contains techniques 1 and 3A: a pattern that a substitution would double has
//!   two cells that between them meet every pattern of another digit.
//!
//! Equations between whole cells, summed with any weights, are linear programming, and prove more: they make
//! progress in some of the hardest puzzles where `pb3` is stuck (an oracle in tests/engine/pom.rs). In random
//! puzzles they exclude nothing more.

use super::super::br_net::chain;
use super::patterns::{Patterns, reason};
use super::{log::Log, none, refute::write_down};
use crate::budget::{Budget, Within, units};
use crate::evidence::{Counted, Evidence, Templates};
use crate::grid::{Candidates, Cells, Grid};
use crate::net::{Net, with_net};
use crate::rule::Findings;
use crate::state::State;
use crate::templates::Live;

/// Reasons for removing patterns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
pub(in crate::rules) enum Exclusion {
    /// No removal.
    Never,
    /// Derived clauses.
    ByClauses,
    /// Derived clauses, and a test of each pattern.
    ByTests,
}

pub(in crate::rules) fn find(out: Exclusion, state: &mut State, found: &mut Findings) -> Within {
    let grid = *state.grid();
    with_net!(&grid, |net| close(net, out, &grid, &mut state.budget, found))
}

/// Closes the net and removes patterns, until none is removed; then eliminates the candidates that fail.
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
        budget.take(units(net.candidates.len() + 4 * before))?;
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
            write_down(log, grid, &net, &clauses, lists, &patterns);
        }
        if patterns.len() == before {
            break (clauses, closure);
        }
    };
    for i in closure.false_variables().iter() {
        let candidate = net.candidates[i];
        let cell = Cells::of(candidate.cell);
        found.eliminate(&Candidates::of_digit(candidate.digit, cell), || {
            if out == Exclusion::Never {
                return chain(&net, &clauses, i, |from, to| reason(&net, from, to));
            }
            // Every pattern through a candidate that fails contradicts the very clause by which it fails.
            let counted = Counted::Left { left: patterns.len(), of: all };
            Evidence::Templates(Templates::NoneThrough { candidate, counted })
        });
    }
    if let Some(log) = log {
        log.report(found);
    }
    Ok(())
}

//! The pattern overlay method (docs/theory.md, "Templates"): templates, here *patterns*, as the units of
//! reasoning.
//!
//! | rule | a pattern of a digit stays if | |
//! |---|---|---|
//! | `pom1` | its cells may hold the digit | the live lists; templates\[1\] |
//! | `pom2` | each other digit has a disjoint pattern that stays | technique 1; templates\[2\] |
//! | `pom3` | and each third digit has a pattern disjoint from both | templates\[3\] |
//!
//! `pb1` … `pb3` (in `pattern_net.rs`) are techniques 2, 3 and 3A: links between candidates constrain the
//! patterns, and the patterns give links.
//!
//! A candidate with no pattern left through it is false; a candidate in all patterns left is true. Each rule
//! keeps the largest set of patterns that meets its condition, so no order matters, and a find is complete:
//! no conclusion of the kind is missing.

pub(super) mod exclusion;
mod log;
pub(super) mod pattern_net;
mod patterns;
mod refute;
pub(super) mod single;
mod table;

use crate::evidence::{Counted, Evidence, Templates};
use crate::grid::{Candidate, Candidates, Cells, Digit, Grid, alone_in_some_house};
use crate::rule::Findings;
use crate::templates::Live;
use log::Log;
use table::PatternTable;

/// Reports the conclusions from the patterns of a digit whose cells, all together, are `union`.
fn conclude(
    grid: &Grid, found: &mut Findings, digit: Digit, union: Cells,
    counted: impl Fn(Candidate, bool) -> Counted,
) {
    // If nothing is eliminated, nothing new can be asserted either: singles are exhausted.
    if union == grid.plane(digit) {
        return;
    }
    let open = grid.open_plane(digit);
    found.eliminate_each(&Candidates::of_digit(digit, open - union), |candidate| {
        let counted = counted(candidate, false);
        Evidence::Templates(Templates::NoneThrough { candidate, counted })
    });
    // A cell alone in a house is in all patterns.
    for cell in open & alone_in_some_house(union).0 {
        let candidate = Candidate::new(digit, cell);
        found.assert(candidate, || {
            let counted = counted(candidate, true);
            Evidence::Templates(Templates::AllThrough { candidate, counted })
        });
    }
}

fn none(digit: Digit) -> Evidence {
    Evidence::Templates(Templates::None(digit))
}

/// Reports the conclusions from the patterns left; `log` knows why the others are not.
fn conclude_all(grid: &Grid, live: &Live, table: &PatternTable, log: Option<Log>, found: &mut Findings) {
    match table.empty_digit() {
        Some(digit) => found.contradict(|| none(digit)),
        None => table.digits.iter().for_each(|block| {
            let out = |candidate, is_true| {
                let out = log.as_ref().map(|log| log.out(candidate, is_true));
                out.unwrap_or(Counted::Out { first: Vec::new(), more: 0 })
            };
            let union = if block.has_lost { table.union(block) } else { live.union(block.digit) };
            conclude(grid, found, block.digit, union, out);
        }),
    }
    if let Some(log) = log {
        log.report(found);
    }
}

//! The pattern overlay method (docs/theory.md, "Templates"): templates, here *patterns*, as the units of
//! reasoning.
//!
//! | rule | a pattern of a digit stays if | |
//! |---|---|---|
//! | `pom1` | its cells may hold the digit | the live lists; templates\[1\] |
//! | `pom2` | with each other digit a pattern that stays is disjoint from it | technique 1; templates\[2\] |
//! | `pom3` | and the pair has, with each third digit, a pattern disjoint from both | templates\[3\] |
//!
//! `pb1` … `pb3` (in `pattern_net.rs`) are techniques 2, 3 and 3A: what links between candidates say of the
//! patterns, and the patterns of the links.
//!
//! A candidate through which no pattern is left is false; one that all patterns left have is true. Each is
//! the largest such set of patterns, so it depends on no order, and a find is complete: nothing of the kind
//! can be added.

pub(super) mod exclusion;
mod log;
pub(super) mod pattern_net;
mod patterns;
mod refute;
pub(super) mod single;
mod table;

use crate::evidence::{Counted, Digit, Evidence, Templates};
use crate::grid::{Candidate, Candidates, Cells, Grid, alone_in_some_house};
use crate::rule::Findings;
use crate::templates::Live;
use log::Log;
use table::PatternTable;

/// Reports what the patterns of a digit prove that have these cells between them.
fn conclude(
    grid: &Grid, found: &mut Findings, digit: usize, union: Cells,
    counted: impl Fn(Candidate, bool) -> Counted,
) {
    // Where nothing goes there is nothing new to assert either: singles are exhausted.
    if union == grid.plane(digit) {
        return;
    }
    let open = grid.open_plane(digit);
    found.eliminate_each(&Candidates::of_digit(digit, open - union), |candidate| {
        let counted = counted(candidate, false);
        Evidence::Templates(Templates::NoneThrough { candidate, counted })
    });
    // What is alone in a house is in all of them.
    for cell in open & alone_in_some_house(union).0 {
        let candidate = Candidate::new(digit, cell);
        found.assert(candidate, || {
            let counted = counted(candidate, true);
            Evidence::Templates(Templates::AllThrough { candidate, counted })
        });
    }
}

fn none(digit: usize) -> Evidence {
    Evidence::Templates(Templates::None(Digit(digit as u8)))
}

/// Reports what the patterns left prove; `log` knows why the others are not.
fn conclude_all((grid, live): (&Grid, &Live), table: &PatternTable, log: Option<Log>, found: &mut Findings) {
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

//! The pattern overlay method (seed 001; colouring-pom-brnet §2): templates, here *patterns*, as the units of reasoning.
//!
//! | rule | a pattern of a digit stays if | |
//! |---|---|---|
//! | `pom1` | its cells may hold the digit | the live lists; templates\[1\] |
//! | `pom2` | with each other digit a pattern that stays is disjoint from it | technique 1; templates\[2\] |
//! | `pom3` | and the pair has, with each third digit, a pattern disjoint from both | templates\[3\] |
//!
//! | `pb1` … `pb3` | (in `net.rs`) what links between candidates say of the patterns, and the patterns of the links | techniques 2, 3, 3A |
//!
//! A candidate through which no pattern is left is false; one that all patterns left have is true. Each is the largest
//! such set of patterns, so it depends on no order, and a find is complete: nothing of the kind can be added.

mod exclusion;
mod net;
mod pairs;
mod single;
mod table;
mod text;

pub use exclusion::PatternExclusion;
pub use net::{PB1, PB2, PB3};
pub use pairs::PatternPairs;
pub use single::SingleDigit;

use super::{Findings, of_digit};
use crate::grid::{Candidate, Cells, Grid};
use table::Table;
use text::Log;

/// Reports what the patterns of a digit prove that have these cells between them, and these in common.
fn conclude(
    grid: &Grid,
    found: &mut Findings,
    digit: usize,
    (union, core): (Cells, Cells),
    text: impl Fn(Candidate, bool) -> String,
) {
    let open = grid.open_plane(digit);
    for cell in open - union {
        let text = || text(Candidate::new(digit, cell), false);
        found.eliminate(&of_digit(digit, Cells::of(cell)), text);
    }
    for cell in open & core {
        let candidate = Candidate::new(digit, cell);
        found.assert(candidate, || text(candidate, true));
    }
}

/// Reports what the patterns left prove; `log` knows why the others are not.
fn conclude_all(grid: &Grid, name: &str, table: &Table, log: &Option<Log>, found: &mut Findings) {
    if table.is_contradictory() {
        found.contradict(|| format!("{name}: a digit has no pattern left"));
        return;
    }
    for block in &table.digits {
        let text = |candidate, is_true| {
            let why = log.as_ref().map_or(String::new(), |log| log.why(candidate, is_true));
            format!("{name}: {why}")
        };
        conclude(grid, found, block.digit, table.union_and_core(block), text);
    }
}

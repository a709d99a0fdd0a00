//! Impossible patterns, the OR_k relations that they give, and the rules that use relations.
//!
//! ```text
//!   cells that three digits cannot fill     ─┐                       tridagon      one cell has all of them
//!   their other candidates, which make the   ├─ guardians: one of    or2-…, or3-…  one link is the relation
//!   puzzle possible                          ┘  them is true         split         two have the same value
//! ```
//!
//! Sources: mith, Denis Berthier and others, New Sudoku Players' Forum, "The tridagon rule" (2022); eleven,
//! same forum, the 630 impossible three-digit patterns in two bands; Denis Berthier, *CSP-Rules* 2.1,
//! "OR_k-chains". The lengths and the order are his.

mod chains;
pub(super) mod degenerate;
mod forcing;
pub(super) mod patterns;
mod places;
mod relation;
pub(super) mod split;
pub(super) mod tridagon;
mod whips;

pub(super) use chains::CHAINS;

use crate::budget::{Within, units};
use crate::evidence::{Evidence, Impossible};
use crate::graph::OrRelation;
use crate::grid::{Candidates, Cells, Digit, Grid, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

/// The 84 triples of digits, in order.
const TRIPLES: [[Digit; 3]; 84] = {
    let (mut triples, mut at) = ([[Digit::new(0); 3]; 84], 0);
    let mut a = 0;
    while a < 9 {
        let mut b = a + 1;
        while b < 9 {
            let mut c = b + 1;
            while c < 9 {
                triples[at] = [Digit::new(a), Digit::new(b), Digit::new(c)];
                (at, c) = (at + 1, c + 1);
            }
            b += 1;
        }
        a += 1;
    }
    triples
};

/// Returns the cells without value that have all three digits.
fn cells_with(grid: &Grid, digits: [Digit; 3]) -> Cells {
    let [a, b, c] = digits.map(|digit| grid.open_plane(digit));
    a & b & c
}

/// Returns the candidates of the cells other than the three digits.
fn guardians(grid: &Grid, digits: [Digit; 3], cells: Cells) -> Candidates {
    let mut guardians = Candidates::EMPTY;
    for digit in Digit::all().filter(|digit| !digits.contains(digit)) {
        guardians.0[digit] = grid.open_plane(digit) & cells;
    }
    guardians
}

fn because(pattern: &str, digits: [Digit; 3], cells: Cells) -> Evidence {
    Evidence::Impossible(Impossible {
        pattern: pattern.to_string(),
        digits: digits.to_vec(),
        cells: cells.map(Variable::Cell).collect(),
    })
}

/// Comparisons of two relations in the time of one work unit.
const COMPARED: usize = 16;

/// Adds the relation of `pattern` in `cells`, unless a relation that says as much is known or was found just
/// now. The comparisons with all relations are charged to the budget.
fn relate(
    pattern: &'static str, digits: [Digit; 3], cells: Cells, guardians: Candidates, state: &mut State,
    found: &mut Findings,
) -> Within {
    let known = state.relations().len() + found.related.len();
    state.budget.take(1 + units(known / COMPARED))?;
    let is_within =
        |one: &OrRelation| one.guardians.0.iter().zip(&guardians.0).all(|(some, all)| some.is_subset(*all));
    if !state.relations().says(&guardians) && !found.related.iter().any(is_within) {
        let relation = OrRelation { pattern, guardians };
        found.relate(vec![relation], None, || because(pattern, digits, cells));
    }
    Ok(())
}

/// Asserts the guardian of each relation that has only one.
pub(super) fn last_guardian(state: &mut State, _: u8, found: &mut Findings) -> Within {
    for OrRelation { pattern, guardians } in state.relations().of(1) {
        if let Some(last) = guardians.iter().next().filter(|&last| !found.asserted.contains(last)) {
            found.assert(last, || Evidence::LastGuardian { pattern: pattern.to_string() });
        }
    }
    Ok(())
}

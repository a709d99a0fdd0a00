//! Strong links by deadly patterns: one of the guardians of a unique rectangle is true, and one of the
//! candidates without which the grid would be a grave (docs/theory.md, "Uniqueness").
//!
//! ```text
//!   ab  · · │ ab   · ·      c in the first corner of the last row = d or e in the other one
//!   abc · · │ abde · ·
//! ```
//!
//! One side is all guardians of a digit or of a cell, the other side is all others, which are of one digit or
//! of one cell, too.

use super::{LinkNode, StrongLink, StrongReason, strong};
use crate::evidence::Strong;
use crate::grid::{Candidate, Candidates, Cells, Digit, Grid};
use crate::one_solution::OneSolution;
use crate::rules::uniqueness::bug_plus;
use crate::rules::uniqueness::external_rectangle::guardians;
use crate::rules::uniqueness::unique::{AllRectangles, RectanglePlace, Rectangles, all_rectangles};
use crate::state::State;
use std::ops::RangeInclusive;

/// Numbers of candidates beyond a grave.
const BUGS: RangeInclusive<u8> = 2..=9;

/// Lists the links by unique rectangles of a state.
pub(super) fn in_rectangles(one: &OneSolution, state: &mut State) -> Vec<StrongLink> {
    let (grid, AllRectangles(all)) = all_rectangles(one, state);
    of_rectangles(grid, &all.unique)
}

fn of_rectangles(grid: &Grid, all: &[RectanglePlace]) -> Vec<StrongLink> {
    let mut links = Vec::new();
    for place @ &RectanglePlace { corners, pair: (a, b) } in all {
        for (houses, guardians) in guardians(grid, place) {
            let by = StrongReason::Rectangle {
                corners: corners.into_iter().collect(),
                digits: [a, b],
                houses: [houses.first().copied(), houses.get(1).copied()],
            };
            links.extend(sides(&guardians).map(|[from, to]| (by, from, to)));
        }
    }
    links
}

/// Lists the links by graves of a grid.
pub(super) fn in_graves(_: &OneSolution, grid: &Grid) -> Vec<StrongLink> {
    let mut links = Vec::new();
    bug_plus::each(grid, BUGS, &mut |extras| {
        links.extend(sides(extras).map(|[from, to]| (StrongReason::Bug, from, to)));
    });
    links
}

/// Divides guardians into two nodes, in all ways.
fn sides(guardians: &Candidates) -> impl Iterator<Item = [LinkNode; 2]> {
    let all = *guardians;
    let cells: Cells = all.iter().map(|one| one.cell).collect();
    let of_digit = Digit::all().map(move |digit| Candidates::of_digit(digit, all.0[digit]));
    let of_cell = cells
        .map(move |cell| -> Candidates { all.iter().filter(|one: &Candidate| one.cell == cell).collect() });
    let both =
        move |part: Candidates| Some([LinkNode::of_all(&part)?, LinkNode::of_all(&all.without(&part))?]);
    of_digit.chain(of_cell).filter_map(both)
}

/// Lists all links by deadly patterns of a state of a puzzle.
pub(crate) fn links(one: &OneSolution, grid: &Grid) -> Vec<Strong> {
    let mut all = of_rectangles(grid, &Rectangles::of(one, grid, false).unique);
    all.extend(in_graves(one, grid));
    all.iter().map(|(by, from, to)| strong(*by, from, to)).collect()
}

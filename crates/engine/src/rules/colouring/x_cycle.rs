//! X-cycles (gsf 2005): odd cycles of 1- and 3-edges, and of hinges as further 1-edges. X-cycles include
//! simple and multiple colouring, skyscrapers, two-string kites, turbot fish, X-chains and the nice loops of
//! one digit; with hinges of blocks also empty rectangles.

use super::{Colouring, Hinges};
use crate::budget::Within;
use crate::evidence::Implied;
use crate::grid::{Candidates, Cells, Digit};
use crate::rule::Findings;
use crate::state::State;

pub(in crate::rules) fn find(hinges: Hinges, state: &mut State, found: &mut Findings) -> Within {
    let grid = state.grid();
    let mut graph = Colouring::new(hinges);
    for digit in Digit::all() {
        graph.set(grid.open_plane(digit));
        for cell in graph.falsified() {
            let targets = Candidates::of_digit(digit, Cells::of(cell));
            // All 2-edges are houses with two places.
            let no_other = |_| Implied::Strong;
            found.eliminate(&targets, || graph.because(digit, cell, no_other));
        }
    }
    Ok(())
}

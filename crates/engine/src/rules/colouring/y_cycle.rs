//! Y-cycles (the constraint Y of gsf's solver): odd cycles with 2-edges that singles prove.
//!
//! ```text
//!   not 9 in r9c7 ── singles ──> 9 in r3c3          2-edge of 9: [97]=[33], one of the two is true
//! ```
//!
//! The premise removes a digit from a cell with two digits, or from one of the digit's only two cells in a
//! house. Every cell to which singles then give the same digit, and which does not see the cell of the
//! premise, is the other end of a 2-edge. "Not a, so b" and "not b, so a" are one clause, so an edge found
//! from one end alone (gsf's solver prints `>` for it) is an edge like any other.
//!
//! A premise may contradict itself (a [y-knot](super::y_knot)); the values that singles place before the
//! contradiction shows still follow from it. Singles are played round by round, all singles of a state at
//! once, so that the edges are those of any symmetric image. On controlled-bias 000, y-cycles and locked
//! candidates solve 20,006 puzzles without the edges of such premises, 20,970 with them, 20,952 without
//! hinges; with y-knots they solve 21,359 each time.

use super::{Colouring, Hinges, y_knot::play_rounds};
use crate::budget::Within;
use crate::evidence::{Implied, Literal};
use crate::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid};
use crate::rule::Findings;
use crate::rules::trace::stream;
use crate::rules::trial::probe::Probe;
use crate::state::State;

pub(in crate::rules) fn find(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let edges = y_edges(state)?;
    let mut graph = Colouring::new(Hinges::Blocks);
    let grid = *state.grid();
    for digit in Digit::all() {
        graph.set(grid.open_plane(digit));
        edges[digit].iter().for_each(|&(a, b)| graph.join(a, b));
        for cell in graph.falsified() {
            let targets = Candidates::of_digit(digit, Cells::of(cell));
            found.eliminate(&targets, || graph.because(digit, cell, |ends| one_of_two(&grid, digit, ends)));
        }
    }
    Ok(())
}

/// Explains why one of two cells holds a digit: by the singles that lead from one cell to the other, forwards
/// or backwards.
fn one_of_two(grid: &Grid, digit: Digit, ends: [Cell; 2]) -> Implied {
    let [a, b] = ends.map(|cell| Literal { candidate: Candidate::new(digit, cell), holds: true });
    let forwards = stream(grid, !a, b).map(Implied::Stream);
    let either = forwards.or_else(|| stream(grid, !b, a).map(Implied::Backwards));
    either.expect("singles joined the two cells")
}

/// Finds for each digit the 2-edges between cells that do not see each other.
fn y_edges(state: &mut State) -> Within<[Vec<(Cell, Cell)>; 9]> {
    let mut probe = Probe::new(state);
    let mut edges: [Vec<(Cell, Cell)>; 9] = Default::default();
    for premise in probe.mates.all().iter() {
        state.budget.spend()?;
        let Some(mate) = probe.mates.first(premise) else { continue };
        let end = probe.play(mate).unwrap_or_else(|| play_rounds(state.grid(), premise));
        let Candidate { digit, cell: a } = premise;
        let placed = end.placed() & state.grid().open_plane(digit) & end.plane(digit);
        edges[digit].extend((placed - a.peers()).map(|b| (a, b)));
    }
    Ok(edges)
}

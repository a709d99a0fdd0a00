//! Y-cycles (the constraint Y of gsf's solver): odd cycles with 2-edges that singles prove.
//!
//! ```text
//!   not 9 in r9c7 ── singles ──> 9 in r3c3          2-edge of 9: [97]=[33], one of the two is true
//! ```
//!
//! The premise takes a digit from a cell with two digits, or from one of the two cells of a house that may
//! hold it, and every cell that singles then give the same digit, and that does not see the first, is the
//! other end of a 2-edge. "Not a, so b" and "not b, so a" are one clause, so an edge found from one end alone
//! (gsf's solver prints `>` for it) is an edge like any other.
//!
//! A premise may contradict itself (it is a [y-knot](super::y_knot)); what singles place before the
//! contradiction shows still follows from it. They are played round by round, all singles of a state at once,
//! so that the edges are those of any symmetric image. Without the edges of such premises y-cycles and locked
//! candidates solve 20,006 puzzles of controlled-bias 000, with them 20,970, without hinges 20,952; with
//! y-knots it is 21,359 each time.

use super::{Colouring, Hinges, y_knot::play_rounds};
use crate::budget::Within;
use crate::evidence::{Implied, Literal};
use crate::grid::{Candidate, Candidates, Cells, Grid, PEERS};
use crate::rule::Findings;
use crate::rules::trace::stream;
use crate::rules::trial::probe::Probe;
use crate::state::State;

pub(in crate::rules) fn find(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let edges = y_edges(state)?;
    let mut graph = Colouring::new(Hinges::Blocks);
    let grid = *state.grid();
    for digit in 0..9 {
        graph.set(grid.open_plane(digit));
        edges[digit].iter().for_each(|&(a, b)| graph.join(a, b));
        for cell in graph.falsified() {
            let targets = Candidates::of_digit(digit, Cells::of(cell));
            found.eliminate(&targets, || graph.because(digit, cell, |ends| one_of_two(&grid, digit, ends)));
        }
    }
    Ok(())
}

/// Why one of two cells holds a digit: the singles from one to the other, forwards or backwards.
fn one_of_two(grid: &Grid, digit: usize, ends: [usize; 2]) -> Implied {
    let [a, b] = ends.map(|cell| Literal { candidate: Candidate::new(digit, cell), holds: true });
    let forwards = stream(grid, !a, b).map(Implied::Stream);
    let either = forwards.or_else(|| stream(grid, !b, a).map(Implied::Backwards));
    either.expect("singles joined the two cells")
}

/// For each digit the 2-edges between cells that do not see each other.
fn y_edges(state: &mut State) -> Within<[Vec<(usize, usize)>; 9]> {
    let mut probe = Probe::new(state);
    let mut edges: [Vec<(usize, usize)>; 9] = Default::default();
    for premise in probe.mates.all().iter() {
        state.budget.spend()?;
        let Some(mate) = probe.mates.first(premise) else { continue };
        let end = probe.play(mate).unwrap_or_else(|| play_rounds(state.grid(), premise));
        let (digit, a) = (premise.digit as usize, premise.cell as usize);
        let placed = end.placed() & state.grid().open_plane(digit) & end.plane(digit);
        edges[digit].extend((placed - PEERS[a]).map(|b| (a, b)));
    }
    Ok(edges)
}

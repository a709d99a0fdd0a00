//! Y-knots (the constraint K of gsf's solver): the premise of a y-edge that contradicts itself.
//!
//! ```text
//!   not 4 in r4c1 ── singles ──> no digit is left for r4c5         y-knot 4 [41]#[45] ==> r4c1=4
//! ```
//!
//! The premise takes a digit from a cell with two digits, or from one of the two cells of a house that may
//! hold it: so its mate is true, and the premise contradicts itself exactly when the mate fails by itself.
//! Y-knots are trial and error on the candidates that have a mate (`rules::trial::probe`).

use crate::budget::Within;
use crate::evidence::{Evidence, Knot, Literal};
use crate::grid::{Candidate, Candidates, Cell, Grid, notation::Variable};
use crate::rule::Findings;
use crate::rules::singles::{all_singles, clashes};
use crate::rules::trace::{empty_house, stream};
use crate::rules::trial::probe::Probe;
use crate::state::State;

pub(in crate::rules) fn find(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let mut probe = Probe::new(state);
    let premises = probe.mates.all();
    for mate in premises.iter() {
        if !probe.knows(mate) {
            state.budget.spend()?;
            probe.play(mate);
        }
    }
    let fails = |candidate: &Candidate| probe.failed.contains(*candidate);
    let mut knots = Candidates::EMPTY;
    for failed in premises.iter().filter(fails) {
        probe.mates.each(failed, |mate| knots.insert(mate));
    }
    if let Some(both) = knots.iter().find(fails) {
        let knots = [Some(both), probe.mates.first(both)].into_iter().flatten();
        let knots = knots.map(|candidate| knot(state.grid(), candidate));
        found.contradict(|| Evidence::Knots(knots.collect()));
        return Ok(());
    }
    for candidate in knots.iter() {
        found.assert(candidate, || Evidence::Knots(vec![knot(state.grid(), candidate)]));
    }
    Ok(())
}

/// Describes the contradiction that shows when a candidate is removed: the first cell without digit or with
/// two, or else the first digit without place in a house. Every symmetric image has all of these; which is
/// named is only for display.
fn knot(grid: &Grid, candidate: Candidate) -> Knot {
    let end = play_rounds(grid, candidate);
    let mut cells = Cell::all().filter(|&cell| end.digits_of(cell) == 0).chain(clashes(&end));
    let cell = cells.next().map(Variable::Cell);
    let place = cell.or_else(|| empty_house(&end)).expect("singles contradict the premise");
    let literal = Literal { candidate, holds: false };
    let trace = stream(grid, literal, !literal).expect("singles contradict the premise");
    Knot { candidate, place, trace }
}

/// Removes the premise and plays round by round, all singles of a state at once, until no single is left or a
/// contradiction shows.
pub(super) fn play_rounds(grid: &Grid, premise: Candidate) -> Grid {
    let mut grid = *grid;
    grid.eliminate(&[premise].into_iter().collect());
    let mut stale = 1 << premise.digit.index();
    while let Some(singles) = all_singles(&grid, stale)
        && singles.iter().any(|cells| !cells.is_empty())
    {
        stale = grid.place_all(&singles);
    }
    grid
}

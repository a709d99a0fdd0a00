//! Locked candidates, the row/column/block interactions in both directions: whip[1] of the nrc theory
//! (docs/theory.md, "Whip[1]"); also each direction by itself, under its own name.

use crate::budget::Within;
use crate::evidence::{Evidence, Link, Locked, Right};
use crate::grid::{
    Candidate, Candidates, Cell, Cells, Digit, Grid, House, HouseKind, locked, notation::Variable,
};
use crate::rule::Findings;
use crate::state::State;

/// Finds the eliminations of whips of size 1.
pub(in super::super) fn find(state: &mut State, _: u8, found: &mut Findings) -> Within {
    find_locked(state.grid(), found);
    Ok(())
}

/// Finds locked candidates from a block to a line (pointing), or from a line to a block (claiming).
pub(in super::super) fn find_one_way(from_block: bool, state: &mut State, found: &mut Findings) -> Within {
    let grid = state.grid();
    for digit in Digit::all() {
        if !locked(grid.plane(digit)).0.is_empty() {
            each(grid, digit, |house, other, targets| {
                if (house.kind() == HouseKind::Block) == from_block {
                    let base = Variable::In(house, digit);
                    found.eliminate(&targets, || Evidence::Locked(Locked { base, cover: other }));
                }
            });
        }
    }
    Ok(())
}

/// Adds every row/block and column/block interaction of the grid.
pub(crate) fn find_locked(grid: &Grid, found: &mut Findings) {
    if !found.counts_only() {
        return trace_locked(grid, found);
    }
    for digit in Digit::all() {
        let (removed, patterns) = locked(grid.plane(digit));
        found.eliminated.0[digit] |= removed;
        found.patterns += patterns;
    }
}

fn trace_locked(grid: &Grid, found: &mut Findings) {
    for digit in Digit::all() {
        each(grid, digit, |house, _, targets| {
            let held = house.cells() & grid.open_plane(digit);
            found.eliminate(&targets, || whip(house, digit, held));
        });
    }
}

/// Calls `locked` with each house in which all places of the digit are in another house, that other house,
/// and the digit's places in the other house only.
fn each(grid: &Grid, digit: Digit, mut locked: impl FnMut(House, House, Candidates)) {
    let plane = grid.open_plane(digit);
    for house in House::all() {
        let held = house.cells() & plane;
        if held.len() < 2 {
            continue;
        }
        let others = House::all().filter(|&other| other != house && held.is_subset(other.cells()));
        for other in others {
            locked(house, other, Candidates::of_digit(digit, (other.cells() & plane) - house.cells()));
        }
    }
}

/// Makes the whip of one variable, the digit in this house, where its cells are `held`: all of them are
/// linked to the targets.
fn whip(house: House, digit: Digit, held: Cells) -> Evidence {
    let mut others: Vec<Candidate> = held.map(|cell| Candidate::new(digit, cell)).collect();
    let left = others.pop().unwrap_or(Candidate::new(digit, Cell::new(0)));
    let link = Link {
        variables: vec![Variable::In(house, digit)],
        left,
        from: 0,
        right: Right::Nothing,
        ignored: others.into_iter().map(|other| (other, 0)).collect(),
    };
    Evidence::Chain { links: vec![link] }
}

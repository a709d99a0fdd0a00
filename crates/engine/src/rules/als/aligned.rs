//! Aligned pair exclusion: two cells, and almost locked sets that keep them from holding two digits at once.
//!
//! ```text
//!   a: x …   b: y …      if a sees all x of a set, and b all y of it, the set would lose both: n cells
//!                        with n - 1 digits. A digit of a that fits none of b is false
//! ```
//!
//! A cell with two digits is the smallest set. Cells that see each other do not hold the same digit, either.

use super::{Als, AlsTable};
use crate::budget::Within;
use crate::evidence::{AlignedPair, Evidence};
use crate::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, notation::Variable};
use crate::rule::Findings;
use crate::state::State;
use std::collections::BTreeMap;

pub(in crate::rules) fn find(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let (grid, AlsTable { all: sets, .. }) = state.remember(AlsTable::of);
    // Eliminations for each pair of cells.
    let mut pairs = BTreeMap::<[Cell; 2], Candidates>::new();
    for digit in Digit::all() {
        for cell in grid.open_plane(digit) {
            for other in partners(grid, sets, digit, cell) {
                let pair = [cell.min(other), cell.max(other)];
                pairs.entry(pair).or_insert(Candidates::EMPTY).0[digit].insert(cell);
            }
        }
    }
    for (pair, targets) in pairs {
        found.eliminate(&targets, || because(grid, sets, pair, &targets));
    }
    Ok(())
}

/// Returns the cells whose digits are all excluded if `digit` is in `cell`.
fn partners(grid: &Grid, sets: &[Als], digit: Digit, cell: Cell) -> Cells {
    let mut out = [Cells::EMPTY; 9];
    out[digit] = cell.peers();
    for set in sets.iter().filter(|set| excludes(set, digit, cell)) {
        for other in Digit::in_mask(set.digits & !(digit.bit())) {
            out[other] |= set.seen[other];
        }
    }
    let others = !grid.placed() - Cells::of(cell);
    Digit::all().fold(others, |left, other| left - (grid.open_plane(other) - out[other]))
}

/// Whether the set loses the digit if the cell holds it.
fn excludes(set: &Als, digit: Digit, cell: Cell) -> bool {
    set.digits >> digit.index() & 1 != 0 && set.seen[digit].contains(cell)
}

/// Takes, for each digit of the other cell that the link between the cells does not exclude, a set that does.
fn because(grid: &Grid, sets: &[Als], pair: [Cell; 2], targets: &Candidates) -> Evidence {
    let mut used: Vec<usize> = Vec::new();
    for Candidate { digit, cell } in targets.iter() {
        let other = if cell == pair[0] { pair[1] } else { pair[0] };
        let is_free = |&own: &Digit| own != digit || !cell.peers().contains(other);
        for own in Digit::in_mask(grid.digits_of(other)).filter(is_free) {
            let keeps = |set: &Als| own != digit && excludes(set, digit, cell) && excludes(set, own, other);
            if !used.iter().any(|&k| keeps(&sets[k])) {
                used.extend(sets.iter().position(keeps));
            }
        }
    }
    let sets = used.into_iter().map(|k| sets[k].variables()).collect();
    Evidence::AlignedPair(AlignedPair { cells: pair.map(Variable::Cell), sets })
}

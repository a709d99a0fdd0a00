//! Aligned pair exclusion: two cells, and almost locked sets that keep them from holding two digits at once.
//!
//! ```text
//!   a: x …   b: y …      if a set has x where a sees all of it, and y where b does, it would lose both: n
//!                        cells with n - 1 digits. A digit of a that goes with none of b is false
//! ```
//!
//! A cell with two digits is the smallest set. Cells that see each other do not hold the same digit, either.

use super::{Als, AlsTable};
use crate::budget::Within;
use crate::evidence::{AlignedPair, Evidence};
use crate::grid::{Candidate, Candidates, Cells, Grid, PEERS, bits, notation::Variable};
use crate::rule::Findings;
use crate::state::State;
use std::collections::BTreeMap;

pub(in crate::rules) fn find(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let (grid, AlsTable { all: sets, .. }) = state.remember(AlsTable::of);
    // What goes of each two cells.
    let mut pairs = BTreeMap::<[usize; 2], Candidates>::new();
    for digit in 0..9 {
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

/// The cells of which each digit is kept out if this one is in the cell.
fn partners(grid: &Grid, sets: &[Als], digit: usize, cell: usize) -> Cells {
    let mut out = [Cells::EMPTY; 9];
    out[digit] = PEERS[cell];
    for set in sets.iter().filter(|set| excludes(set, digit, cell)) {
        for other in bits(set.digits & !(1 << digit)) {
            out[other] |= set.seen[other];
        }
    }
    let others = !grid.placed() - Cells::of(cell);
    (0..9).fold(others, |left, other| left - (grid.open_plane(other) - out[other]))
}

/// Whether the set loses the digit if the cell holds it.
fn excludes(set: &Als, digit: usize, cell: usize) -> bool {
    set.digits >> digit & 1 != 0 && set.seen[digit].contains(cell)
}

/// The first set that keeps the other cell from each digit that the link between the cells does not.
fn because(grid: &Grid, sets: &[Als], pair: [usize; 2], targets: &Candidates) -> Evidence {
    let mut used: Vec<usize> = Vec::new();
    for Candidate { digit, cell } in targets.iter() {
        let (digit, cell) = (usize::from(digit), usize::from(cell));
        let other = if cell == pair[0] { pair[1] } else { pair[0] };
        let is_free = |&own: &usize| own != digit || !PEERS[cell].contains(other);
        for own in bits(grid.digits_of(other)).filter(is_free) {
            let keeps = |set: &Als| own != digit && excludes(set, digit, cell) && excludes(set, own, other);
            if !used.iter().any(|&k| keeps(&sets[k])) {
                used.extend(sets.iter().position(keeps));
            }
        }
    }
    let sets = used.into_iter().map(|k| sets[k].variables()).collect();
    Evidence::AlignedPair(AlignedPair { cells: pair.map(|cell| Variable::Cell(cell as u8)), sets })
}

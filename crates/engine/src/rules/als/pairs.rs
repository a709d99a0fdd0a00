//! Two almost locked sets with one restricted common or two; and three sets in a row.

use super::{Als, AlsTable, because, by_ends};
use crate::budget::Within;
use crate::grid::{Candidates, Digit, Grid, bits};
use crate::rule::Findings;
use crate::state::State;

/// Finds ALS-XZ. With one restricted common, each other shared digit is in one of the sets. With two
/// restricted commons, each set holds one of the two, so all other digits of the sets are locked.
pub(in crate::rules) fn xz(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let (grid, sets) = state.remember(AlsTable::of);
    for (i, one) in sets.all.iter().enumerate() {
        let mut near = sets.commons.0[i].iter().filter(|&&(j, _)| j > i).peekable();
        while let Some(&(j, first)) = near.next() {
            let mut commons = 1u16 << first;
            while let Some(&(_, digit)) = near.next_if(|&&(other, _)| other == j) {
                commons |= 1 << digit;
            }
            let other = &sets.all[j];
            let targets = match commons.count_ones() {
                1 => by_ends(grid, [one, other], commons),
                2 => doubly_linked(grid, [one, other], commons),
                // Three commons are a contradiction.
                _ => continue,
            };
            found.eliminate(&targets, || because(&[one, other], &Vec::from_iter(bits(commons))));
        }
    }
    Ok(())
}

fn doubly_linked(grid: &Grid, [one, other]: [&Als; 2], commons: u16) -> Candidates {
    let mut targets = Candidates::EMPTY;
    for digit in bits(commons) {
        targets.0[digit] = one.seen_by_both(other, Digit::new(digit), grid);
    }
    for set in [one, other] {
        for digit in bits(set.digits & !commons) {
            targets.0[digit] |= grid.open_plane(Digit::new(digit)) & set.seen[digit];
        }
    }
    targets
}

/// Finds ALS-XY-wings: two sets that each have a restricted common with a third set. The two commons are
/// different digits. The two sets may share cells.
pub(in crate::rules) fn xy_wing(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let (grid, AlsTable { all: sets, commons, .. }) = state.remember(AlsTable::of);
    for (pivot, wings) in commons.0.iter().enumerate() {
        for (k, &(a, x)) in wings.iter().enumerate() {
            for &(b, y) in wings[k + 1..].iter().filter(|&&(b, y)| a != b && x != y) {
                let (one, other) = (&sets[a], &sets[b]);
                let targets = by_ends(grid, [one, other], 1 << x | 1 << y);
                found.eliminate(&targets, || because(&[one, &sets[pivot], other], &[x, y]));
            }
        }
    }
    Ok(())
}

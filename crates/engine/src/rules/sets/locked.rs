//! Locked candidates, the row/column/block interactions in both directions: whip[1] of the nrc theory
//! (docs/theory.md, "Whip[1]"); and each direction by itself, by its name.

use crate::budget::Within;
use crate::evidence::{Evidence, House, Link, Right, SerPattern};
use crate::grid::{Candidate, Candidates, Cells, Grid, HOUSES, locked, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

/// The eliminations of whips of size 1.
pub(in super::super) fn find(state: &mut State, _: u8, found: &mut Findings) -> Within {
    find_locked(state.grid(), found);
    Ok(())
}

/// From a block to a line, pointing; or from a line to a block, claiming.
pub(in super::super) fn find_one_way(from_block: bool, state: &mut State, found: &mut Findings) -> Within {
    let grid = state.grid();
    for digit in 0..9 {
        if !locked(grid.plane(digit)).0.is_empty() {
            each(grid, digit, |house, other, targets| {
                if (house >= 18) == from_block {
                    let because = || SerPattern::Locked {
                        base: Variable::of_house(house, digit),
                        cover: House(other as u8),
                        single: None,
                    };
                    found.eliminate(&targets, || Evidence::SerPattern(because()));
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
    for digit in 0..9 {
        let (removed, patterns) = locked(grid.plane(digit));
        found.eliminated.0[digit] |= removed;
        found.patterns += patterns;
    }
}

fn trace_locked(grid: &Grid, found: &mut Findings) {
    for digit in 0..9 {
        each(grid, digit, |house, _, targets| {
            let held = HOUSES[house] & grid.open_plane(digit);
            found.eliminate(&targets, || whip(house, digit, held));
        });
    }
}

/// The houses of a digit whose places are in another one, this one, and what it has outside of them.
fn each(grid: &Grid, digit: usize, mut locked: impl FnMut(usize, usize, Candidates)) {
    let plane = grid.open_plane(digit);
    for (house, &cells) in HOUSES.iter().enumerate() {
        let held = cells & plane;
        if held.len() < 2 {
            continue;
        }
        let others = HOUSES.iter().enumerate();
        for (other, &cover) in others.filter(|&(k, &other)| k != house && held.is_subset(other)) {
            locked(house, other, Candidates::of_digit(digit, (cover & plane) - cells));
        }
    }
}

/// The whip of one variable, the digit in this house, where it has these cells: all of them are linked to the
/// targets.
fn whip(house: usize, digit: usize, held: Cells) -> Evidence {
    let mut others: Vec<Candidate> = held.map(|cell| Candidate::new(digit, cell)).collect();
    let left = others.pop().unwrap_or(Candidate::new(digit, 0));
    let link = Link {
        variables: vec![Variable::of_house(house, digit)],
        left,
        from: 0,
        right: Right::Nothing,
        ignored: others.into_iter().map(|other| (other, 0)).collect(),
    };
    Evidence::Chain { links: vec![link] }
}

//! The tridagon, or Thor's hammer: three digits in twelve cells, three in each of four blocks.
//!
//! ```text
//!   . . X | . . X      The blocks are where two bands meet two stacks. The cells of a block are a permutation (row to column). If an odd
//!   . X . | . X .      number of the four are odd permutations, three digits cannot fill the twelve cells.
//!   X . . | X . .
//!   ------+------      Of 84 triples of digits, 9 choices of blocks and 648 of cells, hardly any is ever there: a block without three
//!   . . X | . . X      such cells ends the search.
//!   . X . | . X .
//!   X . . | . . ?
//! ```

use super::{TRIPLES, because, cells_with, guardians, relate};
use crate::budget::Within;
use crate::graph::State;
use crate::grid::{Candidates, Cells, Grid};
use crate::rule::Findings;

/// The permutations of three, the even ones first.
pub(super) const PERMUTATIONS: [[usize; 3]; 6] =
    [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

/// The cells of each permutation in each block.
const IN_BLOCK: [[Cells; 6]; 9] = {
    let (mut all, mut block) = ([[Cells::EMPTY; 6]; 9], 0);
    while block < 9 {
        let (mut which, top) = (0, 27 * (block / 3) + 3 * (block % 3));
        while which < 6 {
            let [a, b, c] = PERMUTATIONS[which];
            let bits = 1u128 << (top + a) | 1u128 << (top + 9 + b) | 1u128 << (top + 18 + c);
            all[block][which] = Cells(bits);
            which += 1;
        }
        block += 1;
    }
    all
};

/// Two of three bands or stacks.
const PAIRS: [[usize; 2]; 3] = [[0, 1], [0, 2], [1, 2]];

/// The digits and cells of all tridagons of the state.
fn tridagons(grid: &Grid) -> Vec<([usize; 3], Cells)> {
    let mut all = Vec::new();
    for digits in TRIPLES {
        let cells = cells_with(grid, digits);
        if cells.len() < 12 {
            continue;
        }
        let there: [Vec<usize>; 9] = std::array::from_fn(|block| {
            (0..6).filter(|&which| IN_BLOCK[block][which].is_subset(cells)).collect()
        });
        for [top, bottom] in PAIRS {
            for [left, right] in PAIRS {
                let blocks =
                    [3 * top + left, 3 * top + right, 3 * bottom + left, 3 * bottom + right];
                each_odd(blocks, &there, &mut |cells| all.push((digits, cells)));
            }
        }
    }
    all
}

/// Shows the cells of each choice of permutations of which an odd number is odd.
fn each_odd(blocks: [usize; 4], there: &[Vec<usize>; 9], show: &mut impl FnMut(Cells)) {
    let [a, b, c, d] = blocks;
    for &in_a in &there[a] {
        for &in_b in &there[b] {
            for &in_c in &there[c] {
                let is_odd = [in_a, in_b, in_c].into_iter().filter(|&which| which >= 3).count() % 2;
                for &in_d in there[d].iter().filter(|&&in_d| (is_odd == 0) == (in_d >= 3)) {
                    let cells = IN_BLOCK[a][in_a] | IN_BLOCK[b][in_b];
                    show(cells | IN_BLOCK[c][in_c] | IN_BLOCK[d][in_d]);
                }
            }
        }
    }
}

/// Where all guardians are in one cell, the three digits are false in it.
pub(in crate::rules) fn eliminate(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let grid = state.grid();
    for (digits, cells) in tridagons(grid) {
        let guardians = guardians(grid, digits, cells);
        let mut of_guardians = guardians.0.iter().fold(Cells::EMPTY, |all, &some| all | some);
        match (of_guardians.next(), of_guardians.next()) {
            (None, _) => found.contradict(|| because("Trid", digits, cells)),
            (Some(cell), None) => {
                let mut targets = Candidates::EMPTY;
                digits.iter().for_each(|&digit| targets.0[digit].insert(cell));
                found.eliminate(&targets, || because("Trid", digits, cells));
            }
            _ => {}
        }
    }
    Ok(())
}

/// One of the guardians is true, if there are two or more.
pub(in crate::rules) fn relations(state: &mut State, _: u8, found: &mut Findings) -> Within {
    for (digits, cells) in tridagons(state.grid()) {
        let guardians = guardians(state.grid(), digits, cells);
        if guardians.len() >= 2 {
            relate(("Trid", digits, cells), guardians, state, found)?;
        }
    }
    Ok(())
}

//! The tridagon, or Thor's hammer: three digits in twelve cells, three in each of four blocks.
//!
//! ```text
//!   . . X | . . X      The blocks are where two bands meet two stacks. The cells of a block are a
//!   . X . | . X .      permutation (row to column). If an odd number of the four permutations are odd,
//!   X . . | X . .      three digits cannot fill the twelve cells.
//!   ------+------
//!   . . X | . . X      There are 84 triples of digits, 9 choices of blocks and 648 of cells, but nearly
//!   . X . | . X .      always a block without three such cells ends the search.
//!   X . . | . . ?
//! ```

use super::{TRIPLES, because, cells_with, guardians, relate};
use crate::budget::Within;
use crate::grid::{Candidates, Cells, Digit, Grid, bits};
use crate::rule::Findings;
use crate::state::State;

/// Permutations of three, the even ones first.
pub(super) const PERMUTATIONS: [[usize; 3]; 6] =
    [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

/// Cells of each permutation in each block.
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

/// Pairs of the three bands or stacks.
const PAIRS: [[usize; 2]; 3] = [[0, 1], [0, 2], [1, 2]];

/// Permutations in each block, one bit each.
pub(super) type InBlocks = [u16; 9];

/// Returns the permutations in each block whose cells fit.
pub(super) fn in_blocks(fits: impl Fn(Cells) -> bool) -> InBlocks {
    std::array::from_fn(|block| {
        let fitting = (0..6).filter(|&which| fits(IN_BLOCK[block][which]));
        fitting.fold(0, |all, which| all | 1 << which)
    })
}

/// Shows the cells of four blocks for every choice of permutations of which an odd number are odd. The last
/// block, on the right of the lower band, has its own list of permutations.
pub(super) fn each_odd(there: &InBlocks, last: &InBlocks, show: &mut impl FnMut([Cells; 4])) {
    let cells = |block: usize, which: usize| IN_BLOCK[block][which];
    for [top, bottom] in PAIRS {
        for [left, right] in PAIRS {
            let [a, b, c] = [3 * top + left, 3 * top + right, 3 * bottom + left];
            let d = 3 * bottom + right;
            for (in_a, in_b) in bits(there[a]).flat_map(|a| bits(there[b]).map(move |b| (a, b))) {
                for in_c in bits(there[c]) {
                    let odd = [in_a, in_b, in_c].into_iter().filter(|&which| which >= 3).count();
                    let fourth = if odd % 2 == 0 { 0b111_000 } else { 0b111 };
                    bits(last[d] & fourth).for_each(|in_d| {
                        show([cells(a, in_a), cells(b, in_b), cells(c, in_c), cells(d, in_d)]);
                    });
                }
            }
        }
    }
}

/// Returns the digits and cells of all tridagons of the state.
fn tridagons(grid: &Grid) -> Vec<([Digit; 3], Cells)> {
    let mut all = Vec::new();
    for digits in TRIPLES {
        let cells = cells_with(grid, digits);
        if cells.len() >= 12 {
            let there = in_blocks(|some| some.is_subset(cells));
            each_odd(&there, &there, &mut |[a, b, c, d]| all.push((digits, a | b | c | d)));
        }
    }
    all
}

/// Eliminates the three digits from a cell that has all guardians.
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

/// Finds the relations of tridagons with two or more guardians: one of the guardians is true.
pub(in crate::rules) fn relations(state: &mut State, _: u8, found: &mut Findings) -> Within {
    for (digits, cells) in tridagons(state.grid()) {
        let guardians = guardians(state.grid(), digits, cells);
        if guardians.len() >= 2 {
            relate("Trid", digits, cells, guardians, state, found)?;
        }
    }
    Ok(())
}

//! Degenerate cyclic tridagons: tridagons some of whose candidates are gone.
//!
//! ```text
//!   . . xy        Three cells of a block, a permutation as in a tridagon. Each has at least two of the
//!   . yz .        three digits, and each digit is missing in at most one of them. Other candidates are
//!   zx . .        guardians.
//! ```
//!
//! Three digits cannot fill the twelve cells of a tridagon, so they cannot if some of the candidates are
//! gone. One of the guardians is true. This holds whatever is left of the three digits; what the cells must
//! have only says where such relations are looked for.
//!
//! Source: Denis Berthier, *CSP-Rules* 2.1, `Degen-Cycl-Trid`.

use super::tridagon::{PERMUTATIONS, each_odd, in_blocks};
use super::{TRIPLES, guardians, relate};
use crate::budget::Within;
use crate::grid::{Cells, Grid};
use crate::rule::Findings;
use crate::state::State;

/// What the cells of the four blocks must have, given where each of the three digits is a candidate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) enum DegenerateForm {
    /// The definition, the same in all blocks.
    Cyclic,
    /// As CSP-Rules 2.1 has it: its condition for the last block is another one ([`ends_as_coded`]). The rule
    /// depends on how the puzzle is turned. Lists that Berthier published were made with it.
    Coded,
}

/// One of the guardians is true.
pub(in crate::rules) fn relations(form: DegenerateForm, state: &mut State, found: &mut Findings) -> Within {
    for (digits, cells) in places(form, state.grid()) {
        let guardians = guardians(state.grid(), digits, cells);
        if !guardians.is_empty() {
            relate(("Degen-Cycl-Trid", digits, cells), guardians, state, found)?;
        }
    }
    Ok(())
}

/// The digits and cells of the patterns of the state.
fn places(form: DegenerateForm, grid: &Grid) -> Vec<([usize; 3], Cells)> {
    let mut all = Vec::new();
    for digits in TRIPLES {
        let planes = digits.map(|digit| grid.open_plane(digit));
        let [a, b, c] = planes;
        if ((a & b) | (b & c) | (c & a)).len() < 9 {
            continue;
        }
        let there = in_blocks(|cells| is_cyclic(&planes, cells));
        match form {
            DegenerateForm::Cyclic => each_odd(&there, &there, &mut |[a, b, c, d]| {
                all.push((digits, a | b | c | d));
            }),
            DegenerateForm::Coded => {
                let last = in_blocks(|cells| cells.is_subset(a | b | c));
                each_odd(&there, &last, &mut |blocks| {
                    if ends_as_coded(&planes, blocks) {
                        let [a, b, c, d] = blocks;
                        all.push((digits, a | b | c | d));
                    }
                });
            }
        }
    }
    all
}

/// Each cell has two of the digits, and each digit is missing once at most.
fn is_cyclic(planes: &[Cells; 3], cells: Cells) -> bool {
    let [a, b, c] = planes.map(|plane| cells & !plane);
    let is_once = [a, b, c].iter().all(|missing| missing.len() <= 1);
    is_once && ((a & b) | (b & c) | (c & a)).is_empty()
}

/// Whether the last block is as CSP-Rules 2.1 has it. The cells of the third block are taken in the columns
/// of those of the first block, from the top, and those of the last block in the rows of these. The third
/// block has `xy`, `yz`, `zx` in this order, and the last has `ab`, `bc`, `ca`, where `b` is not `x` and `c`
/// is another digit than both `a` and `b`; but `a` may be `b`.
fn ends_as_coded(planes: &[Cells; 3], [first, _, third, last]: [Cells; 4]) -> bool {
    let mut third_by_column = [0; 3];
    let mut last_by_row = [0; 3];
    for (k, cell) in first.enumerate() {
        let mut below = third.filter(|other| other % 9 == cell % 9);
        third_by_column[k] = below.next().unwrap_or_default();
        let mut beside = last.filter(|other| other / 9 == third_by_column[k] / 9);
        last_by_row[k] = beside.next().unwrap_or_default();
    }
    let has = |cell: usize, digit: usize| planes[digit].contains(cell);
    let holds = |cells: &[usize; 3], order: [usize; 3]| {
        (0..3).all(|k| has(cells[k], order[k]) && has(cells[k], order[(k + 1) % 3]))
    };
    let mut orders = PERMUTATIONS.iter().filter(|order| holds(&third_by_column, **order));
    orders.any(|&[x, ..]| {
        let mut all = (0..27).map(|k| [k / 9, k / 3 % 3, k % 3]);
        all.any(|[a, b, c]| b != x && c != a && c != b && holds(&last_by_row, [a, b, c]))
    })
}

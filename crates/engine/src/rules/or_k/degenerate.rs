//! Degenerate cyclic tridagons: tridagons without some of their candidates.
//!
//! ```text
//!   . . xy        Three cells of a block, a permutation as in a tridagon. Each has at least two of the
//!   . yz .        three digits, and each digit is missing in at most one of them. Other candidates are
//!   zx . .        guardians.
//! ```
//!
//! Three digits cannot fill the twelve cells of a tridagon, still less without some of the candidates; so one
//! of the guardians is true. The relation holds whatever is left of the three digits: the conditions on the
//! cells only say where such relations are searched for.
//!
//! Source: Denis Berthier, *CSP-Rules* 2.1, `Degen-Cycl-Trid`.

use super::tridagon::{PERMUTATIONS, each_odd, in_blocks};
use super::{TRIPLES, guardians, relate};
use crate::budget::Within;
use crate::grid::{Cell, Cells, Digit, Grid};
use crate::rule::Findings;
use crate::state::State;

/// Condition on the cells of the four blocks, given the places of each of the three digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) enum DegenerateForm {
    /// The definition, equal in all blocks.
    Cyclic,
    /// The code of CSP-Rules 2.1, whose condition for the last block differs ([`ends_as_coded`]). The rule
    /// depends on the orientation of the puzzle. Lists that Berthier published were made with it.
    Coded,
}

/// Finds the relation of each pattern: one of the guardians is true.
pub(in crate::rules) fn relations(form: DegenerateForm, state: &mut State, found: &mut Findings) -> Within {
    for (digits, cells) in places(form, state.grid()) {
        let guardians = guardians(state.grid(), digits, cells);
        if !guardians.is_empty() {
            relate("Degen-Cycl-Trid", digits, cells, guardians, state, found)?;
        }
    }
    Ok(())
}

/// Returns the digits and cells of the patterns of the state.
fn places(form: DegenerateForm, grid: &Grid) -> Vec<([Digit; 3], Cells)> {
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

/// Whether each cell has two of the digits and each digit is missing at most once.
fn is_cyclic(planes: &[Cells; 3], cells: Cells) -> bool {
    let [a, b, c] = planes.map(|plane| cells & !plane);
    let is_once = [a, b, c].iter().all(|missing| missing.len() <= 1);
    is_once && ((a & b) | (b & c) | (c & a)).is_empty()
}

/// Whether the last block meets the condition of CSP-Rules 2.1. The cells of the first block are taken from
/// the top, the cells of the third block by the columns of the first, and the cells of the last block by the
/// rows of the third. The third block has `xy`, `yz`, `zx` in this order, and the last has `ab`, `bc`, `ca`,
/// where `b` is not `x` and `c` differs from both `a` and `b`; but `a` may be `b`.
fn ends_as_coded(planes: &[Cells; 3], [first, _, third, last]: [Cells; 4]) -> bool {
    let mut third_by_column = [Cell::default(); 3];
    let mut last_by_row = [Cell::default(); 3];
    for (k, cell) in first.enumerate() {
        let mut below = third.filter(|other| other.column() == cell.column());
        third_by_column[k] = below.next().unwrap_or_default();
        let mut beside = last.filter(|other| other.row() == third_by_column[k].row());
        last_by_row[k] = beside.next().unwrap_or_default();
    }
    let has = |cell: Cell, digit: usize| planes[digit].contains(cell);
    let holds = |cells: &[Cell; 3], order: [usize; 3]| {
        (0..3).all(|k| has(cells[k], order[k]) && has(cells[k], order[(k + 1) % 3]))
    };
    let mut orders = PERMUTATIONS.iter().filter(|order| holds(&third_by_column, **order));
    orders.any(|&[x, ..]| {
        let mut all = (0..27).map(|k| [k / 9, k / 3 % 3, k % 3]);
        all.any(|[a, b, c]| b != x && c != a && c != b && holds(&last_by_row, [a, b, c]))
    })
}

//! Where impossible patterns stand among the cells that have three digits.
//!
//! ```text
//!   cells ── those with 3 others that see them, and so on ── cannot be filled? ── columns in 1,296 orders ── rows
//! ```
//!
//! A pattern stands where its rows and columns can be exchanged, bands and stacks kept, so that its cells become cells of the state. Cells that
//! three digits can fill hold no pattern, which ends the search nearly always. A cell that sees fewer than three others can be filled last, so
//! it does not matter for that.

use super::tridagon::PERMUTATIONS;
use crate::budget::{Budget, Within};
use crate::grid::{Cells, PEERS};
use std::collections::HashSet;

/// What a place counts of the budget: cells that have many places take memory.
const PLACE: u64 = 32;

/// Rows and columns exchanged.
pub(super) fn turned(rows: &[u16; 9]) -> [u16; 9] {
    let column = |column: usize| {
        let in_rows = rows.iter().enumerate().filter(|(_, cells)| **cells >> column & 1 == 1);
        in_rows.fold(0, |all, (row, _)| all | 1 << row)
    };
    std::array::from_fn(column)
}

/// What is left when cells that see fewer than three others are taken out again and again.
pub(super) fn core(mut cells: Cells) -> Cells {
    loop {
        let left: Cells = cells.filter(|&cell| (PEERS[cell] & cells).len() >= 3).collect();
        if left == cells {
            return cells;
        }
        cells = left;
    }
}

/// Whether three digits can fill the cells.
pub(super) fn can_be_filled(cells: Cells) -> bool {
    fn fill(open: Cells, allowed: &[Cells; 3]) -> bool {
        let ways = |cell: &usize| allowed.iter().filter(|digit| digit.contains(*cell)).count();
        let Some(cell) = open.min_by_key(|cell| (ways(cell), 81 - (PEERS[*cell] & open).len()))
        else {
            return true;
        };
        (0..3).filter(|&digit| allowed[digit].contains(cell)).any(|digit| {
            let mut left = *allowed;
            left[digit] &= !PEERS[cell];
            let mut open = open;
            open.remove(cell);
            fill(open, &left)
        })
    }
    fill(cells, &[cells; 3])
}

/// Where patterns, given by the columns of their cells in each row, stand among cells given likewise.
pub(super) fn places(
    rows: &[u16; 9],
    patterns: &[(u16, [u16; 9])],
    budget: &mut Budget,
) -> Within<HashSet<(u16, Cells)>> {
    let mut found = HashSet::new();
    if patterns.is_empty() {
        return Ok(found);
    }
    // The fullest rows first: they fit least often.
    let searched: Vec<(u16, [u16; 9], Vec<usize>)> = patterns
        .iter()
        .map(|&(number, pattern)| {
            let mut rows: Vec<usize> = pattern.iter().map(|&row| row.into()).collect();
            rows.retain(|&row| row != 0);
            rows.sort_unstable_by_key(|row| std::cmp::Reverse(row.count_ones()));
            (number, pattern, rows)
        })
        .collect();
    let mut holders = [0_u16; 512];
    for columns in orders() {
        budget.take(64 + patterns.len() as u64 / 16)?;
        // The rows as they are with the columns in this order, and for each set of columns the rows that have it.
        holders.fill(0);
        for (row, cells) in rows.iter().enumerate() {
            let moved = columns.iter().enumerate();
            let moved = moved.fold(0, |all, (to, &from)| all | (cells >> from & 1) << to);
            holders[usize::from(moved)] |= 1 << row;
        }
        for column in 0..9 {
            for set in (0..512).filter(|set| set >> column & 1 == 0) {
                holders[set] |= holders[set | 1 << column];
            }
        }
        for (number, pattern, fullest) in &searched {
            if fullest.iter().all(|&cells| holders[cells & 511] != 0) {
                let known = found.len();
                let held = pattern.map(|cells| holders[usize::from(cells)]);
                each_order_of_rows(&held, &mut |order| {
                    let cells = order.iter().zip(pattern).flat_map(|(&row, &cells)| {
                        let inside = (0..9).filter(move |column| cells >> column & 1 == 1);
                        inside.map(move |column| 9 * row + columns[column])
                    });
                    found.insert((*number, cells.collect()));
                });
                budget.take(PLACE * (found.len() - known) as u64)?;
            }
        }
    }
    Ok(found)
}

/// The 1,296 orders of nine columns that keep stacks together.
fn orders() -> impl Iterator<Item = [usize; 9]> {
    (0..6 * 216).map(|k| {
        let stacks = PERMUTATIONS[k / 216];
        std::array::from_fn(|column| {
            let inside = PERMUTATIONS[k / [36, 6, 1][column / 3] % 6];
            3 * stacks[column / 3] + inside[column % 3]
        })
    })
}

/// Shows every order of the nine rows, bands kept together, in which each is one of those that hold it.
fn each_order_of_rows(held: &[u16; 9], show: &mut impl FnMut([usize; 9])) {
    for bands in PERMUTATIONS {
        let fits = |band: usize, inside: &[usize; 3]| {
            (0..3).all(|row| held[3 * band + row] >> (3 * bands[band] + inside[row]) & 1 == 1)
        };
        let inside = |band: usize| PERMUTATIONS.iter().filter(move |order| fits(band, order));
        for first in inside(0) {
            for second in inside(1) {
                // The third band of a pattern is empty, so that its order does not matter.
                for third in inside(2).take(1) {
                    let within = [first, second, third];
                    show(std::array::from_fn(|row| 3 * bands[row / 3] + within[row / 3][row % 3]));
                }
            }
        }
    }
}

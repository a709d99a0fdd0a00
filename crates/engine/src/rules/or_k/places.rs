//! Search for impossible patterns among the cells that have three digits.
//!
//! ```text
//!   cells ── their core, each seen by 3 others ── cannot be filled? ── stack by stack ── rows
//! ```
//!
//! A pattern has a place if its rows and columns can be exchanged, bands and stacks kept, so that its cells
//! become cells of the state. Cells that three digits can fill hold no pattern, which nearly always ends the
//! search. A cell that sees fewer than three others can be filled last, so it does not matter for this test.
//!
//! Patterns with the same first stacks are searched for together. Each stack of the state, in each order of
//! its columns, is tried for all patterns that share it; a row without a place ends the search for all of
//! them.

use super::tridagon::PERMUTATIONS;
use crate::budget::{Budget, Within, units};
use crate::grid::{Cell, Cells};
use std::cmp::Reverse;
use std::collections::HashSet;

/// Budget units of a place: cells that have many places take memory.
const PLACE: u64 = 32;

/// Returns the cells with rows and columns exchanged.
pub(super) fn turned(rows: &[u16; 9]) -> [u16; 9] {
    let column = |column: usize| {
        let in_rows = rows.iter().enumerate().filter(|(_, cells)| **cells >> column & 1 == 1);
        in_rows.fold(0, |all, (row, _)| all | 1 << row)
    };
    std::array::from_fn(column)
}

/// Returns the cells that remain after repeatedly removing cells that see fewer than three of the rest.
pub(super) fn core(mut cells: Cells) -> Cells {
    loop {
        let left: Cells = cells.filter(|&cell| (cell.peers() & cells).len() >= 3).collect();
        if left == cells {
            return cells;
        }
        cells = left;
    }
}

/// Whether three digits can fill the cells.
pub(super) fn can_be_filled(cells: Cells) -> bool {
    fn fill(open: Cells, allowed: &[Cells; 3]) -> bool {
        let ways = |cell: &Cell| allowed.iter().filter(|digit| digit.contains(*cell)).count();
        let Some(cell) = open.min_by_key(|cell| (ways(cell), 81 - (cell.peers() & open).len())) else {
            return true;
        };
        (0..3).filter(|&digit| allowed[digit].contains(cell)).any(|digit| {
            let mut left = *allowed;
            left[digit] &= !cell.peers();
            let mut open = open;
            open.remove(cell);
            fill(open, &left)
        })
    }
    fill(cells, &[cells; 3])
}

/// Pattern in the form used by the search: its fullest stack is first, and the rows, and the columns of this
/// stack, are in the order that makes it the largest in numbers, so that many patterns begin alike.
pub(super) struct Shape {
    /// Columns of the cells in each row of each stack; a pattern lies in two bands.
    stacks: [[u8; 6]; 3],
}

impl Shape {
    /// Returns the form of a pattern that is given by the columns of its cells in each row.
    pub fn of(rows: &[u16; 9]) -> Shape {
        let stack = |k: usize| [0, 1, 2, 3, 4, 5].map(|row| (rows[row] >> (3 * k) & 7) as u8);
        let mut stacks = [0, 1, 2].map(stack);
        let cells = |stack: &[u8; 6]| stack.iter().map(|row| row.count_ones()).sum::<u32>();
        stacks.sort_by_key(|stack| Reverse(cells(stack)));
        let orders = PERMUTATIONS.iter().flat_map(|upper| {
            let both = |lower: &[usize; 3]| {
                std::array::from_fn(|row| if row < 3 { upper[row] } else { 3 + lower[row - 3] })
            };
            let each = PERMUTATIONS.map(|lower| both(&lower));
            each.into_iter().flat_map(|order: [usize; 6]| [order, order.map(|row| (row + 3) % 6)])
        });
        let forms = orders.flat_map(|order| {
            let [first, second, third] = stacks.map(|stack| order.map(|row| stack[row]));
            let moved = |columns: [usize; 3]| {
                first.map(|row| (0..3).fold(0, |all, to| all | (row >> columns[to] & 1) << to))
            };
            PERMUTATIONS.map(moved).map(|first| [first, second, third])
        });
        Shape { stacks: forms.max().unwrap_or(stacks) }
    }

    /// Returns the columns of the cells of a row.
    fn columns(&self, row: usize) -> impl Iterator<Item = usize> {
        let cells = [0, 1, 2].map(|stack| self.stacks[stack][row]);
        (0..9).filter(move |column| cells[column / 3] >> (column % 3) & 1 == 1)
    }
}

/// Finds the places of patterns among cells, given by their columns in each row.
pub(super) fn places<'a>(
    rows: &[u16; 9], patterns: impl Iterator<Item = (u16, &'a Shape)>, budget: &mut Budget,
) -> Within<HashSet<(u16, Cells)>> {
    let mut sorted: Vec<(u16, &Shape)> = patterns.collect();
    sorted.sort_unstable_by_key(|(_, shape)| shape.stacks);
    let mut search = PlaceSearch { holders: holders(rows), found: HashSet::new(), budget };
    search.descend(&sorted, &mut Vec::new(), &[0x1ff; 6])?;
    Ok(search.found)
}

/// Rows that have at least a given set of cells in a stack, for each stack of the state, each order of the
/// stack's columns, and each set of cells.
type Holders = [[[u16; 8]; 6]; 3];

fn holders(rows: &[u16; 9]) -> Holders {
    let of = |stack: usize, order: [usize; 3], wanted: usize| {
        let has = |cells: u16, to: usize| cells >> (3 * stack + order[to]) & 1 == 1;
        let holds = |cells: u16| (0..3).all(|to| wanted >> to & 1 == 0 || has(cells, to));
        let holding = (0..9).filter(|&row| holds(rows[row]));
        holding.fold(0, |all, row| all | 1 << row)
    };
    std::array::from_fn(|stack| {
        PERMUTATIONS.map(|order| std::array::from_fn(|wanted| of(stack, order, wanted)))
    })
}

/// Bands that have a row of each set of rows, one bit each.
static BANDS: [u8; 512] = {
    let mut all = [0; 512];
    let mut set = 0;
    while set < 512 {
        let bands = [set & 7, set >> 3 & 7, set >> 6];
        all[set] = (bands[0] != 0) as u8 | ((bands[1] != 0) as u8) << 1 | ((bands[2] != 0) as u8) << 2;
        set += 1;
    }
    all
};

struct PlaceSearch<'a> {
    holders: Holders,
    found: HashSet<(u16, Cells)>,
    budget: &'a mut Budget,
}

impl PlaceSearch<'_> {
    /// Searches for patterns with the same first stacks. `taken` says which stacks of the state these first
    /// stacks are, and in which order their columns are. Each row of the patterns can be any of its `held`
    /// rows of the state.
    fn descend(
        &mut self, patterns: &[(u16, &Shape)], taken: &mut Vec<(usize, usize)>, held: &[u16; 6],
    ) -> Within {
        let at = taken.len();
        if at == 3 {
            return patterns.iter().try_for_each(|&(number, shape)| self.place(number, shape, taken, held));
        }
        for alike in patterns.chunk_by(|one, other| one.1.stacks[at] == other.1.stacks[at]) {
            let wanted = alike[0].1.stacks[at];
            let orders = different_orders(&wanted);
            for (stack, order) in (0..18).map(|k| (k / 6, k % 6)) {
                if orders >> order & 1 == 0 || taken.iter().any(|one| one.0 == stack) {
                    continue;
                }
                self.budget.take(1)?;
                if let Some(held) = narrowed(held, &wanted, &self.holders[stack][order]) {
                    taken.push((stack, order));
                    self.descend(alike, taken, &held)?;
                    taken.pop();
                }
            }
        }
        Ok(())
    }

    /// Adds the places of a pattern whose stacks are the `taken` ones.
    fn place(&mut self, number: u16, shape: &Shape, taken: &[(usize, usize)], held: &[u16; 6]) -> Within {
        let known = self.found.len();
        each_order_of_rows(held, &mut |order| {
            let cells = order.iter().enumerate().flat_map(|(to, &row)| {
                shape.columns(to).map(move |column| {
                    let (stack, order) = taken[column / 3];
                    Cell::at(row, 3 * stack + PERMUTATIONS[order][column % 3])
                })
            });
            self.found.insert((number, cells.collect()));
        });
        self.budget.take(PLACE * units(self.found.len() - known))
    }
}

/// Returns the orders of the columns of a stack, one bit each, that differ for a pattern whose next stack is
/// `wanted`: columns with the same cells, or none, are in ascending order.
fn different_orders(wanted: &[u8; 6]) -> u8 {
    let are_equal = |[one, other]: [usize; 2]| wanted.iter().all(|row| row >> one & 1 == row >> other & 1);
    let equal = [[0, 1], [0, 2], [1, 2]].into_iter().filter(|&pair| are_equal(pair));
    let ascends = |[one, other]: [usize; 2]| {
        (0..6).filter(|&k| PERMUTATIONS[k][one] < PERMUTATIONS[k][other]).fold(0, |all, k| all | 1 << k)
    };
    equal.map(ascends).fold(0x3f, |all, orders: u8| all & orders)
}

/// Returns the rows of the state that each row of a pattern can still be if its next stack is `wanted`, or
/// `None` if a row has no place.
fn narrowed(held: &[u16; 6], wanted: &[u8; 6], holders: &[u16; 8]) -> Option<[u16; 6]> {
    let mut bands = [7; 2];
    let mut now = [0; 6];
    for row in 0..6 {
        now[row] = held[row] & holders[usize::from(wanted[row])];
        bands[row / 3] &= BANDS[usize::from(now[row])];
        if bands[row / 3] == 0 {
            return None;
        }
    }
    // The two bands of the pattern are in different bands of the state.
    ((bands[0] | bands[1]).count_ones() > 1).then_some(now)
}

/// Shows every order of the rows of two bands that keeps the bands together and puts each row in one of the
/// rows that hold it.
fn each_order_of_rows(held: &[u16; 6], show: &mut impl FnMut([usize; 6])) {
    for bands in PERMUTATIONS {
        let fits = |band: usize, inside: &[usize; 3]| {
            (0..3).all(|row| held[3 * band + row] >> (3 * bands[band] + inside[row]) & 1 == 1)
        };
        let inside = |band: usize| PERMUTATIONS.iter().filter(move |order| fits(band, order));
        for first in inside(0) {
            for second in inside(1) {
                let within = [first, second];
                show(std::array::from_fn(|row| 3 * bands[row / 3] + within[row / 3][row % 3]));
            }
        }
    }
}

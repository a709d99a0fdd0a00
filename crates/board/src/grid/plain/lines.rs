//! Bit-parallel queries on the plane of one digit, answered for all 27 houses at once.
//!
//! Every query is reduced to groups of three slots. With `o` = "this mini-row holds the digit", one bit for
//! each mini-row:
//!
//! ```text
//!   o: bits 0 3 6 | 9 12 15 | 18 21 24   one band: 3 rows of 3 mini-rows
//!      a row is 3 slots 3 apart; a block is 3 slots 9 apart
//! ```
//!
//! and likewise for mini-columns (one bit for each, in the first row of its band): a column is 3 slots
//! 27 apart, a block 3 neighbouring slots. "The other two slots" of a group are found by a rotation.

use crate::grid::{Cells, cells::BAND};

/// Returns `count` bits from bit 0 on, `step` apart.
const fn every(step: u32, count: u32) -> u128 {
    let mut bits = 0;
    let mut k = 0;
    while k < count {
        bits |= 1 << (step * k);
        k += 1;
    }
    bits
}

/// Left ends of the 27 mini-rows.
const MINIROWS: u128 = every(3, 27);
/// Left ends of the 9 rows.
const ROWS: u128 = every(9, 9);
/// Top left corners of the 9 blocks: the first mini-row and the first mini-column of each.
const BLOCKS: u128 = every(3, 3) * every(27, 3);
/// Top ends of the 27 mini-columns.
const MINICOLUMNS: u128 = 0x1ff * every(27, 3);

/// Returns the two other slots of the group of each slot. A group is three slots `step` apart; `first` are
/// the first slots of all groups.
#[inline]
const fn others(slots: u128, step: u32, first: u128) -> u128 {
    let last = first << (2 * step);
    let not_last = first | first << step;
    let not_first = first << step | last;
    slots >> step & not_last
        | slots << (2 * step) & last
        | slots >> (2 * step) & first
        | slots << step & not_first
}

/// Finds the cells of `plane` that are its only cell in their row, column or block; also returns whether
/// every house has a cell of `plane`.
///
/// A cell is alone in its row if it is alone in its mini-row and no other mini-row of the row holds the
/// digit: a table over the 512 sets of mini-rows of a band gives the latter. (Counting with shifts, with the
/// three bands as lanes of a vector, took 17 % more instructions for a whole run of singles on 17-clue
/// puzzles.)
#[inline(always)]
#[doc(hidden)]
pub fn alone_in_some_house(plane: Cells) -> (Cells, bool) {
    let bands = plane.bands();
    let [x, y, z] = bands;
    // For the columns, fold the nine rows.
    let (some, more) = (x | y | z, x & y | z & (x | y));
    let (s1, s2) = (some >> 9, some >> 18);
    let one = (some | s1 | s2) & 0x1ff;
    let two = more | more >> 9 | more >> 18 | some & s1 | s2 & (some | s1);
    let column = one & !two;
    let columns = column | column << 9 | column << 18;
    let (mut alone, mut full) = ([0; 3], FULL);
    for k in 0..3 {
        let (lines, single) = only_minirows(bands[k]);
        alone[k] = bands[k] & (lines & single | columns);
        full &= lines;
    }
    (Cells::of_bands(alone), one == 0x1ff && full != 0)
}

/// Removes cells that are alone in a house, again and again. The cells left contain every closed loop of
/// cells with two in each house that it visits.
#[doc(hidden)]
pub fn on_loops(mut cells: Cells) -> Cells {
    loop {
        let (alone, _) = alone_in_some_house(cells);
        if alone.is_empty() {
            return cells;
        }
        cells -= alone;
    }
}

/// Finds the mini-rows of a band that are the only ones of their row or block to hold the digit, with
/// [`FULL`] set if every row and block has the digit; and the mini-rows that hold the digit once. Both are
/// sets of cells.
#[inline]
fn only_minirows(band: u32) -> (u32, u32) {
    let minirows = MINIROWS as u32 & BAND;
    let (a, b, c) = (band & minirows, band >> 1 & minirows, band >> 2 & minirows);
    let some = a | b | c;
    let once = some & !(a & b | c & (a | b));
    let lines = ONLY[fold_minirows(some)];
    (lines, (once << 3) - once)
}

/// Folds the left ends of some mini-rows of a band, bits 0 3 6 (first row), 9 12 15, 18 21 24, to an index
/// with bits 3·block + row.
#[inline]
#[doc(hidden)]
pub const fn fold_minirows(ends: u32) -> usize {
    // Copies 0, 8 and 16 places to the left: all rows meet at bits 16 to 24, and no two meet elsewhere.
    (ends.wrapping_mul(0x1_0101) >> 16 & 0x1ff) as usize
}

/// Mark that every row and block of a band has the digit, for [`only_minirows`].
const FULL: u32 = 1 << 31;

/// First result of [`only_minirows`] for each set of mini-rows, where a mini-row is bit 3·block + row.
static ONLY: [u32; 512] = {
    let mut table = [0; 512];
    let mut held = 0;
    while held < 512 {
        let mut full = true;
        let mut line = 0;
        while line < 3 {
            // The mini-rows of a row and of a block, and the only one that holds the digit, if any.
            let lines = [0b001_001_001 << line, 0b111 << (3 * line)];
            let mut k = 0;
            while k < 2 {
                let places = held & lines[k];
                full &= places != 0;
                if (places as u32).count_ones() == 1 {
                    let place = (places as u32).trailing_zeros();
                    table[held] |= 0b111 << (9 * (place % 3) + 3 * (place / 3));
                }
                k += 1;
            }
            line += 1;
        }
        if full {
            table[held] |= FULL;
        }
        held += 1;
    }
    table
};

/// Returns the cells of `plane` that are one of two in their row, in their column, in their block.
#[inline]
#[doc(hidden)]
pub fn in_pairs(plane: Cells) -> [Cells; 3] {
    let p = plane.0;
    let minirows = at_least([p, p >> 1, p >> 2].map(|slots| [slots & MINIROWS, 0, 0]));
    let rows = [0, 3, 6].map(|slot| minirows.map(|count| count >> slot & ROWS));
    let blocks = [0, 9, 18].map(|slot| minirows.map(|count| count >> slot & BLOCKS));
    let columns = [0, 27, 54].map(|slot| [p >> slot & u128::from(BAND), 0, 0]);
    let bands = at_least(columns);
    let columns = [0, 9, 18].map(|slot| bands.map(|count| count >> slot & 0x1ff));
    // A row is 9 neighbouring bits, a block three times 3, a column every ninth bit.
    let rows = two(rows) * 0x1ff;
    let blocks = two(blocks) * 0x1c0e07;
    let columns = two(columns) * every(9, 9);
    [Cells(p & rows), Cells(p & columns), Cells(p & blocks)]
}

/// Adds three counts, each represented bit by bit as "at least 1, 2, 3".
#[inline]
fn at_least([a, b, c]: [[u128; 3]; 3]) -> [u128; 3] {
    let add = |a: [u128; 3], b: [u128; 3]| {
        [a[0] | b[0], a[1] | b[1] | a[0] & b[0], a[2] | b[2] | a[0] & b[1] | a[1] & b[0]]
    };
    add(add(a, b), c)
}

/// Returns the bits at which the sum of three counts is exactly 2.
#[inline]
fn two(counts: [[u128; 3]; 3]) -> u128 {
    let [_, two, three] = at_least(counts);
    two & !three
}

/// Finds Whip[1] on the plane of one digit: the cells that a row/block or column/block interaction removes
/// from `plane`, and the number of CSP variables (a digit in a row, column or block whose cells all lie in
/// one segment) that remove at least one.
#[inline]
#[doc(hidden)]
pub fn locked(plane: Cells) -> (Cells, u32) {
    let p = plane.0;
    let o = (p | p >> 1 | p >> 2) & MINIROWS;
    let (rows, fired_r) = locked_segments(o, 3, ROWS, 9, BLOCKS);
    let rows = (rows << 3) - rows;
    let o = (p | p >> 9 | p >> 18) & MINICOLUMNS;
    let (columns, fired_c) = locked_segments(o, 27, 0x1ff, 1, BLOCKS);
    let columns = columns | columns << 9 | columns << 18;
    (Cells(p & (rows | columns)), fired_r + fired_c)
}

/// Finds the segments emptied by interactions between the lines (slots `line` apart) and the blocks (slots
/// `block` apart) that share the segments `o`, and the number of lines and blocks that empty any.
#[inline]
fn locked_segments(o: u128, line: u32, lines: u128, block: u32, blocks: u128) -> (u128, u32) {
    let in_line = others(o, line, lines);
    let in_block = others(o, block, blocks);
    let by_line = o & !in_line & in_block;
    let by_block = o & !in_block & in_line;
    if by_line | by_block == 0 {
        return (0, 0);
    }
    let emptied = others(by_line, block, blocks) | others(by_block, line, lines);
    (emptied & o, by_line.count_ones() + by_block.count_ones())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, PLAIN};

    fn planes() -> impl Iterator<Item = Cells> {
        let mut x = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = move || {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            u128::from(x)
        };
        (0..if cfg!(miri) { 40 } else { 4000 }).map(move |k| {
            let word = next() << 64 | next();
            let mask = (0..k % 4).fold(word, |w, _| w & (next() << 64 | next()));
            Cells(mask & Cells::ALL.0)
        })
    }

    #[test]
    fn alone_equals_its_naive_twin() {
        for plane in planes() {
            let alone = plane
                .filter(|&cell| PLAIN.houses.iter().any(|&h| h.contains(cell) && (h & plane).len() == 1))
                .collect();
            let full = PLAIN.houses.iter().all(|&house| house.intersects(plane));
            assert_eq!(alone_in_some_house(plane), (alone, full), "{plane:?}");
        }
    }

    #[test]
    fn loops_equal_their_naive_twin() {
        for plane in planes() {
            let mut left = plane;
            let is_alone =
                |left: Cells, cell: &Cell| PLAIN.houses.iter().any(|&house| house & left == Cells::of(*cell));
            while let Some(cell) = left.filter(|cell| is_alone(left, cell)).last() {
                left.remove(cell);
            }
            assert_eq!(on_loops(plane), left, "{plane:?}");
        }
    }

    #[test]
    fn pairs_equal_their_naive_twin() {
        for plane in planes() {
            let pairs = [0, 9, 18].map(|first| {
                let houses = PLAIN.houses[first..first + 9].iter().map(|&house| house & plane);
                houses.filter(|cells| cells.len() == 2).fold(Cells::EMPTY, |all, two| all | two)
            });
            assert_eq!(in_pairs(plane), pairs, "{plane:?}");
        }
    }

    #[test]
    fn locked_equals_its_naive_twin() {
        for plane in planes() {
            let (mut removed, mut fired) = (Cells::EMPTY, 0);
            for house in PLAIN.houses {
                let held = house & plane;
                let targets = PLAIN
                    .houses
                    .iter()
                    .filter(|&&other| other != house && !held.is_empty() && held.is_subset(other))
                    .fold(Cells::EMPTY, |all, &other| all | ((other & plane) - house));
                fired += u32::from(!targets.is_empty());
                removed |= targets;
            }
            // A variable with one cell left is a single, not an interaction: it fires in both directions. The
            // fast twin is only called if no such variable is open.
            let single = PLAIN.houses.iter().any(|&house| (house & plane).len() == 1);
            if !single {
                assert_eq!(locked(plane), (removed, fired), "{plane:?}");
            }
        }
    }
}

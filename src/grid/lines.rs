//! Bit-parallel questions about one digit plane, answered for all 27 houses at once.
//!
//! Every question is reduced to three-slot groups. With `o` = "this mini-row holds the digit",
//! one bit a mini-row:
//!
//! ```text
//!   o: bits 0 3 6 | 9 12 15 | 18 21 24   one band: 3 rows of 3 mini-rows
//!      a row is 3 slots 3 apart; a block is 3 slots 9 apart
//! ```
//!
//! and the same for mini-columns (one bit a mini-column, in the first row of its band): a column is 3
//! slots 27 apart, a block 3 neighbouring slots. "The other two slots" of a group is a rotation.

use super::Cells;

/// Every `step`-th bit from 0, `count` of them.
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
/// The 27 cells of the first band.
const BAND: u32 = (1 << 27) - 1;

/// The two other slots of each group of three slots `step` apart, `first` being the first slots.
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

/// The cells of `plane` that are its only cell in their row, column or block; and whether every
/// house has a cell of it.
///
/// The three bands are lanes of one vector, so that a shift is one instruction (a shift of 128 bits is three).
#[inline]
pub(crate) fn alone_in_some_house(plane: Cells) -> (Cells, bool) {
    let lanes = [plane.0 as u32, (plane.0 >> 27) as u32, (plane.0 >> 54) as u32, 0];
    let bands: [u32; 4] = std::array::from_fn(|lane| lanes[lane] & BAND);
    let alone: [u32; 4] = std::array::from_fn(|lane| alone_in_row_or_block(bands[lane]));
    // Columns: fold the nine rows.
    let [x, y, z, _] = bands;
    let (some, more) = (x | y | z, x & y | z & (x | y));
    let (one, two) = at_least(some, more, 9);
    let column = one & !two & 0x1ff;
    let columns = column | column << 9 | column << 18;
    let found =
        |lane: usize| u128::from(bands[lane] & (alone[lane] & BAND | columns)) << (27 * lane);
    let full = one & 0x1ff == 0x1ff && (alone[0] & alone[1] & alone[2]) & FULL != 0;
    (Cells(found(0) | found(1) | found(2)), full)
}

/// The rows and blocks of a band that hold exactly one cell of it, as sets of cells; [`FULL`] is added if
/// none of them is empty.
#[inline]
fn alone_in_row_or_block(band: u32) -> u32 {
    // Per mini-row: at least one, at least two.
    let minirows = MINIROWS as u32 & BAND;
    let (a, b, c) = (band & minirows, band >> 1 & minirows, band >> 2 & minirows);
    let (some, more) = (a | b | c, a & b | c & (a | b));
    let (one_r, two_r) = at_least(some, more, 3);
    let (one_b, two_b) = at_least(some, more, 9);
    let (rows, blocks) = (ROWS as u32 & BAND, BLOCKS as u32 & 0x1ff);
    let row = one_r & !two_r & rows;
    let block = one_b & !two_b & blocks;
    let block = (block << 3) - block;
    let full = u32::from(one_r & rows == rows) & u32::from(one_b & blocks == blocks);
    (row << 9) - row | block | block << 9 | block << 18 | full << 31
}

/// See [`alone_in_row_or_block`].
const FULL: u32 = 1 << 31;

/// For groups of three slots `step` apart, at the first slot: at least one, at least two.
#[inline]
fn at_least(some: u32, more: u32, step: u32) -> (u32, u32) {
    let (s1, s2) = (some >> step, some >> (2 * step));
    let two = more | more >> step | more >> (2 * step) | some & s1 | s2 & (some | s1);
    (some | s1 | s2, two)
}

/// Whip[1] on one digit plane: the cells that a row/block or column/block interaction removes from
/// `plane`, and how many CSP variables (a digit in a row, column or block whose cells all lie in one
/// segment) remove at least one.
#[inline]
pub(crate) fn locked(plane: Cells) -> (Cells, u32) {
    let p = plane.0;
    let o = (p | p >> 1 | p >> 2) & MINIROWS;
    let (rows, fired_r) = locked_segments(o, 3, ROWS, 9, BLOCKS);
    let rows = (rows << 3) - rows;
    let o = (p | p >> 9 | p >> 18) & MINICOLUMNS;
    let (columns, fired_c) = locked_segments(o, 27, 0x1ff, 1, BLOCKS);
    let columns = columns | columns << 9 | columns << 18;
    (Cells(p & (rows | columns)), fired_r + fired_c)
}

/// Segments emptied by interactions between the lines (slots `line` apart) and the blocks (slots
/// `block` apart) that share the segments `o`, and the number of lines and blocks that empty any.
#[inline]
fn locked_segments(o: u128, line: u32, lines: u128, block: u32, blocks: u128) -> (u128, u32) {
    let in_line = others(o, line, lines);
    let in_block = others(o, block, blocks);
    let by_line = o & !in_line & in_block;
    let by_block = o & !in_block & in_line;
    let emptied = others(by_line, block, blocks) | others(by_block, line, lines);
    (emptied & o, by_line.count_ones() + by_block.count_ones())
}

#[cfg(test)]
mod tests {
    use super::super::HOUSES;
    use super::*;

    fn planes() -> impl Iterator<Item = Cells> {
        let mut x = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = move || {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            u128::from(x)
        };
        (0..4000).map(move |k| {
            let word = next() << 64 | next();
            let mask = (0..k % 4).fold(word, |w, _| w & (next() << 64 | next()));
            Cells(mask & Cells::ALL.0)
        })
    }

    #[test]
    fn alone_equals_its_naive_twin() {
        for plane in planes() {
            let alone = plane
                .filter(|&cell| HOUSES.iter().any(|&h| h.contains(cell) && (h & plane).len() == 1))
                .collect();
            let full = HOUSES.iter().all(|&house| house.intersects(plane));
            assert_eq!(alone_in_some_house(plane), (alone, full), "{plane:?}");
        }
    }

    #[test]
    fn locked_equals_its_naive_twin() {
        for plane in planes() {
            let (mut removed, mut fired) = (Cells::EMPTY, 0);
            for house in HOUSES {
                let held = house & plane;
                let targets = HOUSES
                    .iter()
                    .filter(|&&other| other != house && !held.is_empty() && held.is_subset(other))
                    .fold(Cells::EMPTY, |all, &other| all | ((other & plane) - house));
                fired += u32::from(!targets.is_empty());
                removed |= targets;
            }
            // A variable with one cell left is a single, not an interaction: rows and columns see
            // it in both directions. The fast twin is only asked when no such variable is open.
            let single = HOUSES.iter().any(|&house| (house & plane).len() == 1);
            if !single {
                assert_eq!(locked(plane), (removed, fired), "{plane:?}");
            }
        }
    }
}

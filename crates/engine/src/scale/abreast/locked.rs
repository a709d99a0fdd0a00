//! Locked candidates.

use super::lanes::{Lanes, PLACED, Row};
use crate::wide::wide;

impl Lanes {
    wide! {
        pub(super) fn exclude_locked(among: Row) -> Row = exclude_locked_avx2 or exclude_locked_portable;
    }

    /// Excludes locked candidates in the lanes `among`. Returns the lanes in which something was excluded.
    #[inline(always)]
    pub(super) fn exclude_locked_portable(&mut self, among: Row) -> Row {
        let mut moved = Row::EMPTY;
        for plane in &mut self.kept[..PLACED] {
            for band in 0..3 {
                // Loops, not `map`: the closure of an array's `map` is not always inlined, and then not
                // compiled for wide registers.
                let mut rows = [[Row::EMPTY; 3]; 3];
                for (row, stack) in (0..9).map(|k| (k / 3, k % 3)) {
                    let cells = &plane[3 * band + row];
                    rows[row][stack] = cells[3 * stack] | cells[3 * stack + 1] | cells[3 * stack + 2];
                }
                let excluded = locked(rows);
                for row in 0..3 {
                    for column in 0..9 {
                        let cell = &mut plane[3 * band + row][column];
                        let goes = *cell & excluded[row][column / 3] & among;
                        moved |= goes;
                        *cell = *cell - goes;
                    }
                }
            }
            for stack in 0..3 {
                let mut columns = [[Row::EMPTY; 3]; 3];
                for (column, band) in (0..9).map(|k| (k / 3, k % 3)) {
                    let cell = |row: usize| plane[3 * band + row][3 * stack + column];
                    columns[column][band] = cell(0) | cell(1) | cell(2);
                }
                let excluded = locked(columns);
                for column in 0..3 {
                    for row in 0..9 {
                        let cell = &mut plane[row][3 * stack + column];
                        let goes = *cell & excluded[column][row / 3] & among;
                        moved |= goes;
                        *cell = *cell - goes;
                    }
                }
            }
        }
        moved
    }
}

/// Returns the exclusions at the crossings of three lines with three blocks, given which crossings hold the
/// digit: the line is confined to another block, or the block to another line.
#[inline(always)]
fn locked(held: [[Row; 3]; 3]) -> [[Row; 3]; 3] {
    let mut excluded = [[Row::EMPTY; 3]; 3];
    for (line, block) in (0..9).map(|k| (k / 3, k % 3)) {
        let [a, b] = [(line + 1) % 3, (line + 2) % 3];
        let [x, y] = [(block + 1) % 3, (block + 2) % 3];
        let own = held[line][block];
        let in_line = own - (held[line][x] | held[line][y]);
        let in_block = own - (held[a][block] | held[b][block]);
        excluded[a][block] |= in_line;
        excluded[b][block] |= in_line;
        excluded[line][x] |= in_block;
        excluded[line][y] |= in_block;
    }
    excluded
}

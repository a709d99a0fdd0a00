//! Rounds of singles.
//!
//! ```text
//!   plane of a row for each cell   in a round of one lane
//!   due[digit], all                placed in the round before: the cell loses its other digits, and is
//!                                  decided
//!     └▶ single                    the cell has one candidate, and is not decided
//!        open                      undecided cells, in which hidden singles may be placed; if placements
//!          │                       are counted, only in lanes without naked singles
//!          └▶ due[digit], all      placed in this round: kept[digit], if single, or open and alone in a
//!                                  house
//!               └▶ kept[digit]     the digit is removed from the houses of due[digit], not from its cells
//! ```

use super::OpeningPlan;
use super::lanes::{Lanes, NAKED, NOWHERE, PLACED, Plane, Row};
use crate::grid::Digit;
use crate::wide::wide;

impl Lanes {
    wide! {
        pub(super) fn round() = round_avx2 or round_portable;
    }

    /// Decides the cells of the round before, finds the singles due in this one, and removes their digits
    /// from the houses of their cells.
    #[inline(always)]
    pub(super) fn round_portable(&mut self) {
        let counts = matches!(self.plan, OpeningPlan::Counted | OpeningPlan::Tallied);
        let mut hidden_in = Row::FULL;
        for row in 0..9 {
            for column in 0..9 {
                let [once, twice] = self.clear_cell(row, column);
                let single = once - twice - self.kept[PLACED][row][column];
                self.single[row][column] = single;
                if counts {
                    self.kept[NAKED][row][column] |= single;
                    hidden_in = hidden_in - single;
                }
            }
        }
        for row in 0..9 {
            for column in 0..9 {
                self.open[row][column] = hidden_in - self.kept[PLACED][row][column];
            }
        }
        self.all = NOWHERE;
        let mut alone = Alone::default();
        for digit in Digit::all() {
            let plane = &mut self.kept[digit];
            if !counts {
                let taken = self.all.as_flattened();
                for (cell, taken) in plane.as_flattened_mut().iter_mut().zip(taken) {
                    *cell = *cell - *taken;
                }
            }
            let mut full = Row::FULL;
            alone.find(plane, &mut full);
            for row in 0..9 {
                for stack in 0..3 {
                    let line = alone.rows[row] | alone.blocks[row / 3][stack];
                    for column in 3 * stack..3 * stack + 3 {
                        let hidden = (line | alone.columns[column]) & self.open[row][column];
                        let due = plane[row][column] & (hidden | self.single[row][column]);
                        self.due[digit][row][column] = due;
                        self.all[row][column] |= due;
                    }
                }
            }
            self.clear_houses(digit);
        }
        self.moved = Row::EMPTY;
        for cell in self.all.as_flattened() {
            self.moved |= *cell;
        }
    }

    /// Removes the other digits from a cell in which one is due, and decides the cell. Returns the lanes in
    /// which the cell then has a digit, and those in which it has several.
    #[inline(always)]
    fn clear_cell(&mut self, row: usize, column: usize) -> [Row; 2] {
        let (mut once, mut twice) = (Row::EMPTY, Row::EMPTY);
        let decided = self.all[row][column];
        for (plane, due) in self.kept.iter_mut().zip(&self.due) {
            let alive = plane[row][column] - (decided - due[row][column]);
            plane[row][column] = alive;
            twice |= once & alive;
            once |= alive;
        }
        self.kept[PLACED][row][column] |= decided;
        [once, twice]
    }

    /// Removes a digit from the houses in which it is due.
    #[inline(always)]
    pub(super) fn clear_houses(&mut self, digit: Digit) {
        let (plane, due) = (&mut self.kept[digit], &self.due[digit]);
        let mut columns = due[0];
        for row in &due[1..] {
            for column in 0..9 {
                columns[column] |= row[column];
            }
        }
        for band in 0..3 {
            let (mut rows, mut blocks) = ([Row::EMPTY; 3], [Row::EMPTY; 3]);
            for row in 0..3 {
                let due = &due[3 * band + row];
                for stack in 0..3 {
                    let minirow = due[3 * stack] | due[3 * stack + 1] | due[3 * stack + 2];
                    rows[row] |= minirow;
                    blocks[stack] |= minirow;
                }
            }
            for row in 0..3 {
                let (plane, due) = (&mut plane[3 * band + row], &due[3 * band + row]);
                for stack in 0..3 {
                    let line = rows[row] | blocks[stack];
                    for column in 3 * stack..3 * stack + 3 {
                        plane[column] = (plane[column] - (line | columns[column])) | due[column];
                    }
                }
            }
        }
    }

    /// Decides the cells of the last round, and finds the lanes with a contradiction: a cell without
    /// candidates, a house without places for a digit, a decided cell with two digits, a digit decided twice
    /// in a house.
    #[inline(always)]
    pub(super) fn find_wrong(&mut self) {
        let (mut wrong, mut full) = (Row::EMPTY, Row::FULL);
        for row in 0..9 {
            for column in 0..9 {
                let [once, twice] = self.clear_cell(row, column);
                full = full & once;
                wrong |= twice & self.kept[PLACED][row][column];
            }
        }
        let mut alone = Alone::default();
        for plane in &self.kept[..9] {
            alone.find(plane, &mut full);
            for row in 0..9 {
                for column in 0..9 {
                    let block = alone.blocks[row / 3][column / 3];
                    let alone = alone.rows[row] & alone.columns[column] & block;
                    wrong |= plane[row][column] & (self.kept[PLACED][row][column] - alone);
                }
            }
        }
        self.wrong = wrong | (Row::FULL - full);
    }
}

/// Lanes in which a digit has one place in a house.
#[derive(Default)]
struct Alone {
    rows: [Row; 9],
    columns: [Row; 9],
    blocks: [[Row; 3]; 3],
}

impl Alone {
    /// Finds the lanes of a plane, and keeps in `full` the lanes in which the digit has a place in all
    /// houses. (If returned, they would be copied by calls.)
    #[inline(always)]
    fn find(&mut self, plane: &Plane, full: &mut Row) {
        let Alone { rows, columns, blocks } = self;
        for band in 0..3 {
            let mut minirows = [[[Row::EMPTY; 2]; 3]; 3];
            for row in 0..3 {
                for stack in 0..3 {
                    let cells = &plane[3 * band + row];
                    let [a, b, c] = [cells[3 * stack], cells[3 * stack + 1], cells[3 * stack + 2]];
                    let two = a | b;
                    minirows[row][stack] = [two | c, a & b | two & c];
                }
                rows[3 * band + row] = only(fold(minirows[row]), full);
            }
            for stack in 0..3 {
                let [a, b, c] = [minirows[0][stack], minirows[1][stack], minirows[2][stack]];
                blocks[band][stack] = only(fold([a, b, c]), full);
            }
        }
        for column in 0..9 {
            let (mut some, mut several) = (plane[0][column], Row::EMPTY);
            for row in &plane[1..] {
                several |= some & row[column];
                some |= row[column];
            }
            columns[column] = only([some, several], full);
        }
    }
}

/// Returns the lanes in which a house has exactly one place, given the lanes with some places and the lanes
/// with several; removes from `full` the lanes in which the house has no place.
#[inline(always)]
fn only([some, several]: [Row; 2], full: &mut Row) -> Row {
    *full = *full & some;
    some - several
}

/// Returns the lanes with some and with several, given both for three parts.
#[inline(always)]
fn fold([a, b, c]: [[Row; 2]; 3]) -> [Row; 2] {
    let two = a[0] | b[0];
    [two | c[0], a[1] | b[1] | c[1] | a[0] & b[0] | two & c[0]]
}

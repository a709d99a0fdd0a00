//! Locked candidates with the counts of a climb: patterns, candidates that they remove, and the singles after
//! them.
//!
//! A climb asks for locked candidates when no single is left, and applies all of them at once. So does each
//! lane here: it is due if its last round placed nothing. All exclusions of rows and columns are found before
//! any is applied.

use super::super::opening::LockedEnd;
use super::lanes::{Ends, FEW, Lanes, NAKED, PLACED, Row, get};
use crate::grid::{Cells, Grid, Progress, exhaust};
use crate::wide::wide;

/// A number in each lane, with one row for each bit, the lowest first.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Counter<const BITS: usize>([Row; BITS]);

/// Counts in each lane.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Tallies {
    /// Patterns. Each empties a segment (a mini-row or a mini-column of a digit) that has a candidate, and
    /// candidates are removed once. At most eight patterns empty segments of one candidate: 8 × 729 = 5,832.
    patterns: Counter<13>,
    /// Candidates removed, at most 729.
    eliminations: Counter<10>,
}

impl Tallies {
    pub const NONE: Tallies = Tallies { patterns: Counter::ZERO, eliminations: Counter::ZERO };
}

impl<const BITS: usize> Counter<BITS> {
    const ZERO: Counter<BITS> = Counter([Row::EMPTY; BITS]);

    /// Adds this power of two in these lanes.
    #[inline(always)]
    fn add(&mut self, mut lanes: Row, power: usize) {
        for bit in &mut self.0[power..] {
            if lanes.is_empty() {
                return;
            }
            let carry = *bit & lanes;
            *bit = *bit ^ lanes;
            lanes = carry;
        }
    }

    /// Adds three rows.
    #[inline(always)]
    fn add_three(&mut self, [a, b, c]: [Row; 3]) {
        let odd = a ^ b;
        self.add(odd ^ c, 0);
        self.add(a & b | odd & c, 1);
    }

    /// Returns the number in a lane.
    fn of(&self, lane: usize) -> u32 {
        let bits = self.0.iter().rev();
        bits.fold(0, |number, bit| number << 1 | u32::from(bit.contains(lane)))
    }
}

impl Lanes {
    wide! {
        pub(super) fn exclude_tallied(among: Row) -> Row = exclude_tallied_avx2 or exclude_tallied_portable;
    }

    /// Continues from where singles have ended, until more may be found in only a few lanes.
    pub(super) fn play_tallied(&mut self) {
        self.singles = Ends { words: self.words, moved: self.moved, wrong: self.wrong };
        self.tallies = Tallies::NONE;
        loop {
            let due = Row::FULL - (self.moved | self.settled[1]);
            let excluded = self.exclude_tallied(due);
            self.settled[1] |= due - excluded;
            if (excluded | self.moved).is_empty() {
                break;
            }
            self.round();
            if (Row::FULL - self.settled[1]).len() <= FEW {
                break;
            }
        }
        self.end();
    }

    /// Excludes and counts locked candidates in the lanes `among`. Returns the lanes in which something was
    /// excluded.
    #[inline(always)]
    pub(super) fn exclude_tallied_portable(&mut self, among: Row) -> Row {
        let mut moved = Row::EMPTY;
        let Tallies { patterns, eliminations } = &mut self.tallies;
        for plane in &mut self.kept[..PLACED] {
            let (mut by_row, mut by_column) = ([[Row::EMPTY; 3]; 9], [[Row::EMPTY; 3]; 9]);
            let mut any = Row::EMPTY;
            for band in 0..3 {
                let mut rows = [[Row::EMPTY; 3]; 3];
                for (row, stack) in (0..9).map(|k| (k / 3, k % 3)) {
                    let cells = &plane[3 * band + row];
                    rows[row][stack] = cells[3 * stack] | cells[3 * stack + 1] | cells[3 * stack + 2];
                }
                any |= locked(rows, among, &mut by_row[3 * band..], patterns);
            }
            for stack in 0..3 {
                let mut columns = [[Row::EMPTY; 3]; 3];
                for (column, band) in (0..9).map(|k| (k / 3, k % 3)) {
                    let cell = |row: usize| plane[3 * band + row][3 * stack + column];
                    columns[column][band] = cell(0) | cell(1) | cell(2);
                }
                any |= locked(columns, among, &mut by_column[3 * stack..], patterns);
            }
            if any.is_empty() {
                continue;
            }
            moved |= any;
            for row in 0..9 {
                for stack in 0..3 {
                    let mut gone = [Row::EMPTY; 3];
                    for column in 0..3 {
                        let excluded = by_row[row][stack] | by_column[3 * stack + column][row / 3];
                        let cell = &mut plane[row][3 * stack + column];
                        gone[column] = *cell & excluded;
                        *cell = *cell - gone[column];
                    }
                    eliminations.add_three(gone);
                }
            }
        }
        moved
    }

    /// Returns how locked candidates have ended in a lane with `decided` cells at first. `None` if they lead
    /// to a contradiction.
    pub(super) fn locked_end_of(&self, lane: usize, decided: usize) -> Option<LockedEnd> {
        if self.wrong.contains(lane) {
            return None;
        }
        let get = |plane: usize| get(&self.words, lane, 81 * plane);
        let mut grid = Grid::of(std::array::from_fn(get), get(PLACED));
        let naked = get(NAKED).len();
        let hidden = grid.placed().len() - decided - naked;
        let [naked, hidden] = [naked, hidden].map(|count| count as u32);
        let (mut progress, mut rest) = (Progress::Open, [0; 2]);
        if self.moved.contains(lane) {
            (progress, rest) = exhaust(&mut grid);
        } else if grid.placed() == Cells::ALL {
            progress = Progress::Solved;
        }
        (progress != Progress::Contradiction).then(|| LockedEnd {
            grid,
            progress,
            placements: [naked + rest[0], hidden + rest[1]],
            patterns: self.tallies.patterns.of(lane),
            eliminations: self.tallies.eliminations.of(lane),
            is_settled: self.settled[1].contains(lane),
        })
    }
}

/// Finds the locked candidates of three lines and the three blocks that they cross, given which crossings
/// hold the digit. Adds the exclusions in the lanes `among` to `excluded`, and the number of lines and blocks
/// that exclude something to `patterns`. Returns the lanes with an exclusion.
#[inline(always)]
fn locked(held: [[Row; 3]; 3], among: Row, excluded: &mut [[Row; 3]], patterns: &mut Counter<13>) -> Row {
    let mut any = Row::EMPTY;
    for line in 0..3 {
        let (mut by_line, mut by_block) = ([Row::EMPTY; 3], [Row::EMPTY; 3]);
        let [a, b] = [(line + 1) % 3, (line + 2) % 3];
        for block in 0..3 {
            let [x, y] = [(block + 1) % 3, (block + 2) % 3];
            let own = held[line][block] & among;
            let (in_line, in_block) = (held[line][x] | held[line][y], held[a][block] | held[b][block]);
            by_line[block] = own & (in_block - in_line);
            by_block[block] = own & (in_line - in_block);
            excluded[a][block] |= by_line[block];
            excluded[b][block] |= by_line[block];
            excluded[line][x] |= by_block[block];
            excluded[line][y] |= by_block[block];
            any |= by_line[block] | by_block[block];
        }
        patterns.add_three(by_line);
        patterns.add_three(by_block);
    }
    any
}

//! The search for the least text of a puzzle, row by row.
//!
//! All partial symmetries that give the least rows so far are kept side by side, and each is tried with every
//! row that may come next. What the rows so far do not decide is left open, so that few are kept:
//!
//! ```text
//!   columns   3 5 4 | 6 7 8 | 0 1 2      the column at each place
//!   ties       ·-     -·-  =  -·-        - two columns, = two stacks that all rows so far hold the same in
//!   labels    1→3 5→1 7→2                digits met so far
//! ```
//!
//! Tied columns and stacks may still be exchanged: the next row puts its blanks before its digits, and so
//! separates some of them apart. Only where it holds several new digits in tied places is there a choice of
//! labels, and a kept symmetry for each.

use super::Symmetry;
use crate::grid::{Cells, HOUSES, column_of, row_of};

/// The label of a digit that has none yet: more than any label.
const UNKNOWN: u8 = 15;

/// Ties between neighbouring places: bits 0 1, 3 4, 6 7 tie columns of a stack, bits 2 and 5 tie stacks.
const ALL_TIED: u16 = 0xff;
const STACK_TIES: u16 = 1 << 2 | 1 << 5;

/// A puzzle as rows of digits, or transposed; blanks are 0.
struct Orientation {
    rows: [[u8; 9]; 9],
    /// The digits in each row, as bits.
    digits: [u16; 9],
    /// For each row the first row of its band that is the same, for each band the first with the same rows:
    /// exchanging them changes nothing, so one stands for all.
    same_row: [u8; 9],
    same_band: [u8; 3],
}

/// The first rows of the image and all that is decided by them.
#[derive(Clone, Copy)]
struct PartialSymmetry {
    side: u8,
    rows: [u8; 9],
    /// The rows that have been used, as bits.
    used: u16,
    columns: [u8; 9],
    ties: u16,
    /// By digit from 1; a blank is its own label.
    labels: [u8; 10],
    known: u16,
    /// How many symmetries it stands for, those of tied places not counted.
    weight: u32,
}

/// A row of the image, one number a stack: its places in three bytes, label above column.
type ImageRow = [u32; 3];
const LABELS: u32 = 0xf0_f0_f0;

/// The search, with buffers for many puzzles.
#[derive(Default)]
pub(super) struct Minlex {
    sides: Vec<Orientation>,
    /// PartialSymmetry symmetries whose rows are the least, and those of the row before.
    found: Vec<PartialSymmetry>,
    before: Vec<PartialSymmetry>,
    /// The least row found, as a number.
    least: u64,
}

impl Minlex {
    /// All symmetries that give the least text, each with the number of symmetries that it stands for: those
    /// differ from it by rows, columns and stacks that are the same in the puzzle.
    pub fn run(&mut self, clues: &[Cells; 9]) -> impl Iterator<Item = (Symmetry, u64)> {
        self.sides.clear();
        self.sides.extend([Orientation::of(clues, false), Orientation::of(clues, true)]);
        self.found.clear();
        let start = if is_full(clues) {
            self.two_full_rows();
            2
        } else {
            self.found.extend([PartialSymmetry::start(0), PartialSymmetry::start(1)]);
            0
        };
        for place in start..9 {
            std::mem::swap(&mut self.found, &mut self.before);
            self.begin_row();
            let before = std::mem::take(&mut self.before);
            for partial in &before {
                self.continue_with_each_row(partial, place);
            }
            self.before = before;
        }
        self.found.iter().map(|partial| (partial.symmetry(), partial.count()))
    }

    fn begin_row(&mut self) {
        self.found.clear();
        self.least = u64::MAX;
    }

    /// Tries every row that may stand at `place`: of the band begun, or of any other.
    fn continue_with_each_row(&mut self, partial: &PartialSymmetry, place: usize) {
        let side = &self.sides[partial.side as usize];
        let free = |row: usize| partial.used >> row & 1 == 0;
        let bands = match place % 3 {
            0 => 0..3,
            _ => {
                let band = partial.rows[place - 1] as usize / 3;
                band..band + 1
            }
        };
        let mut choices = [(0, 0); 9];
        let mut count = 0;
        for band in bands {
            let mut bands_same = 1;
            if place.is_multiple_of(3) {
                let same = |other: &usize| free(3 * other) && side.same_band[*other] == side.same_band[band];
                if !free(3 * band) || (0..band).any(|other| same(&other)) {
                    continue;
                }
                bands_same = (0..3).filter(same).count();
            }
            let rows = 3 * band..3 * band + 3;
            for row in rows.clone().filter(|&row| free(row)) {
                let same = |other: &usize| free(*other) && side.same_row[*other] == side.same_row[row];
                if !(rows.start..row).any(|other| same(&other)) {
                    choices[count] = (row, bands_same * rows.clone().filter(same).count());
                    count += 1;
                }
            }
        }
        for &(row, same) in &choices[..count] {
            let side = &self.sides[partial.side as usize];
            let (cells, new) = (side.rows[row], side.digits[row] & !partial.known);
            let mut next = *partial;
            next.rows[place] = row as u8;
            next.used |= 1 << row;
            next.known |= side.digits[row];
            next.weight *= same as u32;
            let label = partial.known.count_ones() as u8 + 1;
            self.label(&mut next, &cells, label, new);
        }
    }

    /// Keeps `partial` with its last row, unless that is more than the least; `new` are the digits of the row
    /// that are yet to be labelled, from `label`.
    fn label(&mut self, partial: &mut PartialSymmetry, cells: &[u8; 9], label: u8, new: u16) {
        // As if all new digits had the first label: no labels give less.
        let line = partial.arrange(cells, label);
        let number = number_of(&line);
        if number > self.least {
            return;
        }
        if new.count_ones() > 1 {
            for digit in (1..10).filter(|digit| new >> digit & 1 != 0) {
                partial.labels[digit] = label;
                self.label(partial, cells, label + 1, new & !(1 << digit));
                partial.labels[digit] = UNKNOWN;
            }
            return;
        }
        if number < self.least {
            self.begin_row();
            self.least = number;
        }
        let mut kept = *partial;
        if new != 0 {
            kept.labels[new.trailing_zeros() as usize] = label;
        }
        kept.settle(&line);
        self.found.push(kept);
    }

    /// The first two rows of a full grid. The first is 123456789, whatever row and columns it is made of:
    /// 23,328 ways, too many to look at one by one. The second is how the columns stand.
    ///
    /// ```text
    ///   1 2 3 | 4 5 6 | 7 8 9        if the digits of a stack's first row come together again
    ///   4 5 6 | 7 8 9 | . . .
    ///
    ///   1 2 3 | 4 5 6 | 7 8 9        if they do not: two of them and one
    ///   4 5 7 | . . . | . . .
    /// ```
    fn two_full_rows(&mut self) {
        self.begin_row();
        for together in [true, false] {
            for side in 0..2 {
                for pair in 0..18 {
                    let first = pair / 2;
                    let second = first / 3 * 3 + (first % 3 + 1 + pair % 2) % 3;
                    self.full_rows(PartialSymmetry::start(side), [first, second], together);
                }
            }
            if !self.found.is_empty() {
                return;
            }
        }
    }

    fn full_rows(&mut self, start: PartialSymmetry, [first, second]: [usize; 2], together: bool) {
        let rows = &self.sides[start.side as usize].rows;
        let (above, cells) = (rows[first], rows[second]);
        let mut column_of_digit = [0; 10];
        (0..9).for_each(|column| column_of_digit[above[column] as usize] = column);
        // The column where the first row holds what the second row holds in this one.
        let to: [usize; 9] = cells.map(|digit| column_of_digit[digit as usize]);
        for stack in 0..3 {
            for [x, y, z] in ORDERS.map(|order| order.map(|at| 3 * stack + at)) {
                let [b, c] = [to[x] / 3, to[z] / 3];
                if to[y] / 3 != b || (b == c) != together {
                    continue;
                }
                let rest = |stack: usize, taken: [usize; 2]| {
                    (3 * stack..3 * stack + 3).filter(move |column| !taken.contains(column))
                };
                let mut keep = |columns: [usize; 9]| {
                    let mut partial = start;
                    (partial.rows[0], partial.rows[1]) = (first as u8, second as u8);
                    partial.used = 1 << first | 1 << second;
                    partial.columns = columns.map(|column| column as u8);
                    partial.ties = 0;
                    for (place, &column) in columns.iter().enumerate() {
                        partial.labels[above[column] as usize] = place as u8 + 1;
                    }
                    partial.known = 0x3fe;
                    self.label(&mut partial, &cells, UNKNOWN, 0);
                };
                if together {
                    let second = [to[x], to[y], to[z]];
                    let third = second.map(|column| to[column]);
                    keep([x, y, z, second[0], second[1], second[2], third[0], third[1], third[2]]);
                } else {
                    let last = rest(b, [to[x], to[y]]).next().unwrap_or_default();
                    for p in rest(c, [to[z], to[z]]) {
                        let q = rest(c, [to[z], p]).next().unwrap_or_default();
                        keep([x, y, z, to[x], to[y], last, to[z], p, q]);
                    }
                }
            }
        }
    }
}

/// The orders of three things.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Whether these are the clues of a full and correct grid.
fn is_full(clues: &[Cells; 9]) -> bool {
    let once = |cells: &Cells| HOUSES.iter().all(|&house| (*cells & house).len() == 1);
    clues.iter().all(|cells| cells.len() == 9 && once(cells))
        && clues.iter().fold(Cells::EMPTY, |all, &cells| all | cells) == Cells::ALL
}

impl Orientation {
    fn of(clues: &[Cells; 9], transposed: bool) -> Orientation {
        let (mut rows, mut digits) = ([[0; 9]; 9], [0; 9]);
        for (digit, cells) in clues.iter().enumerate() {
            for cell in *cells {
                let (mut row, mut column) = (row_of(cell), column_of(cell));
                if transposed {
                    std::mem::swap(&mut row, &mut column);
                }
                rows[row][column] = digit as u8 + 1;
                digits[row] |= 1 << (digit + 1);
            }
        }
        let sorted: [[[u8; 9]; 3]; 3] = std::array::from_fn(|band| {
            let mut band = [rows[3 * band], rows[3 * band + 1], rows[3 * band + 2]];
            band.sort_unstable();
            band
        });
        let same_row =
            |row: usize| (row / 3 * 3..row).find(|&other| rows[other] == rows[row]).unwrap_or(row) as u8;
        let same_band =
            |band: usize| (0..band).find(|&other| sorted[other] == sorted[band]).unwrap_or(band) as u8;
        Orientation {
            rows,
            digits,
            same_row: std::array::from_fn(same_row),
            same_band: std::array::from_fn(same_band),
        }
    }
}

impl PartialSymmetry {
    fn start(side: u8) -> PartialSymmetry {
        let mut labels = [UNKNOWN; 10];
        labels[0] = 0;
        PartialSymmetry {
            side,
            rows: [0; 9],
            used: 0,
            columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
            ties: ALL_TIED,
            labels,
            known: 0,
            weight: 1,
        }
    }

    /// The least line that these cells of a row can make, if digits without a label get `label`.
    #[inline]
    fn arrange(&self, cells: &[u8; 9], label: u8) -> ImageRow {
        let key = |place: usize| {
            let column = self.columns[place];
            let value = self.labels[cells[column as usize] as usize].min(label);
            u32::from(value << 4 | column)
        };
        let mut line = [0, 3, 6].map(|first| {
            let ties = self.ties >> first;
            let [mut a, mut b, mut c] = [key(first), key(first + 1), key(first + 2)];
            let order = |tied: u16, a: &mut u32, b: &mut u32| {
                if tied != 0 && *a > *b {
                    std::mem::swap(a, b);
                }
            };
            order(ties & 1, &mut a, &mut b);
            order(ties & 2, &mut b, &mut c);
            order(ties & 1, &mut a, &mut b);
            a << 16 | b << 8 | c
        });
        if self.ties & STACK_TIES != 0 {
            for (tie, stack) in [(2, 0), (5, 1), (2, 0)] {
                if self.ties >> tie & 1 != 0 && line[stack] & LABELS > line[stack + 1] & LABELS {
                    line.swap(stack, stack + 1);
                }
            }
        }
        line
    }

    /// Takes over the order of the columns in `line`; those with different labels are tied no longer.
    fn settle(&mut self, line: &ImageRow) {
        let key = |place: usize| (line[place / 3] >> (16 - 8 * (place % 3))) as u8;
        let label = |place: usize| key(place) >> 4;
        for place in 0..9 {
            self.columns[place] = key(place) & 15;
            let differs = match place {
                2 | 5 => line[place / 3] & LABELS != line[place / 3 + 1] & LABELS,
                8 => false,
                _ => label(place) != label(place + 1),
            };
            self.ties &= !(u16::from(differs) << place);
        }
    }

    /// One of the symmetries that it stands for. Digits without a clue follow the others.
    fn symmetry(&self) -> Symmetry {
        let mut label = self.known.count_ones() as u8;
        let digits = std::array::from_fn(|digit| match self.labels[digit + 1] {
            UNKNOWN => {
                label += 1;
                label - 1
            }
            known => known - 1,
        });
        let transposed = self.side == 1;
        Symmetry::new(transposed, self.rows, self.columns, digits).unwrap_or(Symmetry::IDENTITY)
    }

    /// How many symmetries it stands for. Digits without a clue do not count.
    fn count(&self) -> u64 {
        let orders = |ties: u16| [1, 2, 2, 6][(ties & 3) as usize];
        let columns: u64 = [0, 3, 6].map(|first| orders(self.ties >> first)).iter().product();
        let stacks = orders(self.ties >> 2 & 1 | self.ties >> 4 & 2);
        u64::from(self.weight) * columns * stacks
    }
}

/// Lines compare as these numbers.
#[inline]
fn number_of(line: &ImageRow) -> u64 {
    line.iter().fold(0, |number, stack| number << 20 | u64::from(stack & LABELS) >> 4)
}

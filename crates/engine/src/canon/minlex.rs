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
use crate::grid::{Cells, HOUSES, bits, column_of, members, row_of};

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
    /// How many digits each stack of a row has, the least number first.
    filled: [[u8; 3]; 9],
    /// The rows that may be the first of the image.
    first_rows: u16,
    /// For each row the first row of its band that is the same, for each band the first with the same rows:
    /// exchanging them changes nothing, so one stands for all.
    same_row: [u8; 9],
    same_band: [u8; 3],
    /// Whether no row is the same as another of its band, and no band the same as another.
    all_differ: bool,
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
            self.choose_first_rows();
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

    /// In the first row of the image the labels are 1, 2, 3, …, whatever the digits are, so that blanks say
    /// which rows are the least. (Not if clues contradict each other: a label may come twice then.)
    fn choose_first_rows(&mut self) {
        let twice = |side: &Orientation| {
            let filled = side.filled.as_flattened().iter().sum::<u8>();
            side.digits.iter().map(|digits| digits.count_ones()).sum::<u32>() < filled.into()
        };
        if self.sides.iter().any(twice) {
            return;
        }
        let least = self.sides.iter().flat_map(|side| side.filled).min();
        for side in &mut self.sides {
            let is_least = |row: usize| Some(side.filled[row]) == least;
            side.first_rows = (0..9).fold(0, |rows, row| rows | u16::from(is_least(row)) << row);
        }
    }

    fn begin_row(&mut self) {
        self.found.clear();
        self.least = u64::MAX;
    }

    /// Tries every row that may stand at `place`: of the band begun, or of any other.
    fn continue_with_each_row(&mut self, partial: &PartialSymmetry, place: usize) {
        let side = &self.sides[partial.side as usize];
        let free = !partial.used & 0x1ff;
        let rows = match place {
            0 => side.first_rows,
            3 | 6 => free,
            _ => free & 0b111 << (partial.rows[place - 1] / 3 * 3),
        };
        for row in bits(rows) {
            let side = &self.sides[partial.side as usize];
            let Some(same) = side.same_rows(row, free, place) else { continue };
            let (cells, digits) = (side.rows[row], side.digits[row]);
            let (new, label) = (digits & !partial.known, partial.known.count_ones() as u8 + 1);
            let Some(line) = self.least_line(partial, &cells, label) else { continue };
            let mut next = *partial;
            next.rows[place] = row as u8;
            next.used |= 1 << row;
            next.known |= digits;
            next.weight *= same;
            self.label(&mut next, &cells, line, label, new);
        }
    }

    /// The least line of these cells, if digits without a label get `label`, and its number; nothing if that
    /// is more than the least. No labels of these digits give less.
    #[inline(always)]
    fn least_line(&self, partial: &PartialSymmetry, cells: &[u8; 9], label: u8) -> Option<(ImageRow, u64)> {
        let line = partial.arrange(cells, label, self.least)?;
        let number = number_of(&line);
        (number <= self.least).then_some((line, number))
    }

    /// Keeps `partial` with its last row `line`; `new` are the digits of the row that are yet to be labelled,
    /// from `label`. Of the ways to do so those that give the least line are kept.
    fn label(
        &mut self, partial: &mut PartialSymmetry, cells: &[u8; 9], (line, number): (ImageRow, u64),
        label: u8, new: u16,
    ) {
        if new.count_ones() > 1 {
            for digit in members(partial.next_labelled(&line, cells, label, new).into()) {
                partial.labels[digit] = label;
                if let Some(line) = self.least_line(partial, cells, label + 1) {
                    self.label(partial, cells, line, label + 1, new & !(1 << digit));
                }
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
                    if let Some(line) = self.least_line(&partial, &cells, UNKNOWN) {
                        self.label(&mut partial, &cells, line, UNKNOWN, 0);
                    }
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
        let (mut rows, mut digits, mut filled) = ([[0; 9]; 9], [0; 9], [[0; 3]; 9]);
        // Four bits a cell.
        let mut packed = [0u64; 9];
        for (digit, cells) in clues.iter().enumerate() {
            cells.for_each(|cell| {
                let (mut row, mut column) = (row_of(cell), column_of(cell));
                if transposed {
                    std::mem::swap(&mut row, &mut column);
                }
                rows[row][column] = digit as u8 + 1;
                digits[row] |= 1 << (digit + 1);
                filled[row][column / 3] += 1;
                packed[row] |= (digit as u64 + 1) << (4 * column);
            });
        }
        let sorted: [[u64; 3]; 3] = std::array::from_fn(|band| {
            let mut band = [packed[3 * band], packed[3 * band + 1], packed[3 * band + 2]];
            band.sort_unstable();
            band
        });
        let same_row =
            |row: usize| (row / 3 * 3..row).find(|&other| packed[other] == packed[row]).unwrap_or(row) as u8;
        let same_band =
            |band: usize| (0..band).find(|&other| sorted[other] == sorted[band]).unwrap_or(band) as u8;
        let (same_row, same_band) = (std::array::from_fn(same_row), std::array::from_fn(same_band));
        filled.iter_mut().for_each(|stacks| stacks.sort_unstable());
        let all_differ = same_row == [0, 1, 2, 3, 4, 5, 6, 7, 8] && same_band == [0, 1, 2];
        Orientation { rows, digits, filled, first_rows: 0x1ff, same_row, same_band, all_differ }
    }

    /// For how many of the free rows this one stands at `place`, itself among them: they are the same, and so
    /// are their bands where one begins. Nothing if another stands for it.
    #[inline]
    fn same_rows(&self, row: usize, free: u16, place: usize) -> Option<u32> {
        if self.all_differ {
            return Some(1);
        }
        let (band, is_free) = (row / 3, |row: usize| free >> row & 1 != 0);
        let same_row = |other: &usize| is_free(*other) && self.same_row[*other] == self.same_row[row];
        let same_band = |other: &usize| is_free(3 * other) && self.same_band[*other] == self.same_band[band];
        let bands = if place.is_multiple_of(3) { (0..3).filter(same_band).count() } else { 1 };
        let is_first = !(3 * band..row).any(|other| same_row(&other))
            && (!place.is_multiple_of(3) || !(0..band).any(|other| same_band(&other)));
        is_first.then(|| (bands * (3 * band..3 * band + 3).filter(same_row).count()) as u32)
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

    /// The least line that these cells of a row can make, if digits without a label get `label`; nothing if
    /// its first stack is already more than that of `least`.
    #[inline(always)]
    fn arrange(&self, cells: &[u8; 9], label: u8, least: u64) -> Option<ImageRow> {
        let first = self.stack(cells, label, 0);
        if self.ties & STACK_TIES == 0 {
            let is_more = u64::from(first & LABELS) >> 4 > least >> 40;
            return (!is_more).then(|| [first, self.stack(cells, label, 3), self.stack(cells, label, 6)]);
        }
        let mut line = [first, self.stack(cells, label, 3), self.stack(cells, label, 6)];
        for (tie, stack) in [(2, 0), (5, 1), (2, 0)] {
            if self.ties >> tie & 1 != 0 && line[stack] & LABELS > line[stack + 1] & LABELS {
                line.swap(stack, stack + 1);
            }
        }
        Some(line)
    }

    /// Of the stack that begins at the place `first`.
    #[inline(always)]
    fn stack(&self, cells: &[u8; 9], label: u8, first: usize) -> u32 {
        let key = |place: usize| {
            let column = self.columns[place];
            let value = self.labels[cells[column as usize] as usize].min(label);
            u32::from(value << 4 | column)
        };
        let [mut a, mut b, mut c] = [key(first), key(first + 1), key(first + 2)];
        let ties = self.ties >> first & 3;
        if ties != 0 {
            let order = |tied: u16, a: &mut u32, b: &mut u32| {
                (*a, *b) = if tied != 0 { ((*a).min(*b), (*a).max(*b)) } else { (*a, *b) };
            };
            order(ties & 1, &mut a, &mut b);
            order(ties & 2, &mut b, &mut c);
            order(ties & 1, &mut a, &mut b);
        }
        a << 16 | b << 8 | c
    }

    /// Of the new digits those that may get `label`: that can stand where the first of them stands in `line`.
    fn next_labelled(&self, line: &ImageRow, cells: &[u8; 9], label: u8, new: u16) -> u16 {
        let key = |place: usize| (line[place / 3] >> (16 - 8 * (place % 3))) as u8;
        let Some(mut place) = (0..9).find(|&place| key(place) >> 4 == label) else { return new };
        let stack = place / 3;
        if self.ties >> (3 * stack + 2) & 1 != 0 && stack < 2 && (line[stack] ^ line[stack + 1]) & LABELS == 0
        {
            return new;
        }
        let digit = |place: usize| 1 << cells[usize::from(key(place) & 15)];
        let mut digits = digit(place);
        while place % 3 < 2 && self.ties >> place & 1 != 0 {
            place += 1;
            digits |= digit(place);
        }
        digits & new
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

//! The search for the least text of a puzzle, row by row.
//!
//! All partial symmetries that give the least rows so far are kept side by side, and each is tried with every
//! possible next row. Choices that the rows so far do not decide are left open, so that few symmetries are
//! kept:
//!
//! ```text
//!   columns   3 5 4 | 6 7 8 | 0 1 2      the column at each place
//!   ties       ·-     -·-  =  -·-        - two columns, = two stacks with equal contents in all rows so far
//!   labels    1→3 5→1 7→2                digits met so far
//! ```
//!
//! Tied columns and stacks may still be exchanged: the next row puts its blanks before its digits, and so
//! separates some of them. A choice of labels, with a kept symmetry for each, arises only if the row has
//! several new digits in tied places.
//!
//! A line with more blanks before its first digit is less, whatever the digits are. Tables give the rows with
//! the most leading blanks, and only these rows are made into lines.

use super::columns::{BLANKS_FIRST, Columns, DIGITS_TIED, FILLED, ORDER_OF, ORDERS, Order, THREES, nibble};
use super::{LINES, Symmetry};
use crate::grid::mask::Mask;
use crate::grid::{Cells, House, bits, members};

/// Label of a digit without a label yet: more than any label.
const UNKNOWN: u64 = 15;
/// Lowest bits of the nine places of a line.
const PLACES: u64 = 0x1_1111_1111;

/// A puzzle as rows of digits, or transposed; blanks are 0. Rows have 16 places, so that any four bits are a
/// valid index.
#[derive(Default)]
struct Orientation {
    rows: [[u8; 16]; 9],
    /// The cells of each row with a digit, as bits.
    filled: [u16; 9],
    /// The rows that may be the first of the image.
    first_rows: u16,
    /// First equal row in the band of each row, and first band with the same rows as each band: exchanging
    /// equal rows changes nothing, so one represents all. Known unless all differ.
    same_row: [u8; 9],
    same_band: [u8; 3],
    /// Whether no row equals another of its band, and no band equals another.
    all_differ: bool,
}

/// The first rows of the image and everything they decide. (Fields are few and wide, because they are copied
/// often.)
#[derive(Clone, Copy)]
pub(super) struct PartialSymmetry {
    /// The row at each place, four bits each.
    rows: u64,
    /// The label of each digit from 1, at bit 4·digit; a blank is its own label.
    labels: u64,
    /// Number of symmetries represented. Exchanges of tied places are not counted.
    weight: u32,
    columns: Columns,
    /// The rows used so far, as bits.
    used: u16,
    side: u8,
    /// The label of the next new digit.
    next: u8,
}

/// Line made from a row: the labels of its places, four bits each, the first place highest.
#[derive(Clone, Copy)]
struct Line {
    labels: u64,
    columns: Columns,
}

/// Search with buffers that serve many puzzles.
#[derive(Default)]
pub(super) struct Minlex {
    sides: [Orientation; 2],
    /// Symmetries that give the least rows up to the previous row.
    before: Vec<PartialSymmetry>,
    /// Pairs of an index into `before` and a row that may be the next.
    chosen: Vec<(u32, u8)>,
    least: Least,
}

/// Least line found for a place, and the symmetries that give it.
#[derive(Default)]
struct Least {
    line: u64,
    found: Vec<PartialSymmetry>,
}

impl Minlex {
    /// Finds symmetries that give the least text; together they represent all such symmetries.
    pub fn run(&mut self, clues: &[Cells; 9]) -> &[PartialSymmetry] {
        let contradict = self.orient(clues);
        let start = if !contradict && is_full(clues) {
            self.two_full_rows();
            2
        } else {
            self.least.begin();
            self.least.found.extend([PartialSymmetry::start(0), PartialSymmetry::start(1)]);
            0
        };
        for place in start..9 {
            std::mem::swap(&mut self.least.found, &mut self.before);
            self.least.begin();
            self.choose_rows(place);
            for &(at, row) in &self.chosen {
                let partial = &self.before[at as usize];
                let side = &self.sides[usize::from(partial.side & 1)];
                self.least.continue_with(partial, side, place, row.into());
            }
        }
        &self.least.found
    }

    /// Writes the puzzle down both ways. Returns whether some digit occurs twice in a row or column.
    fn orient(&mut self, clues: &[Cells; 9]) -> bool {
        let [upright, transposed] = &mut self.sides;
        (upright.rows, transposed.rows) = ([[0; 16]; 9], [[0; 16]; 9]);
        transposed.filled = [0; 9];
        let mut contradict = false;
        for (digit, cells) in (1..).zip(clues) {
            let (mut rows, mut columns, mut count) = (0u16, 0u16, 0);
            cells.for_each(|cell| {
                let [row, column] = LINES[cell].map(usize::from);
                upright.rows[row][column] = digit;
                transposed.rows[column][row] = digit;
                transposed.filled[column] |= 1 << row;
                (rows, columns, count) = (rows | 1 << row, columns | 1 << column, count + 1);
            });
            contradict |= rows.count_ones() != count || columns.count_ones() != count;
        }
        let all = clues.iter().fold(Cells::EMPTY, |all, &cells| all | cells);
        upright.filled = std::array::from_fn(|row| all.in_row(row));
        for side in &mut self.sides {
            // Without contradictions only blank rows can be equal.
            let blank = (0..9).fold(0u16, |blank, row| blank | u16::from(side.filled[row] == 0) << row);
            side.all_differ = (blank & blank >> 1 & 0o333) | (blank & blank >> 2 & 0o111) == 0;
            if contradict || !side.all_differ {
                side.find_same();
            }
        }
        self.choose_first_rows(contradict);
        contradict
    }

    /// Finds the rows that may be first. The labels of the first row of the image are 1, 2, 3, … whatever the
    /// digits are, so blanks alone decide which rows are least. (If clues contradict each other, a label may
    /// occur twice, so any row may be first.)
    fn choose_first_rows(&mut self, contradict: bool) {
        let [a, b] = [0, 1].map(|side| self.sides[side].filled.map(|row| FILLED[usize::from(row & 0x1ff)]));
        let least = a.iter().chain(&b).fold(u8::MAX, |least, &filled| least.min(filled));
        for (side, filled) in self.sides.iter_mut().zip([a, b]) {
            let first = |row: usize| u16::from(contradict || filled[row] == least) << row;
            side.first_rows = (0..9).fold(0, |rows, row| rows | first(row));
        }
    }

    /// Chooses the rows for `place`, from the band begun or from any other: those whose line has the most
    /// blanks before its first digit.
    fn choose_rows(&mut self, place: usize) {
        self.chosen.clear();
        let mut least = u8::MAX;
        for (at, partial) in self.before.iter().enumerate() {
            let side = &self.sides[usize::from(partial.side & 1)];
            let free = !partial.used & 0x1ff;
            let rows = match place {
                0 => side.first_rows,
                3 | 6 => free,
                _ => free & 0b111 << ((partial.rows >> (4 * place - 4) & 15) / 3 * 3),
            };
            for row in bits(rows) {
                let from_first = partial.columns.places_from_first(side.filled[row]);
                if from_first < least {
                    self.chosen.clear();
                    least = from_first;
                }
                if from_first == least {
                    self.chosen.push((at as u32, row as u8));
                }
            }
        }
    }

    /// Finds the first two rows of a full grid. The first is 123456789, whatever row and columns make it:
    /// 23,328 ways, too many to examine one by one. The second row follows from the order of the columns:
    ///
    /// ```text
    ///   1 2 3 | 4 5 6 | 7 8 9        if the digits of a stack's first row are together again
    ///   4 5 6 | 7 8 9 | . . .
    ///
    ///   1 2 3 | 4 5 6 | 7 8 9        if they do not: two of them and one
    ///   4 5 7 | . . . | . . .
    /// ```
    fn two_full_rows(&mut self) {
        self.least.begin();
        for together in [true, false] {
            for side in 0..2 {
                for pair in 0..18 {
                    let first = pair / 2;
                    let second = first / 3 * 3 + (first % 3 + 1 + pair % 2) % 3;
                    self.full_rows(PartialSymmetry::start(side), [first, second], together);
                }
            }
            if !self.least.found.is_empty() {
                return;
            }
        }
    }

    fn full_rows(&mut self, start: PartialSymmetry, [first, second]: [usize; 2], together: bool) {
        let rows = &self.sides[usize::from(start.side & 1)].rows;
        let (above, cells) = (rows[first], rows[second]);
        let mut column_of_digit = [0; 16];
        (0..9).for_each(|column| column_of_digit[usize::from(above[column] & 15)] = column);
        // The column in which the first row has the digit that the second row has in this column.
        let to: [usize; 9] = std::array::from_fn(|column| column_of_digit[usize::from(cells[column] & 15)]);
        for stack in 0..3 {
            for [x, y, z] in THREES.map(|order| order.map(|at| 3 * stack + at)) {
                let [b, c] = [to[x] / 3, to[z] / 3];
                if to[y] / 3 != b || (b == c) != together {
                    continue;
                }
                let rest = |stack: usize, taken: [usize; 2]| {
                    (3 * stack..3 * stack + 3).filter(move |column| !taken.contains(column))
                };
                let mut keep = |columns: [usize; 9]| {
                    let label = |(place, &column): (usize, &usize)| nibble(place + 1, above[column].into());
                    let partial = PartialSymmetry {
                        rows: nibble(first, 0) | nibble(second, 1),
                        used: 1 << first | 1 << second,
                        columns: Columns::in_order(&columns),
                        labels: columns.iter().enumerate().map(label).sum(),
                        next: 10,
                        ..start
                    };
                    if let Some(line) = partial.arrange(&cells, 0x1ff, self.least.line) {
                        self.least.label(partial, &cells, 0x1ff, line);
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

/// Whether the clues form a full and correct grid.
fn is_full(clues: &[Cells; 9]) -> bool {
    let once = |cells: &Cells| House::all().all(|house| (*cells & house.cells()).len() == 1);
    clues.iter().all(|cells| cells.len() == 9 && once(cells))
        && clues.iter().fold(Cells::EMPTY, |all, &cells| all | cells) == Cells::ALL
}

impl Least {
    fn begin(&mut self) {
        self.found.clear();
        self.line = u64::MAX;
    }

    /// Puts a row at `place`, and keeps the symmetries that give the least line.
    #[inline(always)]
    fn continue_with(&mut self, partial: &PartialSymmetry, side: &Orientation, place: usize, row: usize) {
        let Some(same) = side.same_rows(row, !partial.used & 0x1ff, place) else { return };
        let (cells, filled) = (&side.rows[row], side.filled[row]);
        let Some(line) = partial.arrange(cells, filled, self.line) else { return };
        let next = PartialSymmetry {
            rows: partial.rows | nibble(row, place),
            used: partial.used | 1 << row,
            weight: partial.weight * same,
            ..*partial
        };
        self.label_here(next, cells, filled, line);
    }

    /// Labels the new digits of `line`, which the last row of `next` makes. Keeps the labellings that give
    /// the least line.
    fn label(&mut self, next: PartialSymmetry, cells: &[u8; 16], filled: u16, line: Line) {
        self.label_here(next, cells, filled, line);
    }

    #[inline(always)]
    fn label_here(&mut self, next: PartialSymmetry, cells: &[u8; 16], filled: u16, line: Line) {
        let mut new = unknown(line.labels);
        let (mut number, mut labels, mut label) = (line.labels, next.labels, u64::from(next.next));
        if new != 0 {
            if new & (new - 1) != 0 && line.is_open(new) {
                // A lower bound: no labelling of these digits gives a lesser line.
                if with_label(line.labels, next.next) <= self.line {
                    self.choose_label(&next, cells, filled, line);
                }
                return;
            }
            while new != 0 {
                let bit = 63 - new.leading_zeros();
                new ^= 1 << bit;
                let digit = line.columns.digit(cells, 8 - bit as usize / 4);
                // A digit has a label already if clues contradict each other and it occurs twice.
                let mut own = labels >> (4 * digit) & 15;
                if own == UNKNOWN {
                    labels ^= (UNKNOWN ^ label) << (4 * digit);
                    (own, label) = (label, label + 1);
                }
                number ^= (UNKNOWN ^ own) << bit;
            }
        }
        if number > self.line {
            return;
        }
        if number < self.line {
            self.begin();
            self.line = number;
        }
        self.found.push(PartialSymmetry { labels, next: label as u8, columns: line.columns, ..next });
    }

    /// Tries the next label on each new digit that may have it.
    #[inline(never)]
    fn choose_label(&mut self, partial: &PartialSymmetry, cells: &[u8; 16], filled: u16, line: Line) {
        for digit in members(line.next_labelled(cells).into()) {
            let labels = partial.labels ^ (UNKNOWN ^ u64::from(partial.next)) << (4 * digit);
            let next = PartialSymmetry { labels, next: partial.next + 1, ..*partial };
            if let Some(line) = next.arrange(cells, filled, self.line) {
                self.label(next, cells, filled, line);
            }
        }
    }
}

impl Orientation {
    #[inline(never)]
    fn find_same(&mut self) {
        let rows = &self.rows;
        let sorted: [[[u8; 16]; 3]; 3] = std::array::from_fn(|band| {
            let mut band = [rows[3 * band], rows[3 * band + 1], rows[3 * band + 2]];
            band.sort_unstable();
            band
        });
        let same_row =
            |row: usize| (row / 3 * 3..row).find(|&other| rows[other] == rows[row]).unwrap_or(row) as u8;
        let same_band =
            |band: usize| (0..band).find(|&other| sorted[other] == sorted[band]).unwrap_or(band) as u8;
        let (same_row, same_band) = (std::array::from_fn(same_row), std::array::from_fn(same_band));
        self.all_differ = same_row == [0, 1, 2, 3, 4, 5, 6, 7, 8] && same_band == [0, 1, 2];
        (self.same_row, self.same_band) = (same_row, same_band);
    }

    /// Returns how many free rows `row` represents at `place`, itself included: equal rows, and, where a band
    /// begins, also the equal rows of equal bands. `None` if another row represents `row`.
    #[inline(always)]
    fn same_rows(&self, row: usize, free: u16, place: usize) -> Option<u32> {
        if self.all_differ { Some(1) } else { self.count_same(row, free, place) }
    }

    #[inline(never)]
    fn count_same(&self, row: usize, free: u16, place: usize) -> Option<u32> {
        let (band, is_free) = (row / 3, |row: usize| free >> row & 1 != 0);
        let same_row = |other: &usize| is_free(*other) && self.same_row[*other] == self.same_row[row];
        let same_band = |other: &usize| is_free(3 * other) && self.same_band[*other] == self.same_band[band];
        let bands = if place.is_multiple_of(3) { (0..3).filter(same_band).count() } else { 1 };
        let is_first = !(3 * band..row).any(|other| same_row(&other))
            && (!place.is_multiple_of(3) || !(0..band).any(|other| same_band(&other)));
        is_first.then(|| (bands * (3 * band..3 * band + 3).filter(same_row).count()) as u32)
    }
}

/// Returns the places of a line with digits that have no label, the lowest bit of each place.
#[inline(always)]
fn unknown(labels: u64) -> u64 {
    let pairs = labels & labels >> 1;
    pairs & pairs >> 2 & PLACES
}

/// Returns the line with this label for all digits that have none.
#[inline(always)]
fn with_label(labels: u64, label: u8) -> u64 {
    labels - unknown(labels) * (UNKNOWN - u64::from(label))
}

impl Line {
    /// Whether some new digits of the line are tied; `new` is the set of their places.
    #[inline(always)]
    fn is_open(&self, new: u64) -> bool {
        let stacks = [new >> 24, new >> 12 & 0xfff, new & 0xfff];
        let mut open = false;
        for (at, stack) in stacks.into_iter().enumerate() {
            let ties = ORDERS[self.columns.stack(at).1].ties;
            open |= ties & 1 != 0 && stack & 0x110 == 0x110 || ties & 2 != 0 && stack & 0x011 == 0x011;
        }
        let ties = self.columns.stack_ties();
        let [a, b, c] = stacks.map(|stack| stack != 0);
        open || ties & 1 != 0 && a && b || ties & 2 != 0 && b && c
    }

    /// Returns the new digits that may get the next label: the digits that ties let move to the place of the
    /// first new digit.
    fn next_labelled(&self, cells: &[u8; 16]) -> u16 {
        let first = 8 - unknown(self.labels).highest() / 4;
        let mut digits = 0;
        for stack in first / 3..3 {
            let ties = ORDERS[self.columns.stack(stack).1].ties;
            let mut at = first % 3;
            digits |= 1 << self.columns.digit(cells, 3 * stack + at);
            while at < 2 && ties >> at & 1 != 0 {
                at += 1;
                digits |= 1 << self.columns.digit(cells, 3 * stack + at);
            }
            if self.columns.stack_ties() >> stack & 1 == 0 {
                break;
            }
        }
        digits
    }
}

impl PartialSymmetry {
    fn start(side: u8) -> PartialSymmetry {
        PartialSymmetry {
            rows: 0,
            labels: 0xff_ffff_fff0,
            weight: 1,
            columns: Columns::IN_ORDER,
            used: 0,
            side,
            next: 1,
        }
    }

    /// Returns the least line that a row can make; `None` if its first stack already exceeds that of
    /// `least`. Unties columns and stacks with different labels.
    #[inline(always)]
    fn arrange(&self, cells: &[u8; 16], filled: u16, least: u64) -> Option<Line> {
        let (a, x) = self.stack(cells, filled, 0);
        let ties = self.columns.stack_ties();
        if ties == 0 {
            if with_label(a, self.next) > least >> 24 {
                return None;
            }
            let ((b, y), (c, z)) = (self.stack(cells, filled, 1), self.stack(cells, filled, 2));
            let columns = Columns(x | y << 8 | z << 16);
            return Some(Line { labels: a << 24 | b << 12 | c, columns });
        }
        let ((b, y), (c, z)) = (self.stack(cells, filled, 1), self.stack(cells, filled, 2));
        let [mut a, mut b, mut c] = [a << 8 | u64::from(x), b << 8 | u64::from(y), c << 8 | u64::from(z)];
        let order = |tied: u32, a: &mut u64, b: &mut u64| {
            (*a, *b) = if tied != 0 && *a >> 8 > *b >> 8 { (*b, *a) } else { (*a, *b) };
        };
        order(ties & 1, &mut a, &mut b);
        order(ties & 2, &mut b, &mut c);
        order(ties & 1, &mut a, &mut b);
        let columns = (a & 0xff | (b & 0xff) << 8 | (c & 0xff) << 16) as u32;
        let [a, b, c] = [a >> 8, b >> 8, c >> 8];
        let ties = ties & (u32::from(a == b) | u32::from(b == c) << 1);
        Some(Line { labels: a << 24 | b << 12 | c, columns: Columns(columns | ties << 24) })
    }

    /// Returns the least labels of one stack, and its byte of [`Columns`].
    #[inline(always)]
    fn stack(&self, cells: &[u8; 16], filled: u16, at: usize) -> (u64, u32) {
        let (first, order) = self.columns.stack(at);
        let filled = usize::from(filled >> first & 7);
        if filled == 0 {
            return (0, first << 4 | order as u32);
        }
        let order = BLANKS_FIRST[order][filled];
        let Order { columns: [x, y, z], ties } = ORDERS[usize::from(order & 15)];
        let label = |column: u8| self.labels >> (4 * cells[(first as usize + usize::from(column)) & 15]) & 15;
        let [a, b, c] = [label(x), label(y), label(z)];
        if order & DIGITS_TIED == 0 {
            return (a << 8 | b << 4 | c, first << 4 | u32::from(order));
        }
        let [mut a, mut b, mut c] = [a << 8 | u64::from(x), b << 8 | u64::from(y), c << 8 | u64::from(z)];
        let order = |tied: u8, a: &mut u64, b: &mut u64| {
            (*a, *b) = if tied != 0 { ((*a).min(*b), (*a).max(*b)) } else { (*a, *b) };
        };
        order(ties & 1, &mut a, &mut b);
        order(ties & 2, &mut b, &mut c);
        order(ties & 1, &mut a, &mut b);
        let columns = 12 * (a & 3) + 4 * (b & 3);
        let [a, b, c] = [a >> 8, b >> 8, c >> 8];
        let ties = ties & (u8::from(a == b) | u8::from(b == c) << 1);
        let order = ORDER_OF[columns as usize + usize::from(ties)];
        (a << 8 | b << 4 | c, first << 4 | u32::from(order))
    }

    /// Returns a represented symmetry. Digits without a clue follow the digits with a clue.
    pub fn symmetry(&self) -> Symmetry {
        let mut label = self.next - 1;
        let digits = std::array::from_fn(|digit| match self.labels >> (4 * digit + 4) & 15 {
            UNKNOWN => {
                label += 1;
                label - 1
            }
            known => known as u8 - 1,
        });
        Symmetry {
            transposed: self.side == 1,
            rows: std::array::from_fn(|place| (self.rows >> (4 * place) & 15) as u8),
            columns: std::array::from_fn(|place| self.columns.column(place)),
            digits,
        }
    }

    /// Returns the number of symmetries represented, which differ by exchanges of equal rows, columns and
    /// stacks of the puzzle. The names of digits without a clue do not count.
    pub fn count(&self) -> u64 {
        let orders = |ties: u8| [1, 2, 2, 6][usize::from(ties & 3)];
        let columns: u64 = (0..3).map(|at| orders(ORDERS[self.columns.stack(at).1].ties)).product();
        u64::from(self.weight) * columns * orders(self.columns.stack_ties() as u8)
    }
}

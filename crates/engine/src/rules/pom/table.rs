//! Which patterns of different digits can be together.

use crate::budget::{Budget, OutOfBudget, Within};
use crate::grid::{Cells, Grid, members};
use crate::templates::{BandParts, Live};
use smallvec::{SmallVec, smallvec};
use std::ops::Range;

/// The patterns of the open digits, those that are left, and which pairs are.
///
/// ```text
///   digit      1 1 1 1 1 1 2 2 2 5 5 …    rows and columns: the patterns, digit by digit, 64 columns a word
///   row 0      · · · · · · 1 0 1 0 1      those it can be together with; between two digits symmetric,
///   row 1      · · · · · · 0 0 1 1 0      within a digit without meaning
///     ⋮
///   left of 1  1 1 1 0 1 1 0 0 0 0 0      what is left of each digit, in the words that it has columns in
///   left of 2              1 1 0 0 0
/// ```
pub(super) struct PatternTable<'a> {
    /// The digits that are not decided everywhere.
    pub digits: Vec<PatternBlock<'a>>,
    words: usize,
    rows: Vec<u64>,
}

/// A digit, its rows, and what is left of it.
pub(super) struct PatternBlock<'a> {
    pub digit: usize,
    pub rows: Range<usize>,
    patterns: &'a [BandParts],
    /// The first word of `left`.
    first: usize,
    left: ColumnBits,
    /// Whether some are not left.
    pub has_lost: bool,
}

/// A bit for some columns: most tables have few words.
type ColumnBits = SmallVec<[u64; 4]>;

/// Words of a table at most: 64 MB, 23,000 patterns. The largest seen for a puzzle with one solution has
/// 1,513.
const LARGEST: usize = 1 << 23;

impl PatternBlock<'_> {
    /// What is left of the digit in a word.
    #[inline]
    fn left_of(&self, word: usize) -> u64 {
        let at = word.checked_sub(self.first);
        at.and_then(|at| self.left.get(at)).copied().unwrap_or(0)
    }

    /// Whether nothing is left of this digit in a set of columns.
    #[inline]
    fn misses(&self, columns: impl Fn(usize) -> u64) -> bool {
        self.left.iter().enumerate().all(|(k, left)| left & columns(self.first + k) == 0)
    }

    /// What is left in a set of columns, as rows.
    fn left_in<'b>(&'b self, columns: impl Fn(usize) -> u64 + 'b) -> impl Iterator<Item = usize> + 'b {
        self.left.iter().enumerate().flat_map(move |(k, left)| {
            let word = self.first + k;
            members(left & columns(word)).map(move |bit| 64 * word + bit)
        })
    }
}

/// The words of a row by a number that is known, which spares loops: where each begins, and how many they
/// are. Most tables have one to three.
fn by_width(words: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..words).step_by(3).map(move |first| (first, words - first))
}

/// Writes `W` words of each row: the patterns of these columns that share no cell with it.
fn write_words<const W: usize>(rows: &mut [u64], words: usize, first: usize, patterns: &[BandParts]) {
    let mut through = [[0; W]; 81];
    let columns = &patterns[64 * first..patterns.len().min(64 * (first + W))];
    for (column, parts) in columns.iter().enumerate() {
        for cell in parts.places() {
            through[cell][column / 64] |= 1 << (column % 64);
        }
    }
    for (row, parts) in rows.chunks_exact_mut(words).zip(patterns) {
        let mut met = [0; W];
        for cell in parts.places() {
            let through = &through[cell];
            (0..W).for_each(|word| met[word] |= through[word]);
        }
        row[first..first + W].copy_from_slice(&met.map(|met: u64| !met));
    }
}

impl<'a> PatternTable<'a> {
    /// All live patterns; those are together that share no cell.
    pub fn of(grid: &Grid, live: &'a Live, budget: &mut Budget) -> Within<PatternTable<'a>> {
        let mut digits = Vec::<PatternBlock>::with_capacity(9);
        let mut count = 0;
        for digit in (0..9).filter(|&digit| !grid.open_plane(digit).is_empty()) {
            let (start, patterns) = (count, live.parts_of(digit));
            count += patterns.len();
            let (rows, first) = (start..count, start / 64);
            let mut left: ColumnBits = smallvec![0; count.div_ceil(64) - first];
            rows.clone().for_each(|row| left[row / 64 - first] |= 1 << (row % 64));
            digits.push(PatternBlock { digit, rows, patterns, first, left, has_lost: false });
        }
        let words = count.div_ceil(64);
        if words.saturating_mul(count) > LARGEST {
            return Err(OutOfBudget);
        }
        budget.take((count * (1 + words / 8)) as u64)?;
        let mut patterns = Vec::with_capacity(count);
        digits.iter().for_each(|block| patterns.extend_from_slice(block.patterns));
        let mut rows = vec![0; words * count];
        for (first, width) in by_width(words) {
            match width {
                1 => write_words::<1>(&mut rows, words, first, &patterns),
                2 => write_words::<2>(&mut rows, words, first, &patterns),
                _ => write_words::<3>(&mut rows, words, first, &patterns),
            }
        }
        Ok(PatternTable { digits, words, rows })
    }

    /// Whether some digit has no pattern left.
    pub fn is_contradictory(&self) -> bool {
        self.empty_digit().is_some()
    }

    /// A digit that has none.
    pub fn empty_digit(&self) -> Option<usize> {
        let mut digits = self.digits.iter();
        digits.find(|block| block.misses(|_| !0)).map(|block| block.digit)
    }

    /// The pattern of a row, with its digit.
    pub fn pattern(&self, row: usize) -> (usize, Cells) {
        let block = self.digits.iter().find(|block| block.rows.contains(&row));
        let block = block.expect("every row belongs to a digit");
        (block.digit, block.patterns[row - block.rows.start].cells())
    }

    /// The cells of all patterns left of a digit together.
    pub fn union(&self, block: &PatternBlock) -> Cells {
        let cells = |row: usize| block.patterns[row - block.rows.start].cells();
        block.left_in(|_| !0).fold(Cells::EMPTY, |union, row| union | cells(row))
    }

    /// The patterns left that can be together with no pattern left of one of these digits, blocks by number.
    pub fn alone(&self, digits: &[usize]) -> Vec<usize> {
        let mut met = ColumnBits::new();
        for (first, width) in by_width(self.words) {
            match width {
                1 => met.extend(self.met::<1>(first, digits)),
                2 => met.extend(self.met::<2>(first, digits)),
                _ => met.extend(self.met::<3>(first, digits)),
            }
        }
        self.digits.iter().flat_map(|own| own.left_in(|word| !met[word])).collect()
    }

    /// The columns of `W` words that can be together with a pattern left of each of these digits, or are left
    /// of it: between two digits a column is a row. A row that is out is together with nothing.
    fn met<const W: usize>(&self, first: usize, digits: &[usize]) -> [u64; W] {
        let mut all = [!0; W];
        for block in digits.iter().map(|&digit| &self.digits[digit]) {
            let mut met: [u64; W] = std::array::from_fn(|word| block.left_of(first + word));
            let rows = &self.rows[block.rows.start * self.words..block.rows.end * self.words];
            for row in rows.chunks_exact(self.words) {
                let row = &row[first..first + W];
                (0..W).for_each(|word| met[word] |= row[word]);
            }
            (0..W).for_each(|word| all[word] &= met[word]);
        }
        all
    }

    /// Of these digits, blocks by number, one that such a pattern can be together with no pattern left of.
    pub fn missed_by(&self, row: usize, digits: &[usize]) -> Option<usize> {
        let others = digits.iter().map(|&other| &self.digits[other]);
        let mut others = others.filter(|other| !other.rows.contains(&row));
        others.find(|other| other.misses(|word| self.row(row)[word])).map(|other| other.digit)
    }

    /// Takes out a pattern. Returns its digit, a block by number.
    pub fn remove(&mut self, row: usize) -> usize {
        let at = self.digits.iter().position(|block| block.rows.contains(&row));
        let at = at.expect("every row belongs to a digit");
        let block = &mut self.digits[at];
        block.has_lost = true;
        block.left[row / 64 - block.first] &= !(1 << (row % 64));
        self.rows[row * self.words..][..self.words].fill(0);
        at
    }

    /// The pairs left, each once, that can be together with no third pattern left of some digit. Only pairs
    /// with a row of `changed` are looked at.
    pub fn unsupported(&self, changed: &[bool], budget: &mut Budget) -> Within<Vec<(usize, usize)>> {
        let mut found = Vec::new();
        let mut due = vec![0; self.words];
        for row in (0..changed.len()).filter(|&row| changed[row]) {
            due[row / 64] |= 1 << (row % 64);
        }
        for (k, own) in self.digits.iter().enumerate() {
            for first in own.left_in(|_| !0) {
                let row = self.row(first);
                let due = |word: usize| row[word] & if changed[first] { !0 } else { due[word] };
                for (l, block) in self.digits.iter().enumerate().skip(k + 1) {
                    for second in block.left_in(due) {
                        budget.take(1 + self.words as u64 / 32)?;
                        let other = self.row(second);
                        let both = |word: usize| row[word] & other[word];
                        let thirds = self.digits.iter().enumerate();
                        let mut thirds = thirds.filter(|&(m, _)| m != k && m != l);
                        if thirds.any(|(_, third)| third.misses(both)) {
                            found.push((first, second));
                        }
                    }
                }
            }
        }
        Ok(found)
    }

    /// The digit of which such a pair can be together with no pattern left.
    pub fn third_of(&self, pair: [usize; 2]) -> Option<usize> {
        let [row, other] = pair.map(|row| self.row(row));
        let is_third = |block: &&PatternBlock| !pair.iter().any(|row| block.rows.contains(row));
        let mut thirds = self.digits.iter().filter(is_third);
        thirds.find(|third| third.misses(|word| row[word] & other[word])).map(|third| third.digit)
    }

    pub fn separate(&mut self, first: usize, second: usize) {
        for (row, other) in [(first, second), (second, first)] {
            self.rows[row * self.words + other / 64] &= !(1 << (other % 64));
        }
    }

    /// The patterns left that a pattern can be together with.
    pub fn partners(&self, row: usize) -> impl Iterator<Item = usize> {
        let others = self.digits.iter().filter(move |block| !block.rows.contains(&row));
        others.flat_map(move |block| block.left_in(move |word| self.row(row)[word]))
    }

    pub fn len(&self) -> usize {
        self.digits.last().map_or(0, |block| block.rows.end)
    }

    #[inline]
    fn row(&self, row: usize) -> &[u64] {
        &self.rows[row * self.words..][..self.words]
    }
}

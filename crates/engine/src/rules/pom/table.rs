//! Table of the patterns of different digits that can be together.

use crate::budget::{Budget, OutOfBudget, Within, units};
use crate::grid::{Cells, Digit, Grid, members};
use crate::templates::{BandParts, Live};
use smallvec::{SmallVec, smallvec};
use std::ops::Range;

/// Patterns of the open digits, the patterns left, and the pairs left.
///
/// ```text
///   digit      1 1 1 1 1 1 2 2 2 5 5 …    rows and columns: the patterns, digit by digit, 64 columns a word
///   row 0      · · · · · · 1 0 1 0 1      patterns it can be together with; symmetric between two digits,
///   row 1      · · · · · · 0 0 1 1 0      meaningless within a digit
///     ⋮
///   left of 1  1 1 1 0 1 1 0 0 0 0 0      patterns left of each digit, in the words of its columns
///   left of 2              1 1 0 0 0
/// ```
pub(super) struct PatternTable<'a> {
    /// Digits that are not decided everywhere.
    pub digits: Vec<PatternBlock<'a>>,
    words: usize,
    rows: Vec<u64>,
}

/// Digit with its rows and its remaining patterns.
pub(super) struct PatternBlock<'a> {
    pub digit: Digit,
    pub rows: Range<usize>,
    patterns: &'a [BandParts],
    /// Number of the first word in `left`.
    first: usize,
    left: ColumnBits,
    /// Whether some patterns have been removed.
    pub has_lost: bool,
}

/// One bit for each of some columns; most tables have few words.
type ColumnBits = SmallVec<[u64; 4]>;

/// Most words of a table: 64 MB, 23,000 patterns. The largest table seen for a puzzle with one solution has
/// 1,513.
const LARGEST: usize = 1 << 23;

impl PatternBlock<'_> {
    /// Returns the patterns left of the digit in a word.
    #[inline]
    fn left_of(&self, word: usize) -> u64 {
        let at = word.checked_sub(self.first);
        at.and_then(|at| self.left.get(at)).copied().unwrap_or(0)
    }

    /// Whether no pattern is left of this digit in a set of columns.
    #[inline]
    fn misses(&self, columns: impl Fn(usize) -> u64) -> bool {
        self.left.iter().enumerate().all(|(k, left)| left & columns(self.first + k) == 0)
    }

    /// Returns the rows of the patterns left in a set of columns.
    fn left_in<'b>(&'b self, columns: impl Fn(usize) -> u64 + 'b) -> impl Iterator<Item = usize> + 'b {
        self.left.iter().enumerate().flat_map(move |(k, left)| {
            let word = self.first + k;
            members(left & columns(word)).map(move |bit| 64 * word + bit)
        })
    }
}

/// Splits the words of a row into groups of at most three, so that loops have a known length. Returns, for
/// each group, the index of its first word and the number of words from that word to the end of the row. Most
/// tables have one to three words.
fn by_width(words: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..words).step_by(3).map(move |first| (first, words - first))
}

/// Writes `W` words of each row: the patterns of these columns that share no cell with the row's pattern.
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
    /// Builds the table of all live patterns; patterns without a common cell can be together.
    pub fn of(grid: &Grid, live: &'a Live, budget: &mut Budget) -> Within<PatternTable<'a>> {
        let mut digits = Vec::<PatternBlock>::with_capacity(9);
        let mut count = 0;
        for digit in Digit::all().filter(|&digit| !grid.open_plane(digit).is_empty()) {
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
        budget.take(units(count * (1 + words / 8)))?;
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

    /// Returns a digit that has no pattern left.
    pub fn empty_digit(&self) -> Option<Digit> {
        let mut digits = self.digits.iter();
        digits.find(|block| block.misses(|_| !0)).map(|block| block.digit)
    }

    /// Returns the pattern of a row, with its digit.
    pub fn pattern(&self, row: usize) -> (Digit, Cells) {
        let block = self.digits.iter().find(|block| block.rows.contains(&row));
        let block = block.expect("every row belongs to a digit");
        (block.digit, block.patterns[row - block.rows.start].cells())
    }

    /// Returns the cells of all patterns left of a digit.
    pub fn union(&self, block: &PatternBlock) -> Cells {
        let cells = |row: usize| block.patterns[row - block.rows.start].cells();
        block.left_in(|_| !0).fold(Cells::EMPTY, |union, row| union | cells(row))
    }

    /// Returns the remaining patterns that, for one of the digits in the given `blocks`, cannot be together
    /// with any remaining pattern of that digit.
    pub fn alone(&self, blocks: &[usize]) -> Vec<usize> {
        let mut met = ColumnBits::new();
        for (first, width) in by_width(self.words) {
            match width {
                1 => met.extend(self.met::<1>(first, blocks)),
                2 => met.extend(self.met::<2>(first, blocks)),
                _ => met.extend(self.met::<3>(first, blocks)),
            }
        }
        self.digits.iter().flat_map(|own| own.left_in(|word| !met[word])).collect()
    }

    /// Returns, in `W` words, the columns that can be together with a pattern left of each of these digits,
    /// or are themselves such patterns. Between two digits a column equals a row; the row of a removed
    /// pattern is empty.
    fn met<const W: usize>(&self, first: usize, blocks: &[usize]) -> [u64; W] {
        let mut all = [!0; W];
        for block in blocks.iter().map(|&block| &self.digits[block]) {
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

    /// Finds one of the digits in the given `blocks` that has no remaining pattern compatible with the
    /// pattern of the row.
    pub fn missed_by(&self, row: usize, blocks: &[usize]) -> Option<Digit> {
        let others = blocks.iter().map(|&block| &self.digits[block]);
        let mut others = others.filter(|other| !other.rows.contains(&row));
        others.find(|other| other.misses(|word| self.row(row)[word])).map(|other| other.digit)
    }

    /// Removes a pattern. Returns its digit, as the number of a block.
    pub fn remove(&mut self, row: usize) -> usize {
        let at = self.digits.iter().position(|block| block.rows.contains(&row));
        let at = at.expect("every row belongs to a digit");
        let block = &mut self.digits[at];
        block.has_lost = true;
        block.left[row / 64 - block.first] &= !(1 << (row % 64));
        self.rows[row * self.words..][..self.words].fill(0);
        at
    }

    /// Returns the pairs left, each once, that can be together with no third pattern left of some digit. Only
    /// pairs with a row in `changed` are examined.
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
                        budget.take(1 + units(self.words) / 32)?;
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

    /// Finds a third digit that has no pattern left compatible with both patterns of the pair.
    pub fn third_of(&self, pair: [usize; 2]) -> Option<Digit> {
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

    /// Returns the patterns left that a pattern can be together with.
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

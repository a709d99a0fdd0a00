//! Which patterns of different digits can be together.

use crate::budget::{Budget, OutOfBudget, Within};
use crate::grid::{Cells, Grid, members};
use crate::templates::Live;
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
pub(super) struct Table {
    /// The digits that are not decided everywhere.
    pub digits: Vec<Block>,
    words: usize,
    rows: Vec<u64>,
    patterns: Vec<Cells>,
}

/// A digit, its rows, and what is left of it.
pub(super) struct Block {
    pub digit: usize,
    pub rows: Range<usize>,
    /// The first word of `left`.
    first: usize,
    left: Words,
}

/// A bit for some columns: most tables have few words.
type Words = SmallVec<[u64; 4]>;

/// Words of a table at most: 64 MB, 23,000 patterns. The largest seen for a puzzle with one solution has 1,513.
const LARGEST: usize = 1 << 23;

impl Block {
    /// Whether nothing is left of this digit in a set of columns.
    #[inline]
    fn misses(&self, columns: impl Fn(usize) -> u64) -> bool {
        self.left.iter().enumerate().all(|(k, left)| left & columns(self.first + k) == 0)
    }

    /// What is left in a set of columns, as rows.
    fn left_in<'a>(
        &'a self,
        columns: impl Fn(usize) -> u64 + 'a,
    ) -> impl Iterator<Item = usize> + 'a {
        self.left.iter().enumerate().flat_map(move |(k, left)| {
            let word = self.first + k;
            members(left & columns(word)).map(move |bit| 64 * word + bit)
        })
    }
}

/// The patterns that go through none of the cells of each row. Most tables have one to three words: a number that is known spares a loop.
fn apart<const WORDS: usize>(
    rows: &mut Vec<u64>,
    cells: impl Iterator<Item = Cells>,
    through: &[u64],
) {
    let (through, _) = through.as_chunks::<WORDS>();
    for cells in cells {
        let mut met = [0; WORDS];
        cells.for_each(|cell| {
            met.iter_mut().zip(&through[cell]).for_each(|(met, through)| *met |= through);
        });
        rows.extend(met.map(|met| !met));
    }
}

/// The same for any number of words.
fn apart_of(
    words: usize,
    rows: &mut Vec<u64>,
    cells: impl Iterator<Item = Cells>,
    through: &[u64],
) {
    for cells in cells {
        let start = rows.len();
        rows.resize(start + words, !0);
        cells.for_each(|cell| {
            let through = &through[cell * words..][..words];
            rows[start..].iter_mut().zip(through).for_each(|(row, through)| *row &= !through);
        });
    }
}

impl Table {
    /// All live patterns; those are together that share no cell.
    pub fn of(grid: &Grid, live: &Live, budget: &mut Budget) -> Within<Table> {
        let (mut digits, mut patterns) = (Vec::<Block>::with_capacity(9), Vec::new());
        let mut open = Cells::EMPTY;
        for digit in (0..9).filter(|&digit| !grid.open_plane(digit).is_empty()) {
            let start = patterns.len();
            patterns.extend_from_slice(live.of_digit(digit));
            let (rows, first) = (start..patterns.len(), start / 64);
            let mut left: Words = smallvec![!0; patterns.len().div_ceil(64) - first];
            if let [begin, ..] = &mut left[..] {
                *begin &= !0 << (start % 64);
            }
            if let [.., end] = &mut left[..]
                && !patterns.len().is_multiple_of(64)
            {
                *end &= !(!0 << (patterns.len() % 64));
            }
            digits.push(Block { digit, rows, first, left });
            open |= grid.open_plane(digit);
        }
        let words = patterns.len().div_ceil(64);
        if words.saturating_mul(patterns.len()) > LARGEST {
            return Err(OutOfBudget);
        }
        budget.take((patterns.len() * (1 + words / 8)) as u64)?;
        let mut through = vec![0; 81 * words];
        for (row, &pattern) in patterns.iter().enumerate() {
            let (word, bit) = (row / 64, 1 << (row % 64));
            (pattern & open).for_each(|cell| through[cell * words + word] |= bit);
        }
        let mut rows = Vec::with_capacity(words * patterns.len());
        let cells = patterns.iter().map(|&pattern| pattern & open);
        match words {
            1 => apart::<1>(&mut rows, cells, &through),
            2 => apart::<2>(&mut rows, cells, &through),
            3 => apart::<3>(&mut rows, cells, &through),
            _ => apart_of(words, &mut rows, cells, &through),
        }
        Ok(Table { digits, words, rows, patterns })
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
        (block.expect("every row belongs to a digit").digit, self.patterns[row])
    }

    /// The cells of all patterns left of a digit together, and those that every one has.
    pub fn union_and_core(&self, block: &Block) -> (Cells, Cells) {
        let patterns = block.left_in(|_| !0).map(|row| self.patterns[row]);
        patterns.fold((Cells::EMPTY, Cells::ALL), |(union, core), p| (union | p, core & p))
    }

    /// The patterns left that can be together with no pattern left of one of these digits, blocks by number.
    pub fn alone(&self, digits: &[usize]) -> Vec<usize> {
        match self.words {
            1 => self.alone_of(1, digits),
            2 => self.alone_of(2, digits),
            3 => self.alone_of(3, digits),
            words => self.alone_of(words, digits),
        }
    }

    #[inline(always)]
    fn alone_of(&self, words: usize, digits: &[usize]) -> Vec<usize> {
        // The columns that meet a pattern of each digit: between two digits a column is a row. A row that is out meets nothing.
        let mut all: Words = smallvec![!0; words];
        let mut met = all.clone();
        for block in digits.iter().map(|&digit| &self.digits[digit]) {
            met.fill(0);
            block.rows.clone().for_each(|own| met[own / 64] |= 1 << (own % 64));
            let rows = &self.rows[block.rows.start * words..block.rows.end * words];
            for (word, met) in met.iter_mut().enumerate() {
                *met = rows.iter().skip(word).step_by(words).fold(*met, |met, row| met | row);
            }
            all.iter_mut().zip(&met).for_each(|(all, met)| *all &= met);
        }
        self.digits.iter().flat_map(|own| own.left_in(|word| !all[word])).collect()
    }

    /// Of these digits, blocks by number, one that such a pattern can be together with no pattern left of.
    pub fn missed_by(&self, row: usize, digits: &[usize]) -> Option<usize> {
        let others = digits.iter().map(|&other| &self.digits[other]);
        let mut others = others.filter(|other| !other.rows.contains(&row));
        others.find(|other| other.misses(|word| self.row(row)[word])).map(|other| other.digit)
    }

    pub fn remove(&mut self, row: usize) {
        let block = self.digits.iter_mut().find(|block| block.rows.contains(&row));
        let block = block.expect("every row belongs to a digit");
        block.left[row / 64 - block.first] &= !(1 << (row % 64));
        self.rows[row * self.words..][..self.words].fill(0);
    }

    /// The pairs left, each once, that can be together with no third pattern left of some digit. Only pairs with a
    /// row of `changed` are looked at.
    pub fn unsupported(
        &self,
        changed: &[bool],
        budget: &mut Budget,
    ) -> Within<Vec<(usize, usize)>> {
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
        let is_third = |block: &&Block| !pair.iter().any(|row| block.rows.contains(row));
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
        self.patterns.len()
    }

    #[inline]
    fn row(&self, row: usize) -> &[u64] {
        &self.rows[row * self.words..][..self.words]
    }
}

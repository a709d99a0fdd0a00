//! `pom3`: templates\[3\], pairs of patterns that have a third pattern with every digit.

use super::super::{Example, Findings, Info, Rule};
use super::conclude_all;
use super::exclusion::{bury, exclude};
use super::text::{Death, Log, Why};
use crate::graph::{Budget, OutOfBudget, State};
use crate::grid::{Cells, Grid};
use crate::templates::Live;

/// `pom3`.
pub struct PatternPairs;

impl Rule for PatternPairs {
    fn info(&self) -> &'static Info {
        &Info {
            name: "pom3",
            proves: "two disjoint patterns of different digits are impossible together when some third \
                     digit has no pattern disjoint from both that can be together with both, and so on; \
                     a pattern that can be together with none of another digit is impossible; then as \
                     pom1",
            source: "colouring-pom-brnet §2.6 (templates[3] of SudoRules)",
            sizes: None,
            example: Example { ladder: "POM3", puzzle: "", step: "" },
        }
    }

    fn find(&self, state: &mut State, _: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        let (grid, mut budget) = (*state.grid(), state.budget);
        let mut live = Live::of(&grid);
        let mut log = found.steps.is_some().then(|| Log::new(&live));
        let result = exclude(&mut live, &mut budget, &mut log)
            .and_then(|()| support(&grid, &mut live, &mut budget, &mut log));
        state.budget = budget;
        result?;
        conclude_all(&grid, "pom3", &live, &log, found);
        Ok(())
    }
}

/// Which patterns can be together.
///
/// ```text
///             columns: digit 1  │ digit 2          │ digit 5 …    the lists of the open digits, each from a
///   row 0     ················  │ 1·11····  ······ │ ··11         new word on
///   row 1     ················  │ ··1·····  ······ │ 1··1
///     ⋮       one row a pattern; symmetric
/// ```
struct Pairs {
    /// The digits that are not decided everywhere.
    digits: Vec<Block>,
    words: usize,
    rows: Vec<u64>,
    /// The digit and the cells of each row; a dead pattern has no cells.
    patterns: Vec<(usize, Cells)>,
    /// The rows that lost something in the last round, as rows and as columns.
    shorter: Vec<bool>,
    shorter_columns: Vec<u64>,
}

/// The rows and the words of columns of a digit.
#[derive(Clone)]
struct Block {
    digit: usize,
    rows: std::ops::Range<usize>,
    words: std::ops::Range<usize>,
}

/// Words of a table of pairs at most: 64 MB. The largest seen for a puzzle with one solution has 36,000.
const LARGEST: usize = 1 << 23;

/// Takes out pairs without support and patterns without pairs until there are none: strong path consistency. In
/// rounds, as [`exclude`], which goes first.
fn support(
    grid: &Grid,
    live: &mut Live,
    budget: &mut Budget,
    log: &mut Option<Log>,
) -> Result<(), OutOfBudget> {
    if live.is_contradictory() {
        return Ok(());
    }
    let mut pairs = Pairs::of(grid, live, budget)?;
    let mut going = Vec::new();
    loop {
        pairs.unsupported(&mut going, budget)?;
        pairs.part(&going);
        let dead = pairs.unpaired();
        bury(&dead, live, log);
        if going.is_empty() && dead.is_empty() || live.is_contradictory() {
            return Ok(());
        }
    }
}

impl Pairs {
    /// The pairs of disjoint patterns.
    fn of(grid: &Grid, live: &Live, budget: &mut Budget) -> Result<Pairs, OutOfBudget> {
        let (mut digits, mut patterns, mut words) = (Vec::<Block>::new(), Vec::new(), 0);
        for digit in (0..9).filter(|&digit| !grid.open_plane(digit).is_empty()) {
            let list = live.of_digit(digit);
            let from = (patterns.len(), words);
            patterns.extend(list.iter().map(|&template| (digit, template)));
            words += list.len().div_ceil(64);
            digits.push(Block { digit, rows: from.0..patterns.len(), words: from.1..words });
        }
        if words.saturating_mul(patterns.len()) > LARGEST {
            return Err(OutOfBudget);
        }
        budget.take((patterns.len() * patterns.len() / 64) as u64)?;
        let mut rows = vec![0; words * patterns.len()];
        for (row, &(digit, template)) in rows.chunks_exact_mut(words).zip(&patterns) {
            for block in digits.iter().filter(|block| block.digit != digit) {
                let others = patterns[block.rows.clone()].chunks(64);
                for (word, others) in row[block.words.clone()].iter_mut().zip(others) {
                    for (k, (_, other)) in others.iter().enumerate() {
                        *word |= u64::from(!template.intersects(*other)) << k;
                    }
                }
            }
        }
        let shorter = vec![true; patterns.len()];
        Ok(Pairs { digits, words, rows, patterns, shorter, shorter_columns: vec![!0; words] })
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.rows[row * self.words..][..self.words]
    }

    /// The pairs, each once, that have no third pattern with some digit. Only where a row has changed.
    fn unsupported(
        &self,
        going: &mut Vec<(usize, usize)>,
        budget: &mut Budget,
    ) -> Result<(), OutOfBudget> {
        going.clear();
        for (k, own) in self.digits.iter().enumerate() {
            for first in own.rows.clone() {
                let row = self.row(first);
                for (l, block) in self.digits.iter().enumerate().skip(k + 1) {
                    for word in block.words.clone() {
                        let due = if self.shorter[first] { !0 } else { self.shorter_columns[word] };
                        for bit in bits(row[word] & due) {
                            let second = block.rows.start + 64 * (word - block.words.start) + bit;
                            budget.take(1 + self.words as u64 / 32)?;
                            let other = self.row(second);
                            let mut thirds =
                                self.digits.iter().enumerate().filter(|&(m, _)| m != k && m != l);
                            if thirds.any(|(_, third)| {
                                third.words.clone().all(|word| row[word] & other[word] == 0)
                            }) {
                                going.push((first, second));
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes these pairs out; nothing else has changed now.
    fn part(&mut self, going: &[(usize, usize)]) {
        self.shorter.fill(false);
        self.shorter_columns.fill(0);
        for &(first, second) in going {
            self.separate(first, second);
            self.separate(second, first);
        }
    }

    /// Takes the second pattern out of the row of the first.
    fn separate(&mut self, first: usize, second: usize) {
        let column = |row: usize| {
            let block = self.digits.iter().find(|block| block.rows.contains(&row));
            let block = block.expect("every row belongs to a digit");
            (block.words.start + (row - block.rows.start) / 64, (row - block.rows.start) % 64)
        };
        let ((word, bit), (own_word, own_bit)) = (column(second), column(first));
        self.rows[first * self.words + word] &= !(1 << bit);
        self.shorter[first] = true;
        self.shorter_columns[own_word] |= 1 << own_bit;
    }

    /// Takes out the patterns that have no pair with some digit, and returns them.
    fn unpaired(&mut self) -> Vec<Death> {
        let mut dead = Vec::new();
        let mut gone = Vec::new();
        for own in &self.digits {
            for first in own.rows.clone() {
                let (digit, template) = self.patterns[first];
                let row = self.row(first);
                let is_alone = |block: &&Block| {
                    block.digit != digit && row[block.words.clone()].iter().all(|&word| word == 0)
                };
                if let Some(block) = self.digits.iter().find(is_alone).filter(|_| !template.is_empty()) {
                    dead.push(Death { digit, template, why: Why::Unpaired(block.digit) });
                    gone.push(first);
                }
            }
        }
        for &first in &gone {
            self.patterns[first].1 = Cells::EMPTY;
            for block in self.digits.clone() {
                for word in block.words.clone() {
                    for bit in bits(self.row(first)[word]) {
                        let second = block.rows.start + 64 * (word - block.words.start) + bit;
                        self.separate(second, first);
                    }
                }
            }
            self.rows[first * self.words..][..self.words].fill(0);
        }
        dead
    }
}

/// The members of a word.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(first)
    })
}

//! Tables of links: what one link leads to, and what follows link by link.
//!
//! All direct entries of these tables have one distance. So a table is a breadth-first search, and how far
//! each literal is from the assumption is found by rows of bits. The search in HoDoKu's order is made only
//! where a chain is to be read.

use super::board::Board;
use super::forcing::{self, Way};
use super::step::Sign;
use super::tables::{CANDIDATES, ENTRIES, Group, Literal, groups, link_groups, literal, sign};
use crate::grid::{Cells, houses_of, members};

/// What one link leads to from each literal. Literals have numbers here: those of candidates that are true,
/// then those that are false, then those of groups.
pub struct Links {
    pub groups: Vec<Group>,
    /// The literals of candidates.
    pub starts: Vec<Literal>,
    /// By number.
    literals: Vec<Literal>,
    /// By literal.
    numbers: Vec<u16>,
    /// Where each leads, in the order of the tables: `ends` says where those of a number end.
    next: Vec<u16>,
    ends: Vec<u32>,
    /// As bits, `words` for each number.
    rows: Vec<Word>,
    words: usize,
}

/// So many bits are joined at once.
type Word = [u64; 4];
const BITS: usize = 256;

fn has(row: &[Word], number: usize) -> bool {
    row[number / BITS][number / 64 % 4] >> (number % 64) & 1 != 0
}

fn set(row: &mut [Word], number: usize, is_in: bool) {
    let word = &mut row[number / BITS][number / 64 % 4];
    *word = *word & !(1 << (number % 64)) | u64::from(is_in) << (number % 64);
}

fn join(row: &mut [Word], other: &[Word]) {
    row.iter_mut()
        .zip(other)
        .for_each(|(word, other)| *word = std::array::from_fn(|at| word[at] | other[at]));
}

impl Links {
    pub fn of(board: &Board, has_groups: bool) -> Links {
        let groups = if has_groups { groups(board) } else { Vec::new() };
        let candidates = || board.open().flat_map(|cell| board.in_cell(cell, 0x1FF));
        let of_sign = |is_on| candidates().map(move |one| literal(one.cell.into(), one.digit.into(), is_on));
        let starts: Vec<Literal> = of_sign(true).chain(of_sign(false)).collect();
        let all = 2 * (CANDIDATES + groups.len());
        let literals: Vec<Literal> =
            starts.iter().copied().chain((2 * CANDIDATES..all).map(|group| group as Literal)).collect();
        let mut numbers = vec![u16::MAX; all];
        for (number, &literal) in literals.iter().enumerate() {
            numbers[usize::from(literal)] = number as u16;
        }
        let words = literals.len().div_ceil(BITS);
        let rows = vec![[0; 4]; words * literals.len()];
        let ends = vec![0; literals.len()];
        let mut links = Links { groups, starts, literals, numbers, next: Vec::new(), ends, rows, words };
        let mut pairs = Vec::with_capacity(16 * links.literals.len());
        links.link_candidates(board, &mut pairs);
        links.link_groups(board, &mut pairs);
        links.sort(&pairs);
        links
    }

    /// Adds a link, if it is new.
    fn link(&mut self, from: Literal, to: Literal, pairs: &mut Vec<(u16, u16)>) {
        let (from, to) = (self.number(from), self.number(to));
        let row = &mut self.rows[from * self.words..][..self.words];
        if !has(row, to) {
            set(row, to, true);
            pairs.push((from as u16, to as u16));
            self.ends[from] += 1;
        }
    }

    fn link_candidates(&mut self, board: &Board, pairs: &mut Vec<(u16, u16)>) {
        for one in board.open().flat_map(|cell| board.in_cell(cell, 0x1FF)) {
            let (cell, digit) = (usize::from(one.cell), usize::from(one.digit));
            let [off, on] = [false, true].map(|is_on| literal(cell, digit, is_on));
            let is_pair = board.mask(cell).count_ones() == 2;
            for other in board.in_cell(cell, !(1 << digit)) {
                self.link(on, literal(cell, other.digit.into(), false), pairs);
                if is_pair {
                    self.link(off, literal(cell, other.digit.into(), true), pairs);
                }
            }
            for house in houses_of(cell) {
                for other in board.places(house, digit) - Cells::of(cell) {
                    self.link(on, literal(other, digit, false), pairs);
                    if board.count(house, digit) == 2 {
                        self.link(off, literal(other, digit, true), pairs);
                    }
                }
            }
        }
    }

    fn link_groups(&mut self, board: &Board, pairs: &mut Vec<(u16, u16)>) {
        link_groups(board, &self.groups.clone(), &mut |from, to| self.link(from, to, pairs));
    }

    /// Puts the links of each number together, in the order in which they were added.
    fn sort(&mut self, pairs: &[(u16, u16)]) {
        let mut begin = 0;
        for end in &mut self.ends {
            (*end, begin) = (begin, begin + *end);
        }
        self.next = vec![0; pairs.len()];
        for &(from, to) in pairs {
            let end = &mut self.ends[usize::from(from)];
            self.next[*end as usize] = to;
            *end += 1;
        }
    }

    /// The number of a literal.
    #[inline]
    pub fn number(&self, literal: Literal) -> usize {
        self.numbers[usize::from(literal)].into()
    }

    fn of_number(&self, number: usize) -> &[u16] {
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.next[begin..self.ends[number] as usize]
    }

    fn row(&self, number: usize) -> &[Word] {
        &self.rows[number * self.words..][..self.words]
    }

    /// The literal as it stands in a chain.
    pub fn sign(&self, literal: Literal) -> Sign {
        sign(&self.groups, literal)
    }
}

/// What follows from a literal, and after how many links at least.
#[derive(Default)]
pub struct Rounds {
    /// By number; [`NEVER`] of what does not follow. The assumption has none.
    distances: Vec<u16>,
    reached: Vec<Word>,
    fresh: Vec<Word>,
    next: Vec<Word>,
}

const NEVER: u16 = u16::MAX;

impl Rounds {
    /// Finds what follows from a start.
    pub fn fill(&mut self, links: &Links, start: usize) {
        self.distances.clear();
        self.distances.resize(links.literals.len(), NEVER);
        for row in [&mut self.reached, &mut self.fresh, &mut self.next] {
            row.clear();
            row.resize(links.words, [0; 4]);
        }
        set(&mut self.fresh, start, true);
        let (mut round, mut count) = (0, 0);
        while self.fresh.iter().any(|&word| word != [0; 4]) {
            self.next.fill([0; 4]);
            for number in numbers(&self.fresh) {
                self.distances[number] = round;
                count += 1;
                if !links.of_number(number).is_empty() {
                    join(&mut self.next, links.row(number));
                }
            }
            join(&mut self.reached, &self.fresh);
            for ((fresh, next), reached) in self.fresh.iter_mut().zip(&self.next).zip(&self.reached) {
                *fresh = std::array::from_fn(|at| next[at] & !reached[at]);
            }
            round += 1;
        }
        if count > ENTRIES {
            self.cut(links, start);
        }
    }

    /// Takes out what a full table does not take in.
    fn cut(&mut self, links: &Links, start: usize) {
        let mut walk = Walk::default();
        walk.expand(links, start);
        for number in (0..links.literals.len()).filter(|&number| walk.position(number).is_none()) {
            self.distances[number] = NEVER;
            set(&mut self.reached, number, false);
        }
    }

    /// All that follows, as numbers, the assumption, too.
    pub fn all(&self) -> impl Iterator<Item = usize> {
        numbers(&self.reached)
    }

    /// By how many links a number follows, if it does.
    pub fn distance(&self, number: usize) -> Option<usize> {
        let links = self.distances[number];
        (links != NEVER).then_some(links.into())
    }
}

/// The numbers of a row of bits.
fn numbers(row: &[Word]) -> impl Iterator<Item = usize> {
    row.as_flattened().iter().enumerate().flat_map(|(at, &word)| members(word).map(move |bit| 64 * at + bit))
}

/// The table of a literal in HoDoKu's order.
#[derive(Default)]
pub struct Walk {
    start: Option<usize>,
    entries: Vec<u16>,
    /// For each number the one from which it was reached, and where it is in the table, if the mark says that
    /// it is there.
    of: Vec<(u32, u16, u16)>,
    mark: u32,
}

impl Walk {
    /// Makes the table of a start, unless it is this one.
    pub fn expand(&mut self, links: &Links, start: usize) {
        if self.start.replace(start) == Some(start) {
            return;
        }
        self.mark += 1;
        self.of.resize(links.literals.len(), (0, 0, 0));
        self.entries.clear();
        self.push(start, start);
        let mut at = 0;
        while at < self.entries.len() && self.entries.len() < ENTRIES {
            let own = usize::from(self.entries[at]);
            for &next in links.of_number(own) {
                if self.of[usize::from(next)].0 != self.mark && self.entries.len() < ENTRIES {
                    self.push(next.into(), own);
                }
            }
            at += 1;
        }
    }

    fn push(&mut self, number: usize, from: usize) {
        self.of[number] = (self.mark, from as u16, self.entries.len() as u16);
        self.entries.push(number as u16);
    }

    /// Where a number is in the table.
    pub fn position(&self, number: usize) -> Option<usize> {
        let (mark, _, at) = self.of[number];
        (mark == self.mark).then_some(at.into())
    }

    /// The literals from one of the table to the assumption.
    pub fn read(&self, links: &Links, mut number: usize, chain: &mut Vec<Literal>) {
        chain.clear();
        chain.push(links.literals[number]);
        while Some(number) != self.start {
            number = self.of[number].1.into();
            chain.push(links.literals[number]);
        }
    }
}

/// Links as forcing reads them: what follows from each start.
pub struct Source<'a> {
    links: &'a Links,
    rounds: Vec<Rounds>,
}

impl Source<'_> {
    pub fn of(links: &Links) -> Source<'_> {
        let rounds = (0..links.starts.len()).map(|start| {
            let mut rounds = Rounds::default();
            rounds.fill(links, start);
            rounds
        });
        Source { links, rounds: rounds.collect() }
    }
}

impl forcing::Source for Source<'_> {
    const IS_NET: bool = false;

    fn starts(&self) -> &[Literal] {
        &self.links.starts
    }

    fn follow(&mut self, start: Literal, show: &mut impl FnMut(Literal)) {
        let all = self.rounds[self.links.number(start)].all();
        all.for_each(|number| show(self.links.literals[number]));
    }

    fn measure(&mut self, (start, target): Way) -> Option<(usize, bool)> {
        let links = self.rounds[self.links.number(start)].distance(self.links.number(target))?;
        Some((links + 1, false))
    }
}

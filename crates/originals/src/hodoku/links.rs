//! Tables of links: the literals that one link leads to, and the literals that follow link by link.
//!
//! All direct entries of these tables have the same distance. So a table is a breadth-first search, and the
//! distance of each literal from the assumption is found by rows of bits. The search in HoDoKu's order is run
//! only if a chain is to be read.

use super::board::{Board, len};
use super::forcing::{self, Way};
use super::step::Sign;
use super::tables::{CANDIDATES, ENTRIES, Group, Literal, candidate_of, groups, link_groups, literal, sign};
use crate::grid::{Cell, Cells, Digit, members};
use crate::wide::wide;

/// Links from each literal. Literals have numbers here: true candidates, then false candidates, then groups.
pub struct Links {
    pub groups: Vec<Group>,
    /// Literals of candidates.
    pub starts: Vec<Literal>,
    /// Literals by number.
    literals: Vec<Literal>,
    /// Numbers by literal.
    numbers: Vec<u16>,
    /// Links of all numbers, in the order of the tables; `ends` has the end of each number's links.
    next: Vec<u16>,
    ends: Vec<usize>,
    /// Links as bits, with `words` words for each number.
    rows: Vec<Word>,
    words: usize,
}

/// Bits that are joined at once.
type Word = [u64; 4];
const BITS: usize = 256;
/// Words of a row if there are more than 4 · 256 literals. Candidates and groups have at most 2,430.
const MOST_WORDS: usize = 10;

fn has(row: &[Word], number: usize) -> bool {
    row[number / BITS][number / 64 % 4] >> (number % 64) & 1 != 0
}

fn set(row: &mut [Word], number: usize, is_in: bool) {
    let word = &mut row[number / BITS][number / 64 % 4];
    *word = *word & !(1 << (number % 64)) | u64::from(is_in) << (number % 64);
}

#[inline(always)]
fn join(row: &mut [Word], other: &[Word]) {
    row.iter_mut()
        .zip(other)
        .for_each(|(word, other)| *word = std::array::from_fn(|at| word[at] | other[at]));
}

impl Links {
    pub fn of(board: &Board, has_groups: bool) -> Links {
        let groups = if has_groups { groups(board) } else { Vec::new() };
        let candidates = || board.open().flat_map(|cell| board.in_cell(cell, 0x1FF));
        let of_sign = |is_on| candidates().map(move |one| literal(one.cell, one.digit, is_on));
        let starts: Vec<Literal> = of_sign(true).chain(of_sign(false)).collect();
        let all = 2 * (CANDIDATES + groups.len());
        let literals: Vec<Literal> =
            starts.iter().copied().chain((2 * CANDIDATES..all).map(|group| group as Literal)).collect();
        let mut numbers = vec![u16::MAX; all];
        for (number, &literal) in (0..).zip(&literals) {
            numbers[usize::from(literal)] = number;
        }
        let words = match literals.len().div_ceil(BITS) {
            words @ 0..=4 => words.max(1),
            _ => MOST_WORDS,
        };
        let rows = vec![[0; 4]; words * literals.len()];
        let (next, ends) = (Vec::with_capacity(16 * literals.len()), Vec::with_capacity(literals.len()));
        let mut links = Links { groups, starts, literals, numbers, next, ends, rows, words };
        links.link_candidates(board);
        if has_groups {
            links.link_groups(board);
        }
        links
    }

    /// Adds a link to its row. Returns whether it is new.
    fn set(&mut self, from: usize, to: usize) -> bool {
        let row = &mut self.rows[from * self.words..][..self.words];
        let is_new = !has(row, to);
        set(row, to, true);
        is_new
    }

    /// Adds the links from candidates to candidates, number by number.
    fn link_candidates(&mut self, board: &Board) {
        for number in 0..self.starts.len() {
            let (cell, digit) = candidate_of(self.starts[number]);
            let (own, is_on) = (Cells::of(cell), self.starts[number] & 1 != 0);
            let mut link = |cell: Cell, digit: Digit| {
                let to = self.numbers[usize::from(literal(cell, digit, !is_on))];
                if self.set(number, to.into()) {
                    self.next.push(to);
                }
            };
            if is_on || len(board.mask(cell)) == 2 {
                board.in_cell(cell, !digit.bit()).for_each(|other| link(cell, other.digit));
            }
            for house in cell.houses().into_iter().filter(|&house| is_on || board.count(house, digit) == 2) {
                (board.places(house, digit) - own).for_each(|other| link(other, digit));
            }
            self.ends.push(self.next.len());
        }
        self.ends.resize(self.literals.len(), self.next.len());
    }

    /// Adds the links of groups after the links of candidates.
    fn link_groups(&mut self, board: &Board) {
        let mut pairs: Vec<(u16, u16)> = Vec::new();
        link_groups(board, &self.groups.clone(), &mut |from, to| {
            let (from, to) = (self.numbers[usize::from(from)], self.numbers[usize::from(to)]);
            if self.set(from.into(), to.into()) {
                pairs.push((from, to));
            }
        });
        pairs.sort_by_key(|pair| pair.0);
        let mut next = Vec::with_capacity(self.next.len() + pairs.len());
        let (mut begin, mut pairs) = (0, pairs.into_iter().peekable());
        for (number, end) in self.ends.iter_mut().enumerate() {
            next.extend_from_slice(&self.next[begin..*end]);
            while let Some((_, to)) = pairs.next_if(|pair| usize::from(pair.0) == number) {
                next.push(to);
            }
            (begin, *end) = (*end, next.len());
        }
        self.next = next;
    }

    /// Returns the number of a literal.
    #[inline]
    pub fn number(&self, literal: Literal) -> usize {
        self.numbers[usize::from(literal)].into()
    }

    fn of_number(&self, number: usize) -> &[u16] {
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.next[begin..self.ends[number]]
    }

    /// Returns the numbers that a number leads to.
    pub fn next(&self, number: usize) -> impl Iterator<Item = usize> {
        self.of_number(number).iter().map(|&next| next.into())
    }

    /// Whether some table may be full.
    pub fn may_be_cut(&self) -> bool {
        self.literals.len() > ENTRIES
    }

    /// Returns the literal in the form of chains.
    pub fn sign(&self, literal: Literal) -> Sign {
        sign(&self.groups, literal)
    }
}

/// Consequences of a literal, with the least number of links to each.
#[derive(Default)]
pub struct Rounds {
    /// Numbers of links, by number of the literal: 0 for the assumption, [`NEVER`] for a literal that does
    /// not follow.
    distances: Vec<u16>,
    reached: Vec<Word>,
}

/// Distance of a literal that does not follow.
pub const NEVER: u16 = u16::MAX;

impl Rounds {
    // Finds the consequences of a start.
    wide! {
        pub fn fill(links: &Links, start: usize) = fill_avx2 or fill_portable;
    }

    #[inline(always)]
    fn fill_portable(&mut self, links: &Links, start: usize) {
        match links.words {
            1 => self.fill_rows::<1>(links, start),
            2 => self.fill_rows::<2>(links, start),
            3 => self.fill_rows::<3>(links, start),
            4 => self.fill_rows::<4>(links, start),
            _ => self.fill_rows::<MOST_WORDS>(links, start),
        }
    }

    /// Finds the consequences of a start with rows of constant length, which are kept in registers.
    #[inline(always)]
    fn fill_rows<const WORDS: usize>(&mut self, links: &Links, start: usize) {
        self.distances.clear();
        self.distances.resize(links.literals.len(), NEVER);
        let (rows, _) = links.rows.as_chunks::<WORDS>();
        let mut fresh = [[0; 4]; WORDS];
        set(&mut fresh, start, true);
        let mut reached = fresh;
        let mut round = 0;
        while fresh.iter().any(|&word| word != [0; 4]) {
            let mut next = [[0; 4]; WORDS];
            for number in numbers(&fresh) {
                self.distances[number] = round;
                join(&mut next, &rows[number]);
            }
            for at in 0..WORDS {
                fresh[at] = std::array::from_fn(|k| next[at][k] & !reached[at][k]);
            }
            join(&mut reached, &fresh);
            round += 1;
        }
        self.reached.clear();
        self.reached.extend_from_slice(&reached);
        if links.may_be_cut() && self.all().count() > ENTRIES {
            self.cut(links, start);
        }
    }

    /// Removes the literals that a full table leaves out.
    fn cut(&mut self, links: &Links, start: usize) {
        let mut walk = Walk::default();
        walk.expand(links, start);
        for number in (0..links.literals.len()).filter(|&number| walk.position(number).is_none()) {
            self.distances[number] = NEVER;
            set(&mut self.reached, number, false);
        }
    }

    /// Returns the numbers of all consequences, including the assumption.
    pub fn all(&self) -> impl Iterator<Item = usize> {
        numbers(&self.reached)
    }

    /// Returns how many links away each literal is, by the literal's number; [`NEVER`] if it does not follow.
    pub fn distances(&self) -> &[u16] {
        &self.distances
    }

    /// Returns how many links away the literal with this number is, if it follows.
    pub fn distance(&self, number: usize) -> Option<usize> {
        let links = self.distances[number];
        (links != NEVER).then_some(links.into())
    }
}

/// Returns the numbers of a row of bits.
#[inline(always)]
fn numbers(row: &[Word]) -> impl Iterator<Item = usize> {
    row.as_flattened().iter().enumerate().flat_map(|(at, &word)| members(word).map(move |bit| 64 * at + bit))
}

/// The table of a literal in HoDoKu's order.
#[derive(Default)]
pub struct Walk {
    start: Option<usize>,
    entries: Vec<u16>,
    /// Mark, predecessor and position of each number; it is in the table only if the mark is the current one.
    of: Vec<(u32, u16, u16)>,
    mark: u32,
}

impl Walk {
    /// Builds the table of a start, unless it is the current one.
    pub fn expand(&mut self, links: &Links, start: usize) {
        if self.start.replace(start) == Some(start) {
            return;
        }
        self.mark += 1;
        self.of.resize(links.literals.len(), (0, 0, 0));
        self.entries.clear();
        let own = start as u16;
        self.push(own, own);
        let mut at = 0;
        while at < self.entries.len() && self.entries.len() < ENTRIES {
            let own = self.entries[at];
            for &next in links.of_number(own.into()) {
                if self.of[usize::from(next)].0 != self.mark && self.entries.len() < ENTRIES {
                    self.push(next, own);
                }
            }
            at += 1;
        }
    }

    fn push(&mut self, number: u16, from: u16) {
        self.of[usize::from(number)] = (self.mark, from, self.entries.len() as u16);
        self.entries.push(number);
    }

    /// Returns the position of a number in the table.
    pub fn position(&self, number: usize) -> Option<usize> {
        let (mark, _, at) = self.of[number];
        (mark == self.mark).then_some(at.into())
    }

    /// Reads the literals from one in the table to the assumption.
    pub fn read(&self, links: &Links, mut number: usize, chain: &mut Vec<Literal>) {
        chain.clear();
        chain.push(links.literals[number]);
        while Some(number) != self.start {
            number = self.of[number].1.into();
            chain.push(links.literals[number]);
        }
    }
}

/// Links as a source of forcing chains: the consequences of each start.
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

    fn measure(&mut self, way: Way) -> Option<(usize, bool)> {
        let links = self.rounds[self.links.number(way.start)].distance(self.links.number(way.target))?;
        Some((links + 1, false))
    }
}

//! Almost locked sets: XZ-rule, XY-wing and chains.

use super::board::{Board, len, of_digit, seen_by_all};
use super::step::{Step, Why, sorted, sum};
use crate::budget::{Budget, Within, units};
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::{Candidate, Cell, Cells, Digit, House, members};
use crate::number::number;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Cells of a house with one digit more than cells.
struct Als {
    cells: Cells,
    digits: u16,
    /// Cells of each digit in the set; `common` has the digit's other cells that see all its cells in the
    /// set.
    own: [Cells; 9],
    common: [Cells; 9],
    all_common: Cells,
}

number! {
    /// Number of an almost locked set.
    SetNumber(u32)
}

number! {
    /// Number of a link of two sets.
    CommonNumber(u32)
}

impl SetNumber {
    fn word(self) -> u32 {
        self.0
    }
}

/// Digits that can be in only one of two sets: one digit, or the first and the last.
#[derive(Clone, Copy)]
struct Common {
    sets: [SetNumber; 2],
    digits: [Option<Digit>; 2],
}

impl Common {
    fn mask(&self) -> u16 {
        self.digits.iter().flatten().fold(0, |all, digit| all | digit.bit())
    }

    fn first(&self) -> Digit {
        self.digits[0].unwrap_or_default()
    }
}

/// All almost locked sets of a state in their order, and the digits that link them.
pub struct Sets {
    sets: Vec<Als>,
    commons: Vec<Common>,
}

impl Sets {
    pub fn of(board: &Board, budget: &mut Budget) -> Within<Sets> {
        let mut sets = Sets { sets: Vec::new(), commons: Vec::new() };
        for house in House::all() {
            let cells: Vec<Cell> = (house.cells() & board.open()).collect();
            sets.collect(board, house, &cells, Cells::EMPTY, 0, 0);
        }
        sets.link(board, budget)?;
        Ok(sets)
    }

    /// Finds the digits that link each set to later ones. A digit links a set to the sets that have it, but
    /// only in cells that see all its cells of the first set. All sets are examined side by side, one bit
    /// each.
    fn link(&mut self, board: &Board, budget: &mut Budget) -> Within {
        let words = self.sets.len().div_ceil(64);
        let row = |cell: usize, digit: Digit| {
            let number = 9 * cell + digit.index();
            words * number..words * (number + 1)
        };
        // The sets with a digit in each cell; in row 81, the sets with the digit in any cell.
        let mut with = vec![0u64; 9 * 82 * words];
        for (at, set) in self.sets.iter().enumerate() {
            for digit in Digit::in_mask(set.digits) {
                for cell in set.own[digit].map(Cell::index).chain([Cell::COUNT]) {
                    with[row(cell, digit)][at / 64] |= 1 << (at % 64);
                }
            }
        }
        let mut linked = vec![0u64; 9 * words];
        for (i, set) in self.sets.iter().enumerate() {
            budget.take(1 + units(words))?;
            let first = i / 64;
            let mut all = vec![0; words];
            for digit in Digit::in_mask(set.digits) {
                let own = &mut linked[words * digit.index()..][..words];
                own[first..].copy_from_slice(&with[row(Cell::COUNT, digit)][first..]);
                for cell in board.plane(digit) - set.common[digit] {
                    let others = &with[row(cell.index(), digit)][first..];
                    own[first..].iter_mut().zip(others).for_each(|(own, other)| *own &= !other);
                }
                all[first..].iter_mut().zip(&own[first..]).for_each(|(all, own)| *all |= own);
            }
            for (word, &mask) in all.iter().enumerate() {
                for bit in members(mask).filter(|bit| 64 * word + bit > i) {
                    let j = 64 * word + bit;
                    let has = |&digit: &Digit| linked[words * digit.index() + word] >> bit & 1 != 0;
                    let mut common = Digit::in_mask(set.digits & self.sets[j].digits).filter(has);
                    if !set.cells.intersects(self.sets[j].cells) {
                        let digits = [common.next(), common.last()];
                        self.commons.push(Common { sets: [i, j].map(SetNumber::new), digits });
                    }
                }
            }
        }
        Ok(())
    }

    /// Extends the chosen cells of a house by others of the house, and adds the almost locked sets.
    fn collect(
        &mut self, board: &Board, house: House, others: &[Cell], chosen: Cells, count: usize, digits: u16,
    ) {
        let count = count + 1;
        for (at, &cell) in others.iter().enumerate() {
            let (chosen, digits) = (chosen | Cells::of(cell), digits | board.mask(cell));
            if len(digits) == count + 1 && is_first_house(house, chosen) {
                self.sets.push(Als::new(board, chosen, digits));
            }
            let others = &others[at + 1..];
            if count < 8 && len(digits) <= count + others.len() + 1 {
                self.collect(board, house, others, chosen, count, digits);
            }
        }
    }

    /// Returns the links, each with its number.
    fn numbered(&self) -> impl Iterator<Item = (CommonNumber, &Common)> {
        self.commons.iter().enumerate().map(|(at, common)| (CommonNumber::new(at), common))
    }

    fn ends(&self, common: &Common) -> [&Als; 2] {
        common.sets.map(|set| &self.sets[set])
    }
}

/// Whether `house` is the first house that contains all of `cells`.
fn is_first_house(house: House, cells: Cells) -> bool {
    let first = cells.first().unwrap_or_default();
    first.houses().into_iter().find(|&other| cells.is_subset(other.cells())) == Some(house)
}

impl Als {
    fn new(board: &Board, cells: Cells, digits: u16) -> Als {
        let own = board.planes().map(|plane| plane & cells);
        let common: [Cells; 9] = std::array::from_fn(|digit| {
            let seen = if digits >> digit & 1 != 0 { seen_by_all(own[digit]) } else { Cells::EMPTY };
            (board.planes()[digit] & seen) - cells
        });
        let all_common = common.into_iter().fold(Cells::EMPTY, |all, cells| all | cells);
        Als { cells, digits, own, common, all_common }
    }
}

/// Returns the candidates that see all places of their digit in both sets, for the digits in both sets but
/// not in `without`.
fn gone(a: &Als, b: &Als, without: u16) -> Vec<Candidate> {
    if !a.all_common.intersects(b.all_common) {
        return Vec::new();
    }
    let digits = Digit::in_mask(a.digits & b.digits & !without);
    let cells = |digit: Digit| (a.common[digit] & b.common[digit]) - a.cells - b.cells;
    digits.flat_map(|digit| of_digit(digit, cells(digit))).collect()
}

fn why(sets: &[&Als], commons: Vec<u16>) -> Why {
    Why::Als { sets: sets.iter().map(|set| (set.cells, set.digits)).collect(), commons }
}

/// Finds the first two linked sets that remove something.
pub fn xz(sets: &Sets) -> Option<Step> {
    sets.commons.iter().find_map(|common| {
        let [a, b] = sets.ends(common);
        let first = common.first();
        let mut eliminations = gone(a, b, first.bit());
        if let Some(second) = common.digits[1] {
            eliminations.extend(gone(a, b, second.bit()));
            for (own, other) in [(a, b), (b, a)] {
                let digits = Digit::in_mask(own.digits & !common.mask());
                eliminations
                    .extend(digits.flat_map(|digit| of_digit(digit, own.common[digit] - other.cells)));
            }
        }
        Step::remove(Technique::AlsXz, eliminations, || why(&[a, b], vec![common.mask()]))
    })
}

/// Finds the first triple of sets that removes a candidate, where one set is linked to both others.
pub fn xy_wing(sets: &Sets, budget: &mut Budget) -> Within<Option<Step>> {
    let mut of_set: Vec<Vec<CommonNumber>> = vec![Vec::new(); sets.sets.len()];
    for (at, common) in sets.numbered() {
        common.sets.iter().for_each(|&set| of_set[set].push(at));
    }
    for (r, one) in sets.numbered() {
        let [i, j] = one.sets;
        let later = |set: SetNumber| {
            let all = &of_set[set];
            all[all.partition_point(|&at| at <= r)..].iter().copied()
        };
        // Links of both sets in the order of the list; no link is of both.
        let (mut of_i, mut of_j) = (later(i).peekable(), later(j).peekable());
        loop {
            let (q, shared) = match (of_i.peek().copied(), of_j.peek().copied()) {
                (Some(a), Some(b)) if a < b => (a, i),
                (_, Some(b)) => (b, j),
                (Some(a), None) => (a, i),
                (None, None) => break,
            };
            if shared == i {
                of_i.next()
            } else {
                of_j.next()
            };
            budget.spend()?;
            let other = &sets.commons[q];
            let is_one_digit = one.digits[1].is_none() && one.digits == other.digits;
            let rest = |common: &Common| common.sets[usize::from(common.sets[0] == shared)];
            let (a, b) = (&sets.sets[rest(one)], &sets.sets[rest(other)]);
            if !a.all_common.intersects(b.all_common) || is_one_digit || a.cells.intersects(b.cells) {
                continue;
            }
            let eliminations = gone(a, b, one.mask() | other.mask());
            let pivot = &sets.sets[shared];
            let why = || why(&[a, pivot, b], vec![one.mask(), other.mask()]);
            let step = Step::remove(Technique::AlsXyWing, eliminations, why);
            if step.is_some() {
                return Ok(step);
            }
        }
    }
    Ok(None)
}

/// Most sets of a chain.
const CHAIN: usize = 50;

/// Finds the best chain of sets, in which each set is linked to a later set: the chain with most
/// eliminations, then the least sum; the first of equal chains.
pub fn chain(sets: &Sets, budget: &mut Budget) -> Within<Option<Step>> {
    let mut later: Vec<Vec<CommonNumber>> = vec![Vec::new(); sets.sets.len()];
    for (at, common) in sets.numbered() {
        later[common.sets[0]].push(at);
    }
    let mut search = Search { sets, later, best: None, seen: HashMap::default(), path: Vec::new() };
    for start in (0..sets.sets.len()).map(SetNumber::new) {
        search.seen.clear();
        search.extend(start, start, 0, [None; 2], budget)?;
    }
    Ok(search.best.map(|(_, step)| step))
}

/// Hash of one number. (The standard hash, which is safe for keys chosen by others, takes several times as
/// long.)
#[derive(Default)]
struct Hash(u64);

impl Hasher for Hash {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Returns a set and the active digits of the way to it, as a number.
fn key(set: SetNumber, first: u16, way: [Option<Digit>; 2]) -> u64 {
    let [a, b] = way.map(|digit| digit.map_or(10, |digit| u64::from(digit.number())));
    u64::from(set.word()) << 32 | u64::from(first) << 16 | a << 8 | b
}

struct Search<'a> {
    sets: &'a Sets,
    /// Links of each set to later ones.
    later: Vec<Vec<CommonNumber>>,
    best: Option<((Reverse<usize>, u32), Step)>,
    /// For each set with the active digits of a way to it: most links of such a way so far, counted up to
    /// three.
    seen: HashMap<u64, usize, BuildHasherDefault<Hash>>,
    /// Sets after the start, with the active digits of the link to each set.
    path: Vec<(SetNumber, u16)>,
}

impl Search<'_> {
    /// Extends the chain from a set; `first` and `last` are the active digits of the first and the last link.
    fn extend(
        &mut self, start: SetNumber, set: SetNumber, first: u16, last: [Option<Digit>; 2],
        budget: &mut Budget,
    ) -> Within {
        let links = self.path.len();
        if links + 1 >= CHAIN {
            return Ok(());
        }
        for k in 0..self.later[set].len() {
            let common = self.sets.commons[self.later[set][k]];
            let next = common.sets[1];
            let ways = match (links, common.digits) {
                (0, [a, Some(b)]) => [Some([a, None]), Some([Some(b), None])],
                (0, digits) => [Some(digits), None],
                _ => [active(last, common.digits), None],
            };
            for way in ways.into_iter().flatten() {
                let mask = way.iter().flatten().fold(0, |all, digit| all | digit.bit());
                let first = if links == 0 { mask } else { first };
                // From three links on, every way to a state finds the same beyond it.
                let depth = (links + 1).min(3);
                let known = self.seen.entry(key(next, first, way)).or_insert(0);
                if *known >= depth {
                    continue;
                }
                *known = depth;
                budget.spend()?;
                self.path.push((next, mask));
                if links + 1 >= 3 {
                    self.test(start, first | mask);
                }
                self.extend(start, next, first, way, budget)?;
                self.path.pop();
            }
        }
        Ok(())
    }

    fn test(&mut self, start: SetNumber, without: u16) {
        let sets = &self.sets.sets;
        let Some(&(end, _)) = self.path.last() else { return };
        let eliminations = sorted(gone(&sets[start], &sets[end], without));
        let key = (Reverse(eliminations.len()), sum(eliminations.iter().copied()));
        if eliminations.is_empty() || self.best.as_ref().is_some_and(|(best, _)| *best <= key) {
            return;
        }
        let all: Vec<&Als> =
            std::iter::once(&sets[start]).chain(self.path.iter().map(|&(set, _)| &sets[set])).collect();
        let commons = self.path.iter().map(|&(_, mask)| mask).collect();
        let step = Step::remove(Technique::AlsChain, eliminations, || why(&all, commons));
        self.best = step.map(|step| (key, step));
    }
}

/// Returns the active digits of a link after another one; `None` if the link is refused.
fn active(last: [Option<Digit>; 2], [c1, c2]: [Option<Digit>; 2]) -> Option<[Option<Digit>; 2]> {
    let [p, both] = last;
    match (both, c2) {
        (None, None) if c1 == p => None,
        (None, None) => Some([c1, None]),
        (None, Some(_)) if p == c2 => Some([c1, None]),
        (None, Some(_)) if p == c1 => Some([c2, None]),
        (None, Some(_)) => Some([c1, c2]),
        // Both were active: HoDoKu reads the first of them twice.
        (Some(_), None) if c1 == p => None,
        (Some(_), None) => Some([c1, None]),
        (Some(_), Some(_)) if c1 == p && c2 == p => None,
        (Some(_), Some(_)) if c2 == p => Some([c1, None]),
        (Some(_), Some(_)) if c1 == p => Some([c2, None]),
        (Some(_), Some(_)) => Some([c1, c2]),
    }
}

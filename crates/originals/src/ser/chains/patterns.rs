//! Locked candidates, pairs and X-wings in a state to which a propagation led, in the order of the rules by
//! themselves. Only those count that are not there without the propagation: some candidate that they need
//! gone is gone since.

use super::literal::Literal;
use crate::evidence::Technique;
use crate::grid::{Cells, HOUSES, SQUARES};
use crate::ser::board::{BLOCK, BLOCK_COLUMN_ROW, Board, COLUMN, ROW, count, ones};
use crate::ser::hint::{Fish, Hint, HouseSet, Locked, Why};
use crate::ser::locking::CROSSINGS;

/// A pattern, what it removes, and what must be false for it.
pub struct PatternHint {
    pub hint: Hint,
    pub parents: Vec<Literal>,
}

/// The rules, easiest first.
pub const RULES: [fn(&Board, &Board, &mut Vec<PatternHint>); 4] =
    [locked, hidden_pairs, naked_pairs, x_wings];

fn add(
    found: &mut Vec<PatternHint>, parents: Vec<Literal>, technique: Technique, eliminations: Vec<(u8, u16)>,
    why: Why,
) {
    if !parents.is_empty() && !eliminations.is_empty() {
        found.push(PatternHint { hint: Hint::remove(technique, eliminations, why), parents });
    }
}

/// The cells of these houses' places that lost the digit and are not covered.
fn lost(
    source: &Board, cur: &Board, bases: impl Iterator<Item = usize>, digit: usize, cover: Cells,
) -> Vec<Literal> {
    let mut all = Vec::new();
    for base in bases {
        for at in ones(source.places(base, digit) & !cur.places(base, digit)) {
            let cell = SQUARES[base][at] as usize;
            if !cover.contains(cell) {
                all.push(Literal::off(cell, digit));
            }
        }
    }
    all
}

fn locked(source: &Board, cur: &Board, found: &mut Vec<PatternHint>) {
    // Something must be gone for want of which a digit is locked, and two or three places must be left.
    let may: [u16; 27] = std::array::from_fn(|house| {
        let (before, now) = (source.all_places(house), cur.all_places(house));
        let may = |&digit: &usize| before[digit] != now[digit] && (2..=3).contains(&count(now[digit]));
        (0..9).filter(may).fold(0, |mask, digit| mask | 1 << digit)
    });
    for &(base, here, cover, there) in &CROSSINGS {
        for digit in ones(may[base]) {
            if cur.places(base, digit) & !here != 0 {
                continue;
            }
            let gone = cur.places(cover, digit) & !there;
            if gone == 0 {
                continue;
            }
            let gone = ones(gone).map(|at| (SQUARES[cover][at], 1 << digit)).collect();
            let technique = if base >= BLOCK { Technique::Pointing } else { Technique::Claiming };
            let parents = lost(source, cur, [base].into_iter(), digit, HOUSES[cover]);
            let why = Why::Locked(Locked { digit: digit as u8, base: base as u8, cover: cover as u8 });
            add(found, parents, technique, gone, why);
        }
    }
}

fn hidden_pairs(source: &Board, cur: &Board, found: &mut Vec<PatternHint>) {
    for house in BLOCK_COLUMN_ROW.into_iter().flat_map(|first| first..first + 9) {
        if cur.empties(house) <= 4 {
            continue;
        }
        for (digits, positions) in equal_pairs(cur.all_places(house)) {
            if ones(digits).all(|digit| source.places(house, digit) == positions) {
                continue;
            }
            let cells = ones(positions).map(|at| SQUARES[house][at]);
            let gone = cells.map(|cell| (cell, cur.candidates(cell as usize) & !digits));
            let gone = gone.filter(|&(_, mask)| mask != 0).collect();
            let mut parents = Vec::new();
            for at in ones(0x1FF & !positions) {
                let cell = SQUARES[house][at] as usize;
                for digit in ones(source.candidates(cell) & digits) {
                    parents.push(Literal::off(cell, digit));
                }
            }
            let why = Why::HiddenSet(HouseSet { house: house as u8, digits, positions });
            add(found, parents, Technique::HiddenPair, gone, why);
        }
    }
}

fn naked_pairs(source: &Board, cur: &Board, found: &mut Vec<PatternHint>) {
    for house in BLOCK_COLUMN_ROW.into_iter().flat_map(|first| first..first + 9) {
        if cur.empties(house) < 4 {
            continue;
        }
        let candidates = cur.in_house(house);
        for (positions, digits) in equal_pairs(&candidates) {
            if ones(positions).all(|at| source.candidates(SQUARES[house][at] as usize) == digits) {
                continue;
            }
            let others = (0..9).filter(|at| positions >> at & 1 == 0);
            let gone = others.map(|at| (SQUARES[house][at], candidates[at] & digits));
            let gone = gone.filter(|&(_, mask)| mask != 0).collect();
            let mut parents = Vec::new();
            for at in ones(positions) {
                let cell = SQUARES[house][at] as usize;
                for digit in ones(source.candidates(cell) & !digits) {
                    parents.push(Literal::off(cell, digit));
                }
            }
            let why = Why::NakedSet(HouseSet { house: house as u8, digits, positions });
            add(found, parents, Technique::NakedPair, gone, why);
        }
    }
}

fn x_wings(source: &Board, cur: &Board, found: &mut Vec<PatternHint>) {
    for (base_type, cover_type) in [(COLUMN, ROW), (ROW, COLUMN)] {
        // The digits with two places in each line.
        let of_two = |line: usize| with_two(cur.all_places(base_type + line));
        let of_two: [u16; 9] = std::array::from_fn(of_two);
        for &base in &PAIRS {
            let [low, high] = both(base);
            for digit in ones(of_two[low] & of_two[high]) {
                let cover = cur.places(base_type + low, digit);
                if cover != cur.places(base_type + high, digit) || cur.filled(digit) + 4 > 9 {
                    continue;
                }
                let lines = HOUSES[base_type + low] | HOUSES[base_type + high];
                let covers = || ones(cover).map(|line| HOUSES[cover_type + line]);
                let gone = covers().flat_map(|line| cur.plane(digit) & (line - lines));
                let gone = gone.map(|cell| (cell as u8, 1 << digit)).collect();
                let cover_cells = covers().fold(Cells::EMPTY, |all, line| all | line);
                let bases = [base_type + low, base_type + high].into_iter();
                let parents = lost(source, cur, bases, digit, cover_cells);
                let base_is_rows = base_type == ROW;
                let why = Why::Fish(Fish { digit: digit as u8, base_is_rows, base, cover });
                add(found, parents, Technique::XWing, gone, why);
            }
        }
    }
}

/// The pairs of nine by their masks.
static PAIRS: [u16; 36] = {
    let (mut all, mut len, mut mask) = ([0; 36], 0, 0u16);
    while mask < 512 {
        if mask.count_ones() == 2 {
            all[len] = mask;
            len += 1;
        }
        mask += 1;
    }
    all
};

/// The numbers whose parts have two members.
fn with_two(parts: &[u16; 9]) -> u16 {
    let is_two = |&at: &usize| (parts[at] & parts[at].wrapping_sub(1)).is_power_of_two();
    (0..9).filter(is_two).fold(0, |mask, at| mask | 1 << at)
}

/// The pairs of numbers whose parts are the same two, by their masks.
fn equal_pairs(parts: &[u16; 9]) -> impl Iterator<Item = (u16, u16)> + '_ {
    let twos = with_two(parts);
    ones(twos).flat_map(move |high| {
        let low = ones(twos & ((1 << high) - 1));
        low.filter(move |&low| parts[low] == parts[high]).map(move |low| (1 << low | 1 << high, parts[low]))
    })
}

/// The two numbers in a mask of two.
fn both(mask: u16) -> [usize; 2] {
    [mask.trailing_zeros() as usize, 15 - mask.leading_zeros() as usize]
}

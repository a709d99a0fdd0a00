//! Locked candidates, pairs and X-wings in a state to which a propagation led, in the order of the rules by
//! themselves. Only those count that are not there without the propagation: some candidate that they need
//! gone is gone since.

use super::literal::Literal;
use crate::evidence::Technique;
use crate::grid::{Cells, HOUSES, SQUARES};
use crate::ser::board::{BLOCK, BLOCK_COLUMN_ROW, Board, COLUMN, ROW, combinations, ones};
use crate::ser::hint::{Fish, Hint, HouseSet, Locked, Why};

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
    for (first, second) in [(BLOCK, COLUMN), (BLOCK, ROW), (COLUMN, BLOCK), (ROW, BLOCK)] {
        for base in first..first + 9 {
            for cover in (second..second + 9).filter(|&cover| HOUSES[base].intersects(HOUSES[cover])) {
                for digit in 0..9 {
                    let outside = cur.plane(digit) & (HOUSES[base] - HOUSES[cover]);
                    if cur.places(base, digit).count_ones() < 2 || !outside.is_empty() {
                        continue;
                    }
                    let gone = cur.plane(digit) & (HOUSES[cover] - HOUSES[base]);
                    if gone.is_empty() {
                        continue;
                    }
                    let technique = if first == BLOCK { Technique::Pointing } else { Technique::Claiming };
                    let parents = lost(source, cur, [base].into_iter(), digit, HOUSES[cover]);
                    let (base, cover) = (base as u8, cover as u8);
                    let why = Why::Locked(Locked { digit: digit as u8, base, cover });
                    let gone = gone.map(|cell| (cell as u8, 1 << digit)).collect();
                    add(found, parents, technique, gone, why);
                }
            }
        }
    }
}

fn hidden_pairs(source: &Board, cur: &Board, found: &mut Vec<PatternHint>) {
    for house in BLOCK_COLUMN_ROW.into_iter().flat_map(|first| first..first + 9) {
        if cur.empties(house) <= 4 {
            continue;
        }
        let places = cur.all_places(house);
        for digits in combinations(2, 9).map(|digits| digits as u16) {
            let [low, high] = both(digits);
            let positions = places[low];
            if positions != places[high] || positions.count_ones() != 2 {
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
        for positions in combinations(2, 9).map(|positions| positions as u16) {
            let [low, high] = both(positions);
            let digits = candidates[low];
            if digits != candidates[high] || digits.count_ones() != 2 {
                continue;
            }
            let others = (0..9).filter(|at| positions >> at & 1 == 0);
            let gone = others.map(|at| (SQUARES[house][at], candidates[at] & digits));
            let gone = gone.filter(|&(_, mask)| mask != 0).collect();
            let mut parents = Vec::new();
            for at in [low, high] {
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
        for base in combinations(2, 9).map(|base| base as u16) {
            let [low, high] = both(base);
            for digit in 0..9 {
                let cover = cur.places(base_type + low, digit);
                let is_pair = cover.count_ones() == 2;
                if !is_pair || cover != cur.places(base_type + high, digit) || cur.filled(digit) + 4 > 9 {
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

/// The two numbers in a mask of two.
fn both(mask: u16) -> [usize; 2] {
    [mask.trailing_zeros() as usize, 15 - mask.leading_zeros() as usize]
}

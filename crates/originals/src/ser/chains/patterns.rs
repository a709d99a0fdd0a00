//! Locked candidates, pairs and X-wings in the state that a propagation has led to. Each kind of pattern is
//! found in the same order as by its rule outside chains. Only patterns made by the propagation count: it
//! removed some candidate whose absence they need.

use super::literal::Literal;
use crate::evidence::Technique;
use crate::grid::mask::Mask;
use crate::grid::{Cell, Cells, Digit};
use crate::ser::board::{Board, count, digits_in, ones};
use crate::ser::hint::{Fish, Hint, HouseSet, Locked, Why};
use crate::ser::houses::Houses;

/// A pattern with its eliminations, and the literals that it needs to be false.
pub struct PatternHint<H> {
    pub hint: Hint<H>,
    pub parents: Vec<Literal>,
}

/// Finder of the patterns of a state, made since an earlier state.
pub type PatternRule<G> = fn(&Board<G>, &Board<G>, &mut Vec<PatternHint<<G as Houses>::House>>);

/// Returns the pattern rules, the easiest first.
pub fn rules<G: Houses>() -> [PatternRule<G>; 4] {
    [locked, hidden_pairs, naked_pairs, x_wings]
}

fn add<H>(
    found: &mut Vec<PatternHint<H>>, parents: Vec<Literal>, technique: Technique,
    eliminations: Vec<(Cell, u16)>, why: Why<H>,
) {
    if !parents.is_empty() && !eliminations.is_empty() {
        found.push(PatternHint { hint: Hint::remove(technique, eliminations, why), parents });
    }
}

/// Returns the places that the digit lost in these houses, except in covered cells.
fn lost<G: Houses>(
    source: &Board<G>, cur: &Board<G>, bases: impl Iterator<Item = G::House>, digit: Digit, cover: Cells,
) -> Vec<Literal> {
    let mut all = Vec::new();
    for base in bases {
        for at in ones(source.places(base, digit) & !cur.places(base, digit)) {
            let cell = cur.houses.square(base, at);
            if !cover.contains(cell) {
                all.push(Literal::off(cell, digit));
            }
        }
    }
    all
}

fn locked<G: Houses>(source: &Board<G>, cur: &Board<G>, found: &mut Vec<PatternHint<G::House>>) {
    // A digit is locked only because a place was lost, and two places or more must be left, as many as houses
    // share at most.
    let mut may = G::per_house(0u16);
    for house in cur.houses.all() {
        let (before, now) = (source.all_places(house), cur.all_places(house));
        let is_made =
            |&digit: &Digit| before[digit] != now[digit] && (2..=G::MOST_SHARED).contains(&count(now[digit]));
        let digits = Digit::all().filter(is_made).fold(0, |mask, digit| mask | digit.bit());
        may.as_mut()[G::index(house)] = digits;
    }
    for &(base, here, cover, there) in cur.houses.crossings() {
        for digit in digits_in(may.as_ref()[G::index(base)]) {
            if cur.places(base, digit) & !here != 0 {
                continue;
            }
            let gone = cur.places(cover, digit) & !there;
            if gone == 0 {
                continue;
            }
            let gone = ones(gone).map(|at| (cur.houses.square(cover, at), digit.bit())).collect();
            let technique = match cur.houses.is_block(base) {
                true => Technique::Pointing,
                false => Technique::Claiming,
            };
            let parents = lost(source, cur, [base].into_iter(), digit, cur.houses.cells_of(cover));
            let why = Why::Locked(Locked { digit, base, cover });
            add(found, parents, technique, gone, why);
        }
    }
}

fn hidden_pairs<G: Houses>(source: &Board<G>, cur: &Board<G>, found: &mut Vec<PatternHint<G::House>>) {
    for &house in cur.houses.sets() {
        if cur.empties(house) <= 4 {
            continue;
        }
        for (digits, positions) in equal_pairs(cur.all_places(house)) {
            if digits_in(digits).all(|digit| source.places(house, digit) == positions) {
                continue;
            }
            let cells = ones(positions).map(|at| cur.houses.square(house, at));
            let gone = cells.map(|cell| (cell, cur.candidates(cell) & !digits));
            let gone = gone.filter(|&(_, mask)| mask != 0).collect();
            let mut parents = Vec::new();
            for at in ones(0x1FF & !positions) {
                let cell = cur.houses.square(house, at);
                for digit in digits_in(source.candidates(cell) & digits) {
                    parents.push(Literal::off(cell, digit));
                }
            }
            let why = Why::HiddenSet(HouseSet { house, digits, positions });
            add(found, parents, Technique::HiddenPair, gone, why);
        }
    }
}

fn naked_pairs<G: Houses>(source: &Board<G>, cur: &Board<G>, found: &mut Vec<PatternHint<G::House>>) {
    for &house in cur.houses.sets() {
        if cur.empties(house) < 4 {
            continue;
        }
        let candidates = cur.in_house(house);
        for (positions, digits) in equal_pairs(&candidates) {
            if ones(positions).all(|at| source.candidates(cur.houses.square(house, at)) == digits) {
                continue;
            }
            let others = (0..9).filter(|at| positions >> at & 1 == 0);
            let gone = others.map(|at| (cur.houses.square(house, at), candidates[at] & digits));
            let gone = gone.filter(|&(_, mask)| mask != 0).collect();
            let mut parents = Vec::new();
            for at in ones(positions) {
                let cell = cur.houses.square(house, at);
                for digit in digits_in(source.candidates(cell) & !digits) {
                    parents.push(Literal::off(cell, digit));
                }
            }
            let why = Why::NakedSet(HouseSet { house, digits, positions });
            add(found, parents, Technique::NakedPair, gone, why);
        }
    }
}

fn x_wings<G: Houses>(source: &Board<G>, cur: &Board<G>, found: &mut Vec<PatternHint<G::House>>) {
    let (houses, lines) = (&cur.houses, cur.houses.size());
    for base_is_rows in [false, true] {
        // Digits with two places in each line.
        let of_two = |line: usize| match line < lines {
            true => with_two(cur.all_places(houses.line(base_is_rows, line))),
            false => 0,
        };
        let of_two: [u16; 9] = std::array::from_fn(of_two);
        for &base in &PAIRS {
            let [low, high] = both(base);
            for digit in digits_in(of_two[low] & of_two[high]) {
                let bases = [low, high].map(|line| houses.line(base_is_rows, line));
                let cover = cur.places(bases[0], digit);
                if cover != cur.places(bases[1], digit) || cur.filled(digit) + 4 > lines {
                    continue;
                }
                let own = houses.cells_of(bases[0]) | houses.cells_of(bases[1]);
                let covers = || ones(cover).map(|line| houses.cells_of(houses.line(!base_is_rows, line)));
                let gone = covers().flat_map(|line| cur.plane(digit) & (line - own));
                let gone = gone.map(|cell| (cell, digit.bit())).collect();
                let cover_cells = covers().fold(Cells::EMPTY, |all, line| all | line);
                let parents = lost(source, cur, bases.into_iter(), digit, cover_cells);
                let why = Why::Fish(Fish { digit, base_is_rows, base, cover });
                add(found, parents, Technique::XWing, gone, why);
            }
        }
    }
}

/// Pairs of nine numbers, by their masks.
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

/// Returns the numbers whose parts have two members.
fn with_two(parts: &[u16; 9]) -> u16 {
    let is_two = |&at: &usize| (parts[at] & parts[at].wrapping_sub(1)).is_power_of_two();
    (0..9).filter(is_two).fold(0, |mask, at| mask | 1 << at)
}

/// Returns the pairs of numbers whose parts are the same two members, by their masks, with these members.
fn equal_pairs(parts: &[u16; 9]) -> impl Iterator<Item = (u16, u16)> + '_ {
    let twos = with_two(parts);
    ones(twos).flat_map(move |high| {
        let low = ones(twos & ((1 << high) - 1));
        low.filter(move |&low| parts[low] == parts[high]).map(move |low| (1 << low | 1 << high, parts[low]))
    })
}

/// Returns the two numbers in a mask of two.
fn both(mask: u16) -> [usize; 2] {
    [mask.lowest(), mask.highest()]
}

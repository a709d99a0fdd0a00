//! Live templates of a digit: their union, number and list, never by a scan of all 46,656 (docs/theory.md,
//! "Templates").

use super::Label;
use crate::grid::{Cells, Digit, Grid, members};

/// Templates within a set of cells, factorised by band.
///
/// In each band a template takes one column of each stack, its *class*, and one row of each block, a
/// permutation. Three classes fit together if no stack's column occurs twice; the permutations are free. So
/// there are 216 triples of classes × 6³.
///
/// ```text
///   class (c0, c1, c2) is bit c0 + 3·c1 + 9·c2; the columns of stack 1 are 3 apart:
///
///   bit  0  1  2 |  9 10 11 | 18 19 20     class 000, 100, 200 | …
///        3  4  5 | 12 13 14 | 21 22 23     class 010, …
///        6  7  8 | 15 16 17 | 24 25 26     class 020, …
///
///   bands[b][p]   the classes that are part of a template, and whose three cells with the rows of
///                 PERMUTATIONS[p] are in the set
/// ```
#[derive(Clone, Copy, Default, Debug)]
pub struct Factors {
    bands: [[u32; 6]; 3],
}

const PERMUTATIONS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The two permutations with a given row in a given block: `TAKING[row][block]`.
const TAKING: [[[usize; 2]; 3]; 3] =
    [[[0, 1], [2, 4], [3, 5]], [[2, 3], [0, 5], [1, 4]], [[4, 5], [1, 3], [0, 2]]];

/// The classes with column 0 in each stack.
const FIRST: [u32; 3] = [0o111_111_111, 0o007_007_007, 0o000_000_777];

/// The distance of neighbouring columns of each stack, in bits.
const STEP: [u32; 3] = [1, 3, 9];

/// `WITHIN[stack][columns]`: the classes whose column in the stack is one of `columns`.
const WITHIN: [[u32; 8]; 3] = {
    let mut table = [[0; 8]; 3];
    let mut k = 0;
    while k < 24 {
        let (stack, columns) = (k / 8, k % 8);
        let mut column = 0;
        while column < 3 {
            if columns >> column & 1 != 0 {
                table[stack][columns] |= FIRST[stack] << (STEP[stack] * column);
            }
            column += 1;
        }
        k += 1;
    }
    table
};

/// Shifts the columns of each stack cyclically by one or two: entry `k` shifts stack `s` by two if bit `s` of
/// `k` is set, else by one. So entry `7 - k` undoes entry `k`.
#[inline]
fn shifted(classes: u32) -> [u32; 8] {
    let mut all = [classes; 8];
    for stack in 0..3 {
        let (step, first) = (STEP[stack], FIRST[stack]);
        let last = first << (2 * step);
        // The entries that agree in the bits below `stack` start from the same set.
        for k in 0..1 << stack {
            let classes = all[k];
            all[k] = (classes & !last) << step | (classes & last) >> (2 * step);
            all[k | 1 << stack] = (classes & first) << (2 * step) | (classes & !first) >> step;
        }
    }
    all
}

impl Factors {
    /// Finds the templates that lie within `plane`.
    #[inline]
    pub fn of(plane: Cells) -> Factors {
        let (mut bands, mut moved) = ([[0; 6]; 3], [[0; 8]; 3]);
        for b in 0..3 {
            let cells = (plane.0 >> (27 * b)) as usize;
            let mut all = 0;
            for (p, rows) in PERMUTATIONS.iter().enumerate() {
                let mut classes = !0;
                for block in 0..3 {
                    classes &= WITHIN[block][cells >> (9 * rows[block] + 3 * block) & 7];
                }
                bands[b][p] = classes;
                all |= classes;
            }
            moved[b] = shifted(all);
        }
        // The triples that fit are (a, a + δ, a + 2δ), for each of the eight δ without 0.
        for b in 0..3 {
            let (x, y) = (&moved[(b + 1) % 3], &moved[(b + 2) % 3]);
            let mut fitting = 0;
            for k in 0..8 {
                fitting |= x[k] & y[7 - k];
            }
            for classes in &mut bands[b] {
                *classes &= fitting;
            }
        }
        Factors { bands }
    }

    /// Whether there is no template.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.bands[0] == [0; 6]
    }

    /// Returns the union of all templates.
    #[inline]
    pub fn union(&self) -> Cells {
        let mut union = 0;
        for (b, band) in self.bands.iter().enumerate() {
            for row in 0..3 {
                for block in 0..3 {
                    let [p, q] = TAKING[row][block];
                    let classes = band[p] | band[q];
                    let held = |column: usize| classes & WITHIN[block][1 << column] != 0;
                    let columns = u128::from(held(0)) | u128::from(held(1)) << 1 | u128::from(held(2)) << 2;
                    union |= columns << (27 * b + 9 * row + 3 * block);
                }
            }
        }
        Cells(union)
    }

    /// Returns the number of templates.
    pub fn count(&self) -> usize {
        let mut count = 0;
        self.triples(|classes| {
            let rows = |b: usize| self.bands[b].iter().filter(|&set| set >> classes[b] & 1 != 0).count();
            count += rows(0) * rows(1) * rows(2);
        });
        count
    }

    /// Calls `found` with each template.
    pub fn each(&self, mut found: impl FnMut(Cells)) {
        self.each_by_parts(|parts| found(parts.cells()));
    }

    /// Calls `found` with each template, by its parts.
    #[inline]
    fn each_by_parts(&self, mut found: impl FnMut(BandParts)) {
        // The permutations of a class, as a set.
        let permutations = |b: usize, class: usize| {
            let bands = self.bands[b].iter().enumerate();
            bands.fold(0, |set, (p, &classes)| set | (u64::from(classes) >> class & 1) << p)
        };
        self.triples(|[a, b, c]| {
            let [firsts, seconds, thirds] = [(0, a), (1, b), (2, c)].map(|(b, class)| permutations(b, class));
            for first in members(firsts) {
                for second in members(seconds) {
                    for third in members(thirds) {
                        found(BandParts([[a, first], [b, second], [c, third]].map(of_band)));
                    }
                }
            }
        });
    }

    fn triples(&self, mut found: impl FnMut([usize; 3])) {
        let all = |b: usize| self.bands[b].iter().fold(0, |all, &classes| all | u64::from(classes));
        for a in members(all(0)) {
            for b in members(all(1) & APART[a]) {
                // Exactly one class has, in each stack, the column that the other two lack.
                for c in members(all(2) & APART[a] & APART[b]) {
                    found([a, b, c]);
                }
            }
        }
    }
}

/// Template as its parts, one for each band: `6 * class + permutation`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BandParts([u8; 3]);

#[inline(always)]
fn of_band([class, permutation]: [usize; 2]) -> u8 {
    (6 * class + permutation) as u8
}

impl BandParts {
    /// Returns the nine cells one by one.
    #[inline(always)]
    pub fn places(self) -> [usize; 9] {
        let [a, b, c] = self.0.map(|part| PLACED[usize::from(part)].map(usize::from));
        [a[0], a[1], a[2], 27 + b[0], 27 + b[1], 27 + b[2], 54 + c[0], 54 + c[1], 54 + c[2]]
    }

    /// Returns the nine cells as a set.
    #[inline(always)]
    pub fn cells(self) -> Cells {
        let [a, b, c] = self.0.map(|part| u64::from(SETS[usize::from(part)]));
        Cells(u128::from(a | b << 27) | u128::from(c) << 54)
    }
}

/// The three cells of each part, numbered within its band.
static PLACED: [[u8; 3]; 256] = {
    let mut table = [[0; 3]; 256];
    let mut k = 0;
    while k < 27 * 6 * 3 {
        let (part, class, p, block) = (k / 3, k / 18, k / 3 % 6, k % 3);
        let column = class / STEP[block] as usize % 3;
        table[part][block] = (9 * PERMUTATIONS[p][block] + 3 * block + column) as u8;
        k += 1;
    }
    table
};

static SETS: [u32; 256] = {
    let mut table = [0; 256];
    let mut part = 0;
    while part < 27 * 6 {
        let [a, b, c] = PLACED[part];
        table[part] = 1 << a | 1 << b | 1 << c;
        part += 1;
    }
    table
};

/// For each class, the classes that share no column with it.
static APART: [u64; 27] = {
    let mut table = [!0; 27];
    let mut k = 0;
    while k < 27 * 3 {
        let (class, stack) = (k / 3, k % 3);
        let column = class / STEP[stack] as usize % 3;
        table[class] &= WITHIN[stack][7 ^ (1 << column)] as u64;
        k += 1;
    }
    table
};

/// Live templates of the nine digits, from state to state. The knowledge of a digit is kept until its places
/// change.
#[derive(Clone, Default, Debug)]
pub struct Live {
    of: [DigitTemplates; 9],
}

#[derive(Clone, Default, Debug)]
struct DigitTemplates {
    plane: Cells,
    /// The templates within `plane`.
    factors: Factors,
    /// The union of the templates in `factors`.
    union: Cells,
    /// The templates within `listed`, one by one.
    list: Vec<BandParts>,
    /// The places when the list was last asked for.
    listed: Cells,
}

impl Live {
    /// Lists the live templates of a state.
    pub fn of(grid: &Grid) -> Live {
        let mut live = Live::default();
        live.see(grid);
        live.list();
        live
    }

    /// Updates the templates to a new state.
    pub(crate) fn see(&mut self, grid: &Grid) {
        for (digit, own) in self.of.iter_mut().enumerate() {
            let plane = grid.plane(Digit::new(digit));
            if own.plane != plane {
                let factors = Factors::of(plane);
                (own.plane, own.factors, own.union) = (plane, factors, factors.union());
            }
        }
    }

    /// Returns the union of all templates of a digit in the state last seen.
    pub(crate) fn union(&self, digit: Digit) -> Cells {
        self.of[digit].union
    }

    /// Returns the number of templates of a digit in the state last seen.
    pub(crate) fn count(&self, digit: Digit) -> usize {
        self.of[digit].factors.count()
    }

    /// Lists the templates of the state last seen. If a digit has only lost places since its last list, that
    /// list is filtered.
    pub(crate) fn list(&mut self) {
        for DigitTemplates { plane, factors, list, listed, .. } in &mut self.of {
            if plane == listed {
                continue;
            }
            if (*plane - *listed).is_empty() {
                list.retain(|template| (template.cells() - *plane).is_empty());
            } else {
                list.clear();
                factors.each_by_parts(|template| list.push(template));
            }
            *listed = *plane;
        }
    }

    /// Iterates over the listed templates of a digit.
    pub fn of_digit(&self, digit: Digit) -> impl ExactSizeIterator<Item = Cells> + Clone {
        self.parts_of(digit).iter().map(|parts| parts.cells())
    }

    /// Returns the listed templates of a digit, by their parts.
    #[inline]
    pub(crate) fn parts_of(&self, digit: Digit) -> &[BandParts] {
        &self.of[digit].list
    }

    /// Returns the labels of the listed templates of a digit, in order.
    pub fn labels(&self, digit: Digit) -> Vec<Label> {
        let mut labels: Vec<Label> = self.of_digit(digit).map(Label::of).collect();
        labels.sort_unstable();
        labels
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::exhaust;
    use crate::grid::parse_puzzle;

    /// Templates kept from state to state equal those found for each state by itself.
    #[test]
    fn what_is_kept_is_of_the_state() {
        let (mut live, mut same) = (Live::default(), 0);
        let text = include_str!("../../../../datasets/random-10k.txt");
        for (k, line) in text.lines().take(if cfg!(miri) { 2 } else { 100 }).enumerate() {
            let mut grid = Grid::from_clues(&parse_puzzle(line.as_bytes()).unwrap());
            for step in 0..4 {
                let alone = Live::of(&grid);
                live.see(&grid);
                if step != 1 {
                    live.list();
                    Digit::all().for_each(|d| assert!(live.of_digit(d).eq(alone.of_digit(d))));
                }
                for digit in Digit::all() {
                    assert_eq!(live.union(digit), alone.union(digit));
                }
                let planes = grid.planes;
                match step {
                    0 => _ = exhaust(&mut grid),
                    _ => grid.planes[(k + step) % 9] = alone.union(Digit::new((k + step) % 9)),
                }
                same += Digit::all().filter(|&digit| planes[digit] == grid.planes[digit]).count();
            }
        }
        assert!(same > 1000 || cfg!(miri), "{same}");
    }

    /// The numbers before singles are the same as gsf's solver prints with the givens propagated (its option
    /// `-f %#rP`).
    #[test]
    fn numbers_of_live_templates() {
        let line = ".23..6.8......91...8.1..4..2.......7...8.....678.1......7.3.2...3...4.7....5.1.6.";
        let mut grid = Grid::from_clues(&parse_puzzle(line.as_bytes()).unwrap());
        let counts = |grid: &Grid| -> [usize; 9] { grid.planes.map(|plane| Factors::of(plane).count()) };
        assert_eq!(counts(&grid), [5, 22, 10, 87, 300, 8, 1, 2, 196]);
        exhaust(&mut grid);
        assert_eq!(counts(&grid), [5, 2, 4, 18, 9, 2, 1, 2, 8]);
        let live = Live::of(&grid);
        assert_eq!(std::array::from_fn(|digit| live.of_digit(Digit::new(digit)).len()), counts(&grid));
    }
}

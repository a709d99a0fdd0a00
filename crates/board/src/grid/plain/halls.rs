//! Cache of possible Hall sets, over the resolution states of a climb.
//!
//! Subsets and fish are Hall sets of 36 matrices of 9×9 bits, each read from two sides:
//!
//! ```text
//!   matrix    lines on side 0         lines on side 1
//!   0..27     squares of the house    digits                 0: naked, 1: hidden subsets
//!   27..36    rows                    columns of the digit   fish in rows, in columns
//! ```
//!
//! A Hall set is `n` lines that have only `n` crossing lines between them; it clears these crossing lines
//! elsewhere. If both sides have `m` lines that are not empty, the `m - n` other crossing lines have only the
//! `m - n` other lines between them, and this Hall set of the other side clears the same places:
//!
//! ```text
//!            U     rest               n lines in U; U is cleared in the rest of the lines
//!     n      x       .
//!     rest   clear   x                m - n crossing lines in the rest of the lines: the same place is
//!                                     cleared
//! ```
//!
//! So it is enough to search for sets of at most half the lines: for pairs on one side in a house with four
//! undecided cells, for pairs and triples on both sides in a house with seven. A matrix to which this does
//! not apply, because a line has only one place or the sides differ, is *odd* and is never ruled out.

use crate::grid::{Cells, Digit, Grid, PLAIN, members};

/// Set of the matrices of all houses.
#[doc(hidden)]
pub const ALL_HOUSES: u64 = (1 << 27) - 1;
/// Set of the matrices of all digits.
#[doc(hidden)]
pub const ALL_DIGITS: u64 = 0x1ff << FIRST_DIGIT;
/// The matrix of the first digit.
#[doc(hidden)]
pub const FIRST_DIGIT: usize = 27;

/// Cached results on the Hall sets of a grid. Sets of matrices are `u64`.
#[doc(hidden)]
pub struct HallCache {
    /// The grid: the undecided cells of each digit.
    open: [Cells; 9],
    /// The digits of each undecided cell.
    digits: [u16; 81],
    /// The squares of each digit in each house.
    places: [[u16; 9]; 27],
    /// The matrices by their number of non-empty lines, and the odd matrices.
    with_lines: [u64; 10],
    odd: u64,
    /// The matrices searched, and those found to have a Hall set, for each side and size from 2.
    seen: [[u64; 3]; 2],
    found: [[u64; 3]; 2],
}

impl HallCache {
    /// Makes the cache of a full board, which has no Hall sets.
    #[doc(hidden)]
    pub fn new() -> HallCache {
        HallCache {
            open: [Cells::EMPTY; 9],
            digits: [0; 81],
            places: [[0; 9]; 27],
            with_lines: std::array::from_fn(|m| if m == 0 { ALL_HOUSES | ALL_DIGITS } else { 0 }),
            odd: 0,
            seen: [[0; 3]; 2],
            found: [[0; 3]; 2],
        }
    }

    /// Switches to another grid. Results on unchanged matrices are kept.
    #[doc(hidden)]
    pub fn refresh(&mut self, grid: &Grid) {
        let (mut changed, mut matrices) = (Cells::EMPTY, 0);
        for digit in Digit::all() {
            let open = grid.open_plane(digit);
            let change = open ^ self.open[digit];
            if !change.is_empty() {
                self.open[digit] = open;
                self.draw(digit);
                changed |= change;
                matrices |= 1 << (FIRST_DIGIT + digit.index());
            }
        }
        for row in 0..9 {
            if changed.intersects(PLAIN.houses[row]) {
                let digits = transpose(&self.places[row]);
                self.digits[9 * row..9 * row + 9].copy_from_slice(&digits);
            }
        }
        for (house, cells) in PLAIN.houses.iter().enumerate() {
            matrices |= u64::from(changed.intersects(*cells)) << house;
        }
        let kept = !matrices;
        self.with_lines.iter_mut().for_each(|set| *set &= kept);
        self.odd &= kept;
        self.seen.as_flattened_mut().iter_mut().for_each(|set| *set &= kept);
        self.found.as_flattened_mut().iter_mut().for_each(|set| *set &= kept);
        members(matrices).for_each(|matrix| self.look_for_pairs(matrix));
    }

    /// Updates the squares of `digit` in all houses.
    fn draw(&mut self, digit: Digit) {
        let plane = self.open[digit];
        let rows: [u16; 9] = std::array::from_fn(|row| plane.in_row(row));
        let columns = transpose(&rows);
        for line in 0..9 {
            self.places[line][digit] = rows[line];
            self.places[9 + line][digit] = columns[line];
        }
        for band in 0..3 {
            let [a, b, c] = [0, 1, 2].map(|row| rows[3 * band + row]);
            for stack in 0..3 {
                let minirow = |row: u16| row >> (3 * stack) & 7;
                let squares = minirow(a) | minirow(b) << 3 | minirow(c) << 6;
                self.places[18 + 3 * band + stack][digit] = squares;
            }
        }
    }

    /// Returns, for each line of a matrix, the set of lines that the line crosses.
    #[inline]
    #[doc(hidden)]
    pub fn lines(&self, matrix: usize, side: usize) -> [u16; 9] {
        match (matrix.checked_sub(FIRST_DIGIT), side) {
            (None, 0) => PLAIN.squares[matrix].map(|cell| self.digits[cell]),
            (None, _) => self.places[matrix],
            (Some(digit), 0) => std::array::from_fn(|row| self.places[row][digit]),
            (Some(digit), _) => std::array::from_fn(|column| self.places[9 + column][digit]),
        }
    }

    /// Returns the `matrices` that may have a Hall set of `size` lines of this side that clears something.
    /// All matrices that do are included.
    #[doc(hidden)]
    pub fn possible(&mut self, matrices: u64, side: usize, size: usize) -> u64 {
        let mut possible = self.odd;
        for count in 4..10 {
            let matrices = matrices & self.with_lines[count];
            // The Hall set of the remaining lines, on the other side, clears the same places.
            let (side, size) = match size {
                _ if 2 * size + side <= count => (side, size),
                _ if size + 2 <= count => (1 - side, count - size),
                _ => continue,
            };
            if matrices != 0 {
                possible |= self.with_halls(matrices, side, size);
            }
        }
        possible & matrices
    }

    /// Returns the matrices that have a Hall set of 2, 3 or 4 lines of a side that clears something; the
    /// result may include other matrices.
    fn with_halls(&mut self, matrices: u64, side: usize, size: usize) -> u64 {
        let at = size - 2;
        for matrix in members(matrices & !self.seen[side][at]) {
            let lines = self.lines(matrix, side);
            let clear = match size {
                3 => TRIPLES.clear(TRIPLES.full::<3>(&lines), &lines),
                _ => QUADS.clear(QUADS.full::<4>(&lines), &lines),
            };
            self.found[side][at] |= u64::from(clear) << matrix;
        }
        self.seen[side][at] |= matrices;
        self.found[side][at]
    }

    /// Counts the lines of a matrix and searches for pairs.
    fn look_for_pairs(&mut self, matrix: usize) {
        let (mut crossed, mut single) = ([0; 2], 0);
        for side in 0..2 {
            let lines = self.lines(matrix, side);
            let (mut once, mut twice) = (0, 0);
            for &line in &lines {
                let pair = PAIR[usize::from(line)];
                twice |= once & pair;
                once |= pair;
                crossed[side] |= line;
            }
            single |= once & SINGLE;
            let twice = twice & !SINGLE;
            if twice != 0 {
                self.found[side][0] |= u64::from(PAIRS.clear([twice], &lines)) << matrix;
            }
            self.seen[side][0] |= 1 << matrix;
        }
        let [m, n] = crossed.map(|lines| SIZE[usize::from(lines)]);
        if single != 0 || m != n {
            self.odd |= 1 << matrix;
        } else {
            self.with_lines[usize::from(m)] |= 1 << matrix;
        }
    }
}

/// Transposes a matrix: bit `j` of `lines[i]` becomes bit `i` of line `j` of the result.
#[doc(hidden)]
pub fn transpose(lines: &[u16; 9]) -> [u16; 9] {
    // The first five and the last four crossing lines, as fields of 13 bits.
    let (mut low, mut high) = (0, 0);
    for (i, &line) in lines.iter().enumerate() {
        low |= SPREAD[usize::from(line) & 31] << i;
        high |= SPREAD[usize::from(line) >> 5 & 31] << i;
    }
    std::array::from_fn(|j| {
        let fields = if j < 5 { low >> (13 * j) } else { high >> (13 * (j - 5)) };
        fields as u16 & 0x1ff
    })
}

/// Index with bit `k` moved to bit `13·k`.
static SPREAD: [u64; 32] = {
    let mut table = [0; 32];
    let mut set = 0;
    while set < 32 {
        let mut k = 0;
        while k < 5 {
            table[set] |= (set as u64 >> k & 1) << (13 * k);
            k += 1;
        }
        set += 1;
    }
    table
};

#[doc(hidden)]
pub static SIZE: [u8; 512] = {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        table[set] = set.count_ones() as u8;
        set += 1;
    }
    table
};

/// All sets of 2, 3 or 4 of nine lines, numbered; and, for each set of that size or smaller, the numbers of
/// the sets that contain it.
struct Sets<const COUNT: usize, const WORDS: usize> {
    sets: [u16; COUNT],
    around: [[u64; WORDS]; 512],
}

static PAIRS: Sets<36, 1> = Sets::of(2);
static TRIPLES: Sets<84, 2> = Sets::of(3);
static QUADS: Sets<126, 2> = Sets::of(4);

/// Set of the number of each pair, and [`SINGLE`] for each single line.
static PAIR: [u64; 512] = {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        table[set] = match SIZE[set] {
            1 => SINGLE,
            2 => PAIRS.around[set][0],
            _ => 0,
        };
        set += 1;
    }
    table
};
const SINGLE: u64 = 1 << 63;

impl<const COUNT: usize, const WORDS: usize> Sets<COUNT, WORDS> {
    const fn of(size: u8) -> Self {
        let mut all = Sets { sets: [0; COUNT], around: [[0; WORDS]; 512] };
        let (mut number, mut set) = (0, 0);
        while set < 512 {
            if SIZE[set] == size {
                all.sets[number] = set as u16;
                let mut part = set;
                while part != 0 {
                    all.around[part][number / 64] |= 1 << (number % 64);
                    part = (part - 1) & set;
                }
                number += 1;
            }
            set += 1;
        }
        all
    }

    /// Whether any set of crossing lines in `numbers` has places in a line that is not contained in the set.
    fn clear(&self, numbers: [u64; WORDS], lines: &[u16; 9]) -> bool {
        let all = (0..WORDS).flat_map(|word| members(numbers[word]).map(move |bit| 64 * word + bit));
        all.map(|number| self.sets[number])
            .any(|set| lines.iter().any(|line| line & set != 0 && line & !set != 0))
    }

    /// Returns the numbers of the sets of crossing lines that contain at least `SIZE` lines.
    fn full<const SIZE: usize>(&self, lines: &[u16; 9]) -> [u64; WORDS] {
        // Number of lines that each set contains, bit by bit as "at least 1, 2, …".
        let mut at_least = [[0; WORDS]; SIZE];
        for &line in lines {
            for word in 0..WORDS {
                let around = self.around[usize::from(line)][word];
                for k in (1..SIZE).rev() {
                    at_least[k][word] |= at_least[k - 1][word] & around;
                }
                at_least[0][word] |= around;
            }
        }
        at_least[SIZE - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Candidate, Candidates, Cell, House, parse_puzzle};

    /// Reads a line as [`HallCache::lines`] does, naively.
    fn lines(grid: &Grid, matrix: usize, side: usize) -> [u16; 9] {
        let place = |line: usize, crossing: usize| {
            let (i, j) = if side == 0 { (line, crossing) } else { (crossing, line) };
            match matrix.checked_sub(FIRST_DIGIT) {
                None => grid.open_plane(Digit::new(j)).contains(House::new(matrix).square(i)),
                Some(digit) => grid.open_plane(Digit::new(digit)).contains(Cell::at(i, j)),
            }
        };
        std::array::from_fn(|i| (0..9).fold(0, |line, j| line | u16::from(place(i, j)) << j))
    }

    /// Finds naively, for each size, whether some set of this many lines is a Hall set that clears something;
    /// and whether every set has enough crossing lines.
    fn look(lines: &[u16; 9]) -> ([bool; 10], bool) {
        let (mut clear, mut enough) = ([false; 10], true);
        for set in 0..512usize {
            let is_in = |&i: &usize| set >> i & 1 != 0;
            if (0..9).any(|i| is_in(&i) && lines[i] == 0) {
                continue;
            }
            let union = (0..9).filter(is_in).fold(0, |union, i| union | lines[i]);
            let cleared = (0..9).any(|i| !is_in(&i) && lines[i] & union != 0);
            clear[SIZE[set] as usize] |= SIZE[set] == SIZE[union as usize] && cleared;
            enough &= SIZE[set] <= SIZE[union as usize];
        }
        (clear, enough)
    }

    /// Every matrix with a Hall set is possible, in states of the embedded collection from which candidates
    /// are removed until most states are contradictory. One cache serves all states.
    #[test]
    fn all_that_have_a_hall_set_are_possible() {
        let text = include_str!("../../../../../datasets/random-10k.txt");
        let mut halls = HallCache::new();
        let (mut x, mut counts) = (1u64, [0; 6]);
        let mut below = move |n: u64| {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            (x >> 11) % n
        };
        let of_them = if cfg!(miri) { 1 } else { 150 };
        for line in text.lines().take(of_them) {
            let mut grid = Grid::from_clues(&parse_puzzle(line.as_bytes()).unwrap());
            for step in 0..if cfg!(miri) { 1 } else { 12 } {
                let spoilt = |_: &Candidate| below(12) < step;
                let spoilt: Candidates = grid.candidates().iter().filter(spoilt).collect();
                grid.eliminate(&spoilt);
                if step % 3 == 2 {
                    let open = grid.candidates().iter().nth(below(60) as usize);
                    let mut values = [Cells::EMPTY; 9];
                    open.iter().for_each(|c| values[c.digit].insert(c.cell));
                    grid.place_all(&values);
                }
                if step == 1 {
                    // Copy one digit to two others: often too few squares for the three, without any single.
                    grid.planes[below(9) as usize] = grid.planes[0];
                    grid.planes[below(9) as usize] = grid.planes[0];
                }
                halls.refresh(&grid);
                let counts = &mut counts;
                for (matrix, side) in (0..36).flat_map(|matrix| [(matrix, 0), (matrix, 1)]) {
                    let lines = lines(&grid, matrix, side);
                    assert_eq!(halls.lines(matrix, side), lines);
                    let (clear, enough) = look(&lines);
                    let is_odd = halls.odd >> matrix & 1 != 0;
                    for size in 2..=8 {
                        let possible = halls.possible(1 << matrix, side, size);
                        assert_eq!(possible & !(1 << matrix), 0);
                        assert!(possible != 0 || !clear[size], "{matrix} {side} {size} {lines:?}");
                        assert!(clear[size] || possible == 0 || is_odd || !enough);
                        counts[usize::from(possible != 0) + 2 * usize::from(clear[size])] += 1;
                    }
                    counts[4] += usize::from(is_odd);
                    counts[5] += usize::from(!is_odd && !enough);
                }
            }
        }
        let least = [100_000, 100_000, 0, 50_000, 10_000, 100];
        assert!(cfg!(miri) || (0..6).all(|kind| counts[kind] >= least[kind]), "{counts:?}");
    }

    #[test]
    fn transposing_equals_its_naive_twin() {
        let lines: [u16; 9] = [0x155, 0x0ff, 1, 0x100, 0x1ff, 0, 0x0aa, 0x123, 0x19c];
        let naive = |j: usize| (0..9).fold(0, |line, i| line | (lines[i] >> j & 1) << i);
        assert_eq!(transpose(&lines), std::array::from_fn(naive));
        assert_eq!(transpose(&transpose(&lines)), lines);
    }
}

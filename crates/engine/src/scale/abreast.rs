//! Singles of many puzzles side by side, a bit for each.
//!
//! ```text
//!                         lane  0 1 2 3 … 255      a puzzle is a column
//!   alive[digit][row][column]   1 0 1 1            the digit may stand there
//!   placed[row][column]         0 0 1 0            the cell is decided
//! ```
//!
//! So a few instructions look at a house of all puzzles. A round is one of [`exhaust`] in each lane: naked singles are placed
//! where there are any, hidden ones elsewhere. A puzzle ends in the same state, after as many placements of each kind.
//!
//! If somebody asks, locked candidates are played then, with more singles: what there is of both in a round, as their order makes no difference to
//! where they end. (Who counts steps cannot ask.)
//!
//! Whether a lane has come to a contradiction is asked once, at the end, as what shows it stays there. Its puzzle is then
//! played by itself, from the beginning. So are the last rounds of the few puzzles that need more of them than others.

use crate::graph::Bits;
use crate::grid::{Cells, Grid, Progress, Puzzle, exhaust};
use crate::wide::wide;

/// Words of a row.
const WIDE: usize = 4;
/// Puzzles side by side.
const LANES: usize = 64 * WIDE;
/// So few puzzles are played one by one, as a round takes as long for one as for all. (With 16, 24 and 48 it is slower.)
const FEW: usize = 40;

type Row = Bits<WIDE>;
/// A row for each cell.
type Plane = [[Row; 9]; 9];
const NOWHERE: Plane = [[Row::EMPTY; 9]; 9];

/// A puzzle after its first singles.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Singles {
    /// The state after them.
    pub grid: Grid,
    /// How they ended.
    pub progress: Progress,
    /// How many naked and how many hidden singles were placed.
    pub placements: [u32; 2],
    /// Whether locked candidates were played too, after the first singles, and excluded something. They did not come to a contradiction then.
    pub locked_excluded: bool,
    /// Whether it is known that they exclude nothing more.
    pub locked_exhausted: bool,
}

impl Singles {
    /// Those of one puzzle.
    pub fn of(mut grid: Grid) -> Singles {
        let (progress, placements) = exhaust(&mut grid);
        Singles { grid, progress, placements, ..Singles::default() }
    }
}

/// Puzzles whose singles are played side by side. It keeps its room.
#[derive(Default)]
pub struct Abreast {
    /// Made when it is first asked for, by more than a few puzzles: it has 100 KB.
    lanes: Option<Box<Lanes>>,
    /// Whether the puzzles of now are in it.
    in_lanes: bool,
}

impl Abreast {
    /// So many puzzles at a time.
    pub const MOST: usize = LANES;

    /// Plays the singles of these puzzles, [`MOST`](Abreast::MOST) or fewer. Returns how many they are. `with_locked`, locked candidates
    /// may be played, too, for scales that allow it ([`Solver::begins_with_locked`](super::Solver::begins_with_locked)).
    pub fn play<'a>(
        &mut self,
        puzzles: impl Iterator<Item = &'a Puzzle> + Clone,
        with_locked: bool,
    ) -> usize {
        let count = puzzles.clone().count();
        self.in_lanes = count > FEW;
        if self.in_lanes {
            let lanes = self.lanes.get_or_insert_with(Lanes::new);
            lanes.load(puzzles);
            lanes.with_locked = with_locked;
            lanes.play();
        }
        count
    }

    /// What became of one of them, by its number.
    pub fn singles(&self, lane: usize, puzzle: &Puzzle) -> Singles {
        match &self.lanes {
            Some(lanes) if self.in_lanes => lanes.singles(lane, puzzle),
            _ => Singles::of(puzzle.grid()),
        }
    }
}

/// The planes of [`Lanes::kept`] behind those of the nine digits.
const PLACED: usize = 9;
const NAKED: usize = 10;
const PLANES: usize = 11;

/// Words of 64 rows each: those of all planes.
const WORDS: usize = (PLANES * 81).div_ceil(64);

/// How far one word of a lane is from the next: where it was 2 KB, all had two places in the first cache between them, and to load and to read lanes was
/// a tenth of the time of BRT.
const STRIDE: usize = LANES + 8;

/// The puzzles under way. No row is in two lines of the cache.
#[repr(align(64))]
struct Lanes {
    /// Where each digit may stand; the decided cells; those decided as naked singles.
    kept: [Plane; PLANES],
    /// Where each digit is placed in this round, and where any is.
    due: [Plane; 9],
    all: Plane,
    /// The naked singles of this round, and where hidden ones may be placed.
    single: Plane,
    open: Plane,
    /// Lanes of puzzles without clues.
    sukaku: Row,
    /// Lanes in which something was placed in this round.
    moved: Row,
    /// Lanes that have come to a contradiction.
    wrong: Row,
    /// Whether locked candidates are played; the lanes in which they have excluded something, and those in which there are no more.
    with_locked: bool,
    locked: Row,
    exhausted: Row,
    /// The same rows, turned: the bits of each lane.
    words: [[u64; STRIDE]; WORDS],
}

impl Lanes {
    wide! {
        fn play() = play_avx2 or play_portable;
    }

    /// Plays the singles of all puzzles, until something is placed in few lanes only.
    #[inline(always)]
    fn play_portable(&mut self) {
        self.begin();
        loop {
            self.round();
            if self.moved.len() <= FEW {
                break;
            }
        }
        (self.locked, self.exhausted) = (Row::EMPTY, Row::EMPTY);
        if self.with_locked {
            let mut among = Row::EMPTY;
            loop {
                // The others are not at the end of their first singles.
                among |= Row::FULL - self.moved;
                let locked = self.exclude_locked(among);
                self.locked |= locked;
                // The cells of the last round are decided in the next.
                let moved = locked | self.moved;
                self.round();
                let moved = moved | self.moved;
                self.exhausted = among - moved;
                if moved.len() <= FEW {
                    break;
                }
            }
        }
        self.find_wrong();
        self.end();
    }

    fn new() -> Box<Lanes> {
        Box::new(Lanes {
            kept: [NOWHERE; PLANES],
            due: [NOWHERE; 9],
            all: NOWHERE,
            single: NOWHERE,
            open: NOWHERE,
            words: [[0; STRIDE]; WORDS],
            sukaku: Row::EMPTY,
            moved: Row::EMPTY,
            wrong: Row::EMPTY,
            with_locked: false,
            locked: Row::EMPTY,
            exhausted: Row::EMPTY,
        })
    }

    /// Takes other puzzles: clues are due, candidates of a sukaku alive.
    fn load<'a>(&mut self, puzzles: impl Iterator<Item = &'a Puzzle>) {
        self.words = [[0; STRIDE]; WORDS];
        self.sukaku = Row::EMPTY;
        for (lane, puzzle) in puzzles.enumerate() {
            let planes = match puzzle {
                Puzzle::Clues(clues) => clues,
                Puzzle::Sukaku(candidates) => {
                    self.sukaku.insert(lane);
                    &candidates.0
                }
            };
            for (digit, cells) in planes.iter().enumerate() {
                put(&mut self.words, lane, 81 * digit, *cells);
            }
        }
    }

    /// Turns the words of the lanes into rows.
    #[inline(always)]
    fn begin(&mut self) {
        let due = self.due.as_flattened_mut().as_flattened_mut();
        for (rows, words) in due.chunks_mut(64).zip(&self.words) {
            let mut some = [Row::EMPTY; 64];
            for (k, row) in some.iter_mut().enumerate() {
                (0..WIDE).for_each(|w| row.0[w] = words[64 * w + k]);
            }
            turn(&mut some);
            rows.copy_from_slice(&some[..rows.len()]);
        }
        self.kept[PLACED] = NOWHERE;
        self.kept[NAKED] = NOWHERE;
        self.all = NOWHERE;
        for (plane, due) in self.kept.iter_mut().zip(&mut self.due) {
            for row in 0..9 {
                for column in 0..9 {
                    let due = &mut due[row][column];
                    plane[row][column] = *due | (Row::FULL - self.sukaku);
                    *due = *due - self.sukaku;
                    self.all[row][column] |= *due;
                }
            }
        }
        for digit in 0..9 {
            self.clear_houses(digit);
        }
    }

    /// Turns the rows into words of the lanes.
    #[inline(always)]
    fn end(&mut self) {
        let rows = self.kept.as_flattened().as_flattened();
        for (words, rows) in self.words.iter_mut().zip(rows.chunks(64)) {
            let mut some = [Row::EMPTY; 64];
            some[..rows.len()].copy_from_slice(rows);
            turn(&mut some);
            for (k, row) in some.iter().enumerate() {
                (0..WIDE).for_each(|w| words[64 * w + k] = row.0[w]);
            }
        }
    }

    /// Decides the cells of the round before, finds what is due in this one, and removes it from the houses of its cells.
    #[inline(always)]
    fn round(&mut self) {
        let mut hidden_in = Row::FULL;
        for row in 0..9 {
            for column in 0..9 {
                let [once, twice] = self.clear_cell(row, column);
                let single = once - twice - self.kept[PLACED][row][column];
                self.single[row][column] = single;
                self.kept[NAKED][row][column] |= single;
                hidden_in = hidden_in - single;
            }
        }
        for row in 0..9 {
            for column in 0..9 {
                self.open[row][column] = hidden_in - self.kept[PLACED][row][column];
            }
        }
        self.all = NOWHERE;
        let mut alone = Alone::default();
        for digit in 0..9 {
            let plane = &self.kept[digit];
            let mut full = Row::FULL;
            alone.find(plane, &mut full);
            for row in 0..9 {
                for stack in 0..3 {
                    let line = alone.rows[row] | alone.blocks[row / 3][stack];
                    for column in 3 * stack..3 * stack + 3 {
                        let hidden = (line | alone.columns[column]) & self.open[row][column];
                        let due = plane[row][column] & (hidden | self.single[row][column]);
                        self.due[digit][row][column] = due;
                        self.all[row][column] |= due;
                    }
                }
            }
            self.clear_houses(digit);
        }
        self.moved = Row::EMPTY;
        for cell in self.all.as_flattened() {
            self.moved |= *cell;
        }
    }

    /// The other digits go from a cell in which one is due; it is decided. Returns the lanes in which the cell has a digit then, and
    /// those in which it has several.
    #[inline(always)]
    fn clear_cell(&mut self, row: usize, column: usize) -> [Row; 2] {
        let (mut once, mut twice) = (Row::EMPTY, Row::EMPTY);
        let decided = self.all[row][column];
        for (plane, due) in self.kept.iter_mut().zip(&self.due) {
            let alive = plane[row][column] - (decided - due[row][column]);
            plane[row][column] = alive;
            twice |= once & alive;
            once |= alive;
        }
        self.kept[PLACED][row][column] |= decided;
        [once, twice]
    }

    /// A digit goes from the houses in which it is due.
    #[inline(always)]
    fn clear_houses(&mut self, digit: usize) {
        let (plane, due) = (&mut self.kept[digit], &self.due[digit]);
        let mut columns = due[0];
        for row in &due[1..] {
            for column in 0..9 {
                columns[column] |= row[column];
            }
        }
        for band in 0..3 {
            let (mut rows, mut blocks) = ([Row::EMPTY; 3], [Row::EMPTY; 3]);
            for row in 0..3 {
                let due = &due[3 * band + row];
                for stack in 0..3 {
                    let minirow = due[3 * stack] | due[3 * stack + 1] | due[3 * stack + 2];
                    rows[row] |= minirow;
                    blocks[stack] |= minirow;
                }
            }
            for row in 0..3 {
                let (plane, due) = (&mut plane[3 * band + row], &due[3 * band + row]);
                for stack in 0..3 {
                    let line = rows[row] | blocks[stack];
                    for column in 3 * stack..3 * stack + 3 {
                        plane[column] = (plane[column] - (line | columns[column])) | due[column];
                    }
                }
            }
        }
    }

    /// Excludes what is locked, in the lanes `among`. Returns those in which something was.
    #[inline(always)]
    fn exclude_locked(&mut self, among: Row) -> Row {
        let mut moved = Row::EMPTY;
        for plane in &mut self.kept[..9] {
            for band in 0..3 {
                // Loops: a closure of an array's `map` is not always inlined, and then not compiled for wide registers.
                let mut rows = [[Row::EMPTY; 3]; 3];
                for (row, stack) in (0..9).map(|k| (k / 3, k % 3)) {
                    let cells = &plane[3 * band + row];
                    rows[row][stack] =
                        cells[3 * stack] | cells[3 * stack + 1] | cells[3 * stack + 2];
                }
                let excluded = locked(rows);
                for row in 0..3 {
                    for column in 0..9 {
                        let cell = &mut plane[3 * band + row][column];
                        let goes = *cell & excluded[row][column / 3] & among;
                        moved |= goes;
                        *cell = *cell - goes;
                    }
                }
            }
            for stack in 0..3 {
                let mut columns = [[Row::EMPTY; 3]; 3];
                for (column, band) in (0..9).map(|k| (k / 3, k % 3)) {
                    let cell = |row: usize| plane[3 * band + row][3 * stack + column];
                    columns[column][band] = cell(0) | cell(1) | cell(2);
                }
                let excluded = locked(columns);
                for column in 0..3 {
                    for row in 0..9 {
                        let cell = &mut plane[row][3 * stack + column];
                        let goes = *cell & excluded[column][row / 3] & among;
                        moved |= goes;
                        *cell = *cell - goes;
                    }
                }
            }
        }
        moved
    }

    /// Decides the cells of the last round, and finds the lanes with a contradiction: a cell or a house of a digit without candidate, a decided cell with two, two
    /// of a digit decided in a house.
    #[inline(always)]
    fn find_wrong(&mut self) {
        let (mut wrong, mut full) = (Row::EMPTY, Row::FULL);
        for row in 0..9 {
            for column in 0..9 {
                let [once, twice] = self.clear_cell(row, column);
                full = full & once;
                wrong |= twice & self.kept[PLACED][row][column];
            }
        }
        let mut alone = Alone::default();
        for plane in &self.kept[..9] {
            alone.find(plane, &mut full);
            for row in 0..9 {
                for column in 0..9 {
                    let block = alone.blocks[row / 3][column / 3];
                    let alone = alone.rows[row] & alone.columns[column] & block;
                    wrong |= plane[row][column] & (self.kept[PLACED][row][column] - alone);
                }
            }
        }
        self.wrong = wrong | (Row::FULL - full);
    }

    /// What became of a puzzle.
    fn singles(&self, lane: usize, puzzle: &Puzzle) -> Singles {
        if self.wrong.contains(lane) {
            return Singles::of(puzzle.grid());
        }
        let get = |plane: usize| get(&self.words, lane, 81 * plane);
        let mut grid = Grid::of(std::array::from_fn(get), get(PLACED));
        let naked = get(NAKED).len() as u32;
        let hidden = grid.placed().len() as u32 - puzzle.clue_count() as u32 - naked;
        let (mut progress, mut placements) = (Progress::Open, [naked, hidden]);
        if self.moved.contains(lane) {
            let rest;
            (progress, rest) = exhaust(&mut grid);
            placements = [naked + rest[0], hidden + rest[1]];
        } else if grid.placed() == Cells::ALL {
            progress = Progress::Solved;
        }
        let (locked_excluded, locked_exhausted) =
            (self.locked.contains(lane), self.exhausted.contains(lane));
        if locked_excluded && progress == Progress::Contradiction {
            // Not by singles alone.
            return Singles::of(puzzle.grid());
        }
        Singles { grid, progress, placements, locked_excluded, locked_exhausted }
    }
}

/// Of three lines and the three blocks that they cross, where each line crosses each block: what is excluded there, as the line is
/// confined to another block, or the block to another line.
#[inline(always)]
fn locked(held: [[Row; 3]; 3]) -> [[Row; 3]; 3] {
    let mut excluded = [[Row::EMPTY; 3]; 3];
    for (line, block) in (0..9).map(|k| (k / 3, k % 3)) {
        let [a, b] = [(line + 1) % 3, (line + 2) % 3];
        let [x, y] = [(block + 1) % 3, (block + 2) % 3];
        let own = held[line][block];
        let in_line = own - (held[line][x] | held[line][y]);
        let in_block = own - (held[a][block] | held[b][block]);
        excluded[a][block] |= in_line;
        excluded[b][block] |= in_line;
        excluded[line][x] |= in_block;
        excluded[line][y] |= in_block;
    }
    excluded
}

/// Lanes in which a digit has one place in a house.
#[derive(Default)]
struct Alone {
    rows: [Row; 9],
    columns: [Row; 9],
    blocks: [[Row; 3]; 3],
}

impl Alone {
    /// Finds those of a plane. In `full` stay the lanes in which the digit has a place in all houses. (Returned, they would be copied by calls.)
    #[inline(always)]
    fn find(&mut self, plane: &Plane, full: &mut Row) {
        let Alone { rows, columns, blocks } = self;
        let mut only = |[some, several]: [Row; 2]| {
            *full = *full & some;
            some - several
        };
        for band in 0..3 {
            let mut minirows = [[[Row::EMPTY; 2]; 3]; 3];
            for row in 0..3 {
                for stack in 0..3 {
                    let cells = &plane[3 * band + row];
                    let [a, b, c] = [cells[3 * stack], cells[3 * stack + 1], cells[3 * stack + 2]];
                    let two = a | b;
                    minirows[row][stack] = [two | c, a & b | two & c];
                }
                rows[3 * band + row] = only(fold(minirows[row]));
            }
            for stack in 0..3 {
                let [a, b, c] = [minirows[0][stack], minirows[1][stack], minirows[2][stack]];
                blocks[band][stack] = only(fold([a, b, c]));
            }
        }
        for column in 0..9 {
            let (mut some, mut several) = (plane[0][column], Row::EMPTY);
            for row in &plane[1..] {
                several |= some & row[column];
                some |= row[column];
            }
            columns[column] = only([some, several]);
        }
    }
}

/// Where some and where several of three are, given the same of each.
#[inline(always)]
fn fold([a, b, c]: [[Row; 2]; 3]) -> [Row; 2] {
    let two = a[0] | b[0];
    [two | c[0], a[1] | b[1] | c[1] | a[0] & b[0] | two & c[0]]
}

/// Writes cells into the bits of a lane, from bit `at` on.
#[inline(always)]
fn put(words: &mut [[u64; STRIDE]; WORDS], lane: usize, at: usize, cells: Cells) {
    let (word, shift, bits) = (at / 64, at % 64, cells.bits());
    words[word][lane] |= (bits << shift) as u64;
    words[word + 1][lane] |= (bits >> (64 - shift)) as u64;
    if shift > 128 - 81 {
        words[word + 2][lane] |= (bits >> (128 - shift)) as u64;
    }
}

/// Reads them.
#[inline(always)]
fn get(words: &[[u64; STRIDE]; WORDS], lane: usize, at: usize) -> Cells {
    let (word, shift) = (at / 64, at % 64);
    let next = |k: usize| words.get(word + k).map_or(0, |word| u128::from(word[lane]));
    let mut bits = next(0) >> shift | next(1) << (64 - shift);
    if shift > 128 - 81 {
        bits |= next(2) << (128 - shift);
    }
    Cells(bits & Cells::ALL.0)
}

/// Turns the 64×64 bits of each word: bit j of row i becomes bit i of row j.
#[inline(always)]
fn turn(rows: &mut [Row; 64]) {
    for (by, mask) in [
        (32, 0x0000_0000_ffff_ffff),
        (16, 0x0000_ffff_0000_ffff),
        (8, 0x00ff_00ff_00ff_00ff),
        (4, 0x0f0f_0f0f_0f0f_0f0f),
        (2, 0x3333_3333_3333_3333),
        (1, 0x5555_5555_5555_5555_u64),
    ] {
        for at in (0..64).filter(|at| at & by == 0) {
            for w in 0..WIDE {
                let (low, high) = (rows[at].0[w], rows[at + by].0[w]);
                let swapped = (low >> by ^ high) & mask;
                rows[at].0[w] = low ^ swapped << by;
                rows[at + by].0[w] = high ^ swapped;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brute::{solutions, solutions_after_locked};
    use crate::budget::Budget;
    use crate::grid::{Candidates, parse_puzzle};
    use crate::rule::Findings;
    use crate::rules::locked::find_locked;

    /// Puzzles with one solution, with several, with none; each with clues, and as a sukaku.
    fn puzzles() -> Vec<Puzzle> {
        let lines = include_str!("../../../../datasets/random-10k.txt").lines();
        let mut all = Vec::new();
        for (k, line) in lines.take(if cfg!(miri) { 40 } else { 1500 }).enumerate() {
            let mut clues = parse_puzzle(line.as_bytes()).unwrap();
            let taken = clues.iter().fold(Cells::EMPTY, |all, &cells| all | cells);
            let cell = (0..81).map(|cell| (cell + 7 * k) % 81).find(|&cell| !taken.contains(cell));
            match k % 5 {
                0 => clues[k % 9] = Cells::EMPTY,
                1 => clues[k / 5 % 9].insert(cell.unwrap_or_default()),
                _ => {}
            }
            let Grid { mut planes, .. } = Grid::from_clues(&clues);
            planes[k / 3 % 9].remove(k % 81);
            all.push(Puzzle::Clues(clues));
            if k % 3 == 0 {
                all.push(Puzzle::Sukaku(Candidates(planes)));
            }
        }
        // A full grid; nothing at all; two of a digit in a house; no candidates.
        let full = Singles::of(all[4].grid()).grid.planes;
        let twice =
            std::array::from_fn(
                |d| if d == 0 { [3, 5].into_iter().collect() } else { Cells::EMPTY },
            );
        all.extend([Puzzle::Clues(full), Puzzle::default(), Puzzle::Clues(twice)]);
        all.extend([Puzzle::Sukaku(Candidates::EMPTY), Puzzle::Sukaku(Candidates(full))]);
        all
    }

    #[test]
    fn all_end_as_each_by_itself() {
        let puzzles = puzzles();
        let alone: Vec<Singles> = puzzles.iter().map(|puzzle| Singles::of(puzzle.grid())).collect();
        for progress in [Progress::Solved, Progress::Open, Progress::Contradiction] {
            assert!(
                alone.iter().filter(|end| end.progress == progress).count() > 5,
                "{progress:?}"
            );
        }
        let mut abreast = Abreast::default();
        let mut ends = |puzzles: &[Puzzle]| -> Vec<Singles> {
            let of_some = |some: &[Puzzle]| {
                assert_eq!(abreast.play(some.iter(), false), some.len());
                let ends =
                    some.iter().enumerate().map(|(lane, puzzle)| abreast.singles(lane, puzzle));
                ends.collect::<Vec<_>>()
            };
            puzzles.chunks(Abreast::MOST).flat_map(of_some).collect()
        };
        assert!(ends(&puzzles) == alone);
        for (at, some) in [(0, 0), (3, 1), (70, FEW), (71, FEW + 1), (200, 100)] {
            let some = at..(at + some).min(puzzles.len());
            assert!(ends(&puzzles[some.clone()]) == alone[some]);
        }
        // Whichever lane it has.
        for by in if cfg!(miri) { 0..1 } else { 1..LANES / 8 } {
            let turned = [&puzzles[by * 8..LANES], &puzzles[..by * 8]].concat();
            assert!(ends(&turned) == [&alone[by * 8..LANES], &alone[..by * 8]].concat());
        }
    }

    /// Locked candidates are played after all singles of a puzzle, and lead on the way to where singles and they end.
    #[test]
    fn locked_candidates_are_played_on_the_way() {
        let end = |mut grid: Grid| loop {
            let (progress, _) = exhaust(&mut grid);
            let mut found = Findings::default();
            find_locked(&grid, &mut found);
            if progress != Progress::Open || !found.any() {
                // Where there is no solution, what is found first may differ.
                return (progress, grid, progress == Progress::Contradiction);
            }
            grid.eliminate(&found.eliminated);
        };
        let (mut abreast, mut met) = (Abreast::default(), [0; 4]);
        for some in puzzles().chunks(LANES) {
            abreast.play(some.iter(), true);
            for (lane, puzzle) in some.iter().enumerate() {
                let (first, now) = (Singles::of(puzzle.grid()), abreast.singles(lane, puzzle));
                let (progress, grid, is_wrong) = end(first.grid);
                let after = end(now.grid);
                assert_eq!((after.0, after.2), (progress, is_wrong));
                assert!(is_wrong || after.1 == grid);
                let mut found = Findings::default();
                find_locked(&first.grid, &mut found);
                match now.locked_excluded {
                    true => {
                        assert!(first.progress == Progress::Open && found.any());
                        assert!(now.progress != Progress::Contradiction);
                    }
                    false => {
                        assert!(now == Singles { locked_exhausted: now.locked_exhausted, ..first })
                    }
                }
                if now.locked_exhausted {
                    assert!(now.grid == after.1);
                    met[3] += 1;
                    let known = solutions_after_locked(&now.grid, 3, &mut Budget(u64::MAX));
                    assert_eq!(known, Ok(solutions(&first.grid, 3)));
                }
                met[0] += usize::from(now.locked_excluded);
                met[1] += usize::from(now.locked_excluded && now.progress == Progress::Solved);
                met[2] += usize::from(!now.locked_excluded && found.any());
            }
        }
        // A few lanes are left to be played by themselves.
        assert!(met[0] > 2 * met[2] && met[1] > 20 && met[3] > met[0] / 2, "{met:?}");
    }

    /// What is compiled for wide registers does the same as what is not.
    #[test]
    fn wide_equals_portable() {
        let (mut wide, mut portable) = (Lanes::new(), Lanes::new());
        (wide.with_locked, portable.with_locked) = (true, true);
        for some in puzzles().chunks(LANES) {
            wide.load(some.iter());
            wide.play();
            portable.load(some.iter());
            portable.play_portable();
            assert!(wide.kept == portable.kept && wide.words == portable.words);
            assert!(wide.moved == portable.moved && wide.wrong == portable.wrong);
        }
    }
}

//! The rows of all puzzles: loading puzzles, playing stages, and reading results.

use super::tallied::Tallies;
use super::{OpeningEnd, OpeningPlan, STAGES};
use crate::graph::Bits;
use crate::grid::{Candidates, Cells, Digit, Grid, Progress, Puzzle, exhaust};
use crate::wide::wide;

/// Words of a row.
const WIDE: usize = 4;
/// Puzzles side by side.
pub(super) const LANES: usize = 64 * WIDE;
/// Largest number of puzzles that are left to be played one by one, as a round takes as long for one puzzle
/// as for all. (24 and 40 are slower for singles, 8 to 24 for subsets.)
pub(super) const FEW: usize = 32;

pub(super) type Row = Bits<WIDE>;
/// A row for each cell.
pub(super) type Plane = [[Row; 9]; 9];
pub(super) const NOWHERE: Plane = [[Row::EMPTY; 9]; 9];

/// Planes of [`Lanes::kept`] after the planes of the nine digits.
pub(super) const PLACED: usize = 9;
pub(super) const NAKED: usize = 10;
const PLANES: usize = 11;

/// Number of words of a lane: each word holds the lane's bits in 64 rows of the planes.
const WORDS: usize = (PLANES * 81).div_ceil(64);

/// Distance from one word of a lane to the next. At 2 KB, all words of a lane shared two sets of the
/// first-level cache, and loading and reading lanes took a tenth of the time of BRT.
const STRIDE: usize = LANES + 8;

/// Puzzles being played. Fields smaller than a row come last, so that no row crosses a cache line. (With half
/// of the rows across two lines, BRT takes a tenth longer.)
#[repr(C, align(64))]
pub(super) struct Lanes {
    /// Places of each digit; decided cells; cells decided as naked singles, if those are counted.
    pub(super) kept: [Plane; PLANES],
    /// Places of each digit placed in this round, and of any digit.
    pub(super) due: [Plane; 9],
    pub(super) all: Plane,
    /// Naked singles of this round, and cells that may take hidden ones.
    pub(super) single: Plane,
    pub(super) open: Plane,
    /// Lanes of puzzles without clues.
    sukaku: Row,
    /// Candidates eliminated at the start, in lanes of states.
    deleted: Vec<(usize, Candidates)>,
    /// Lanes in which something was placed in this round.
    pub(super) moved: Row,
    /// Lanes with a contradiction.
    pub(super) wrong: Row,
    /// Lanes in which a stage has excluded something, and lanes in which it and all stages before it exclude
    /// nothing. For singles, the lanes that had none left at some time.
    excluded: [Row; STAGES],
    pub(super) settled: [Row; STAGES],
    /// The kept rows, transposed: the bits of each lane.
    pub(super) words: Words,
    pub(super) plan: OpeningPlan,
    /// How singles end, if the stage after singles is counted, and the counts of that stage.
    pub(super) singles: Ends,
    pub(super) tallies: Tallies,
}

/// The bits of all lanes.
type Words = [[u64; STRIDE]; WORDS];

/// Copies of fields of [`Lanes`] where singles end.
pub(super) struct Ends {
    pub words: Words,
    pub moved: Row,
    pub wrong: Row,
}

impl Lanes {
    wide! {
        pub(super) fn begin() = begin_avx2 or begin_portable;
        pub(super) fn end() = end_avx2 or end_portable;
    }

    /// Plays the opening of all puzzles. Each stage is played until only few lanes find something.
    pub(super) fn play(&mut self) {
        self.begin();
        loop {
            self.round();
            if self.moved.len() <= FEW {
                break;
            }
        }
        if self.plan == OpeningPlan::Tallied {
            self.end();
            return self.play_tallied();
        }
        let mut stage = 1;
        while stage < self.plan.stages() {
            self.settled[0] |= Row::FULL - self.moved;
            let due = self.settled[stage - 1] - self.settled[stage];
            let excluded = match stage {
                1 => self.exclude_locked(due),
                size => self.exclude_subsets(size, due),
            };
            self.excluded[stage] |= excluded;
            self.settled[stage] |= due;
            // Cells of the last round are decided in the next.
            let mut moved = excluded | self.moved;
            if !moved.is_empty() {
                self.round();
                moved |= self.moved;
            }
            for settled in &mut self.settled[1..] {
                *settled = *settled - moved;
            }
            stage = if moved.len() > FEW { 1 } else { stage + 1 };
        }
        self.end();
    }

    pub(super) fn new() -> Box<Lanes> {
        Box::new(Lanes {
            kept: [NOWHERE; PLANES],
            due: [NOWHERE; 9],
            all: NOWHERE,
            single: NOWHERE,
            open: NOWHERE,
            words: [[0; STRIDE]; WORDS],
            sukaku: Row::EMPTY,
            deleted: Vec::new(),
            moved: Row::EMPTY,
            wrong: Row::EMPTY,
            plan: OpeningPlan::Counted,
            excluded: [Row::EMPTY; STAGES],
            settled: [Row::EMPTY; STAGES],
            singles: Ends { words: [[0; STRIDE]; WORDS], moved: Row::EMPTY, wrong: Row::EMPTY },
            tallies: Tallies::NONE,
        })
    }

    /// Loads other puzzles: clues become due, candidates of a sukaku alive.
    pub(super) fn load<'a>(&mut self, puzzles: impl Iterator<Item = &'a Puzzle>) {
        self.words = [[0; STRIDE]; WORDS];
        self.sukaku = Row::EMPTY;
        self.deleted.clear();
        for (lane, puzzle) in puzzles.enumerate() {
            let values;
            let planes = match puzzle {
                Puzzle::Clues(clues) => clues,
                Puzzle::State(state) => {
                    self.deleted.push((lane, state.deleted()));
                    values = state.values();
                    &values
                }
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

    /// Transposes the words of the lanes into rows.
    #[inline(always)]
    pub(super) fn begin_portable(&mut self) {
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
        for (lane, deleted) in &self.deleted {
            for gone in deleted.iter() {
                self.kept[gone.digit][gone.cell.row()][gone.cell.column()].remove(*lane);
            }
        }
        for digit in Digit::all() {
            self.clear_houses(digit);
        }
        (self.excluded, self.settled) = ([Row::EMPTY; STAGES], [Row::EMPTY; STAGES]);
    }

    /// Finds contradictions, and transposes the rows into words of the lanes.
    #[inline(always)]
    pub(super) fn end_portable(&mut self) {
        self.find_wrong();
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

    /// Returns how the opening of a puzzle has ended.
    pub(super) fn end_of(&self, lane: usize, puzzle: &Puzzle) -> OpeningEnd {
        let is_tallied = self.plan == OpeningPlan::Tallied;
        let (words, moved, wrong) = match &self.singles {
            Ends { words, moved, wrong } if is_tallied => (words, moved, wrong),
            _ => (&self.words, &self.moved, &self.wrong),
        };
        if wrong.contains(lane) {
            return OpeningEnd::by_singles(puzzle.grid());
        }
        let get = |plane: usize| get(words, lane, 81 * plane);
        let mut grid = Grid::of(std::array::from_fn(get), get(PLACED));
        let naked = get(NAKED).len();
        let decided = match puzzle {
            Puzzle::State(_) => puzzle.grid().placed().len(),
            _ => puzzle.clue_count(),
        };
        let hidden = grid.placed().len() - decided - naked;
        let [naked, hidden] = [naked, hidden].map(|count| count as u32);
        let (mut progress, mut placements) = (Progress::Open, [naked, hidden]);
        if moved.contains(lane) {
            let rest;
            (progress, rest) = exhaust(&mut grid);
            placements = [naked + rest[0], hidden + rest[1]];
        } else if grid.placed() == Cells::ALL {
            progress = Progress::Solved;
        }
        if is_tallied {
            let is_open = progress == Progress::Open;
            let locked = is_open.then(|| self.locked_end_of(lane, decided)).flatten();
            return OpeningEnd { grid, progress, placements, locked, ..OpeningEnd::default() };
        }
        let stages = 1..self.plan.stages();
        let needed = stages.clone().rev().find(|&stage| self.excluded[stage].contains(lane)).unwrap_or(0);
        let settled = stages.take_while(|&stage| self.settled[stage].contains(lane)).last().unwrap_or(0);
        if needed > 0 && progress == Progress::Contradiction {
            // Singles alone do not show the contradiction.
            return OpeningEnd::by_singles(puzzle.grid());
        }
        OpeningEnd { grid, progress, placements, needed, settled, locked: None }
    }
}

/// Writes cells into the bits of a lane, from bit `at` on.
#[inline(always)]
fn put(words: &mut Words, lane: usize, at: usize, cells: Cells) {
    let (word, shift, bits) = (at / 64, at % 64, cells.bits());
    let low = |bits: u128| bits as u64;
    words[word][lane] |= low(bits << shift);
    words[word + 1][lane] |= low(bits >> (64 - shift));
    if shift > 128 - 81 {
        words[word + 2][lane] |= low(bits >> (128 - shift));
    }
}

/// Reads cells from the bits of a lane, from bit `at` on.
#[inline(always)]
pub(super) fn get(words: &Words, lane: usize, at: usize) -> Cells {
    let (word, shift) = (at / 64, at % 64);
    let next = |k: usize| words.get(word + k).map_or(0, |word| u128::from(word[lane]));
    let mut bits = next(0) >> shift | next(1) << (64 - shift);
    if shift > 128 - 81 {
        bits |= next(2) << (128 - shift);
    }
    Cells(bits & Cells::ALL.0)
}

/// Transposes the 64×64 bits of each word: bit j of row i becomes bit i of row j.
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

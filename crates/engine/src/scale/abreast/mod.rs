//! What many puzzles begin with, played side by side, a bit for each: singles, and what comes after them.
//!
//! ```text
//!                         lane  0 1 2 3 … 255      a puzzle is a column
//!   alive[digit][row][column]   1 0 1 1            the digit may stand there
//!   placed[row][column]         0 0 1 0            the cell is decided
//! ```
//!
//! So a few instructions look at a house of all puzzles. Where placements are counted, a round is one of [`exhaust`] in each lane: naked singles
//! are placed where there are any, hidden ones elsewhere. Elsewhere a round places whatever it meets, and each digit sees what those before
//! it have taken: a puzzle ends in the same state, in half as many rounds.
//!
//! Locked candidates, and then subsets of two, three and four, are played after them, if somebody asks. A stage is asked in the lanes where those
//! before it exclude nothing. So the last that has excluded something is what the puzzle needs.
//!
//! ```text
//!   singles.rs   rounds of singles      locked.rs    locked candidates
//!   lanes.rs     rows, stages           subsets.rs   subsets and fish
//! ```
//!
//! Whether a lane has come to a contradiction is asked once, at the end, as what shows it stays there. Its puzzle is then
//! played by itself, from the beginning. So are the last rounds of the few puzzles that need more of them than others.

mod lanes;
mod locked;
mod singles;
mod subsets;

use crate::grid::{Grid, Progress, Puzzle, exhaust};
use lanes::{FEW, LANES, Lanes};

/// Singles, locked candidates, subsets of two, three and four.
const STAGES: usize = 5;

/// What is played of a puzzle before it climbs by itself. The more, the later here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Opening {
    /// Singles, in the order in which rules place them, which counts them.
    #[default]
    Counted,
    /// Singles, in any order.
    Singles,
    /// Then locked candidates, and singles again.
    Locked,
    /// Then naked and hidden subsets and fish of two, of three and of four, up to this size, with all earlier stages again.
    Subsets(usize),
}

impl Opening {
    /// How many stages it has: the second is locked candidates, number n subsets of n.
    fn stages(self) -> usize {
        match self {
            Opening::Counted | Opening::Singles => 1,
            Opening::Locked => 2,
            Opening::Subsets(size) => size.min(STAGES - 1) + 1,
        }
    }
}

/// A puzzle after its opening.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Opened {
    /// The state after it.
    pub grid: Grid,
    /// How it ended.
    pub progress: Progress,
    /// How many naked and how many hidden singles were placed; by an opening that does not count them, how many together.
    pub placements: [u32; 2],
    /// The last stage that has excluded something: 1 for locked candidates, 2 to 4 for subsets of so many, 0 if there were only singles. None
    /// of them came to a contradiction then.
    pub excluded: usize,
    /// The last of the stages that are known, with all before them, to exclude nothing more.
    pub exhausted: usize,
}

impl Opened {
    /// That of one puzzle, by singles.
    pub fn by_singles(mut grid: Grid) -> Opened {
        let (progress, placements) = exhaust(&mut grid);
        Opened { grid, progress, placements, ..Opened::default() }
    }
}

/// Puzzles whose opening is played side by side. It keeps its room.
#[derive(Default)]
pub struct Abreast {
    /// Made when it is first asked for, by more than a few puzzles: it has 100 KB.
    lanes: Option<Box<Lanes>>,
    /// Whether the puzzles of now are in it.
    in_lanes: bool,
}

impl Abreast {
    /// Puzzles at a time.
    pub const MOST: usize = LANES;

    /// Plays the opening of these puzzles, [`MOST`](Abreast::MOST) or fewer, for scales that allow it
    /// ([`Solver::opening`](super::Solver::opening)). Returns how many they are.
    pub fn play<'a>(&mut self, puzzles: impl Iterator<Item = &'a Puzzle> + Clone, opening: Opening) -> usize {
        let count = puzzles.clone().count();
        self.in_lanes = count > FEW;
        if self.in_lanes {
            let lanes = self.lanes.get_or_insert_with(Lanes::new);
            lanes.load(puzzles);
            lanes.opening = opening;
            lanes.play();
        }
        count
    }

    /// What became of one of them, by its number.
    pub fn opened(&self, lane: usize, puzzle: &Puzzle) -> Opened {
        match &self.lanes {
            Some(lanes) if self.in_lanes => lanes.opened(lane, puzzle),
            _ => Opened::by_singles(puzzle.grid()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Effort, Outcome, Scale, Solver};
    use super::lanes::Row;
    use super::*;
    use crate::brute::{solutions, solutions_after_locked};
    use crate::budget::Budget;
    use crate::grid::{Candidates, Cells, parse_puzzle};

    /// Puzzles with one solution, with several, with none; each with clues, and as a sukaku.
    fn puzzles() -> Vec<Puzzle> {
        let lines = include_str!("../../../../../datasets/random-10k.txt").lines();
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
        let full = Opened::by_singles(all[4].grid()).grid.planes;
        let twice = std::array::from_fn(|d| if d == 0 { [3, 5].into_iter().collect() } else { Cells::EMPTY });
        all.extend([Puzzle::Clues(full), Puzzle::default(), Puzzle::Clues(twice)]);
        all.extend([Puzzle::Sukaku(Candidates::EMPTY), Puzzle::Sukaku(Candidates(full))]);
        all
    }

    #[test]
    fn all_end_as_each_by_itself() {
        let puzzles = puzzles();
        let alone: Vec<Opened> = puzzles.iter().map(|puzzle| Opened::by_singles(puzzle.grid())).collect();
        for progress in [Progress::Solved, Progress::Open, Progress::Contradiction] {
            assert!(alone.iter().filter(|end| end.progress == progress).count() > 5, "{progress:?}");
        }
        let mut abreast = Abreast::default();
        let mut ends = |puzzles: &[Puzzle]| -> Vec<Opened> {
            let of_some = |some: &[Puzzle]| {
                assert_eq!(abreast.play(some.iter(), Opening::Counted), some.len());
                let ends = some.iter().enumerate().map(|(lane, puzzle)| abreast.opened(lane, puzzle));
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

    /// The order of singles makes no difference to where they end.
    #[test]
    fn singles_end_alike_in_any_order() {
        let (mut abreast, mut solved) = (Abreast::default(), 0);
        for some in puzzles().chunks(LANES) {
            abreast.play(some.iter(), Opening::Singles);
            for (lane, puzzle) in some.iter().enumerate() {
                let (alone, now) = (Opened::by_singles(puzzle.grid()), abreast.opened(lane, puzzle));
                assert_eq!(now.progress, alone.progress);
                if now.progress != Progress::Contradiction {
                    assert_eq!(now.grid, alone.grid);
                    let [all, known] = [now, alone].map(|end| end.placements.iter().sum::<u32>());
                    assert_eq!(all, known);
                }
                solved += usize::from(now.progress == Progress::Solved);
            }
        }
        assert!(solved > 20, "{solved}");
    }

    /// From where an opening ends a climb goes on, and ends as one from the beginning; the last stage that has excluded something is one
    /// that the puzzle needs.
    #[test]
    fn openings_lead_where_climbs_do() {
        let (mut abreast, mut solver) = (Abreast::default(), Solver::new());
        let mut end = |scale: &Scale, grid: Grid| {
            let effort = Effort { validate: false, ..Effort::default() };
            match solver.start(grid, effort) {
                Ok(()) => (solver.climb(scale, effort.budget).outcome, *solver.grid()),
                // Where it shows may differ.
                Err(_) => (Outcome::NoSolution, Grid::default()),
            }
        };
        for (opening, definition) in [
            (Opening::Locked, "brt,lc"),
            (Opening::Subsets(2), "brt,lc,subset:2+fish:2"),
            (Opening::Subsets(3), "brt,lc,subset:2-3+fish:2-3"),
            (Opening::Subsets(4), "brt,lc,subset:2-4+fish:2-4"),
        ] {
            let scale = Scale::define("x", definition).unwrap();
            assert_eq!(scale.opening(), opening);
            let (stages, mut excluded, mut exhausted) = (opening.stages(), [0; STAGES], 0);
            for some in puzzles().chunks(LANES) {
                abreast.play(some.iter(), opening);
                for (lane, puzzle) in some.iter().enumerate() {
                    let now = abreast.opened(lane, puzzle);
                    let (all, rest) = (end(&scale, puzzle.grid()), end(&scale, now.grid));
                    let begun = scale.rating_of_stage(now.excluded).unwrap_or_default();
                    match (all.0, rest.0) {
                        (Outcome::NoSolution, Outcome::NoSolution) => assert_eq!(now.exhausted, 0),
                        (Outcome::Solved(needed), Outcome::Solved(rest)) => {
                            assert_eq!(needed, rest.max(begun));
                        }
                        (Outcome::Unsolved, Outcome::Unsolved) => assert_eq!(all.1, rest.1),
                        other => panic!("{other:?}"),
                    }
                    excluded[now.excluded] += 1;
                    if now.exhausted + 1 == stages {
                        exhausted += 1;
                        assert_eq!(now.grid, all.1);
                        let known = solutions_after_locked(&now.grid, 3, &mut Budget(u64::MAX));
                        assert_eq!(known.map(|known| known.0), Ok(solutions(&puzzle.grid(), 3).0));
                    }
                }
            }
            let is_met = excluded[..stages].iter().all(|&count| count > 3);
            // A few are left to climb by themselves.
            assert!(is_met && exhausted > 1000, "{excluded:?} {exhausted}");
        }
    }

    /// What is compiled for wide registers does the same as what is not.
    #[test]
    fn wide_equals_portable() {
        let (mut wide, mut portable) = (Lanes::new(), Lanes::new());
        let (puzzles, mut excluded) = (puzzles(), 0);
        for (some, opening) in
            puzzles.chunks(LANES).zip([Opening::Counted, Opening::Singles].into_iter().cycle())
        {
            for lanes in [&mut wide, &mut portable] {
                lanes.opening = opening;
                lanes.load(some.iter());
            }
            wide.begin();
            portable.begin_portable();
            for at in 0..20 {
                wide.round();
                portable.round_portable();
                assert!(wide.kept == portable.kept && wide.moved == portable.moved);
                let now = match at % 5 {
                    0 => [wide.exclude_locked(Row::FULL), portable.exclude_locked_portable(Row::FULL)],
                    size @ 2.. => [
                        wide.exclude_subsets(size, Row::FULL),
                        portable.exclude_subsets_portable(size, Row::FULL),
                    ],
                    _ => continue,
                };
                assert_eq!(now[0], now[1]);
                excluded += now[0].len();
            }
            wide.end();
            portable.end_portable();
            assert!(wide.words == portable.words && wide.wrong == portable.wrong);
        }
        assert!(excluded > 1000, "{excluded}");
    }
}

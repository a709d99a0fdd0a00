//! Openings of many puzzles, played side by side with a bit for each: singles, and the stages after them.
//!
//! ```text
//!                         lane  0 1 2 3 … 255      a puzzle is a column
//!   alive[digit][row][column]   1 0 1 1            the cell may have the digit
//!   placed[row][column]         0 0 1 0            the cell is decided
//! ```
//!
//! So a few instructions examine a house of all puzzles. If placements are counted, a round equals one of
//! [`exhaust`](crate::grid::exhaust) in each lane: it places naked singles if there are any, else hidden
//! ones. If not, a round places every single it finds, and each digit sees the cells taken by the digits
//! before it: a puzzle ends in the same state after half as many rounds.
//!
//! Locked candidates, and then subsets of two, three and four, are played after the singles if a scale asks
//! for them. A stage is asked in the lanes in which the stages before it exclude nothing. So a puzzle needs
//! the last stage that has excluded something.
//!
//! ```text
//!   singles.rs   rounds of singles      locked.rs    locked candidates
//!   lanes.rs     rows, stages           subsets.rs   subsets and fish
//! ```
//!
//! If a climb counts the work of rules, locked candidates are played and counted as the climb would
//! (`tallied.rs`), and a puzzle has two ends: after singles, and after locked candidates.
//!
//! Contradictions are detected once, at the end, as their signs stay in the lane. Such a puzzle is played
//! again by itself, from the beginning. The few puzzles that need more rounds than the others also play their
//! last rounds by themselves.

mod lanes;
mod locked;
mod singles;
mod subsets;
mod tallied;

use super::{OpeningEnd, OpeningPlan};
use crate::grid::Puzzle;
use lanes::{FEW, LANES, Lanes};

/// Number of stages: singles, locked candidates, subsets of two, three and four.
pub(super) const STAGES: usize = 5;

/// Openings of puzzles played side by side, in buffers that are kept.
#[derive(Default)]
pub struct Abreast {
    /// Made at the first use by more than a few puzzles: 100 KB.
    lanes: Option<Box<Lanes>>,
    /// Whether the current puzzles are in `lanes`.
    in_lanes: bool,
}

impl Abreast {
    /// Most puzzles at a time.
    pub const MOST: usize = LANES;

    /// Plays the opening of these puzzles, at most [`MOST`](Abreast::MOST), for scales that allow it
    /// ([`Solver::opening`](super::Solver::opening)). Returns their number.
    pub fn play<'a>(
        &mut self, puzzles: impl Iterator<Item = &'a Puzzle> + Clone, plan: OpeningPlan,
    ) -> usize {
        let count = puzzles.clone().count();
        self.in_lanes = count > FEW;
        if self.in_lanes {
            let lanes = self.lanes.get_or_insert_with(Lanes::new);
            lanes.load(puzzles);
            lanes.plan = plan;
            lanes.play();
        }
        count
    }

    /// Returns how the opening of `puzzle` has ended in `lane`.
    pub fn end(&self, lane: usize, puzzle: &Puzzle) -> OpeningEnd {
        match &self.lanes {
            Some(lanes) if self.in_lanes => lanes.end_of(lane, puzzle),
            _ => OpeningEnd::by_singles(puzzle.grid()),
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
    use crate::grid::{Candidates, Cell, Cells, Grid, Progress, parse_puzzle};

    /// Returns puzzles with one solution, with several and with none; each with clues, and as a sukaku.
    fn puzzles() -> Vec<Puzzle> {
        let lines = include_str!("../../../../../datasets/random-10k.txt").lines();
        let mut all = Vec::new();
        for (k, line) in lines.take(if cfg!(miri) { 40 } else { 1500 }).enumerate() {
            let mut clues = parse_puzzle(line.as_bytes()).unwrap();
            let taken = clues.iter().fold(Cells::EMPTY, |all, &cells| all | cells);
            let cell = (0..81).map(|cell| Cell::new((cell + 7 * k) % 81)).find(|&cell| !taken.contains(cell));
            match k % 5 {
                0 => clues[k % 9] = Cells::EMPTY,
                1 => clues[k / 5 % 9].insert(cell.unwrap_or_default()),
                _ => {}
            }
            let Grid { mut planes, .. } = Grid::from_clues(&clues);
            planes[k / 3 % 9].remove(Cell::new(k % 81));
            all.push(Puzzle::Clues(clues));
            if k % 3 == 0 {
                all.push(Puzzle::Sukaku(Candidates(planes)));
                all.push(Puzzle::of_candidates(&Candidates(planes), Cells::EMPTY, taken));
            }
        }
        // A full grid; an empty one; a digit twice in a house; no candidates.
        let full = OpeningEnd::by_singles(all[4].grid()).grid.planes;
        let twice = std::array::from_fn(|d| {
            if d == 0 { [3, 5].map(Cell::new).into_iter().collect() } else { Cells::EMPTY }
        });
        all.extend([Puzzle::Clues(full), Puzzle::default(), Puzzle::Clues(twice)]);
        all.extend([Puzzle::Sukaku(Candidates::EMPTY), Puzzle::Sukaku(Candidates(full))]);
        all
    }

    #[test]
    fn all_end_as_each_by_itself() {
        let puzzles = puzzles();
        let alone: Vec<OpeningEnd> =
            puzzles.iter().map(|puzzle| OpeningEnd::by_singles(puzzle.grid())).collect();
        for progress in [Progress::Solved, Progress::Open, Progress::Contradiction] {
            assert!(alone.iter().filter(|end| end.progress == progress).count() > 5, "{progress:?}");
        }
        let mut abreast = Abreast::default();
        let mut ends = |puzzles: &[Puzzle]| -> Vec<OpeningEnd> {
            let of_some = |some: &[Puzzle]| {
                assert_eq!(abreast.play(some.iter(), OpeningPlan::Counted), some.len());
                let ends = some.iter().enumerate().map(|(lane, puzzle)| abreast.end(lane, puzzle));
                ends.collect::<Vec<_>>()
            };
            puzzles.chunks(Abreast::MOST).flat_map(of_some).collect()
        };
        assert!(ends(&puzzles) == alone);
        for (at, some) in [(0, 0), (3, 1), (70, FEW), (71, FEW + 1), (200, 100)] {
            let some = at..(at + some).min(puzzles.len());
            assert!(ends(&puzzles[some.clone()]) == alone[some]);
        }
        // Results do not depend on the lane.
        for by in if cfg!(miri) { 0..1 } else { 1..LANES / 8 } {
            let turned = [&puzzles[by * 8..LANES], &puzzles[..by * 8]].concat();
            assert!(ends(&turned) == [&alone[by * 8..LANES], &alone[..by * 8]].concat());
        }
    }

    /// Singles end in the same state in any order.
    #[test]
    fn singles_end_alike_in_any_order() {
        let (mut abreast, mut solved) = (Abreast::default(), 0);
        for some in puzzles().chunks(LANES) {
            abreast.play(some.iter(), OpeningPlan::Singles);
            for (lane, puzzle) in some.iter().enumerate() {
                let (alone, now) = (OpeningEnd::by_singles(puzzle.grid()), abreast.end(lane, puzzle));
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

    /// A climb from where an opening ends finishes like one from the beginning; the last stage that has
    /// excluded something is one that the puzzle needs.
    #[test]
    fn openings_lead_where_climbs_do() {
        let (mut abreast, mut solver) = (Abreast::default(), Solver::new());
        let mut end = |scale: &Scale, grid: Grid| {
            let effort = Effort { validate: false, ..Effort::default() };
            match solver.start(grid, effort) {
                Ok(()) => (solver.climb(scale, effort.budget).outcome, *solver.grid()),
                // The grids in which a contradiction shows may differ.
                Err(_) => (Outcome::NoSolution, Grid::default()),
            }
        };
        for (opening, definition) in [
            (OpeningPlan::Locked, "brt,lc"),
            (OpeningPlan::Subsets(2), "brt,lc,subset:2+fish:2"),
            (OpeningPlan::Subsets(3), "brt,lc,subset:2-3+fish:2-3"),
            (OpeningPlan::Subsets(4), "brt,lc,subset:2-4+fish:2-4"),
        ] {
            let scale = Scale::define("x", definition).unwrap();
            assert_eq!(scale.for_outcomes().plan.opening, opening);
            let (stages, mut needed, mut settled) = (opening.stages(), [0; STAGES], 0);
            for some in puzzles().chunks(LANES) {
                abreast.play(some.iter(), opening);
                for (lane, puzzle) in some.iter().enumerate() {
                    let now = abreast.end(lane, puzzle);
                    let (all, rest) = (end(&scale, puzzle.grid()), end(&scale, now.grid));
                    let begun = scale.plan.rating_of(&now).unwrap_or_default();
                    match (all.0, rest.0) {
                        (Outcome::NoSolution, Outcome::NoSolution) => assert_eq!(now.settled, 0),
                        (Outcome::Solved(needed), Outcome::Solved(rest)) => {
                            assert_eq!(needed, rest.max(begun));
                        }
                        (Outcome::Unsolved, Outcome::Unsolved) => assert_eq!(all.1, rest.1),
                        other => panic!("{other:?}"),
                    }
                    needed[now.needed] += 1;
                    if now.settled + 1 == stages {
                        settled += 1;
                        assert_eq!(now.grid, all.1);
                        let known = solutions_after_locked(&now.grid, 3, &mut Budget(u64::MAX));
                        assert_eq!(known.map(|known| known.0), Ok(solutions(&puzzle.grid(), 3).0));
                    }
                }
            }
            let is_met = needed[..stages].iter().all(|&count| count > 3);
            // A few puzzles climb on by themselves.
            assert!(is_met && settled > 1000, "{needed:?} {settled}");
        }
    }

    /// A climb that begins where an opening of singles and locked candidates has ended counts the same as one
    /// from the beginning; so does a climb by singles.
    #[test]
    fn openings_count_what_climbs_do() {
        let scales = ["brt", "brt,lc", "brt,lc,subset:2-4+fish:2-4"];
        let scales = scales.map(|definition| Scale::define("x", definition).unwrap());
        let (mut abreast, mut after, mut alone) = (Abreast::default(), Solver::new(), Solver::new());
        assert_eq!(after.opening(&scales, Effort::default()), OpeningPlan::Tallied);
        let (mut solved, mut settled, mut left, mut counted, mut shown) = (0, 0, 0, 0, 0);
        for some in puzzles().chunks(LANES - 9) {
            abreast.play(some.iter(), OpeningPlan::Tallied);
            for (lane, puzzle) in some.iter().enumerate() {
                let end = abreast.end(lane, puzzle);
                assert_eq!(OpeningEnd { locked: None, ..end }, OpeningEnd::by_singles(puzzle.grid()));
                match end.locked {
                    Some(end) if end.progress == Progress::Solved => solved += 1,
                    Some(end) if end.is_settled => settled += 1,
                    Some(_) => left += 1,
                    None => {}
                }
                for (budget, validate) in [(u64::MAX, false), (u64::MAX, true), (2, true), (0, true)] {
                    let effort = Effort { budget, validate };
                    // Outcomes that the opening determines cost nothing.
                    let is_shown = after.is_shown(&end, &scales, effort);
                    let whole = Effort { budget: if is_shown { u64::MAX } else { budget }, validate };
                    shown += usize::from(is_shown);
                    let status = after.start_after(puzzle, end, effort);
                    assert_eq!(status, alone.start(puzzle, whole));
                    if status.is_err() {
                        continue;
                    }
                    assert_eq!(after.solution(), alone.solution());
                    for scale in &scales {
                        let climb = after.climb(scale, budget);
                        assert_eq!(climb, alone.climb(scale, whole.budget));
                        assert_eq!(after.grid(), alone.grid());
                        counted += climb.tallies.get(scale.beyond_singles().start).map_or(0, |it| it.steps);
                    }
                }
            }
        }
        assert!(solved > 50 && settled > 500 && left > 20, "{solved} {settled} {left}");
        assert!(counted > 10_000 && shown > 1000, "{counted} {shown}");
    }

    /// Code compiled for wide registers has the same results as portable code.
    #[test]
    fn wide_equals_portable() {
        let (mut wide, mut portable) = (Lanes::new(), Lanes::new());
        let (puzzles, mut excluded) = (puzzles(), 0);
        for (some, opening) in
            puzzles.chunks(LANES).zip([OpeningPlan::Counted, OpeningPlan::Singles].into_iter().cycle())
        {
            for lanes in [&mut wide, &mut portable] {
                lanes.plan = opening;
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
                    1 => [wide.exclude_tallied(Row::FULL), portable.exclude_tallied_portable(Row::FULL)],
                    size => [
                        wide.exclude_subsets(size, Row::FULL),
                        portable.exclude_subsets_portable(size, Row::FULL),
                    ],
                };
                assert_eq!(now[0], now[1]);
                excluded += now[0].len();
            }
            wide.end();
            portable.end_portable();
            assert!(wide.words == portable.words && wide.wrong == portable.wrong);
            assert!(wide.tallies == portable.tallies);
        }
        assert!(excluded > 1000, "{excluded}");
    }
}

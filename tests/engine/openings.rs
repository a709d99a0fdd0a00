//! Openings of many puzzles at once: climbs after them count the same as climbs of each puzzle by itself.

use crate::common::shared;
use sudoscope::grid::Puzzle;
use sudoscope::input::read_puzzle;
use sudoscope::scale::{Abreast, Climb, Effort, OpeningPlan, Outcome, Scale, Solver, Status};

/// Status and climbs of a puzzle.
type Rated = (Result<(), Status>, Vec<Climb>);

fn climbs(solver: &mut Solver, started: Result<(), Status>, scales: &[Scale], effort: Effort) -> Rated {
    let climbs = scales.iter().filter(|_| started.is_ok());
    (started, climbs.map(|scale| solver.climb(scale, effort.budget)).collect())
}

/// Easy puzzles and hard ones, which locked candidates do not solve, get the same status and tallies abreast
/// and alone.
#[test]
fn what_is_counted_abreast_is_what_each_climb_counts() {
    let scales = ["BRT", "LC", "S"].map(|name| Scale::named(name).unwrap());
    for (name, least) in [("cbg-000.csv", 21_375), ("top1465.txt", 1_465), ("sudogen0.txt", 1_000)] {
        let Some(path) = shared(name) else { return };
        let text = std::fs::read_to_string(path).unwrap();
        let puzzles = text.lines().filter_map(|line| line.get(..81));
        let puzzles: Vec<Puzzle> =
            puzzles.filter_map(|line| Some(read_puzzle(line.as_bytes()).ok()?.puzzle)).collect();
        assert!(puzzles.len() >= least, "{name}: {}", puzzles.len());
        let (mut abreast, mut together, mut alone) = (Abreast::default(), Solver::new(), Solver::new());
        let (mut unsolved, mut patterns) = (0, 0);
        for validate in [true, false] {
            let effort = Effort { validate, ..Effort::default() };
            let plan = together.opening(&scales, effort);
            assert_eq!(plan, OpeningPlan::Tallied);
            for some in puzzles.chunks(Abreast::MOST) {
                abreast.play(some.iter(), plan);
                for (lane, puzzle) in some.iter().enumerate() {
                    let end = abreast.end(lane, puzzle);
                    let started = together.start_after(puzzle, end, effort);
                    let now = climbs(&mut together, started, &scales, effort);
                    let started = alone.start(puzzle, effort);
                    assert_eq!(now, climbs(&mut alone, started, &scales, effort), "{name}: {puzzle}");
                    if let [_, lc, _] = &now.1[..] {
                        unsolved += usize::from(lc.outcome == Outcome::Unsolved);
                        patterns += lc.tallies.last().map_or(0, |tally| tally.steps);
                    }
                }
            }
        }
        assert!(unsolved > 1000 && patterns > 1000, "{name}: {unsolved} {patterns}");
    }
}

//! T&E-depth, BxB and BxBB against published classes (docs/hardest.md); a sample of each collection, all
//! puzzles in a thorough run.

use crate::common::{shared, thorough};
use rayon::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use sudoscope::brute::unique_solution;
use sudoscope::budget::Budget;
use sudoscope::crew::Crew;
use sudoscope::grid::{Candidates, Cells, Grid, Progress, exhaust, parse_puzzle};
use sudoscope::input::{ANYWHERE, puzzle_of};
use sudoscope::scale::{Climb, Effort, Outcome, Scale, Solver};
use sudoscope::testing::SheetTrial;

/// Reads the rows of a table, one in `share` unless the run is thorough.
fn rows(path: PathBuf, share: usize) -> Vec<csv::StringRecord> {
    let mut table = csv::Reader::from_path(path).unwrap();
    let mut all = vec![table.headers().unwrap().clone()];
    let share = if thorough() { 1 } else { share };
    all.extend(table.records().map(Result::unwrap).step_by(share));
    all
}

/// Classifies puzzles by a scale; `None` is unsolved.
fn classes<'a>(scale: &str, puzzles: impl Iterator<Item = &'a str>) -> Vec<Option<u32>> {
    let scales = [Scale::named(scale).unwrap()];
    let class = |solver: &mut Solver, puzzle: &str| {
        let clues = parse_puzzle(puzzle.as_bytes()).unwrap();
        match solver.rate(&clues, &scales, Effort::default()).1[0].outcome.column(0) {
            Outcome::Solved(class) => Some(class),
            Outcome::Unsolved => None,
            other => panic!("{puzzle}: {other:?}"),
        }
    };
    let puzzles: Vec<&str> = puzzles.collect();
    puzzles.par_iter().map_init(Solver::new, |solver, puzzle| class(solver, puzzle)).collect()
}

#[test]
fn published_classes() {
    for (file, column, scale, share) in [
        ("shc-te-depth.csv", "te_depth", "TE", 9),
        ("mith-1500.csv", "te_depth", "TE", 30),
        ("mith-1500.csv", "bxbb", "BxBB", 75),
        ("eleven-2000.csv", "bxb", "BxB", 75),
        ("high-bxb.csv", "bxb", "BxB", 40),
        ("b-extreme.csv", "b", "B", 3),
    ] {
        let Some(path) = shared(&format!("te/{file}")) else { return };
        let rows = rows(path, share);
        let at = |name| rows[0].iter().position(|header| header == name).unwrap();
        let (puzzle, class) = (at("puzzle"), at(column));
        let ours = classes(scale, rows[1..].iter().map(|row| &row[puzzle]));
        for (row, ours) in rows[1..].iter().zip(ours) {
            let published = row[class].parse().ok();
            assert_eq!(ours, published, "{file}, {scale} of {}", &row[puzzle]);
        }
    }
}

/// Crew whose threads are always idle; it counts how often work was shared.
#[derive(Default)]
struct Idle(AtomicUsize);

impl Crew for Idle {
    fn idle(&self) -> usize {
        3
    }

    fn share(&self, count: usize, work: &(dyn Fn(usize) + Sync)) {
        self.0.fetch_add(1, Ordering::Relaxed);
        (0..count).into_par_iter().for_each(work);
    }
}

/// Sharing a puzzle among threads changes neither the end of the climb, nor its tallies, nor whether the
/// budget suffices.
#[test]
fn a_crew_changes_nothing() {
    let hard = include_str!("../data/slow.txt").lines().filter(|line| !line.starts_with('#'));
    let hard: Vec<&str> = hard.collect();
    let scales = ["TE", "BxB", "BxBB"].map(|name| Scale::named(name).unwrap());
    let [shared, ended] = [0; 2].map(AtomicUsize::new);
    hard.par_iter().for_each(|line| {
        let puzzle = puzzle_of(line.as_bytes(), &ANYWHERE).unwrap().puzzle;
        for budget in [1_000, 10_000, 60_000, 300_000, 600_000] {
            let effort = Effort { budget, validate: false };
            let crew = Arc::new(Idle::default());
            let one = Solver::new().rate(&puzzle, &scales, effort);
            let several = Solver::of_crew(crew.clone()).rate(&puzzle, &scales, effort);
            assert_eq!(one, several, "{line} {budget}");
            shared.fetch_add(crew.0.load(Ordering::Relaxed), Ordering::Relaxed);
            let ends = |climb: &&Climb| climb.outcome != Outcome::Budget;
            let over = one.1.iter().filter(ends).count();
            ended.fetch_add(over, Ordering::Relaxed);
        }
    });
    let [shared, ended] = [shared, ended].map(AtomicUsize::into_inner);
    eprintln!("shared {shared} times, {ended} climbs came to an end");
    assert!(shared > 1000 && ended > 20);
}

/// Depths of gsf's puzzles equal SHC's, and so does BxB where SHC computed it.
#[test]
fn gsf_8152() {
    let (Some(puzzles), Some(path)) = (shared("gsf8152.txt"), shared("te/gsf8152-te.csv")) else {
        return;
    };
    let text = std::fs::read_to_string(puzzles).unwrap();
    let lines: Vec<&str> = text.lines().map(|line| &line[..81]).collect();
    let rows = &rows(path, 1)[1..];
    assert_eq!((lines.len(), rows.len()), (8152, 8152));
    let of = |few: usize| if thorough() { 1 } else { few };
    let depths = classes("TE", lines.iter().copied().step_by(of(6)));
    let published = rows.iter().step_by(of(6)).map(|row| row[1].parse().ok());
    assert_eq!(depths, published.collect::<Vec<Option<u32>>>());
    let share = of(25);
    let by_shc: Vec<_> = rows.iter().filter(|row| &row[3] == "1").step_by(share).collect();
    let line = |row: &csv::StringRecord| lines[row[0].parse::<usize>().unwrap() - 1];
    let ours = classes("BxB", by_shc.iter().map(|row| line(row)));
    let published: Vec<Option<u32>> = by_shc.iter().map(|row| row[2].parse().ok()).collect();
    assert_eq!(ours, published);
}

/// The final states of T&E(B_p), which are unique, have the published numbers of candidates.
#[test]
fn sizes_of_closures() {
    let Some(path) = shared("te/closure-sizes.csv") else { return };
    let rows = rows(path, 6);
    let left = |definition: &str, puzzle: &str| {
        let mut solver = Solver::new();
        let clues = parse_puzzle(puzzle.as_bytes()).unwrap();
        solver.start(&clues, Effort::default()).unwrap();
        solver.climb(&Scale::define("x", definition).unwrap(), u64::MAX);
        solver.grid().candidates().len()
    };
    rows[1..].par_iter().for_each(|row| {
        for (at, name) in rows[0].iter().enumerate().skip(2).filter(|&(at, _)| !row[at].is_empty()) {
            let definition = match name {
                "open_after_brt" => "brt".to_string(),
                "open_after_te1" => "brt,trial".to_string(),
                of_braids => format!("brt,trial,braid-trial:1-{}", &of_braids["open_after_p".len()..]),
            };
            assert_eq!(left(&definition, &row[0]).to_string(), row[at], "{name} of {}", &row[0]);
        }
    });
}

/// Plays T&E(BRT, depth) by its definition, one candidate after the other in a copy.
fn naive(grid: &Grid, depth: u8) -> (Progress, Grid) {
    let mut state = *grid;
    let mut end = exhaust(&mut state).0;
    let mut again = depth > 0;
    while again && end == Progress::Open {
        again = false;
        for candidate in state.candidates().iter() {
            if end != Progress::Open || !state.candidates().contains(candidate) {
                continue;
            }
            let mut copy = state;
            let mut values = [Cells::EMPTY; 9];
            values[candidate.digit].insert(candidate.cell);
            copy.place_all(&values);
            if naive(&copy, depth - 1).0 == Progress::Contradiction {
                state.eliminate(&[candidate].into_iter().collect::<Candidates>());
                end = exhaust(&mut state).0;
                again = true;
            }
        }
    }
    (end, state)
}

/// Sheets agree with the definition in states of a hard puzzle with some values added, right and wrong, and
/// some candidates removed.
#[test]
fn sheets_play_the_definition() {
    let hard = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";
    let start = Grid::from_clues(&parse_puzzle(hard.as_bytes()).unwrap());
    let truth = unique_solution(&start).unwrap();
    let mut ends = [0; 3];
    for k in 0..if thorough() { 400 } else { 25 } {
        let mut grid = start;
        for step in 0..2 + k % 4 {
            let open: Vec<_> = grid.candidates().iter().collect();
            let picked = open[(k * 7919 + step * 104_729) % open.len()];
            let mut values = [Cells::EMPTY; 9];
            if k % 5 == 0 || truth.allows(picked) {
                values[picked.digit].insert(picked.cell);
                grid.place_all(&values);
            } else {
                grid.eliminate(&[picked].into_iter().collect::<Candidates>());
            }
            if exhaust(&mut grid).0 != Progress::Open {
                break;
            }
        }
        if exhaust(&mut grid).0 != Progress::Open {
            continue;
        }
        for depth in 1..=2 {
            let (end, left) = naive(&grid, depth);
            let trial = SheetTrial {
                depth,
                theory: None,
                known: None,
                solution: None,
                crew: None,
                below: &mut Vec::new(),
            };
            let closed = trial.close(&grid, &mut Budget(u64::MAX)).unwrap();
            assert_eq!(closed.progress, end, "{k} {depth}");
            ends[end as usize] += 1;
            if end != Progress::Contradiction {
                let mut ours = grid;
                ours.eliminate(&closed.refuted);
                exhaust(&mut ours);
                assert_eq!(ours, left, "{k} {depth}");
            }
        }
    }
    assert!(ends.iter().all(|&count| count > 2), "{ends:?}");
}

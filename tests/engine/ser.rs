//! SER, step by step: our rules find each hint of the classic program first in its state. The reference hint
//! is applied, so one difference does not hide the next.

use crate::common::{random_10k, shared, thorough};
use rayon::prelude::*;
use serde_json::Value;
use std::fs::read_to_string;
use sudoscope::grid::{Cell, Cells, Digit, Given, Grid, Puzzle, parse_puzzle};
use sudoscope::path::ResolutionPath;
use sudoscope::proof::check_climb;
use sudoscope::scale::{DEFAULT_BUDGET, Effort, Outcome, Rating, Scale, Solver, Status, Unit};
use sudoscope::testing::OneSolution;
use sudoscope::testing::ser::{Board, Hint, RuleMemory, first_aligned_triplet, first_before_chains};

/// Hint of `steps.jsonl`.
#[derive(Debug, PartialEq)]
struct Reference {
    technique: String,
    difficulty: f64,
    chain: Option<(u64, u64)>,
    eliminations: Vec<String>,
    placement: Option<String>,
}

impl Reference {
    fn read(step: &Value) -> Reference {
        let text = |at: usize| step[at].as_str().unwrap_or_default();
        let difficulty = step[1].as_f64().unwrap();
        Reference {
            technique: our_name(text(0), difficulty),
            difficulty,
            chain: step[2].as_u64().zip(step[3].as_u64()),
            eliminations: text(4).split_whitespace().map(str::to_string).collect(),
            placement: step[5].as_str().map(str::to_string),
        }
    }

    fn of(hint: &Hint) -> Reference {
        let name =
            |cell: Cell, digit: Digit| format!("{}{}{}", cell.row() + 1, cell.column() + 1, digit.number());
        let all = hint
            .eliminations
            .iter()
            .flat_map(|&(cell, digits)| Digit::in_mask(digits).map(move |digit| name(cell, digit)));
        let mut eliminations: Vec<String> = all.collect();
        eliminations.sort();
        let chain = (hint.complexity > 0).then_some((hint.complexity.into(), hint.sort_key.into()));
        Reference {
            technique: hint.technique.row().info.name.to_string(),
            difficulty: hint.difficulty,
            chain,
            eliminations,
            placement: hint.placement.map(|(cell, digit)| name(cell, digit)),
        }
    }

    fn apply(&self, board: &mut Board) {
        let read = |name: &str| {
            let [row, column, digit] = name.as_bytes() else { panic!("{name}") };
            let cell = Cell::at((row - b'1') as usize, (column - b'1') as usize);
            (cell, Digit::new((digit - b'1') as usize))
        };
        for (cell, digit) in self.eliminations.iter().map(|name| read(name)) {
            board.eliminate(cell, digit.bit());
        }
        if let Some((cell, digit)) = self.placement.as_deref().map(read) {
            board.place(cell, digit);
        }
    }
}

/// Returns our name for a hint of the classic program.
fn our_name(theirs: &str, difficulty: f64) -> String {
    let (name, nested) = theirs.split_once(" (").unwrap_or((theirs, ""));
    let name = name.to_lowercase().replace(' ', "-").replace("unique-loop-8", "unique-loop");
    let name = match name.as_str() {
        "hidden-single" if difficulty == 1.0 => "hidden-single-last-cell",
        "hidden-single" if difficulty == 1.2 => "hidden-single-in-block",
        "hidden-single" => "hidden-single-in-line",
        name => name,
    };
    let nested = match nested {
        "" => "",
        "+)" => "-plus",
        "+ Forcing Chains)" => "-plus-chains",
        other => panic!("{other}"),
    };
    format!("{name}{nested}")
}

#[test]
fn every_hint_that_is_no_chain_is_that_of_the_classic_program() {
    let Some(path) = shared("ser/steps.jsonl") else { return };
    let text = read_to_string(&path).unwrap();
    let (mut compared, mut chains, mut memory) = (0, 0, RuleMemory::default());
    for line in text.lines() {
        let puzzle: Value = serde_json::from_str(line).unwrap();
        let clues = parse_puzzle(puzzle["puzzle"].as_str().unwrap().as_bytes()).unwrap();
        let (mut board, one) = (Board::new(&clues.into()), OneSolution::supposed(&Given::from(&clues)));
        for (at, step) in puzzle["steps"].as_array().unwrap().iter().enumerate() {
            let theirs = Reference::read(step);
            let place = format!("{}, step {}", puzzle["id"], at + 1);
            let before = first_before_chains(&board, Some(&one), &mut memory);
            let ours = match theirs.technique.as_str() {
                "aligned-triplet-exclusion" => {
                    assert!(before.is_none(), "{place}: {before:?}");
                    first_aligned_triplet(&board, &mut memory)
                }
                _ => before,
            };
            let ours = ours.as_ref().map(Reference::of);
            if theirs.chain.is_some() {
                chains += 1;
                assert_eq!(ours, None, "{place}: {theirs:?}");
            } else {
                compared += 1;
                assert_eq!(ours.as_ref(), Some(&theirs), "{place}");
            }
            theirs.apply(&mut board);
        }
    }
    assert_eq!(compared + chains, 13_319);
}

/// Reads the puzzles of the file `name` with their three ratings.
fn rated(name: &str) -> Option<Vec<(String, [String; 3])>> {
    let mut table = csv::Reader::from_path(shared(name)?).unwrap();
    let row = |row: csv::StringRecord| (row[1].to_string(), [&row[2], &row[3], &row[4]].map(str::to_string));
    Some(table.records().map(|record| row(record.unwrap())).collect())
}

/// Rates a puzzle (ER, EP and ED); the checker must accept the steps of its path.
fn rate(solver: &mut Solver, scale: &Scale, puzzle: &str) -> [String; 3] {
    let puzzle = Puzzle::from(parse_puzzle(puzzle.as_bytes()).unwrap());
    let (climb, order) = match solver.start(&puzzle, Effort::default()) {
        Ok(()) => solver.climb_and_order(scale, DEFAULT_BUDGET),
        Err(status) => panic!("{puzzle}: {status:?}"),
    };
    check_climb(solver, &puzzle, scale, DEFAULT_BUDGET, &climb, order)
        .unwrap_or_else(|wrong| panic!("{puzzle}: {wrong}"));
    let rating = climb.outcome.rating().unwrap_or_else(|| panic!("{puzzle}: {:?}", climb.outcome));
    let [er, ep, ed, _] = rating.0;
    [er, ep, ed].map(|tenths| Unit::Tenths.text(tenths))
}

#[test]
fn all_three_numbers_are_those_of_the_classic_program_and_every_step_holds() {
    let Some(mut puzzles) = rated("ser/cbg-000-ser.csv") else { return };
    let hard = rated("ser/hard-er.csv").unwrap();
    // The hardest puzzles take minutes in a debug build.
    let is_taken = |er: &str| thorough() || er.len() == 3 && er < "9.6";
    puzzles.extend(hard.into_iter().filter(|(_, [er, ..])| is_taken(er)));
    let scale = Scale::named("SE").unwrap();
    assert!(puzzles.len() > 2_137);
    puzzles.par_iter().for_each_init(Solver::new, |solver, (puzzle, published)| {
        assert_eq!(rate(solver, &scale, puzzle), *published, "{puzzle}");
    });
}

/// Returns a solution without four cells that hold two digits crosswise, which therefore has a second
/// solution.
pub fn without_a_rectangle(solution: &Grid) -> Option<[Cells; 9]> {
    let digit = |cell: Cell| Digit::all().find(|&digit| solution.plane(digit).contains(cell)).unwrap();
    let corners = Cell::all().flat_map(|a| Cell::all().map(move |d| (a, d))).find_map(|(a, d)| {
        let (b, c) = (Cell::at(a.row(), d.column()), Cell::at(d.row(), a.column()));
        let is_one = a.row() < d.row() && a.column() != d.column() && a.row() / 3 == d.row() / 3;
        (is_one && digit(a) == digit(d) && digit(b) == digit(c)).then_some([a, b, c, d])
    })?;
    let gone: Cells = corners.into_iter().collect();
    Some(solution.planes.map(|plane| plane - gone))
}

/// Without the check of the solution, puzzles with several solutions are rated, too: 20.0 if no technique
/// solves them.
#[test]
fn without_the_check_of_the_solution_puzzles_are_rated_as_the_classic_program_does() {
    let scale = [Scale::named("SE").unwrap()];
    let mut solver = Solver::new();
    let clues = random_10k().iter().find_map(|line| {
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        solver.rate(&clues, &scale, Effort::default());
        without_a_rectangle(solver.grid())
    });
    let clues = clues.unwrap();
    let effort = Effort { validate: false, ..Effort::default() };
    let (status, climbs) = solver.rate(&clues, &scale, effort);
    assert_eq!((status, climbs[0].outcome), (Status::Ok, Outcome::Solved(Rating([200, 0, 0, 0]))));
    let path = ResolutionPath::climb(&clues.into(), &scale[0], DEFAULT_BUDGET);
    assert!(path.text(false).contains("PUZZLE NOT SOLVED"), "{}", path.text(false));
    let (status, _) = solver.rate(&clues, &scale, Effort::default());
    assert_eq!(status, Status::MultipleSolutions);
}

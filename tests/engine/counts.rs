//! Solution counts (computed by parts) against solutions found one by one, estimates against counts, true
//! candidates against the union of all solutions, redundant clues against a search.

use crate::common::{Dice, random_10k};
use sudoscope::brute;
use sudoscope::check::{ALL, Probes, Questions, Solutions, check, estimate, listed, true_candidates};
use sudoscope::grid::{Candidates, Cell, Cells, Digit, Grid, Puzzle, notation, parse_puzzle};
use sudoscope::scale::Status;

const BUDGET: u64 = 10_000_000;

/// Returns a random puzzle without some clues, or its solution without some digits or cells, so that parts
/// have all sizes.
fn loosened(line: &str, k: usize, dice: &mut Dice) -> Puzzle {
    let clues = parse_puzzle(line.as_bytes()).unwrap();
    let solution = brute::unique_solution(&Grid::from_clues(&clues)).unwrap();
    let full = solution.planes;
    match k % 3 {
        0 => clues.map(|cells| cells.filter(|_| dice.below(12) > 0).collect()),
        1 => std::array::from_fn(|digit| if (digit + k) % 9 < 4 { Cells::EMPTY } else { full[digit] }),
        _ => full.map(|cells| cells.filter(|_| dice.below(5) < 2).collect()),
    }
    .into()
}

/// Returns puzzles with their numbers of solutions, all few enough for a search.
fn puzzles() -> Vec<(Puzzle, u64)> {
    let dice = &mut Dice(5);
    let lines = random_10k().into_iter().take(150).enumerate();
    let puzzles = lines.map(|(k, line)| loosened(&line, k, dice));
    let counted = puzzles.map(|puzzle| (puzzle, brute::solutions(&puzzle.grid(), 100_000).0 as u64));
    counted.filter(|(_, count)| *count < 100_000).collect()
}

/// At any limit, counts are the same as by a search.
#[test]
fn counts_are_those_of_a_search() {
    let (mut many, mut sum) = (0, 0);
    for (puzzle, count) in puzzles() {
        let counted = |limit: u64| check(&puzzle, limit, BUDGET).solutions;
        assert_eq!(counted(ALL), Some(Solutions::Exactly(count)), "{puzzle}");
        if count > 2 {
            assert_eq!(counted(count), Some(Solutions::Exactly(count)));
            for fewer in [count - 1, count / 2] {
                assert_eq!(counted(fewer), Some(Solutions::MoreThan(fewer)), "{puzzle}");
            }
            (many, sum) = (many + 1, sum + count);
        }
    }
    assert!(many > 75 && sum > 100_000, "{many} {sum}");
}

/// Puzzles with one clue changed have as many solutions (often none) as a search finds.
#[test]
fn counts_of_wrong_puzzles_are_those_of_a_search() {
    let (dice, mut none) = (&mut Dice(6), 0);
    for (puzzle, _) in puzzles() {
        let mut clues = puzzle.as_clues().unwrap();
        let (from, to) = (dice.below(9), dice.below(9));
        let moved = clues[from].first();
        moved.into_iter().for_each(|cell| {
            clues[from].remove(cell);
            clues[to].insert(cell);
        });
        let count = brute::solutions(&Grid::from_clues(&clues), 10_001).0 as u64;
        let expected = if count > 10_000 { Solutions::MoreThan(10_000) } else { Solutions::Exactly(count) };
        assert_eq!(check(&clues.into(), 10_000, BUDGET).solutions, Some(expected));
        none += u32::from(count == 0);
    }
    assert!(none > 10);
}

#[test]
fn true_candidates_are_those_of_all_solutions() {
    let mut removed = 0;
    for (puzzle, count) in puzzles().into_iter().filter(|(_, count)| *count < 5_000) {
        let all = listed(&puzzle, 5_000, BUDGET).unwrap();
        assert_eq!(all.len() as u64, count);
        let mut texts: Vec<String> = all.iter().map(notation::puzzle).collect();
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), all.len(), "a solution is listed twice");
        let mut union = Candidates::EMPTY;
        for solution in &all {
            assert!(solution.is_solved());
            union.extend(&Candidates(solution.planes));
        }
        assert_eq!(true_candidates(&puzzle, BUDGET), Ok(union), "{puzzle}");
        assert_eq!(listed(&puzzle, 3, BUDGET).unwrap()[..], all[..all.len().min(3)]);
        let grid = puzzle.grid();
        removed += Digit::all().map(|digit| grid.plane(digit).len()).sum::<usize>() - union.len();
    }
    assert!(removed > 500);
}

/// A clue is redundant exactly if the search finds no second solution without it. Added values make many
/// clues redundant.
#[test]
fn redundant_clues_are_those_of_a_search() {
    let (dice, mut redundant, mut needed) = (&mut Dice(7), 0, 0);
    for (k, line) in random_10k().into_iter().take(80).enumerate() {
        let mut clues = parse_puzzle(line.as_bytes()).unwrap();
        let solution = brute::unique_solution(&Grid::from_clues(&clues)).unwrap();
        for _ in 0..k % 12 {
            let cell = Cell::new(dice.below(81));
            Digit::all().filter(|&d| solution.plane(d).contains(cell)).for_each(|d| clues[d].insert(cell));
        }
        let found = check(&clues.into(), 2, BUDGET).redundant.unwrap();
        for (digit, cell) in Digit::all().flat_map(|digit| clues[digit].map(move |cell| (digit, cell))) {
            let mut fewer = clues;
            fewer[digit].remove(cell);
            let is_redundant = brute::solutions(&Grid::from_clues(&fewer), 2).0 == 1;
            assert_eq!(found.contains(cell), is_redundant, "{line} {cell}");
            *(if is_redundant { &mut redundant } else { &mut needed }) += 1;
        }
    }
    assert!(redundant > 250 && needed > 500, "{redundant} {needed}");
}

/// Each estimate is within four of its own standard errors of the count, as nearly all estimates should be.
/// The empty grid has 6,670,903,752,021,072,936,960 solutions (Felgenhauer, Jarvis, *Enumerating possible
/// sudoku grids*).
#[test]
fn estimates_are_near() {
    let probes = |seed| Probes { count: 2_000, seed };
    let mut off = Vec::new();
    let empty = Puzzle::from([Cells::EMPTY; 9]);
    let counted = puzzles().into_iter().filter(|(_, count)| *count > 100).take(40);
    for (puzzle, count) in
        counted.map(|(puzzle, count)| (puzzle, count as f64)).chain([(empty, 6.670_903_752_021_073e21)])
    {
        let found = estimate(&puzzle, probes(1)).unwrap();
        assert_eq!(Some(found), estimate(&puzzle, probes(1)));
        assert_ne!(Some(found), estimate(&puzzle, probes(2)));
        off.push((found.solutions - count) / found.standard_error);
    }
    assert!(off.iter().all(|off| off.abs() < 4.0), "{off:?}");
    // Errors may not be suspiciously small either.
    let square = off.iter().map(|off| off * off).sum::<f64>() / off.len() as f64;
    assert!((0.5..2.0).contains(&square), "{square}");
    let wrong = parse_puzzle(format!("55{}", ".".repeat(79)).as_bytes()).unwrap();
    assert_eq!(estimate(&wrong.into(), probes(1)), None);
}

/// Answers that the budget does not suffice for are missing, and the status says so.
#[test]
fn questions_keep_to_the_budget() {
    let empty = Puzzle::from([Cells::EMPTY; 9]);
    let mut few = check(&empty, ALL, 1_000);
    assert_eq!((few.status, few.solutions), (Status::Budget, None));
    let probes = Some(Probes { count: 100, seed: 0 });
    let questions = Questions { list: 5, true_candidates: true, probes };
    let answers = few.answers(&empty, questions, 20);
    assert_eq!((answers.listed, answers.true_candidates), (None, None));
    assert!(answers.estimate.is_some());
    let mut two = check(&empty, 2, 1_000);
    assert_eq!(two.status, Status::MultipleSolutions);
    let answers = two.answers(&empty, questions, 100_000);
    assert_eq!(answers.listed.map(|listed| listed.len()), Some(5));
    assert_eq!(answers.true_candidates.map(|all| all.len()), Some(729));
    assert_eq!(two.status, Status::MultipleSolutions);
    assert_eq!(two.answers(&empty, Questions { list: 5, ..Questions::default() }, 20).listed, None);
    assert_eq!(two.status, Status::Budget);
}

//! Mistakes of puzzles without a solution: known mistakes are named, and the smallest sets of digits to
//! leave out are those of a search through all sets.

use crate::common::{Dice, random_10k, thorough};
use sudoscope::brute::{solutions, unique_solution};
use sudoscope::check::{CHECK_BUDGET, Mistake, mistakes};
use sudoscope::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, Puzzle, parse_puzzle};
use sudoscope::input::read_puzzle;

/// Puzzles and states, and the text of their mistakes.
const CASES: &[[&str; 2]] = &[
    [
        "11............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        "r1c1 and r1c2 are both 1 (row 1); r1c1 and r3c3 are both 1 (box 1); r1c2 and r3c3 are both 1 (box 1); \
         it has a solution without r1c1=1 and r1c2=1, or without r1c1=1 and r3c3=1, or without r1c2=1 and r3c3=1",
    ],
    [
        "4....6...4...............................................................4.......",
        "r1c1 and r2c1 are both 4 (column 1); it has a solution without r1c1=4, or without r2c1=4",
    ],
    [
        "12345678........9................................................................",
        "r1c9 has no candidate left; row 1 has no place for 9; it has a solution \
         without r1c1=1, or without r1c2=2, or without r1c3=3, or others",
    ],
    // The first digit was placed; the givens have one solution.
    [
        ":0000:x:+2.34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75:::",
        "r1c1=2 cannot be: the givens say 1",
    ],
    [
        ":0000:x:..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75:111 211::",
        "candidate 1 of r1c1 was removed, and is needed",
    ],
];

#[test]
fn mistakes_have_their_texts() {
    for [text, expected] in CASES {
        let puzzle = read_puzzle(text.as_bytes()).unwrap().puzzle;
        assert_eq!(mistakes(&puzzle, CHECK_BUDGET).unwrap().to_string(), *expected, "{text}");
    }
}

/// Returns a puzzle's clues, its solution, and a cell without a clue.
fn drawn(line: &str, dice: &mut Dice) -> ([Cells; 9], Grid, Cell) {
    let clues = parse_puzzle(line.as_bytes()).unwrap();
    let solution = unique_solution(&Grid::from_clues(&clues)).unwrap();
    let given = clues.iter().fold(Cells::EMPTY, |all, &cells| all | cells);
    let open: Vec<Cell> = (!given).collect();
    (clues, solution, open[dice.below(open.len())])
}

#[test]
fn a_wrong_digit_and_a_lost_candidate_are_named() {
    let (mut dice, mut named) = (Dice(0x5eed), 0);
    for line in &random_10k()[..200] {
        let (clues, solution, cell) = drawn(line, &mut dice);
        let right = Digit::lowest(solution.digits_of(cell));
        let open = Grid::from_clues(&clues).digits_of(cell);
        let others: Vec<Digit> = Digit::in_mask(open).filter(|&digit| digit != right).collect();
        if others.is_empty() {
            continue;
        }
        let digit = others[dice.below(others.len())];
        named += 1;
        let mut values = clues;
        values[digit.index()].insert(cell);
        let none = Candidates::EMPTY;
        let wrong = Puzzle::of_values(&values, Cells::of(cell), &none);
        let found = mistakes(&wrong, CHECK_BUDGET).expect("a digit is wrong");
        assert_eq!(found.found, [Mistake::Placed { cell, digit, right }], "{wrong}");
        assert!(found.removals.sets.is_empty());

        let lost = Candidates::from_iter([Candidate::new(right, cell)]);
        let wrong = Puzzle::of_values(&clues, Cells::EMPTY, &lost);
        let found = mistakes(&wrong, CHECK_BUDGET).expect("a candidate is gone");
        assert_eq!(found.found, [Mistake::Removed(cell, right)], "{wrong}");

        assert_eq!(mistakes(&Puzzle::from(clues), CHECK_BUDGET), None);
    }
    assert!(named > 150, "{named}");
}

/// Returns all sets of this many digits without which there is a solution.
fn naive(values: &[Cells; 9], size: usize) -> Vec<Vec<(Cell, Digit)>> {
    let mut listed: Vec<(Cell, Digit)> = Vec::new();
    for (digit, cells) in values.iter().enumerate() {
        listed.extend(cells.map(|cell| (cell, Digit::new(digit))));
    }
    listed.sort_unstable();
    let is_enough = |set: &[(Cell, Digit)]| {
        let mut fewer = *values;
        set.iter().for_each(|(cell, digit)| fewer[digit.index()].remove(*cell));
        solutions(&Grid::from_clues(&fewer), 1).0 > 0
    };
    let mut sets = vec![Vec::new()];
    for _ in 0..size {
        let longer = |set: &Vec<(Cell, Digit)>| {
            let last = set.last().copied();
            let more = listed.iter().filter(move |&&one| last.is_none_or(|last| one > last));
            let set = set.clone();
            more.map(move |&one| [&set[..], &[one]].concat()).collect::<Vec<_>>()
        };
        sets = sets.iter().flat_map(longer).collect();
    }
    sets.retain(|set| is_enough(set));
    sets
}

#[test]
fn the_smallest_sets_equal_those_of_a_search_through_all() {
    let (mut dice, mut sizes) = (Dice(0xbad), [0; 4]);
    let puzzles = if thorough() { 400 } else { 60 };
    for line in &random_10k()[300..300 + puzzles] {
        let (mut values, ..) = drawn(line, &mut dice);
        // Two clues are changed.
        for _ in 0..2 {
            let from = dice.below(9);
            let Some(cell) = values[from].into_iter().next() else { continue };
            values[from].remove(cell);
            values[(from + 1 + dice.below(8)) % 9].insert(cell);
        }
        let puzzle = Puzzle::from(values);
        let Some(found) = mistakes(&puzzle, CHECK_BUDGET) else { continue };
        assert!(found.removals.is_proved, "{puzzle}");
        let size = found.removals.sets.first().map_or(4, Vec::len);
        assert!((1..size.min(3)).all(|smaller| naive(&values, smaller).is_empty()), "{puzzle}");
        if size < 3 {
            let all = naive(&values, size);
            assert!(found.removals.sets.iter().all(|set| all.contains(set)), "{puzzle}");
            assert_eq!(found.removals.sets.len(), all.len().min(20), "{puzzle}");
        }
        sizes[size.min(3)] += 1;
    }
    assert!(sizes[1] > 0 && sizes[2] > 0, "{sizes:?}");
}

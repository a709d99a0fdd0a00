//! The pattern overlay method against its definitions, Myth Jellies' table, a published regression library,
//! and linear programming.

use crate::common::patterns::{self, overlay};
use crate::common::{model::Model, random_10k, shared, thorough};
use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs::read_to_string;
use sudoscope::brute::unique_solution;
use sudoscope::budget::{Budget, OutOfBudget};
use sudoscope::grid::exhaust;
use sudoscope::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, House, parse_puzzle};
use sudoscope::rule::Findings;
use sudoscope::rules::find_rule;
use sudoscope::scale::{DEFAULT_BUDGET, Outcome, Scale, Solver};
use sudoscope::state::State;
use sudoscope::testing::{Factors, Label as Name, Live};

const RULES: [&str; 6] = ["pom1", "pom2", "pom3", "pb1", "pb2", "pb3"];

/// Returns the state where singles stop, if they do not solve the puzzle.
fn after_singles(line: &str) -> Option<Grid> {
    let mut grid = Grid::from_clues(&parse_puzzle(line.as_bytes()).unwrap());
    exhaust(&mut grid);
    (!grid.is_solved()).then_some(grid)
}

fn find(rule: &str, grid: &Grid, budget: u64) -> Result<Findings, OutOfBudget> {
    let (mut state, mut found) = (State::new(), Findings::default());
    state.reset(grid, None, Budget(budget));
    find_rule(rule).unwrap().find(&mut state, 0, &mut found)?;
    Ok(found)
}

/// Returns the first puzzles of the embedded collection that singles do not solve.
fn open_puzzles(count: usize) -> Vec<(String, Grid)> {
    let open = |line: String| after_singles(&line).map(|grid| (line, grid));
    random_10k().into_iter().filter_map(open).take(count).collect()
}

// ---------------------------------------------------------------- labels

/// Labels equal Myth Jellies' table of the labels through each cell, all 81 · 4 entries, except for its
/// misprint at r7c5.
#[test]
fn table_of_myth_jellies() {
    let Some(path) = shared("../seeds/001_39209ce88c3f0cfc.txt") else { return };
    let text = read_to_string(path).unwrap();
    let text = &text[text.find("Initial POM-Space Grid").unwrap()..];
    let text = &text[..text.find("Using the table above").unwrap()];
    // Rows of entries of each block, three entries a line; each entry is six sets of digits.
    let mut table: BTreeMap<usize, Vec<Vec<Vec<String>>>> = BTreeMap::new();
    let mut block = 0;
    for line in text.lines().map(str::trim) {
        if let Some(number) = line.strip_prefix("Block ") {
            block = number.trim().parse::<usize>().unwrap() - 1;
        } else if line.contains('*') {
            let entries = line.split_whitespace().map(sets).collect();
            table.entry(block).or_default().push(entries);
        }
    }
    let mut wrong = Vec::new();
    for (&block, lines) in &table {
        let height = lines.len() / 3;
        for square in 0..9 {
            let cell = House::block(block).square(square);
            let entries: Vec<&Vec<String>> =
                lines[square / 3 * height..][..height].iter().map(|row| &row[square % 3]).collect();
            let is_listed = |label: &Name| {
                let fits = |entry: &&Vec<String>| {
                    let mut pairs = entry.iter().zip(label.digits());
                    pairs.all(|(set, digit)| set.contains((b'0' + digit) as char))
                };
                entries.iter().any(fits)
            };
            if Name::all().any(|label| is_listed(&label) != label.cells().contains(cell)) {
                wrong.push(cell);
            }
        }
    }
    assert_eq!(table.len(), 9);
    assert_eq!(wrong, [Cell::at(6, 4)]);
}

/// Splits an entry into sets: `[678][258]*0**` is 678, 258, all, 0, all, all.
fn sets(entry: &str) -> Vec<String> {
    let mut sets = Vec::new();
    let mut rest = entry;
    while let Some(first) = rest.chars().next() {
        let (set, length) = match first {
            '*' => ("012345678".to_string(), 1),
            '[' => {
                let end = rest.find(']').unwrap();
                (rest[1..end].to_string(), end + 1)
            }
            digit => (digit.to_string(), 1),
        };
        sets.push(set);
        rest = &rest[length..];
    }
    assert_eq!(sets.len(), 6, "{entry}");
    sets
}

// ---------------------------------------------------------------- lists

/// Lists of live patterns are the same as by a search.
#[test]
fn live_lists_equal_a_search() {
    for (line, grid) in open_puzzles(40) {
        let (live, model) = (Live::of(&grid), Model::of(&grid));
        for digit in Digit::all() {
            let names: Vec<String> = live.labels(digit).iter().map(Name::to_string).collect();
            let mut naive: Vec<String> =
                patterns::patterns(&model, digit).iter().map(patterns::name).collect();
            naive.sort();
            assert_eq!(names, naive, "{line}");
            let (factors, all) = (Factors::of(grid.plane(digit)), live.of_digit(digit));
            assert_eq!(factors.count(), all.len());
            assert_eq!(factors.union(), all.clone().fold(Cells::EMPTY, |all, one| all | one));
            assert_eq!(factors.is_empty(), all.len() == 0);
        }
    }
}

/// Live templates per open digit and per puzzle, where singles stop, are as many as prototypes counted.
#[test]
fn numbers_of_live_templates_of_controlled_bias_000() {
    let Some(path) = shared("cbg-000.csv") else { return };
    let text = read_to_string(path).unwrap();
    let (mut digits, mut puzzles) = (Vec::new(), Vec::new());
    for line in text.lines().skip(1).take(2000) {
        let Some(grid) = after_singles(line.split(',').next().unwrap()) else { continue };
        let open = Digit::all().filter(|&digit| !grid.open_plane(digit).is_empty());
        let counts: Vec<usize> = open.map(|digit| Factors::of(grid.plane(digit)).count()).collect();
        puzzles.push(counts.iter().sum::<usize>());
        digits.extend(counts);
    }
    assert_eq!((puzzles.len(), digits.len()), (1294, 10706));
    let quantile = |values: &mut Vec<usize>, per_mille: usize| {
        values.sort_unstable();
        values[(values.len() * per_mille / 1000).min(values.len() - 1)]
    };
    let of_digits = [100, 500, 750, 900, 990, 999, 1000].map(|q| quantile(&mut digits, q));
    assert_eq!(of_digits, [2, 6, 14, 29, 119, 303, 1378]);
    let of_puzzles = [500, 900, 990, 1000].map(|q| quantile(&mut puzzles, q));
    assert_eq!(of_puzzles, [92, 213, 414, 1513]);
    assert_eq!((digits.iter().sum::<usize>() * 10).div_ceil(digits.len()), 138);
}

// ---------------------------------------------------------------- the rules

/// Pattern exclusion contains technique 3A with one substitution: if all patterns of a digit meet two cells,
/// `not a in the first` is `a in the second`; substituting it doubles the patterns of another digit through
/// both.
#[test]
fn doubled_patterns_are_excluded() {
    let mut doubled = 0;
    for (line, grid) in open_puzzles(60) {
        let all = overlay(&Model::of(&grid), false);
        for a in Digit::all() {
            let own: Vec<Cells> =
                all.iter().filter(|e| e.digit == a).map(|e| e.pattern.into_iter().collect()).collect();
            for (c1, c2) in
                Cell::all().flat_map(|c1| Cell::all().filter(move |&c2| c2 < c1).map(move |c2| (c1, c2)))
            {
                let pair = Cells::of(c1) | Cells::of(c2);
                if own.is_empty() || own.iter().any(|pattern| !pattern.intersects(pair)) {
                    continue;
                }
                for entry in all.iter().filter(|entry| entry.digit != a) {
                    if [c1, c2].iter().all(|cell| entry.pattern.contains(cell)) {
                        assert!(entry.death.is_some(), "{line}: {} {}", entry.digit, entry.label);
                        doubled += 1;
                    }
                }
            }
        }
    }
    assert!(doubled > 1000, "{doubled}");
}

// ---------------------------------------------------------------- linear programming

/// Finds by technique 3 in full the patterns that are false in every solution, fractional ones included, of
/// the equations "the patterns of a digit sum to 1" and "the patterns through a cell sum to 1".
fn dead_by_equations(patterns: &[(Digit, Cells)], open: Cells) -> Vec<bool> {
    let is_dead = |at: usize| {
        let mut problem = Problem::new(OptimizationDirection::Maximize);
        let variables: Vec<_> = (0..patterns.len())
            .map(|k| problem.add_var(if k == at { 1.0 } else { 0.0 }, (0.0, f64::INFINITY)))
            .collect();
        let mut sum_is_one = |members: &dyn Fn(&(Digit, Cells)) -> bool| {
            let members = patterns.iter().zip(&variables).filter(|(pattern, _)| members(pattern));
            let terms: Vec<_> = members.map(|(_, &variable)| (variable, 1.0)).collect();
            if !terms.is_empty() {
                problem.add_constraint(&terms, ComparisonOp::Eq, 1.0);
            }
        };
        Digit::all().for_each(|digit| sum_is_one(&|pattern| pattern.0 == digit));
        open.for_each(|cell| sum_is_one(&|pattern| pattern.1.contains(cell)));
        match problem.solve().unwrap() {
            SolveOutcome::Solution(solution) => solution.objective() < 1.0 - 1e-6,
            outcome => panic!("{outcome:?}"),
        }
    };
    (0..patterns.len()).map(is_dead).collect()
}

/// Returns the candidates whose patterns are all dead by the equations.
fn excluded_by_equations(grid: &Grid) -> Candidates {
    let patterns = patterns(grid);
    let dead = dead_by_equations(&patterns, !grid.placed());
    let is_excluded = |candidate: &Candidate| {
        let Candidate { digit, cell } = *candidate;
        let through =
            |((other, pattern), _): &(&(Digit, Cells), &bool)| *other == digit && pattern.contains(cell);
        patterns.iter().zip(&dead).filter(through).all(|(_, &dead)| dead)
    };
    grid.candidates().iter().filter(is_excluded).collect()
}

/// On random puzzles, one application of `pb3` where singles stop excludes all that the equations exclude.
#[test]
fn equations_exclude_nothing_that_pb3_leaves() {
    let exclude = |(line, grid): &(String, Grid)| {
        let excluded = excluded_by_equations(grid);
        let found = find("pb3", grid, u64::MAX).unwrap();
        let missed: Vec<Candidate> =
            excluded.iter().filter(|&candidate| !found.eliminated.contains(candidate)).collect();
        assert!(missed.is_empty(), "{line}: {missed:?}");
        excluded.len()
    };
    let count = if thorough() { 24 } else { 8 };
    let excluded: usize = open_puzzles(count).par_iter().map(exclude).sum();
    assert!(excluded > 13 * count, "{excluded}");
}

/// Where PB3 is stuck, the full equations may still exclude candidates: sums over more than two candidates of
/// a cell combine. (The puzzle is from Magictour's top1465.)
#[test]
fn equations_go_beyond_pb3_in_a_hard_puzzle() {
    let line = ".4.2....8..1.5..4.2..8..7....8....97...6..3...957............6.7.4.1...2.....31..";
    let ladder = Scale::named("PB3").unwrap();
    let mut solver = Solver::new();
    let clues = parse_puzzle(line.as_bytes()).unwrap();
    let climb = solver.observe(&clues, &ladder, DEFAULT_BUDGET, &mut |_| {});
    assert_eq!(climb.outcome, Outcome::Unsolved);
    let excluded = excluded_by_equations(solver.grid());
    let solution = unique_solution(&Grid::from_clues(&clues)).unwrap();
    assert!(!excluded.is_empty());
    assert!(excluded.iter().all(|candidate| !solution.allows(candidate)));
}

/// Returns the open digits' live patterns, reduced to their undecided cells.
fn patterns(grid: &Grid) -> Vec<(Digit, Cells)> {
    let live = Live::of(grid);
    let open = Digit::all().filter(|&digit| !grid.open_plane(digit).is_empty());
    open.flat_map(|digit| live.of_digit(digit).map(move |t| (digit, t)).collect::<Vec<_>>())
        .map(|(digit, template)| (digit, template - grid.placed()))
        .collect()
}

// ---------------------------------------------------------------- many patterns

/// States with many solutions consume the budget, and the search ends.
#[test]
fn large_states_end() {
    let clues = "1........2........3........4.....................................................";
    for line in [".".repeat(81), clues.to_string()] {
        let grid = Grid::from_clues(&parse_puzzle(line.as_bytes()).unwrap());
        for rule in RULES {
            for budget in [1_000, 1_000_000] {
                if let Ok(found) = find(rule, &grid, budget) {
                    assert!(!found.contradiction && found.asserted.is_empty(), "{rule}");
                }
            }
        }
        assert!(find("pom1", &grid, 0).is_ok_and(|found| !found.any()));
    }
}

/// If a digit has no pattern left, the contradiction is reported; patterns are removed one after the other.
#[test]
fn contradictions_are_told() {
    let mut told = 0;
    for (line, grid) in open_puzzles(40) {
        for digit in Digit::all() {
            let mut grid = grid;
            while let Some(pattern) = Live::of(&grid).of_digit(digit).next() {
                let Some(cell) = (pattern - grid.placed()).first() else { break };
                grid.eliminate(&[Candidate::new(digit, cell)].into_iter().collect());
            }
            if !Factors::of(grid.plane(digit)).is_empty() {
                continue;
            }
            for rule in RULES {
                assert!(find(rule, &grid, u64::MAX).unwrap().contradiction, "{line}: {rule}");
                told += 1;
            }
        }
    }
    assert!(told > 1000, "{told}");
}

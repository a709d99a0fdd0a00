//! Brute-force solver against a SAT solver: the number of solutions (none, one, more) and the solution of
//! puzzles, of puzzles with clues removed and of puzzles with a clue changed.

use crate::common::{Dice, random_10k};
use batsat::{BasicSolver, Lit, SolverInterface, Var, lbool};
use rayon::prelude::*;
use std::collections::BTreeSet;
use sudoscope::brute::{solutions, unique_solution};
use sudoscope::grid::{Digit, Grid, parse_puzzle};

/// Full grid or some clues, as pairs of cell and digit, from 0.
type Values = BTreeSet<(usize, usize)>;

/// Rules of the game as clauses: a variable for each cell and digit, and exactly one value in each cell, row,
/// column and block. One solver serves many puzzles: clues are assumptions.
struct Sat {
    solver: BasicSolver,
    variables: Vec<Var>,
}

impl Sat {
    fn new() -> Sat {
        let mut solver = BasicSolver::default();
        let variables = (0..729).map(|_| solver.new_var_default()).collect();
        let mut sat = Sat { solver, variables };
        for (a, b) in (0..81).map(|k| (k / 9, k % 9)) {
            let box_of = |k: usize| (a / 3 * 3 + k / 3, a % 3 * 3 + k % 3);
            sat.exactly_one(|k| (a, b, k));
            sat.exactly_one(|k| (a, k, b));
            sat.exactly_one(|k| (k, a, b));
            sat.exactly_one(|k| (box_of(k).0, box_of(k).1, b));
        }
        sat
    }

    fn literal(&self, (cell, digit): (usize, usize), holds: bool) -> Lit {
        Lit::new(self.variables[9 * cell + digit], holds)
    }

    /// Adds clauses for exactly one of nine triples of row, column and digit.
    fn exactly_one(&mut self, of: impl Fn(usize) -> (usize, usize, usize)) {
        let literals: Vec<Lit> = (0..9)
            .map(|k| {
                let (row, column, digit) = of(k);
                self.literal((9 * row + column, digit), true)
            })
            .collect();
        for (k, &one) in literals.iter().enumerate() {
            for &other in &literals[..k] {
                self.solver.add_clause_reuse(&mut vec![!one, !other]);
            }
        }
        self.solver.add_clause_reuse(&mut literals.clone());
    }

    /// Finds a full grid with these values and under the further assumption.
    fn solve(&mut self, values: &Values, also: Option<Lit>) -> Option<Values> {
        let given = values.iter().map(|&value| self.literal(value, true));
        let assumed: Vec<Lit> = given.chain(also).collect();
        let answer = self.solver.solve_limited(&assumed);
        assert!(answer == lbool::TRUE || answer == lbool::FALSE, "the solver gave up");
        let all = (0..729).map(|k| (k / 9, k % 9));
        let holds = |&value: &(usize, usize)| self.solver.value_lit(self.literal(value, true)) == lbool::TRUE;
        (answer == lbool::TRUE).then(|| all.filter(holds).collect())
    }

    /// Finds two different full grids with these values, or the only one, or none. A clause forbids the first
    /// as long as its own variable is assumed.
    fn up_to_two(&mut self, values: &Values) -> Vec<Values> {
        let Some(first) = self.solve(values, None) else { return vec![] };
        let forbidden = Lit::new(self.solver.new_var_default(), true);
        let mut clause: Vec<Lit> = first.iter().map(|&value| self.literal(value, false)).collect();
        clause.push(!forbidden);
        self.solver.add_clause_reuse(&mut clause);
        let second = self.solve(values, Some(forbidden));
        self.solver.add_clause_reuse(&mut vec![!forbidden]);
        [Some(first), second].into_iter().flatten().collect()
    }
}

/// Returns the puzzle itself, without up to four clues, with one changed, or both, depending on its place in
/// the list.
fn variant(k: usize, line: &str) -> String {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ (k as u64 + 1) << 20);
    let mut line = line.as_bytes().to_vec();
    let mut given: Vec<usize> = (0..81).filter(|&cell| line[cell] != b'.').collect();
    for _ in 0..[0, 1 + dice.below(4), 0, 1 + dice.below(4)][k % 4] {
        line[given.swap_remove(dice.below(given.len()))] = b'.';
    }
    if k % 4 >= 2 {
        let cell = given[dice.below(given.len())];
        line[cell] = b'1' + (line[cell] - b'1' + 1 + dice.below(8) as u8) % 9;
    }
    String::from_utf8(line).unwrap()
}

fn values_of(grid: &Grid) -> Values {
    Digit::all().flat_map(|digit| grid.plane(digit).map(move |cell| (cell.index(), digit.index()))).collect()
}

/// Checks that both solvers agree on the solutions, and returns their number up to two.
fn compare(sat: &mut Sat, line: &str) -> usize {
    let clues = parse_puzzle(line.as_bytes()).unwrap();
    let given: Values = (0..9).flat_map(|d| clues[d].map(move |cell| (cell.index(), d))).collect();
    let grid = Grid::from_clues(&clues);
    let (count, last) = solutions(&grid, 2);
    let expected = sat.up_to_two(&given);
    assert_eq!(count, expected.len(), "{line}");
    assert_eq!(unique_solution(&grid).is_some(), count == 1, "{line}");
    let last = last.map(|grid| values_of(&grid));
    match (&expected[..], last) {
        ([], None) => {}
        ([only], Some(last)) => assert_eq!(*only, last, "{line}"),
        ([one, other], Some(last)) => {
            assert!(one != other && last.is_superset(&given), "{line}");
            assert_eq!(sat.solve(&last, None), Some(last), "{line}");
        }
        (_, last) => panic!("{line}: {last:?}"),
    }
    count
}

#[test]
fn brute_force_agrees_with_a_sat_solver() {
    let lines = random_10k();
    let counts = lines.par_iter().enumerate().map_init(Sat::new, |sat, (k, line)| {
        let mut counts = [0; 3];
        counts[compare(sat, &variant(k, line))] += 1;
        counts
    });
    let counts = counts.reduce(|| [0; 3], |a, b| std::array::from_fn(|k| a[k] + b[k]));
    eprintln!("puzzles with no solution, one, more: {counts:?}");
    assert_eq!(counts.iter().sum::<usize>(), 10_000);
    assert!(counts.iter().all(|&count| count >= 1_000), "{counts:?}");
}

/// Both solvers agree on puzzles of few clues, with very many solutions, and on clues that contradict each
/// other outright.
#[test]
fn odd_puzzles() {
    let mut sat = Sat::new();
    let blank = ".".repeat(81);
    assert_eq!(compare(&mut sat, &blank), 2);
    for (line, count) in [("1", 2), ("11", 0), ("123456789", 2), ("12345678.........9", 0)] {
        assert_eq!(compare(&mut sat, &format!("{line}{}", &blank[line.len()..])), count, "{line}");
    }
}

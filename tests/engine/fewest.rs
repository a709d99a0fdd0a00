//! Paths with the fewest steps beyond singles equal those of brute force: every step of every rule, then
//! every step of the state after it.

use crate::common::{random_10k, thorough};
use sudoscope::evidence::{Outcome, Proof, Step};
use sudoscope::grid::{Candidates, Grid, Puzzle, exhaust};
use sudoscope::input::read_puzzle;
use sudoscope::path::ResolutionPath;
use sudoscope::proof::verify;
use sudoscope::scale::{DEFAULT_BUDGET, ItemSet, Scale};

fn items(scale: &Scale) -> ItemSet {
    (0..scale.items.len()).collect()
}

/// Returns a state of a puzzle.
fn state(puzzle: &Puzzle, grid: &Grid) -> Puzzle {
    Puzzle::state(&Candidates(grid.planes), grid.placed(), puzzle.grid().placed()).unwrap()
}

/// Returns the states that steps leave once singles are played.
fn after(puzzle: &Puzzle, grid: &Grid, scale: &Scale) -> Vec<Grid> {
    let all = ResolutionPath::all(&state(puzzle, grid), scale, &items(scale), DEFAULT_BUDGET);
    let closed = |step: &Step| {
        let mut grid = *grid;
        grid.eliminate(&step.eliminates.iter().copied().collect());
        grid.place_all(&step.asserts.iter().copied().collect::<Candidates>().0);
        exhaust(&mut grid);
        grid
    };
    all.steps().iter().map(|at| closed(at.step)).collect()
}

/// Returns the least number of steps beyond singles, up to 2, that solve the puzzle.
fn least(puzzle: &Puzzle, scale: &Scale) -> Option<usize> {
    let mut grid = puzzle.grid();
    exhaust(&mut grid);
    if grid.is_solved() {
        return Some(0);
    }
    let first = after(puzzle, &grid, scale);
    if first.iter().any(Grid::is_solved) {
        return Some(1);
    }
    first.iter().any(|grid| after(puzzle, grid, scale).iter().any(Grid::is_solved)).then_some(2)
}

/// Ladders, with the share of puzzles that are taken.
const LADDERS: &[(&str, usize)] = &[
    ("brt,lc,naked:2-4+hidden:2-4+fish:2-4", 80),
    ("brt,lc,subset:2-3,whip:2-3", 200),
    ("brt,lc,naked:2+hidden:2,xy-wing+w-wing+skyscraper+two-string-kite,unique", 120),
];

#[test]
fn the_fewest_steps_equal_brute_force() {
    let mut counts = [0; 4];
    for &(definition, share) in LADDERS {
        let scale = Scale::define("x", definition).unwrap();
        for line in random_10k().iter().step_by(if thorough() { share / 8 } else { share }) {
            let puzzle = read_puzzle(line.as_bytes()).unwrap().puzzle;
            let path = ResolutionPath::fewest(&puzzle, &scale, &items(&scale), DEFAULT_BUDGET);
            let steps = path.steps().iter().filter(|step| !step.is_single()).count();
            let said = path.summary();
            match least(&puzzle, &scale) {
                Some(count) => {
                    assert_eq!(steps, count, "{line}: {said}");
                    assert!(path.end.is_solved(), "{line}");
                    let expected = match count {
                        0 => "Singles solve the puzzle.",
                        1 => "1 step of x beyond singles, the fewest.",
                        _ => "2 steps of x beyond singles, the fewest.",
                    };
                    assert_eq!(said, expected, "{line}");
                    counts[count] += 1;
                }
                None if path.end.is_solved() => {
                    assert!(steps > 2, "{line}: {steps}");
                    counts[3] += 1;
                }
                None => assert!(said.starts_with("No path"), "{line}: {said}"),
            }
            if path.end.is_solved() {
                let proof: Proof = serde_json::from_str(&path.json(false, None)).unwrap();
                let verdict = verify(&proof).unwrap_or_else(|wrong| panic!("{line}: {wrong}"));
                assert!(matches!(proof.outcome, Outcome::Solved(_)), "{line}: {verdict:?}");
            }
        }
    }
    eprintln!("{counts:?}");
    assert!(counts.iter().all(|&count| count >= 5), "{counts:?}");
}

#[test]
fn a_path_that_may_not_be_the_shortest_says_so() {
    let scale = Scale::named("H").unwrap();
    let line = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
    let puzzle = read_puzzle(line.as_bytes()).unwrap().puzzle;
    let path = ResolutionPath::fewest(&puzzle, &scale, &items(&scale), 500);
    assert_eq!(path.summary(), "No path of H was found: the work allowed was used up.");
    assert_eq!(path.outcome, Outcome::Budget);
    let mut said = Vec::new();
    for k in 8..24 {
        let path = ResolutionPath::fewest(&puzzle, &scale, &items(&scale), 1 << k);
        let count = path.steps().iter().filter(|step| !step.is_single()).count();
        said.push((path.summary().ends_with("the fewest."), path.end.is_solved(), count));
    }
    let best = said.last().unwrap();
    assert!(best.0 && best.1, "{said:?}");
    // Less work finds no shorter path.
    assert!(said.iter().all(|one| !one.1 || one.2 >= best.2), "{said:?}");
}

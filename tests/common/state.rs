//! Resolution states given by their candidates, and ladders climbed from them.

use sudoscope::budget::Budget;
use sudoscope::grid::{Candidate, Candidates, Cell, Digit, Grid, parse_puzzle};
use sudoscope::rule::Findings;
use sudoscope::rules::find_rule;
use sudoscope::scale::{DEFAULT_BUDGET, Scale, Solver};
use sudoscope::state::State;

/// Makes the grid with these candidates and nothing decided.
pub fn with_candidates(candidates: &Candidates) -> Grid {
    let mut grid = Grid::default();
    let all = grid.candidates();
    let others = all.iter().filter(|&candidate| !candidates.contains(candidate)).collect();
    grid.eliminate(&others);
    grid
}

/// Reads `DRC`: digit, row and column of a candidate in HoDoKu's library.
pub fn candidate(text: &str) -> Candidate {
    let [digit, row, column] = [0, 1, 2].map(|k| (text.as_bytes()[k] - b'1') as usize);
    Candidate::new(Digit::new(digit), Cell::at(row, column))
}

/// Returns the findings of a rule in a state at one size, with their steps.
pub fn find(rule: &str, size: usize, grid: &Grid) -> Findings {
    find_after(grid, rule, size, grid)
}

/// Returns the findings of a rule in a state of a puzzle that began as `first`. One solution is supposed.
pub fn find_after(first: &Grid, rule: &str, size: usize, grid: &Grid) -> Findings {
    let (mut state, mut found) = (State::new(), Findings::traced());
    state.begin(first, grid, None, Budget(u64::MAX));
    state.suppose_one_solution();
    let rule = find_rule(rule).unwrap_or_else(|| panic!("there is no rule {rule}"));
    rule.find(&mut state, size as u8, &mut found).unwrap();
    found
}

/// Returns the texts of the steps of a ladder's path on a puzzle.
pub fn texts(ladder: &Scale, puzzle: &str) -> Vec<String> {
    let (mut texts, clues) = (Vec::new(), parse_puzzle(puzzle.as_bytes()).unwrap());
    Solver::new().observe(&clues, ladder, DEFAULT_BUDGET, &mut |applied| {
        let steps = applied.found.steps.iter().flatten();
        texts.extend(steps.map(|step| step.text(applied.item.rule.info().name)));
    });
    texts
}

/// Applies all findings of the first rule of the ladder that has any in the state. `None` if no rule has.
pub fn step(state: &mut State, ladder: &Scale) -> Option<Findings> {
    let mut found = Findings::default();
    for item in &ladder.items {
        item.rule.find(state, item.size, &mut found).expect("no budget is set");
        if found.any() {
            let grid = state.grid_mut();
            grid.eliminate(&found.eliminated);
            grid.place_all(&found.asserted.0);
            return Some(found);
        }
    }
    None
}

/// Whether the ladder solves the grid.
pub fn solves(grid: &Grid, ladder: &Scale) -> bool {
    let mut state = State::new();
    state.reset(grid, None, Budget(u64::MAX));
    while let Some(found) = step(&mut state, ladder) {
        if found.contradiction {
            return false;
        }
    }
    state.grid().is_solved()
}

//! The same questions about clues on another board: solutions, true candidates, backdoors, mistakes.

use super::backdoors::{Play, smallest_sets};
use super::estimate::mean_of;
use super::mistake::{Mistakes, Solvable, listed as labels_of, removals};
use super::{Backdoors, Check, Estimate, Probes};
use crate::board_proof::HouseName;
use crate::boards::Board;
use crate::budget::{Budget, Within};
use crate::draw::house_in_words;
use crate::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, Progress};
use rand_pcg::Pcg64Mcg;

/// Checks clues on a board as [`check`](super::check) does.
pub fn check_on(board: &Board, clues: &[Cells; 9], limit: u64, budget: u64) -> Check {
    let mut budget = Budget(budget);
    let counted = board.solutions(&board.start(clues), limit.saturating_add(1).max(2), &mut budget);
    let Ok((count, last)) = counted else { return Check::UNDECIDED };
    match Check::of_count(count, limit, last) {
        check if count == 1 => check.with_redundant(board.redundant(clues, &mut budget)),
        check => check,
    }
}

/// Lists solutions as [`listed`](super::listed) does.
pub fn listed_on(board: &Board, clues: &[Cells; 9], count: usize, budget: u64) -> Within<Vec<Grid>> {
    let mut solutions = Vec::new();
    if count > 0 {
        board.each_solution(&board.start(clues), &mut Budget(budget), &mut |_| {}, &mut |solution| {
            solutions.push(*solution);
            solutions.len() < count
        })?;
    }
    Ok(solutions)
}

/// Finds the candidates in some solution as [`true_candidates`](super::true_candidates) does.
pub fn true_candidates_on(board: &Board, clues: &[Cells; 9], budget: u64) -> Within<Candidates> {
    let (mut budget, mut known, mut start) = (Budget(budget), Candidates::EMPTY, board.start(clues));
    if board.exhaust(&mut start) == Progress::Contradiction {
        return Ok(known);
    }
    for one in board.labels().filter(|&label| start.allows(label)) {
        if known.contains(one) {
            continue;
        }
        let (mut with, before) = (start, known);
        board.place(&mut with, one);
        // Each solution is to show many new ones.
        let mut arrange = |guesses: &mut [Candidate]| guesses.sort_by_key(|&guess| before.contains(guess));
        board.each_solution(&with, &mut budget, &mut arrange, &mut |solution| {
            known.extend(&Candidates(solution.planes));
            false
        })?;
    }
    Ok(known)
}

/// Estimates the number of solutions as [`estimate`](super::estimate()) does.
pub fn estimate_on(board: &Board, clues: &[Cells; 9], probes: Probes) -> Option<Estimate> {
    let start = board.start(clues);
    mean_of(probes, |random| probe(board, start, random))
}

/// Returns the value of one probe, which guesses in variables.
fn probe(board: &Board, mut grid: Grid, random: &mut Pcg64Mcg) -> f64 {
    let mut product = 1.0;
    loop {
        match board.exhaust(&mut grid) {
            Progress::Contradiction => return 0.0,
            Progress::Solved => return product,
            Progress::Open => {}
        }
        let guesses: Vec<Candidate> = board.fewest(&grid).iter().collect();
        let Some(&guess) = guesses.get(super::estimate::choice(guesses.len() as u32, random)) else {
            return 0.0;
        };
        product *= guesses.len() as f64;
        board.place(&mut grid, guess);
    }
}

/// Finds the smallest backdoors as [`backdoors`](super::backdoors()) does.
pub fn backdoors_on(board: &Board, clues: &[Cells; 9], solution: &Grid, budget: u64) -> Backdoors {
    let play = Play {
        exhaust: &|grid: &mut Grid| board.exhaust(grid) == Progress::Solved,
        place: &|grid: &mut Grid, one| board.place(grid, one),
    };
    smallest_sets(board.start(clues), &play, solution, budget)
}

/// Finds the mistakes of clues as [`mistakes`](super::mistakes()) does, in words: two clues that exclude each
/// other; if there are none, cells and houses with nothing left.
pub fn mistakes_on(board: &Board, clues: &[Cells; 9], budget: u64) -> Option<Mistakes<String>> {
    let mut budget = Budget(budget);
    let is_solvable =
        |clues: &[Cells; 9], budget: &mut Budget| Ok(board.solutions(&board.start(clues), 1, budget)?.0 > 0);
    if is_solvable(clues, &mut budget).ok()? {
        return None;
    }
    let removals = removals(clues, Cells::EMPTY, Solvable(&is_solvable), &mut budget);
    Some(Mistakes { found: shown(board, clues), removals })
}

fn shown(board: &Board, clues: &[Cells; 9]) -> Vec<String> {
    let all = labels_of(clues);
    let labels = all.iter().map(|&(cell, digit)| Candidate::new(digit, cell));
    let is_linked = |pair: &[Candidate; 2]| board.linked(pair[0]).contains(pair[1]);
    let pairs = labels
        .clone()
        .enumerate()
        .flat_map(|(at, one)| labels.clone().skip(at + 1).map(move |other| [one, other]));
    let found: Vec<String> = pairs.filter(is_linked).map(|pair| pair_in_words(board, pair)).collect();
    if !found.is_empty() {
        return found;
    }
    let grid = board.start(clues);
    let empty = board.cells().filter(|&cell| grid.digits_of(cell) == 0);
    let mut found: Vec<String> = empty.map(|cell: Cell| format!("{cell} has no candidate left")).collect();
    for house in board.houses().iter().filter(|house| house.cells.len() == board.size()) {
        let digits = Digit::all().take(board.size());
        let lacking = digits.filter(|&digit| !grid.plane(digit).intersects(house.cells));
        let name = HouseName::of(&house.name).map_or(house.name.clone(), house_in_words);
        found.extend(lacking.map(|digit| format!("{name} has no place for {}", digit.number())));
    }
    found
}

/// Puts two clues that exclude each other in words.
fn pair_in_words(board: &Board, [one, other]: [Candidate; 2]) -> String {
    let [a, b] = [one, other].map(|it| it.digit.number());
    let (first, second) = (one.cell, other.cell);
    if a != b {
        return format!("{first}={a} and {second}={b} exclude each other");
    }
    let has_both = |cells: Cells| cells.contains(first) && cells.contains(second);
    let house = board.houses().iter().find(|house| has_both(house.cells));
    let name = house.and_then(|house| HouseName::of(&house.name)).map(house_in_words);
    format!("{first} and {second} are both {a} ({})", name.unwrap_or("they exclude each other".to_string()))
}

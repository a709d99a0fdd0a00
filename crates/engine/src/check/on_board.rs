//! The same questions about clues on another board: solutions, true candidates, backdoors, mistakes.

use super::backdoors::{Play, smallest_sets};
use super::estimate::mean_of;
use super::mistake::{Mistake, Mistakes, Solvable, removals};
use super::{Backdoors, Check, Estimate, Probes};
use crate::board_proof::HouseName;
use crate::board_tables::reason;
use crate::boards::Board;
use crate::budget::{Budget, OutOfBudget, Within};
use crate::draw::{house_in_words, reason_in_words};
use crate::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, Progress};
use crate::scale::Status;
use rand_pcg::Pcg64Mcg;
use std::iter::zip;

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

/// Whether two clues exclude each other on a board.
pub fn contradict_on(board: &Board, clues: &[Cells; 9]) -> bool {
    let are_linked = |label: Candidate| zip(&board.linked(label).0, clues).any(|it| it.0.intersects(*it.1));
    let of_digit = |(digit, &cells): (Digit, &Cells)| {
        cells.into_iter().any(|cell| are_linked(Candidate::new(digit, cell)))
    };
    Digit::all().zip(clues).any(of_digit)
}

/// Finds the only solution of clues on a board as [`only_solution`](super::only_solution) does.
pub fn only_solution_on(board: &Board, clues: &[Cells; 9], budget: u64) -> Result<Grid, Status> {
    match board.solutions(&board.start(clues), 2, &mut Budget(budget)) {
        Ok((1, Some(solution))) => Ok(solution),
        Ok((0, _)) => Err(Status::NoSolution),
        Ok(_) => Err(Status::MultipleSolutions),
        Err(OutOfBudget) => Err(Status::Budget),
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
    let found = shown(board, clues, &board.start(clues)).into_iter().map(|mistake| mistake.text);
    Some(Mistakes { found: found.collect(), removals })
}

/// One mistake of a state on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardMistake {
    /// The cells at fault.
    pub cells: Vec<Cell>,
    /// The mistake in words, by cell.
    pub text: String,
}

/// Finds the mistakes of a state of a board that has no solution. If the clues have one solution, each value
/// and each removed candidate is compared with it. Otherwise they are what shows: values that exclude each
/// other; if there are none, cells and houses with nothing left.
///
/// ```
/// use sudoscope_engine::{boards::Board, check::mistakes_on_board};
///
/// let board: Board = "4x4+x".parse()?;
/// let values = board.read(b"1....1..........").unwrap();
/// let found = mistakes_on_board(&board, [&values, &values], &board.start(&values), 1_000);
/// assert_eq!(found[0].text, "r1c1 and r2c2 are both 1 (box 1)");
/// # Ok::<(), sudoscope_engine::boards::BoardError>(())
/// ```
pub fn mistakes_on_board(
    board: &Board, [clues, values]: [&[Cells; 9]; 2], state: &Grid, budget: u64,
) -> Vec<BoardMistake> {
    match board.solutions(&board.start(clues), 2, &mut Budget(budget)) {
        Ok((1, Some(solution))) => against(board, values, state, &solution),
        _ => shown(board, values, state),
    }
}

/// Says which of the values excludes a candidate, and why: `r1c1 is 5 (diagonal d1)`; `None` if none does.
pub fn excluded_on_board(board: &Board, values: &[Cells; 9], candidate: Candidate) -> Option<String> {
    let value = Candidates(*values).common(board.linked(candidate)).iter().next()?;
    let why = reason_in_words(reason(board, [value, candidate], Cells::EMPTY));
    Some(format!("{} is {} ({why})", value.cell, value.digit.number()))
}

fn against(board: &Board, values: &[Cells; 9], state: &Grid, solution: &Grid) -> Vec<BoardMistake> {
    let value = |cell: Cell| Digit::all().find(|&digit| values[digit].contains(cell));
    let mistake = |right: Candidate| {
        let Candidate { cell, digit } = right;
        let is_excluded = || !Candidates(*values).common(board.linked(right)).is_empty();
        match value(cell) {
            Some(own) => (own != digit).then_some(Mistake::Placed { cell, digit: own, right: digit }),
            // A wrong digit removes right candidates of others.
            None if state.planes[digit].contains(cell) || is_excluded() => None,
            None => Some(Mistake::Removed(cell, digit)),
        }
    };
    let right = |cell: Cell| Candidate::new(Digit::lowest(solution.digits_of(cell)), cell);
    let told = |cell: Cell| Some(BoardMistake { cells: vec![cell], text: mistake(right(cell))?.to_string() });
    board.cells().filter_map(told).collect()
}

fn shown(board: &Board, values: &[Cells; 9], state: &Grid) -> Vec<BoardMistake> {
    let (all, mut found) = (Candidates(*values).iter().collect::<Vec<_>>(), Vec::new());
    for (k, &a) in all.iter().enumerate() {
        for &b in all[k + 1..].iter().filter(|&&other| board.linked(a).contains(other)) {
            let digits = match [a, b].map(|one| one.digit.number()) {
                [one, other] if one == other => format!("are both {one}"),
                [one, other] => format!("are {one} and {other}"),
            };
            let why = reason_in_words(reason(board, [a, b], Cells::EMPTY));
            let text = format!("{} and {} {digits} ({why})", a.cell, b.cell);
            found.push(BoardMistake { cells: vec![a.cell, b.cell], text });
        }
    }
    if !found.is_empty() {
        return found;
    }
    let is_empty = |cell: &Cell| state.digits_of(*cell) == 0;
    let empty = board.cells().filter(is_empty);
    found.extend(
        empty.map(|cell| BoardMistake { cells: vec![cell], text: Mistake::NoDigit(cell).to_string() }),
    );
    for (number, house) in (1..).zip(board.houses()).filter(|(_, house)| house.cells.len() == board.size()) {
        let without = |digit: &Digit| !state.planes[*digit].intersects(house.cells);
        found.extend(Digit::all().take(board.size()).filter(without).map(|digit| BoardMistake {
            cells: house.cells.collect(),
            text: format!(
                "{} has no place for {}",
                house_in_words(HouseName::of_house(house, number)),
                digit.number()
            ),
        }));
    }
    found
}

//! Rating of a line on a board other than the plain one, into the same rows.
#![cfg_attr(target_family = "wasm", allow(dead_code))]

use super::ordered::Line;
use super::rater::{Event, unread};
use super::row::Row;
use crate::input::puzzle_on;
use crate::settings::{OnBoard, Settings};
use sudoscope_engine::board_climb::{BoardClimber, BoardScale};
use sudoscope_engine::boards::Board;
use sudoscope_engine::budget::{Budget, OutOfBudget};
use sudoscope_engine::grid::{Cells, Grid, notation};
use sudoscope_engine::scale::{Climb, Order, Outcome, Rating, Status, no_tallies};

/// Returns the solution of a puzzle, or why there is none.
pub(crate) fn only_solution(board: &Board, clues: &[Cells; 9], budget: u64) -> Result<Grid, Status> {
    match board.solutions(&board.start(clues), 2, &mut Budget(budget)) {
        Ok((1, Some(solution))) => Ok(solution),
        Ok((0, _)) => Err(Status::NoSolution),
        Ok(_) => Err(Status::MultipleSolutions),
        Err(OutOfBudget) => Err(Status::Budget),
    }
}

/// Returns the ratings of all columns of a scale as one.
fn in_columns(scale: BoardScale, mut rate: impl FnMut(BoardScale) -> Outcome<u32>) -> Outcome<Rating> {
    let mut rating = Rating::default();
    for (own, column) in rating.0.iter_mut().zip(scale.columns()) {
        match rate(column) {
            Outcome::Solved(value) => *own = value,
            end => return end.map(Rating::from),
        }
    }
    Outcome::Solved(rating)
}

/// Rates the puzzle of a line. Its climbs have no tallies: steps are not counted.
pub(super) fn row_on(
    on: &OnBoard, settings: &Settings, climber: &mut BoardClimber, solving: bool, line: Line,
    watch: &mut impl FnMut(Event),
) -> Row {
    watch(Event::Read);
    let (board, budget, mut row) = (&*on.board, settings.effort().budget, unread(&line));
    match puzzle_on(Some(board), line.text, line.places) {
        Ok(puzzle) => row.puzzle = puzzle,
        Err(error) => {
            row.error = Some(error);
            return row;
        }
    }
    let clues = row.puzzle.clues();
    let solution = match only_solution(board, &clues, budget) {
        Ok(solution) => solution,
        Err(status) => {
            row.status = status;
            return row;
        }
    };
    watch(Event::Checked);
    row.solution = solving.then(|| notation::clue_bytes(&solution.planes));
    let start = board.start(&clues);
    for (at, (&scale, ladder)) in on.scales.iter().zip(settings.scales()).enumerate() {
        let rate = |column| climber.rate(column, board, &start, Some(&solution), budget).0;
        let outcome = in_columns(scale, rate);
        let climb = Climb { outcome, tallies: no_tallies(ladder.items.len()) };
        watch(Event::Climbed(row.at(), at, &climb, Order::Together));
        row.climbs.push(climb);
    }
    row.status = match Status::of(row.climbs.iter().map(|climb| climb.outcome)) {
        Status::Ok if row.clue_count() == board.cells().len() => Status::Solved,
        status => status,
    };
    row
}

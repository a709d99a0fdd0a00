//! Rating of a line on a board other than the plain one, into the same rows.

use super::ordered::Line;
use super::rater::{Event, unread};
use super::row::Row;
use crate::input::puzzle_on;
use crate::settings::{OnBoard, Settings};
use sudoscope_engine::board_climb::BoardClimber;
use sudoscope_engine::boards::Board;
use sudoscope_engine::budget::{Budget, OutOfBudget};
use sudoscope_engine::grid::{Cells, Grid, notation};
use sudoscope_engine::scale::{Climb, Order, Rating, Status, no_tallies};

/// Returns the solution of a puzzle, or why there is none.
pub(crate) fn only_solution(board: &Board, clues: &[Cells; 9], budget: u64) -> Result<Grid, Status> {
    match board.solutions(&board.start(clues), 2, &mut Budget(budget)) {
        Ok((1, Some(solution))) => Ok(solution),
        Ok((0, _)) => Err(Status::NoSolution),
        Ok(_) => Err(Status::MultipleSolutions),
        Err(OutOfBudget) => Err(Status::Budget),
    }
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
        let (outcome, _) = climber.rate(scale, board, &start, Some(&solution), budget);
        let outcome = outcome.map(Rating::from);
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

//! Rating of a line on a board other than the plain one, into the same rows.
#![cfg_attr(target_family = "wasm", allow(dead_code))]

use super::ordered::Line;
use super::rater::{Event, unread};
use super::row::Row;
use crate::input::puzzle_on;
use crate::settings::Settings;
use std::sync::Arc;
use sudoscope_engine::board_climb::BoardClimber;
use sudoscope_engine::boards::Board;
use sudoscope_engine::check::only_solution_on;
use sudoscope_engine::grid::notation;
use sudoscope_engine::scale::{Order, Status};

/// Rates the puzzle of a line.
pub(super) fn row_on(
    board: &Arc<Board>, settings: &Settings, climber: &mut BoardClimber, solving: bool, line: Line,
    watch: &mut impl FnMut(Event),
) -> Row {
    watch(Event::Read);
    let (budget, mut row) = (settings.effort().budget, unread(&line));
    match puzzle_on(Some(board), line.text, line.places) {
        Ok(puzzle) => row.puzzle = puzzle,
        Err(error) => {
            row.error = Some(error);
            return row;
        }
    }
    let clues = row.puzzle.clues();
    let solution = match only_solution_on(board, &clues, budget) {
        Ok(solution) => solution,
        Err(status) => {
            row.status = status;
            return row;
        }
    };
    watch(Event::Checked);
    row.solution = solving.then(|| notation::clue_bytes(&solution.planes));
    let start = board.start(&clues);
    for (at, scale) in settings.scales().iter().enumerate() {
        let (climb, _) = climber.climb(scale, board, &start, Some(&solution), budget);
        watch(Event::Climbed(row.at(), at, &climb, Order::Together));
        row.climbs.push(climb);
    }
    row.status = match Status::of(row.climbs.iter().map(|climb| climb.outcome)) {
        Status::Ok if row.clue_count() == board.cells().len() => Status::Solved,
        status => status,
    };
    row
}

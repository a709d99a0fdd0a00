//! Row of an input line: its puzzle, status and climbs.

use crate::input::{LineAt, LineError};
use smallvec::SmallVec;
use sudoscope_engine::grid::Puzzle;
use sudoscope_engine::scale::{Climb, Status};

/// Result of one data line (a line that is not blank, a comment or a header).
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Number of the input, from 0.
    pub file: u16,
    /// Line number in the input, from 1.
    pub line: u64,
    /// Status of the line.
    pub status: Status,
    /// Puzzle of the line; one without clues if the line is none.
    pub puzzle: Puzzle,
    /// Why the line is not a puzzle, if it is not.
    pub error: Option<LineError>,
    /// Climb by each ladder; empty if the puzzle was not rated. A single climb is stored inline, as memory of
    /// its own would be freed by another thread.
    pub climbs: SmallVec<[Climb; 1]>,
    /// Numbers that the run reads from the line; NaN where the line has none.
    pub against: Box<[f64]>,
    /// Columns that the run keeps from the line.
    pub kept: Box<[String]>,
    /// Solution, 81 digits, if it was asked for and is known. No record stores it.
    pub solution: Option<[u8; 81]>,
    /// Techniques that were left out, and why ([`Settings::leaves_out`]). No record stores it.
    ///
    /// [`Settings::leaves_out`]: crate::settings::Settings::leaves_out
    pub left_out: Option<Box<str>>,
}

impl Row {
    /// Returns the row of a puzzle that is on no line, not yet rated.
    pub(crate) fn of(puzzle: Puzzle) -> Row {
        Row {
            file: 0,
            line: 0,
            status: Status::Ok,
            puzzle,
            error: None,
            climbs: SmallVec::new(),
            against: Box::default(),
            kept: Box::default(),
            solution: None,
            left_out: None,
        }
    }

    /// Whether the puzzle had open cells and was climbed, solved or not, and no ladder proved that it has no
    /// solution (which runs without validation can meet).
    pub(crate) fn is_rated(&self) -> bool {
        !self.climbs.is_empty() && !matches!(self.status, Status::NoSolution | Status::Solved)
    }

    /// Returns the place of the line.
    pub fn at(&self) -> LineAt {
        LineAt { file: self.file, line: self.line }
    }

    /// Returns the number of clues; 0 for a sukaku.
    pub fn clue_count(&self) -> usize {
        self.puzzle.clue_count()
    }
}

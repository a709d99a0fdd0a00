//! Puzzles of boards, ready for paper.

use super::{BoardScratch, Boards, OnBoard, verdict};
use crate::ask::Verdict;
use crate::input::LineError;
use crate::print::Printed;
use crate::report::Ending;
use crate::run::{Line, Work};
use std::sync::Arc;
use sudoscope_engine::crew::Crew;
use sudoscope_engine::scale::{Scale, Status};

/// Work that prepares puzzles of boards for paper.
pub struct BoardPrint {
    /// Boards of the lines.
    pub boards: Boards,
    /// Scale of the rating that is printed, if any.
    pub scale: Option<Scale>,
    /// Maximum work units for each puzzle.
    pub budget: u64,
    /// Whether the solution is printed.
    pub solution: bool,
    /// Whether puzzles without exactly one solution are refused.
    pub validate: bool,
}

/// Puzzle of a board, ready for paper, or why it is not printed.
pub struct ToPrint {
    puzzle: OnBoard,
    /// Everything to print, and the rating.
    pub ready: Result<(Printed, Option<Ending>), Status>,
}

impl Work for BoardPrint {
    type Scratch = BoardScratch;
    type Row = Result<ToPrint, LineError>;

    fn scratch(&self, _: &Arc<dyn Crew>) -> BoardScratch {
        BoardScratch::default()
    }

    fn row(&self, scratch: &mut BoardScratch, line: Line) -> Self::Row {
        let BoardScratch { known, climber } = scratch;
        let puzzle = self.boards.read(known, line)?;
        let solution = match self.validate {
            true => puzzle.only_solution(self.budget).map(Some),
            false => Ok(None),
        };
        let OnBoard { board, clues } = &puzzle;
        let ready = solution.map(|solution| {
            let solution = solution.as_ref();
            let scale = self.scale.as_ref().filter(|scale| climber.refuses(scale, board).is_none());
            let rating = scale.map(|scale| {
                let (climb, _) = climber.climb(scale, board, &board.start(clues), solution, self.budget);
                Ending { end: climb.outcome.column(0), unit: scale.unit() }
            });
            (Printed::on_board(board, clues, solution.filter(|_| self.solution)), rating)
        });
        Ok(ToPrint { puzzle, ready })
    }
}

impl BoardPrint {
    /// Returns the end of an answer to a puzzle, or of a line without one.
    pub fn verdict<'r>(&self, answer: &'r Result<ToPrint, LineError>) -> Verdict<'r> {
        let status = answer.as_ref().ok().and_then(|it| it.ready.as_ref().err().copied());
        let read = answer.as_ref().map(|it| &it.puzzle).map_err(|error| *error);
        verdict(status.unwrap_or(Status::Ok), read)
    }

    /// Returns the number of columns that the work itself reads, which come first.
    pub fn reads(&self) -> usize {
        self.boards.columns()
    }
}

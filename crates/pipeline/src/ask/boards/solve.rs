//! The solution of a puzzle of a board.

use super::{Boards, KnownBoards, OnBoard, board_column, verdict};
use crate::ask::{Question, Verdict};
use crate::files::NamedSettings;
use crate::input::LineError;
use crate::report::{Column, Kind, Value};
use crate::run::{Line, Work};
use std::sync::Arc;
use sudoscope_engine::crew::Crew;
use sudoscope_engine::scale::Status;

/// Question for the solution of a puzzle of a board.
pub struct BoardSolve {
    /// Boards of the lines.
    pub boards: Boards,
    /// Maximum guesses for each puzzle.
    pub budget: u64,
}

/// Solution of a puzzle of a board, if it has exactly one.
pub struct SolvedOnBoard {
    puzzle: OnBoard,
    solution: Result<String, Status>,
}

impl Work for BoardSolve {
    type Scratch = KnownBoards;
    type Row = Result<SolvedOnBoard, LineError>;

    fn scratch(&self, _: &Arc<dyn Crew>) -> KnownBoards {
        KnownBoards::default()
    }

    fn row(&self, known: &mut KnownBoards, line: Line) -> Self::Row {
        let puzzle = self.boards.read(known, line)?;
        let solution = puzzle.only_solution(self.budget).map(|solution| puzzle.text_of(&solution));
        Ok(SolvedOnBoard { puzzle, solution })
    }
}

impl Question for BoardSolve {
    const NAME: &'static str = "solve";
    const ROW: &'static str = "one row for each puzzle, with its solution on its board";
    const HAS_PLAIN: bool = true;
    const IS_PLAIN: bool = false;

    fn settings(&self) -> NamedSettings {
        vec![("--board", self.boards.to_string().into()), ("--budget", self.budget.into())]
    }

    fn columns(&self) -> Vec<Column> {
        vec![board_column(), Column::new("solution", Kind::Text)]
    }

    fn verdict<'r>(&self, answer: &'r Self::Row) -> Verdict<'r> {
        let status = answer.as_ref().ok().and_then(|it| it.solution.as_ref().err().copied());
        let read = answer.as_ref().map(|it| &it.puzzle).map_err(|error| *error);
        verdict(status.unwrap_or(Status::Ok), read)
    }

    fn values(&self, answer: &Self::Row, each: &mut dyn FnMut(Vec<Value>)) {
        let Ok(SolvedOnBoard { puzzle, solution }) = answer else { return each(Vec::new()) };
        each(vec![puzzle.board.text().into(), solution.as_deref().ok().into()]);
    }

    fn plain(&self, answer: &Self::Row, text: &mut Vec<u8>) {
        match answer {
            Ok(SolvedOnBoard { solution: Ok(digits), .. }) => text.extend_from_slice(digits.as_bytes()),
            _ => text.extend_from_slice(self.verdict(answer).status.name().as_bytes()),
        }
    }

    fn reads(&self) -> usize {
        self.boards.columns()
    }
}

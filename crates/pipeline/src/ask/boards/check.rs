//! Whether a puzzle of a board is valid and minimal.

use super::{Boards, KnownBoards, OnBoard, board_column, verdict};
use crate::ask::{Question, Verdict};
use crate::files::NamedSettings;
use crate::input::LineError;
use crate::report::{Column, Kind, Value};
use crate::run::{Line, Work};
use std::sync::Arc;
use sudoscope_engine::check::{Check, Solutions, check_on};
use sudoscope_engine::crew::Crew;
use sudoscope_engine::grid::Cells;
use sudoscope_engine::scale::Status;

/// Question whether a puzzle of a board is valid and minimal.
pub struct BoardCheck {
    /// Boards of the lines.
    pub boards: Boards,
    /// Maximum number of solutions to count.
    pub limit: u64,
    /// Maximum guesses for each puzzle.
    pub budget: u64,
    /// Whether the solution is shown.
    pub solution: bool,
}

/// Result of checking a puzzle of a board.
pub struct CheckedOnBoard {
    puzzle: OnBoard,
    check: Check,
}

impl Work for BoardCheck {
    type Scratch = KnownBoards;
    type Row = Result<CheckedOnBoard, LineError>;

    fn scratch(&self, _: &Arc<dyn Crew>) -> KnownBoards {
        KnownBoards::default()
    }

    fn row(&self, known: &mut KnownBoards, line: Line) -> Self::Row {
        let puzzle = self.boards.read(known, line)?;
        let check = check_on(&puzzle.board, &puzzle.clues, self.limit, self.budget);
        Ok(CheckedOnBoard { puzzle, check })
    }
}

impl Question for BoardCheck {
    const NAME: &'static str = "check";
    const ROW: &'static str = "one row for each puzzle: whether it is valid and minimal on its board";
    const IS_PLAIN: bool = false;

    fn settings(&self) -> NamedSettings {
        vec![
            ("--board", self.boards.to_string().into()),
            ("--limit", self.limit.into()),
            ("--budget", self.budget.into()),
            ("--solution", self.solution.into()),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        let mut columns = vec![
            board_column(),
            Column::new("clues", Kind::Small),
            Column::new("solutions", Kind::Count),
            Column::new("minimal", Kind::Flag),
            Column::new("redundant clues", Kind::Texts),
        ];
        columns.extend(self.solution.then(|| Column::new("solution", Kind::Text)));
        columns
    }

    fn verdict<'r>(&self, answer: &'r Self::Row) -> Verdict<'r> {
        let status = answer.as_ref().map_or(Status::Invalid, |it| it.check.status);
        verdict(status, answer.as_ref().map(|it| &it.puzzle).map_err(|error| *error))
    }

    fn values(&self, answer: &Self::Row, each: &mut dyn FnMut(Vec<Value>)) {
        let Ok(CheckedOnBoard { puzzle, check }) = answer else { return each(Vec::new()) };
        let redundant = check.redundant.map(|cells| cells.map(|cell| cell.to_string()).collect::<Vec<_>>());
        let solutions = match check.solutions {
            Some(Solutions::Exactly(count)) => count.into(),
            Some(Solutions::MoreThan(limit)) => Value::MoreThan(limit),
            None => Value::Missing,
        };
        let mut values = vec![
            puzzle.board.text().into(),
            puzzle.clue_count().into(),
            solutions,
            check.redundant.map(Cells::is_empty).into(),
            redundant.into(),
        ];
        if self.solution {
            values.push(check.solution.map(|solution| puzzle.text_of(&solution)).into());
        }
        each(values);
    }

    fn reads(&self) -> usize {
        self.boards.columns()
    }
}

//! Questions about puzzles of boards other than the plain one: whether a puzzle is valid and minimal, and its
//! solution. The board is one for all lines, or a column says it.

use super::{Given, Question, Verdict};
use crate::files::NamedSettings;
use crate::input::{KeptColumn, KeptKind, LineError, LineErrorKind, Reading, clues_on};
use crate::report::{Column, Kind, Value};
use crate::run::{Line, Work};
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use sudoscope_engine::boards::{Board, BoardError};
use sudoscope_engine::budget::{Budget, OutOfBudget};
use sudoscope_engine::check::{Check, Solutions, check_on};
use sudoscope_engine::crew::Crew;
use sudoscope_engine::grid::{Cells, Grid};
use sudoscope_engine::scale::Status;

/// Boards of the lines.
#[derive(Clone, Debug)]
pub enum Boards {
    /// One board for all lines.
    One(Arc<Board>),
    /// The board of each line, by the column `board`.
    Column,
}

/// Name that stands for the column, and of the column itself.
const BY_COLUMN: &str = "column";
const COLUMN: &str = "board";

impl FromStr for Boards {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Boards, BoardError> {
        match text {
            BY_COLUMN => Ok(Boards::Column),
            _ => Ok(Boards::One(Arc::new(text.parse()?))),
        }
    }
}

impl fmt::Display for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Boards::One(board) => board.fmt(f),
            Boards::Column => f.write_str(BY_COLUMN),
        }
    }
}

impl Boards {
    /// Sets how lines are read: only boards of 81 cells have grids of several lines.
    pub fn prepare(&self, reading: &mut Reading) {
        reading.each_line = !matches!(self, Boards::One(board) if board.size() == 9);
        if let Boards::Column = self {
            reading.keep.insert(0, KeptColumn { name: COLUMN.to_string(), kind: KeptKind::Text });
        }
    }

    /// Whether a text is a puzzle of the board.
    pub fn reads(&self, text: &str) -> bool {
        matches!(self, Boards::One(board) if board.read(text.as_bytes()).is_ok())
    }

    /// Returns the number of kept columns that are read.
    fn columns(&self) -> usize {
        usize::from(matches!(self, Boards::Column))
    }

    fn read(&self, known: &mut KnownBoards, line: Line) -> Result<OnBoard, LineError> {
        let board = match self {
            Boards::One(board) => board.clone(),
            Boards::Column => {
                let kept = line.places.kept(line.text);
                let board = known.find(kept.first().map_or("", String::as_str));
                board.map_err(|error| LineError::at(0, LineErrorKind::BoardName(error)))?
            }
        };
        let clues = clues_on(&board, line.text, line.places)?;
        Ok(OnBoard { board, clues })
    }
}

/// Boards that a thread has read, by their texts.
#[derive(Default)]
pub struct KnownBoards(HashMap<String, Arc<Board>>);

/// Number of boards that are remembered: each takes some 100 KiB.
const REMEMBERED: usize = 100;

impl KnownBoards {
    fn find(&mut self, text: &str) -> Result<Arc<Board>, BoardError> {
        if let Some(board) = self.0.get(text) {
            return Ok(board.clone());
        }
        let board = Arc::new(text.parse::<Board>()?);
        if self.0.len() == REMEMBERED {
            self.0.clear();
        }
        self.0.insert(text.to_string(), board.clone());
        Ok(board)
    }
}

/// Clues on a board; printed as the cells of the board.
pub struct OnBoard {
    board: Arc<Board>,
    clues: [Cells; 9],
}

impl fmt::Display for OnBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.board.write(&self.clues))
    }
}

impl OnBoard {
    fn text_of(&self, solution: &Grid) -> String {
        self.board.write(&solution.planes)
    }
}

fn board_column() -> Column {
    Column::new(COLUMN, Kind::Text)
}

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
        let read = answer.as_ref().map(|it| Given::OnBoard(&it.puzzle)).map_err(|error| *error);
        Verdict { is_open: status == Status::Budget, ..Verdict::of_given(status, read) }
    }

    fn values(&self, answer: &Self::Row, each: &mut dyn FnMut(Vec<Value>)) {
        let Ok(CheckedOnBoard { puzzle, check }) = answer else { return each(Vec::new()) };
        let clues: usize = puzzle.clues.iter().map(|cells| cells.len()).sum();
        let redundant = check.redundant.map(|cells| cells.map(|cell| cell.to_string()).collect::<Vec<_>>());
        let solutions = match check.solutions {
            Some(Solutions::Exactly(count)) => count.into(),
            Some(Solutions::MoreThan(limit)) => Value::MoreThan(limit),
            None => Value::Missing,
        };
        let mut values = vec![
            puzzle.board.text().into(),
            (clues as u64).into(),
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
        let start = puzzle.board.start(&puzzle.clues);
        let solution = match puzzle.board.solutions(&start, 2, &mut Budget(self.budget)) {
            Ok((1, Some(solution))) => Ok(puzzle.text_of(&solution)),
            Ok((0, _)) => Err(Status::NoSolution),
            Ok(_) => Err(Status::MultipleSolutions),
            Err(OutOfBudget) => Err(Status::Budget),
        };
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
        let read = answer.as_ref().map(|it| Given::OnBoard(&it.puzzle)).map_err(|error| *error);
        let is_open = status == Some(Status::Budget);
        Verdict { is_open, ..Verdict::of_given(status.unwrap_or(Status::Ok), read) }
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

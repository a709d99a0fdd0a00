//! Questions about puzzles of boards other than the plain one. The board is one for all lines, or a column
//! says it.

mod check;
mod explain;
mod minlex;
mod print;
mod rate;
mod solve;

pub use check::{BoardCheck, CheckedOnBoard};
pub use explain::BoardExplain;
pub use minlex::{BoardMinlex, FormedOnBoard};
pub use print::{BoardPrint, ToPrint};
pub use rate::{BoardRate, RatedOnBoard};
pub use solve::{BoardSolve, SolvedOnBoard};

use super::{Given, Verdict};
use crate::input::{
    BOARD, BoardPlace, KeptColumn, KeptKind, LineError, LineErrorKind, Reading, clues_named,
    first_names_board, is_named, named_in,
};
use crate::report::{Column, Kind};
use crate::run::{Line, Lines};
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use sudoscope_engine::board_climb::BoardClimber;
use sudoscope_engine::boards::{Board, BoardError};
use sudoscope_engine::canon::{BoardCanon, NoForm};
use sudoscope_engine::check::only_solution_on;
use sudoscope_engine::grid::{Cells, Grid, cell_value};
use sudoscope_engine::scale::Status;

/// Boards of the lines.
#[derive(Clone, Debug)]
pub enum Boards {
    /// One board for all lines.
    One(Arc<Board>),
    /// The board of each line, by the column `board`, or as the line names it.
    Column,
    /// The board that each line names.
    Named,
}

/// Argument that asks for the column.
const BY_COLUMN: &str = "column";

/// Board of a line that names none.
const PLAIN: &str = "plain";

impl FromStr for Boards {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Boards, BoardError> {
        match text.eq_ignore_ascii_case(BY_COLUMN) {
            true => Ok(Boards::Column),
            false => Ok(Boards::One(Arc::new(text.parse()?))),
        }
    }
}

impl fmt::Display for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Boards::One(board) => board.fmt(f),
            Boards::Column => f.write_str(BY_COLUMN),
            Boards::Named => f.write_str("named"),
        }
    }
}

impl Boards {
    /// Returns the boards of lines for which nobody named boards; `None` if they are all of the plain board,
    /// by the first line of each input.
    pub fn of_lines(lines: &Lines) -> Option<Boards> {
        let Lines { inputs, reading, .. } = lines;
        let mut places = inputs.iter().map(|input| first_names_board(input, reading));
        match places.find(Option::is_some)?? {
            BoardPlace::Puzzle => Some(Boards::Named),
            BoardPlace::Column => Some(Boards::Column),
        }
    }

    /// Returns what asked for boards, for messages: the option, or the puzzles.
    pub fn asked_by(&self) -> &'static str {
        match self {
            Boards::Named => "puzzles that name a board",
            _ => "--board",
        }
    }

    /// Sets how lines are read: only boards of 81 cells have grids of several lines.
    pub fn prepare(&self, reading: &mut Reading) {
        reading.each_line = !matches!(self, Boards::One(board) if board.size() == 9);
        if let Boards::Column = self {
            reading.keep.insert(0, KeptColumn { name: BOARD.to_string(), kind: KeptKind::Optional });
        }
    }

    /// Whether a text looks like a puzzle of some board.
    pub fn reads(&self, text: &str) -> bool {
        let are_cells = text.bytes().all(|byte| cell_value(byte).is_some());
        matches!(self, Boards::One(_)) && text.len() >= 16 && are_cells
    }

    /// Returns the number of kept columns that are read.
    fn columns(&self) -> usize {
        usize::from(matches!(self, Boards::Column))
    }

    fn read(&self, known: &mut KnownBoards, line: Line) -> Result<OnBoard, LineError> {
        let Line { text, places, .. } = line;
        let named = named_in(text, places)?;
        let own = named.as_ref().map(|named| named.board.as_str());
        let fails = |error| LineError::at(0, LineErrorKind::BoardName(error));
        let mut find = |name: &str| known.find(name).map_err(fails);
        let board = match self {
            Boards::One(board) => {
                is_named(board, text, places)?;
                board.clone()
            }
            Boards::Named => find(own.unwrap_or(PLAIN))?,
            Boards::Column => {
                let kept = places.kept(text);
                let asked = kept.first().map(String::as_str).filter(|name| !name.is_empty());
                find(asked.or(own).unwrap_or(PLAIN))?
            }
        };
        let clues = clues_named(&board, named.as_ref(), text, places)?;
        Ok(OnBoard { board, clues })
    }
}

/// Boards that a thread has read, by their texts.
#[derive(Default)]
pub struct KnownBoards(HashMap<String, Arc<Board>>);

/// Number of boards that are remembered, and of their searches for forms: each takes some 100 KiB, and its
/// search up to 300 KiB between puzzles.
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

/// Boards that a thread has read, and their searches for canonical forms, by the texts of the boards.
#[derive(Default)]
pub struct KnownForms {
    boards: KnownBoards,
    canons: HashMap<String, Result<BoardCanon, NoForm>>,
}

impl KnownForms {
    /// Begins with the search on the one board of all lines, if there is one and its search is known.
    fn with(boards: &Boards, canon: Option<&Result<BoardCanon, NoForm>>) -> KnownForms {
        let mut known = KnownForms::default();
        if let (Boards::One(board), Some(canon)) = (boards, canon) {
            known.canons.insert(board.text().to_string(), canon.clone());
        }
        known
    }

    /// Returns the search on a board, if the board has canonical forms.
    fn canon(&mut self, board: &Board) -> Result<&mut BoardCanon, NoForm> {
        if self.canons.len() == REMEMBERED && !self.canons.contains_key(board.text()) {
            self.canons.clear();
        }
        let canon = self.canons.entry(board.text().to_string());
        canon.or_insert_with(|| BoardCanon::of_board(board)).as_mut().map_err(|error| *error)
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
    fn clue_count(&self) -> u64 {
        self.clues.iter().map(|cells| cells.len() as u64).sum()
    }

    /// Returns the solution, or why there is none.
    fn only_solution(&self, budget: u64) -> Result<Grid, Status> {
        only_solution_on(&self.board, &self.clues, budget)
    }

    fn text_of(&self, solution: &Grid) -> String {
        self.board.write(&solution.planes)
    }
}

fn board_column() -> Column {
    Column::new(BOARD, Kind::Text)
}

/// Boards met so far, and the memory of climbs.
pub struct BoardScratch {
    known: KnownBoards,
    climber: Box<BoardClimber>,
}

impl Default for BoardScratch {
    fn default() -> BoardScratch {
        let climber = Box::new(BoardClimber::default().only_outcomes(true));
        BoardScratch { known: KnownBoards::default(), climber }
    }
}

/// Returns the end of an answer to a puzzle, or of a line without one.
fn verdict<'r>(status: Status, read: Result<&'r OnBoard, LineError>) -> Verdict<'r> {
    Verdict { is_open: status == Status::Budget, ..Verdict::of_given(status, read.map(Given::OnBoard)) }
}

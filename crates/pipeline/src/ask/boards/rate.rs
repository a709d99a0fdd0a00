//! The ratings of a puzzle of a board.

use super::{BoardScratch, Boards, OnBoard, board_column, verdict};
use crate::ask::{Question, Verdict};
use crate::files::NamedSettings;
use crate::input::LineError;
use crate::report::{Column, Ending, Kind, Value};
use crate::run::{Line, Work};
use std::sync::Arc;
use sudoscope_engine::board_climb::BoardScale;
use sudoscope_engine::crew::Crew;
use sudoscope_engine::evidence::Outcome;
use sudoscope_engine::scale::{Status, Unit};

/// Question for the ratings of a puzzle of a board.
pub struct BoardRate {
    /// Boards of the lines.
    pub boards: Boards,
    /// Scales, in the order of the columns.
    pub scales: Vec<BoardScale>,
    /// Maximum work units for each puzzle and scale.
    pub budget: u64,
    /// Whether the solution is shown.
    pub solution: bool,
}

impl BoardRate {
    /// Returns the scales with these names, in lists separated by commas. Fails if boards have none of a
    /// name; `asked_by` says what asked for boards.
    pub fn scales(ladders: &[String], asked_by: &str) -> Result<Vec<BoardScale>, String> {
        let scale = |name: &str| {
            let mut all = BoardScale::ALL.into_iter();
            all.find(|scale| scale.name().eq_ignore_ascii_case(name.trim())).ok_or_else(|| {
                let names = BoardScale::ALL.map(BoardScale::name).join(", ");
                format!("'{name}' cannot be used with {asked_by}: ratings on boards are {names}")
            })
        };
        ladders.iter().flat_map(|ladders| ladders.split(',')).map(scale).collect()
    }
}

/// Ratings of a puzzle of a board.
pub struct RatedOnBoard {
    puzzle: OnBoard,
    /// The solution, or why the puzzle is not rated.
    solution: Result<String, Status>,
    outcomes: Vec<Outcome<u32>>,
}

impl Work for BoardRate {
    type Scratch = BoardScratch;
    type Row = Result<RatedOnBoard, LineError>;

    fn scratch(&self, _: &Arc<dyn Crew>) -> BoardScratch {
        BoardScratch::default()
    }

    fn row(&self, scratch: &mut BoardScratch, line: Line) -> Self::Row {
        let BoardScratch { known, climber } = scratch;
        let puzzle = self.boards.read(known, line)?;
        let start = puzzle.board.start(&puzzle.clues);
        let solved = puzzle.only_solution(self.budget);
        let scales = if solved.is_ok() { self.scales.as_slice() } else { &[] };
        let mut rate =
            |&scale| climber.rate(scale, &puzzle.board, &start, solved.as_ref().ok(), self.budget).0;
        let outcomes = scales.iter().map(&mut rate).collect();
        let solution = solved.map(|solution| puzzle.text_of(&solution));
        Ok(RatedOnBoard { puzzle, solution, outcomes })
    }
}

impl Question for BoardRate {
    const NAME: &'static str = "puzzles";
    const ROW: &'static str = "one row for each puzzle, with its ratings on its board";
    const HAS_PLAIN: bool = true;
    const IS_PLAIN: bool = false;

    fn settings(&self) -> NamedSettings {
        let scales: Vec<&str> = self.scales.iter().map(|scale| scale.name()).collect();
        vec![
            ("--board", self.boards.to_string().into()),
            ("--ladder", scales.into()),
            ("--budget", self.budget.into()),
            ("--solution", self.solution.into()),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        let mut columns = vec![board_column(), Column::new("clues", Kind::Small)];
        let rating = |scale: &BoardScale| Column::new(scale.name(), Kind::Rating(Some(Unit::Level)));
        columns.extend(self.solution.then(|| Column::new("solution", Kind::Text)));
        columns.extend(self.scales.iter().map(rating));
        columns
    }

    fn verdict<'r>(&self, answer: &'r Self::Row) -> Verdict<'r> {
        let status = answer.as_ref().ok().and_then(|it| it.solution.as_ref().err().copied());
        let read = answer.as_ref().map(|it| &it.puzzle).map_err(|error| *error);
        Verdict { is_open: false, ..verdict(status.unwrap_or(Status::Ok), read) }
    }

    fn values(&self, answer: &Self::Row, each: &mut dyn FnMut(Vec<Value>)) {
        let Ok(RatedOnBoard { puzzle, solution, outcomes }) = answer else { return each(Vec::new()) };
        let mut values = vec![puzzle.board.text().into(), puzzle.clue_count().into()];
        let rating = |outcome: Option<&Outcome<u32>>| outcome.map(|&end| Ending { end, unit: Unit::Level });
        if self.solution {
            values.push(solution.as_deref().ok().into());
        }
        values.extend((0..self.scales.len()).map(|at| rating(outcomes.get(at)).into()));
        each(values);
    }

    fn plain(&self, answer: &Self::Row, text: &mut Vec<u8>) {
        match answer.as_ref().ok().and_then(|it| it.outcomes.first()) {
            Some(&end) => Ending { end, unit: Unit::Level }.write(text),
            None => text.extend_from_slice(self.verdict(answer).status.name().as_bytes()),
        }
    }

    fn reads(&self) -> usize {
        self.boards.columns()
    }
}

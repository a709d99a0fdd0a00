//! The ratings of a puzzle of a board.

use super::{BoardScratch, Boards, OnBoard, board_column, verdict};
use crate::ask::{Question, Verdict};
use crate::files::NamedSettings;
use crate::input::LineError;
use crate::report::{Column, Ending, Kind, Value, endings, rating_kind};
use crate::run::{Line, Work};
use std::sync::Arc;
use sudoscope_engine::board_climb::BoardClimber;
use sudoscope_engine::crew::Crew;
use sudoscope_engine::scale::{Climb, Scale, Status};

/// Question for the ratings of a puzzle of a board.
pub struct BoardRate {
    /// Boards of the lines.
    pub boards: Boards,
    /// Scales, in the order of the columns.
    pub scales: Vec<Scale>,
    /// Maximum work units for each puzzle and scale.
    pub budget: u64,
    /// Whether the solution is shown.
    pub solution: bool,
}

impl BoardRate {
    /// Returns these scales on boards. Fails if boards have none of them, or if the one board has none;
    /// `asked_by` says what asked for boards.
    pub fn scales(scales: &[Scale], boards: &Boards, asked_by: &str) -> Result<Vec<Scale>, String> {
        scales.iter().map(|scale| BoardRate::scale(scale, boards, asked_by)).collect()
    }

    /// Returns a scale on boards, like [`BoardRate::scales`].
    pub fn scale(scale: &Scale, boards: &Boards, asked_by: &str) -> Result<Scale, String> {
        let refused = |why| format!("{} cannot be used with {asked_by}: {why}", scale.name);
        let scale = scale.on_boards().map_err(refused)?;
        let refused = match boards {
            Boards::One(board) => BoardClimber::default().refuses(&scale, board),
            _ => None,
        };
        refused.map_or(Ok(scale), |reason| Err(format!("{asked_by} {boards}: {reason}")))
    }
}

/// Ratings of a puzzle of a board.
pub struct RatedOnBoard {
    puzzle: OnBoard,
    /// The solution, or why the puzzle is not rated.
    solution: Result<String, Status>,
    /// Climbs of the scales; `None` for a scale that the board does not have.
    climbs: Vec<Option<Climb>>,
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
        let (board, budget) = (&puzzle.board, self.budget);
        let mut climb = |scale| match climber.refuses(scale, board) {
            Some(_) => None,
            None => Some(climber.climb(scale, board, &start, solved.as_ref().ok(), budget).0),
        };
        let climbs = scales.iter().map(&mut climb).collect();
        let solution = solved.map(|solution| puzzle.text_of(&solution));
        Ok(RatedOnBoard { puzzle, solution, climbs })
    }
}

impl Question for BoardRate {
    const NAME: &'static str = "puzzles";
    const ROW: &'static str = "one row for each puzzle, with its ratings on its board";
    const HAS_PLAIN: bool = true;
    const IS_PLAIN: bool = false;

    fn settings(&self) -> NamedSettings {
        let scales: Vec<&str> = self.scales.iter().map(|scale| scale.name.as_str()).collect();
        vec![
            ("--board", self.boards.to_string().into()),
            ("--ladder", scales.into()),
            ("--budget", self.budget.into()),
            ("--solution", self.solution.into()),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        let mut columns = vec![board_column(), Column::new("clues", Kind::Small)];
        let ratings = |scale: &Scale| {
            let kinds: Vec<Kind> = scale.columns.iter().map(rating_kind).collect();
            scale.titles().zip(kinds).map(|(title, kind)| Column::new(title, kind)).collect::<Vec<_>>()
        };
        columns.extend(self.solution.then(|| Column::new("solution", Kind::Text)));
        columns.extend(self.scales.iter().flat_map(ratings));
        columns
    }

    fn verdict<'r>(&self, answer: &'r Self::Row) -> Verdict<'r> {
        let status = answer.as_ref().ok().and_then(|it| it.solution.as_ref().err().copied());
        let read = answer.as_ref().map(|it| &it.puzzle).map_err(|error| *error);
        Verdict { is_open: false, ..verdict(status.unwrap_or(Status::Ok), read) }
    }

    fn values(&self, answer: &Self::Row, each: &mut dyn FnMut(Vec<Value>)) {
        let Ok(RatedOnBoard { puzzle, solution, climbs }) = answer else { return each(Vec::new()) };
        let mut values = vec![puzzle.board.text().into(), puzzle.clue_count().into()];
        if self.solution {
            values.push(solution.as_deref().ok().into());
        }
        for (at, scale) in self.scales.iter().enumerate() {
            match climbs.get(at).and_then(Option::as_ref) {
                Some(climb) => values.extend(endings(scale, climb).map(|ending| Some(ending).into())),
                None => values.extend(scale.columns.iter().map(|_| None::<Ending>.into())),
            }
        }
        each(values);
    }

    fn plain(&self, answer: &Self::Row, text: &mut Vec<u8>) {
        let climbs = answer.as_ref().map_or(&[][..], |it| &it.climbs);
        let climb = climbs.first().and_then(Option::as_ref).zip(self.scales.first());
        let Some((climb, scale)) = climb else {
            return text.extend_from_slice(self.verdict(answer).status.name().as_bytes());
        };
        // Numbers of one scale are joined; a word stands for all of them.
        let has_rating = climb.outcome.rating().is_some();
        for (at, ending) in endings(scale, climb).enumerate().take(if has_rating { usize::MAX } else { 1 }) {
            text.extend((at > 0).then_some(b'/'));
            ending.write(text);
        }
    }

    fn reads(&self) -> usize {
        self.boards.columns()
    }
}

//! The canonical form of a puzzle of a board.

use super::{Boards, KnownForms, OnBoard, board_column, verdict};
use crate::ask::minlex::FoundForm;
use crate::ask::{Minlex, Question, Verdict};
use crate::files::NamedSettings;
use crate::input::{LineError, LineErrorKind};
use crate::report::{Column, Value};
use crate::run::{Line, Work};
use std::sync::Arc;
use sudoscope_engine::canon::{BoardCanon, BoardSymmetry, NoForm};
use sudoscope_engine::check::{CHECK_BUDGET, contradict_on};
use sudoscope_engine::crew::Crew;
use sudoscope_engine::scale::Status;

/// Question for the canonical form of a puzzle of a board.
pub struct BoardMinlex {
    /// Boards of the lines.
    pub boards: Boards,
    /// The question, as it is asked on the plain board.
    pub minlex: Minlex,
    /// Search for forms on the one board of all lines.
    canon: Option<Result<BoardCanon, NoForm>>,
}

impl BoardMinlex {
    /// Makes the question. The symmetries of the one board of all lines are found once.
    pub fn new(boards: Boards, minlex: Minlex) -> BoardMinlex {
        let canon = match &boards {
            Boards::One(board) => Some(BoardCanon::of_board(board)),
            _ => None,
        };
        BoardMinlex { boards, minlex, canon }
    }

    /// Returns the reason why no line has a form, if the one board of all lines has none.
    pub fn no_form(&self) -> Option<NoForm> {
        self.canon.as_ref()?.as_ref().err().copied()
    }
}

/// Clues of a line and their form on their board, as far as it could be found.
pub struct FormedOnBoard {
    puzzle: OnBoard,
    form: FoundForm<BoardSymmetry, String>,
}

impl Work for BoardMinlex {
    type Scratch = KnownForms;
    type Row = Result<Box<FormedOnBoard>, LineError>;

    fn scratch(&self, _: &Arc<dyn Crew>) -> KnownForms {
        KnownForms::with(&self.boards, self.canon.as_ref())
    }

    fn row(&self, known: &mut KnownForms, line: Line) -> Self::Row {
        let puzzle = self.boards.read(&mut known.boards, line)?;
        let canon = known.canon(&puzzle.board);
        let canon = canon.map_err(|error| LineError::at(0, LineErrorKind::NoForm(error)))?;
        let (board, clues) = (&puzzle.board, &puzzle.clues);
        let solve = || puzzle.only_solution(CHECK_BUDGET).map(|solution| solution.planes);
        let make = |full: Option<&_>| match full {
            Some(full) => canon.by_solution(clues, full),
            None => canon.of(clues),
        };
        let form = self.minlex.form_of(contradict_on(board, clues), solve, make, BoardSymmetry::apply);
        let form = form.map(|clues| board.write(&clues));
        Ok(Box::new(FormedOnBoard { puzzle, form }))
    }
}

impl Question for BoardMinlex {
    const NAME: &'static str = "minlex";
    const ROW: &'static str = "one row for each puzzle, with its canonical form on its board";
    const HAS_PLAIN: bool = true;
    const IS_PLAIN: bool = false;

    fn settings(&self) -> NamedSettings {
        let mut settings = self.minlex.settings();
        settings.insert(0, ("--board", self.boards.to_string().into()));
        settings
    }

    fn columns(&self) -> Vec<Column> {
        [board_column()].into_iter().chain(self.minlex.columns()).collect()
    }

    fn verdict<'r>(&self, answer: &'r Self::Row) -> Verdict<'r> {
        let status = answer.as_ref().map_or(Status::Invalid, |it| it.form.status);
        verdict(status, answer.as_ref().map(|it| &it.puzzle).map_err(|error| *error))
    }

    fn values(&self, answer: &Self::Row, each: &mut dyn FnMut(Vec<Value>)) {
        let Ok(formed) = answer else { return each(Vec::new()) };
        let form = formed.form.form.as_ref().map_or_else(Vec::new, |form| self.minlex.values_of(form));
        each([formed.puzzle.board.text().into()].into_iter().chain(form).collect());
    }

    fn plain(&self, answer: &Self::Row, text: &mut Vec<u8>) {
        match answer.as_ref().map(|formed| &formed.form.form) {
            Ok(Some(form)) => text.extend_from_slice(form.puzzle.as_bytes()),
            _ => text.extend_from_slice(self.verdict(answer).status.name().as_bytes()),
        }
    }

    fn reads(&self) -> usize {
        self.boards.columns()
    }
}

//! Whether a puzzle of a board is valid and minimal.

use super::{Boards, KnownForms, OnBoard, PLAIN, board_column, verdict};
use crate::ask::check::{Found, Own, all_cells, compared};
use crate::ask::{Check, Question, Verdict};
use crate::files::NamedSettings;
use crate::input::LineError;
use crate::report::{Column, Value};
use crate::run::{Line, Work};
use std::sync::Arc;
use sudoscope_engine::board_climb::marks;
use sudoscope_engine::boards::Board;
use sudoscope_engine::canon::PatternSymmetry;
use sudoscope_engine::check::{Answers, backdoors_on, check_on, contradict_on, mistakes_on};
use sudoscope_engine::crew::Crew;
use sudoscope_engine::grid::{Cells, Grid};
use sudoscope_engine::scale::Status;

/// Question whether a puzzle of a board is valid and minimal.
pub struct BoardCheck {
    /// Boards of the lines.
    pub boards: Boards,
    /// The question, as it is asked on the plain board. A given solution is the first column that the boards
    /// do not read themselves.
    pub check: Check,
}

/// Result of checking a puzzle of a board.
pub struct CheckedOnBoard {
    puzzle: OnBoard,
    found: Found,
}

impl Work for BoardCheck {
    type Scratch = KnownForms;
    type Row = Result<CheckedOnBoard, LineError>;

    fn scratch(&self, _: &Arc<dyn Crew>) -> KnownForms {
        KnownForms::default()
    }

    fn row(&self, known: &mut KnownForms, line: Line) -> Self::Row {
        let given = line.places.kept(line.text);
        let puzzle = self.boards.read(&mut known.boards, line)?;
        let Check { limit, budget, questions, .. } = self.check;
        let (board, clues) = (&puzzle.board, &puzzle.clues);
        let mut check = check_on(board, clues, limit, budget);
        let Answers { listed, true_candidates, estimate } = check.answers_on(board, clues, questions, budget);
        let found = check.solution.filter(|_| check.status == Status::Ok);
        let solution = found.map(|solution| puzzle.text_of(&solution));
        let given = given.get(self.boards.columns()).filter(|_| self.check.given).zip(solution.as_ref());
        let read = |text: &str| Some(board.write(&board.read(text.as_bytes()).ok()?));
        let is_wrong = self.check.mistakes && check.status == Status::NoSolution;
        let mistakes = is_wrong.then(|| mistakes_on(board, clues, budget)).flatten();
        let asked = found.filter(|_| self.check.backdoors);
        let some = true_candidates.filter(|some| !some.is_empty());
        let found = Found {
            clues: puzzle.clue_count(),
            check,
            symmetry: Some(PatternSymmetry::of_square(all_cells(clues), board.size())),
            automorphisms: automorphisms(known, board, clues),
            given: given.map(|(given, solution)| compared(given, solution, read)),
            solution,
            backdoors: asked.map(|solution| backdoors_on(board, clues, &solution, budget)),
            mistakes: mistakes.map(|mistakes| mistakes.to_string()),
            listed: listed.map(|listed| listed.iter().map(|solution| puzzle.text_of(solution)).collect()),
            true_candidates: some.map(|some| marks(board, &Grid::of(some.0, !board.cells()))),
            estimate,
        };
        Ok(CheckedOnBoard { puzzle, found })
    }
}

/// Returns the number of automorphisms of clues; `None` if the board has no forms. Clues that contradict each
/// other are left out: nearly all symmetries of a large board may keep them, and each takes memory. The
/// search of the plain board needs none.
fn automorphisms(known: &mut KnownForms, board: &Board, clues: &[Cells; 9]) -> Option<u64> {
    if board.text() != PLAIN && contradict_on(board, clues) {
        return None;
    }
    Some(known.canon(board).ok()?.of(clues).automorphisms)
}

impl Question for BoardCheck {
    const NAME: &'static str = "check";
    const ROW: &'static str = "one row for each puzzle: whether it is valid and minimal on its board";
    const IS_PLAIN: bool = false;

    fn settings(&self) -> NamedSettings {
        let mut settings = self.check.settings();
        settings.insert(0, ("--board", self.boards.to_string().into()));
        settings
    }

    fn columns(&self) -> Vec<Column> {
        [board_column()].into_iter().chain(self.check.asked().map(Own::column)).collect()
    }

    fn verdict<'r>(&self, answer: &'r Self::Row) -> Verdict<'r> {
        let status = answer.as_ref().map_or(Status::Invalid, |it| it.found.check.status);
        let is_open = answer.as_ref().is_ok_and(|it| it.found.is_open());
        Verdict { is_open, ..verdict(status, answer.as_ref().map(|it| &it.puzzle).map_err(|error| *error)) }
    }

    fn values(&self, answer: &Self::Row, each: &mut dyn FnMut(Vec<Value>)) {
        let Ok(CheckedOnBoard { puzzle, found }) = answer else { return each(Vec::new()) };
        let board = Value::from(puzzle.board.text());
        each([board].into_iter().chain(self.check.asked().map(|own| (own.value)(found))).collect());
    }

    fn reads(&self) -> usize {
        self.boards.columns() + usize::from(self.check.given)
    }
}

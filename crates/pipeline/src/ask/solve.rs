//! The solution of a puzzle.

use super::{Question, Verdict, read};
use crate::files::NamedSettings;
use crate::input::LineError;
use crate::report::{Column, Kind, Value};
use crate::run::{Line, Work};
use std::sync::Arc;
use sudoscope_engine::crew::Crew;
use sudoscope_engine::grid::{Puzzle, notation};
use sudoscope_engine::scale::{Effort, Solver, Status};

/// Question for the solution.
pub struct Solve {
    /// Maximum work units for each puzzle.
    pub budget: u64,
}

/// Solution of a puzzle, if it has exactly one.
pub struct Solved {
    puzzle: Puzzle,
    /// The digits, or why there are none.
    solution: Result<[u8; 81], Status>,
}

impl Work for Solve {
    type Scratch = Solver;
    type Row = Result<Solved, LineError>;

    fn scratch(&self, _: &Arc<dyn Crew>) -> Solver {
        Solver::new()
    }

    fn row(&self, solver: &mut Solver, line: Line) -> Self::Row {
        let puzzle = read(line)?;
        let started = solver.start(&puzzle, Effort { budget: self.budget, validate: true });
        let solution = started.and_then(|()| solver.solution().ok_or(Status::Budget));
        Ok(Solved { puzzle, solution: solution.map(notation::puzzle_bytes) })
    }
}

impl Question for Solve {
    const NAME: &'static str = "solve";
    const ROW: &'static str = "one row for each puzzle, with its solution";
    const HAS_PLAIN: bool = true;

    fn settings(&self) -> NamedSettings {
        vec![("--budget", self.budget.into())]
    }

    fn columns(&self) -> Vec<Column> {
        vec![Column::new("solution", Kind::Text)]
    }

    fn verdict<'r>(&self, answer: &'r Self::Row) -> Verdict<'r> {
        let status = answer.as_ref().ok().and_then(|it| it.solution.err()).unwrap_or(Status::Ok);
        let read = answer.as_ref().map(|it| &it.puzzle).map_err(|error| *error);
        Verdict { is_open: status == Status::Budget, ..Verdict::of(status, read) }
    }

    fn values(&self, answer: &Self::Row, each: &mut dyn FnMut(Vec<Value>)) {
        let digits = answer.as_ref().ok().and_then(|it| it.solution.as_ref().ok());
        each(vec![digits.and_then(|digits| str::from_utf8(digits).ok()).into()]);
    }

    fn plain(&self, answer: &Self::Row, text: &mut Vec<u8>) {
        match answer {
            Ok(Solved { solution: Ok(digits), .. }) => text.extend_from_slice(digits),
            _ => text.extend_from_slice(self.verdict(answer).status.name().as_bytes()),
        }
    }
}

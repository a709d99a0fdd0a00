//! The canonical form of a puzzle.

use super::{Question, Verdict};
use crate::files::NamedSettings;
use crate::input::{LineError, clues_of};
use crate::report::{Column, Kind, Value};
use crate::run::{Line, Work};
use std::sync::Arc;
use sudoscope_engine::canon::{Canon, Canonical, Symmetry};
use sudoscope_engine::check::{CHECK_BUDGET, contradict, only_solution};
use sudoscope_engine::crew::Crew;
use sudoscope_engine::grid::Puzzle;
use sudoscope_engine::scale::Status;

/// Question for the canonical form.
pub struct Minlex {
    /// Whether the solution, not the puzzle, is brought to its minlex, and the puzzle with it.
    pub by_solution: bool,
    /// Whether the solution of the canonical puzzle is shown.
    pub solution: bool,
}

/// Clues of a line and their form, as far as it could be found.
pub struct Formed {
    puzzle: Puzzle,
    form: Result<Form, Status>,
    /// Whether the clues agree, and there is exactly one solution, if that was asked.
    status: Status,
}

struct Form {
    puzzle: Puzzle,
    symmetry: Symmetry,
    automorphisms: u64,
    /// Solution of the canonical puzzle, if it was asked for and there is one.
    solution: Option<Puzzle>,
}

impl Work for Minlex {
    type Scratch = Canon;
    type Row = Result<Box<Formed>, LineError>;

    fn scratch(&self, _: &Arc<dyn Crew>) -> Canon {
        Canon::default()
    }

    fn row(&self, canon: &mut Canon, line: Line) -> Self::Row {
        let clues = clues_of(line.text, line.places)?;
        let asked = self.by_solution || self.solution;
        let full = match contradict(&clues) {
            true => Err(Status::NoSolution),
            false => asked.then(|| only_solution(&clues, CHECK_BUDGET)).transpose(),
        };
        let status = full.err().unwrap_or(Status::Ok);
        let full = full.ok().flatten();
        let form = match (self.by_solution, &full) {
            (true, Some(full)) => Ok(canon.by_solution(&clues, full)),
            (true, None) => Err(status),
            (false, _) if contradict(&clues) => Err(status),
            (false, _) => Ok(canon.of(&clues)),
        };
        let form = form.map(|Canonical { clues, symmetry, automorphisms }| Form {
            puzzle: Puzzle::Clues(clues),
            solution: full.map(|full| Puzzle::Clues(symmetry.apply(&full))),
            symmetry,
            automorphisms,
        });
        Ok(Box::new(Formed { puzzle: Puzzle::Clues(clues), form, status }))
    }
}

impl Question for Minlex {
    const NAME: &'static str = "minlex";
    const ROW: &'static str = "one row for each puzzle, with its canonical form";
    const HAS_PLAIN: bool = true;

    fn settings(&self) -> NamedSettings {
        let by = if self.by_solution { "solution" } else { "puzzle" };
        vec![("--by", by.into()), ("--solution", self.solution.into())]
    }

    fn columns(&self) -> Vec<Column> {
        let forms: &[&str] = match self.by_solution {
            false => &["minlex"],
            true => &["solution minlex", "carried puzzle"],
        };
        let text = |name: &&str| Column::new(*name, Kind::Text);
        let mut columns: Vec<Column> = forms.iter().chain(&["transformation"]).map(text).collect();
        columns.push(Column::new("automorphisms", Kind::Count));
        columns.extend(self.solution.then(|| Column::new("solution", Kind::Text)));
        columns
    }

    fn verdict<'r>(&self, answer: &'r Self::Row) -> Verdict<'r> {
        match answer {
            Err(error) => Verdict::of(Status::Invalid, Err(*error)),
            Ok(formed) => Verdict::of(formed.status, Ok(&formed.puzzle)),
        }
    }

    fn values(&self, answer: &Self::Row, each: &mut dyn FnMut(Vec<Value>)) {
        let Some(form) = answer.as_ref().ok().and_then(|formed| formed.form.as_ref().ok()) else {
            return each(Vec::new());
        };
        let solution: Value = form.solution.as_ref().into();
        let last: [Value; 3] =
            [(&form.puzzle).into(), form.symmetry.to_string().into(), form.automorphisms.into()];
        each(match (self.by_solution, self.solution) {
            (true, _) => [solution].into_iter().chain(last).collect(),
            (false, true) => last.into_iter().chain([solution]).collect(),
            (false, false) => last.into(),
        });
    }

    fn plain(&self, answer: &Self::Row, text: &mut Vec<u8>) {
        match answer.as_ref().map(|formed| &formed.form) {
            Ok(Ok(form)) => form.puzzle.write(text),
            _ => text.extend_from_slice(self.verdict(answer).status.name().as_bytes()),
        }
    }
}

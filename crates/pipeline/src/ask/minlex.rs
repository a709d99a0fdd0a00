//! The canonical form of a puzzle.

use super::{Question, Verdict};
use crate::files::NamedSettings;
use crate::input::{LineError, clues_of};
use crate::report::{Column, Kind, Value};
use crate::run::{Line, Work};
use std::fmt::Display;
use std::sync::Arc;
use sudoscope_engine::canon::{Canon, Canonical, Symmetry};
use sudoscope_engine::check::{CHECK_BUDGET, contradict, only_solution};
use sudoscope_engine::crew::Crew;
use sudoscope_engine::grid::{Cells, Puzzle};
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
    form: FoundForm<Symmetry, Puzzle>,
}

/// Form of a puzzle of any board, as far as it could be found.
pub(super) struct FoundForm<S, P> {
    pub form: Option<Form<S, P>>,
    /// Whether the clues agree, and there is exactly one solution, if that was asked.
    pub status: Status,
}

/// Form of a puzzle. Puzzles and solutions are shown as `P`.
pub(super) struct Form<S, P> {
    pub puzzle: P,
    symmetry: S,
    automorphisms: u64,
    /// Solution of the canonical puzzle, if it was asked for and there is one.
    solution: Option<P>,
}

impl<S, P> FoundForm<S, P> {
    /// Turns the puzzle and the solution into what is shown.
    pub fn map<T>(self, shown: impl Fn(P) -> T) -> FoundForm<S, T> {
        let form = self.form.map(|Form { puzzle, symmetry, automorphisms, solution }| Form {
            puzzle: shown(puzzle),
            symmetry,
            automorphisms,
            solution: solution.map(shown),
        });
        FoundForm { form, status: self.status }
    }
}

impl Minlex {
    /// Finds the form of clues. `solve` finds the only solution of clues that do not contradict each other;
    /// `make` makes the form, by the solution if it has one, and `apply` the image of a solution.
    pub(super) fn form_of<S>(
        &self, contradict: bool, solve: impl FnOnce() -> Result<[Cells; 9], Status>,
        make: impl FnOnce(Option<&[Cells; 9]>) -> Canonical<S>,
        apply: impl FnOnce(&S, &[Cells; 9]) -> [Cells; 9],
    ) -> FoundForm<S, [Cells; 9]> {
        let asked = self.by_solution || self.solution;
        let full = match contradict {
            true => Err(Status::NoSolution),
            false => asked.then(solve).transpose(),
        };
        let status = full.err().unwrap_or(Status::Ok);
        let full = full.ok().flatten();
        if contradict || self.by_solution && full.is_none() {
            return FoundForm { form: None, status };
        }
        let Canonical { clues, symmetry, automorphisms } = make(full.as_ref().filter(|_| self.by_solution));
        let solution = full.map(|full| apply(&symmetry, &full));
        FoundForm { form: Some(Form { puzzle: clues, symmetry, automorphisms, solution }), status }
    }

    /// Returns the values of a form, in the order of the columns.
    pub(super) fn values_of<'f, S: Display, P>(&self, form: &'f Form<S, P>) -> Vec<Value<'f>>
    where
        &'f P: Into<Value<'f>>,
    {
        let solution = form.solution.as_ref().map_or(Value::Missing, Into::into);
        let last: [Value; 3] =
            [(&form.puzzle).into(), form.symmetry.to_string().into(), form.automorphisms.into()];
        match (self.by_solution, self.solution) {
            (true, _) => [solution].into_iter().chain(last).collect(),
            (false, true) => last.into_iter().chain([solution]).collect(),
            (false, false) => last.into(),
        }
    }
}

impl Work for Minlex {
    type Scratch = Canon;
    type Row = Result<Box<Formed>, LineError>;

    fn scratch(&self, _: &Arc<dyn Crew>) -> Canon {
        Canon::default()
    }

    fn row(&self, canon: &mut Canon, line: Line) -> Self::Row {
        let clues = clues_of(line.text, line.places)?;
        let solve = || only_solution(&clues, CHECK_BUDGET);
        let make = |full: Option<&_>| match full {
            Some(full) => canon.by_solution(&clues, full),
            None => canon.of(&clues),
        };
        let form = self.form_of(contradict(&clues), solve, make, Symmetry::apply).map(Puzzle::Clues);
        Ok(Box::new(Formed { puzzle: Puzzle::Clues(clues), form }))
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
            Ok(formed) => {
                let status = formed.form.status;
                Verdict { is_open: status == Status::Budget, ..Verdict::of(status, Ok(&formed.puzzle)) }
            }
        }
    }

    fn values(&self, answer: &Self::Row, each: &mut dyn FnMut(Vec<Value>)) {
        let form = answer.as_ref().ok().and_then(|formed| formed.form.form.as_ref());
        each(form.map_or_else(Vec::new, |form| self.values_of(form)));
    }

    fn plain(&self, answer: &Self::Row, text: &mut Vec<u8>) {
        match answer.as_ref().map(|formed| &formed.form.form) {
            Ok(Some(form)) => form.puzzle.write(text),
            _ => text.extend_from_slice(self.verdict(answer).status.name().as_bytes()),
        }
    }
}

//! `check_step`: says whether a step that a player wrote holds.

use crate::arguments::Text;
use crate::errors::refused;
use crate::settings::TERMS;
use pyo3::prelude::*;
use sudoscope::claim::{Answer, Unread};
use sudoscope::explain::ExplainError;
use sudoscope::input::read_puzzle;

/// Says whether a step that a player wrote holds in the state of a puzzle, and proves its claims.
///
/// Args:
///     puzzle: as for `explain`; also a state with its candidates.
///     step: a chain in Eureka or nrc notation, or the short form of a pattern, with its conclusions.
///     validate: whether the puzzle must have exactly one solution.
///
/// >>> import sudoscope
/// >>> puzzle = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"
/// >>> answer = sudoscope.check_step(puzzle, "Pointing 9 b9 => r7c5<>9")
/// >>> bool(answer), answer.answer
/// (False, 'not valid')
/// >>> sudoscope.check_step(puzzle, "(5)r1c1=(5)r1c2 => r1c5<>5")
/// <StepAnswer: not valid: ...>
#[pyfunction]
#[pyo3(signature = (puzzle, step, *, validate=true), text_signature = "(puzzle, step, *, validate=True)")]
pub fn check_step(py: Python<'_>, puzzle: Text, step: Text, validate: bool) -> PyResult<StepAnswer> {
    let answer = py.detach(|| {
        let found = read_puzzle(puzzle.0.trim_end().as_bytes()).map_err(ExplainError::NotAPuzzle)?;
        sudoscope::explain::check_step(&found.puzzle, &step.0, validate)
    });
    answer.map(StepAnswer).map_err(|error| refused(error.in_terms(&TERMS)))
}

/// Answer of `check_step`. It is true if the step holds and proves all that it claims; `str` is the answer in
/// words.
///
/// >>> import sudoscope
/// >>> puzzle = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"
/// >>> answer = sudoscope.check_step(puzzle, "Naked Single r4c8 => r4c8=6")
/// >>> bool(answer), answer.claimed
/// (True, ['r4c8=6'])
#[pyclass(module = "sudoscope", frozen)]
pub struct StepAnswer(Answer);

#[pymethods]
impl StepAnswer {
    /// "valid", "proves other", "not valid" or "not understood".
    #[getter]
    fn answer(&self) -> &str {
        self.0.name()
    }

    /// Claims that the step proves: "r1c2≠3", "r1c2=3".
    #[getter]
    fn claimed(&self) -> Vec<String> {
        self.proved(|proved| proved.claimed.texts())
    }

    /// Claims that it does not prove.
    #[getter]
    fn unproved(&self) -> Vec<String> {
        self.proved(|proved| proved.unproved.texts())
    }

    /// Claims that are so already, without the step.
    #[getter]
    fn known(&self) -> Vec<String> {
        self.proved(|proved| proved.known.texts())
    }

    /// Conclusions that it proves beyond its claims.
    #[getter]
    fn beyond(&self) -> Vec<String> {
        self.proved(|proved| proved.beyond.texts())
    }

    /// Number of the link that does not hold, from 1; None if it is not a link.
    #[getter]
    fn link(&self) -> Option<usize> {
        self.part().map(|part| part.link)
    }

    /// Text of the link that does not hold.
    #[getter]
    fn part_text(&self) -> Option<&str> {
        self.part().map(|part| part.text.as_str())
    }

    /// Column of that link, or from which the text is not understood; counted from 1.
    #[getter]
    fn column(&self) -> Option<usize> {
        match &self.0 {
            Answer::NotUnderstood(Unread { column, .. }) => Some(*column),
            _ => self.part().map(|part| part.column),
        }
    }

    /// Reason why the step does not hold or is not understood.
    #[getter]
    fn why(&self) -> Option<&str> {
        match &self.0 {
            Answer::NotValid { why, .. } | Answer::NotUnderstood(Unread { why, .. }) => Some(why),
            Answer::Holds(_) => None,
        }
    }

    /// Returns all parts as JSON, with the evidence, as `sudoscope explain --check --format json` does.
    ///
    /// >>> import sudoscope
    /// >>> puzzle = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"
    /// >>> answer = sudoscope.check_step(puzzle, "Naked Single r4c8 => r4c8=6")
    /// >>> answer.json()
    /// '{"answer":"valid",...'
    fn json(&self) -> String {
        self.0.json().to_string()
    }

    fn __bool__(&self) -> bool {
        self.0.is_valid()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<StepAnswer: {}>", self.0)
    }
}

impl StepAnswer {
    fn proved(&self, of: impl Fn(&sudoscope::claim::Proved) -> Vec<String>) -> Vec<String> {
        match &self.0 {
            Answer::Holds(proved) => of(proved),
            _ => Vec::new(),
        }
    }

    fn part(&self) -> Option<&sudoscope::claim::Part> {
        match &self.0 {
            Answer::NotValid { part, .. } => part.as_ref(),
            _ => None,
        }
    }
}

//! `explain`: explains why a puzzle has its rating.

use crate::arguments::{Names, Text};
use crate::errors::refused;
use crate::settings::{TERMS, settings};
use pyo3::prelude::*;
use sudoscope::ask::candidate_numbers;
use sudoscope::evidence::Notation;
use sudoscope::explain::Asked;
use sudoscope::grid::{Grid, Puzzle, notation};
use sudoscope::path::{Chosen, Extent, PathStep, ResolutionPath};
use sudoscope::scale::{DEFAULT_BUDGET, Effort, Policy, Unit};
use sudoscope::settings::Settings;

/// Explains how a puzzle is solved, step by step.
///
/// Args:
///     puzzle: puzzle in any one-line form, or a grid of nine lines.
///     ladder: one ladder, by name, as NAME=DEFINITION or as @FILE.
///     notation: "nrc", or "eureka", the notation of players; by default that of the ladder's users.
///     budget: maximum work units.
///     validate: whether the puzzle must have exactly one solution.
///
/// A puzzle that cannot be read, or has no solution or several, raises a ValueError.
///
/// >>> import sudoscope
/// >>> puzzle = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"
/// >>> path = sudoscope.explain(puzzle)
/// >>> path
/// <Explanation: H Extreme, 82 steps, hardest als-xz>
/// >>> path.steps[0]
/// <Step 1: Naked Single: r4c8=6>
/// >>> path = sudoscope.explain(puzzle, "W")
/// >>> path.rating, path.hardest, path.steps[-1]
/// (5, 'whip[5]', <Step 96: naked-single ==> r7c7=8>)
#[pyfunction]
#[pyo3(
    signature = (puzzle, ladder="H", *, notation=None, budget=DEFAULT_BUDGET, validate=true),
    text_signature = "(puzzle, ladder='H', *, notation=None, budget=12500000, validate=True)"
)]
pub fn explain(
    py: Python<'_>, puzzle: Text, ladder: &str, notation: Option<&str>, budget: u64, validate: bool,
) -> PyResult<Explanation> {
    explained(py, &puzzle.0, ladder, &|_| Ok(Asked::Path), notation, Effort { budget, validate })
}

/// Finds the next step in the state of a puzzle; nothing else is played.
///
/// Args:
///     puzzle: as for `explain`; also a state with its candidates.
///     ladder: one ladder. The step is by its first rule that applies; among the steps of that rule, the one
///         that proves most.
///     notation: "nrc" or "eureka"; by default as for `explain`.
///     budget: maximum work units.
///     validate: whether the puzzle must have exactly one solution.
///
/// >>> import sudoscope
/// >>> puzzle = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"
/// >>> sudoscope.next_step(puzzle)
/// <Explanation: H, the next step: Naked Single>
#[pyfunction]
#[pyo3(
    signature = (puzzle, ladder="H", *, notation=None, budget=DEFAULT_BUDGET, validate=true),
    text_signature = "(puzzle, ladder='H', *, notation=None, budget=12500000, validate=True)"
)]
pub fn next_step(
    py: Python<'_>, puzzle: Text, ladder: &str, notation: Option<&str>, budget: u64, validate: bool,
) -> PyResult<Explanation> {
    explained(py, &puzzle.0, ladder, &|_| Ok(Asked::Next), notation, Effort { budget, validate })
}

/// Finds the steps in the state of a puzzle, by every rule; nothing is played. `print` shows them grouped by
/// what they prove, the simplest first. Trial and error and nets must be named, or be all that the ladder
/// has; a chain that repeats another is not listed.
///
/// Args:
///     puzzle: as for `explain`; also a state with its candidates.
///     ladder: one ladder; by default H, or a ladder of just `rules` if H lacks any of them.
///     rules: only steps by these rules: "x-wing", "naked:3", or a list.
///     every: list every step, rule by rule, also trials, nets and chains that repeat another.
///     limit: at most this many steps of each group.
///     notation: "nrc" or "eureka"; by default as for `explain`.
///     budget: maximum work units.
///     validate: whether the puzzle must have exactly one solution.
///
/// >>> import sudoscope
/// >>> puzzle = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"
/// >>> sudoscope.all_steps(puzzle, rules=["naked-triple", "locked-triple"])
/// <Explanation: H, 3 steps in one state>
#[pyfunction]
#[pyo3(
    signature = (
        puzzle, ladder=None, *, rules=None, every=false, limit=None, notation=None, budget=DEFAULT_BUDGET,
        validate=true
    ),
    text_signature = "(puzzle, ladder=None, *, rules=None, every=False, limit=None, notation=None, \
                      budget=12500000, validate=True)"
)]
#[allow(clippy::too_many_arguments)] // keywords in Python
pub fn all_steps(
    py: Python<'_>, puzzle: Text, ladder: Option<&str>, rules: Option<Names>, every: bool,
    limit: Option<u16>, notation: Option<&str>, budget: u64, validate: bool,
) -> PyResult<Explanation> {
    let rules = rules.map_or(Vec::new(), |Names(names)| names);
    let ladder = ladder.map_or_else(|| Asked::ladder(&rules), str::to_string);
    let limit = limit.map(|limit| usize::from(limit.max(1)));
    let asked = |settings: &Settings| {
        Asked::all(settings, &rules, if every { Chosen::All } else { Chosen::Grouped(limit) })
    };
    explained(py, &puzzle.0, &ladder, &asked, notation, Effort { budget, validate })
}

/// Function that makes the question from the settings of a ladder.
type Asking<'a> = &'a dyn Fn(&Settings) -> Result<Asked, String>;

fn explained(
    py: Python<'_>, puzzle: &str, ladder: &str, asked: Asking<'_>, notation: Option<&str>, effort: Effort,
) -> PyResult<Explanation> {
    let notation = match notation {
        None => None,
        Some("nrc") => Some(Notation::Nrc),
        Some("eureka") => Some(Notation::Eureka),
        Some(other) => return Err(refused(format!("there is no notation '{other}': nrc or eureka"))),
    };
    let settings = settings(&[ladder], Policy::AllAtOnce, effort)?;
    let asked = asked(&settings).map_err(refused)?;
    let puzzle = puzzle.trim_end().as_bytes();
    let path = py.detach(|| sudoscope::explain::explain(puzzle, &settings, &asked));
    let path = path.map_err(|error| refused(error.in_terms(&TERMS)))?;
    Ok(Explanation(match notation {
        Some(notation) => path.written_in(notation),
        None => path,
    }))
}

/// Resolution path. `str` and `print` show all of it, as the program's `explain` does.
///
/// >>> import sudoscope
/// >>> puzzle = "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......"
/// >>> print(str(sudoscope.explain(puzzle, "W"))[-72:])
/// PUZZLE SOLVED. rating-type = W, rating = 3, MOST COMPLEX RULE = whip[3]
/// <BLANKLINE>
#[pyclass(module = "sudoscope", frozen)]
pub struct Explanation(ResolutionPath);

#[pymethods]
impl Explanation {
    /// Puzzle, as 81 or 729 characters.
    #[getter]
    fn puzzle(&self) -> String {
        self.0.puzzle.to_string()
    }

    /// Name of the ladder.
    #[getter]
    fn ladder(&self) -> &str {
        &self.0.scale.name
    }

    /// Rating; None if the ladder does not solve the puzzle.
    #[getter]
    fn rating<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let value = self.0.outcome.column(0).rating();
        value.map(|value| rating_of(py, self.0.scale.unit(), value)).transpose()
    }

    /// Status: ok, unsolved, budget or no-solution.
    #[getter]
    fn status(&self) -> &str {
        self.0.status().name()
    }

    /// Rule of the hardest step; None if there is no step.
    #[getter]
    fn hardest(&self) -> Option<String> {
        self.0.hardest().map(|step| step.item.name())
    }

    /// Steps, in order.
    #[getter]
    fn steps(&self) -> Vec<Step> {
        let unit = self.0.scale.unit();
        let step = |(number, PathStep { item, step, grid }): (usize, PathStep<'_>)| Step {
            number,
            rule: item.rule.info().name,
            size: item.length(),
            rating: item.rating.0[0],
            unit,
            placements: candidate_numbers(&step.asserts),
            eliminations: candidate_numbers(&step.eliminates),
            grid: *grid,
            text: step.text.clone(),
            words: self.0.words(&PathStep { item, step, grid }),
        };
        (1..).zip(self.0.steps()).map(step).collect()
    }

    /// Solution, as 81 digits; None if it was not reached.
    #[getter]
    fn solution(&self) -> Option<String> {
        self.0.outcome.rating().map(|_| notation::puzzle(&self.0.end))
    }

    /// Returns the proof, with a justification for each step, as `sudoscope explain --format json` writes it
    /// and `sudoscope verify` checks it.
    ///
    /// >>> import json, sudoscope
    /// >>> puzzle = "1....6..9..........8.1..56..3.6..8.1........7.....8246.4.9...2.56.841.....7..3..."
    /// >>> path = sudoscope.explain(puzzle, "S")
    /// >>> proof = json.loads(path.json())
    /// >>> proof["outcome"], proof["rating"]
    /// ('solved', 3)
    fn json(&self, py: Python<'_>) -> String {
        py.detach(|| self.0.json(false, None))
    }

    /// Draws a step (counted from 1), or the first with the highest rating, as an SVG file.
    ///
    /// >>> import sudoscope
    /// >>> puzzle = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"
    /// >>> path = sudoscope.explain(puzzle)
    /// >>> path.svg().startswith("<svg")
    /// True
    #[pyo3(signature = (step=None))]
    fn svg(&self, step: Option<usize>) -> PyResult<String> {
        let steps = self.0.steps();
        let count = steps.len();
        let step = match step {
            None => self.0.hardest(),
            Some(number) => number.checked_sub(1).and_then(|at| steps.get(at).copied()),
        };
        let step = step.ok_or_else(|| refused(format!("there is no such step: the path has {count}")))?;
        Ok(self.0.draw(&step))
    }

    /// Returns a page that steps through the path, as the program's `explain --format html` writes it: one
    /// file that needs no network.
    ///
    /// >>> import sudoscope
    /// >>> puzzle = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"
    /// >>> path = sudoscope.explain(puzzle)
    /// >>> path.html().startswith("<!DOCTYPE html>")
    /// True
    fn html(&self, py: Python<'_>) -> PyResult<String> {
        let title = sudoscope::explain::title(&self.0);
        let page = py.detach(|| sudoscope::explain::page(&title, vec![(String::new(), (&self.0).into())]));
        page.map_err(|error| refused(error.to_string()))
    }

    /// Returns the page of `html` in a frame, for notebooks.
    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("sudoscope._pages")?.call_method1("frame", (self.html(py)?, 760))
    }

    fn __len__(&self) -> usize {
        self.0.steps().len()
    }

    fn __str__(&self) -> String {
        self.0.text(false)
    }

    fn __repr__(&self) -> String {
        let rating = self.0.outcome.column(0).rating();
        let end = rating.map_or(self.status().to_string(), |rating| self.0.scale.unit().text(rating));
        let hardest = self.hardest().map_or(String::new(), |rule| format!(", hardest {rule}"));
        let (ladder, all) = (self.ladder(), self.0.steps());
        let steps = all.len();
        match (self.0.extent, all.first()) {
            (Extent::Next, Some(step)) => {
                return format!("<Explanation: {ladder}, the next step: {}>", self.0.name_of(step));
            }
            (Extent::Next | Extent::All, _) => {
                return format!("<Explanation: {ladder}, {steps} steps in one state>");
            }
            _ => {}
        }
        format!("<Explanation: {ladder} {end}, {steps} steps{hardest}>")
    }
}

/// Returns a rating as an object: a number, or a name.
fn rating_of(py: Python<'_>, unit: Unit, value: u32) -> PyResult<Bound<'_, PyAny>> {
    Ok(match unit {
        Unit::Level => value.into_pyobject(py)?.into_any(),
        Unit::Tenths => unit.number(value).into_pyobject(py)?.into_any(),
        Unit::Class(..) | Unit::Named(_) => unit.text(value).into_pyobject(py)?.into_any(),
    })
}

/// Step of a path. `str` and `print` show it in the notation of the explanation.
///
/// Candidates are numbers, as in the table of `trace`: 735 is n7r3c5.
///
/// >>> import sudoscope
/// >>> puzzle = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"
/// >>> step = next(step for step in sudoscope.explain(puzzle, "W").steps if step.size == 3)
/// >>> step.rating, step.placements, step.eliminations
/// (3, [], [...])
#[pyclass(module = "sudoscope", frozen)]
pub struct Step {
    /// Number of the step in its path, from 1.
    #[pyo3(get)]
    number: usize,
    /// Name of the step's rule.
    #[pyo3(get)]
    rule: &'static str,
    /// Size; None if the rule has none.
    #[pyo3(get)]
    size: Option<u64>,
    rating: u32,
    unit: Unit,
    /// Candidates that are placed.
    #[pyo3(get)]
    placements: Vec<u16>,
    /// Candidates that are removed.
    #[pyo3(get)]
    eliminations: Vec<u16>,
    grid: Grid,
    /// Step in the notation of the explanation.
    #[pyo3(get)]
    text: String,
    /// Sentences about this step in this grid: `If r4c7 is not 1, row 4 has 1 in r4c1.`
    #[pyo3(get)]
    words: Vec<String>,
}

#[pymethods]
impl Step {
    /// Rating that the rule gives.
    #[getter]
    fn rating<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        rating_of(py, self.unit, self.rating)
    }

    /// Candidates before the step, 729 characters.
    #[getter]
    fn state(&self) -> String {
        Puzzle::sukaku_of(&self.grid).to_string()
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Step {}: {}>", self.number, self.text)
    }
}

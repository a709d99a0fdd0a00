//! `explain`: explains why a puzzle has its rating.

use crate::arguments::{Names, Text};
use crate::ask::{boards_of, refuse_on_boards};
use crate::errors::refused;
use crate::settings::{TERMS, settings};
use pyo3::prelude::*;
use sudoscope::ask::{BoardExplain, BoardScratch, candidate_numbers};
use sudoscope::evidence::Notation;
use sudoscope::explain::{Asked, page, title, title_on_board};
use sudoscope::grid::{Puzzle, notation};
use sudoscope::path::{BoardPath, BoardPathStep, Chosen, Extent, PathStep, ResolutionPath};
use sudoscope::run::{Line, Work as _};
use sudoscope::scale::{DEFAULT_BUDGET, Effort, Policy, Unit};
use sudoscope::settings::Settings;

/// Explains how a puzzle is solved, step by step.
///
/// Args:
///     puzzle: puzzle in any one-line form, or a grid of nine lines.
///     ladder: one ladder, by name, as NAME=DEFINITION or as @FILE; by default H, with a board W.
///     notation: "nrc", or "eureka", the notation of players; by default that of the ladder's users.
///     budget: maximum work units.
///     validate: whether the puzzle must have exactly one solution.
///     board: board of the puzzle, as for `check`. Ladders are then those of boards, but SER and SE.
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
/// >>> sudoscope.explain("....1....2.3..4.", board="4x4")
/// <Explanation: W 0, 12 steps, hardest naked-single>
#[pyfunction]
#[pyo3(
    signature = (
        puzzle, ladder=None, *, notation=None, budget=DEFAULT_BUDGET, validate=true, board=None
    ),
    text_signature = "(puzzle, ladder=None, *, notation=None, budget=12500000, validate=True, board=None)"
)]
pub fn explain(
    py: Python<'_>, puzzle: Text, ladder: Option<&str>, notation: Option<&str>, budget: u64, validate: bool,
    board: Option<&str>,
) -> PyResult<Explanation> {
    let effort = Effort { budget, validate };
    let Some(boards) = boards_of(board)? else {
        let ladder = ladder.unwrap_or("H");
        return explained(py, &puzzle.0, ladder, &|_| Ok(Asked::Path), notation, effort);
    };
    refuse_on_boards(&[("notation", notation.is_some())])?;
    let named = settings(&[ladder.unwrap_or("W")], Policy::AllAtOnce, effort)?;
    let scale = BoardExplain::scale(named.scales(), &boards, "board").map_err(refused)?;
    let explain = BoardExplain { boards, scale, budget, validate };
    let line = Line::alone(1, puzzle.0.as_bytes());
    let path = py.detach(|| explain.row(&mut BoardScratch::default(), line));
    path.map(|path| Explanation(Path::OnBoard(path))).map_err(|error| refused(error.in_terms(&TERMS)))
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
    Ok(Explanation(Path::Plain(match notation {
        Some(notation) => path.written_in(notation),
        None => path,
    })))
}

/// Resolution path. `str` and `print` show all of it, as the program's `explain` does.
///
/// >>> import sudoscope
/// >>> puzzle = "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......"
/// >>> print(str(sudoscope.explain(puzzle, "W"))[-72:])
/// PUZZLE SOLVED. rating-type = W, rating = 3, MOST COMPLEX RULE = whip[3]
/// <BLANKLINE>
#[pyclass(module = "sudoscope", frozen)]
pub struct Explanation(Path);

/// Path on the plain board, or on another one.
#[allow(clippy::large_enum_variant)]
enum Path {
    Plain(ResolutionPath),
    OnBoard(BoardPath),
}

use Path::{OnBoard, Plain};

#[pymethods]
impl Explanation {
    /// Puzzle, as 81 or 729 characters, or as many as its board has cells.
    #[getter]
    fn puzzle(&self) -> String {
        match &self.0 {
            Plain(path) => path.puzzle.to_string(),
            OnBoard(path) => path.proof.puzzle.clone(),
        }
    }

    /// Name of the ladder.
    #[getter]
    fn ladder(&self) -> &str {
        match &self.0 {
            Plain(path) => &path.scale.name,
            OnBoard(path) => &path.proof.scale,
        }
    }

    /// Rating; None if the ladder does not solve the puzzle.
    #[getter]
    fn rating<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (value, unit) = self.ending();
        value.map(|value| rating_of(py, unit, value)).transpose()
    }

    /// Status: ok, unsolved, budget or no-solution.
    #[getter]
    fn status(&self) -> &str {
        match &self.0 {
            Plain(path) => path.status().name(),
            OnBoard(path) => path.proof.outcome.status().name(),
        }
    }

    /// Rule of the hardest step; None if there is no step.
    #[getter]
    fn hardest(&self) -> Option<String> {
        match &self.0 {
            Plain(path) => path.hardest().map(|step| step.item.name()),
            OnBoard(path) => path.hardest().map(|step| step.name()),
        }
    }

    /// Steps, in order.
    #[getter]
    fn steps(&self) -> Vec<Step> {
        match &self.0 {
            Plain(path) => {
                (1..).zip(path.steps()).map(|(number, step)| Step::of(number, path, step)).collect()
            }
            OnBoard(path) => {
                (1..).zip(path.steps()).map(|(number, step)| Step::on_board(number, path, step)).collect()
            }
        }
    }

    /// Solution, a digit for each cell; None if it was not reached.
    #[getter]
    fn solution(&self) -> Option<String> {
        match &self.0 {
            Plain(path) => path.outcome.rating().map(|_| notation::puzzle(&path.end)),
            OnBoard(path) => path.rating().map(|_| path.proof.end.clone()),
        }
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
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| match &self.0 {
            Plain(path) => Ok(path.json(false, None)),
            OnBoard(path) => path.json().map_err(|error| refused(error.to_string())),
        })
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
        let drawn = match &self.0 {
            Plain(path) => chosen(&path.steps(), path.hardest(), step).map(|step| path.draw(&step)),
            OnBoard(path) => chosen(&path.steps(), path.hardest(), step).map(|step| path.draw(&step)),
        };
        drawn.ok_or_else(|| refused(format!("there is no such step: the path has {}", self.__len__())))
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
        let page = py.detach(|| {
            let (title, path) = match &self.0 {
                Plain(path) => (title(path), path.into()),
                OnBoard(path) => (title_on_board(path), path.into()),
            };
            page(&title, vec![(String::new(), path)])
        });
        page.map_err(|error| refused(error.to_string()))
    }

    /// Returns the page of `html` in a frame, for notebooks.
    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("sudoscope._pages")?.call_method1("frame", (self.html(py)?, 760))
    }

    fn __len__(&self) -> usize {
        match &self.0 {
            Plain(path) => path.steps().len(),
            OnBoard(path) => path.steps().len(),
        }
    }

    fn __str__(&self) -> String {
        match &self.0 {
            Plain(path) => path.text(false),
            OnBoard(path) => path.text(),
        }
    }

    fn __repr__(&self) -> String {
        let (rating, unit) = self.ending();
        let end = rating.map_or(self.status().to_string(), |rating| unit.text(rating));
        let hardest = self.hardest().map_or(String::new(), |rule| format!(", hardest {rule}"));
        let (ladder, steps) = (self.ladder(), self.__len__());
        match &self.0 {
            Plain(path) if path.extent != Extent::Path => match (path.extent, path.steps().first()) {
                (Extent::Next, Some(step)) => {
                    format!("<Explanation: {ladder}, the next step: {}>", path.name_of(step))
                }
                _ => format!("<Explanation: {ladder}, {steps} steps in one state>"),
            },
            _ => format!("<Explanation: {ladder} {end}, {steps} steps{hardest}>"),
        }
    }
}

impl Explanation {
    /// Returns the rating, if there is one, and its unit.
    fn ending(&self) -> (Option<u32>, Unit) {
        match &self.0 {
            Plain(path) => (path.outcome.column(0).rating(), path.scale.unit()),
            OnBoard(path) => (path.rating(), path.unit()),
        }
    }
}

/// Returns the step with this number, from 1, or the hardest one.
fn chosen<S: Copy>(steps: &[S], hardest: Option<S>, number: Option<usize>) -> Option<S> {
    number.map_or(hardest, |number| steps.get(number.checked_sub(1)?).copied())
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
    rule: String,
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
    /// Candidates before the step, as many characters for each cell as there are digits.
    #[pyo3(get)]
    state: String,
    /// Step in the notation of the explanation.
    #[pyo3(get)]
    text: String,
    /// Sentences about this step in this grid: `If r4c7 is not 1, row 4 has 1 in r4c1.`
    #[pyo3(get)]
    words: Vec<String>,
}

impl Step {
    fn of(number: usize, path: &ResolutionPath, of: PathStep<'_>) -> Step {
        let PathStep { item, step, grid } = of;
        Step {
            number,
            rule: item.rule.info().name.to_string(),
            size: item.length(),
            rating: item.rating.0[0],
            unit: path.scale.unit(),
            placements: candidate_numbers(&step.asserts),
            eliminations: candidate_numbers(&step.eliminates),
            state: Puzzle::sukaku_of(grid).to_string(),
            text: step.text.clone(),
            words: path.words(&of),
        }
    }

    fn on_board(number: usize, path: &BoardPath, of: BoardPathStep<'_>) -> Step {
        let BoardPathStep { round, step, grid, .. } = of;
        Step {
            number,
            rule: of.rule().to_string(),
            size: round.size.map(u64::from),
            rating: path.place(round),
            unit: path.unit(),
            placements: candidate_numbers(&step.asserts),
            eliminations: candidate_numbers(&step.eliminates),
            state: path.state(grid),
            text: step.text.clone(),
            words: path.words(&of),
        }
    }
}

#[pymethods]
impl Step {
    /// Rating that the rule gives.
    #[getter]
    fn rating<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        rating_of(py, self.unit, self.rating)
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Step {}: {}>", self.number, self.text)
    }
}

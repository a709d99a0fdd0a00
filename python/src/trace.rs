//! `trace`: lists the steps of many paths.

use crate::ask::table;
use crate::errors::refused;
use crate::lines::Lines;
use crate::settings::settings;
use pyo3::prelude::*;
use sudoscope::ask::Trace;
use sudoscope::scale::{DEFAULT_BUDGET, Effort, Policy};

/// Lists the steps of the paths of puzzles in a record batch with a row for each step, as the program's
/// `trace` does.
///
/// Args:
///     puzzles: as for `Rater.rate`.
///     ladder: one ladder, by name, as NAME=DEFINITION or as @FILE.
///     state: whether to add a column `state`: the candidates before the step, 729 characters.
///     budget: maximum work units for each puzzle.
///     validate: whether puzzles are checked to have exactly one solution.
///     column: column of the puzzles in a table; not needed if it is the only column of strings.
///     jobs: number of threads; 0 means one for each processor.
///
/// Columns: `row` (of the puzzle, from 0), `step` (from 1, as in `Explanation.steps`), `rule`, `size` (null
/// if the rule has none), `rating`, `placements`, `eliminations`: lists of candidates as numbers, 735 is
/// n7r3c5. Strings that are not puzzles, and puzzles without a path, have no rows.
///
/// >>> import sudoscope
/// >>> puzzle = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"
/// >>> step = sudoscope.trace([puzzle, "no puzzle"]).to_pylist()[-1]
/// >>> step["step"], step["rule"], step["size"], step["placements"], step["eliminations"]
/// (96, 'naked-single', None, [877], [])
#[pyfunction]
#[pyo3(
    signature = (
        puzzles, ladder="W", *, state=false, budget=DEFAULT_BUDGET, validate=true, column=None, jobs=1
    ),
    text_signature = "(puzzles, ladder='W', *, state=False, budget=12500000, validate=True, column=None, \
        jobs=1)"
)]
#[allow(clippy::too_many_arguments)] // keywords in Python
pub fn trace<'py>(
    py: Python<'py>, puzzles: &Bound<'py, PyAny>, ladder: &str, state: bool, budget: u64, validate: bool,
    column: Option<&str>, jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let settings = settings(&[ladder], Policy::AllAtOnce, Effort { budget, validate })?;
    let [scale] = settings.scales() else { return Err(refused("name exactly one ladder")) };
    let question = Trace { settings: &settings, scale, puzzles: false, states: state };
    table(py, &question, &Lines::of(puzzles, column)?, jobs)
}

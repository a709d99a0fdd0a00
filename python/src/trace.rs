//! `trace`: lists the steps of many paths.

use crate::errors::{of_arrow, refused};
use crate::jobs::in_order;
use crate::lines::Lines;
use crate::settings::settings;
use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, Field, Schema};
use pyo3::prelude::*;
use pyo3_arrow::PyRecordBatch;
use std::sync::Arc;
use sudoscope::report::{ArrowColumn, StepColumns, StepRow, data_type};
use sudoscope::scale::{DEFAULT_BUDGET, Effort, Policy};
use sudoscope::trace::Tracing;

/// Maximum number of rows in a batch: their states fit into one array.
const MOST: u64 = 1 << 21;

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
    let lines = Lines::of(puzzles, column)?;
    let steps = StepColumns::of_rows(scale, state);
    let batch = py.detach(|| {
        let columns = steps.columns();
        let mut built: Vec<ArrowColumn> = columns.iter().map(|it| ArrowColumn::new(it.kind, 0)).collect();
        let (mut row, mut rows) = (0_u64, 0_u64);
        in_order(&lines, jobs, &Tracing { settings: &settings, scale, states: state }, |trace, _| {
            rows += trace.steps.len() as u64;
            if rows > MOST {
                return Err(refused(format!("a batch has {MOST} steps at most: trace the puzzles in parts")));
            }
            for (number, step) in (1..).zip(&trace.steps) {
                let of = StepRow { line: row.into(), puzzle: &trace.puzzle, number, step };
                built.iter_mut().zip(&steps.values(&of)).for_each(|(column, value)| column.push(value));
            }
            row += 1;
            Ok(())
        })?;
        let field = |it: &sudoscope::report::Column| Field::new(&it.name, data_type(it.kind), true);
        let schema = Schema::new(columns.iter().map(field).collect::<Vec<_>>());
        let arrays = built.into_iter().map(ArrowColumn::finish).collect::<Result<_, ArrowError>>();
        RecordBatch::try_new(Arc::new(schema), arrays.map_err(of_arrow)?).map_err(of_arrow)
    })?;
    PyRecordBatch::new(batch).into_pyarrow(py)
}

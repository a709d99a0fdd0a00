//! `select`: rows of a rated table, chosen by how their puzzles are solved.

use crate::errors::refused;
use crate::input::ArrowBatches;
use crate::puzzles::{Numbers, choice_by, symmetry_named};
use crate::rated::Rated;
use crate::rater::{OneOrSeveral, Rater};
use arrow_array::Int64Array;
use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use std::sync::Arc;
use sudoscope::choice::Asked;
use sudoscope::select::{Query, Selection, scale_named};

/// Rows of a rated table whose puzzles a ladder solves, chosen as the program's `select` does: their numbers,
/// from 0, in order.
///
/// Args:
///     table: what `Rater(…, records=True).rate` gave, as a table or as a stream of batches.
///     ladder: the ladder by which they are chosen; the first of the table if it is not named.
///     rating: only these ratings, as text: "5", "5-8" or "5-".
///     hardest: only puzzles whose hardest step is of this rule ("x-wing", "naked:3").
///     score: only these scores, by a ladder that has them, as H: "200-400".
///     uses: only puzzles whose path uses these rules: one, or a list.
///     without: only puzzles whose path uses none of these rules.
///     clues: the number of clues, or a pair of the fewest and the most.
///     symmetry: only patterns of clues with this symmetry ("rotational-180").
///     minimal: only minimal puzzles.
///     per_rating: at most this many of each rating: the first ones.
///     count: at most this many in all: the first ones.
///     rater: the rater of the table, if the table does not say it by itself.
///
/// `table.take(sudoscope.select(table, rating="5-"))` has the rows.
///
/// >>> import sudoscope
/// >>> puzzle = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"
/// >>> puzzles = [puzzle, "no puzzle"]
/// >>> rated = sudoscope.Rater("W", records=True).rate(puzzles, keep=True)
/// >>> rated.take(sudoscope.select(rated, rating="4-", uses="whip"))["W"].to_pylist()
/// [5]
#[pyfunction]
#[pyo3(
    signature = (
        table, *, ladder=None, rating=None, score=None, hardest=None, uses=None, without=None, clues=None,
        symmetry="none", minimal=false, per_rating=None, count=None, rater=None
    )
)]
#[allow(clippy::too_many_arguments)] // by name, in Python
pub fn select<'py>(
    py: Python<'py>, table: &Bound<'py, PyAny>, ladder: Option<&str>, rating: Option<&str>,
    score: Option<&str>, hardest: Option<&str>, uses: Option<OneOrSeveral>, without: Option<OneOrSeveral>,
    clues: Option<Numbers>, symmetry: &str, minimal: bool, per_rating: Option<u64>, count: Option<u64>,
    rater: Option<PyRef<'_, Rater>>,
) -> PyResult<Bound<'py, PyAny>> {
    let expected = rater.map(|rater| rater.made_by.clone());
    let rated = Rated::of(ArrowBatches::of(table)?, expected.as_ref())?;
    let scales = rated.made_by.scales();
    let scale = ladder.map_or(Ok(0), |name| scale_named(scales, name));
    let scale = scale.map_err(|why| refused(format!("the table {why}")))?;
    let by = scales.get(scale).cloned().ok_or_else(|| refused("the table has no ladder"))?;
    let [uses, without] = [uses, without].map(|rules| rules.map_or(Vec::new(), OneOrSeveral::into_vec));
    let choice = choice_by(by, Asked { rating, score, hardest, uses: &uses, without: &without })?;
    let symmetry = symmetry_named(symmetry)?;
    let clues = clues.map(|numbers| match numbers {
        Numbers::One(one) => one..=one,
        Numbers::Span(from, to) => from..=to,
    });
    let asked = Query { scale, choice, clues, symmetry, minimal, per_rating, count, exclude: None };
    let chosen = py.detach(|| {
        let (mut chosen, mut selection) = (Vec::new(), Selection::new(asked));
        for (number, row) in (0_i64..).zip(rated.rows()) {
            let row = row?;
            if selection.is_full() {
                break;
            }
            if selection.takes(&row) {
                chosen.push(number);
            }
        }
        PyResult::Ok(chosen)
    })?;
    let rows = PyArray::from_array_ref(Arc::new(Int64Array::from(chosen)));
    py.import("pyarrow")?.call_method1("array", (rows,))
}

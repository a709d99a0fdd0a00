//! `select`: chooses rows of a rated table by how their puzzles are solved.

use crate::arguments::{Names, Numbers};
use crate::errors::refused;
use crate::input::ArrowBatches;
use crate::puzzles::{choice_by, symmetry_named};
use crate::rated::Rated;
use crate::rater::Rater;
use arrow_array::Int64Array;
use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use std::sync::Arc;
use sudoscope::choice::Asked;
use sudoscope::run::Row;
use sudoscope::select::{Order, Query, Selection, SortBy, scale_named};

/// Selects rows of a rated table whose puzzles a ladder solves, as the program's `select` does. Returns the
/// numbers of the rows, from 0, in order.
///
/// Args:
///     table: result of `Rater(…, records=True).rate`, as a table or as a stream of batches.
///     ladder: ladder by which puzzles are selected; by default the table's first ladder.
///     rating: only these ratings, as text: "5", "5-8" or "5-".
///     hardest: only puzzles whose hardest step is of this rule ("x-wing", "naked:3").
///     score: only these scores ("200-400"); needs a ladder with scores, such as H.
///     uses: only puzzles whose path uses these rules: one rule, or a list.
///     without: only puzzles whose path uses none of these rules.
///     up_to: only puzzles for which no rule after this one in the ladder is needed.
///     needs: only puzzles that the ladder, up to `up_to`, does not solve without this rule: one, or a list.
///     clues: number of clues, or a pair of the fewest and the most.
///     symmetry: only patterns of clues with this symmetry ("rotational-180").
///     minimal: whether to select only minimal puzzles.
///     per_rating: maximum number for each rating; the first puzzles are taken.
///     count: maximum number in all; the first puzzles are taken.
///     sort: order in which puzzles are taken: "score", "rating" or "minutes", the least first.
///     reverse: whether the greatest comes first.
///     rater: rater of the table, if the table does not state it itself.
///
/// `table.take(sudoscope.select(table, rating="5-"))` returns the rows themselves.
///
/// >>> import sudoscope
/// >>> puzzle = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"
/// >>> puzzles = [puzzle, "no puzzle"]
/// >>> rated = sudoscope.Rater("W", records=True).rate(puzzles, keep=True)
/// >>> rated.take(sudoscope.select(rated, rating="4-", uses="whip"))["W"].to_pylist()
/// [5]
/// >>> sudoscope.select(rated, sort="rating", reverse=True).to_pylist()
/// [0]
#[pyfunction]
#[pyo3(
    signature = (
        table, *, ladder=None, rating=None, score=None, hardest=None, uses=None, without=None,
        up_to=None, needs=None, clues=None, symmetry="none", minimal=false, per_rating=None, count=None,
        sort=None, reverse=false, rater=None
    )
)]
#[allow(clippy::too_many_arguments)] // keywords in Python
pub fn select<'py>(
    py: Python<'py>, table: &Bound<'py, PyAny>, ladder: Option<&str>, rating: Option<&str>,
    score: Option<&str>, hardest: Option<&str>, uses: Option<Names>, without: Option<Names>,
    up_to: Option<&str>, needs: Option<Names>, clues: Option<Numbers>, symmetry: &str, minimal: bool,
    per_rating: Option<u64>, count: Option<u64>, sort: Option<&str>, reverse: bool,
    rater: Option<PyRef<'_, Rater>>,
) -> PyResult<Bound<'py, PyAny>> {
    let expected = rater.map(|rater| rater.made_by.clone());
    let rated = Rated::of(ArrowBatches::of(table)?, expected.as_ref())?;
    let scales = rated.made_by.scales();
    let scale = ladder.map_or(Ok(0), |name| scale_named(scales, name));
    let scale = scale.map_err(|why| refused(format!("the table {why}")))?;
    let by = scales.get(scale).cloned().ok_or_else(|| refused("the table has no ladder"))?;
    let [uses, without, needs] =
        [uses, without, needs].map(|rules| rules.map_or(Vec::new(), |Names(names)| names));
    let asked = Asked { rating, score, hardest, uses: &uses, without: &without, up_to, needs: &needs };
    let choice = choice_by(by, asked)?;
    let symmetry = symmetry_named(symmetry)?;
    let clues = clues.map(|Numbers(range)| range);
    let order = match sort {
        None if reverse => return Err(refused("reverse=True needs sort")),
        None => Ok(Order::Run),
        Some(name) => SortBy::named(name).and_then(|by| Order::by(by, scales, scale, reverse)),
    };
    let order = order.map_err(|why| refused(format!("sort: {why}")))?;
    let (exclude, board) = (None, None);
    let asked = Query { scale, choice, clues, symmetry, minimal, per_rating, count, exclude, board };
    let chosen = py.detach(|| {
        let (mut chosen, mut selection) = (Vec::new(), Selection::new(asked));
        if order == Order::Run {
            for (number, row) in (0_i64..).zip(rated.rows()) {
                if selection.is_full() {
                    break;
                }
                chosen.extend(selection.takes(&row?).then_some(number));
            }
            return PyResult::Ok(chosen);
        }
        let rows: Vec<Row> = rated.rows().collect::<Result<_, _>>()?;
        let mut numbers: Vec<usize> = (0..rows.len()).collect();
        numbers.sort_by_key(|&number| (order.key(&rows[number]).0, number));
        chosen.extend(numbers.into_iter().filter(|&it| selection.takes(&rows[it])).map(|it| it as i64));
        PyResult::Ok(chosen)
    })?;
    let rows = PyArray::from_array_ref(Arc::new(Int64Array::from(chosen)));
    py.import("pyarrow")?.call_method1("array", (rows,))
}

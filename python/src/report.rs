//! `merge` and `report`: work on tables that were made elsewhere.

use crate::arguments::Names;
use crate::columns::RECORD;
use crate::errors::{of_run, refused};
use crate::input::ArrowBatches;
use crate::rated::Rated;
use crate::rater::Rater;
use crate::settings::Provenance;
use crate::summary;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3_arrow::PyRecordBatch;
use std::path::PathBuf;
use sudoscope::files::{Protected, make_folder};
use sudoscope::input::MAX_NUMBER;
use sudoscope::report::{Context, Counts, Destination, Format, View, find_format, write_all, write_counted};
use sudoscope::stats::Weights;

/// Adds up the rows of a table of summaries (`Rater.summarise`) into one row. A rated table with records
/// (`Rater(…, records=True).rate`) becomes the summary of its puzzles, without rating them again.
///
/// Args:
///     table: summaries, or ratings with records; one batch of a stream is in memory at a time.
///     rater: rater of a rated table, if the table does not state it itself.
///
/// Summaries may be added in any order and in any groups: the sum is the same row. Summaries of other
/// ladders, another budget or another version raise a ValueError.
///
/// >>> import pyarrow as pa, sudoscope
/// >>> rater = sudoscope.Rater("S")
/// >>> parts = [rater.summarise(["." * 81, "no puzzle"]), rater.summarise(["no puzzle"])]
/// >>> total = sudoscope.merge(pa.Table.from_batches(parts))
/// >>> total["puzzles"].to_pylist(), total["statuses"].to_pylist()[0]
/// ([3], [{'status': 'invalid', 'puzzles': 2}, {'status': 'multiple-solutions', 'puzzles': 1}])
#[pyfunction]
#[pyo3(signature = (table, *, rater=None))]
pub fn merge<'py>(
    py: Python<'py>, table: &Bound<'py, PyAny>, rater: Option<PyRef<'_, Rater>>,
) -> PyResult<Bound<'py, PyAny>> {
    let expected = rater.map(|rater| rater.made_by.clone());
    let batches = ArrowBatches::of(table)?;
    let batch = py.detach(|| {
        if !batches.have(RECORD) {
            let (made_by, counts) = summary::add_up(batches)?;
            is_of(expected.as_ref(), &made_by)?;
            return summary::encode(&made_by, &counts);
        }
        let rated = Rated::of(batches, expected.as_ref())?;
        let made_by = rated.made_by.clone();
        let mut counts = Counts::new(made_by.scales());
        rated.rows().try_for_each(|row| row.map(|row| counts.add(&row, made_by.scales())))?;
        summary::encode(&made_by, &counts)
    })?;
    PyRecordBatch::new(batch).into_pyarrow(py)
}

/// Writes the reports of a table into a directory, as the program's `scan` does. Returns the path of
/// `report.html`: a string, which notebooks show as the page.
///
/// Args:
///     table: result of `Rater(…, records=True).rate`, stored anywhere meanwhile, as a table or as a stream
///         of batches (such as a `pyarrow.RecordBatchReader`), which are read one by one: gives all reports
///         but that of times. Or summaries: give the reports that need counts only (ratings, clues, means,
///         rules, usage).
///     path: directory, which is created if it is missing.
///     rater: rater of the table, if the table does not state it itself: some engines drop the metadata of a
///         schema.
///     formats: "csv" (the default), "json", or a list of both.
///     weights: "equal", or "controlled-bias" for collections of that generator.
///     brt_as: value of rating 0 in means; Berthier's books have 0.9.
///
/// A table made by several versions or ladders raises a ValueError.
///
/// >>> import sudoscope, tempfile
/// >>> rated = sudoscope.Rater("S", records=True).rate(
/// ...     ["..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"])
/// >>> sudoscope.report(rated, tempfile.mkdtemp())
/// '...report.html'
#[pyfunction]
#[pyo3(
    signature = (table, path, *, rater=None, formats=None, weights="equal", brt_as=0.0),
    text_signature = "(table, path, *, rater=None, formats='csv', weights='equal', brt_as=0.0)"
)]
pub fn report<'py>(
    py: Python<'py>, table: &Bound<'py, PyAny>, path: PathBuf, rater: Option<PyRef<'_, Rater>>,
    formats: Option<Names>, weights: &str, brt_as: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let formats = formats_of(formats)?;
    let weights = Weights::NAMES
        .iter()
        .find(|named| named.0 == weights)
        .ok_or_else(|| refused(format!("there are no weights '{weights}': equal or controlled-bias")))?;
    if !(-MAX_NUMBER..=MAX_NUMBER).contains(&brt_as) {
        return Err(refused("brt_as must be a number from -1e15 to 1e15"));
    }
    let view = View { weights: weights.1, brt_as };
    let expected = rater.map(|rater| rater.made_by.clone());
    let batches = ArrowBatches::of(table)?;
    // A stream may wait for other threads, which may wait for the interpreter.
    let page = py.detach(|| {
        let target = Destination::new(&path, &formats, Protected::default());
        // Created only once there is known to be something to report.
        let make_target = || {
            let made = make_folder(&path);
            made.map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))
        };
        if batches.have("users") && !batches.have(RECORD) {
            let (made_by, counts) = summary::add_up(batches)?;
            is_of(expected.as_ref(), &made_by)?;
            let header = made_by.header();
            let context = Context::finished(&header, made_by.scales(), view);
            make_target()?;
            write_counted(&target, &context, counts).map_err(of_run)?;
        } else {
            let rated = Rated::of(batches, expected.as_ref())?;
            let (header, ladders) = (rated.made_by.header(), rated.made_by.scales().to_vec());
            let context = Context::finished(&header, &ladders, view);
            make_target()?;
            write_all(&target, &context, rated.rows())?;
        }
        PyResult::Ok(Destination::page_of(&path).display().to_string())
    })?;
    py.import("sudoscope._pages")?.getattr("Report")?.call1((page,))
}

/// Fails if the table was not made by the rater that the user names.
fn is_of(expected: Option<&Provenance>, made_by: &Provenance) -> PyResult<()> {
    match expected.and_then(|rater| rater.difference(made_by)) {
        Some(difference) => Err(refused(format!("the table is not of this rater; {difference}"))),
        None => Ok(()),
    }
}

fn formats_of(names: Option<Names>) -> PyResult<Vec<&'static Format>> {
    let names = names.map_or(vec!["csv".to_string()], |Names(names)| names);
    names.iter().map(|name| find_format(name).map_err(refused)).collect()
}

//! Answers to a question as a record batch, whatever the question is.

use crate::errors::{of_arrow, refused};
use crate::jobs::in_order;
use crate::lines::Lines;
use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, Field, Schema};
use pyo3::prelude::*;
use pyo3_arrow::PyRecordBatch;
use std::sync::Arc;
use sudoscope::ask::{AnswerTable, Asked, Question, Shape};
use sudoscope::input::Reading;
use sudoscope::report::{ArrowColumn, Column, Value, data_type};

/// Maximum number of rows in a batch, and of bytes in the texts of its rows: an array of texts has room for
/// 2 GB.
const MOST: u64 = 1 << 24;
const MOST_BYTES: usize = 1 << 30;

/// Asks a question to each line. Returns the answers as a record batch of pyarrow.
pub fn table<'py, Q: Question>(
    py: Python<'py>, question: &Q, lines: &Lines, jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = py.detach(|| batch(question, lines, jobs))?;
    PyRecordBatch::new(batch).into_pyarrow(py)
}

/// Asks a question to each line. Returns the answers as a record batch.
pub fn batch<Q: Question>(question: &Q, lines: &Lines, jobs: usize) -> PyResult<RecordBatch> {
    let reading = Reading::default();
    let answers = AnswerTable::new(question, Shape::Beside, &reading);
    let columns = answers.head().columns;
    let mut built: Vec<ArrowColumn> = columns.iter().map(|it| ArrowColumn::new(it.kind, 0)).collect();
    let (mut number, mut rows, mut bytes) = (0_u64, 0_u64, 0_usize);
    in_order(lines, jobs, question, |answer, is_null| {
        number += 1;
        answers.rows(&Asked::alone(number - 1, is_null), answer, |values| {
            rows += 1;
            bytes += values.iter().map(Value::bytes).sum::<usize>();
            if rows > MOST || bytes > MOST_BYTES {
                return Err(refused(format!(
                    "a batch has room for {MOST} rows, and for texts of {MOST_BYTES} bytes: pass the puzzles \
                     in parts"
                )));
            }
            built.iter_mut().zip(values).for_each(|(column, value)| column.push(value));
            Ok(())
        })
    })?;
    finished(&columns, built)
}

/// Returns the record batch of these columns.
pub fn finished(columns: &[Column], built: Vec<ArrowColumn>) -> PyResult<RecordBatch> {
    let fields = columns.iter().map(|it| Field::new(&it.name, data_type(it.kind), true));
    let schema = Schema::new(fields.collect::<Vec<_>>());
    let arrays = built.into_iter().map(ArrowColumn::finish).collect::<Result<_, ArrowError>>();
    RecordBatch::try_new(Arc::new(schema), arrays.map_err(of_arrow)?).map_err(of_arrow)
}

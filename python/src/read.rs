//! `read`: reads the puzzles of a file, as the program does.

use crate::errors::{of_input, refused};
use arrow_array::builder::{Int64Builder, StringBuilder};
use arrow_array::{RecordBatch, RecordBatchIterator};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::prelude::*;
use pyo3_arrow::PyRecordBatchReader;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use sudoscope::input::{Batches, Input, Next, Reading, Shard, column_text};

/// Bytes after which a batch is complete, however few lines it has.
const MANY_BYTES: usize = 1 << 24;

/// Reads the puzzles of a file, as the program does, into a stream of record batches
/// (`pyarrow.RecordBatchReader`).
///
/// Args:
///     path: file: plain, gzip or zstd, with one puzzle a line or grids of several lines.
///     shard: "I/N": only the lines that begin in the I-th of N equal stretches of the file, so that each
///         line is in one shard. For plain files with each puzzle on one line; others raise an OSError.
///     rows: maximum number of rows in a batch.
///
/// Columns: `line`, the line's number in the file (or in the shard), and `puzzle`, the whole line, or in a
/// table whose header names the column of puzzles, the value in that column. A grid is one row, in which its
/// lines are separated by line ends. Comments, blank lines and headers are skipped. Lines without a puzzle
/// are rows, too, which `Rater.rate` marks as invalid. Bytes that are not UTF-8 become U+FFFD.
///
/// >>> import pathlib, sudoscope, tempfile
/// >>> file = pathlib.Path(tempfile.mkdtemp(), "puzzles.csv")
/// >>> _ = file.write_text("puzzle,from\n# the first one\n" + "." * 81 + ",nobody\nno puzzle\n")
/// >>> sudoscope.read(file).read_all()["line"].to_pylist()
/// [3, 4]
/// >>> [batch["puzzle"].to_pylist() for batch in sudoscope.read(file, "2/2")]
/// [['no puzzle']]
#[pyfunction]
#[pyo3(signature = (path, shard=None, *, rows=20000))]
pub fn read<'py>(
    py: Python<'py>, path: PathBuf, shard: Option<&str>, rows: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let shard: Option<Shard> = shard
        .map(|shard| shard.parse().map_err(|why| refused(format!("no shard '{shard}': {why}"))))
        .transpose()?;
    if rows == 0 {
        return Err(refused("a batch needs rows"));
    }
    let inputs = py.detach(|| {
        let input = file(path)?;
        match shard {
            Some(shard) => shard.parts(&[input]).map_err(of_input),
            None => Ok(vec![input]),
        }
    })?;
    let schema: SchemaRef = Arc::new(Schema::new(vec![
        Field::new("line", DataType::Int64, false),
        Field::new("puzzle", DataType::Utf8, false),
    ]));
    let mut lines = Batches::new(inputs, Reading::default());
    let of_batch = schema.clone();
    let batches = std::iter::from_fn(move || next(&mut lines, &of_batch, rows).transpose());
    PyRecordBatchReader::new(Box::new(RecordBatchIterator::new(batches, schema))).into_pyarrow(py)
}

/// Whether `read` can split a file into shards.
#[pyfunction]
#[pyo3(name = "_can_be_cut")]
pub fn can_be_cut(py: Python<'_>, path: PathBuf) -> PyResult<bool> {
    py.detach(|| file(path)?.can_be_cut().map_err(of_input))
}

/// Opens an existing file; a stream could be read only once.
fn file(path: PathBuf) -> PyResult<Input> {
    let input = Input::File(path);
    input.length().map_err(of_input)?;
    match input.is_file() {
        true => Ok(input),
        false => Err(refused(format!("{}: this is not a file", input.name()))),
    }
}

/// Reads the next batch; `None` at the end.
fn next(lines: &mut Batches, schema: &SchemaRef, rows: usize) -> Result<Option<RecordBatch>, ArrowError> {
    let (mut numbers, mut texts) = (Int64Builder::new(), StringBuilder::new());
    while numbers.values_slice().len() < rows && texts.values_slice().len() < MANY_BYTES {
        let wanted = rows - numbers.values_slice().len();
        let read = lines.next_batch(wanted);
        match read.map_err(|error| ArrowError::IoError(error.to_string(), error.error))? {
            Next::Ready(batch) => {
                for (number, line) in batch.lines() {
                    numbers.append_value(i64::try_from(number).unwrap_or(i64::MAX));
                    texts.append_value(String::from_utf8_lossy(column_text(line, &batch.places)));
                }
            }
            Next::Later => lines.wait(Duration::from_secs(1)),
            Next::End => break,
        }
    }
    if numbers.values_slice().is_empty() {
        return Ok(None);
    }
    let columns: Vec<arrow_array::ArrayRef> = vec![Arc::new(numbers.finish()), Arc::new(texts.finish())];
    RecordBatch::try_new(schema.clone(), columns).map(Some)
}

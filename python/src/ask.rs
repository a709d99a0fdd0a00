//! Answers to a question as a record batch, whatever the question is.

use crate::errors::{of_arrow, refused};
use crate::jobs::in_order;
use crate::lines::Lines;
use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, Field, Schema, SchemaRef};
use pyo3::prelude::*;
use pyo3_arrow::PyRecordBatch;
use std::sync::Arc;
use sudoscope::ask::{AnswerTable, Asked, Boards, Question, Shape};
use sudoscope::crew::Crew;
use sudoscope::input::{Places, Reading};
use sudoscope::report::{ArrowColumn, Column, Value, data_type};
use sudoscope::run::{Line, Work};

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
    batch_of(question, lines, Reading::default(), jobs)
}

/// Returns the boards that an argument names, if any.
pub fn boards_of(board: Option<&str>) -> PyResult<Option<Boards>> {
    let read = |text: &str| text.parse().map_err(|error| refused(format!("board '{text}': {error}")));
    board.map(read).transpose()
}

/// Refuses arguments that are only for the plain board.
pub fn refuse_on_boards(arguments: &[(&str, bool)]) -> PyResult<()> {
    match arguments.iter().find(|argument| argument.1) {
        Some((name, _)) => {
            Err(refused(format!("{name} cannot be used with board: it is for the plain board")))
        }
        None => Ok(()),
    }
}

/// Returns how strings are read for a question about puzzles of these boards, and the strings with their
/// boards, if those are in a column.
pub fn on(boards: &Boards, lines: &Lines) -> PyResult<(Option<Lines>, Reading)> {
    let mut reading = Reading::default();
    boards.prepare(&mut reading);
    let has_column = matches!(boards, Boards::Column);
    Ok((if has_column { lines.with_their("board", "puzzle")? } else { None }, reading))
}

/// Asks a question about puzzles of these boards to the strings of an argument. Returns the answers as a
/// record batch.
pub fn batch_on<Q: Question>(
    py: Python<'_>, question: &Q, boards: &Boards, (puzzles, column): (&Bound<'_, PyAny>, Option<&str>),
    jobs: usize,
) -> PyResult<RecordBatch> {
    let has_column = matches!(boards, Boards::Column);
    let lines = if has_column { Lines::beside_all(puzzles, column) } else { Lines::of(puzzles, column) }?;
    let (own, reading) = on(boards, &lines)?;
    py.detach(|| batch_of(question, own.as_ref().unwrap_or(&lines), reading, jobs))
}

/// Question to lines whose fields are at these places.
struct At<'a, Q> {
    question: &'a Q,
    places: Places,
}

impl<Q: Question> Work for At<'_, Q> {
    type Scratch = Q::Scratch;
    type Row = Q::Row;

    fn scratch(&self, crew: &Arc<dyn Crew>) -> Q::Scratch {
        self.question.scratch(crew)
    }

    fn row(&self, scratch: &mut Q::Scratch, line: Line) -> Q::Row {
        self.question.row(scratch, Line { places: &self.places, ..line })
    }
}

/// Asks a question to each line that is read like this. Returns the answers as a record batch.
pub fn batch_of<Q: Question>(
    question: &Q, lines: &Lines, reading: Reading, jobs: usize,
) -> PyResult<RecordBatch> {
    let at = At { question, places: reading.places_of(None)? };
    let answers = AnswerTable::new(question, Shape::Beside, &reading);
    let columns = answers.head().columns;
    let mut built: Vec<ArrowColumn> = columns.iter().map(|it| ArrowColumn::new(it.kind, 0)).collect();
    let (mut number, mut rows, mut bytes) = (0_u64, 0_u64, 0_usize);
    in_order(lines, jobs, &at, |answer, is_null| {
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

/// Returns the schema of the answers to a question.
pub fn schema_of<Q: Question>(question: &Q) -> SchemaRef {
    schema_with(&AnswerTable::new(question, Shape::Beside, &Reading::default()).head().columns)
}

fn schema_with(columns: &[Column]) -> SchemaRef {
    let fields = columns.iter().map(|it| Field::new(&it.name, data_type(it.kind), true));
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

/// Returns the record batch of these columns.
pub fn finished(columns: &[Column], built: Vec<ArrowColumn>) -> PyResult<RecordBatch> {
    let arrays = built.into_iter().map(ArrowColumn::finish).collect::<Result<_, ArrowError>>();
    RecordBatch::try_new(schema_with(columns), arrays.map_err(of_arrow)?).map_err(of_arrow)
}

//! `Rater`: ladders, ready to rate strings.

use crate::arguments::Names;
use crate::ask::{batch_of, boards_of, on, refuse_on_boards, schema_of};
use crate::columns::{Columns, Extras, schema};
use crate::errors::refused;
use crate::input::{ArrowBatches, only};
use crate::jobs::{in_order, threads_of};
use crate::lines::Lines;
use crate::settings::{Provenance, VERSION, settings};
use crate::summary;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchIterator};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use pyo3_arrow::{PyRecordBatch, PyRecordBatchReader, PySchema};
use std::sync::{Arc, Mutex, MutexGuard};
use sudoscope::ask::{BoardRate, Boards};
use sudoscope::crew::Crew;
use sudoscope::report::Counts;
use sudoscope::run::{Line, LineRater, Row, Work};
use sudoscope::scale::{DEFAULT_BUDGET, Effort, Policy};

/// Ladders, ready to rate columns of puzzles.
///
/// Args:
///     ladder: ladders by name (`"W"`, `"W,B"`), or one of your own (`"easy=brt,lc,naked:2-3,whip:2-8"`); or
///         a list of such texts. `sudoscope.ladders()` lists the names.
///     budget: maximum work units for each puzzle and ladder. These count work, not seconds: the same puzzle
///         has the same rating on any machine.
///     validate: whether puzzles are checked to have exactly one solution.
///     policy: "together", or "best", which also tries other orders of elimination (see the README of the
///         program) and adds the order-free rating in a column NAME-free; or "one", one hint at a time.
///     column: column of the puzzles in a table; not needed if it is the only column of strings.
///     solution: whether to add a column `solution`: 81 digits, or null if there is no puzzle, no solution or
///         more than one.
///     rules: whether to add a column `NAME rules` for each ladder: a list of the rules that the path uses,
///         each with its size, the rating that it gives, and its numbers of steps and eliminations.
///     records: whether to add a column `record`, from which all reports can be made (`report`).
///     board: board of the puzzles, as for `check`. Ladders are then those of docs/boards.md, and the column
///         `board` comes before `clues`.
///
/// Several threads may use a rater at once, and it can be pickled. Each call runs on the calling thread, or
/// on `jobs` threads, without the interpreter's lock.
///
/// >>> import pyarrow as pa, sudoscope
/// >>> puzzle = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"
/// >>> puzzles = pa.array([puzzle])
/// >>> sudoscope.Rater("W,B").rate(puzzles).to_pylist()
/// [{'status': 'ok', 'reason': None, 'clues': 24, 'W': 5, 'B': 5}]
/// >>> sudoscope.Rater("W", rules=True).rate(puzzles)["W rules"].to_pylist()[0][-1]
/// {'technique': 'whip[5]', 'rule': 'whip', 'size': 5, 'rating': 5, 'steps': 8, 'eliminations': 8}
/// >>> sudoscope.Rater("LC,W", board="4x4").rate(["....1....2.3..4."]).to_pylist()
/// [{'status': 'ok', 'reason': None, 'board': '4x4', 'clues': 4, 'LC': 0, 'W': 0}]
#[pyclass(module = "sudoscope", frozen)]
pub struct Rater {
    arguments: Vec<String>,
    policy: Policy,
    pub(crate) made_by: Provenance,
    pub(crate) schema: SchemaRef,
    column: Option<String>,
    extras: Extras,
    /// Question about puzzles of boards.
    on_boards: Option<BoardRate>,
    /// Idle raters, which keep their buffers.
    raters: Mutex<Vec<LineRater>>,
}

#[pymethods]
impl Rater {
    #[new]
    #[pyo3(
        signature = (
            ladder=None, *, budget=DEFAULT_BUDGET, validate=true, policy="together", column=None,
            solution=false, rules=false, records=false, board=None
        ),
        text_signature = "(ladder='W', *, budget=12500000, validate=True, policy='together', column=None, \
            solution=False, rules=False, records=False, board=None)"
    )]
    #[allow(clippy::too_many_arguments)] // keywords in Python
    fn new(
        ladder: Option<Names>, budget: u64, validate: bool, policy: &str, column: Option<String>,
        solution: bool, rules: bool, records: bool, board: Option<&str>,
    ) -> PyResult<Rater> {
        let arguments = ladder.map_or(vec!["W".to_string()], |Names(names)| names);
        if arguments.is_empty() {
            return Err(refused("a rater needs a ladder"));
        }
        let named = Policy::OF_LADDERS.into_iter().find(|named| named.word() == policy);
        let policy =
            named.ok_or_else(|| refused(format!("there is no policy '{policy}': together, best or one")))?;
        if solution && !validate {
            return Err(refused("solution=True needs validate=True: without it nothing is solved"));
        }
        let extras = Extras { solution, rules, records };
        let made_by = Provenance::now(settings(&arguments, policy, Effort { budget, validate })?);
        let on_boards = boards_of(board)?.map(|boards| {
            refuse_on_boards(&[
                ("policy", policy != Policy::AllAtOnce),
                ("validate=False", !validate),
                ("rules", rules),
                ("records", records),
            ])?;
            let scales = BoardRate::scales(made_by.scales(), &boards, "board").map_err(refused)?;
            Ok::<_, PyErr>(BoardRate { boards, scales, budget, solution })
        });
        let on_boards = on_boards.transpose()?;
        let schema = match &on_boards {
            Some(question) => schema_of(question),
            None => schema(&made_by, extras)?,
        };
        let raters = Mutex::default();
        Ok(Rater { arguments, policy, made_by, schema, column, extras, on_boards, raters })
    }

    /// Rates puzzles into a record batch with a row for each, in the order of the input.
    ///
    /// Args:
    ///     puzzles: strings, in anything that speaks Arrow: an array or chunked array, or a column of a
    ///         record batch, table, data frame or query. Utf8, LargeUtf8 and Utf8View are read in place.
    ///         Anything else (such as a list) is copied first. Or digits, with 0 for a blank: a numpy array
    ///         of the shape (n, 81) or (n, 9, 9).
    ///     keep: whether to put the columns of the input before those of the ratings.
    ///     jobs: number of threads; 0 means one for each processor. The batch is the same for any number.
    ///
    /// Columns: `status` (ok, unsolved, budget, invalid, no-solution, multiple-solutions, solved), `reason`
    /// (why a line is not a puzzle, or which techniques were left out of a state), `clues`, `solution` if
    /// asked for, a rating for each ladder (null if there is none), `NAME rules` and `record` if asked for. A
    /// line may have any form that the program reads. A bad line, or a null, is a row with the status
    /// invalid, never an exception.
    ///
    /// >>> import sudoscope
    /// >>> batch = sudoscope.Rater("S").rate(["no puzzle", None])
    /// >>> batch["status"].to_pylist(), batch["reason"].to_pylist()
    /// (['invalid', 'invalid'], ["column 1: 'n' is neither a digit nor a blank (. 0 * _ -)", 'null'])
    #[pyo3(signature = (puzzles, *, keep=false, jobs=1))]
    fn rate<'py>(
        &self, py: Python<'py>, puzzles: &Bound<'py, PyAny>, keep: bool, jobs: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let of = if keep || self.needs_column() { Lines::beside_all } else { Lines::of };
        let lines = of(puzzles, self.column.as_deref())?;
        let batch = py.detach(|| self.batch(&lines, keep, jobs))?;
        PyRecordBatch::new(batch).into_pyarrow(py)
    }

    /// Rates puzzles batch by batch into a stream of record batches (`pyarrow.RecordBatchReader`) with the
    /// same columns as the result of `rate`.
    ///
    /// Args:
    ///     puzzles: as for `rate`; one chunk of a stream or chunked array is in memory at a time.
    ///     keep: whether to put the columns of the input before those of the ratings.
    ///     jobs: number of threads; 0 means one for each processor.
    ///
    /// A batch is rated when it is asked for.
    ///
    /// >>> import pyarrow as pa, sudoscope
    /// >>> chunks = pa.chunked_array([["no puzzle"], ["." * 81, None]])
    /// >>> [batch["status"].to_pylist() for batch in sudoscope.Rater("S").stream(chunks)]
    /// [['invalid'], ['multiple-solutions', 'invalid']]
    #[pyo3(signature = (puzzles, *, keep=false, jobs=1))]
    fn stream<'py>(
        slf: Bound<'py, Self>, puzzles: &Bound<'py, PyAny>, keep: bool, jobs: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        threads_of(jobs)?;
        let py = slf.py();
        let column = slf.get().column.as_deref();
        let chunks = if keep || slf.get().needs_column() {
            ArrowBatches::of_any(puzzles)?
        } else {
            ArrowBatches::of_any(&only(puzzles, column)?)?
        };
        let field = chunks.field();
        let rater = slf.unbind();
        let rate = move |chunk: Vec<ArrayRef>| {
            let rater = rater.get();
            let lines = Lines::of_arrays(&field, chunk, rater.column.as_deref())?;
            rater.batch(&lines, keep, jobs)
        };
        // Problems with the columns show before anything is read.
        let schema = rate(Vec::new())?.schema();
        let failed = |error: PyErr| ArrowError::ExternalError(error.into());
        let batches = chunks.arrays().map(move |chunk: Result<ArrayRef, ArrowError>| {
            let chunk: ArrayRef = chunk?;
            rate(vec![chunk]).map_err(failed)
        });
        let batches: Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send> = Box::new(batches);
        let reader = RecordBatchIterator::new(batches, schema);
        PyRecordBatchReader::new(Box::new(reader)).into_pyarrow(py)
    }

    /// Rates and counts puzzles in one row, which `merge` adds to others and `report` turns into reports.
    ///
    /// For collections so large that a row for each puzzle is too much. The row has the settings of the
    /// rater, `puzzles`, and lists of counts: `statuses`, `clues`, `ratings`, `rules`, `users` (puzzles that
    /// use a rule), `hardest`. `jobs` is the number of threads, as for `rate`.
    ///
    /// >>> import sudoscope
    /// >>> summary = sudoscope.Rater("W").summarise(
    /// ...     ["..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"])
    /// >>> summary["ratings"].to_pylist()[0]
    /// [{'scale': 'W', 'status': 'ok', 'rating': 5, 'clues': 24, 'puzzles': 1}]
    #[pyo3(signature = (puzzles, *, jobs=1))]
    fn summarise<'py>(
        &self, py: Python<'py>, puzzles: &Bound<'py, PyAny>, jobs: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        refuse_on_boards(&[("summarise", self.on_boards.is_some())])?;
        let lines = Lines::of(puzzles, self.column.as_deref())?;
        let batch = py.detach(|| {
            let mut counts = Counts::new(self.made_by.scales());
            let work = AtWork { rater: self, tallied: true };
            self.put_back(in_order(&lines, jobs, &work, |row, _| {
                counts.add(row, self.made_by.scales());
                Ok(())
            })?);
            summary::encode(&self.made_by, &counts)
        })?;
        PyRecordBatch::new(batch).into_pyarrow(py)
    }

    /// Schema of the batches that `rate` returns (without the columns that `keep` adds).
    ///
    /// >>> import sudoscope
    /// >>> sudoscope.Rater("W,B").schema.names
    /// ['status', 'reason', 'clues', 'W', 'B']
    #[getter]
    fn schema<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        PySchema::new(self.schema.clone()).into_pyarrow(py)
    }

    /// Names and definitions of the ladders, which identify them.
    ///
    /// >>> import sudoscope
    /// >>> sudoscope.Rater("S").ladders
    /// {'S': 'brt,lc,subset:2-4+fish:2-4'}
    #[getter]
    fn ladders<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let ladders = PyDict::new(py);
        for ladder in self.made_by.scales() {
            ladders.set_item(&ladder.name, &ladder.definition)?;
        }
        Ok(ladders)
    }

    fn __repr__(&self) -> String {
        let Effort { budget, validate } = self.made_by.settings.effort();
        let mut text = match self.arguments.as_slice() {
            [one] => format!("Rater({one:?}"),
            several => format!("Rater({several:?}"),
        };
        if budget != DEFAULT_BUDGET {
            text += &format!(", budget={budget}");
        }
        if !validate {
            text += ", validate=False";
        }
        if self.policy != Policy::AllAtOnce {
            text += &format!(", policy={:?}", self.policy.word());
        }
        if let Some(column) = &self.column {
            text += &format!(", column={column:?}");
        }
        let Extras { solution, rules, records } = self.extras;
        for (given, name) in [(solution, "solution"), (rules, "rules"), (records, "records")] {
            if given {
                text += &format!(", {name}=True");
            }
        }
        if let Some(question) = &self.on_boards {
            text += &format!(", board={:?}", question.boards.to_string());
        }
        text + ")"
    }

    /// Pickles the arguments and the version of the engine, which are checked when the rater is restored.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let Effort { budget, validate } = self.made_by.settings.effort();
        let policy = self.policy.word();
        let restore = py.import("sudoscope._sudoscope")?.getattr("_restore_rater")?;
        let (arguments, column) = (self.arguments.clone(), self.column.clone());
        let Extras { solution, rules, records } = self.extras;
        let board = self.on_boards.as_ref().map(|question| question.boards.to_string());
        let state = (VERSION, arguments, budget, validate, policy, column, solution, rules, records, board);
        Ok((restore, state.into_pyobject(py)?))
    }
}

/// Restores a rater that was pickled; fails under another version, which might rate differently.
#[pyfunction]
#[pyo3(name = "_restore_rater")]
#[allow(clippy::too_many_arguments)] // arguments of a rater
pub fn restore(
    version: &str, ladders: Vec<String>, budget: u64, validate: bool, policy: &str, column: Option<String>,
    solution: bool, rules: bool, records: bool, board: Option<&str>,
) -> PyResult<Rater> {
    if version != VERSION {
        return Err(refused(format!(
            "this rater was pickled by sudoscope {version}, and this is {VERSION}: use one version everywhere"
        )));
    }
    let ladders = Some(Names(ladders));
    Rater::new(ladders, budget, validate, policy, column, solution, rules, records, board)
}

/// Rater at work, for tallies or for outcomes only.
struct AtWork<'a> {
    rater: &'a Rater,
    tallied: bool,
}

impl Work for AtWork<'_> {
    type Scratch = LineRater;
    type Row = Row;

    fn scratch(&self, _: &Arc<dyn Crew>) -> LineRater {
        let idle = self.rater.idle().and_then(|mut idle| idle.pop());
        idle.unwrap_or_default().only_outcomes(!self.tallied).solving(self.rater.extras.solution)
    }

    fn row(&self, rater: &mut LineRater, line: Line) -> Row {
        rater.row(&self.rater.made_by.settings, line)
    }
}

impl Rater {
    /// Rates some lines into a batch.
    fn batch(&self, lines: &Lines, keep: bool, jobs: usize) -> PyResult<RecordBatch> {
        if let Some(question) = &self.on_boards {
            let (own, reading) = on(&question.boards, lines)?;
            let batch = batch_of(question, own.as_ref().unwrap_or(lines), reading, jobs)?;
            return if keep { lines.beside(&batch) } else { Ok(batch) };
        }
        let mut columns = Columns::new(&self.made_by, &self.schema, self.extras, lines.len())?;
        let work = AtWork { rater: self, tallied: self.extras.rules || self.extras.records };
        self.put_back(in_order(lines, jobs, &work, |row, is_null| {
            columns.push(row, is_null);
            Ok(())
        })?);
        let batch = columns.finish()?;
        if keep { lines.beside(&batch) } else { Ok(batch) }
    }

    /// Whether the boards of puzzles are in a column.
    fn needs_column(&self) -> bool {
        self.on_boards.as_ref().is_some_and(|question| matches!(question.boards, Boards::Column))
    }

    fn put_back(&self, raters: Vec<LineRater>) {
        if let Some(mut idle) = self.idle() {
            idle.extend(raters);
        }
    }

    /// Locks the idle raters, unless another thread has them just now. It is not waited for: in a fork of
    /// this process it may no longer exist.
    fn idle(&self) -> Option<MutexGuard<'_, Vec<LineRater>>> {
        self.raters.try_lock().ok()
    }
}

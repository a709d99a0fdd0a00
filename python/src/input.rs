//! Arrays from anything that speaks Arrow: arrays, batches, tables, and streams of either.

use crate::errors::{of_arrow, refused};
use arrow_array::builder::StringBuilder;
use arrow_array::{Array, ArrayRef, LargeStringArray, StringArray, StructArray, cast::AsArray};
use arrow_schema::{ArrowError, DataType, FieldRef};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PySlice, PyString, PyTuple};
use pyo3_arrow::PyArray;
use pyo3_arrow::ffi::ArrayReader;
use pyo3_arrow::input::AnyArray;
use std::sync::Arc;

/// Returns the chunks of an argument, and their field; a table is an array of structs, with the table's
/// metadata.
pub fn arrays_of(data: &Bound<'_, PyAny>) -> PyResult<(FieldRef, Vec<ArrayRef>)> {
    let reader = arrow(data)?.into_reader()?;
    let field = reader.field();
    // A stream may wait for other threads, which may wait for the interpreter.
    let arrays = data.py().detach(|| reader.collect::<Result<_, ArrowError>>());
    Ok((field, arrays.map_err(of_arrow)?))
}

/// Batches of a table or of a stream, one after another; none is kept.
pub struct ArrowBatches(Box<dyn ArrayReader + Send>);

impl ArrowBatches {
    /// Opens the batches of a table.
    pub fn of(data: &Bound<'_, PyAny>) -> PyResult<ArrowBatches> {
        let reader = arrow(data)?.into_reader()?;
        match reader.field().data_type() {
            DataType::Struct(_) => Ok(ArrowBatches(reader)),
            other => Err(PyTypeError::new_err(format!("a table is wanted, not {other}"))),
        }
    }

    /// Opens the arrays of any argument.
    pub fn of_any(data: &Bound<'_, PyAny>) -> PyResult<ArrowBatches> {
        Ok(ArrowBatches(arrow(data)?.into_reader()?))
    }

    /// Returns the arrays.
    pub fn arrays(self) -> impl Iterator<Item = Result<ArrayRef, ArrowError>> + Send {
        self.0
    }

    /// Returns their field, with the table's metadata.
    pub fn field(&self) -> FieldRef {
        self.0.field()
    }

    /// Whether the table has a column named `column`.
    pub fn have(&self, column: &str) -> bool {
        match self.field().data_type() {
            DataType::Struct(fields) => fields.find(column).is_some(),
            _ => false,
        }
    }
}

impl Iterator for ArrowBatches {
    type Item = PyResult<StructArray>;

    fn next(&mut self) -> Option<PyResult<StructArray>> {
        Some(match self.0.next()? {
            Ok(batch) if batch.null_count() > 0 => Err(refused("a row of the table is null as a whole")),
            Ok(batch) => Ok(batch.as_struct().clone()),
            Err(error) => Err(of_arrow(error)),
        })
    }
}

/// Selects the column named `column` of a pandas frame. Without a name, selects the columns of strings, as
/// other columns may not be convertible to Arrow. Returns any other argument unchanged.
pub fn only<'py>(data: &Bound<'py, PyAny>, column: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
    let py = data.py();
    // Nobody has a frame of pandas without having imported it.
    let modules = py.import("sys")?.getattr("modules")?;
    let Ok(pandas) = modules.get_item("pandas") else { return Ok(data.clone()) };
    if !pandas.getattr("DataFrame").is_ok_and(|frame| data.is_instance(&frame).unwrap_or(false)) {
        return Ok(data.clone());
    }
    let kind = pandas.getattr("api")?.getattr("types")?.getattr("infer_dtype")?;
    let (asked, all) = (PyList::empty(py), data.getattr("columns")?);
    for (at, name) in all.try_iter()?.enumerate() {
        let name = name?;
        let is_asked = match column {
            Some(column) => name.extract::<String>().is_ok_and(|name| name == column),
            None => {
                let values = data.getattr("iloc")?.get_item((PySlice::full(py), at))?;
                ["string", "empty"].contains(&&*kind.call1((values,))?.extract::<String>()?)
            }
        };
        if is_asked {
            asked.append(name)?;
        }
    }
    match (asked.is_empty(), column) {
        (false, _) => data.get_item(asked),
        (true, None) => Ok(data.clone()),
        (true, Some(column)) => {
            let names: Vec<String> =
                all.try_iter()?.map(|name| Ok(name?.str()?.to_string())).collect::<PyResult<_>>()?;
            Err(refused(format!("there is no column '{column}' among the columns {}", names.join(", "))))
        }
    }
}

/// Converts an argument to Arrow. Lists of strings and arrays of digits are converted here; anything else
/// that does not speak Arrow (a series of Python objects) is made an array by pyarrow.
fn arrow(data: &Bound<'_, PyAny>) -> PyResult<AnyArray> {
    if data.hasattr("__arrow_c_array__")? || data.hasattr("__arrow_c_stream__")? {
        return data.extract().map_err(|error| not_strings(data, error));
    }
    if data.is_instance_of::<PyString>() || data.is_instance_of::<PyBytes>() {
        return Err(PyTypeError::new_err("one string is not a column of strings: write [puzzle]"));
    }
    if let Some(strings) = strings(data)? {
        return Ok(AnyArray::Array(PyArray::from_array_ref(Arc::new(strings))));
    }
    if data.hasattr("__array_interface__")? && data.getattr("ndim")?.extract::<usize>()? > 1 {
        return Ok(AnyArray::Array(PyArray::from_array_ref(Arc::new(digits(data)?))));
    }
    let pyarrow = data.py().import("pyarrow")?;
    let strings = pyarrow.call_method0("string")?;
    pyarrow.call_method1("array", (data, strings)).map_err(|error| not_strings(data, error))?.extract()
}

/// Converts a list or a tuple of strings and None; returns `None` for anything else. (pyarrow would import
/// pandas to make an array of a list.)
fn strings(data: &Bound<'_, PyAny>) -> PyResult<Option<StringArray>> {
    if !data.is_instance_of::<PyList>() && !data.is_instance_of::<PyTuple>() {
        return Ok(None);
    }
    let mut all = StringBuilder::new();
    for one in data.try_iter()? {
        let one = one?;
        match one.cast::<PyString>() {
            Ok(text) => all.append_value(text.to_cow()?),
            Err(_) if one.is_none() => all.append_null(),
            Err(_) => return Ok(None),
        }
        if all.values_slice().len() > i32::MAX as usize - (1 << 20) {
            return Ok(None);
        }
    }
    Ok(Some(all.finish()))
}

/// Converts an array of digits, with 0 for a blank, into puzzles: a row of 81, or nine of nine, for each.
fn digits(data: &Bound<'_, PyAny>) -> PyResult<LargeStringArray> {
    let shape: Vec<usize> = data.getattr("shape")?.extract()?;
    let (kind, of) = (data.getattr("dtype")?.getattr("kind")?, data.getattr("dtype")?.str()?);
    let is_whole = ["i", "u"].contains(&&*kind.extract::<String>()?);
    let ([puzzles, 81] | [puzzles, 9, 9], true) = (&shape[..], is_whole) else {
        return Err(PyTypeError::new_err(format!(
            "an array of puzzles has whole numbers from 0 to 9 and the shape (n, 81) or (n, 9, 9), not {of} \
             and the shape {}",
            data.getattr("shape")?
        )));
    };
    let numpy = data.py().import("numpy")?;
    // A number that is not a digit makes its puzzle a bad line.
    let is_digit = data.call_method1("__ge__", (0,))?.bitand(data.call_method1("__le__", (9,))?)?;
    let characters = numpy.call_method1("where", (is_digit, data.add(b'0')?, b'!'))?;
    let bytes = characters.call_method1("astype", ("uint8",))?.call_method0("tobytes")?;
    let text = std::str::from_utf8(bytes.cast::<PyBytes>()?.as_bytes())
        .map_err(|error| refused(error.to_string()))?;
    Ok(LargeStringArray::from_iter_values((0..*puzzles).map(|at| &text[81 * at..81 * at + 81])))
}

/// Returns the error, or advice if the values are numbers.
fn not_strings(data: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    let first = match data.getattr("iloc") {
        Ok(cells) if data.hasattr("columns").unwrap_or(false) => cells.get_item((0, 0)).ok(),
        _ => data.try_iter().ok().and_then(|mut all| all.next()).and_then(Result::ok),
    };
    match first.is_some_and(|first| first.hasattr("__index__").unwrap_or(false)) {
        true => PyTypeError::new_err(format!("puzzles are strings, not whole numbers: {READ_AS_TEXT}")),
        false => error,
    }
}

/// Advice for numbers.
pub const READ_AS_TEXT: &str =
    "a number loses blanks at its beginning and digits at its end, so read the file with dtype=str";

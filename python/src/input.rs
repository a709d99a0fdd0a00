//! Arrays out of whatever speaks Arrow: arrays, batches, tables, and streams of either.

use crate::errors::{of_arrow, refused};
use arrow_array::{Array, ArrayRef, StructArray, cast::AsArray};
use arrow_schema::{ArrowError, DataType, FieldRef};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use pyo3_arrow::ffi::ArrayReader;
use pyo3_arrow::input::AnyArray;

/// The chunks of an argument, and what they are; a table is an array of structs, whose metadata are the
/// table's.
pub fn arrays_of(data: &Bound<'_, PyAny>) -> PyResult<(FieldRef, Vec<ArrayRef>)> {
    let reader = arrow(data)?.into_reader()?;
    let field = reader.field();
    // A stream may wait for other threads, and these for the interpreter.
    let arrays = data.py().detach(|| reader.collect::<Result<_, ArrowError>>());
    Ok((field, arrays.map_err(of_arrow)?))
}

/// The batches of a table or of a stream, one after another; none is kept.
pub struct Batches(Box<dyn ArrayReader + Send>);

impl Batches {
    /// Those of an argument.
    pub fn of(data: &Bound<'_, PyAny>) -> PyResult<Batches> {
        let reader = arrow(data)?.into_reader()?;
        match reader.field().data_type() {
            DataType::Struct(_) => Ok(Batches(reader)),
            other => Err(PyTypeError::new_err(format!("a table is wanted, not {other}"))),
        }
    }

    /// Arrays of anything.
    pub fn of_any(data: &Bound<'_, PyAny>) -> PyResult<Batches> {
        Ok(Batches(arrow(data)?.into_reader()?))
    }

    /// They as arrays.
    pub fn arrays(self) -> impl Iterator<Item = Result<ArrayRef, ArrowError>> + Send {
        self.0
    }

    /// What they are; its metadata are the table's.
    pub fn field(&self) -> FieldRef {
        self.0.field()
    }

    /// Whether they have a column of this name.
    pub fn have(&self, column: &str) -> bool {
        match self.field().data_type() {
            DataType::Struct(fields) => fields.find(column).is_some(),
            _ => false,
        }
    }
}

impl Iterator for Batches {
    type Item = PyResult<StructArray>;

    fn next(&mut self) -> Option<PyResult<StructArray>> {
        Some(match self.0.next()? {
            Ok(batch) if batch.null_count() > 0 => Err(refused("a row of the table is null as a whole")),
            Ok(batch) => Ok(batch.as_struct().clone()),
            Err(error) => Err(of_arrow(error)),
        })
    }
}

/// What does not speak Arrow (a list, a series of Python objects) is made an array by pyarrow.
fn arrow(data: &Bound<'_, PyAny>) -> PyResult<AnyArray> {
    if data.hasattr("__arrow_c_array__")? || data.hasattr("__arrow_c_stream__")? {
        return data.extract();
    }
    if data.is_instance_of::<PyString>() || data.is_instance_of::<PyBytes>() {
        return Err(PyTypeError::new_err("one string is not a column of strings: write [puzzle]"));
    }
    let pyarrow = data.py().import("pyarrow")?;
    let strings = pyarrow.call_method0("string")?;
    pyarrow.call_method1("array", (data, strings))?.extract()
}

//! Arrays out of whatever speaks Arrow: arrays, batches, tables, and streams of either.

use crate::errors::{of_arrow, refused};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_schema::{ArrowError, DataType, FieldRef};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use pyo3_arrow::input::AnyArray;

/// The chunks of an argument, and what they are; a table is an array of structs, whose metadata are the table's.
pub fn arrays_of(data: &Bound<'_, PyAny>) -> PyResult<(FieldRef, Vec<ArrayRef>)> {
    let reader = arrow(data)?.into_reader()?;
    let field = reader.field();
    // A stream may wait for other threads, and these for the interpreter.
    let arrays = data.py().detach(|| reader.collect::<Result<_, ArrowError>>());
    Ok((field, arrays.map_err(of_arrow)?))
}

/// The same of a table.
pub fn table_of(data: &Bound<'_, PyAny>) -> PyResult<(FieldRef, Vec<StructArray>)> {
    let (field, arrays) = arrays_of(data)?;
    if !matches!(field.data_type(), DataType::Struct(_)) {
        return Err(PyTypeError::new_err(format!("a table is wanted, not {}", field.data_type())));
    }
    let tables: Vec<StructArray> = arrays.iter().map(|array| array.as_struct().clone()).collect();
    match tables.iter().any(|table| table.null_count() > 0) {
        true => Err(refused("a row of the table is null as a whole")),
        false => Ok((field, tables)),
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

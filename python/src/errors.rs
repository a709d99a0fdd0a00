//! What Python raises.

use arrow_schema::ArrowError;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use sudoscope::input::InputError;
use sudoscope::run::RunError;

/// A `ValueError` with this text.
pub fn refused(text: impl Into<String>) -> PyErr {
    PyValueError::new_err(text.into())
}

/// An array that cannot be made or read.
pub fn of_arrow(error: ArrowError) -> PyErr {
    refused(error.to_string())
}

/// A file that cannot be read.
pub fn of_input(error: InputError) -> PyErr {
    PyOSError::new_err(error.to_string())
}

/// Reports that cannot be written.
pub fn of_run(error: RunError) -> PyErr {
    match error {
        RunError::Io(path, error) => PyOSError::new_err(format!("{}: {error}", path.display())),
        other => refused(other.to_string()),
    }
}

//! Python exceptions for errors.

use arrow_schema::ArrowError;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use sudoscope::input::InputError;
use sudoscope::run::RunError;

/// Makes a `ValueError` with this text.
pub fn refused(text: impl Into<String>) -> PyErr {
    PyValueError::new_err(text.into())
}

/// Converts the error of an array that cannot be made or read.
pub fn of_arrow(error: ArrowError) -> PyErr {
    refused(error.to_string())
}

/// Converts the error of a file that cannot be read.
pub fn of_input(error: InputError) -> PyErr {
    PyOSError::new_err(error.to_string())
}

/// Converts the error of reports that cannot be written.
pub fn of_run(error: RunError) -> PyErr {
    match error {
        RunError::Io(path, error) => PyOSError::new_err(format!("{}: {error}", path.display())),
        other => refused(other.to_string()),
    }
}

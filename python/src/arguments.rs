//! Arguments that may have several types.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::ops::RangeInclusive;

/// Text of a puzzle, a step or a name. A lone surrogate, which is no character, becomes U+FFFD, so the answer
/// is that of any other wrong character.
pub struct Text(pub String);

impl<'py> FromPyObject<'_, 'py> for Text {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Text> {
        Ok(Text(given.cast::<PyString>()?.to_string_lossy().into_owned()))
    }
}

/// Names of ladders or rules: one, or a list.
pub struct Names(pub Vec<String>);

impl<'py> FromPyObject<'_, 'py> for Names {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Names> {
        if let Ok(Text(one)) = given.extract() {
            return Ok(Names(vec![one]));
        }
        let several: Result<Vec<Text>, PyErr> = given.extract();
        let several = several.map_err(|_| unlike("a name, or a list of names", &given))?;
        Ok(Names(several.into_iter().map(|Text(name)| name).collect()))
    }
}

/// Number, or pair of the least and the greatest number.
pub struct Numbers(pub RangeInclusive<usize>);

impl<'py> FromPyObject<'_, 'py> for Numbers {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Numbers> {
        if let Ok(one) = given.extract() {
            return Ok(Numbers(one..=one));
        }
        let span: PyResult<(usize, usize)> = given.extract();
        let (from, to) = span.map_err(|_| unlike("a number, or a pair of numbers (from, to)", &given))?;
        Ok(Numbers(from..=to))
    }
}

/// Makes the error for an argument that is none of the kinds expected.
fn unlike(expected: &str, given: &Borrowed<'_, '_, PyAny>) -> PyErr {
    let kind = given.get_type().name().map_or(String::new(), |name| name.to_string());
    let shown = given.repr().map_or(String::new(), |text| text.to_string_lossy().chars().take(80).collect());
    PyTypeError::new_err(format!("{expected} is expected, not {shown} ({kind})"))
}

//! Strings of an input, one for each row, used in place.

use crate::errors::{of_arrow, refused};
use crate::input::{READ_AS_TEXT, arrays_of, only};
use arrow_array::{Array, ArrayRef, RecordBatch, StructArray, cast::AsArray};
use arrow_schema::{DataType, Field, FieldRef, Schema};
use arrow_select::concat::concat;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::sync::Arc;

/// Name of a column that has none.
const UNNAMED: &str = "puzzle";

/// One string for each row, chunk by chunk, and the columns beside them.
pub struct Lines {
    chunks: Vec<Chunk>,
    /// Fields and columns of the input.
    fields: Vec<FieldRef>,
    columns: Vec<Vec<ArrayRef>>,
}

/// Array of strings.
enum Chunk {
    Utf8(arrow_array::StringArray),
    Large(arrow_array::LargeStringArray),
    View(arrow_array::StringViewArray),
}

impl Lines {
    /// Finds the strings of an argument: the strings of an array, or of a table's column, which must be named
    /// if there are several columns of strings. Nothing is copied, and other columns are ignored.
    pub fn of(data: &Bound<'_, PyAny>, column: Option<&str>) -> PyResult<Lines> {
        Lines::beside_all(&only(data, column)?, column)
    }

    /// Finds the strings like [`Lines::of`], and keeps the columns beside them.
    pub fn beside_all(data: &Bound<'_, PyAny>, column: Option<&str>) -> PyResult<Lines> {
        let (field, arrays) = arrays_of(data)?;
        Lines::of_arrays(&field, arrays, column)
    }

    /// Finds the strings in arrays of this type.
    pub fn of_arrays(field: &FieldRef, arrays: Vec<ArrayRef>, column: Option<&str>) -> PyResult<Lines> {
        match field.data_type() {
            DataType::Struct(fields) => {
                let at = find(fields, column)?;
                let tables: Vec<&StructArray> = arrays.iter().map(|array| array.as_struct()).collect();
                if tables.iter().any(|table| table.null_count() > 0) {
                    return Err(refused("a struct that is null has no puzzle"));
                }
                let of_column = |at: usize| tables.iter().map(|table| table.column(at).clone()).collect();
                let columns: Vec<Vec<ArrayRef>> = (0..fields.len()).map(of_column).collect();
                let strings = columns.get(at).map_or(&[][..], Vec::as_slice);
                Ok(Lines { chunks: chunks(strings)?, fields: fields.to_vec(), columns })
            }
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => {
                let name = Some(field.name().as_str()).filter(|name| !name.is_empty());
                let field = field.as_ref().clone().with_name(name.unwrap_or(UNNAMED));
                let chunks = chunks(&arrays)?;
                Ok(Lines { chunks, fields: vec![Arc::new(field)], columns: vec![arrays] })
            }
            other => Err(not_strings(other)),
        }
    }

    /// Returns each string as the member `own` of an object, with that of the column `name` as another
    /// member. `None` if there is no such column.
    pub fn with_their(&self, name: &str, own: &str) -> PyResult<Option<Lines>> {
        let Some(at) = self.fields.iter().position(|field| field.name() == name) else { return Ok(None) };
        let others = chunks(self.columns.get(at).map_or(&[][..], Vec::as_slice))?;
        let others = others.iter().flat_map(|chunk| (0..chunk.len()).map(|row| chunk.get(row)));
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let object = |(line, other): (Option<&[u8]>, Option<&[u8]>)| {
            line.map(|line| serde_json::json!({ own: text(line), name: other.map(text) }).to_string())
        };
        let objects: arrow_array::LargeStringArray = self.iter().zip(others).map(object).collect();
        Ok(Some(Lines { chunks: vec![Chunk::Large(objects)], fields: Vec::new(), columns: Vec::new() }))
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.chunks.iter().map(Chunk::len).sum()
    }

    /// Returns the rows, in order; `None` for null.
    pub fn iter(&self) -> impl Iterator<Item = Option<&[u8]>> {
        self.chunks.iter().flat_map(|chunk| (0..chunk.len()).map(|row| chunk.get(row)))
    }

    /// Returns the input, followed by the columns of `batch`.
    pub fn beside(&self, batch: &RecordBatch) -> PyResult<RecordBatch> {
        let schema = batch.schema();
        if let Some(taken) = self.fields.iter().find(|field| schema.index_of(field.name()).is_ok()) {
            return Err(refused(format!(
                "the input has a column '{}', as the ratings have: rename it, or leave keep=True out",
                taken.name()
            )));
        }
        let whole = |chunks: &Vec<ArrayRef>, field: &FieldRef| match chunks.as_slice() {
            [] => Ok(arrow_array::new_empty_array(field.data_type())),
            [only] => Ok(only.clone()),
            several => {
                let several: Vec<&dyn Array> = several.iter().map(AsRef::as_ref).collect();
                concat(&several)
            }
        };
        let columns = self.columns.iter().zip(&self.fields).map(|(chunks, field)| whole(chunks, field));
        let mut columns: Vec<ArrayRef> = columns.collect::<Result<_, _>>().map_err(of_arrow)?;
        columns.extend(batch.columns().iter().cloned());
        let fields: Vec<FieldRef> = self.fields.iter().chain(schema.fields()).cloned().collect();
        let schema = Schema::new_with_metadata(fields, schema.metadata().clone());
        RecordBatch::try_new(Arc::new(schema), columns).map_err(of_arrow)
    }
}

/// Finds the column named `column`; without a name, the only column of strings.
fn find(fields: &[FieldRef], column: Option<&str>) -> PyResult<usize> {
    let names = |fields: &[&Field]| {
        let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
        names.join(", ")
    };
    let all: Vec<&Field> = fields.iter().map(AsRef::as_ref).collect();
    if let Some(name) = column {
        let found = fields.iter().position(|field| field.name() == name);
        return found.ok_or_else(|| {
            refused(format!("there is no column '{name}' among the columns {}", names(&all)))
        });
    }
    let is_text = |field: &&Field| {
        matches!(field.data_type(), DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
    };
    let texts: Vec<&Field> = all.iter().copied().filter(is_text).collect();
    match texts.as_slice() {
        [only] => Ok(all.iter().position(|field| field == only).unwrap_or_default()),
        [] => Err(refused(format!("no column of strings among the columns {}", names(&all)))),
        several => Err(refused(format!(
            "several columns of strings ({}): name that of the puzzles, Rater(…, column=\"{}\")",
            names(several),
            several.first().map_or("", |field| field.name())
        ))),
    }
}

fn not_strings(kind: &DataType) -> PyErr {
    let what = if kind.is_numeric() { format!(": {READ_AS_TEXT}") } else { String::new() };
    PyTypeError::new_err(format!("puzzles are strings, not {kind}{what}"))
}

fn chunks(arrays: &[ArrayRef]) -> PyResult<Vec<Chunk>> {
    let chunk = |array: &ArrayRef| match array.data_type() {
        DataType::Utf8 => Ok(Chunk::Utf8(array.as_string().clone())),
        DataType::LargeUtf8 => Ok(Chunk::Large(array.as_string().clone())),
        DataType::Utf8View => Ok(Chunk::View(array.as_string_view().clone())),
        other => Err(not_strings(other)),
    };
    arrays.iter().map(chunk).collect()
}

impl Chunk {
    fn len(&self) -> usize {
        match self {
            Chunk::Utf8(array) => array.len(),
            Chunk::Large(array) => array.len(),
            Chunk::View(array) => array.len(),
        }
    }

    fn get(&self, row: usize) -> Option<&[u8]> {
        match self {
            Chunk::Utf8(array) => array.is_valid(row).then(|| array.value(row).as_bytes()),
            Chunk::Large(array) => array.is_valid(row).then(|| array.value(row).as_bytes()),
            Chunk::View(array) => array.is_valid(row).then(|| array.value(row).as_bytes()),
        }
    }
}

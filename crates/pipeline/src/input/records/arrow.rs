//! Rows of Arrow record batches, from files and streams.

use super::{KeptKind, RecordReader, Typed, damaged, end, member};
use arrow_array::{Array, RecordBatch};
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, DataType, SchemaRef};
use serde_json::Value;
use std::fs::File;
use std::io::{self, BufReader, Read};

/// Batches that still come, of which these columns are read.
struct ColumnBatches<I> {
    batches: I,
    columns: Vec<usize>,
    /// What is behind the last batch is read, too: it is a part of the input.
    rest: fn(&mut I) -> io::Result<()>,
}

pub(super) fn open_file(file: File, wanted: &Typed) -> io::Result<impl RecordReader + use<>> {
    let batches = FileReader::try_new(BufReader::new(file), None).map_err(io_error)?;
    let columns = columns(&batches.schema(), wanted)?;
    Ok(ColumnBatches { batches, columns, rest: |_| Ok(()) })
}

/// What the values of columns are.
pub(super) fn kinds(file: File) -> io::Result<Vec<(String, KeptKind)>> {
    let batches = FileReader::try_new(BufReader::new(file), None).map_err(io_error)?;
    let kind = |kind: &DataType| match kind {
        DataType::UInt64 => KeptKind::Text,
        kind if kind.is_integer() => KeptKind::Int,
        kind if kind.is_floating() => KeptKind::Float,
        _ => KeptKind::Text,
    };
    let schema = batches.schema();
    Ok(schema.fields().iter().map(|field| (field.name().clone(), kind(field.data_type()))).collect())
}

pub(super) fn open_stream<R: Read + Send + 'static>(
    stream: R, wanted: &Typed,
) -> io::Result<impl RecordReader + use<R>> {
    let batches = StreamReader::try_new(BufReader::new(stream), None).map_err(io_error)?;
    let columns = columns(&batches.schema(), wanted)?;
    let rest =
        |batches: &mut StreamReader<BufReader<R>>| io::copy(batches.get_mut(), &mut io::sink()).map(|_| ());
    Ok(ColumnBatches { batches, columns, rest })
}

fn columns(schema: &SchemaRef, wanted: &Typed) -> io::Result<Vec<usize>> {
    let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    wanted.of(&names)
}

impl<I> RecordReader for ColumnBatches<I>
where
    I: Iterator<Item = Result<RecordBatch, ArrowError>> + Send,
{
    fn more(&mut self, lines: &mut Vec<u8>) -> io::Result<bool> {
        let Some(batch) = self.batches.next() else {
            (self.rest)(&mut self.batches)?;
            return Ok(false);
        };
        let batch = batch.and_then(|batch| batch.project(&self.columns)).map_err(io_error)?;
        let options = FormatOptions::default();
        let schema = batch.schema();
        let columns = schema.fields().iter().zip(batch.columns()).map(|(field, array)| {
            let texts = ArrayFormatter::try_new(array, &options)?;
            // A value of a dictionary may be null itself.
            Ok((field.name(), array.logical_nulls(), is_number(array.data_type()), texts))
        });
        let columns: Vec<_> = columns.collect::<Result<_, ArrowError>>().map_err(io_error)?;
        for row in 0..batch.num_rows() {
            for (at, (name, nulls, is_number, texts)) in columns.iter().enumerate() {
                let text = || texts.value(row).try_to_string().map_err(io_error);
                let value = match (nulls, is_number) {
                    (Some(nulls), _) if nulls.is_null(row) => Value::Null,
                    // Null where there is no number.
                    (_, true) => serde_json::from_str(&text()?).unwrap_or(Value::Null),
                    (_, false) => text()?.into(),
                };
                member(lines, at == 0, name, value);
            }
            end(lines, !columns.is_empty());
        }
        Ok(true)
    }
}

fn is_number(kind: &DataType) -> bool {
    kind.is_numeric() || *kind == DataType::Boolean
}

fn io_error(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        other => damaged("Arrow", other),
    }
}

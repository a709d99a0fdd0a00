//! Rows of Arrow record batches, from files and streams.

use super::ipc::{Decoder, FileMessages, Message, Messages, io_error};
use super::{Cells, KeptKind, MOST, RecordReader, Typed, damaged};
use arrow_array::{Array, RecordBatch};
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_schema::{ArrowError, DataType, SchemaRef};
use std::fs::File;
use std::io::{self, BufReader, Read};

/// Maximum bytes of a batch in packed data, and of all dictionaries, since their packed size is unknown.
const MOST_PACKED: u64 = 1 << 26;

/// Batches still to be read.
struct RecordBatches<R> {
    messages: Messages<R>,
    decoder: Decoder,
    /// The current batch, and the number of its next row.
    batch: Option<(RecordBatch, usize)>,
}

pub(super) fn open_file(file: File, wanted: &Typed) -> io::Result<impl RecordReader + use<>> {
    let file = FileMessages::open(file)?;
    RecordBatches::<io::Empty>::of(file.schema.clone(), Messages::File(file), wanted, None)
}

pub(super) fn open_stream<R: Read + Send + 'static>(
    stream: R, wanted: &Typed, is_packed: bool,
) -> io::Result<impl RecordReader + use<R>> {
    let mut stream = BufReader::new(stream);
    let first = Message::next(&mut stream, u64::MAX)?.ok_or_else(|| damaged("Arrow", "it has no columns"))?;
    let most = is_packed.then_some(MOST_PACKED);
    RecordBatches::of(first.schema()?, Messages::Stream(stream, most.unwrap_or(u64::MAX)), wanted, most)
}

/// Returns the names of the columns, and the kinds of their values.
pub(super) fn kinds(file: File) -> io::Result<Vec<(String, KeptKind)>> {
    let kind = |kind: &DataType| match kind {
        DataType::UInt64 => KeptKind::Text,
        kind if kind.is_integer() => KeptKind::Int,
        kind if kind.is_floating() => KeptKind::Float,
        _ => KeptKind::Text,
    };
    let schema = FileMessages::open(file)?.schema;
    Ok(schema.fields().iter().map(|field| (field.name().clone(), kind(field.data_type()))).collect())
}

impl<R: Read> RecordBatches<R> {
    fn of(
        schema: SchemaRef, messages: Messages<R>, wanted: &Typed, most: Option<u64>,
    ) -> io::Result<RecordBatches<R>> {
        let fields = schema.fields().iter();
        let columns =
            wanted.of(fields.map(|field| (field.name().as_str(), may_be_puzzle(field.data_type()))))?;
        Ok(RecordBatches { messages, decoder: Decoder::new(schema, columns, most), batch: None })
    }
}

impl<R: Read + Send> RecordReader for RecordBatches<R> {
    fn more(&mut self, lines: &mut Vec<u8>) -> io::Result<bool> {
        let (batch, begin) = match self.batch.take() {
            Some(begun) => begun,
            None => match self.messages.next()? {
                None => return Ok(false),
                Some(message) => match self.decoder.rows(&message)? {
                    Some(batch) => (batch, 0),
                    None => return Ok(true),
                },
            },
        };
        let options = FormatOptions::default();
        let schema = batch.schema();
        let columns = schema.fields().iter().zip(batch.columns()).map(|(field, array)| {
            let texts = ArrayFormatter::try_new(array, &options)?;
            // A value of a dictionary may itself be null.
            let nulls = if array.data_type().is_null() { None } else { array.logical_nulls() };
            Ok((field.name(), nulls, array.data_type(), texts))
        });
        let columns: Vec<_> = columns.collect::<Result<_, ArrowError>>().map_err(io_error)?;
        let mut row = begin;
        while row < batch.num_rows() && lines.len() < MOST {
            let mut cells = Cells::begin(lines);
            for (name, nulls, kind, texts) in &columns {
                let is_null = kind.is_null() || nulls.as_ref().is_some_and(|nulls| nulls.is_null(row));
                cells.put(name, is_number(kind), |text| !is_null && texts.value(row).write(text).is_ok());
            }
            cells.end();
            row += 1;
        }
        drop(columns);
        self.batch = (row < batch.num_rows()).then_some((batch, row));
        Ok(true)
    }
}

fn is_number(kind: &DataType) -> bool {
    kind.is_numeric() || *kind == DataType::Boolean
}

/// Whether values of this type may be puzzles.
fn may_be_puzzle(kind: &DataType) -> bool {
    !is_number(kind) && !kind.is_temporal() && !kind.is_null()
}

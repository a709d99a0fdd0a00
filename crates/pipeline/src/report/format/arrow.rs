//! Apache Arrow, as a file (Feather) and as the columns of the wheel. Only types that every engine supports:
//! no unsigned numbers, no dictionaries.

use super::csv::kinds;
use crate::report::table::{Format, Kind, Use, Value, Writer};
use arrow_array::builder::{
    BooleanBuilder, Float64Builder, Int16Builder, Int32Builder, Int64Builder, ListBuilder, StringBuilder,
};
use arrow_array::{ArrayRef, ListArray, RecordBatch, StructArray};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema, SchemaRef};
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;
use sudoscope_engine::scale::Unit;

pub(super) const FORMAT: Format = Format {
    name: "arrow",
    about: "an Apache Arrow file (Feather), typed columns; a rating is a number or null",
    is_text: false,
    is_open: false,
    begin: |out, head| {
        let fields: Vec<Field> = head
            .columns
            .iter()
            .map(|column| Field::new(&column.name, data_type(column.kind), true))
            .collect();
        let about = HashMap::from([("sudoscope".to_string(), head.about.join("\n"))]);
        let schema = Arc::new(Schema::new_with_metadata(fields, about));
        let file = FileWriter::try_new(out, &schema).map_err(io_error)?;
        let kinds = kinds(head);
        let columns = kinds.iter().map(|&kind| ArrowColumn::new(kind, 0)).collect();
        Ok(Box::new(ArrowFile { file, schema, kinds, columns, rows: 0, bytes: 0 }))
    },
};

/// Rows in a batch, and bytes of its texts: a text column has room for 2 GB.
const BATCH: usize = 1 << 16;
const BYTES: usize = 1 << 26;

struct ArrowFile<'a> {
    file: FileWriter<&'a mut (dyn Write + Send)>,
    schema: SchemaRef,
    kinds: Vec<Kind>,
    /// Unwritten batch, its rows, and the bytes of its texts.
    columns: Vec<ArrowColumn>,
    rows: usize,
    bytes: usize,
}

impl Writer for ArrowFile<'_> {
    fn row(&mut self, values: &[Value]) -> io::Result<()> {
        self.columns.iter_mut().zip(values).for_each(|(column, value)| column.push(value));
        self.rows += 1;
        self.bytes += values.iter().map(Value::bytes).sum::<usize>();
        let is_full = self.rows == BATCH || self.bytes > BYTES;
        if is_full { self.write_batch().map_err(io_error) } else { Ok(()) }
    }

    fn end(&mut self) -> io::Result<()> {
        self.write_batch().and_then(|()| self.file.finish()).map_err(io_error)
    }
}

impl ArrowFile<'_> {
    fn write_batch(&mut self) -> Result<(), ArrowError> {
        let next = self.kinds.iter().map(|&kind| ArrowColumn::new(kind, self.rows));
        let columns = std::mem::replace(&mut self.columns, next.collect());
        let columns = columns.into_iter().map(ArrowColumn::finish).collect::<Result<_, _>>()?;
        self.bytes = 0;
        if std::mem::take(&mut self.rows) == 0 {
            return Ok(());
        }
        self.file.write(&RecordBatch::try_new(self.schema.clone(), columns)?)
    }
}

/// Returns the type of a column.
pub fn data_type(kind: Kind) -> DataType {
    match kind {
        Kind::Small | Kind::Rating(Some(Unit::Level)) => DataType::Int16,
        Kind::Medium | Kind::Sum => DataType::Int32,
        Kind::Count | Kind::Whole => DataType::Int64,
        Kind::Rating(Some(Unit::Tenths)) | Kind::Number(_) | Kind::Plain | Kind::Scientific => {
            DataType::Float64
        }
        Kind::Smalls => DataType::List(Arc::new(Field::new("item", DataType::Int16, true))),
        Kind::Texts => DataType::List(Arc::new(Field::new("item", DataType::Utf8, true))),
        Kind::Flag => DataType::Boolean,
        Kind::Uses(unit, is_sum) => {
            let item = DataType::Struct(members(unit, is_sum));
            DataType::List(Arc::new(Field::new("item", item, false)))
        }
        Kind::Rating(_) | Kind::Text | Kind::Line => DataType::Utf8,
    }
}

/// Returns the fields of a rule in a list.
fn members(unit: Unit, is_sum: bool) -> Fields {
    let members = Use::members(unit, is_sum).into_iter();
    members.map(|(name, kind, may_lack)| Field::new(name, data_type(kind), may_lack)).collect()
}

/// Column being made.
pub struct ArrowColumn(Builder);

enum Builder {
    Flag(BooleanBuilder),
    Small(Int16Builder),
    Medium(Int32Builder),
    Large(Int64Builder),
    Number(Float64Builder),
    Text(StringBuilder, Kind),
    Smalls(ListBuilder<Int16Builder>),
    Texts(ListBuilder<StringBuilder>),
    Uses(Uses),
}

/// Lists of rules being made.
struct Uses {
    unit: Unit,
    fields: Fields,
    ends: Vec<i32>,
    is_there: Vec<bool>,
    members: Vec<ArrowColumn>,
}

impl ArrowColumn {
    /// Creates a column for about this many rows.
    pub fn new(kind: Kind, rows: usize) -> ArrowColumn {
        ArrowColumn(match data_type(kind) {
            DataType::Boolean => Builder::Flag(BooleanBuilder::with_capacity(rows)),
            DataType::Int16 => Builder::Small(Int16Builder::with_capacity(rows)),
            DataType::Int32 => Builder::Medium(Int32Builder::with_capacity(rows)),
            DataType::Int64 => Builder::Large(Int64Builder::with_capacity(rows)),
            DataType::Float64 => Builder::Number(Float64Builder::with_capacity(rows)),
            _ => match kind {
                Kind::Smalls => Builder::Smalls(ListBuilder::new(Int16Builder::new())),
                Kind::Texts => Builder::Texts(ListBuilder::new(StringBuilder::new())),
                Kind::Uses(unit, is_sum) => Builder::Uses(Uses {
                    unit,
                    fields: members(unit, is_sum),
                    ends: vec![0],
                    is_there: Vec::new(),
                    members: Use::members(unit, is_sum).map(|member| ArrowColumn::new(member.1, 0)).into(),
                }),
                kind => Builder::Text(StringBuilder::with_capacity(rows, 2 * rows), kind),
            },
        })
    }

    /// Appends a value; null if it does not fit the column.
    pub fn push(&mut self, value: &Value) {
        let whole = match value {
            Value::Count(count) => i64::try_from(*count).ok(),
            Value::Whole(number) => Some(*number),
            Value::Rating(ending) => ending.end.rating().map(i64::from),
            _ => None,
        };
        match &mut self.0 {
            Builder::Flag(column) => column.append_option(match value {
                Value::Flag(flag) => Some(*flag),
                _ => None,
            }),
            Builder::Small(column) => column.append_option(whole.and_then(|it| i16::try_from(it).ok())),
            Builder::Medium(column) => column.append_option(whole.and_then(|it| i32::try_from(it).ok())),
            Builder::Large(column) => column.append_option(whole),
            Builder::Number(column) => column.append_option(match value {
                Value::Rating(ending) => ending.end.rating().map(|rating| ending.unit.number(rating)),
                Value::Number(number) => Some(*number),
                _ => None,
            }),
            Builder::Text(column, kind) => match value {
                Value::Missing | Value::MoreThan(_) => column.append_null(),
                Value::Rating(ending) if ending.end.rating().is_none() => column.append_null(),
                Value::Text(text) => column.append_value(text),
                value => column.append_value(value.text(*kind)),
            },
            Builder::Smalls(column) => column.append_option(match value {
                Value::Smalls(numbers) => Some(numbers.iter().map(|&it| i16::try_from(it).ok())),
                _ => None,
            }),
            Builder::Texts(column) => column.append_option(match value {
                Value::Texts(texts) => Some(texts.iter().map(Some)),
                _ => None,
            }),
            Builder::Uses(lists) => {
                if let Value::Uses(uses) = value {
                    for it in uses {
                        let values = it.values(lists.unit);
                        lists.members.iter_mut().zip(&values).for_each(|(member, value)| member.push(value));
                    }
                }
                let added = if let Value::Uses(uses) = value { uses.len() as i32 } else { 0 };
                lists.is_there.push(!matches!(value, Value::Missing));
                lists.ends.push(lists.ends.last().map_or(0, |end| end.saturating_add(added)));
            }
        }
    }

    /// Returns the finished column; fails if it is too long for its type.
    pub fn finish(self) -> Result<ArrayRef, ArrowError> {
        Ok(match self.0 {
            Builder::Flag(mut column) => Arc::new(column.finish()),
            Builder::Small(mut column) => Arc::new(column.finish()),
            Builder::Medium(mut column) => Arc::new(column.finish()),
            Builder::Large(mut column) => Arc::new(column.finish()),
            Builder::Number(mut column) => Arc::new(column.finish()),
            Builder::Text(mut column, _) => Arc::new(column.finish()),
            Builder::Smalls(mut column) => Arc::new(column.finish()),
            Builder::Texts(mut column) => Arc::new(column.finish()),
            Builder::Uses(Uses { fields, ends, is_there, members, .. }) => {
                let columns = members.into_iter().map(ArrowColumn::finish).collect::<Result<_, _>>()?;
                let item = Field::new("item", DataType::Struct(fields.clone()), false);
                let items = StructArray::try_new(fields, columns, None)?;
                let (ends, there) = (OffsetBuffer::new(ends.into()), NullBuffer::from(is_there));
                Arc::new(ListArray::try_new(Arc::new(item), ends, Arc::new(items), Some(there))?)
            }
        })
    }
}

fn io_error(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        other => io::Error::other(other),
    }
}

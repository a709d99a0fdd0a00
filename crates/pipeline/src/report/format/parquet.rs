//! Apache Parquet: typed columns, all of which may be null; the lines about the table are the value of the
//! key `sudoscope` in the file's metadata. A rating is a number or null: `status` says why. The rules that a
//! path uses are a list of groups of columns.

use super::csv::kinds;
use crate::report::table::Use;
use crate::report::table::{Column, Format, Kind, Value, Writer};
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::column::writer::{ColumnWriter, ColumnWriterImpl};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::io::{self, Write};
use std::sync::Arc;
use sudoscope_engine::scale::Unit;

pub(super) const FORMAT: Format = Format {
    name: "parquet",
    about: "Apache Parquet, typed columns; a rating is a number or null",
    is_text: false,
    is_open: false,
    begin: |out, head| {
        let fields = head.columns.iter().map(field).collect::<Result<_, _>>().map_err(io_error)?;
        let schema = Type::group_type_builder(head.name).with_fields(fields).build().map_err(io_error)?;
        let about = KeyValue::new("sudoscope".to_string(), head.about.join("\n"));
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_key_value_metadata(Some(vec![about]))
            .build();
        let file =
            SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties)).map_err(io_error)?;
        let columns = vec![Vec::new(); head.columns.len()];
        Ok(Box::new(Parquet { file: Some(file), kinds: kinds(head), columns, bytes: 0 }))
    },
};

/// Rows in a row group, and bytes of its texts, all of which are in memory.
const GROUP: usize = 1 << 16;
const BYTES: usize = 1 << 27;

struct Parquet<'a> {
    file: Option<SerializedFileWriter<&'a mut (dyn Write + Send)>>,
    kinds: Vec<Kind>,
    /// Rows of the unwritten group, column by column.
    columns: Vec<Vec<Value<'static>>>,
    bytes: usize,
}

impl Writer for Parquet<'_> {
    fn row(&mut self, values: &[Value]) -> io::Result<()> {
        for (column, value) in self.columns.iter_mut().zip(values) {
            column.push(value.kept());
        }
        self.bytes += values.iter().map(Value::bytes).sum::<usize>();
        if self.bytes > BYTES || self.columns.first().is_some_and(|column| column.len() == GROUP) {
            self.write_group().map_err(io_error)?;
        }
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        self.write_group().map_err(io_error)?;
        if let Some(file) = self.file.take() {
            file.close().map_err(io_error)?;
        }
        Ok(())
    }
}

impl Parquet<'_> {
    fn write_group(&mut self) -> Result<(), ParquetError> {
        self.bytes = 0;
        let Some(file) = &mut self.file else { return Ok(()) };
        if self.columns.iter().all(Vec::is_empty) {
            return Ok(());
        }
        let mut group = file.next_row_group()?;
        for (values, &kind) in self.columns.iter_mut().zip(&self.kinds) {
            let leaves = match kind {
                Kind::Uses(unit, is_sum) => {
                    let members = Use::members(unit, is_sum).into_iter().enumerate();
                    members.map(|(at, member)| (member.1, Some(Member::OfUses(at, unit)))).collect()
                }
                Kind::Smalls => vec![(Kind::Small, Some(Member::Item))],
                Kind::Texts => vec![(Kind::Text, Some(Member::Item))],
                _ => vec![(kind, None)],
            };
            for (kind, member) in leaves {
                let Some(mut out) = group.next_column()? else { break };
                write_column(out.untyped(), values, kind, member)?;
                out.close()?;
            }
            values.clear();
        }
        group.close()?;
        Ok(())
    }
}

/// Part of a list's members that a column holds.
#[derive(Clone, Copy)]
enum Member {
    /// Member of rules with this index; their ratings have this unit.
    OfUses(usize, Unit),
    /// The number or text itself.
    Item,
}

fn write_column(
    out: &mut ColumnWriter, values: &[Value], kind: Kind, member: Option<Member>,
) -> Result<(), ParquetError> {
    match out {
        ColumnWriter::BoolColumnWriter(out) => write_those(out, values, member, |value| match value {
            Value::Flag(flag) => Some(*flag),
            _ => None,
        }),
        ColumnWriter::ByteArrayColumnWriter(out) => write_those(out, values, member, |value| {
            (!matches!(value, Value::Missing)).then(|| value.text(kind).into_bytes().into())
        }),
        ColumnWriter::Int64ColumnWriter(out) => write_those(out, values, member, |value| match value {
            Value::Count(count) => i64::try_from(*count).ok(),
            Value::Whole(number) => Some(*number),
            _ => None,
        }),
        ColumnWriter::Int32ColumnWriter(out) => write_those(out, values, member, |value| match value {
            Value::Rating(ending) => i32::try_from(ending.end.rating()?).ok(),
            _ => None,
        }),
        ColumnWriter::DoubleColumnWriter(out) => write_those(out, values, member, |value| match value {
            Value::Number(number) => Some(*number),
            Value::Rating(ending) => Some(ending.unit.number(ending.end.rating()?)),
            _ => None,
        }),
        _ => Ok(()), // `field` makes no others
    }
}

/// Writes the results of `of` for the values, with null for `None`.
fn write_those<T: DataType>(
    out: &mut ColumnWriterImpl<T>, values: &[Value], member: Option<Member>,
    of: impl Fn(&Value) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let (mut there, mut levels, mut repeats) = (Vec::new(), Vec::new(), Vec::new());
    for value in values {
        // 0: no list; 1: an empty one; 2: a member without this value; 3: with it.
        let put = |(k, found): (usize, Option<T::T>)| {
            levels.push(2 + i16::from(found.is_some()));
            repeats.push(i16::from(k > 0));
            there.extend(found);
        };
        match (value, member) {
            // 1 for a value, 0 for null.
            (value, None) => {
                let found = of(value);
                levels.push(i16::from(found.is_some()));
                there.extend(found);
            }
            (Value::Uses(uses), Some(Member::OfUses(at, unit))) if !uses.is_empty() => {
                uses.iter().map(|it| of(&it.values(unit)[at])).enumerate().for_each(put);
            }
            (Value::Texts(texts), Some(Member::Item)) if !texts.is_empty() => {
                texts.iter().map(|text| of(&text.as_str().into())).enumerate().for_each(put);
            }
            (Value::Smalls(numbers), Some(Member::Item)) if !numbers.is_empty() => {
                let numbers = numbers.iter().map(|&number| of(&Value::Count(number.into())));
                numbers.enumerate().for_each(put);
            }
            (list, Some(_)) => {
                levels.push(i16::from(!matches!(list, Value::Missing)));
                repeats.push(0);
            }
        }
    }
    out.write_batch(&there, Some(&levels), member.map(|_| &repeats[..]))?;
    Ok(())
}

/// Returns the type of a rule in a list: each of its members may be null.
fn used(unit: Unit, is_sum: bool) -> Result<Arc<Type>, ParquetError> {
    let members = Use::members(unit, is_sum);
    let members = members.iter().map(|&(name, kind, _)| field(&Column::new(name, kind)));
    let element = Type::group_type_builder("element")
        .with_repetition(Repetition::REQUIRED)
        .with_fields(members.collect::<Result<_, _>>()?)
        .build()?;
    Ok(Arc::new(element))
}

/// Returns the type of a list, which may be null.
fn list(name: &str, element: Arc<Type>) -> Result<Arc<Type>, ParquetError> {
    let list = Type::group_type_builder("list")
        .with_repetition(Repetition::REPEATED)
        .with_fields(vec![element])
        .build()?;
    let lists = Type::group_type_builder(name)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(Some(LogicalType::List))
        .with_fields(vec![Arc::new(list)])
        .build()?;
    Ok(Arc::new(lists))
}

fn field(column: &Column) -> Result<Arc<Type>, ParquetError> {
    let (physical, logical) = match column.kind {
        Kind::Uses(unit, is_sum) => return list(&column.name, used(unit, is_sum)?),
        Kind::Smalls => return list(&column.name, field(&Column::new("element", Kind::Small))?),
        Kind::Texts => return list(&column.name, field(&Column::new("element", Kind::Text))?),
        Kind::Flag => (Physical::BOOLEAN, None),
        Kind::Text | Kind::Line => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Kind::Count | Kind::Small | Kind::Medium | Kind::Whole => (Physical::INT64, None),
        Kind::Rating(Some(Unit::Level)) | Kind::Sum => (Physical::INT32, None),
        Kind::Rating(Some(Unit::Tenths)) | Kind::Number(_) | Kind::Plain | Kind::Scientific => {
            (Physical::DOUBLE, None)
        }
        Kind::Rating(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let field = Type::primitive_type_builder(&column.name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(logical)
        .build()?;
    Ok(Arc::new(field))
}

fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(inner) => io::Error::other(inner),
        },
        other => io::Error::other(other),
    }
}

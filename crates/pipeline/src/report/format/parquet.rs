//! Apache Parquet: typed columns, every one of which may be null; the comment block of the CSV file is the value of
//! the key `sudoscope` in the file's metadata. A rating is a number or null: `status` says why. The rules that a path uses are
//! a list of groups of columns.

use super::csv::kinds;
use crate::report::cells::Use;
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
        Ok(Box::new(Parquet { file: Some(file), kinds: kinds(head), columns }))
    },
};

/// Rows in a row group.
const GROUP: usize = 1 << 16;

struct Parquet<'a> {
    file: Option<SerializedFileWriter<&'a mut (dyn Write + Send)>>,
    kinds: Vec<Kind>,
    /// The rows of the group that is not written yet, column by column.
    columns: Vec<Vec<Value>>,
}

impl Writer for Parquet<'_> {
    fn row(&mut self, values: &[Value]) -> io::Result<()> {
        for (column, value) in self.columns.iter_mut().zip(values) {
            column.push(value.clone());
        }
        if self.columns.first().is_some_and(|column| column.len() == GROUP) {
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
        let Some(file) = &mut self.file else { return Ok(()) };
        if self.columns.iter().all(Vec::is_empty) {
            return Ok(());
        }
        let mut group = file.next_row_group()?;
        for (values, &kind) in self.columns.iter_mut().zip(&self.kinds) {
            let leaves = if let Kind::Uses(_) = kind { MEMBERS.len() } else { 1 };
            for member in MEMBERS.iter().take(leaves) {
                let Some(mut out) = group.next_column()? else { break };
                match kind {
                    Kind::Uses(unit) => write_member(out.untyped(), values, member, unit)?,
                    _ => write_column(out.untyped(), values, kind)?,
                }
                out.close()?;
            }
            values.clear();
        }
        group.close()?;
        Ok(())
    }
}

fn write_column(out: &mut ColumnWriter, values: &[Value], kind: Kind) -> Result<(), ParquetError> {
    match out {
        ColumnWriter::ByteArrayColumnWriter(out) => write_those(out, values, |value| {
            (!matches!(value, Value::Missing)).then(|| value.text(kind).into_bytes().into())
        }),
        ColumnWriter::Int64ColumnWriter(out) => write_those(out, values, |value| match value {
            Value::Count(count) => i64::try_from(*count).ok(),
            _ => None,
        }),
        ColumnWriter::Int32ColumnWriter(out) => write_those(out, values, |value| match value {
            Value::Rating(cell) => i32::try_from(cell.end.rating()?).ok(),
            _ => None,
        }),
        ColumnWriter::DoubleColumnWriter(out) => write_those(out, values, |value| match value {
            Value::Number(number) => Some(*number),
            Value::Rating(cell) => Some(cell.unit.number(cell.end.rating()?)),
            _ => None,
        }),
        _ => Ok(()), // `field` makes no others
    }
}

/// Writes what `of` finds in the values, and null where it finds nothing.
fn write_those<T: DataType>(
    out: &mut ColumnWriterImpl<T>,
    values: &[Value],
    of: impl Fn(&Value) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let found: Vec<Option<T::T>> = values.iter().map(of).collect();
    // 1 where there is a value, 0 where it is null.
    let levels: Vec<i16> = found.iter().map(|value| i16::from(value.is_some())).collect();
    let there: Vec<T::T> = found.into_iter().flatten().collect();
    out.write_batch(&there, Some(&levels), None)?;
    Ok(())
}

/// The members of what stands for a rule.
const MEMBERS: [&str; 5] = ["rule", "size", "rating", "steps", "eliminations"];

/// Writes one member of the rules in all lists.
fn write_member(
    out: &mut ColumnWriter,
    lists: &[Value],
    member: &str,
    unit: Unit,
) -> Result<(), ParquetError> {
    let count = |it: &Use| match member {
        "size" => it.size.and_then(|size| i64::try_from(size).ok()),
        "steps" => Some(it.steps.into()),
        "eliminations" => Some(it.eliminations.into()),
        _ => None,
    };
    let text = |it: &Use| match member {
        "rule" => it.rule.to_string(),
        _ => unit.text(it.rating),
    };
    match out {
        ColumnWriter::ByteArrayColumnWriter(out) => {
            write_lists(out, lists, |it| Some(text(it).into_bytes().into()))
        }
        ColumnWriter::Int64ColumnWriter(out) => write_lists(out, lists, count),
        ColumnWriter::Int32ColumnWriter(out) => write_lists(out, lists, |it| i32::try_from(it.rating).ok()),
        ColumnWriter::DoubleColumnWriter(out) => write_lists(out, lists, |it| Some(unit.number(it.rating))),
        _ => Ok(()), // `uses` makes no others
    }
}

/// Writes what `of` finds in the rules of each list, and null where it finds nothing.
fn write_lists<T: DataType>(
    out: &mut ColumnWriterImpl<T>,
    lists: &[Value],
    of: impl Fn(&Use) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let (mut there, mut levels, mut repeats) = (Vec::new(), Vec::new(), Vec::new());
    for list in lists {
        // 0: no list; 1: an empty one; 2: a rule without this member; 3: with it.
        match list {
            Value::Uses(uses) if !uses.is_empty() => {
                for (k, it) in uses.iter().enumerate() {
                    let value = of(it);
                    levels.push(2 + i16::from(value.is_some()));
                    repeats.push(i16::from(k > 0));
                    there.extend(value);
                }
            }
            _ => {
                levels.push(i16::from(!matches!(list, Value::Missing)));
                repeats.push(0);
            }
        }
    }
    out.write_batch(&there, Some(&levels), Some(&repeats))?;
    Ok(())
}

/// A list of rules; may be null, as each of their members.
fn uses(name: &str, unit: Unit) -> Result<Arc<Type>, ParquetError> {
    let kind = |member: &str| match member {
        "rule" => Kind::Text,
        "rating" => Kind::Rating(Some(unit)),
        _ => Kind::Count,
    };
    let members = MEMBERS.iter().map(|member| field(&Column::new(*member, kind(member))));
    let element = Type::group_type_builder("element")
        .with_repetition(Repetition::REQUIRED)
        .with_fields(members.collect::<Result<_, _>>()?)
        .build()?;
    let list = Type::group_type_builder("list")
        .with_repetition(Repetition::REPEATED)
        .with_fields(vec![Arc::new(element)])
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
        Kind::Uses(unit) => return uses(&column.name, unit),
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Kind::Count => (Physical::INT64, None),
        Kind::Rating(Some(Unit::Level)) => (Physical::INT32, None),
        Kind::Rating(Some(Unit::Tenths)) | Kind::Number(_) | Kind::Plain => (Physical::DOUBLE, None),
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

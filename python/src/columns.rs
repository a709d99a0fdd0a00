//! Rows → columns.

use crate::errors::{of_arrow, refused};
use crate::settings::{Provenance, TAG};
use arrow_array::builder::{
    BinaryBuilder, Float64Builder, Int16Builder, Int32Builder, Int64Builder, StringBuilder,
};
use arrow_array::{ArrayRef, ListArray, RecordBatch, StructArray};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use pyo3::prelude::*;
use std::sync::Arc;
use sudoscope::report::{Column, Kind, Rated, RatedColumns, Use, Value};
use sudoscope::run::{Layout, Row};
use sudoscope::scale::{Scale, Unit};

/// The column of records.
pub const RECORD: &str = "record";

/// Bytes of a record with its tag: room to begin with.
const TYPICAL: usize = 64;

/// Rows of a batch at most: all their texts, of which none is longer than 127 bytes, fit into one array.
const MOST: usize = 1 << 24;

/// As above with rules: a path uses about ten, whose names have about ten bytes.
const MOST_WITH_RULES: usize = 1 << 20;

/// The columns of a batch: `status`, `reason`, `clues`, a column for each ladder, and, if asked for, the
/// rules that its paths use, and `record`. Only types that every engine has: no unsigned numbers, no
/// dictionaries.
pub fn schema(made_by: &Provenance, rules: bool, records: bool) -> PyResult<SchemaRef> {
    let schema = RatedColumns::beside_input(made_by.scales(), rules);
    let (own, columns) = (schema.own, schema.columns());
    let may_lack = |at: usize| own.get(at).is_none_or(|own| own.may_lack);
    if let Some(Column { name, .. }) = columns
        .iter()
        .skip(own.len())
        .find(|column| column.name == RECORD || own.iter().any(|own| own.name == column.name))
    {
        return Err(refused(format!("a ladder cannot be called '{name}': another column has this name")));
    }
    let mut fields: Vec<Field> = columns
        .iter()
        .enumerate()
        .map(|(at, column)| Field::new(&column.name, data_type(column.kind), may_lack(at)))
        .collect();
    if records {
        fields.push(Field::new(RECORD, DataType::Binary, false));
    }
    Ok(Arc::new(Schema::new_with_metadata(fields, made_by.metadata())))
}

/// The columns of a batch being made.
pub struct Columns {
    schema: SchemaRef,
    scales: Vec<Scale>,
    has_rules: bool,
    columns: Vec<Builder>,
    records: Option<Records>,
}

/// The type of a column.
fn data_type(kind: Kind) -> DataType {
    match kind {
        Kind::Small | Kind::Rating(Some(Unit::Level)) => DataType::Int16,
        Kind::Medium | Kind::Sum => DataType::Int32,
        Kind::Count => DataType::Int64,
        Kind::Rating(Some(Unit::Tenths)) | Kind::Number(_) | Kind::Plain => DataType::Float64,
        Kind::Uses(unit, is_sum) => {
            let item = DataType::Struct(members(unit, is_sum));
            DataType::List(Arc::new(Field::new("item", item, false)))
        }
        Kind::Rating(_) | Kind::Text => DataType::Utf8,
    }
}

/// What stands for a rule in a list.
fn members(unit: Unit, is_sum: bool) -> Fields {
    let members = Use::members(unit, is_sum).into_iter();
    members.map(|(name, kind, may_lack)| Field::new(name, data_type(kind), may_lack)).collect()
}

/// A column being made.
enum Builder {
    Small(Int16Builder),
    Medium(Int32Builder),
    Large(Int64Builder),
    Number(Float64Builder),
    Text(StringBuilder, Kind),
    Lists(Lists),
}

/// Lists of rules being made.
struct Lists {
    unit: Unit,
    fields: Fields,
    ends: Vec<i32>,
    is_there: Vec<bool>,
    members: Vec<Builder>,
}

impl Builder {
    fn new(kind: Kind, rows: usize) -> Builder {
        match data_type(kind) {
            DataType::Int16 => Builder::Small(Int16Builder::with_capacity(rows)),
            DataType::Int32 => Builder::Medium(Int32Builder::with_capacity(rows)),
            DataType::Int64 => Builder::Large(Int64Builder::with_capacity(rows)),
            DataType::Float64 => Builder::Number(Float64Builder::with_capacity(rows)),
            _ => match kind {
                Kind::Uses(unit, is_sum) => Builder::Lists(Lists {
                    unit,
                    fields: members(unit, is_sum),
                    ends: vec![0],
                    is_there: Vec::new(),
                    members: Use::members(unit, is_sum).map(|member| Builder::new(member.1, 0)).into(),
                }),
                kind => Builder::Text(StringBuilder::with_capacity(rows, 2 * rows), kind),
            },
        }
    }

    fn push(&mut self, value: &Value) {
        let whole = match value {
            Value::Count(count) => i64::try_from(*count).ok(),
            Value::Rating(ending) => ending.end.rating().map(i64::from),
            _ => None,
        };
        match self {
            Builder::Small(column) => column.append_option(whole.and_then(|it| i16::try_from(it).ok())),
            Builder::Medium(column) => column.append_option(whole.and_then(|it| i32::try_from(it).ok())),
            Builder::Large(column) => column.append_option(whole),
            Builder::Number(column) => column.append_option(match value {
                Value::Rating(ending) => ending.end.rating().map(|rating| ending.unit.number(rating)),
                Value::Number(number) => Some(*number),
                _ => None,
            }),
            Builder::Text(column, kind) => match value {
                Value::Missing => column.append_null(),
                Value::Rating(ending) if ending.end.rating().is_none() => column.append_null(),
                Value::Text(text) => column.append_value(text),
                value => column.append_value(value.text(*kind)),
            },
            Builder::Lists(lists) => {
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

    fn finish(self) -> PyResult<ArrayRef> {
        Ok(match self {
            Builder::Small(mut column) => Arc::new(column.finish()),
            Builder::Medium(mut column) => Arc::new(column.finish()),
            Builder::Large(mut column) => Arc::new(column.finish()),
            Builder::Number(mut column) => Arc::new(column.finish()),
            Builder::Text(mut column, _) => Arc::new(column.finish()),
            Builder::Lists(Lists { fields, ends, is_there, members, .. }) => {
                let columns = members.into_iter().map(Builder::finish).collect::<PyResult<_>>()?;
                let item = Field::new("item", DataType::Struct(fields.clone()), false);
                let items = StructArray::try_new(fields, columns, None).map_err(of_arrow)?;
                let (ends, there) = (OffsetBuffer::new(ends.into()), NullBuffer::from(is_there));
                let lists = ListArray::try_new(Arc::new(item), ends, Arc::new(items), Some(there));
                Arc::new(lists.map_err(of_arrow)?)
            }
        })
    }
}

struct Records {
    tag: [u8; TAG],
    layout: Layout,
    bytes: Vec<u8>,
    column: BinaryBuilder,
}

impl Columns {
    /// Columns for this many rows; with records if the schema has them.
    pub fn new(made_by: &Provenance, schema: &SchemaRef, rows: usize) -> PyResult<Columns> {
        let layout = schema.index_of(RECORD).is_ok().then(|| Layout::new(made_by.scales(), 0, 0));
        let width = layout.as_ref().map_or(1, |layout| TAG + layout.longest());
        let first = made_by.scales().first();
        let has_rules = first.is_some_and(|scale| schema.index_of(&format!("{} rules", scale.name)).is_ok());
        let most = if has_rules { MOST_WITH_RULES } else { MOST };
        let most = most.min(i32::MAX as usize / width);
        if rows > most {
            return Err(refused(format!(
                "{rows} rows are too many for a record batch, which has room for {most} of this kind: rate \
                 them in parts"
            )));
        }
        let columns = RatedColumns::beside_input(made_by.scales(), has_rules).columns();
        Ok(Columns {
            schema: schema.clone(),
            columns: columns.iter().map(|column| Builder::new(column.kind, rows)).collect(),
            scales: made_by.scales().to_vec(),
            has_rules,
            records: layout.map(|layout| Records {
                tag: made_by.tag(),
                layout,
                bytes: Vec::with_capacity(width),
                column: BinaryBuilder::with_capacity(rows, rows * TYPICAL.min(width)),
            }),
        })
    }

    /// Adds a row; `is_null` if there was no text.
    pub fn push(&mut self, row: &Row, is_null: bool) {
        let rated = Rated { row, line: Value::Missing, reason: is_null.then_some("null"), shown: None };
        let mut columns = self.columns.iter_mut();
        RatedColumns::beside_input(&self.scales, self.has_rules).each(&rated, |value| {
            columns.by_ref().take(1).for_each(|column| column.push(&value));
        });
        if let Some(records) = &mut self.records {
            records.push(row);
        }
    }

    /// The batch.
    pub fn finish(self) -> PyResult<RecordBatch> {
        let columns = self.columns.into_iter().map(Builder::finish);
        let mut columns: Vec<ArrayRef> = columns.collect::<PyResult<_>>()?;
        if let Some(mut records) = self.records {
            columns.push(Arc::new(records.column.finish()));
        }
        RecordBatch::try_new(self.schema, columns).map_err(of_arrow)
    }
}

impl Records {
    fn push(&mut self, row: &Row) {
        self.bytes.clear();
        self.bytes.extend(self.tag);
        self.layout.encode(row, &mut self.bytes);
        self.column.append_value(&self.bytes);
    }
}

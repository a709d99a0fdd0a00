//! Turns rows into columns.

use crate::errors::{of_arrow, refused};
use crate::settings::{Provenance, TAG};
use arrow_array::builder::BinaryBuilder;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::prelude::*;
use std::sync::Arc;
use sudoscope::report::{ArrowColumn, Column, Rated, RatedColumns, Value, data_type};
use sudoscope::run::{Layout, Row};
use sudoscope::scale::Scale;

/// Name of the column of records.
pub const RECORD: &str = "record";

/// Initial capacity for a record with its tag, in bytes.
const TYPICAL: usize = 64;

/// Maximum number of rows in a batch: all their texts, of at most 127 bytes each, fit into one array.
const MOST: usize = 1 << 24;

/// Maximum number of rows with rules: a path uses about ten, whose names have about ten bytes.
const MOST_WITH_RULES: usize = 1 << 20;

/// Optional columns of a batch.
#[derive(Clone, Copy)]
pub struct Extras {
    /// Whether there is the solution.
    pub solution: bool,
    /// Whether there are the rules that paths use.
    pub rules: bool,
    /// Whether there is the record.
    pub records: bool,
}

impl Extras {
    /// Returns all columns but the record.
    fn columns(self, scales: &[Scale]) -> RatedColumns<'_> {
        RatedColumns::beside_input(scales, self.rules).solved(self.solution)
    }
}

/// Returns the schema of a batch: `status`, `reason`, `clues`, a column for each ladder, and the optional
/// columns. It has only types that every engine supports: no unsigned numbers, no dictionaries.
pub fn schema(made_by: &Provenance, extras: Extras) -> PyResult<SchemaRef> {
    let schema = extras.columns(made_by.scales());
    let (own, columns) = (schema.own(), schema.columns());
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
    if extras.records {
        fields.push(Field::new(RECORD, DataType::Binary, false));
    }
    Ok(Arc::new(Schema::new_with_metadata(fields, made_by.metadata())))
}

/// Columns of a batch being made.
pub struct Columns {
    schema: SchemaRef,
    scales: Vec<Scale>,
    extras: Extras,
    columns: Vec<ArrowColumn>,
    records: Option<Records>,
}

struct Records {
    tag: [u8; TAG],
    layout: Layout,
    bytes: Vec<u8>,
    column: BinaryBuilder,
}

impl Columns {
    /// Creates columns for this many rows.
    pub fn new(made_by: &Provenance, schema: &SchemaRef, extras: Extras, rows: usize) -> PyResult<Columns> {
        let layout = extras.records.then(|| Layout::new(made_by.scales(), 0, 0));
        let width = layout.as_ref().map_or(1, |layout| TAG + layout.longest());
        let most = if extras.rules { MOST_WITH_RULES } else { MOST };
        let most = most.min(i32::MAX as usize / width);
        if rows > most {
            return Err(refused(format!(
                "{rows} rows are too many for a record batch, which has room for {most} of this kind: rate \
                 them in parts"
            )));
        }
        let columns = extras.columns(made_by.scales()).columns();
        Ok(Columns {
            schema: schema.clone(),
            columns: columns.iter().map(|column| ArrowColumn::new(column.kind, rows)).collect(),
            scales: made_by.scales().to_vec(),
            extras,
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
        self.extras.columns(&self.scales).each(&rated, |value| {
            columns.by_ref().take(1).for_each(|column| column.push(&value));
        });
        if let Some(records) = &mut self.records {
            records.push(row);
        }
    }

    /// Returns the finished batch.
    pub fn finish(self) -> PyResult<RecordBatch> {
        let columns = self.columns.into_iter().map(ArrowColumn::finish);
        let mut columns: Vec<ArrayRef> = columns.collect::<Result<_, ArrowError>>().map_err(of_arrow)?;
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

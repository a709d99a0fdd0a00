//! Rows → columns.

use crate::errors::{of_arrow, refused};
use crate::settings::{Provenance, TAG};
use arrow_array::builder::{
    ArrayBuilder, BinaryBuilder, Float64Builder, Int16Builder, Int32Builder, StringBuilder,
};
use arrow_array::{ArrayRef, ListArray, RecordBatch, StructArray};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use pyo3::prelude::*;
use std::sync::Arc;
use sudoscope::report::{Cell, cells_of, used};
use sudoscope::run::{Layout, Row};
use sudoscope::scale::{Aspect, Column, Scale, Status, Unit};

/// The columns that are no ladder's.
const OWN: [&str; 3] = ["status", "reason", "clues"];

/// The column of records.
pub const RECORD: &str = "record";

/// Bytes of a record with its tag: room to begin with.
const TYPICAL: usize = 64;

/// Rows of a batch at most: all their texts, of which none is longer than 127 bytes, fit into one array.
const MOST: usize = 1 << 24;

/// As above with rules: a path uses about ten, whose names have about ten bytes.
const MOST_WITH_RULES: usize = 1 << 20;

/// The columns of a batch: `status`, `reason`, `clues`, a column for each ladder, and, if asked for, the rules that its paths use,
/// and `record`. Only types that every engine has: no unsigned numbers, no dictionaries.
pub fn schema(made_by: &Provenance, rules: bool, records: bool) -> PyResult<SchemaRef> {
    let [status, reason, clues] = OWN;
    let mut fields = vec![
        Field::new(status, DataType::Utf8, false),
        Field::new(reason, DataType::Utf8, true),
        Field::new(clues, DataType::Int16, true),
    ];
    for scale in made_by.scales() {
        for (title, column) in scale.titles().zip(&scale.columns) {
            if OWN.contains(&title.as_str()) || title == RECORD {
                return Err(refused(format!(
                    "a ladder cannot be called '{title}': another column has this name"
                )));
            }
            fields.push(Field::new(title, data_type(column), true));
        }
    }
    if rules {
        for scale in made_by.scales() {
            let kind = DataType::List(Arc::new(rule_of(scale)));
            fields.push(Field::new(format!("{} rules", scale.name), kind, true));
        }
    }
    if records {
        fields.push(Field::new(RECORD, DataType::Binary, false));
    }
    Ok(Arc::new(Schema::new_with_metadata(fields, made_by.metadata())))
}

/// The columns of a batch being made.
pub struct Columns {
    schema: SchemaRef,
    scales: Vec<Scale>,
    status: StringBuilder,
    reason: StringBuilder,
    clues: Int16Builder,
    ratings: Vec<Ratings>,
    /// One for each scale, if rules are asked for.
    rules: Vec<Rules>,
    records: Option<Records>,
}

/// The ratings of a column being made.
enum Ratings {
    Levels(Int16Builder),
    Sums(Int32Builder),
    Tenths(Float64Builder),
    Classes(StringBuilder),
}

/// The type of a column.
fn data_type(column: &Column) -> DataType {
    match (column.unit, column.aspect) {
        (Unit::Level, Aspect::Sum) => DataType::Int32,
        (Unit::Level, _) => DataType::Int16,
        (Unit::Tenths, _) => DataType::Float64,
        (Unit::Class(..) | Unit::Named(_), _) => DataType::Utf8,
    }
}

impl Ratings {
    fn new(column: &Column, rows: usize) -> Ratings {
        match data_type(column) {
            DataType::Int16 => Ratings::Levels(Int16Builder::with_capacity(rows)),
            DataType::Int32 => Ratings::Sums(Int32Builder::with_capacity(rows)),
            DataType::Float64 => Ratings::Tenths(Float64Builder::with_capacity(rows)),
            _ => Ratings::Classes(StringBuilder::with_capacity(rows, 4 * rows)),
        }
    }

    fn push(&mut self, cell: Option<Cell>) {
        self.push_value(cell.and_then(|cell| Some((cell.unit, cell.end.rating()?))));
    }

    fn push_value(&mut self, rated: Option<(Unit, u32)>) {
        match self {
            Ratings::Levels(column) => column.append_option(rated.map(|rated| rated.1 as i16)),
            Ratings::Sums(column) => column.append_option(rated.map(|rated| rated.1 as i32)),
            Ratings::Tenths(column) => {
                column.append_option(rated.map(|(unit, value)| unit.number(value)));
            }
            Ratings::Classes(column) => {
                column.append_option(rated.map(|(unit, value)| unit.text(value)));
            }
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Ratings::Levels(column) => Arc::new(column.finish()),
            Ratings::Sums(column) => Arc::new(column.finish()),
            Ratings::Tenths(column) => Arc::new(column.finish()),
            Ratings::Classes(column) => Arc::new(column.finish()),
        }
    }
}

/// The rules of paths being listed.
struct Rules {
    scale: usize,
    unit: Unit,
    fields: Fields,
    ends: Vec<i32>,
    is_there: Vec<bool>,
    rule: StringBuilder,
    size: Int16Builder,
    rating: Ratings,
    steps: Int32Builder,
    eliminations: Int32Builder,
}

/// What a list of rules holds, by a scale: as in the table `puzzles` of the program.
fn rule_of(scale: &Scale) -> Field {
    let field = |name, kind, may_lack| Field::new(name, kind, may_lack);
    let rating = scale.columns.first().map_or(DataType::Int16, data_type);
    let fields = vec![
        field("rule", DataType::Utf8, false),
        field("size", DataType::Int16, true),
        field("rating", rating, true),
        field("steps", DataType::Int32, false),
        field("eliminations", DataType::Int32, false),
    ];
    Field::new("item", DataType::Struct(fields.into()), false)
}

impl Rules {
    fn new(at: usize, scale: &Scale) -> Option<Rules> {
        let column = scale.columns.first()?;
        let DataType::Struct(fields) = rule_of(scale).data_type().clone() else { return None };
        Some(Rules {
            scale: at,
            unit: scale.unit(),
            fields,
            ends: vec![0],
            is_there: Vec::new(),
            rule: StringBuilder::new(),
            size: Int16Builder::new(),
            rating: Ratings::new(column, 0),
            steps: Int32Builder::new(),
            eliminations: Int32Builder::new(),
        })
    }

    fn push(&mut self, row: &Row, scale: &Scale) {
        let climb = row.climbs.get(self.scale);
        for it in climb.map_or(Vec::new(), |climb| used(scale, climb)) {
            self.rule.append_value(it.rule);
            self.size.append_option(it.size.and_then(|size| i16::try_from(size).ok()));
            self.rating.push_value(Some((self.unit, it.rating)));
            self.steps.append_value(i32::try_from(it.steps).unwrap_or(i32::MAX));
            self.eliminations.append_value(i32::try_from(it.eliminations).unwrap_or(i32::MAX));
        }
        self.is_there.push(climb.is_some());
        self.ends.push(i32::try_from(self.size.len()).unwrap_or(i32::MAX));
    }

    fn finish(mut self) -> PyResult<ArrayRef> {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.rule.finish()),
            Arc::new(self.size.finish()),
            self.rating.finish(),
            Arc::new(self.steps.finish()),
            Arc::new(self.eliminations.finish()),
        ];
        let item = Field::new("item", DataType::Struct(self.fields.clone()), false);
        let items = StructArray::try_new(self.fields, columns, None).map_err(of_arrow)?;
        let (ends, there) = (OffsetBuffer::new(self.ends.into()), NullBuffer::from(self.is_there));
        let lists = ListArray::try_new(Arc::new(item), ends, Arc::new(items), Some(there));
        Ok(Arc::new(lists.map_err(of_arrow)?))
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
        let rules = made_by.scales().iter().enumerate().filter(|_| has_rules);
        let most = if has_rules { MOST_WITH_RULES } else { MOST };
        let most = most.min(i32::MAX as usize / width);
        if rows > most {
            return Err(refused(format!(
                "{rows} rows are too many for a record batch, which has room for {most} of this kind: rate \
                 them in parts"
            )));
        }
        let columns = made_by.scales().iter().flat_map(|scale| &scale.columns);
        Ok(Columns {
            schema: schema.clone(),
            status: StringBuilder::with_capacity(rows, 2 * rows),
            reason: StringBuilder::with_capacity(rows, 0),
            clues: Int16Builder::with_capacity(rows),
            ratings: columns.map(|column| Ratings::new(column, rows)).collect(),
            rules: rules.filter_map(|(at, scale)| Rules::new(at, scale)).collect(),
            scales: made_by.scales().to_vec(),
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
        self.status.append_value(row.status.name());
        match row.error {
            _ if is_null => self.reason.append_value("null"),
            Some(error) => {
                self.reason.append_value(error.with_column());
            }
            None => self.reason.append_null(),
        }
        let is_puzzle = row.status != Status::Invalid;
        self.clues.append_option(is_puzzle.then(|| row.clue_count() as i16));
        for (ratings, cell) in self.ratings.iter_mut().zip(cells_of(row, &self.scales)) {
            ratings.push(cell);
        }
        for (rules, scale) in self.rules.iter_mut().zip(&self.scales) {
            rules.push(row, scale);
        }
        if let Some(records) = &mut self.records {
            records.push(row);
        }
    }

    /// The batch.
    pub fn finish(mut self) -> PyResult<RecordBatch> {
        let mut columns: Vec<ArrayRef> = vec![
            Arc::new(self.status.finish()),
            Arc::new(self.reason.finish()),
            Arc::new(self.clues.finish()),
        ];
        columns.extend(self.ratings.iter_mut().map(Ratings::finish));
        for rules in self.rules {
            columns.push(rules.finish()?);
        }
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

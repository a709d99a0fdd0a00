//! Summaries: the counts of a batch in one row. Rows are added up by `merge`, in any order.
//!
//! ```text
//!   version, ladders, budget, validate   what made it (settings.rs)
//!   puzzles                              lines
//!   statuses  [{status, puzzles}]
//!   clues     [{clues, puzzles}]                          of the rated puzzles, as in all lists below
//!   ratings   [{scale, status, rating, clues, puzzles}]
//!   rules     [{scale, rule, steps, eliminations, placements}]
//!   users     [{scale, rule, status, rating, clues, puzzles}]     puzzles that use the rule
//!   hardest   [{scale, rule, clues, puzzles}]                     puzzles solved with it as the hardest
//! ```
//!
//! Only non-zero counts are listed, in a fixed order, so that equal counts give equal rows.

use crate::errors::{of_arrow, refused};
use crate::input::ArrowBatches;
use crate::settings::{Provenance, VERSION};
use arrow_array::builder::{
    ArrayBuilder, Int16Builder, Int32Builder, Int64Builder, ListBuilder, StringBuilder, StructBuilder,
};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, BooleanArray, Int64Array, RecordBatch, StringArray, StructArray};
use arrow_cast::cast;
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use pyo3::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use sudoscope::report::{Counts, ItemCounts};
use sudoscope::scale::{Effort, Item, Outcome, Scale, Status};
use sudoscope::stats::ByClues;

const TEXT: DataType = DataType::Utf8;
const SMALL: DataType = DataType::Int16;
const RATING: DataType = DataType::Int32;
const COUNT: DataType = DataType::Int64;

/// Columns of lists, and the types of their members; a missing rating is null.
const LISTS: [(&str, &[(&str, DataType)]); 6] = [
    ("statuses", &[("status", TEXT), ("puzzles", COUNT)]),
    ("clues", &[("clues", SMALL), ("puzzles", COUNT)]),
    (
        "ratings",
        &[("scale", TEXT), ("status", TEXT), ("rating", RATING), ("clues", SMALL), ("puzzles", COUNT)],
    ),
    (
        "rules",
        &[("scale", TEXT), ("rule", TEXT), ("steps", COUNT), ("eliminations", COUNT), ("placements", COUNT)],
    ),
    (
        "users",
        &[
            ("scale", TEXT),
            ("rule", TEXT),
            ("status", TEXT),
            ("rating", RATING),
            ("clues", SMALL),
            ("puzzles", COUNT),
        ],
    ),
    ("hardest", &[("scale", TEXT), ("rule", TEXT), ("clues", SMALL), ("puzzles", COUNT)]),
];

fn members(members: &[(&str, DataType)]) -> Fields {
    members.iter().map(|(name, kind)| Field::new(*name, kind.clone(), true)).collect()
}

/// Returns the schema of a summary.
fn schema() -> SchemaRef {
    let mut fields = vec![
        Field::new("version", TEXT, false),
        Field::new("ladders", TEXT, false),
        Field::new("budget", COUNT, false),
        Field::new("validate", DataType::Boolean, false),
        Field::new("puzzles", COUNT, false),
    ];
    for (name, inner) in LISTS {
        let item = Field::new("item", DataType::Struct(members(inner)), true);
        fields.push(Field::new(name, DataType::List(Arc::new(item)), false));
    }
    Arc::new(Schema::new(fields))
}

/// Value of a list's member.
enum Cell<'a> {
    Text(&'a str),
    Small(Option<u8>),
    Rating(Option<u32>),
    Count(u64),
}

/// List of one row, being made.
struct List(ListBuilder<StructBuilder>);

impl List {
    fn new(inner: &[(&str, DataType)]) -> List {
        let builder = |kind: &DataType| -> Box<dyn ArrayBuilder> {
            match kind {
                DataType::Utf8 => Box::new(StringBuilder::new()),
                DataType::Int16 => Box::new(Int16Builder::new()),
                DataType::Int32 => Box::new(Int32Builder::new()),
                _ => Box::new(Int64Builder::new()),
            }
        };
        let builders = inner.iter().map(|(_, kind)| builder(kind)).collect();
        List(ListBuilder::new(StructBuilder::new(members(inner), builders)))
    }

    /// Adds a member.
    fn push<const N: usize>(&mut self, cells: [Cell; N]) {
        let values = self.0.values();
        for (at, cell) in cells.into_iter().enumerate() {
            match cell {
                Cell::Text(text) => {
                    if let Some(column) = values.field_builder::<StringBuilder>(at) {
                        column.append_value(text);
                    }
                }
                Cell::Small(number) => {
                    if let Some(column) = values.field_builder::<Int16Builder>(at) {
                        column.append_option(number.map(i16::from));
                    }
                }
                Cell::Rating(number) => {
                    if let Some(column) = values.field_builder::<Int32Builder>(at) {
                        column.append_option(number.and_then(|number| i32::try_from(number).ok()));
                    }
                }
                Cell::Count(number) => {
                    if let Some(column) = values.field_builder::<Int64Builder>(at) {
                        column.append_value(i64::try_from(number).unwrap_or(i64::MAX));
                    }
                }
            }
        }
        values.append(true);
    }

    fn finish(mut self) -> ArrayRef {
        self.0.append(true);
        Arc::new(self.0.finish())
    }
}

/// Returns the end of a climb as a status and a rating in whole units.
fn status_and_rating(end: Outcome<u32>) -> (&'static str, Option<u32>) {
    (end.status().name(), end.rating())
}

fn clues(counts: &ByClues) -> impl Iterator<Item = (u8, u64)> {
    counts.present().map(|(clues, puzzles)| (clues as u8, puzzles))
}

/// Encodes these counts as a row.
pub fn encode(made_by: &Provenance, counts: &Counts) -> PyResult<RecordBatch> {
    use Cell::{Count, Rating, Small, Text};
    let [mut statuses, mut by_clues, mut ratings, mut rules, mut users, mut hardest] =
        LISTS.map(|(_, inner)| List::new(inner));
    for (status, &puzzles) in Status::ALL.iter().zip(&counts.statuses).filter(|count| *count.1 > 0) {
        statuses.push([Text(status.name()), Count(puzzles)]);
    }
    for (clues, puzzles) in clues(&counts.rated) {
        by_clues.push([Small(Some(clues)), Count(puzzles)]);
    }
    for (ladder, counts) in made_by.scales().iter().zip(&counts.scales) {
        let name = || Text(&ladder.name);
        for (title, ends) in ladder.titles().zip(&counts.columns) {
            for (&end, by_clues) in ends {
                let (status, rating) = status_and_rating(end);
                for (clues, puzzles) in clues(by_clues) {
                    let (rating, clues) = (Rating(rating), Small(Some(clues)));
                    ratings.push([Text(&title), Text(status), rating, clues, Count(puzzles)]);
                }
            }
        }
        for (item, did) in ladder.items.iter().zip(&counts.items) {
            let rule = item.name();
            let rule = || Text(&rule);
            if did.steps > 0 {
                let [steps, eliminations, placements] =
                    [did.steps, did.eliminations, did.placements].map(Count);
                rules.push([name(), rule(), steps, eliminations, placements]);
            }
            for (&end, by_clues) in &did.users {
                let (status, rating) = status_and_rating(end);
                for (clues, puzzles) in clues(by_clues) {
                    let (rating, clues) = (Rating(rating), Small(Some(clues)));
                    users.push([name(), rule(), Text(status), rating, clues, Count(puzzles)]);
                }
            }
            for (clues, puzzles) in clues(&did.hardest) {
                hardest.push([name(), rule(), Small(Some(clues)), Count(puzzles)]);
            }
        }
    }
    let [version, ladders, ..] = made_by.texts();
    let Effort { budget, validate } = made_by.settings.effort();
    let number = |number: u64| Int64Array::from(vec![i64::try_from(number).unwrap_or(i64::MAX)]);
    let mut columns: Vec<ArrayRef> = vec![
        Arc::new(StringArray::from(vec![version])),
        Arc::new(StringArray::from(vec![ladders])),
        Arc::new(number(budget)),
        Arc::new(BooleanArray::from(vec![validate])),
        Arc::new(number(counts.statuses.iter().sum())),
    ];
    let lists = [statuses, by_clues, ratings, rules, users, hardest];
    columns.extend(lists.map(List::finish));
    RecordBatch::try_new(schema(), columns).map_err(of_arrow)
}

/// Adds up the rows of a table of summaries; fails if their settings differ.
pub fn add_up(batches: ArrowBatches) -> PyResult<(Provenance, Counts)> {
    let mut sum: Option<Sum> = None;
    for batch in batches {
        let part = Part::of(&batch?)?;
        for row in 0..part.rows {
            let texts = part.texts(row)?;
            let sum = match &mut sum {
                Some(sum) if sum.texts == texts => sum,
                Some(sum) => {
                    let difference = sum.made_by.difference(&settings_of(&texts)?);
                    let difference = difference.ok_or_else(damaged)?;
                    return Err(refused(format!("these do not belong together; {difference}")));
                }
                none => none.insert(Sum::new(texts)?),
            };
            sum.add(&part, row)?;
        }
    }
    let sum = sum.ok_or_else(|| refused("there is no summary to add up"))?;
    Ok((sum.made_by, sum.counts))
}

/// Reads the settings of a summary.
fn settings_of(texts: &[String; 4]) -> PyResult<Provenance> {
    let [version, rest @ ..] = texts.each_ref().map(String::as_str);
    if version != VERSION {
        return Err(refused(format!(
            "this summary is of sudoscope {version}, and this is {VERSION}: use one version everywhere"
        )));
    }
    let [ladders, budget, validate] = rest;
    Provenance::of_texts([version, ladders, budget, validate]).map_err(|_| damaged())
}

/// Sum of summaries.
struct Sum {
    texts: [String; 4],
    made_by: Provenance,
    /// Place of each ladder, and of its items within it.
    places: HashMap<String, (usize, HashMap<String, usize>)>,
    /// Place of each column: its scale, and its number within it.
    columns: HashMap<String, (usize, usize)>,
    counts: Counts,
}

impl Sum {
    fn new(texts: [String; 4]) -> PyResult<Sum> {
        let made_by = settings_of(&texts)?;
        let place = |(at, ladder): (usize, &Scale)| {
            let names = ladder.items.iter().map(Item::name);
            (ladder.name.clone(), (at, names.zip(0..).collect()))
        };
        let places = made_by.scales().iter().enumerate().map(place).collect();
        let columns = |(at, scale): (usize, &Scale)| {
            let titles: Vec<String> = scale.titles().collect();
            titles.into_iter().enumerate().map(move |(column, title)| (title, (at, column)))
        };
        let columns = made_by.scales().iter().enumerate().flat_map(columns).collect();
        let counts = Counts::new(made_by.scales());
        Ok(Sum { texts, made_by, places, columns, counts })
    }

    /// Returns the counts of the column that a list names.
    fn column(&mut self, list: &Members, at: usize) -> PyResult<&mut BTreeMap<Outcome<u32>, ByClues>> {
        let &(scale, column) = self.columns.get(list.text(0, at)?).ok_or_else(damaged)?;
        let counts = self.counts.scales.get_mut(scale);
        counts.and_then(|counts| counts.columns.get_mut(column)).ok_or_else(damaged)
    }

    /// Returns the counts of the ladder and rule that a list names.
    fn item(&mut self, list: &Members, at: usize) -> PyResult<&mut ItemCounts> {
        let (scale, items) = self.places.get(list.text(0, at)?).ok_or_else(damaged)?;
        let &item = items.get(list.text(1, at)?).ok_or_else(damaged)?;
        let counts = self.counts.scales.get_mut(*scale);
        counts.and_then(|counts| counts.items.get_mut(item)).ok_or_else(damaged)
    }

    fn add(&mut self, part: &Part, row: usize) -> PyResult<()> {
        let [statuses, clues, ratings, rules, users, hardest] = part.lists(row)?;
        for at in statuses.rows() {
            let status = statuses.text(0, at)?;
            let known = Status::ALL.iter().position(|known| known.name() == status);
            let count = known.and_then(|known| self.counts.statuses.get_mut(known));
            *count.ok_or_else(damaged)? += statuses.count(1, at)?;
        }
        for at in clues.rows() {
            self.counts.rated.add_all(clues.clues(0, at)?, clues.count(1, at)?);
        }
        for at in ratings.rows() {
            let by_clues = self.column(&ratings, at)?.entry(ratings.end(1, at)?).or_default();
            by_clues.add_all(ratings.clues(3, at)?, ratings.count(4, at)?);
        }
        for at in rules.rows() {
            let did = self.item(&rules, at)?;
            did.steps += rules.count(2, at)?;
            did.eliminations += rules.count(3, at)?;
            did.placements += rules.count(4, at)?;
        }
        for at in users.rows() {
            let by_clues = self.item(&users, at)?.users.entry(users.end(2, at)?).or_default();
            by_clues.add_all(users.clues(4, at)?, users.count(5, at)?);
        }
        for at in hardest.rows() {
            let by_clues = &mut self.item(&hardest, at)?.hardest;
            by_clues.add_all(hardest.clues(2, at)?, hardest.count(3, at)?);
        }
        Ok(())
    }
}

/// Rows of summaries, from any engine.
struct Part {
    rows: usize,
    columns: Vec<ArrayRef>,
}

impl Part {
    /// Converts the columns of a summary to the types of [`schema`], as engines change types of strings and
    /// of lists.
    fn of(table: &StructArray) -> PyResult<Part> {
        let column = |field: &Arc<Field>| {
            let name = field.name();
            let column = table
                .column_by_name(name)
                .ok_or_else(|| refused(format!("no table of summaries: it has no column '{name}'")))?;
            let column = cast(column, field.data_type()).map_err(of_arrow)?;
            match column.null_count() {
                0 => Ok(column),
                _ => Err(refused(format!("the column '{name}' of a summary is null"))),
            }
        };
        let columns = schema().fields().iter().map(column).collect::<PyResult<_>>()?;
        Ok(Part { rows: table.len(), columns })
    }

    /// Returns the texts that say what made a row.
    fn texts(&self, row: usize) -> PyResult<[String; 4]> {
        let [version, ladders, budget, validate, ..] = self.columns.as_slice() else {
            return Err(damaged());
        };
        Ok([
            version.as_string::<i32>().value(row).to_string(),
            ladders.as_string::<i32>().value(row).to_string(),
            budget.as_primitive::<Int64Type>().value(row).to_string(),
            validate.as_boolean().value(row).to_string(),
        ])
    }

    /// Returns the lists of a row, in the order of [`LISTS`].
    fn lists(&self, row: usize) -> PyResult<[Members; 6]> {
        let lists = self.columns.last_chunk::<6>().ok_or_else(damaged)?;
        Ok(lists.each_ref().map(|column| Members(column.as_list::<i32>().value(row))))
    }
}

fn damaged() -> PyErr {
    refused("this is no summary that sudoscope made, or it was changed")
}

/// Maximum of a count, so that many can be added up.
const MOST: u64 = 1 << 48;

/// Members of one list.
struct Members(ArrayRef);

impl Members {
    fn rows(&self) -> std::ops::Range<usize> {
        0..self.0.len()
    }

    fn column(&self, at: usize, row: usize) -> PyResult<Option<&ArrayRef>> {
        let column = self.0.as_struct().columns().get(at).ok_or_else(damaged)?;
        Ok(column.is_valid(row).then_some(column))
    }

    fn text(&self, at: usize, row: usize) -> PyResult<&str> {
        let column = self.column(at, row)?.ok_or_else(damaged)?;
        Ok(column.as_string::<i32>().value(row))
    }

    fn count(&self, at: usize, row: usize) -> PyResult<u64> {
        let column = self.column(at, row)?.ok_or_else(damaged)?;
        let count = u64::try_from(column.as_primitive::<Int64Type>().value(row));
        count.ok().filter(|&count| count <= MOST).ok_or_else(damaged)
    }

    fn rating(&self, at: usize, row: usize) -> PyResult<Option<u32>> {
        let Some(column) = self.column(at, row)? else { return Ok(None) };
        let number = column.as_primitive::<Int32Type>().value(row);
        u32::try_from(number).map(Some).map_err(|_| damaged())
    }

    fn small(&self, at: usize, row: usize) -> PyResult<Option<u8>> {
        let Some(column) = self.column(at, row)? else { return Ok(None) };
        let number = column.as_primitive::<Int16Type>().value(row);
        u8::try_from(number).map(Some).map_err(|_| damaged())
    }

    fn clues(&self, at: usize, row: usize) -> PyResult<usize> {
        let clues = self.small(at, row)?.filter(|&clues| clues <= 81);
        clues.map(usize::from).ok_or_else(damaged)
    }

    /// Reads the end of a climb from status and rating.
    fn end(&self, at: usize, row: usize) -> PyResult<Outcome<u32>> {
        let (status, rating) = (self.text(at, row)?, self.rating(at + 1, row)?);
        let ends = [Outcome::Unsolved, Outcome::Budget, Outcome::NoSolution];
        let mut ends = rating.map(Outcome::Solved).into_iter().chain(ends);
        ends.find(|&end| status_and_rating(end) == (status, rating)).ok_or_else(damaged)
    }
}

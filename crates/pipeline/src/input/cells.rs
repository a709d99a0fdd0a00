//! Boards as values of JSON: 81 cells, nine rows of cells, or cells that name their places. A cell is a
//! digit, or an object with its digit, whether the digit is given, and its marks.
//!
//! ```text
//!   [[{"value": 5, "given": true}, {"value": null, "given": false}, …], …]
//!   [{"position": [0, 0], "value": 5, "fixed": true, "earmarks": []}, …]      rows and columns from 0 or 1
//!   [["5", "3", "", …], …]
//! ```
//!
//! Digits that are not given were placed; if all cells have digits, only the given ones count. Marks count if
//! each open cell has some.

use super::forms::{Square, cell, of_squares};
use serde_json::{Map, Value};
use sudoscope_engine::grid::Puzzle;
use sudoscope_engine::grid::marks::{List, Mark, of_lists};

/// Names of members, in small letters without `_` and `-`.
const DIGITS: &str = " value val v digit d number num n entry cell answer clue content text ";
const GIVEN: &str = " given isgiven fixed isfixed prefilled isprefilled initial isinitial readonly \
    isreadonly locked islocked clue isclue static immutable original isoriginal default isdefault preset ";
const OPEN: &str = " editable iseditable mutable user isuser ";
const MARKS: &str =
    " marks notes candidates earmarks pencilmarks pencil possible possibilities options hints ";
const ROWS: &str = " row r y i ";
const COLUMNS: &str = " column col c x j ";
const PLACES: &str = " position pos coordinates coord coords rc place ";
const INDICES: &str = " index idx cellindex ";

/// Digit, marks and origin of a cell.
#[derive(Clone, Copy, Default)]
struct Content {
    digit: u8,
    was_placed: bool,
    is_given: Option<bool>,
    marks: u16,
}

/// Reads the board in a value; `None` if the value is none.
pub(super) fn board(json: &str) -> Option<Puzzle> {
    let value: Value = serde_json::from_str(json).ok()?;
    let values = value.as_array()?;
    let rows: Option<Vec<&Value>> = match values.len() {
        9 => values.iter().map(|row| row.as_array().filter(|row| row.len() == 9)).collect::<Option<Vec<_>>>(),
        _ => None,
    }
    .map(|rows| rows.into_iter().flatten().collect());
    if let Some(cells) = rows.or_else(|| (values.len() == 81).then(|| values.iter().collect()))
        && let Some(contents) = cells.into_iter().map(content).collect::<Option<Vec<_>>>()
    {
        return puzzle(&contents);
    }
    let places: Vec<([usize; 2], Content)> = values
        .iter()
        .map(|value| Some((place(value.as_object()?)?, content(value)?)))
        .collect::<Option<_>>()?;
    let numbers = || places.iter().flat_map(|(place, _)| *place);
    // Without a row or a column 0 or 9, nobody knows where they begin.
    let first = match (numbers().min()?, numbers().max()?) {
        (0, 0..=8) => 0,
        (1.., 9) => 1,
        _ => return None,
    };
    let mut contents = [Content::default(); 81];
    for ([row, column], content) in places {
        *contents.get_mut(9 * (row - first) + column - first)? = content;
    }
    puzzle(&contents)
}

/// Returns the first member that has one of these names.
fn member<'a>(object: &'a Map<String, Value>, names: &str) -> Option<&'a Value> {
    let is_named = |name: &String| {
        let plain = name.to_ascii_lowercase().replace(['_', '-'], "");
        names.contains(&format!(" {plain} "))
    };
    object.iter().find(|(name, _)| is_named(name)).map(|(_, value)| value)
}

/// Returns the row and the column that an object names.
fn place(object: &Map<String, Value>) -> Option<[usize; 2]> {
    let number = |value: &Value| {
        let number = value.as_u64().or_else(|| value.as_str()?.trim().parse().ok())?;
        usize::try_from(number).ok().filter(|&number| number < 81)
    };
    if let Some(index) = member(object, INDICES) {
        return number(index).map(|index| [index / 9, index % 9]);
    }
    let [row, column] = match member(object, PLACES) {
        Some(Value::Array(pair)) => [pair.first()?, pair.get(1)?],
        Some(Value::Object(pair)) => [member(pair, ROWS)?, member(pair, COLUMNS)?],
        _ => [member(object, ROWS)?, member(object, COLUMNS)?],
    };
    Some([number(row)?, number(column)?]).filter(|place| place.iter().all(|&number| number < 10))
}

/// Reads a cell; `None` if the value is none.
fn content(value: &Value) -> Option<Content> {
    let of = |text: &str| {
        let (digit, was_placed) = cell(text.as_bytes())?;
        Some(Content { digit, was_placed, ..Content::default() })
    };
    match value {
        Value::Null | Value::Bool(false) => Some(Content::default()),
        Value::Number(number) => of(&number.to_string()),
        Value::String(text) => of(text),
        Value::Array(marks) => Some(Content { marks: mask(marks)?, ..Content::default() }),
        Value::Object(object) => of_object(object),
        Value::Bool(true) => None,
    }
}

fn of_object(object: &Map<String, Value>) -> Option<Content> {
    let flag = |names| member(object, names).and_then(Value::as_bool);
    let kind = member(object, " type kind state ").and_then(Value::as_str).map(str::to_ascii_lowercase);
    let of_kind = kind.as_deref().map(|kind| GIVEN.contains(&format!(" {kind} ")));
    let is_given = flag(GIVEN).or_else(|| flag(OPEN).map(|is_open| !is_open)).or(of_kind);
    let marks = match member(object, MARKS) {
        Some(Value::Array(marks)) => mask(marks).unwrap_or_default(),
        _ => 0,
    };
    let digit = match member(object, DIGITS) {
        None => Content::default(),
        Some(Value::Object(_)) => return None,
        Some(value) => content(value)?,
    };
    Some(Content { is_given, marks: digit.marks | marks, ..digit })
}

fn mask(marks: &[Value]) -> Option<u16> {
    let digit = |value: &Value| match content(value)? {
        Content { digit: digit @ 1.., .. } => Some(1 << (digit - 1)),
        _ => Some(0),
    };
    marks.iter().try_fold(0, |mask, value| Some(mask | digit(value)?))
}

/// Makes the puzzle of 81 cells.
fn puzzle(contents: &[Content]) -> Option<Puzzle> {
    contents.iter().any(|content| content.digit > 0 || content.marks > 0).then_some(())?;
    let (has_flags, has_given) = (
        contents.iter().any(|content| content.is_given.is_some()),
        contents.iter().any(|content| content.is_given == Some(true) && content.digit > 0),
    );
    let is_full = contents.iter().all(|content| content.digit > 0);
    let was_placed = |content: &Content| content.was_placed || has_given && content.is_given != Some(true);
    let is_open = |content: &Content| content.digit == 0;
    if !is_full && contents.iter().all(|content| is_open(content) == (content.marks > 0)) {
        let list = |content: &Content| -> List {
            match (content.digit, was_placed(content)) {
                (0, _) => (content.marks, Mark::None),
                (digit, true) => (1 << (digit - 1), Mark::Placed),
                (digit, false) => (1 << (digit - 1), Mark::Given),
            }
        };
        return Some(of_lists(&contents.iter().map(list).collect::<Vec<_>>()));
    }
    let square = |content: &Content| -> Square {
        match is_full && has_flags && was_placed(content) {
            true => (0, false),
            false => (content.digit, was_placed(content)),
        }
    };
    Some(of_squares(&contents.iter().map(square).collect::<Vec<_>>()))
}

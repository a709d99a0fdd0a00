//! Puzzles in the texts of lines.

use super::columns::{BOARD, Places, may_name_board};
use super::fields::fields;
use super::forms::{Attempt, Found, LineError, LineErrorKind, read_matrix, read_puzzle};
use super::kind::is_object;
use super::object::with_object;
use super::on_board::is_plain;
use std::borrow::Cow;
use sudoscope_engine::grid::{Cells, Puzzle};

/// Reads the puzzle of a line, from its column or wherever it is found. Fails if a column names another board
/// than the plain one.
#[inline]
pub fn puzzle_of(text: &[u8], places: &Places) -> Result<Found, LineError> {
    if places.has_board {
        is_plain(places.board(text).as_deref())?;
    }
    let found = puzzle_in(text, places, true);
    if places.sukaku { found.map(as_sukaku) } else { found }
}

/// Reads the clues of a line, whatever board a column names.
pub(super) fn puzzle_on_any(text: &[u8], places: &Places) -> Result<Found, LineError> {
    puzzle_in(text, places, false)
}

/// Takes the digits of marks as candidates. Clues that are not marks stay clues.
#[cold]
fn as_sukaku(found: Found) -> Found {
    match found.puzzle {
        Puzzle::Clues(_) if found.end == 81 => found,
        puzzle => Found { puzzle: Puzzle::sukaku_of(&puzzle.grid()), ..found },
    }
}

/// Reads the puzzle of a line; `must_be_plain` means that it may not name another board than the plain one.
#[inline(always)]
fn puzzle_in(text: &[u8], places: &Places, must_be_plain: bool) -> Result<Found, LineError> {
    if is_object(text) {
        let found = with_object(text, |object| {
            object.distinguishes(places.names.keep.iter().chain(&places.names.against))?;
            if must_be_plain {
                is_plain(object.text(BOARD).as_deref().filter(|text| may_name_board(text)))?;
            }
            object.puzzle(places.name())
        });
        return found.unwrap_or_else(|error| read_braces(text).unwrap_or(Err(error)));
    }
    match (places.column, places.likely) {
        (Some(column), _) => in_column(text, column),
        (None, Some(likely)) => match in_column(text, likely) {
            Ok(found) if found.puzzle.clue_count() < 81 => Ok(found),
            // Another column may hold the puzzle; a solution does not count.
            other => read_puzzle(text).ok().filter(|found| found.puzzle.clue_count() < 81).map_or(other, Ok),
        },
        (None, None) => read_puzzle(text),
    }
}

/// Reads a matrix in braces.
fn read_braces(text: &[u8]) -> Attempt {
    let inner = text.trim_ascii_start().get(1..)?.trim_ascii_start();
    let is_matrix = inner.first().is_some_and(|byte| !byte.is_ascii_alphabetic() && *byte != b'"');
    read_matrix(text).filter(|_| is_matrix)
}

fn in_column(text: &[u8], column: usize) -> Result<Found, LineError> {
    let (offset, field) = puzzle_field(text, Some(column))?;
    let found = read_puzzle(field).map_err(|error| error.moved(offset))?;
    Ok(Found { end: offset + found.end, ..found })
}

/// Reads the clues of a line, for uses that need a puzzle with clues only.
pub fn clues_of(text: &[u8], places: &Places) -> Result<[Cells; 9], LineError> {
    let sukaku = LineError::at(0, LineErrorKind::Sukaku);
    puzzle_of(text, places)?.puzzle.as_clues().ok_or(sukaku)
}

/// Returns the text at the puzzle's place in a line, as one row of at most 81 characters.
pub fn shown(line: &[u8], places: &Places) -> String {
    let field = puzzle_text(line, places);
    let text = String::from_utf8_lossy(field.get(..200).unwrap_or(&field)).replace('\n', " ");
    text.chars().take(81).collect()
}

/// Returns the text at the puzzle's place in a line; the line if the place is unknown.
pub(super) fn puzzle_text<'a>(text: &'a [u8], places: &Places) -> Cow<'a, [u8]> {
    if is_object(text) {
        let shown = with_object(text, |object| object.shown(places.name()).map(|text| text.into_owned()));
        return shown.ok().flatten().map_or(text.into(), Cow::Owned);
    }
    if places.column.is_none() {
        return column_text(text, places).into();
    }
    puzzle_field(text, places.column).map_or(text, |(_, field)| field).into()
}

/// Returns the text of the column that is the puzzle's by its name; the line if there is no such column, or
/// if the puzzle is in another.
pub fn column_text<'a>(text: &'a [u8], places: &Places) -> &'a [u8] {
    let is_there = |column: &usize| in_column(text, *column).is_ok() || puzzle_of(text, places).is_err();
    let column = places.likely.filter(|_| !is_object(text)).filter(is_there);
    puzzle_field(text, column).map_or(text, |(_, field)| field)
}

/// Returns the text in `column`, without quotes, and its position; without a column, the whole text.
fn puzzle_field(text: &[u8], column: Option<usize>) -> Result<(usize, &[u8]), LineError> {
    let Some(column) = column else { return Ok((0, text)) };
    let no_column = LineError::at(text.len(), LineErrorKind::NoColumn);
    let (start, field) = fields(text).nth(column.saturating_sub(1)).ok_or(no_column)?;
    Ok(match field.strip_prefix(b"\"") {
        Some(quoted) => (start + 1, quoted.strip_suffix(b"\"").unwrap_or(quoted)),
        None => (start, field),
    })
}

//! Text → a puzzle, or the reason and the place of the mistake. The form of a text is recognised from the
//! text alone: each form is a row of [`FORMS`], and a file with its reader. The first form, 81 cells, is that
//! of all large collections: it is tried first. The library reads it, and the marks of a sukaku.

mod ascii;
mod columns;
mod constraints;
mod error;
mod links;
mod lz_string;
mod matrix;
mod named;
mod packed_string;
mod penpa;
mod rows;
mod site_objects;
mod solo;
mod states;
mod table;
mod words;

pub use error::{LineError, LineErrorKind, ShortName};
pub(super) use matrix::{cell, is_nothing, of_squares, read as read_matrix, row_in};
pub(super) use named::{Named, are_cells, are_layout, named};
pub(super) use rows::{cells_of_row, is_between, is_frame, is_row};
pub(super) use site_objects::SiteObject;
pub use table::FORMS;
pub(super) use words::read as read_words;

use ascii::Plain;
use sudoscope_engine::grid::{
    Cell, Cells, ParseErrorKind, Puzzle, SUKAKU_LENGTH, cell_value, parse_puzzle, parse_sukaku,
};

/// Textual form of a puzzle.
pub struct Form {
    /// The name.
    pub name: &'static str,
    /// A text in this form.
    pub example: &'static str,
    /// The origin of the form, and its details.
    pub from: &'static str,
    /// The texts that may be in this form.
    pub scope: Scope,
    /// Reads a text in this form: its puzzle, or the mistake; `None` if the text is not in this form.
    pub read: fn(&[u8]) -> Option<Result<Found, LineError>>,
}

/// Texts that may be in a form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// A text, or a part of a link: the form needs no surrounding text.
    Part,
    /// A text: a line, a grid, a column, a member of an object.
    Text,
    /// A whole line, or a whole file.
    Input,
}

/// Result of reading a text in some form; `None` if the text is not in that form.
pub(super) type Attempt = Option<Result<Found, LineError>>;

/// Puzzle found in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The byte of the text where the puzzle ends.
    pub end: usize,
}

/// Reads the puzzle of a text in any form, except those of whole lines and files ([`Scope::Input`]).
pub fn read_puzzle(text: &[u8]) -> Result<Found, LineError> {
    match read_cells(text) {
        Ok(found) if may_go_on(text, &found) => longer(text, found),
        Err(error) => other_form(text, error),
        found => found,
    }
}

/// Reads the puzzle that `text` begins with: 81 cells or 729.
pub(super) fn read_field(text: &[u8]) -> Result<Found, LineError> {
    read_cells(text).or_else(|error| read_sukaku(text).unwrap_or(Err(error)))
}

/// Reads 81 cells.
#[inline]
fn read_cells(text: &[u8]) -> Result<Found, LineError> {
    let found = |clues| Found { puzzle: Puzzle::Clues(clues), end: 81 };
    parse_puzzle(text).map(found).map_err(|error| error.map(LineErrorKind::Parse))
}

/// Reads the marks of a sukaku.
fn read_sukaku(text: &[u8]) -> Attempt {
    let found = |puzzle| Found { puzzle, end: SUKAKU_LENGTH };
    parse_sukaku(text).map(|read| read.map(found).map_err(|error| error.map(LineErrorKind::Parse)))
}

/// Whether deleted candidates or a layout may follow, or the text begins with a full grid and has room for
/// its puzzle afterwards.
#[inline]
fn may_go_on(text: &[u8], found: &Found) -> bool {
    match text.get(81) {
        Some(b':') => true,
        Some(byte) if byte.is_ascii_alphabetic() && text.len() >= 2 * 81 => true,
        _ => text.len() > 81 + 70 && found.puzzle.clue_count() == 81,
    }
}

/// Reads the puzzle of a text that begins with 81 cells, which may not be the whole puzzle.
#[cold]
fn longer(text: &[u8], found: Found) -> Result<Found, LineError> {
    match text.get(81) {
        Some(b':') => states::marked(text).unwrap_or(Ok(found)),
        Some(byte) if byte.is_ascii_alphabetic() => match named::names_board(text) {
            Some(error) => Err(error),
            None if found.puzzle.clue_count() == 81 => columns::find(text).unwrap_or(Ok(found)),
            None => Ok(found),
        },
        _ => columns::find(text).unwrap_or(Ok(found)),
    }
}

/// Reads the puzzle of a text that does not begin with 81 cells, for the reason in `error`.
#[cold]
fn other_form(text: &[u8], error: LineError) -> Result<Found, LineError> {
    if error.kind == ParseErrorKind::CarriageReturn.into() {
        return Err(error);
    }
    let plain = Plain::of(text);
    let mut forms = FORMS.iter().filter(|form| form.scope != Scope::Input);
    let mut read = forms.find_map(|form| (form.read)(&plain.text));
    let inner = plain.text.iter().position(|byte| !byte.is_ascii_whitespace() && *byte != b'>');
    if let Some((before, inner)) = inner.filter(|&at| at > 0).and_then(|at| Some((at, plain.text.get(at..)?)))
    {
        let within = read_puzzle(inner).map_err(|error| error.moved(before));
        if within.is_ok() && read.is_none_or(|read| read.is_err()) || read.is_none() {
            read = Some(within.map(|found| Found { end: found.end + before, ..found }));
        }
    }
    if read.is_none_or(|read| read.is_err())
        && let Some(error) = named::names_board(&plain.text)
    {
        return Err(error);
    }
    let other = || match size_of(&plain.text) {
        Some(size) => LineError::at(0, LineErrorKind::Size(size)),
        None if text.trim_ascii_start().starts_with(b"[") => LineError::at(0, LineErrorKind::NoBoard),
        None => number_of(&plain.text).map_or(error, |kind| LineError::at(0, kind)),
    };
    match read.unwrap_or_else(|| Err(other())) {
        Ok(found) => Ok(Found { end: plain.place(found.end), ..found }),
        Err(wrong) if wrong == error => Err(error),
        Err(wrong) => Err(LineError { column: plain.place(wrong.column as usize - 1) as u32 + 1, ..wrong }),
    }
}

/// Returns what a spreadsheet did to a puzzle of which it made a number: `4.01E+79`, or its digits without
/// the zeros before the first.
fn number_of(text: &[u8]) -> Option<LineErrorKind> {
    let is_whole = |digits: &[u8]| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let word = text.trim_ascii().split(|byte| b";\t \"".contains(byte)).next()?;
    let mut parts = word.splitn(2, |byte| b"Ee".contains(byte));
    let (number, exponent) = (parts.next()?, parts.next());
    let Some(exponent) = exponent else {
        let digits = number.split(|&byte| byte == b',').next()?;
        let is_short = (60..81).contains(&digits.len()) && is_whole(digits);
        return (is_short && digits.first() > Some(&b'0') && digits.contains(&b'0'))
            .then_some(LineErrorKind::LostZeros);
    };
    let is_rounded = number.splitn(2, |byte| b".,".contains(byte)).all(is_whole);
    let exponent = exponent.strip_prefix(b"+").filter(|digits| digits.len() == 2 && is_whole(digits))?;
    (is_rounded && exponent >= &b"60"[..]).then_some(LineErrorKind::Rounded)
}

/// Side lengths of grids other than 9 × 9.
const SIZES: [u8; 7] = [4, 6, 8, 10, 12, 16, 25];

/// Returns the size of a grid other than 9 × 9, if the text is the cells of one.
fn size_of(text: &[u8]) -> Option<u8> {
    let word = text.trim_ascii();
    let is_of = |size: &u8| word.len() == usize::from(*size).pow(2) && is_of_size(word, usize::from(*size));
    SIZES.into_iter().find(is_of)
}

/// Whether the bytes are cells of a grid of `size` rows, and at least one cell has a digit. Letters stand for
/// digits beyond nine.
fn is_of_size(cells: &[u8], size: usize) -> bool {
    let is_cell = |byte: &u8| match byte {
        b'1'..=b'9' => usize::from(byte - b'0') <= size,
        b'A'..=b'Y' => size > 9 && usize::from(byte - b'A') < size,
        b'a'..=b'y' => size > 9 && usize::from(byte - b'a') < size,
        b'0' | b'.' | b'_' | b'-' | b'*' => true,
        _ => false,
    };
    cells.iter().all(is_cell)
        && cells.iter().any(|byte| matches!(byte, b'1'..=b'9' | b'A'..=b'Y' | b'a'..=b'y'))
}

/// Characters that may be blanks if all blanks of a text are the same.
const OTHER_BLANKS: &[u8] = b"xX?oO";

/// Returns the first blank of some cells, if it is one of [`OTHER_BLANKS`].
fn blank_of(cells: &[u8]) -> Option<u8> {
    let first = cells.iter().copied().find(|byte| !byte.is_ascii_digit() && *byte != b'+');
    first.filter(|byte| OTHER_BLANKS.contains(byte))
}

/// Returns the digit of a cell, 0 for a blank. If `blank` is given, it and `0` are the only blanks.
fn value_beside(byte: u8, blank: Option<u8>) -> Option<u8> {
    match (cell_value(byte), blank) {
        (None, Some(blank)) if byte == blank => Some(0),
        (Some(0), Some(_)) if byte != b'0' => None,
        (value, _) => value,
    }
}

/// A cell: its digit or 0, and whether it was placed while solving.
pub(super) type Square = (u8, bool);

/// Returns the cells of each digit in 81 squares, and the cells that were placed.
fn values_of(squares: &[Square]) -> ([Cells; 9], Cells) {
    let (mut values, mut placed) = ([Cells::EMPTY; 9], Cells::EMPTY);
    for (cell, &(digit, is_placed)) in Cell::all().zip(squares) {
        if let Some(cells) = values.get_mut(usize::from(digit).wrapping_sub(1)) {
            cells.insert(cell);
            placed |= if is_placed { Cells::of(cell) } else { Cells::EMPTY };
        }
    }
    (values, placed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_read() {
        for form in FORMS.iter().filter(|form| form.scope != Scope::Input) {
            let by_itself = (form.read)(form.example.as_bytes()).expect(form.name).expect(form.name);
            assert_eq!(
                read_puzzle(form.example.as_bytes()).map(|found| found.puzzle),
                Ok(by_itself.puzzle),
                "{}",
                form.name
            );
        }
        for line in ["x".repeat(81), "xxxxxxxxx ".repeat(9), "o".repeat(729)] {
            assert!(read_puzzle(line.as_bytes()).is_err(), "{line}");
        }
    }
}

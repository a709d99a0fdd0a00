//! Text → a puzzle, or the reason and the place of the mistake. What a text is shows in the text alone:
//!
//! ```text
//!   ..34......5…  whatever          81 cells first              here
//!   1.3…          whatever          729 characters first        sukaku.rs
//!   :0901:3:..+4…:821 822:…         a line of HoDoKu's library  hodoku.rs
//!   17,..34……,51349…                81 or 729 in some column    fields.rs
//!   ..3|4..|...  and eight more     a grid of nine rows         rows.rs
//! ```
//!
//! The first is what all large collections are, and is tried first.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

mod fields;
mod hodoku;
mod rows;
mod sukaku;

pub use rows::{ROWS, is_between, is_frame, is_row};

use super::{Cells, Puzzle};

/// Why a line is not a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineErrorKind {
    /// The line ends before the 81st cell; the number is how many cells it has.
    TooShort(u8),
    /// A byte that is neither a digit nor a blank (`.` `0` `*` `_` `-`).
    BadCell(u8),
    /// The 82nd character is a cell too: not the 81-cell layout.
    TooLong,
    /// A carriage return after the cells and more text after it: lines that end in CR alone.
    CarriageReturn,
    /// The line has no such column (`--column`).
    NoColumn,
    /// A byte of a sukaku that is not the digit of its place, which is the second.
    BadMark(u8, u8),
    /// Where candidates should be listed there is something else.
    NoCandidate,
    /// A row of a grid with this many cells, not nine.
    RowCells(u8),
    /// A grid of this many rows, not nine.
    Rows(u8),
    /// What is asked for is defined for puzzles with clues only.
    Sukaku,
    /// A line that begins as an object of JSON and is none.
    NoObject,
    /// An object without a member that is a puzzle or called like one.
    NoPuzzle,
    /// A number, null or the like where the text of a puzzle should be.
    NoText,
}

/// A line that is not a puzzle: the reason, and the column (in bytes, from 1) where it shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineError {
    /// What is wrong.
    pub kind: LineErrorKind,
    /// Where, in bytes from 1.
    pub column: u32,
    /// In which row of a grid of several lines, from 1; 0 elsewhere.
    pub row: u8,
}

impl LineError {
    /// This error, of a part of the line that begins at this byte.
    pub fn moved(self, by: usize) -> LineError {
        LineError { column: self.column.saturating_add(by as u32), ..self }
    }

    /// The reason after the column: `column 3: …`.
    pub fn with_column(self) -> String {
        format!("column {}: {self}", self.column)
    }
}

impl std::fmt::Display for LineError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.row > 0 {
            write!(f, "row {} of the grid: ", self.row)?;
        }
        match self.kind {
            LineErrorKind::TooShort(cells) => write!(f, "{cells} cells where a puzzle has 81"),
            LineErrorKind::BadCell(byte) if byte.is_ascii_graphic() => {
                write!(f, "'{}' is neither a digit nor a blank (. 0 * _ -)", byte as char)
            }
            LineErrorKind::BadCell(b' ') => write!(f, "a space among the 81 cells"),
            LineErrorKind::BadCell(byte) => {
                write!(f, "byte 0x{byte:02x} is neither a digit nor a blank (. 0 * _ -)")
            }
            LineErrorKind::TooLong => write!(f, "more than 81 cells"),
            LineErrorKind::CarriageReturn => {
                write!(f, "a lone carriage return: lines must end in LF or CRLF")
            }
            LineErrorKind::NoColumn => write!(f, "the line has no such column"),
            LineErrorKind::BadMark(byte, digit) => {
                write!(f, "'{}' where a sukaku has {digit} or a blank", byte as char)
            }
            LineErrorKind::NoCandidate => write!(f, "not a list of candidates"),
            LineErrorKind::RowCells(cells) => write!(f, "{cells} cells where a row has 9"),
            LineErrorKind::Rows(rows) => write!(f, "a grid of {rows} rows, not 9"),
            LineErrorKind::Sukaku => write!(f, "a sukaku has no clues, and no minlex"),
            LineErrorKind::NoObject => write!(f, "no whole object of JSON"),
            LineErrorKind::NoPuzzle => write!(f, "no member of the object is a puzzle"),
            LineErrorKind::NoText => write!(f, "no text where the puzzle should be"),
        }
    }
}

impl std::error::Error for LineError {}

/// What a byte means as a cell: 1…9, 0 for a blank, [`BAD`] for anything else.
#[expect(clippy::indexing_slicing, reason = "at compile time")]
const CELL: [u8; 256] = {
    let mut table = [BAD; 256];
    let mut digit = 0;
    while digit <= 9 {
        table[b'0' as usize + digit] = digit as u8;
        digit += 1;
    }
    let mut k = 0;
    while k < BLANKS.len() {
        table[BLANKS[k] as usize] = 0;
        k += 1;
    }
    table
};
const BAD: u8 = 15;
/// Blanks, beside 0. None may have the low four bits of a digit (see [`clues_of`]).
const BLANKS: [u8; 4] = *b".*_-";

#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "a table for all bytes")]
fn value(byte: u8) -> u8 {
    CELL[byte as usize]
}

/// A puzzle in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// How many bytes of the text are before what follows it.
    pub end: usize,
}

/// Reads the puzzle of a text, in whatever form it is there.
pub fn read_puzzle(text: &[u8]) -> Result<Found, LineError> {
    let mut found = read_field(text);
    if found.as_ref().map_or(true, |found| may_be_solution(text, found)) {
        found = match found {
            Ok(found) => fields::find(text).unwrap_or(Ok(found)),
            Err(error) => other_form(text, error),
        };
    }
    found
}

/// Reads the puzzle that `text` begins with: 81 cells or 729.
pub fn read_field(text: &[u8]) -> Result<Found, LineError> {
    let mut found = match cells(text) {
        Ok(text) => Ok(Found { puzzle: Puzzle::Clues(clues_of(text)), end: 81 }),
        Err(error) => Err(error),
    };
    if let Err(error) = found {
        found = longer(text, error);
    }
    found
}

/// The sukaku that a text without 81 cells begins with; `error` says why it has none.
#[cold]
fn longer(text: &[u8], error: LineError) -> Result<Found, LineError> {
    let word = text.iter().position(|&byte| byte.is_ascii_whitespace() || b",;\"".contains(&byte));
    match text.get(..word.unwrap_or(text.len())) {
        Some(word) if word.len() == sukaku::LENGTH => {
            sukaku::read(word).map(|puzzle| Found { puzzle, end: word.len() })
        }
        _ => Err(error),
    }
}

/// Whether a full grid begins the text and there is room for its puzzle after it.
#[inline]
fn may_be_solution(text: &[u8], found: &Found) -> bool {
    text.len() > 81 + 70 && found.puzzle.clue_count() == 81
}

/// The puzzle of a text that does not begin with one; `error` says why it does not.
#[cold]
fn other_form(text: &[u8], error: LineError) -> Result<Found, LineError> {
    if text.contains(&b'\n') {
        rows::read(text).map(|puzzle| Found { puzzle, end: text.len() })
    } else if hodoku::is_one(text) {
        hodoku::read(text)
    } else {
        fields::find(text).unwrap_or(Err(error))
    }
}

/// Reads the 81 cells at the start of `line` (no line end in it). Whatever follows the 81st cell is the
/// owner's business, unless it is one more cell. Returns the cells of each clue digit.
///
/// ```
/// let line = format!("{} # a note", "1".to_string() + &".".repeat(80));
/// let clues = sudoscope_engine::grid::parse_puzzle(line.as_bytes()).unwrap();
/// assert!(clues[0].contains(0));
/// ```
pub fn parse_puzzle(line: &[u8]) -> Result<[Cells; 9], LineError> {
    cells(line).map(clues_of)
}

/// The 81 cells at the start of a line, as they stand there.
#[inline]
fn cells(line: &[u8]) -> Result<&[u8; 81], LineError> {
    let Some(text) = line.first_chunk::<81>() else {
        let bad = line.iter().zip(0..).find(|&(&byte, _)| value(byte) == BAD);
        return Err(match bad {
            Some((&byte, cell)) => error(LineErrorKind::BadCell(byte), cell),
            None => error(LineErrorKind::TooShort(line.len() as u8), line.len()),
        });
    };
    let are_cells = text.iter().fold(true, |all, &byte| {
        all & BLANKS.iter().fold(byte.is_ascii_digit(), |is_cell, &blank| is_cell | (byte == blank))
    });
    if !are_cells {
        let bad = text.iter().zip(0..).find(|&(&byte, _)| value(byte) == BAD);
        let (&byte, cell) = bad.unwrap_or((&0, 0));
        return Err(error(LineErrorKind::BadCell(byte), cell));
    }
    match line.get(81) {
        Some(&byte) if value(byte) != BAD => Err(error(LineErrorKind::TooLong, 81)),
        Some(b'\r') if line.trim_ascii_end().len() > 81 => Err(error(LineErrorKind::CarriageReturn, 81)),
        _ => Ok(text),
    }
}

/// The cells of each digit, by the low four bits of each byte: no blank has those of a digit.
#[inline(always)]
fn clues_of(text: &[u8; 81]) -> [Cells; 9] {
    let (words, [last, ..]) = text.as_chunks::<8>() else { return [Cells::EMPTY; 9] };
    let bits: [Cells; 4] = std::array::from_fn(|bit| {
        let mut all = u128::from(last >> bit & 1) << 80;
        for (k, word) in words.iter().enumerate() {
            // The bit of byte k comes to bit 56 + k, and no two bits meet.
            let own = u64::from_le_bytes(*word) >> bit & 0x0101_0101_0101_0101;
            all |= u128::from(own.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * k);
        }
        Cells(all)
    });
    let [one, two, four, eight] = bits;
    let [no_one, small] = [Cells::ALL - one, Cells::ALL - eight];
    let none = (small - four) - two;
    let [a, b] = [(small - four) & two, (small & four) - two];
    let [c, d] = [small & four & two, (eight - four) - two];
    [none & one, a & no_one, a & one, b & no_one, b & one, c & no_one, c & one, d & no_one, d & one]
}

fn error(kind: LineErrorKind, at: usize) -> LineError {
    LineError { kind, column: at as u32 + 1, row: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_blank_is_read() {
        let line: String = (0..81).map(|cell| [".", "0", "*", "_", "-", "7"][cell % 6]).collect();
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        assert_eq!(clues[6], (0..81).filter(|cell| cell % 6 == 5).collect());
        assert!(clues.iter().enumerate().all(|(digit, cells)| digit == 6 || cells.is_empty()));
    }

    /// Every byte in every place, among others, is what the table says.
    #[test]
    fn clues_are_those_of_the_table() {
        for (cell, byte) in (0..81).flat_map(|cell| (0..=255).map(move |byte| (cell, byte))) {
            let other = |at: usize| b".1234*56789-_0"[(at * 5 + cell + byte as usize) % 14];
            let mut text: [u8; 81] = std::array::from_fn(other);
            text[cell] = byte;
            let by_table = std::array::from_fn(|digit| {
                (0..81).filter(|&at| value(text[at]) as usize == digit + 1).collect()
            });
            let expected = match value(byte) {
                BAD => Err(error(LineErrorKind::BadCell(byte), cell)),
                _ => Ok(by_table),
            };
            assert_eq!(parse_puzzle(&text), expected);
        }
    }
}

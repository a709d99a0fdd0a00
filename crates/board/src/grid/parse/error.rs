//! Mistakes in the text of a puzzle.

use std::fmt::{self, Debug, Display, Formatter};

/// Reason why a text is not a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseErrorKind {
    /// The text ends before the 81st cell, after this many cells.
    TooShort(u8),
    /// A byte that is neither a digit nor a blank (`.` `0` `*` `_` `-`).
    BadCell(u8),
    /// The 82nd character is a cell too: not the 81-cell layout.
    TooLong,
    /// A carriage return after the cells and more text after it: lines that end in CR alone.
    CarriageReturn,
    /// A byte of a sukaku that is not the digit of its place; the byte, then that digit.
    BadMark(u8, u8),
    /// Something else in place of a list of candidates.
    NoCandidate,
    /// A row of a grid with this many cells, not nine.
    RowCells(u8),
    /// A grid with this many rows, not nine.
    Rows(u8),
}

impl Display for ParseErrorKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            ParseErrorKind::TooShort(cells) => write!(f, "{cells} cells where a puzzle has 81"),
            ParseErrorKind::BadCell(byte) if byte.is_ascii_graphic() => {
                write!(f, "'{}' is neither a digit nor a blank (. 0 * _ -)", byte as char)
            }
            ParseErrorKind::BadCell(b' ') => write!(f, "a space among the 81 cells"),
            ParseErrorKind::BadCell(byte) => {
                write!(f, "byte 0x{byte:02x} is neither a digit nor a blank (. 0 * _ -)")
            }
            ParseErrorKind::TooLong => write!(f, "more than 81 cells"),
            ParseErrorKind::CarriageReturn => {
                write!(f, "a lone carriage return: lines must end in LF or CRLF")
            }
            ParseErrorKind::BadMark(byte, digit) => {
                write!(f, "'{}' where a sukaku has {digit} or a blank", byte as char)
            }
            ParseErrorKind::NoCandidate => write!(f, "not a list of candidates"),
            ParseErrorKind::RowCells(cells) => write!(f, "{cells} cells where a row has 9"),
            ParseErrorKind::Rows(rows) => write!(f, "a grid of {rows} rows, not 9"),
        }
    }
}

/// Mistake in a text that is not a puzzle: the reason, and its place. Readers of further forms have further
/// reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseError<Kind = ParseErrorKind> {
    /// The reason.
    pub kind: Kind,
    /// The column, in bytes from 1.
    pub column: u32,
    /// The row of a grid of several lines, from 1; 0 elsewhere.
    pub row: u8,
}

impl<Kind> ParseError<Kind> {
    /// Makes the error at a byte of the text, from 0.
    pub fn at(at: usize, kind: impl Into<Kind>) -> ParseError<Kind> {
        ParseError { kind: kind.into(), column: at as u32 + 1, row: 0 }
    }

    /// Moves the error of a part of the text that begins at byte `by` to its place in the whole text.
    pub fn moved(self, by: usize) -> ParseError<Kind> {
        ParseError { column: self.column.saturating_add(by as u32), ..self }
    }

    /// Converts the reason.
    pub fn map<K>(self, convert: impl FnOnce(Kind) -> K) -> ParseError<K> {
        ParseError { kind: convert(self.kind), column: self.column, row: self.row }
    }
}

impl<Kind: Display> ParseError<Kind> {
    /// Formats the error with its column: `column 3: …`.
    pub fn with_column(self) -> String {
        format!("column {}: {self}", self.column)
    }
}

impl<Kind: Display> Display for ParseError<Kind> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.row > 0 {
            write!(f, "row {} of the grid: ", self.row)?;
        }
        self.kind.fmt(f)
    }
}

impl<Kind: Debug + Display> std::error::Error for ParseError<Kind> {}

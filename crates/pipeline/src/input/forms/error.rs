//! Mistakes in the lines of an input.

use super::site_objects::describe;
use std::fmt;
use sudoscope_engine::grid::{ParseError, ParseErrorKind};

/// Reason why a line is not a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineErrorKind {
    /// A mistake in cells, marks or rows.
    Parse(ParseErrorKind),
    /// The line has no such column (`--column`).
    NoColumn,
    /// The request is defined only for puzzles with clues.
    Sukaku,
    /// A line that begins like a JSON object and is not one.
    NoObject,
    /// An object without a member that is a puzzle or named like one.
    NoPuzzle,
    /// An object with two members of the requested name.
    TwoMembers,
    /// A number, null or the like in place of the text of a puzzle.
    NoText,
    /// An array that is neither one of 81 cells nor one of nine rows.
    NoBoard,
    /// A grid of a size other than 9 × 9: 4, 6, 16 and so on.
    Size(u8),
    /// A number that a spreadsheet made of a puzzle.
    Number,
    /// A link without a readable puzzle: the number of its site, and that of a non-classic rule.
    Link(u8, Option<u8>),
}

impl fmt::Display for LineErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match *self {
            LineErrorKind::Parse(kind) => return kind.fmt(f),
            LineErrorKind::NoColumn => "the line has no such column",
            LineErrorKind::Sukaku => "a sukaku has no clues, and no minlex",
            LineErrorKind::NoObject => "no whole object of JSON",
            LineErrorKind::NoPuzzle => "no member of the object is a puzzle",
            LineErrorKind::TwoMembers => "a second member of the same name",
            LineErrorKind::NoText => "no text where the puzzle should be",
            LineErrorKind::NoBoard => "an array, and not one of 81 cells",
            LineErrorKind::Number => {
                "a number, which a spreadsheet made of a puzzle: make the column text before the puzzles are \
                 put in, or write blanks as dots"
            }
            LineErrorKind::Size(size) => return write!(f, "a {size} x {size} grid"),
            LineErrorKind::Link(site, rule) => &describe(site, rule),
        };
        f.write_str(text)
    }
}

impl From<ParseErrorKind> for LineErrorKind {
    fn from(kind: ParseErrorKind) -> LineErrorKind {
        LineErrorKind::Parse(kind)
    }
}

/// Error in a line that is not a puzzle.
pub type LineError = ParseError<LineErrorKind>;

//! Mistakes in the lines of an input.

use super::site_objects::describe;
use std::fmt;
use sudoscope_engine::boards::{BoardError, CellsError};
use sudoscope_engine::canon::NoForm;
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
    /// Two members or columns that may both be the puzzle.
    TwoGrids(ShortName, ShortName),
    /// A number in place of 81 digits, without the zeros that they began with.
    LostZeros,
    /// A number in place of 81 digits, rounded to the first few.
    Rounded,
    /// A link without a readable puzzle: the number of its site, and that of a non-classic rule.
    Link(u8, Option<u8>),
    /// A mistake in the cells of a board other than the plain one.
    OnBoard(CellsError),
    /// The mistake in the name of a line's board.
    BoardName(BoardError),
    /// A puzzle that names another board than the plain one, where puzzles of the plain board are read.
    NamesBoard(ShortName),
    /// The board that a puzzle names, and another that it should have.
    OtherBoard(ShortName, ShortName),
    /// Why the board of the line has no canonical forms.
    NoForm(NoForm),
    /// A sukaku or a state, where a board other than the plain one needs clues.
    CluesOnly,
}

/// Name of a member or a column, cut after sixteen bytes; printed in quotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ShortName(pub(crate) [u8; 16]);

impl ShortName {
    pub(crate) fn of(name: &str) -> ShortName {
        let mut short = [0; 16];
        short.iter_mut().zip(name.bytes()).for_each(|(own, byte)| *own = byte);
        ShortName(short)
    }
}

impl fmt::Display for ShortName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let is_cut = if self.0.last() == Some(&0) { "" } else { "…" };
        let end = self.0.iter().position(|&byte| byte == 0).unwrap_or(self.0.len());
        let text = self.0.get(..end).unwrap_or_default().utf8_chunks().next();
        write!(f, "'{}{is_cut}'", text.map_or("", |chunk| chunk.valid()))
    }
}

impl LineErrorKind {
    pub(in crate::input) fn two_grids(first: &str, second: &str) -> LineErrorKind {
        LineErrorKind::TwoGrids(ShortName::of(first), ShortName::of(second))
    }
}

impl fmt::Display for LineErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match *self {
            LineErrorKind::Parse(kind) => return kind.fmt(f),
            LineErrorKind::LostZeros => {
                "a program made a number of the puzzle, and its first zeros are lost: make the column text \
                 before the puzzles are put in, or write blanks as dots"
            }
            LineErrorKind::Rounded => {
                "a program made a number of the puzzle, and rounded it: make the column text before the \
                 puzzles are put in, or write blanks as dots"
            }
            LineErrorKind::OnBoard(kind) => return kind.fmt(f),
            LineErrorKind::BoardName(kind) => return write!(f, "the board of the line: {kind}"),
            LineErrorKind::NamesBoard(board) => {
                return write!(
                    f,
                    "a puzzle of the board {board}: --board reads it \
                     (rate, check, solve, minlex: --board column)"
                );
            }
            LineErrorKind::OtherBoard(own, other) => {
                return write!(f, "the puzzle names the board {own}, and not {other}");
            }
            LineErrorKind::NoForm(kind) => return write!(f, "no minlex: {kind}"),
            LineErrorKind::CluesOnly => "candidates, where a puzzle of a board is clues",
            LineErrorKind::NoColumn => "the line has no such column",
            LineErrorKind::Sukaku => "a sukaku has no clues, and no minlex",
            LineErrorKind::NoObject => "no whole object of JSON",
            LineErrorKind::NoPuzzle => "no member of the object is a puzzle",
            LineErrorKind::TwoMembers => "a second member of the same name",
            LineErrorKind::NoText => "no text where the puzzle should be",
            LineErrorKind::NoBoard => "an array, and not one of 81 cells",
            LineErrorKind::TwoGrids(first, second) => {
                return write!(f, "both {first} and {second} may be the puzzle: --column names one");
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

//! Puzzles of several lines: nine rows form one puzzle, even with comments, blank lines and frames between
//! them. Text around them is skipped.
//!
//! ```text
//!   Easy, no. 17         text, skipped
//!   #Dsomething          a comment, skipped
//!   ..34.....  line 3    the grid begins: its line is 3
//!   .5...912.
//!      ⋮
//!   .9...61.7  line 11   and ends: one puzzle, whose text is the nine lines
//!   [Solution]           a section, skipped up to the next name in brackets
//! ```
//!
//! Rows are searched for from the first data line on, and among lines shorter than a puzzle. From the first
//! row on every line is examined. A grid that breaks off is a puzzle too: a wrong one, to be rejected.

use super::bare::bare;
use super::kind::{AmongRows, LineKind, MAX_ROW, among_rows, is_about_a_row, is_puzzle, is_tag, section};
use super::line::capped;
use sudoscope_engine::grid::marks::ROWS;

/// The grid being read.
#[derive(Default)]
pub(crate) struct Grids {
    /// Rows so far, separated by line ends.
    text: Vec<u8>,
    rows: usize,
    /// Line number of the first row.
    number: u64,
    /// Whether something separates the rows, so that blank lines do not end the grid.
    is_spaced: bool,
    /// Whether a frame precedes the first row.
    is_framed: bool,
    /// Whether the lines are in a section other than `[Puzzle]`.
    elsewhere: bool,
}

/// Treatment of a line.
pub(crate) enum LineFate {
    /// A line without cells, or in a section without a puzzle.
    Skipped(LineKind),
    Row,
    /// A puzzle by itself.
    Puzzle,
}

/// Text of a grid, complete or not, or of a line that may belong to a grid, with the number of the first
/// line.
pub(crate) struct GridText {
    pub number: u64,
    pub text: Vec<u8>,
}

impl Grids {
    /// Makes grids that begin with `row`.
    pub fn from_row(row: &GridText) -> Grids {
        let mut grids = Grids::default();
        grids.push(bare(&row.text), row.number);
        grids
    }

    /// Makes grids that begin at line `number`: the text right before the line is their first row, if it
    /// looks like a row.
    pub fn from_texts(texts: &mut Vec<GridText>, number: u64) -> Grids {
        let is_row = |line: &mut GridText| line.number + 1 == number && is_about_a_row(bare(&line.text));
        texts.pop_if(is_row).map_or_else(Grids::default, |row| Grids::from_row(&row))
    }

    /// Takes the next line. Returns the grid that breaks off before it, if any, and the treatment of the
    /// line.
    pub fn take(&mut self, line: &[u8], number: u64) -> (Option<GridText>, LineFate) {
        if is_puzzle(line) {
            return (self.finish(), LineFate::Puzzle);
        }
        let line = bare(line);
        if let Some(name) = section(line) {
            self.elsewhere = !name.eq_ignore_ascii_case(b"puzzle");
            return (self.finish(), LineFate::Skipped(LineKind::Section));
        }
        self.elsewhere &= !is_tag(line);
        if self.elsewhere {
            return (None, LineFate::Skipped(LineKind::Section));
        }
        match among_rows(line, self.rows > 0) {
            AmongRows::Between(kind) => (self.take_between(kind), LineFate::Skipped(kind)),
            AmongRows::Row => {
                self.push(line, number);
                (None, LineFate::Row)
            }
            AmongRows::WrongPuzzle => (self.finish(), LineFate::Puzzle),
            AmongRows::Text => (self.finish(), LineFate::Skipped(LineKind::Text)),
        }
    }

    /// Takes what stands between rows, and returns the grid that it ends, if it does.
    fn take_between(&mut self, kind: LineKind) -> Option<GridText> {
        if self.rows == 0 {
            self.is_framed = kind == LineKind::Frame;
        } else if kind == LineKind::Frame && !self.is_framed && self.has_labels() {
            self.finish();
        }
        // Bands have three rows, unless all rows are separated.
        self.is_spaced |= self.rows == 1 && kind != LineKind::Comment;
        let is_broken = kind == LineKind::Blank && !self.is_spaced && !self.rows.is_multiple_of(3);
        is_broken.then(|| self.finish()).flatten()
    }

    /// Whether the grid's only row is 1 to 9: above a frame these are the names of the columns.
    fn has_labels(&self) -> bool {
        self.rows == 1 && self.text.iter().copied().filter(u8::is_ascii_alphanumeric).eq(b'1'..=b'9')
    }

    fn push(&mut self, row: &[u8], number: u64) {
        match self.rows {
            0 => self.number = number,
            _ => self.text.push(b'\n'),
        }
        self.text.extend(capped(row, MAX_ROW));
        self.rows += 1;
    }

    /// Whether the grid has all its rows.
    pub fn is_whole(&self) -> bool {
        self.rows == ROWS
    }

    /// Ends the grid: returns the rows so far with their line number, if there are any.
    pub fn finish(&mut self) -> Option<GridText> {
        let text = std::mem::take(&mut self.text);
        (self.is_spaced, self.is_framed) = (false, false);
        (std::mem::take(&mut self.rows) > 0).then_some(GridText { number: self.number, text })
    }
}

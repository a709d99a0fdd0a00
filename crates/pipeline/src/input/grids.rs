//! Puzzles of several lines: nine rows, wherever there are comments, blank lines and frames between them, are
//! one.
//!
//! ```text
//!   #Dsomething          passed over
//!   ..34.....  line 2    the grid begins: its line is 2
//!   .5...912.
//!      ⋮
//!   .9...61.7  line 10   and ends: one puzzle, whose text is the nine lines
//! ```
//!
//! An input is one of grids if its first data line is a row or leads to one; other inputs are read line by
//! line, and no line is looked at twice.

use super::line::{LineKind, capped};
use sudoscope_engine::grid::{ROWS, is_between, is_frame, is_row, read_field};

/// A row is looked at up to this length.
const MAX_ROW: usize = 1 << 10;

/// The grid that is being read.
#[derive(Default)]
pub(crate) struct Grids {
    /// Its rows so far, a line end between them.
    text: Vec<u8>,
    rows: usize,
    /// The line of the first.
    number: u64,
    /// In a section other than `[Puzzle]`.
    elsewhere: bool,
}

/// What became of a line.
pub(crate) enum LineFate {
    /// A line without cells, or after the section with the puzzle.
    Skipped(LineKind),
    Row,
    /// A puzzle of its own.
    Puzzle,
}

impl Grids {
    /// Whether the first data line of an input shows that grids follow.
    pub fn begin(line: &[u8]) -> bool {
        is_row(line) || is_frame(line) || section(line).is_some()
    }

    /// Whether a data line is the row of a grid, and no puzzle by itself.
    pub fn has_row(line: &[u8]) -> bool {
        read_field(line).is_err() && is_row(line)
    }

    /// Whether the grid is unfinished, and will be if this line is next.
    pub fn breaks_off_at(&self, line: &[u8]) -> bool {
        self.rows > 0 && (is_heading(line) || is_puzzle(line))
    }

    /// Takes the next line.
    pub fn take(&mut self, line: &[u8], number: u64) -> LineFate {
        if is_puzzle(line) {
            return LineFate::Puzzle;
        }
        if let Some(name) = section(line) {
            self.elsewhere = !name.eq_ignore_ascii_case(b"puzzle");
        }
        if self.elsewhere || is_heading(line) || is_between(line) {
            return LineFate::Skipped(match line.trim_ascii() {
                [] => LineKind::Blank,
                _ => LineKind::Comment,
            });
        }
        if self.rows == 0 {
            self.number = number;
        } else {
            self.text.push(b'\n');
        }
        self.text.extend(capped(line, MAX_ROW));
        self.rows += 1;
        LineFate::Row
    }

    /// Whether all rows are there.
    pub fn is_whole(&self) -> bool {
        self.rows == ROWS
    }

    /// The grid as far as it goes, and its line, if there is any; the next one can begin.
    pub fn finish(&mut self) -> Option<(u64, Vec<u8>)> {
        let text = std::mem::take(&mut self.text);
        (std::mem::take(&mut self.rows) > 0).then_some((self.number, text))
    }
}

/// A line that is a puzzle by itself.
fn is_puzzle(line: &[u8]) -> bool {
    line.len() >= ROWS * ROWS && read_field(line).is_ok()
}

/// A name in brackets.
fn section(line: &[u8]) -> Option<&[u8]> {
    let name = line.trim_ascii().strip_prefix(b"[")?.strip_suffix(b"]")?;
    name.iter().all(u8::is_ascii_alphabetic).then_some(name)
}

/// Words such as `Grid 07`, or a name in brackets.
fn is_heading(line: &[u8]) -> bool {
    let is_word = |start: &[u8; 2]| start.iter().all(u8::is_ascii_alphabetic);
    line.first_chunk().is_some_and(is_word) || section(line).is_some()
}

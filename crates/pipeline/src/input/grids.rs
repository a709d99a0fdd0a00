//! Puzzles of several lines: nine rows, wherever there are comments, blank lines and frames between them, are
//! one. Text around them is passed over.
//!
//! ```text
//!   Easy, no. 17         text, passed over
//!   #Dsomething          a comment, passed over
//!   ..34.....  line 3    the grid begins: its line is 3
//!   .5...912.
//!      ⋮
//!   .9...61.7  line 11   and ends: one puzzle, whose text is the nine lines
//!   [Solution]           a section, passed over to the next name in brackets
//! ```
//!
//! Rows are looked for from the first data line on, and among lines that are shorter than a puzzle. From the
//! first row on each line is looked at. A grid that breaks off is a puzzle too: a wrong one, which is a
//! reject.

use super::bare::{bare, in_brackets, is_tag};
use super::line::{LineKind, capped};
use super::object::is_object;
use sudoscope_engine::grid::{ROWS, cells_of_row, is_between, is_frame, is_row, read_field, read_puzzle};

/// A row is looked at up to this length.
const MAX_ROW: usize = 1 << 10;
/// Cells of a text that should be a puzzle by itself: the fewest clues of one.
pub(super) const MANY_CELLS: usize = 17;
/// Lines that may stand before the first that shows something.
const MAX_TEXTS: usize = 100;
/// Cells of what should be a row.
const ABOUT_A_ROW: std::ops::RangeInclusive<usize> = 7..=11;

/// The grid that is being read.
#[derive(Default)]
pub(crate) struct Grids {
    /// Its rows so far, a line end between them.
    text: Vec<u8>,
    rows: usize,
    /// The line of the first.
    number: u64,
    /// Something is between its rows, so blank lines do not end it.
    is_spaced: bool,
    /// A frame stands before its first row.
    is_framed: bool,
    /// In a section other than `[Puzzle]`.
    elsewhere: bool,
}

/// A short line among puzzles.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Short {
    /// It may be the first row of a grid.
    Row,
    /// It is a part of a frame.
    Frame,
}

/// What became of a line.
pub(crate) enum LineFate {
    /// A line without cells, or of a section that has no puzzle.
    Skipped(LineKind),
    Row,
    /// A puzzle of its own.
    Puzzle,
}

/// A grid as far as it goes, and the line of its first row.
pub(crate) type GridText = (u64, Vec<u8>);

/// What a line shows about the input.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shows {
    /// Grids follow.
    Grids,
    /// Each line is a puzzle.
    Lines,
    /// Nothing: it may be text before either.
    Nothing,
}

impl Grids {
    /// What a data line shows, if these many before it showed nothing.
    pub fn shown_by(line: &[u8], before: usize) -> Shows {
        match Grids::begin(line) {
            true => Shows::Grids,
            false if before == MAX_TEXTS || is_object(line) || cells(line) >= MANY_CELLS => Shows::Lines,
            false if read_puzzle(line).is_ok() => Shows::Lines,
            false => Shows::Nothing,
        }
    }

    /// Whether a line is the first of grids.
    fn begin(line: &[u8]) -> bool {
        let line = bare(line);
        is_row(line) || is_frame(line) || section(line).is_some()
    }

    /// What a line among puzzles is, if it is too short to be one: a row, or of a frame.
    pub fn short_among_puzzles(line: &[u8]) -> Option<Short> {
        let line = Some(line).filter(|line| line.len() < ROWS * ROWS).map(bare)?;
        match is_frame(line) {
            true => Some(Short::Frame),
            false => is_row(line).then_some(Short::Row),
        }
    }

    /// Grids of which this is the first row.
    pub fn from_row((number, row): &GridText) -> Grids {
        let mut grids = Grids::default();
        grids.push(bare(row), *number);
        grids
    }

    /// Grids that begin at a line: what stands right before it, and should be a row, is their first.
    pub fn from_texts(texts: &mut Vec<GridText>, number: u64) -> Grids {
        let is_row = |(before, text): &mut GridText| *before + 1 == number && is_about_a_row(bare(text));
        texts.pop_if(is_row).map_or_else(Grids::default, |row| Grids::from_row(&row))
    }

    /// Whether a data line is the row of a grid, and no puzzle by itself.
    pub fn has_row(line: &[u8]) -> bool {
        read_field(line).is_err() && is_row(bare(line))
    }

    /// Takes the next line. With it comes the grid that breaks off before it, if one does.
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
        if is_between(line) {
            let kind = kind_between(line);
            if self.rows == 0 {
                self.is_framed = kind == LineKind::Frame;
            } else if kind == LineKind::Frame && !self.is_framed && self.has_labels() {
                self.finish();
            }
            // Bands have three rows, unless something is between all rows.
            self.is_spaced |= self.rows == 1 && kind != LineKind::Comment;
            let is_broken = kind == LineKind::Blank && !self.is_spaced && !self.rows.is_multiple_of(3);
            return (is_broken.then(|| self.finish()).flatten(), LineFate::Skipped(kind));
        }
        if is_row(line) || is_about_a_row(line) || self.rows > 0 && cells(line) > 4 {
            self.push(line, number);
            return (None, LineFate::Row);
        }
        let is_wrong = cells(line) >= MANY_CELLS;
        (self.finish(), if is_wrong { LineFate::Puzzle } else { LineFate::Skipped(LineKind::Text) })
    }

    /// Whether its only row is 1 to 9: above a frame these are the names of the columns.
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

    /// Whether all rows are there.
    pub fn is_whole(&self) -> bool {
        self.rows == ROWS
    }

    /// The grid as far as it goes, and its line, if there is any; the next one can begin.
    pub fn finish(&mut self) -> Option<GridText> {
        let text = std::mem::take(&mut self.text);
        (self.is_spaced, self.is_framed) = (false, false);
        (std::mem::take(&mut self.rows) > 0).then_some((self.number, text))
    }
}

/// A line that is a puzzle by itself.
fn is_puzzle(line: &[u8]) -> bool {
    line.len() >= ROWS * ROWS && read_field(line).is_ok()
}

/// How many cells a line has, if cells are what most of it is.
fn cells(line: &[u8]) -> usize {
    let (cells, others) = cells_of_row(capped(line, MAX_ROW));
    if cells >= 2 * others && !is_date(line) { cells } else { 0 }
}

/// Whether a line should be a row: nine characters that are nearly all cells, or about as many cells with
/// blanks among them. A number with as many digits is a title.
fn is_about_a_row(line: &[u8]) -> bool {
    let (cells, others) = cells_of_row(capped(line, MAX_ROW));
    let blanks = line.iter().filter(|byte| b".*_-".contains(byte)).count();
    let is_near =
        cells + others == ROWS && others <= 2 || ABOUT_A_ROW.contains(&cells) && others <= 2 && blanks > 1;
    is_near && !is_date(line)
}

/// Whether a line is three numbers with dots, dashes or slashes between them.
fn is_date(line: &[u8]) -> bool {
    let mut numbers = line.trim_ascii().split(|byte| b".-/".contains(byte));
    let is_number = |part: &[u8]| matches!(part.len(), 1 | 2 | 4) && part.iter().all(u8::is_ascii_digit);
    numbers.by_ref().take(3).filter(|part| is_number(part)).count() == 3 && numbers.next().is_none()
}

fn kind_between(line: &[u8]) -> LineKind {
    match line.trim_ascii() {
        [] => LineKind::Blank,
        [b'#' | b'%', ..] => LineKind::Comment,
        _ => LineKind::Frame,
    }
}

/// The name of a section of `.sdk` files: of the puzzle, or of something else. Other names in brackets are
/// tags of a post, or titles.
pub(super) fn section(line: &[u8]) -> Option<&[u8]> {
    const OTHERS: [&[u8]; 7] = [b"state", b"solution", b"pencil", b"mark", b"candidates", b"colo", b"note"];
    let name = in_brackets(line)?;
    let begins = |start: &&[u8]| name.get(..start.len()).is_some_and(|own| own.eq_ignore_ascii_case(start));
    (name.eq_ignore_ascii_case(b"puzzle") || OTHERS.iter().any(begins)).then_some(name)
}

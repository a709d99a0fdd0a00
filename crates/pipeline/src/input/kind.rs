//! Kinds of lines. Every question about the kind of a line is answered here, from the line itself and a few
//! facts about the lines before it.
//!
//! ```text
//!   kind_of              data, a comment, blank, a header, a tag of a post
//!   is_object, section   an object of JSON; the head of a section
//!   shown_by             a data line: grids follow, or each line is a puzzle
//!   short_among_puzzles  among puzzles: a row, a frame
//!   among_rows           among the rows of grids: a row, a line between rows, text
//! ```

use super::bare::bare;
use super::fields::fields;
use super::forms::{cells_of_row, is_between, is_frame, is_row, read_field, read_puzzle};
use super::line::capped;
use sudoscope_engine::grid::marks::ROWS;

/// Minimum number of cells of a text that looks like a puzzle by itself: the fewest clues of a puzzle.
pub(super) const MANY_CELLS: usize = 17;
/// Maximum length of a row that is examined.
pub(super) const MAX_ROW: usize = 1 << 10;
/// Maximum number of lines before the first that shows something.
const MAX_TEXTS: usize = 100;
/// Number of cells of a line that looks like a row.
const ABOUT_A_ROW: std::ops::RangeInclusive<usize> = 7..=11;

/// Kind of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineKind {
    Data,
    Comment,
    Blank,
    Header,
    /// Part of the frame around a grid.
    Frame,
    /// Text around grids, or a tag of a post.
    Text,
    /// Line of a section without a puzzle.
    Section,
}

pub(super) fn kind_of(line: &[u8], at_start: bool) -> LineKind {
    match line.iter().find(|byte| !byte.is_ascii_whitespace()) {
        None => LineKind::Blank,
        Some(b'#') if title_of(line).is_some() => LineKind::Header,
        Some(b'#' | b'%') => LineKind::Comment,
        Some(b'[' | b'`' | b'~' | b'C' | b'c') if is_tag(line) => LineKind::Text,
        Some(b's' | b'S') if is_separator(line) => LineKind::Comment,
        _ if at_start && is_header(line) => LineKind::Header,
        _ => LineKind::Data,
    }
}

/// Returns the names of columns in the title of gsf's lists: `#!sudoku -c1,Puzzle,Label,…`, where 1 is the
/// number of the first named column.
pub(super) fn title_of(line: &[u8]) -> Option<&[u8]> {
    let mut words = line.strip_prefix(b"#!sudoku")?.split(u8::is_ascii_whitespace);
    let names = words.find_map(|word| word.strip_prefix(b"-c1,"))?;
    (!names.is_empty()).then_some(names)
}

/// Whether a line names the separator of fields, as spreadsheets write it first: `sep=;`.
fn is_separator(line: &[u8]) -> bool {
    let is_name = |name: &[u8]| name.eq_ignore_ascii_case(b"sep=");
    let line = line.trim_ascii_end();
    line.len() <= 5 && line.get(..4).is_some_and(is_name)
}

/// Words that name a column of puzzles.
pub(super) const PUZZLE_NAMES: [&str; 11] = [
    "puzzle", "quiz", "question", "unsolved", "grid", "sudoku", "board", "problem", "initial", "givens",
    "clues",
];

/// Whether a file's first data line is the header of a table: column names, the first of them beginning with
/// a letter. A single name must be a usual one for puzzles, and so must one of the names after an unnamed
/// column, such as data frames are written with.
fn is_header(line: &[u8]) -> bool {
    let is_text = std::str::from_utf8(line).is_ok();
    let name_byte = |byte: &u8| {
        byte.is_ascii_alphanumeric() || b"_-+.: \"/%()#".contains(byte) || !byte.is_ascii() && is_text
    };
    let is_name = |(_, field): (usize, &[u8])| field.len() <= 40 && field.iter().all(name_byte);
    let text = String::from_utf8_lossy(line).to_ascii_lowercase();
    let names = text.trim_start_matches([',', ';', '\t']);
    let is_named = names.len() == text.len();
    names.trim_start_matches('"').starts_with(char::is_alphabetic)
        && fields(line).all(is_name)
        && !text.contains("://")
        && read_puzzle(line).is_err()
        && (is_named && fields(line).count() > 1 || PUZZLE_NAMES.iter().any(|name| text.contains(name)))
}

/// Whether a line is an object, complete or not: no other form of a puzzle begins with a brace.
pub(super) fn is_object(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"{")
}

/// Returns the name of a section of `.sdk` files: of the puzzle, or of something else. Other names in
/// brackets are tags of a post, or titles.
pub(super) fn section(line: &[u8]) -> Option<&[u8]> {
    const OTHERS: [&[u8]; 7] = [b"state", b"solution", b"pencil", b"mark", b"candidates", b"colo", b"note"];
    let name = in_brackets(line)?;
    let begins = |start: &&[u8]| name.get(..start.len()).is_some_and(|own| own.eq_ignore_ascii_case(start));
    (name.eq_ignore_ascii_case(b"puzzle") || OTHERS.iter().any(begins)).then_some(name)
}

/// Whether a line is only a mark around code in a post: `[code]`, `[/code]`, three backticks, or the words
/// that phpBB prints.
pub(super) fn is_tag(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let is_name =
        |name: &[u8]| name.strip_prefix(b"/").unwrap_or(name).first().is_some_and(u8::is_ascii_alphabetic);
    match line.first() {
        Some(b'[') => {
            section(line).is_none() && in_brackets(line).is_some_and(|name| is_name(name) && !is_row(name))
        }
        Some(b'`' | b'~') => line.starts_with(b"```") || line.starts_with(b"~~~"),
        Some(b'C' | b'c') => {
            [&b"code:"[..], b"code: select all"].iter().any(|tag| line.eq_ignore_ascii_case(tag))
        }
        _ => false,
    }
}

/// Returns the text between brackets that enclose the whole line.
fn in_brackets(line: &[u8]) -> Option<&[u8]> {
    let name = line.trim_ascii().strip_prefix(b"[")?.strip_suffix(b"]")?;
    (!name.contains(&b'[') && !name.contains(&b']')).then_some(name)
}

/// Conclusion about the input from a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shows {
    /// Grids follow.
    Grids,
    /// Each line is a puzzle.
    Lines,
    /// Nothing: the line may be text before either.
    Nothing,
}

/// Returns the conclusion from a data line, if `before` lines before it showed nothing.
pub(super) fn shown_by(line: &[u8], before: usize) -> Shows {
    match begins_grids(line) {
        true => Shows::Grids,
        false if before == MAX_TEXTS || is_object(line) || cells(line) >= MANY_CELLS => Shows::Lines,
        false if read_puzzle(line).is_ok() => Shows::Lines,
        false => Shows::Nothing,
    }
}

/// Whether a line begins grids.
fn begins_grids(line: &[u8]) -> bool {
    let line = bare(line);
    is_row(line) || is_frame(line) || section(line).is_some()
}

/// A short line among puzzles.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Short {
    /// A possible first row of a grid.
    Row,
    /// A part of a frame.
    Frame,
}

/// Classifies a line among puzzles that is too short to be one: a row, or a part of a frame.
pub(super) fn short_among_puzzles(line: &[u8]) -> Option<Short> {
    let line = Some(line).filter(|line| line.len() < ROWS * ROWS).map(bare)?;
    match is_frame(line) {
        true => Some(Short::Frame),
        false => is_row(line).then_some(Short::Row),
    }
}

/// Whether a data line is the row of a grid, and not a puzzle by itself.
pub(crate) fn is_grid_row(line: &[u8]) -> bool {
    read_field(line).is_err() && is_row(bare(line))
}

/// Kind of a line among the rows of grids, if the line is not a puzzle, a section or a tag.
pub(super) enum AmongRows {
    /// A line that may be between rows.
    Between(LineKind),
    /// A row, or a line that looks like a row.
    Row,
    /// Cells enough for a puzzle, and no puzzle.
    WrongPuzzle,
    Text,
}

/// Classifies a bare line among the rows of grids; `has_rows` says whether a row came before the line.
pub(super) fn among_rows(line: &[u8], has_rows: bool) -> AmongRows {
    if !has_rows && is_labels(line) {
        AmongRows::Between(LineKind::Frame)
    } else if is_between(line) {
        AmongRows::Between(kind_between(line))
    } else if is_row(line) || is_about_a_row(line) || has_rows && cells(line) > 4 {
        AmongRows::Row
    } else if cells(line) >= MANY_CELLS {
        AmongRows::WrongPuzzle
    } else {
        AmongRows::Text
    }
}

/// Whether a line is a puzzle by itself.
pub(super) fn is_puzzle(line: &[u8]) -> bool {
    line.len() >= ROWS * ROWS && read_field(line).is_ok()
}

/// Returns the number of cells in a line, if it consists mostly of cells, otherwise 0.
fn cells(line: &[u8]) -> usize {
    let (cells, others) = cells_of_row(capped(line, MAX_ROW));
    if cells >= 2 * others && !is_date(line) { cells } else { 0 }
}

/// Whether a line looks like a row: nine characters, nearly all of them cells, or about as many cells, some
/// of them blank. A number with as many digits is a title.
pub(super) fn is_about_a_row(line: &[u8]) -> bool {
    let (cells, others) = cells_of_row(capped(line, MAX_ROW));
    let blanks = line.iter().filter(|byte| b".*_-".contains(byte)).count();
    let is_near =
        cells + others == ROWS && others <= 2 || ABOUT_A_ROW.contains(&cells) && others <= 2 && blanks > 1;
    is_near && !is_date(line) && !is_labels(line)
}

/// Whether a line has the numbers of columns from 0, as tables of programs have above their rows.
fn is_labels(line: &[u8]) -> bool {
    line.len() > ROWS && line.iter().copied().filter(u8::is_ascii_alphanumeric).eq(b'0'..=b'8')
}

/// Whether a line is three numbers separated by dots, dashes or slashes.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_told_from_garbage() {
        for header in [
            "puzzle,W,gW,S+W,FPGXnoU",
            "quizzes,solutions",
            "Puzzle",
            "\"puzzle\",\"x\"",
            "id;puzzle",
            "id\tpuzzle",
            ",puzzle,solution",
            "puzzle,Lösung",
        ] {
            assert!(is_header(header.as_bytes()), "{header}");
        }
        let mistyped = format!("x{},5", ".".repeat(79));
        let garbage = [
            &mistyped,
            ",,3,4,,,,5,",
            ",hello",
            "\thello",
            "hello",
            "..3,4",
            &"x".repeat(81),
            "1,2,3",
            "a\u{1},b",
            "",
        ];
        for line in garbage {
            assert!(!is_header(line.as_bytes()), "{line}");
        }
    }
}

//! A line by itself: where it stands, how much of it is looked at, what it is.

use super::bare::is_tag;
use super::fields::fields;
use std::ops::Range;
use sudoscope_engine::grid::read_puzzle;

/// Where a line stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LineAt {
    /// Which of the inputs, from 0.
    pub file: u16,
    /// Line number in it, from 1.
    pub line: u64,
}

/// As many inputs as [`LineAt`] has numbers for.
pub const MAX_INPUTS: usize = u16::MAX as usize;

/// A line is looked at up to this length; whatever follows is ignored like all text after the puzzle.
pub(crate) const MAX_LINE: usize = 1 << 16;

/// The bytes up to this length.
pub(super) fn capped(bytes: &[u8], length: usize) -> &[u8] {
    bytes.get(..length).unwrap_or(bytes)
}

/// Which bytes of a line are looked at: not its end, nor the byte order mark of a file's first.
pub(super) fn line_in(line: &[u8], is_first: bool) -> Range<usize> {
    let start = if is_first && line.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let line = capped(line.strip_suffix(b"\n").unwrap_or(line), MAX_LINE);
    start..line.strip_suffix(b"\r").unwrap_or(line).len()
}

/// What a line is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineKind {
    Data,
    Comment,
    Blank,
    Header,
    /// Of the frame around a grid.
    Frame,
    /// Text around grids, or a tag of a post.
    Text,
    /// Of a section that has no puzzle.
    Section,
}

pub(super) fn kind_of(line: &[u8], at_start: bool) -> LineKind {
    match line.iter().find(|byte| !byte.is_ascii_whitespace()) {
        None => LineKind::Blank,
        Some(b'#' | b'%') => LineKind::Comment,
        Some(b'[' | b'`' | b'~' | b'C' | b'c') if is_tag(line) => LineKind::Text,
        _ if at_start && is_header(line) => LineKind::Header,
        _ => LineKind::Data,
    }
}

/// Words that name a column of puzzles.
pub(super) const PUZZLE_NAMES: [&str; 11] = [
    "puzzle", "quiz", "question", "unsolved", "grid", "sudoku", "board", "problem", "initial", "givens",
    "clues",
];

/// Whether a file's first data line is the header of a table: column names, the first of which begins with a
/// letter. A single name must be one that people give to puzzles, and so must one of those behind a column
/// without name, with which data frames are written.
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

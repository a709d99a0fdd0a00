//! Matrices, as programs print and write them: a row is nine cells between any brackets.
//!
//! ```text
//!   [[5 3 0 0 7 0 0 0 0]              numpy, tensors, Clojure, MATLAB, Julia
//!   problem(1, [[_,_,3,_,…],          text before, behind and between makes no difference
//!   {5.0, None, NaN, …},              words for nothing are blanks; 5.0 is 5
//!    [2,]    6    0    0    1  …      brackets without nine cells are no rows: names, types, sizes
//!   5 & 3 & & & 7 & & & & \\          LaTeX
//! ```

use super::rows::{ROW_BYTES, cells_of};
use super::{Attempt, Found, Square, is_row, value_beside, values_of, words};
use crate::input::fields::plain;
use sudoscope_engine::grid::marks::ROWS;
use sudoscope_engine::grid::{Candidates, Puzzle};

/// Words for a cell without a digit, in small letters.
const NOTHING: [&str; 7] = ["none", "nil", "null", "nan", "na", "nothing", "undefined"];

/// Whether a word is one for a blank: `None`, `nil`, `NaN`.
pub(in crate::input) fn is_nothing(word: &[u8]) -> bool {
    NOTHING.iter().any(|nothing| word.eq_ignore_ascii_case(nothing.as_bytes()))
}

/// Reads a cell, with spaces and quotes around it. Spaces alone are a blank; `5.0` is 5; `+5` was placed.
pub(in crate::input) fn cell(word: &[u8]) -> Option<Square> {
    let inner = plain(word);
    let quoted = inner.strip_prefix(b"'").and_then(|inner| inner.strip_suffix(b"'"));
    let inner = quoted.unwrap_or(inner).trim_ascii();
    let inner = inner.strip_prefix(b"Just ").unwrap_or(inner);
    match *inner.strip_suffix(b"e+00").unwrap_or(inner) {
        [] => Some((0, false)),
        [byte] => value_beside(byte, None).map(|digit| (digit, false)),
        [b'+', digit @ b'1'..=b'9'] => Some((digit - b'0', true)),
        [digit @ b'0'..=b'9', b'.', ref zeros @ ..] if zeros.iter().all(|&zero| zero == b'0') => {
            Some((digit - b'0', false))
        }
        // Also with the name of a module: `np.nan`.
        _ => is_nothing(inner.rsplit(|&byte| byte == b'.').next()?).then_some((0, false)),
    }
}

/// Returns the only row between brackets or quotes in a line; a remark may follow.
pub(in crate::input) fn row_in(line: &[u8]) -> Option<&[u8]> {
    let only = |marks: &[u8]| {
        let mut rows = pieces(line, marks).filter(|piece| is_row(piece));
        rows.next().filter(|_| rows.next().is_none())
    };
    only(b"[](){}<>").or_else(|| only(b"[](){}<>\"'`")).or_else(|| {
        let is_remark = |two: &[u8]| matches!(two, b"//" | b"/*" | b" #" | b" %");
        let before = line.get(..line.windows(2).position(is_remark)?)?;
        if is_row(before) { Some(before) } else { row_in(before) }
    })
}

fn pieces<'a>(text: &'a [u8], marks: &[u8]) -> impl Iterator<Item = &'a [u8]> {
    text.split(move |byte| marks.contains(byte)).filter(|piece| piece.len() >= ROWS)
}

/// Reads a matrix on one line: nine rows, or 81 cells between brackets. Of several, one with blanks.
pub(in crate::input) fn read(text: &[u8]) -> Attempt {
    let has_bracket = text.iter().any(|byte| b"[({".contains(byte));
    (has_bracket && !text.contains(&b'\n')).then_some(())?;
    let row = |piece: &[u8]| cells_of(piece).ok().filter(|_| piece.len() < ROW_BYTES);
    let rows: Vec<[Square; ROWS]> = pieces(text, b"[](){};|").filter_map(row).collect();
    let mut puzzles: Vec<Puzzle> =
        rows.chunks_exact(ROWS).map(|rows| of_squares(rows.as_flattened())).collect();
    if !rows.len().is_multiple_of(ROWS) {
        return None;
    }
    if rows.is_empty() {
        let flat = |piece| words::read(piece)?.ok().map(|found: Found| found.puzzle);
        puzzles = pieces(text, b"[](){}").filter(|piece| piece.len() > 2 * 81 - 2).filter_map(flat).collect();
    }
    puzzles.dedup();
    let (open, full): (Vec<Puzzle>, Vec<Puzzle>) =
        puzzles.into_iter().partition(|puzzle| puzzle.clue_count() < 81);
    // A full grid may be the solution of an object's puzzle.
    let has_members = memchr::memmem::find(text, b"\":").is_some();
    match (&open[..], &full[..]) {
        ([], _) if has_members => None,
        ([puzzle], _) | ([], [puzzle, ..]) => Some(Ok(Found { puzzle: *puzzle, end: text.len() })),
        _ => None,
    }
}

/// Makes the puzzle of 81 cells.
pub(in crate::input) fn of_squares(squares: &[Square]) -> Puzzle {
    let (values, placed) = values_of(squares);
    Puzzle::of_values(&values, placed, &Candidates::EMPTY)
}

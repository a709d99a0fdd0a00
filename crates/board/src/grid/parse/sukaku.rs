//! A sukaku on one line: nine characters for each cell. The character of a candidate is the digit of its
//! place; all other characters are blanks.

use super::{BAD, ParseError, ParseErrorKind, value};
use crate::grid::{Candidates, Cell, Cells, Puzzle};

/// Number of characters of a sukaku.
#[doc(hidden)]
pub const LENGTH: usize = 729;

/// Reads the sukaku at the beginning of a text; returns `None` if the first word has another length.
#[cold]
#[doc(hidden)]
pub fn read(text: &[u8]) -> Option<Result<Puzzle, ParseError>> {
    let end = text.iter().position(|&byte| byte.is_ascii_whitespace() || b",;\"".contains(&byte));
    let text = text.get(..end.unwrap_or(text.len())).filter(|word| word.len() == LENGTH)?;
    let mut candidates = Candidates([Cells::EMPTY; 9]);
    for (cell, marks) in text.chunks(9).enumerate() {
        for (digit, (&byte, plane)) in marks.iter().zip(&mut candidates.0).enumerate() {
            let kind = match value(byte) {
                0 => continue,
                BAD => ParseErrorKind::BadCell(byte),
                own if usize::from(own) == digit + 1 => {
                    plane.insert(Cell::new(cell));
                    continue;
                }
                _ => ParseErrorKind::BadMark(byte, digit as u8 + 1),
            };
            return Some(Err(ParseError::at(9 * cell + digit, kind)));
        }
    }
    Some(Ok(Puzzle::Sukaku(candidates)))
}

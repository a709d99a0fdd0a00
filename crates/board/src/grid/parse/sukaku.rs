//! A sukaku on one line: nine characters for each cell. The character of a candidate is the digit of its
//! place; all other characters are blanks.

use super::{BAD, Found, LineErrorKind, Reading, error, value};
use crate::grid::{Candidates, Cell, Cells, Puzzle};

pub(super) const LENGTH: usize = 729;

#[cold]
pub(super) fn read(text: &[u8]) -> Reading {
    let end = text.iter().position(|&byte| byte.is_ascii_whitespace() || b",;\"".contains(&byte));
    let text = text.get(..end.unwrap_or(text.len())).filter(|word| word.len() == LENGTH)?;
    let mut candidates = Candidates([Cells::EMPTY; 9]);
    for (cell, marks) in text.chunks(9).enumerate() {
        for (digit, (&byte, plane)) in marks.iter().zip(&mut candidates.0).enumerate() {
            let kind = match value(byte) {
                0 => continue,
                BAD => LineErrorKind::BadCell(byte),
                own if usize::from(own) == digit + 1 => {
                    plane.insert(Cell::new(cell));
                    continue;
                }
                _ => LineErrorKind::BadMark(byte, digit as u8 + 1),
            };
            return Some(Err(error(kind, 9 * cell + digit)));
        }
    }
    Some(Ok(Found { puzzle: Puzzle::Sukaku(candidates), end: LENGTH }))
}

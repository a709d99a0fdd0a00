//! A sukaku on one line: nine characters a cell, each its own digit where that is a candidate, or a blank.

use super::{BAD, LineError, LineErrorKind, error, value};
use crate::grid::{Candidates, Cells, Puzzle};

pub(super) const LENGTH: usize = 729;

pub(super) fn read(text: &[u8]) -> Result<Puzzle, LineError> {
    let mut candidates = Candidates([Cells::EMPTY; 9]);
    for (cell, marks) in text.chunks(9).enumerate() {
        for (digit, (&byte, plane)) in marks.iter().zip(&mut candidates.0).enumerate() {
            let kind = match value(byte) {
                0 => continue,
                BAD => LineErrorKind::BadCell(byte),
                own if usize::from(own) == digit + 1 => {
                    plane.insert(cell);
                    continue;
                }
                _ => LineErrorKind::BadMark(byte, digit as u8 + 1),
            };
            return Err(error(kind, 9 * cell + digit));
        }
    }
    Ok(Puzzle::Sukaku(candidates))
}

//! A line of HoDoKu's library: `:technique:digits:givens:deleted candidates:eliminations:placements:extra:`.
//!
//! A `+` before a given says that it was placed on the way. Deleted candidates are written digit, row,
//! column: `821` is 8 in r2c1. With any of them the line is a state on the way, which is read as a sukaku.

use super::{Found, LineError, LineErrorKind, error, value};
use crate::grid::{Candidate, Candidates, Cells, Grid, Puzzle};

/// Fields before the givens.
const BEFORE: usize = 3;

pub(super) fn is_one(line: &[u8]) -> bool {
    line.starts_with(b":") && line.iter().filter(|&&byte| byte == b':').count() > BEFORE
}

pub(super) fn read(line: &[u8]) -> Result<Found, LineError> {
    let mut start = 0;
    let mut fields = line.split(|&byte| byte == b':').map(|field| {
        let at = start;
        start += field.len() + 1;
        (at, field)
    });
    let (at, givens) = fields.nth(BEFORE).unwrap_or_default();
    let clues = givens_of(givens).map_err(|error| error.moved(at))?;
    let mut grid = Grid::from_clues(&clues);
    let mut end = at + givens.len();
    if let Some((at, deleted)) = fields.next() {
        end = at + deleted.len();
        let deleted = list(deleted).map_err(|error| error.moved(at))?;
        if grid.planes.iter().zip(deleted.0).any(|(plane, deleted)| plane.intersects(deleted)) {
            grid.eliminate(&deleted);
            return Ok(Found { puzzle: Puzzle::sukaku_of(&grid), end });
        }
    }
    Ok(Found { puzzle: Puzzle::Clues(clues), end })
}

/// Cells, with a `+` before those that were placed.
fn givens_of(text: &[u8]) -> Result<[Cells; 9], LineError> {
    let mut clues = [Cells::EMPTY; 9];
    let mut cell = 0;
    for (at, &byte) in text.iter().enumerate() {
        if byte == b'+' && text.get(at + 1).is_some_and(|next| next.is_ascii_digit()) {
            continue;
        }
        let digit = usize::from(value(byte));
        match clues.get_mut(digit.wrapping_sub(1)) {
            _ if cell == 81 => return Err(error(LineErrorKind::TooLong, at)),
            Some(cells) => cells.insert(cell),
            None if digit == 0 => {}
            None => return Err(error(LineErrorKind::BadCell(byte), at)),
        }
        cell += 1;
    }
    match cell {
        81 => Ok(clues),
        _ => Err(error(LineErrorKind::TooShort(cell as u8), text.len())),
    }
}

/// Candidates, with blanks between them.
fn list(text: &[u8]) -> Result<Candidates, LineError> {
    let mut candidates = Candidates::EMPTY;
    let mut at = 0;
    for word in text.split(|byte| byte.is_ascii_whitespace()) {
        let index = |byte: &u8| matches!(byte, b'1'..=b'9').then(|| usize::from(byte - b'1'));
        match word {
            [] => {}
            [digit, row, column] => match (index(digit), index(row), index(column)) {
                (Some(digit), Some(row), Some(column)) => {
                    candidates.insert(Candidate::new(digit, 9 * row + column))
                }
                _ => return Err(error(LineErrorKind::NoCandidate, at)),
            },
            _ => return Err(error(LineErrorKind::NoCandidate, at)),
        }
        at += word.len() + 1;
    }
    Ok(candidates)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIVENS: &str = "+1+6+93+2+8+4+75.4.657+9.1.+57+14+9....9..6174+8....+8...+9.1879.+52....\
                          +91+68+5.5+8.472.9.9..+8+35...";

    #[test]
    fn a_state_is_read() {
        let line = format!(":0201:351:{GIVENS}:231 653:351 352::");
        let found = read(line.as_bytes()).unwrap();
        let Puzzle::Sukaku(candidates) = found.puzzle else { panic!("candidates are deleted") };
        let clues = givens_of(GIVENS.as_bytes()).unwrap();
        assert_eq!((clues[0].len(), clues[0].contains(0)), (6, true));
        let mut grid = Grid::from_clues(&clues);
        let deleted = [Candidate::new(1, 9 * 2), Candidate::new(5, 9 * 4 + 2)];
        assert!(deleted.iter().all(|&candidate| grid.allows(candidate)));
        grid.eliminate(&Candidates::from_iter(deleted));
        assert!((0..9).all(|digit| candidates.0[digit] == grid.plane(digit)));
        // Nothing deleted, or nothing that was left: a puzzle with clues.
        for deleted in ["", "112", " 112  121 "] {
            let line = format!(":0201:351:{GIVENS}:{deleted}:351 352::");
            assert_eq!(read(line.as_bytes()).unwrap().puzzle, Puzzle::Clues(clues));
        }
        let found = read(format!(":::{GIVENS}").as_bytes()).unwrap();
        assert_eq!((found.puzzle, found.end), (Puzzle::Clues(clues), GIVENS.len() + 3));
    }
}

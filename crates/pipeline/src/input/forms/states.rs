//! States on one line: cells, with a `+` before each value placed while solving, then deleted candidates.
//!
//! ```text
//!   :0901:3:..+4…:821 822:…     a line of HoDoKu's library: technique, digits, givens, deleted candidates,
//!                               eliminations, placements, extra
//!   ..+4…:821 822               the givens and the deleted candidates alone
//! ```
//!
//! Deleted candidates are written digit, row, column: `821` is 8 in r2c1.

use super::{Attempt, Found, LineError, blank_of, value_beside, values_of};
use crate::input::fields::pieces;
use sudoscope_engine::grid::ParseErrorKind::{BadCell, NoCandidate, TooLong, TooShort};
use sudoscope_engine::grid::{Candidate, Candidates, Cell, Cells, Digit, Puzzle};

/// Number of fields before the givens.
const BEFORE: usize = 3;

pub(super) fn library(line: &[u8]) -> Attempt {
    (line.starts_with(b":") && !line.contains(&b'\n')).then_some(())?;
    let (at, cells) = pieces(line, |&byte| byte == b':').nth(BEFORE)?;
    let rest = line.get(at + cells.len()..).filter(|rest| !rest.is_empty())?;
    let read = || {
        let (values, placed, end) = cells_of(cells, None)?;
        if end < cells.len() {
            return Err(LineError::at(end, TooLong));
        }
        state(&values, placed, rest, cells.len())
    };
    Some(read().map(|found| Found { end: at + found.end, ..found }).map_err(|error| error.moved(at)))
}

/// Reads the cells and the deleted candidates alone, or cells with blanks that lists of puzzles do not use.
pub(super) fn marked(text: &[u8]) -> Attempt {
    let blank = blank_of(text);
    let (values, placed, end) = cells_of(text, blank).ok()?;
    (blank.is_none() || values.iter().any(|cells| !cells.is_empty())).then_some(())?;
    let rest = text.get(end..)?;
    let is_cell = |byte: &u8| byte.is_ascii_alphanumeric() || b".*_-+".contains(byte);
    if rest.first().is_some_and(is_cell) {
        return None;
    }
    // After a colon, other lists have counts, solutions or notes.
    let is_list = |list: &[u8]| {
        let mut words = list.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        words.clone().count() > usize::from(placed.is_empty()) && words.all(|word| candidate(word).is_some())
    };
    let list = rest.strip_prefix(b":").and_then(|rest| rest.split(|&byte| byte == b':').next());
    let rest = if list.is_some_and(is_list) { rest } else { b"" };
    Some(state(&values, placed, rest, end))
}

/// Makes the state of these values, some of them placed, without the candidates that `rest` lists after a
/// colon. The cells end at `end`.
fn state(values: &[Cells; 9], placed: Cells, rest: &[u8], end: usize) -> Result<Found, LineError> {
    let list = rest.strip_prefix(b":").unwrap_or_default();
    let list = list.split(|&byte| byte == b':').next().unwrap_or_default();
    let behind = rest.get(1 + list.len()..).unwrap_or_default();
    let mut deleted = Candidates::EMPTY;
    for (at, word) in pieces(list, u8::is_ascii_whitespace).filter(|(_, word)| !word.is_empty()) {
        deleted.insert(candidate(word).ok_or(LineError::at(end + 1 + at, NoCandidate))?);
    }
    let fields = if rest.is_empty() { 0 } else { 1 + list.len() };
    let ends = if behind.iter().all(|&byte| byte == b':') { behind.len() } else { 0 };
    Ok(Found { puzzle: Puzzle::of_values(values, placed, &deleted), end: end + fields + ends })
}

fn candidate(word: &[u8]) -> Option<Candidate> {
    let [digit, row, column] = *word else { return None };
    let [digit, row, column] =
        [digit, row, column].map(|byte| usize::from(byte.wrapping_sub(b'1'))).map(|k| (k < 9).then_some(k));
    Some(Candidate::new(Digit::new(digit?), Cell::new(9 * row? + column?)))
}

/// Reads 81 cells at the beginning. Returns their values, the cells with a `+`, and the end of the cells.
fn cells_of(text: &[u8], blank: Option<u8>) -> Result<([Cells; 9], Cells, usize), LineError> {
    let (mut squares, mut is_placed, mut end) = (Vec::with_capacity(81), false, 0);
    for (at, &byte) in text.iter().enumerate() {
        if squares.len() == 81 {
            break;
        }
        if byte == b'+' && text.get(at + 1).is_some_and(|next| (b'1'..=b'9').contains(next)) {
            is_placed = true;
            continue;
        }
        let digit = value_beside(byte, blank).ok_or(LineError::at(at, BadCell(byte)))?;
        squares.push((digit, std::mem::take(&mut is_placed)));
        end = at + 1;
    }
    let (values, placed) = values_of(&squares);
    match squares.len() {
        81 => Ok((values, placed, end)),
        cells => Err(LineError::at(text.len(), TooShort(cells as u8))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudoscope_engine::grid::Grid;

    const GIVENS: &str = "+1+6+93+2+8+4+75.4.657+9.1.+57+14+9....9..6174+8....+8...+9.1879.+52....+91+68+5.5+\
        8.472.9.9..+8+35...";

    #[test]
    fn a_state_is_read() {
        let (values, placed, _) = cells_of(GIVENS.as_bytes(), None).unwrap();
        assert_eq!((values[0].len(), values[0].contains(Cell::new(0)), placed.len()), (6, true, 21));
        let state = |deleted: &[Candidate]| {
            assert!(deleted.iter().all(|&candidate| Grid::from_clues(&values).allows(candidate)));
            Puzzle::of_values(&values, placed, &deleted.iter().copied().collect())
        };
        let deleted = [(1, 2, 0), (5, 4, 2)].map(|(d, r, c)| Candidate::new(Digit::new(d), Cell::at(r, c)));
        // Nothing deleted, candidates deleted that values exclude anyway, and two real deletions.
        for (list, expected) in
            [("", state(&[])), ("112", state(&[])), (" 112  121 ", state(&[])), ("231 653", state(&deleted))]
        {
            let line = format!(":0201:351:{GIVENS}:{list}:351 352::");
            let found = read_library(&line).unwrap();
            assert_eq!((found.puzzle, found.end), (expected, 11 + GIVENS.len() + list.len()), "{list}");
            let found = marked(format!("{GIVENS}:{list}").as_bytes()).unwrap().unwrap();
            assert_eq!(found.puzzle, expected, "{list}");
        }
        assert_eq!(read_library(&format!(":::{GIVENS}::")).unwrap().end, GIVENS.len() + 5);
    }

    fn read_library(line: &str) -> Result<Found, LineError> {
        library(line.as_bytes()).unwrap()
    }
}

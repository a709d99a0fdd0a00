//! Puzzles in a column of a table, and cells somewhere in a text. The column is found by its contents: a
//! field of exactly 81 cells, of the 729 marks of a sukaku, or with a state. Among several, the one with
//! blanks is taken: the others are solutions. Two different ones with blanks are a mistake.

use super::{Attempt, Found, LineError, LineErrorKind, packed_string, read_field, states};
use crate::input::fields::loose_fields;
use sudoscope_engine::grid::{SUKAKU_LENGTH, cell_value};

/// Finds the puzzle in a column of the line, or the mistake in a field that looks like a puzzle; returns
/// `None` if there is neither.
pub(super) fn find(line: &[u8]) -> Attempt {
    let (mut full, mut open) = (None, None);
    for (column, (at, field)) in (1..).zip(loose_fields(line)) {
        let found = match field.len() {
            81 | SUKAKU_LENGTH if cells(field) == field.len() => read_field(field).ok(),
            82.. => {
                let state = states::library(field)
                    .or_else(|| states::marked(field))
                    .or_else(|| packed_string::read(field));
                state.and_then(Result::ok).filter(|found| found.end == field.len())
            }
            _ => None,
        };
        let Some(found) = found else { continue };
        let found = Found { end: at + found.end, ..found };
        match open {
            _ if found.puzzle.clue_count() == 81 => full = full.or(Some(found)),
            None => open = Some((column, found)),
            Some((first, other)) if other.puzzle != found.puzzle => {
                let names = LineErrorKind::two_grids(&u64::to_string(&first), &u64::to_string(&column));
                return Some(Err(LineError::at(at, names)));
            }
            _ => {}
        }
    }
    let open = open.map(|(_, found)| Ok(found));
    open.or_else(|| mistake(line).map(Err)).or(full.map(Ok))
}

/// Finds the first run of 81 cells that is not a solution, with any text around it; otherwise a solution.
pub(super) fn among(text: &[u8]) -> Attempt {
    let mut full = None;
    let mut at = 0;
    for run in text.chunk_by(|a, b| is_cell(a) == is_cell(b)) {
        let start = at;
        at += run.len();
        let emphasis = run.iter().take_while(|byte| **byte == b'*' || **byte == b'_').count();
        let skipped = match run.len().checked_sub(81) {
            Some(more @ (2 | 4 | 6)) if emphasis >= more / 2 => more / 2,
            _ => 0,
        };
        let run = run.get(skipped..run.len() - skipped).unwrap_or_default();
        if run.len() != 81 || run.iter().all(|byte| !(b'1'..=b'9').contains(byte)) {
            continue;
        }
        let Ok(found) = read_field(run) else { continue };
        let found = Found { end: start + skipped + 81, ..found };
        if found.puzzle.clue_count() < 81 {
            return Some(Ok(found));
        }
        full = full.or(Some(Ok(found)));
    }
    full
}

/// Finds the mistake in the first field that looks like a misspelt puzzle; the first column is skipped. A
/// line that begins with cells and blanks is not a table.
fn mistake(line: &[u8]) -> Option<LineError> {
    let mut fields = loose_fields(line);
    let (_, first) = fields.next()?;
    if first.iter().any(|&byte| cell_value(byte) == Some(0) && byte != b'0') {
        return None;
    }
    let is_like = |field: &[u8]| {
        matches!(field.len(), 70..=90 | 700..=760)
            && field.first().is_some_and(is_cell)
            && 4 * cells(field) >= 3 * field.len()
    };
    fields
        .filter(|(_, field)| is_like(field))
        .find_map(|(at, field)| read_field(field).err().map(|error| error.moved(at)))
}

fn is_cell(byte: &u8) -> bool {
    cell_value(*byte).is_some()
}

fn cells(field: &[u8]) -> usize {
    field.iter().filter(|byte| is_cell(byte)).count()
}

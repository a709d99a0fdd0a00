//! A grid in pieces on one line: 81 separate cells, 27 mini-rows or nine rows; 81 lists of candidates; or an
//! array of a program.
//!
//! ```text
//!   ..34..... .5...912. …       9 words of 9 cells, between blanks, + / | ; or escaped line ends
//!   5,,3,6,,,,8,…               81 fields of a cell each
//!   [[5,0,3,…],…]               arrays: brackets and quotes make no difference
//! ```

use super::matrix::cell;
use super::{Attempt, Found, LineError, LineErrorKind, SIZES, blank_of, is_of_size, value_beside, values_of};
use sudoscope_engine::grid::marks::{List, list_of, of_lists};
use sudoscope_engine::grid::{Cells, Puzzle};

/// Reads a grid in pieces, or an array of a program; returns `None` if the text is not a grid.
pub(in crate::input) fn read(text: &[u8]) -> Attempt {
    let start = text.trim_ascii_start();
    let is_array = start.starts_with(b"[") || start.starts_with(b"{") || start.starts_with(b"(");
    if text.len() > 1 << 12 || text.contains(&b'\n') && !is_array {
        return None;
    }
    let words = words_of(text);
    let pieces: Vec<&[u8]> = words.iter().map(Vec::as_slice).collect();
    let clues = match pieces.len() {
        81 | 27 | 9 => clues_of(&pieces),
        _ => return size_of(&pieces).map(|size| Err(LineError::at(0, LineErrorKind::Size(size)))),
    };
    let puzzle = clues.map(Puzzle::Clues).or_else(|| {
        let lists: Option<Vec<List>> = pieces.iter().map(|word| list_of(word)).collect();
        lists.filter(|lists| lists.len() == 81).map(|lists| of_lists(&lists))
    })?;
    Some(Ok(Found { puzzle, end: text.len() }))
}

/// Reads the cells from pieces of equal length.
fn clues_of(pieces: &[&[u8]]) -> Option<[Cells; 9]> {
    pieces.iter().all(|piece| piece.len() * pieces.len() == 81).then_some(())?;
    let cells = pieces.concat();
    let blank = blank_of(&cells);
    let squares = cells.iter().map(|&byte| Some((value_beside(byte, blank)?, false)));
    let (clues, _) = values_of(&squares.collect::<Option<Vec<_>>>()?);
    (blank.is_none() || clues.iter().any(|cells| !cells.is_empty())).then_some(clues)
}

/// Splits a text at commas, semicolons or tabs, with empty pieces as blanks; or at every character that may
/// separate rows.
fn words_of(text: &[u8]) -> Vec<Vec<u8>> {
    let separator = [b',', b';', b'\t'].into_iter().find(|separator| {
        let count = text.iter().filter(|byte| *byte == separator).count();
        count == 80 || count == 81 || *separator == b',' && count > 7
    });
    let bare = |word: &[u8]| -> Vec<u8> {
        let is_kept = |byte: &u8| !byte.is_ascii_whitespace() && !b"[]{}()\"'`".contains(byte);
        let word: Vec<u8> = word.iter().copied().filter(is_kept).collect();
        match cell(&word) {
            Some((0, _)) if word != b"0" => b".".to_vec(),
            Some((digit @ 1.., false)) if word.len() > 1 => vec![b'0' + digit],
            _ => word,
        }
    };
    if let Some(separator) = separator {
        let mut words: Vec<Vec<u8>> = text.split(|&byte| byte == separator).map(bare).collect();
        if words.len() % 9 == 1 {
            words.pop_if(|word| word == b".");
        }
        return words;
    }
    let mut words = vec![Vec::new()];
    let mut is_escape = false;
    for &byte in text.trim_ascii() {
        let parts =
            byte.is_ascii_whitespace() || b"+/|;,\\".contains(&byte) || is_escape && b"nrt".contains(&byte);
        is_escape = byte == b'\\';
        match words.last_mut() {
            Some(word) if !parts => word.push(byte),
            _ => words.push(Vec::new()),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns the size of a grid other than 9 × 9 in pieces, which are its cells or its rows.
fn size_of(pieces: &[&[u8]]) -> Option<u8> {
    let is_cell =
        |piece: &&[u8]| matches!(piece, [a] | [_, a] if a.is_ascii_alphanumeric() || b"._-*".contains(a));
    let cells = |size: &u8| pieces.len() == usize::from(*size).pow(2) && pieces.iter().all(is_cell);
    let rows = |size: &u8| {
        let size = usize::from(*size);
        let is_row = |piece: &&[u8]| piece.len() == size && is_of_size(piece, size);
        pieces.len() == size && pieces.iter().all(is_row)
    };
    SIZES.into_iter().find(|size| cells(size) || rows(size))
}

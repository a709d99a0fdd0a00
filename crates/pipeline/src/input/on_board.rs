//! Puzzles of boards other than the plain one: as many cells as the board has.

use super::columns::Places;
use super::fields::{pieces, plain};
use super::forms::{LineError, LineErrorKind};
use super::puzzle::{puzzle_of, puzzle_text};
use std::borrow::Cow;
use sudoscope_engine::boards::{Board, CellsError};
use sudoscope_engine::grid::{Cells, Puzzle};

/// Reads the clues of a line on a board: those of a puzzle in any form, if the board has 81 cells, else the
/// cells in one text.
pub(crate) fn clues_on(board: &Board, text: &[u8], places: &Places) -> Result<[Cells; 9], LineError> {
    let plain_form = (board.size() == 9).then(|| puzzle_of(text, places));
    match plain_form {
        Some(Ok(found)) => match found.puzzle {
            Puzzle::Clues(clues) => Ok(clues),
            _ => Err(LineError::at(0, LineErrorKind::CluesOnly)),
        },
        Some(Err(error)) => Err(cells_in(board, text, places).err().filter(is_count).unwrap_or(error)),
        None => cells_in(board, text, places),
    }
}

/// Whether a mistake is a number of cells.
fn is_count(error: &LineError) -> bool {
    matches!(error.kind, LineErrorKind::OnBoard(CellsError::Count(1.., _)))
}

/// Reads the cells at the place of the puzzle in a line, or the first word there that is a puzzle.
fn cells_in(board: &Board, text: &[u8], places: &Places) -> Result<[Cells; 9], LineError> {
    let field = puzzle_text(text, places);
    let begin = match &field {
        Cow::Borrowed(field) => (field.as_ptr() as usize).saturating_sub(text.as_ptr() as usize),
        Cow::Owned(_) => 0,
    };
    let separates = |byte: &u8| byte.is_ascii_whitespace() || b",;\"".contains(byte);
    let words = pieces(&field, separates).filter(|(_, word)| !word.is_empty());
    let mut first = None;
    for (at, word) in words {
        match board.read(plain(word)) {
            Ok(clues) => return Ok(clues),
            Err(error) => first = first.or(Some(error.moved(begin + at).map(LineErrorKind::OnBoard))),
        }
    }
    Err(first.unwrap_or(LineError::at(begin, LineErrorKind::NoPuzzle)))
}

//! Puzzles of boards other than the plain one: as many cells as the board has, or texts that name their
//! board.

use super::columns::{ANYWHERE, Places};
use super::fields::{pieces, plain};
use super::forms::{LineError, LineErrorKind, Named, ShortName, named};
use super::kind::{LineKind, kind_of};
use super::line::{MAX_LINE, line_in};
use super::puzzle::{puzzle_of, puzzle_text};
use super::reading::Reading;
use super::source::Input;
use std::borrow::Cow;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use sudoscope_engine::boards::{Board, CellsError};
use sudoscope_engine::grid::{Cells, Puzzle};

/// Reads the clues of a line on a board: those of a puzzle in any form, if the board has 81 cells, else the
/// cells in one text.
fn clues_on(board: &Board, text: &[u8], places: &Places) -> Result<[Cells; 9], LineError> {
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

/// Reads the clues of a line on a board; `named` is what the line says about its board, which must be this
/// one.
pub(crate) fn clues_named(
    board: &Board, named: Option<&Named>, text: &[u8], places: &Places,
) -> Result<[Cells; 9], LineError> {
    let fails = |kind| LineError::at(0, kind);
    match named {
        None => clues_on(board, text, places),
        Some(named) if named.board != board.text() => {
            let [own, other] = [&named.board, board.text()].map(ShortName::of);
            Err(fails(LineErrorKind::OtherBoard(own, other)))
        }
        Some(named) => board.read(&named.cells).map_err(|error| fails(LineErrorKind::OnBoard(error.kind))),
    }
}

/// Reads the puzzle of a line on this board; `None` is the plain one.
pub fn puzzle_on(board: Option<&Board>, text: &[u8], places: &Places) -> Result<Puzzle, LineError> {
    match board {
        None => puzzle_of(text, places).map(|found| found.puzzle),
        Some(board) => {
            let named = named_in(text, places)?;
            clues_named(board, named.as_ref(), text, places).map(Puzzle::Clues)
        }
    }
}

/// Whether a mistake is a number of cells.
fn is_count(error: &LineError) -> bool {
    matches!(error.kind, LineErrorKind::OnBoard(CellsError::Count(1.., _)))
}

/// Reads the puzzle of a line that names its board: at the place of the puzzle, or anywhere. `None` if the
/// line names none.
pub(crate) fn named_in(text: &[u8], places: &Places) -> Result<Option<Named>, LineError> {
    let (begin, field) = field_in(text, places);
    let found = named(&field).map(|read| read.map_err(|error| error.moved(begin)));
    found.or_else(|| named(text)).transpose()
}

/// Returns the board that a text names; `None` if it names none, or if it cannot be read.
pub fn board_named(text: &[u8]) -> Option<String> {
    named_in(text, &ANYWHERE).ok().flatten().map(|named| named.board)
}

/// Returns the text at the place of the puzzle in a line, and its position.
fn field_in<'a>(text: &'a [u8], places: &Places) -> (usize, Cow<'a, [u8]>) {
    let field = puzzle_text(text, places);
    let begin = match &field {
        Cow::Borrowed(field) => (field.as_ptr() as usize).saturating_sub(text.as_ptr() as usize),
        Cow::Owned(_) => 0,
    };
    (begin, field)
}

/// Whether the first puzzle of an input names another board than the plain one. Only plain files and texts
/// are looked at.
pub(crate) fn first_names_board(input: &Input, reading: &Reading) -> bool {
    let names = |text: &[u8], places: &Places| {
        let kind = puzzle_of(text, places).err().map(|error| error.kind);
        matches!(kind, Some(LineErrorKind::NamesBoard(_)))
    };
    match input {
        Input::Text(text) => names(text, &ANYWHERE),
        _ => first_line(input).is_some_and(|(header, line)| {
            reading.places_of(header.as_deref()).is_ok_and(|places| names(&line, &places))
        }),
    }
}

/// Returns the header of a plain file, if there is one, and the first data line.
fn first_line(input: &Input) -> Option<(Option<Vec<u8>>, Vec<u8>)> {
    let path = input.path().filter(|path| path.is_file())?;
    let mut text = BufReader::new(File::open(path).ok()?);
    let (mut header, mut read) = (None, 0);
    while read < MAX_LINE {
        let mut line = Vec::new();
        let length = text.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut line).ok()?;
        let line = line.get(line_in(&line, read == 0)).filter(|_| length > 0)?;
        read += length;
        match kind_of(line, header.is_none()) {
            LineKind::Header => header = Some(line.to_vec()),
            LineKind::Data => return Some((header, line.to_vec())),
            _ => {}
        }
    }
    None
}

/// Reads the cells at the place of the puzzle in a line, or the first word there that is a puzzle.
fn cells_in(board: &Board, text: &[u8], places: &Places) -> Result<[Cells; 9], LineError> {
    let (begin, field) = field_in(text, places);
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

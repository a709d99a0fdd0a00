//! Puzzles of boards other than the plain one: as many cells as the board has, or texts that name their
//! board.

use super::columns::{ANYWHERE, Places};
use super::fields::{pieces, plain};
use super::forms::{LineError, LineErrorKind, Named, ShortName, are_layout, named};
use super::kind::{LineKind, kind_of};
use super::line::{MAX_LINE, line_in};
use super::puzzle::{puzzle_of, puzzle_on_any, puzzle_text};
use super::reading::Reading;
use super::records::first_record;
use super::source::Input;
use std::borrow::Cow;
use std::fs::File;
use std::io::Read;
use sudoscope_engine::boards::{Board, CellsError};
use sudoscope_engine::grid::{Cells, Grid, Puzzle};

/// Reads the clues of a line on a board: those of a puzzle in any form, if the board has 81 cells, else the
/// cells in one text.
fn clues_on(board: &Board, text: &[u8], places: &Places) -> Result<[Cells; 9], LineError> {
    let plain_form = (board.size() == 9).then(|| puzzle_on_any(text, places));
    match plain_form {
        Some(Ok(found)) => match found.puzzle {
            Puzzle::Clues(clues) => Ok(clues),
            // Values placed while solving are as good as clues.
            Puzzle::State(state) if found.puzzle.grid() == Grid::from_clues(&state.values()) => {
                Ok(state.values())
            }
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
            is_named(board, text, places)?;
            let named = named_in(text, places)?;
            clues_named(board, named.as_ref(), text, places).map(Puzzle::Clues)
        }
    }
}

/// Fails if a column or a member `board` of a line names another board than this one.
pub(crate) fn is_named(board: &Board, text: &[u8], places: &Places) -> Result<(), LineError> {
    let fails = |kind| Err(LineError::at(0, kind));
    let Some(name) = places.board(text).filter(|name| !name.eq_ignore_ascii_case(board.text())) else {
        return Ok(());
    };
    match Board::text_of(&name) {
        Ok(own) if own == board.text() => Ok(()),
        Ok(own) => {
            let [own, other] = [&own, board.text()].map(ShortName::of);
            fails(LineErrorKind::OtherBoard(own, other))
        }
        Err(error) => fails(LineErrorKind::BoardName(error)),
    }
}

/// Fails if this name, if there is one, is of another board than the plain one.
pub(super) fn is_plain(name: Option<&str>) -> Result<(), LineError> {
    // The page in the browser is small, and has no boards.
    match name.filter(|name| !cfg!(target_family = "wasm") && names_other(name)) {
        None => Ok(()),
        Some(name) => Err(LineError::at(0, LineErrorKind::NamesBoard(ShortName::of(name)))),
    }
}

/// Whether a text is the name of a board other than the plain one.
fn names_other(name: &str) -> bool {
    Board::text_of(name).is_ok_and(|text| text != "plain")
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

/// Place where the first puzzle of an input names its board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum BoardPlace {
    /// The puzzle itself.
    Puzzle,
    /// The column or the member `board`.
    Column,
}

/// Returns where the first puzzle of an input names another board than the plain one. Only plain files and
/// texts are looked at.
pub(crate) fn first_names_board(input: &Input, reading: &Reading) -> Option<BoardPlace> {
    let names = |text: &[u8], places: &Places| match named_in(text, places) {
        _ if places.board(text).is_some_and(|name| names_other(&name)) => Some(BoardPlace::Column),
        Ok(Some(_)) => Some(BoardPlace::Puzzle),
        _ => None,
    };
    let Input::Text(text) = input else {
        let Start { header, line, text } = start_of(input)?;
        let places = reading.places_of(header.as_deref()).ok()?;
        return names(&line, &places).or_else(|| names(&first_record(&text)?, &places));
    };
    names(text, &ANYWHERE)
}

/// Start of a plain file.
struct Start {
    /// The header, if there is one.
    header: Option<Vec<u8>>,
    /// The first data line; with the next line, if that is the layout of its cells.
    line: Vec<u8>,
    /// All that was read.
    text: Vec<u8>,
}

fn start_of(input: &Input) -> Option<Start> {
    let path = input.path().filter(|path| path.is_file())?;
    let mut text = Vec::new();
    File::open(path).ok()?.take(MAX_LINE as u64).read_to_end(&mut text).ok()?;
    let (mut header, mut first) = (None, None::<Vec<u8>>);
    for (at, line) in text.split(|&byte| byte == b'\n').enumerate() {
        let line = line.get(line_in(line, at == 0))?;
        match (kind_of(line, header.is_none()), &mut first) {
            (LineKind::Header, None) => header = Some(line.to_vec()),
            (LineKind::Data, None) => first = Some(line.to_vec()),
            (LineKind::Data, Some(first)) => {
                if are_layout(line, first) {
                    first.push(b'\n');
                    first.extend(line);
                }
                break;
            }
            _ => {}
        }
    }
    Some(Start { header, line: first?, text })
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

//! Record of a row in a run file.

// This module reads untrusted files, so it must not panic (tests/program/source.rs lists such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

use super::row::Row;
use crate::input::{LineAt, LineError, LineErrorKind, MAX_NUMBER, ShortName};
use smallvec::SmallVec;
use sudoscope_engine::boards::{BoardError, CellsError};
use sudoscope_engine::grid::ParseErrorKind::{
    BadCell, BadMark, CarriageReturn, NoCandidate, RowCells, Rows, TooLong, TooShort,
};
use sudoscope_engine::grid::{Candidates, Cell, Cells, Puzzle};
use sudoscope_engine::scale::{Climb, Outcome, Rating, Scale, Status, Tally, no_tallies};

/// Layout of the records of a run, determined by its ladders and the numbers and columns read beside the
/// puzzle. Records have variable length. A number without a given width is a varint (seven bits a byte, the
/// low ones first; all but the last byte have the high bit set).
///
/// ```text
///   facts   what     u8: the status, 8 a sukaku, 16 a mistake, 32 climbed, 64 another file than the previous
///                    record's, 128 a state
///           file     number of files further, if another
///           line     number of lines after the previous record's, in another file from 0
///           mistake  kind u8, details 2 u8, column, row u8, if there is one
///           climbs   if climbed, for each scale:
///                      outcome u8; a rating for each column of the scale, if it has one
///                      tallies that are not zero: their number; for each, items passed over, steps,
///                      eliminations, placements
///           against  for each number read from the line: f64, little-endian
///           kept     for each column kept: its length, its text
///   puzzle  clues    a bit for each cell (11 bytes), then the digits of those cells less one, in base 9:
///                    8 bytes for 20 digits, as few as needed for the rest; the first digit counts least
///           sukaku   a bit for each candidate, digit by digit (92 bytes)
///           state    a bit for each given cell, the same for placed cells, then as for a sukaku
/// ```
///
/// Numbers of several bytes are little-endian. Facts repeat, puzzles do not, so a block stores them apart
/// (`block.rs`).
#[derive(Clone)]
pub struct Layout {
    scales: Vec<ScaleShape>,
    /// Count of numbers read from the line.
    against: usize,
    /// Count of columns kept from the line.
    kept: usize,
}

/// Properties of a scale that determine the layout.
#[derive(Clone)]
struct ScaleShape {
    items: usize,
    /// Highest value of each column, if the column has a highest value.
    columns: Vec<Option<u32>>,
}

impl ScaleShape {
    fn of(scale: &Scale) -> ScaleShape {
        let columns = (0..scale.columns.len()).map(|at| scale.values(at).last().copied());
        ScaleShape { items: scale.items.len(), columns: columns.collect() }
    }
}

const STATUS: u8 = 7;
const SUKAKU: u8 = 8;
const MISTAKE: u8 = 16;
const CLIMBED: u8 = 32;
const FURTHER: u8 = 64;
const STATE: u8 = 128;

/// Maximum bytes of a varint.
const VARINT: usize = 10;

/// Place before the first record; no line has this number.
pub(super) const NOWHERE: LineAt = LineAt { file: 0, line: 0 };

impl Layout {
    /// Creates the layout for these ladders, and these counts of numbers read and columns kept.
    pub fn new(scales: &[Scale], against: usize, kept: usize) -> Layout {
        Layout { scales: scales.iter().map(ScaleShape::of).collect(), against, kept }
    }

    /// Returns the maximum length of a record in bytes, without kept columns.
    pub fn longest(&self) -> usize {
        // A puzzle has 729 candidates, each of which is removed or placed once, and a scale has fewer than
        // 2^14 items: each number takes at most two bytes.
        let tallies = |shape: &ScaleShape| 1 + VARINT + 5 * shape.columns.len() + 8 * shape.items;
        let climbs: usize = self.scales.iter().map(tallies).sum();
        1 + 3 + VARINT + 8 + climbs + 8 * self.against + 2 * CELLS_BYTES + SUKAKU_BYTES
    }

    /// Appends the record of `row`, encoded like the first record of a block.
    pub fn encode(&self, row: &Row, out: &mut Vec<u8>) {
        self.encode_facts(row, NOWHERE, out);
        encode_puzzle(&row.puzzle, out);
    }

    /// Decodes the row of a record; `None` if the bytes are not one.
    pub fn decode(&self, mut bytes: &[u8]) -> Option<Row> {
        let (mut row, form) = self.decode_facts(NOWHERE, &mut bytes)?;
        row.puzzle = decode_puzzle(form, &mut bytes)?;
        bytes.is_empty().then_some(row)
    }

    /// Appends the facts of `row`, which follows a record of the line `before`.
    pub(super) fn encode_facts(&self, row: &Row, before: LineAt, out: &mut Vec<u8>) {
        let status = Status::ALL.iter().position(|&status| status == row.status);
        let flag = |flag: u8, is_set: bool| if is_set { flag } else { 0 };
        let is_further = row.file != before.file;
        out.push(
            status.unwrap_or_default() as u8
                | flag(SUKAKU, matches!(row.puzzle, Puzzle::Sukaku(_)))
                | flag(STATE, matches!(row.puzzle, Puzzle::State(_)))
                | flag(MISTAKE, row.error.is_some())
                | flag(CLIMBED, !row.climbs.is_empty())
                | flag(FURTHER, is_further),
        );
        if is_further {
            put(u64::from(row.file.wrapping_sub(before.file)), out);
        }
        put(row.line.wrapping_sub(if is_further { 0 } else { before.line }), out);
        if let Some(error) = row.error {
            encode_error(error, out);
        }
        for (shape, climb) in self.scales.iter().zip(&row.climbs) {
            encode_climb(climb, shape, out);
        }
        row.against.iter().for_each(|number| out.extend(number.to_le_bytes()));
        for text in &row.kept {
            put(text.len() as u64, out);
            out.extend(text.as_bytes());
        }
    }

    /// Takes the facts of a record that follows one of the line `before`: the row without its puzzle, and the
    /// form of the puzzle.
    pub(super) fn decode_facts(&self, before: LineAt, bytes: &mut &[u8]) -> Option<(Row, PuzzleForm)> {
        let what = byte(bytes)?;
        let mut at = before;
        if what & FURTHER != 0 {
            let files = u16::try_from(take(bytes)?).ok().filter(|&files| files > 0)?;
            at = LineAt { file: before.file.checked_add(files)?, line: 0 };
        }
        // Line numbers start at 1 and increase.
        let lines = take(bytes).filter(|&lines| lines > 0)?;
        let error = if what & MISTAKE != 0 { Some(decode_error(bytes)?) } else { None };
        // A puzzle is climbed by all ladders or by none.
        let climbed = if what & CLIMBED != 0 { self.scales.as_slice() } else { &[] };
        let climbs: Option<SmallVec<[Climb; 1]>> =
            climbed.iter().map(|shape| decode_climb(shape, bytes)).collect();
        // No column yields larger numbers.
        let is_number = |number: &f64| number.is_nan() || number.abs() <= MAX_NUMBER;
        let numbers = (0..self.against).map(|_| chunk(bytes).map(f64::from_le_bytes).filter(is_number));
        let row = Row {
            file: at.file,
            line: at.line.checked_add(lines)?,
            status: *Status::ALL.get(usize::from(what & STATUS))?,
            puzzle: Puzzle::default(),
            error,
            climbs: climbs?,
            against: numbers.collect::<Option<_>>()?,
            kept: (0..self.kept).map(|_| decode_text(bytes)).collect::<Option<_>>()?,
            solution: None,
            left_out: None,
        };
        let form = match what & (SUKAKU | STATE) {
            0 => PuzzleForm::Clues,
            SUKAKU => PuzzleForm::Sukaku,
            STATE => PuzzleForm::State,
            _ => return None,
        };
        Some((row, form))
    }
}

/// Appends a varint.
fn put(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Takes a varint.
fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for place in 0..VARINT {
        let byte = byte(bytes)?;
        let part = u64::from(byte & 0x7f);
        let shifted = part << (7 * place);
        number |= (shifted >> (7 * place) == part).then_some(shifted)?;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Takes a varint of 32 bits.
fn take_u32(bytes: &mut &[u8]) -> Option<u32> {
    u32::try_from(take(bytes)?).ok()
}

/// Takes a byte.
fn byte(bytes: &mut &[u8]) -> Option<u8> {
    let (&first, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(first)
}

/// Takes `N` bytes.
fn chunk<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (&chunk, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(chunk)
}

fn decode_text(bytes: &mut &[u8]) -> Option<String> {
    let length = usize::try_from(take(bytes)?).ok()?;
    let (text, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    str::from_utf8(text).ok().map(str::to_string)
}

fn encode_climb(climb: &Climb, shape: &ScaleShape, out: &mut Vec<u8>) {
    out.push(match climb.outcome {
        Outcome::Solved(_) => 0,
        Outcome::Unsolved => 1,
        Outcome::Budget => 2,
        Outcome::NoSolution => 3,
    });
    if let Some(Rating(values)) = climb.outcome.rating() {
        values.iter().take(shape.columns.len()).for_each(|&value| put(value.into(), out));
    }
    let present = || climb.tallies.iter().enumerate().filter(|tally| *tally.1 != Tally::default());
    put(present().count() as u64, out);
    let mut next = 0;
    for (item, Tally { steps, eliminations, placements }) in present() {
        let numbers = [item - next, *steps as usize, *eliminations as usize, *placements as usize];
        // Usually each of them fits into a byte.
        match numbers.iter().all(|&number| number < 0x80) {
            true => out.extend_from_slice(&numbers.map(|number| number as u8)),
            false => numbers.iter().for_each(|&number| put(number as u64, out)),
        }
        next = item + 1;
    }
}

fn decode_climb(shape: &ScaleShape, bytes: &mut &[u8]) -> Option<Climb> {
    let outcome = match byte(bytes)? {
        0 => {
            let mut rating = Rating::default();
            for (mine, most) in rating.0.iter_mut().zip(&shape.columns) {
                let value = take_u32(bytes)?;
                *mine = most.is_none_or(|most| value <= most).then_some(value)?;
            }
            Outcome::Solved(rating)
        }
        1 => Outcome::Unsolved,
        2 => Outcome::Budget,
        3 => Outcome::NoSolution,
        _ => return None,
    };
    let mut tallies = no_tallies(shape.items);
    let mut left = tallies.as_mut_slice();
    for _ in 0..take(bytes)? {
        let passed = usize::try_from(take(bytes)?).ok()?;
        let (tally, rest) = left.get_mut(passed..)?.split_first_mut()?;
        tally.steps = take_u32(bytes)?;
        tally.eliminations = take_u32(bytes)?;
        tally.placements = take_u32(bytes)?;
        left = rest;
    }
    Some(Climb { outcome, tallies })
}

fn encode_error(LineError { kind, column, row }: LineError, out: &mut Vec<u8>) {
    out.extend(match kind {
        LineErrorKind::Parse(TooShort(cells)) => [1, cells, 0],
        LineErrorKind::Parse(BadCell(byte)) => [2, byte, 0],
        LineErrorKind::Parse(TooLong) => [3, 0, 0],
        LineErrorKind::NoColumn => [4, 0, 0],
        LineErrorKind::Parse(CarriageReturn) => [5, 0, 0],
        LineErrorKind::Parse(BadMark(byte, digit)) => [6, byte, digit],
        LineErrorKind::Parse(NoCandidate) => [7, 0, 0],
        LineErrorKind::Parse(RowCells(cells)) => [8, cells, 0],
        LineErrorKind::Parse(Rows(rows)) => [9, rows, 0],
        LineErrorKind::Sukaku => [10, 0, 0],
        LineErrorKind::NoObject => [11, 0, 0],
        LineErrorKind::NoPuzzle => [12, 0, 0],
        LineErrorKind::NoText => [13, 0, 0],
        LineErrorKind::Size(size) => [14, size, 0],
        LineErrorKind::Link(site, rule) => [15, site, rule.unwrap_or(u8::MAX)],
        LineErrorKind::NoBoard => [16, 0, 0],
        LineErrorKind::TwoMembers => [17, 0, 0],
        LineErrorKind::TwoGrids(..) => [18, 0, 0],
        LineErrorKind::LostZeros => [19, 0, 0],
        LineErrorKind::Rounded => [20, 0, 0],
        LineErrorKind::OnBoard(CellsError::Count(found, wanted)) => [21, found, wanted],
        LineErrorKind::OnBoard(CellsError::Digit(byte, last)) => [22, byte, last],
        LineErrorKind::OnBoard(CellsError::Byte(byte)) => [23, byte, 0],
        LineErrorKind::CluesOnly => [24, 0, 0],
        // Runs are of the plain board, so none has these mistakes.
        LineErrorKind::BoardName(_) | LineErrorKind::OtherBoard(..) | LineErrorKind::NoForm(_) => [25, 0, 0],
        LineErrorKind::NamesBoard(_) => [26, 0, 0],
    });
    match kind {
        LineErrorKind::TwoGrids(first, second) => out.extend([first.0, second.0].as_flattened()),
        LineErrorKind::NamesBoard(board) => out.extend(board.0),
        _ => {}
    }
    put(column.into(), out);
    out.push(row);
}

fn decode_error(bytes: &mut &[u8]) -> Option<LineError> {
    let [code, first, second] = chunk(bytes)?;
    let kind = match code {
        1 => LineErrorKind::Parse(TooShort(first)),
        2 => LineErrorKind::Parse(BadCell(first)),
        3 => LineErrorKind::Parse(TooLong),
        4 => LineErrorKind::NoColumn,
        5 => LineErrorKind::Parse(CarriageReturn),
        6 => LineErrorKind::Parse(BadMark(first, second)),
        7 => LineErrorKind::Parse(NoCandidate),
        8 => LineErrorKind::Parse(RowCells(first)),
        9 => LineErrorKind::Parse(Rows(first)),
        10 => LineErrorKind::Sukaku,
        11 => LineErrorKind::NoObject,
        12 => LineErrorKind::NoPuzzle,
        13 => LineErrorKind::NoText,
        14 => LineErrorKind::Size(first),
        15 => LineErrorKind::Link(first, Some(second).filter(|&rule| rule < u8::MAX)),
        16 => LineErrorKind::NoBoard,
        17 => LineErrorKind::TwoMembers,
        18 => LineErrorKind::TwoGrids(ShortName(chunk(bytes)?), ShortName(chunk(bytes)?)),
        19 => LineErrorKind::LostZeros,
        20 => LineErrorKind::Rounded,
        21 => LineErrorKind::OnBoard(CellsError::Count(first, second)),
        22 => LineErrorKind::OnBoard(CellsError::Digit(first, second)),
        23 => LineErrorKind::OnBoard(CellsError::Byte(first)),
        24 => LineErrorKind::CluesOnly,
        25 => LineErrorKind::BoardName(BoardError::Unknown(None)),
        26 => LineErrorKind::NamesBoard(ShortName(chunk(bytes)?)),
        _ => return None,
    };
    Some(LineError { kind, column: take_u32(bytes)?, row: byte(bytes)? })
}

/// Encoding of a puzzle.
#[derive(Clone, Copy)]
pub(super) enum PuzzleForm {
    Clues,
    Sukaku,
    State,
}

/// Length of a set of cells in bytes.
const CELLS_BYTES: usize = 81_usize.div_ceil(8);
const SUKAKU_BYTES: usize = 729_usize.div_ceil(8);

/// Number of base-9 digits that fit into 64 bits.
const DIGITS: usize = 20;

/// Place value of each digit: powers of 9.
#[expect(clippy::indexing_slicing, reason = "at is below their number")]
const POWERS: [u64; DIGITS] = {
    let mut powers = [1; DIGITS];
    let mut at = 1;
    while at < DIGITS {
        powers[at] = 9 * powers[at - 1];
        at += 1;
    }
    powers
};

/// Returns the number of bytes for this many digits, at most [`DIGITS`]; a digit has 3.17 bits.
fn bytes_of_digits(digits: usize) -> usize {
    (digits * 317).div_ceil(800)
}

/// Appends the bytes of a puzzle.
#[expect(clippy::indexing_slicing, reason = "a cell is below 81, a count of digits at most 20")]
pub(super) fn encode_puzzle(puzzle: &Puzzle, out: &mut Vec<u8>) {
    match puzzle {
        Puzzle::Clues(clues) => {
            let cells = clues.iter().fold(Cells::EMPTY, |all, &cells| all | cells);
            let mut text = [0; 81];
            let begin = out.len();
            puzzle.write(out);
            text.copy_from_slice(&out[begin..]);
            out.truncate(begin);
            out.extend_from_slice(&cells.bits().to_le_bytes()[..CELLS_BYTES]);
            let (mut number, mut count) = (0, 0);
            cells.for_each(|cell| {
                number += u64::from(text[cell] - b'1') * POWERS[count];
                count += 1;
                if count == DIGITS {
                    out.extend_from_slice(&number.to_le_bytes()[..bytes_of_digits(count)]);
                    (number, count) = (0, 0);
                }
            });
            out.extend_from_slice(&number.to_le_bytes()[..bytes_of_digits(count)]);
        }
        Puzzle::State(state) => {
            for cells in [state.given(), puzzle.grid().placed()] {
                out.extend(&cells.bits().to_le_bytes()[..CELLS_BYTES]);
            }
            encode_puzzle(&Puzzle::sukaku_of(&puzzle.grid()), out);
        }
        Puzzle::Sukaku(candidates) => {
            let plane = |&plane: &Cells| Cell::all().map(move |cell| plane.contains(cell));
            let bits: Vec<bool> = candidates.0.iter().flat_map(plane).collect();
            let byte = |bits: &[bool]| bits.iter().rev().fold(0, |byte, &bit| byte << 1 | u8::from(bit));
            out.extend(bits.chunks(8).map(byte));
        }
    }
}

/// Takes a set of cells.
fn take_cells(bytes: &mut &[u8]) -> Option<Cells> {
    let mut wide = [0; 16];
    wide.get_mut(..CELLS_BYTES)?.copy_from_slice(&chunk::<CELLS_BYTES>(bytes)?);
    let bits = u128::from_le_bytes(wide);
    (bits < 1 << 81).then(|| Cell::all().filter(|cell| bits >> cell.index() & 1 != 0).collect())
}

/// Takes a puzzle.
pub(super) fn decode_puzzle(form: PuzzleForm, bytes: &mut &[u8]) -> Option<Puzzle> {
    match form {
        PuzzleForm::Clues => {
            let mut bits = take_cells(bytes)?.bits();
            let mut clues = [Cells::EMPTY; 9];
            while bits != 0 {
                let count = (bits.count_ones() as usize).min(DIGITS);
                let (written, rest) = bytes.split_at_checked(bytes_of_digits(count))?;
                *bytes = rest;
                let mut wide = [0; 8];
                wide.get_mut(..written.len())?.copy_from_slice(written);
                let mut number = u64::from_le_bytes(wide);
                for _ in 0..count {
                    clues.get_mut((number % 9) as usize)?.insert(Cell::new(bits.trailing_zeros() as usize));
                    (number, bits) = (number / 9, bits & (bits - 1));
                }
                (number == 0).then_some(())?;
            }
            Some(Puzzle::Clues(clues))
        }
        PuzzleForm::State => {
            let (given, placed) = (take_cells(bytes)?, take_cells(bytes)?);
            let Puzzle::Sukaku(left) = decode_puzzle(PuzzleForm::Sukaku, bytes)? else { return None };
            Puzzle::state(&left, placed, given)
        }
        PuzzleForm::Sukaku => {
            let written = chunk::<SUKAKU_BYTES>(bytes)?;
            let mut bits = written.iter().flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1 != 0));
            let mut plane = || Cell::all().filter(|_| bits.next() == Some(true)).collect();
            let candidates = Candidates([(); 9].map(|()| plane()));
            (!bits.any(|bit| bit)).then_some(Puzzle::Sukaku(candidates))
        }
    }
}

/// Length of packed clues in bytes.
pub(crate) const PACKED: usize = 41;

/// Packs two cells into a byte, the first in the low half.
#[expect(clippy::indexing_slicing, reason = "a cell is below 81")]
pub(crate) fn pack(clues: &[Cells; 9]) -> [u8; PACKED] {
    let mut packed = [0; PACKED];
    for (digit, cells) in clues.iter().enumerate() {
        for cell in *cells {
            packed[cell.index() / 2] |= (digit as u8 + 1) << (4 * (cell.index() % 2));
        }
    }
    packed
}

#[cfg(test)]
mod tests;

//! Text → a puzzle, or the reason and the place of the mistake. The library reads its own texts:
//! 81 cells, the form of all large collections; 729 marks; and nine rows of pencilmarks. The pipeline
//! (`input/forms/`) adds all other forms.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

mod error;
#[doc(hidden)]
pub mod marks;
mod sukaku;

pub use error::{ParseError, ParseErrorKind};
pub use sukaku::{LENGTH as SUKAKU_LENGTH, read as parse_sukaku};

use super::{Cells, Puzzle};
use std::str::FromStr;

impl Puzzle {
    /// Reads a puzzle: 81 cells, or the 729 marks of a sukaku, with anything after them; or pencilmarks, nine
    /// rows of lists of candidates, with or without a frame.
    ///
    /// Many other forms (library lines, tables, grids, links, JSON) are read by `input::read_puzzle` of the
    /// crate `sudoscope-pipeline`.
    ///
    /// ```
    /// use sudoscope_board::grid::{Grid, Puzzle, notation::pencilmarks};
    /// let clues: Puzzle = format!("{:.<81}", "1..2").parse()?;
    /// let grid = Grid::from(&clues);
    /// assert_eq!(Puzzle::parse(pencilmarks(&grid).as_bytes())?, clues);
    /// assert_eq!(Puzzle::parse(&[b'.'; 729])?.clue_count(), 0);
    /// # Ok::<(), sudoscope_board::grid::ParseError>(())
    /// ```
    pub fn parse(text: &[u8]) -> Result<Puzzle, ParseError> {
        let other = |error| match parse_sukaku(text) {
            Some(sukaku) => sukaku,
            None if text.trim_ascii_end().contains(&b'\n') => marks::read(text),
            None => Err(error),
        };
        parse_puzzle(text).map(Puzzle::Clues).or_else(other)
    }
}

impl FromStr for Puzzle {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Puzzle, ParseError> {
        Puzzle::parse(text.as_bytes())
    }
}

/// Value of each byte as a cell: 1…9, 0 for a blank, [`BAD`] for anything else.
#[expect(clippy::indexing_slicing, reason = "at compile time")]
const CELL: [u8; 256] = {
    let mut table = [BAD; 256];
    let mut digit = 0;
    while digit <= 9 {
        table[b'0' as usize + digit] = digit as u8;
        digit += 1;
    }
    let mut k = 0;
    while k < BLANKS.len() {
        table[BLANKS[k] as usize] = 0;
        k += 1;
    }
    table
};
const BAD: u8 = 15;
/// Blanks other than 0. None may share its low four bits with a digit (see [`clues_of`]).
const BLANKS: [u8; 4] = *b".*_-";

#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "a table for all bytes")]
fn value(byte: u8) -> u8 {
    CELL[usize::from(byte)]
}

/// Returns the digit of a cell's byte, 0 for a blank; `None` for any other byte.
#[inline]
#[doc(hidden)]
pub fn cell_value(byte: u8) -> Option<u8> {
    Some(value(byte)).filter(|&value| value != BAD)
}

/// Reads the 81 cells at the start of `line` (without a line end). Ignores anything after the 81st cell,
/// unless it is one more cell. Returns the cells of each clue digit.
///
/// ```
/// use sudoscope_board::grid::{Cell, parse_puzzle};
/// let line = format!("{} # a note", "1".to_string() + &".".repeat(80));
/// let clues = parse_puzzle(line.as_bytes()).unwrap();
/// assert!(clues[0].contains(Cell::at(0, 0)));
/// ```
#[inline]
pub fn parse_puzzle(line: &[u8]) -> Result<[Cells; 9], ParseError> {
    cells(line).map(clues_of)
}

/// Returns the 81 bytes of the cells at the start of a line.
#[inline]
fn cells(line: &[u8]) -> Result<&[u8; 81], ParseError> {
    let Some(text) = line.first_chunk::<81>() else {
        let bad = line.iter().zip(0..).find(|&(&byte, _)| value(byte) == BAD);
        return Err(match bad {
            Some((&byte, cell)) => ParseError::at(cell, ParseErrorKind::BadCell(byte)),
            None => ParseError::at(line.len(), ParseErrorKind::TooShort(line.len() as u8)),
        });
    };
    let are_cells = text.iter().fold(true, |all, &byte| {
        all & BLANKS.iter().fold(byte.is_ascii_digit(), |is_cell, &blank| is_cell | (byte == blank))
    });
    if !are_cells {
        let bad = text.iter().zip(0..).find(|&(&byte, _)| value(byte) == BAD);
        let (&byte, cell) = bad.unwrap_or((&0, 0));
        return Err(ParseError::at(cell, ParseErrorKind::BadCell(byte)));
    }
    match line.get(81) {
        Some(&byte) if value(byte) != BAD => Err(ParseError::at(81, ParseErrorKind::TooLong)),
        Some(b'\r') if line.trim_ascii_end().len() > 81 => {
            Err(ParseError::at(81, ParseErrorKind::CarriageReturn))
        }
        _ => Ok(text),
    }
}

/// Returns the cells of each digit, found by the low four bits of each byte, which no blank shares with a
/// digit.
#[inline(always)]
fn clues_of(text: &[u8; 81]) -> [Cells; 9] {
    // Not `map` with a closure: whether that is inlined depends on the rest of the build (BRT 1.1 times).
    let [one, two, four, eight] = [bit::<0>(text), bit::<1>(text), bit::<2>(text), bit::<3>(text)];
    let [no_one, small] = [Cells::ALL - one, Cells::ALL - eight];
    let none = (small - four) - two;
    let [a, b] = [(small - four) & two, (small & four) - two];
    let [c, d] = [small & four & two, (eight - four) - two];
    [none & one, a & no_one, a & one, b & no_one, b & one, c & no_one, c & one, d & no_one, d & one]
}

/// Returns the cells whose bytes have a bit set.
#[inline(always)]
fn bit<const BIT: u32>(text: &[u8; 81]) -> Cells {
    let (words, [last, ..]) = text.as_chunks::<8>() else { return Cells::EMPTY };
    let mut all = u128::from(last >> BIT & 1) << 80;
    for (k, word) in words.iter().enumerate() {
        // The bit of byte k moves to bit 56 + k, and no two bits meet.
        let own = u64::from_le_bytes(*word) >> BIT & 0x0101_0101_0101_0101;
        all |= u128::from(own.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * k);
    }
    Cells(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, notation::pencilmarks};

    #[test]
    fn every_blank_is_read() {
        let line: String = (0..81).map(|cell| [".", "0", "*", "_", "-", "7"][cell % 6]).collect();
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        assert_eq!(clues[6], Cell::all().filter(|cell| cell.index() % 6 == 5).collect());
        assert!(clues.iter().enumerate().all(|(digit, cells)| digit == 6 || cells.is_empty()));
    }

    /// Every byte in every place, among other bytes, is read as the table says.
    #[test]
    fn clues_are_those_of_the_table() {
        for (cell, byte) in (0..81).flat_map(|cell| (0..=255).map(move |byte| (cell, byte))) {
            let other = |at: usize| b".1234*56789-_0"[(at * 5 + cell + byte as usize) % 14];
            let mut text: [u8; 81] = std::array::from_fn(other);
            text[cell] = byte;
            let by_table = std::array::from_fn(|digit| {
                Cell::all().filter(|&at| value(text[at]) as usize == digit + 1).collect()
            });
            let expected = match value(byte) {
                BAD => Err(ParseError::at(cell, ParseErrorKind::BadCell(byte))),
                _ => Ok(by_table),
            };
            assert_eq!(parse_puzzle(&text), expected);
        }
    }

    /// Pencilmarks are read as they are printed: the same candidates, and single ones decided.
    #[test]
    fn pencilmarks_come_back() {
        let line = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
        let puzzle: Puzzle = line.parse().unwrap();
        let mut grid = puzzle.grid();
        let printed = pencilmarks(&grid);
        assert_eq!(Puzzle::parse(printed.as_bytes()), Ok(puzzle));
        assert_eq!(Puzzle::parse(printed.replace(['|', '+', '-'], " ").as_bytes()), Ok(puzzle));
        crate::grid::exhaust(&mut grid);
        let read = Puzzle::parse(pencilmarks(&grid).as_bytes()).unwrap();
        assert_eq!(read.grid(), grid);
        let sukaku = Puzzle::sukaku_of(&grid);
        assert_eq!(sukaku.to_string().parse(), Ok(sukaku));

        let fail = |text: &str| Puzzle::parse(text.as_bytes()).unwrap_err().to_string();
        let [row, mark] = ["1 2 3 4 5 6 7 8 9\n", "12 3 4 5 6 7 8 9 5:\n"];
        assert_eq!(fail(&row.repeat(8)), "a grid of 8 rows, not 9");
        assert_eq!(fail(&(row.repeat(8) + "1 2")), "row 9 of the grid: 2 cells where a row has 9");
        assert_eq!(
            fail(&(mark.repeat(8) + "1 2 3 4 5 6 7 8 /")),
            "row 9 of the grid: not a list of candidates"
        );
    }
}

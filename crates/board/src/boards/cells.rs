//! Texts of puzzles: the cells of a board in reading order.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

use super::Board;
use super::named::{BASES, Base};
use crate::grid::{Cells, Digit, ParseError, cell_value};
use std::fmt::{self, Formatter};

/// Reason why a text is no puzzle of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellsError {
    /// A number of cells, and the number that the board has.
    Count(u8, u8),
    /// A byte that is neither a digit nor a blank.
    Byte(u8),
    /// A digit above the last of the board, and the last.
    Digit(u8, u8),
}

impl fmt::Display for CellsError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            CellsError::Byte(byte) => {
                write!(f, "'{}' is neither a digit nor a blank (. 0 * _ -)", byte.escape_ascii())
            }
            CellsError::Digit(digit, last) => {
                write!(f, "{} where the digits of the board end with {last}", char::from(digit))
            }
            CellsError::Count(found, wanted) => {
                write!(f, "{found} cells where the board has {wanted}")?;
                let has = |base: &&Base| base.size * base.size == usize::from(found);
                let boards: Vec<&str> = BASES.iter().filter(has).map(|base| base.name).collect();
                if boards.is_empty() {
                    Ok(())
                } else {
                    write!(f, "; boards of {found}: {}", boards.join(", "))
                }
            }
        }
    }
}

impl Board {
    /// Reads a puzzle: as many characters as the board has cells, digits from 1 or blanks (`.` `0` `*` `_`
    /// `-`), and nothing else.
    pub fn read(&self, text: &[u8]) -> Result<[Cells; 9], ParseError<CellsError>> {
        let value = |byte: u8| cell_value(byte).map(usize::from);
        if let Some((at, &byte)) = text.iter().enumerate().find(|(_, byte)| value(**byte).is_none()) {
            return Err(ParseError::at(at, CellsError::Byte(byte)));
        }
        if text.len() != self.cells.len() {
            let [found, wanted] = [text.len().min(255), self.cells.len()].map(|count| count as u8);
            return Err(ParseError::at(text.len().min(self.cells.len()), CellsError::Count(found, wanted)));
        }
        let mut clues = [Cells::EMPTY; 9];
        for ((at, &byte), cell) in text.iter().enumerate().zip(self.cells) {
            let digit = value(byte).unwrap_or(0);
            if digit > self.size {
                return Err(ParseError::at(at, CellsError::Digit(byte, self.size as u8)));
            }
            if let Some(plane) = digit.checked_sub(1).and_then(|digit| clues.get_mut(digit)) {
                plane.insert(cell);
            }
        }
        Ok(clues)
    }

    /// Returns the text of the cells, with `.` for those without a digit.
    pub fn write(&self, values: &[Cells; 9]) -> String {
        let digit = |cell| Digit::all().zip(values).find(|(_, plane)| plane.contains(cell)).map(|it| it.0);
        self.cells.map(|cell| digit(cell).map_or('.', |digit| char::from(b'0' + digit.number()))).collect()
    }
}

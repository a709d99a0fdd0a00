//! Names of a board: houses, CSP variables, reasons of links; as text and in JSON.

use crate::grid::{Candidate, Cell, Digit};
use std::fmt::{self, Display, Formatter};
use sudoscope_board::as_text;
use sudoscope_board::boards::BoardHouse;

/// Name of a house: a letter and a number from 1, as `r1`, `b9`, `d2`, `w4`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HouseName {
    /// The letter.
    pub letter: char,
    /// The number.
    pub number: u8,
}

/// CSP variable of a board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BoardVariable {
    /// `r3c4`: the digit of the cell.
    Cell(Cell),
    /// `d1n5`: the cell of the digit in the house.
    In(HouseName, Digit),
}

/// Reason why two candidates are linked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LinkReason {
    /// Both are in one cell.
    Cell,
    /// Both are one digit in this house.
    House(HouseName),
    /// Both are one digit, a knight's move apart.
    Knight,
    /// Both are one digit, a king's move apart.
    King,
    /// Both are in neighbouring cells, with consecutive digits.
    Next,
}

impl HouseName {
    /// Reads a name; `None` if it is not a letter and a number from 1 to 255.
    pub fn of(text: &str) -> Option<HouseName> {
        let letter = text.chars().next().filter(char::is_ascii_lowercase)?;
        let number = text.get(1..).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
        let number = number.parse().ok().filter(|number| *number > 0)?;
        Some(HouseName { letter, number })
    }

    /// Returns the name of a house, by its number if its own is none.
    #[doc(hidden)]
    pub fn of_house(house: &BoardHouse, number: u8) -> HouseName {
        HouseName::of(&house.name).unwrap_or(HouseName { letter: 'h', number })
    }
}

impl Display for HouseName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter, self.number)
    }
}

impl BoardVariable {
    fn read(text: &str) -> Option<BoardVariable> {
        let digit = |text: &str| match text.as_bytes() {
            [digit @ b'1'..=b'9'] => Some(Digit::new(usize::from(digit - b'1'))),
            _ => None,
        };
        if let Some((house, number)) = text.split_once('n') {
            return Some(BoardVariable::In(HouseName::of(house)?, digit(number)?));
        }
        let (row, column) = text.strip_prefix('r')?.split_once('c')?;
        Some(BoardVariable::Cell(Cell::at(digit(row)?.index(), digit(column)?.index())))
    }

    /// Whether the variable is a digit in a row or column.
    pub fn is_line(self) -> bool {
        matches!(self, BoardVariable::In(HouseName { letter: 'r' | 'c', .. }, _))
    }

    /// Returns the value of the variable in the candidate: `n5`, `c4`, `r2` or `r2c4`.
    pub fn value(self, Candidate { digit, cell }: Candidate) -> String {
        match self {
            BoardVariable::Cell(_) => digit.to_string(),
            BoardVariable::In(HouseName { letter: 'r', .. }, _) => format!("c{}", cell.column() + 1),
            BoardVariable::In(HouseName { letter: 'c', .. }, _) => format!("r{}", cell.row() + 1),
            BoardVariable::In(..) => cell.to_string(),
        }
    }
}

impl Display for BoardVariable {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            BoardVariable::Cell(cell) => cell.fmt(f),
            BoardVariable::In(house, digit) => write!(f, "{house}{digit}"),
        }
    }
}

impl LinkReason {
    fn read(text: &str) -> Option<LinkReason> {
        match text {
            "cell" => Some(LinkReason::Cell),
            "knight" => Some(LinkReason::Knight),
            "king" => Some(LinkReason::King),
            "next" => Some(LinkReason::Next),
            _ => HouseName::of(text).map(LinkReason::House),
        }
    }
}

impl Display for LinkReason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            LinkReason::Cell => f.write_str("cell"),
            LinkReason::House(house) => house.fmt(f),
            LinkReason::Knight => f.write_str("knight"),
            LinkReason::King => f.write_str("king"),
            LinkReason::Next => f.write_str("next"),
        }
    }
}

as_text!(
    BoardVariable,
    |variable: BoardVariable| variable.to_string(),
    BoardVariable::read,
    "a variable like r1c2, r1n5 or d1n5"
);
as_text!(HouseName, |house: HouseName| house.to_string(), HouseName::of, "a house like d1");
as_text!(
    LinkReason,
    |reason: LinkReason| reason.to_string(),
    LinkReason::read,
    "cell, a house like d1, knight, king or next"
);

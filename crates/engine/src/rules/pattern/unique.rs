//! Unique rectangles.

use super::{Link, bits, digit_list, list, square_list};
use crate::grid::Cells;
use crate::grid::notation::{cell_name, house_name};
use std::fmt::{Display, Formatter, Result};

/// Four cells that cannot hold two digits crosswise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rectangle {
    /// As printed: `unique-rectangle-1`.
    pub name: &'static str,
    /// The two digits, a mask.
    pub digits: u16,
    /// The cells that hold no other digits.
    pub floor: Cells,
    /// The cells that do.
    pub roof: Cells,
    /// What else the conclusion needs.
    pub because: Because,
}

/// See [`Rectangle`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Because {
    /// Nothing.
    Nothing,
    /// In these houses one of the two digits is confined to the rectangle.
    Confined(Vec<Link>),
    /// With these squares of a house the roof, as one cell with its extra digits, is a naked subset.
    Subset {
        /// Index into [`crate::grid::HOUSES`].
        house: usize,
        /// The squares, a mask.
        squares: u16,
        /// The digits of the subset, a mask.
        digits: u16,
    },
}

impl Rectangle {
    /// All four cells.
    pub fn cells(&self) -> Cells {
        self.floor | self.roof
    }

    /// The two digits.
    pub fn pair(&self) -> impl Iterator<Item = usize> {
        bits(self.digits)
    }
}

impl Display for Rectangle {
    /// `unique-rectangle-1: n2 n8 r2c5 r5c4 r5c5 r2c4`: the floor, then the roof; and what else there is.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let cells = list(self.floor.chain(self.roof).map(cell_name), " ");
        write!(f, "{}: {} {cells}", self.name, digit_list(self.digits))?;
        match &self.because {
            Because::Nothing => Ok(()),
            Because::Confined(links) => write!(f, " - {}", list(links, " - ")),
            Because::Subset { house, squares, digits } => {
                let (cells, digits) = (square_list(*house, *squares), digit_list(*digits));
                write!(f, " - {}{{{cells}}}{{{digits}}}", house_name(*house))
            }
        }
    }
}

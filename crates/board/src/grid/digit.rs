//! `Digit`: a digit of a puzzle.

use super::bits;
use super::index::numbered;
use serde::{Deserialize, Serialize};

/// A digit, numbered from 0. Prints as `n5`; in JSON it is a number from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub struct Digit(u8);

numbered!(Digit, 9, "digit");

impl Digit {
    /// Returns the digits of a mask, bit 0 for the first digit, in order.
    #[inline]
    pub fn in_mask(mask: u16) -> impl Iterator<Item = Digit> {
        bits(mask).map(Digit::new)
    }

    /// Returns the lowest digit of a mask, which is not empty.
    #[inline]
    pub const fn lowest(mask: u16) -> Digit {
        Digit::new(mask.trailing_zeros() as usize)
    }

    /// Returns the bit of the digit in a mask.
    #[inline]
    pub const fn bit(self) -> u16 {
        1 << self.0
    }

    /// Returns the digit as people write it, from 1.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }
}

impl std::fmt::Display for Digit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "n{}", self.number())
    }
}

impl From<Digit> for u8 {
    fn from(digit: Digit) -> u8 {
        digit.number()
    }
}

impl TryFrom<u8> for Digit {
    type Error = String;

    fn try_from(number: u8) -> Result<Digit, String> {
        match number {
            1..=9 => Ok(Digit(number - 1)),
            _ => Err(format!("{number} is not a digit from 1 to 9")),
        }
    }
}

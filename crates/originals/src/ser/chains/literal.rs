//! Literals and the reasons between them.

use crate::grid::Candidate;
use crate::ser::board::{BLOCK, COLUMN, ROW, house_of};

/// A candidate assumed or proved true (on) or false (off).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(u16);

/// Number of literals.
pub const LITERALS: usize = 2 * 729;

impl Literal {
    /// The literal of a candidate.
    #[inline]
    pub const fn new(cell: usize, digit: usize, is_on: bool) -> Literal {
        Literal((9 * cell + digit) as u16 * 2 + is_on as u16)
    }

    /// The candidate is true.
    #[inline]
    pub const fn on(cell: usize, digit: usize) -> Literal {
        Literal::new(cell, digit, true)
    }

    /// The candidate is false.
    #[inline]
    pub const fn off(cell: usize, digit: usize) -> Literal {
        Literal::new(cell, digit, false)
    }

    /// Whether the candidate is true.
    #[inline]
    pub const fn is_on(self) -> bool {
        self.0 & 1 != 0
    }

    /// Its cell.
    #[inline]
    pub const fn cell(self) -> usize {
        self.0 as usize / 18
    }

    /// Its digit, from 0.
    #[inline]
    pub const fn digit(self) -> usize {
        self.0 as usize / 2 % 9
    }

    /// Its candidate.
    pub fn candidate(self) -> Candidate {
        Candidate::new(self.digit(), self.cell())
    }

    /// Its number, below `LITERALS`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    #[inline]
    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

impl std::fmt::Debug for Literal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (cell, sign) = (self.cell(), if self.is_on() { '+' } else { '-' });
        write!(f, "{}{}{}{sign}", cell / 9 + 1, cell % 9 + 1, self.digit() + 1)
    }
}

/// Why a literal follows from its parents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// It does not: it is what the chain begins with.
    Assumption,
    /// A cell has one digit.
    Cell,
    /// A digit has one place in a block.
    Block,
    /// A digit has one place in a row.
    Row,
    /// A digit has one place in a column.
    Column,
    /// A pattern or a chain in the state that the parents lead to.
    Advanced,
}

impl Cause {
    /// The first of block, row and column that the two cells share.
    #[inline]
    pub fn of_peers(a: usize, b: usize) -> Cause {
        match () {
            _ if house_of(a, BLOCK) == house_of(b, BLOCK) => Cause::Block,
            _ if house_of(a, ROW) == house_of(b, ROW) => Cause::Row,
            _ => Cause::Column,
        }
    }

    /// The house of this type that the cell is in, if it is a house.
    pub fn house(self, cell: usize) -> Option<usize> {
        let kind = match self {
            Cause::Block => BLOCK,
            Cause::Row => ROW,
            Cause::Column => COLUMN,
            _ => return None,
        };
        Some(house_of(cell, kind))
    }

    /// The house type in the order of links: block, row, column.
    pub const HOUSES: [Cause; 3] = [Cause::Block, Cause::Row, Cause::Column];
}

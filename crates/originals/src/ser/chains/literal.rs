//! Literals and the reasons between them.

use crate::grid::{Candidate, Cell, Digit, HouseKind};

/// A candidate assumed or proved true (on) or false (off).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(u16);

/// Number of literals.
pub const LITERALS: usize = 2 * 729;

impl Literal {
    /// Makes the literal of a candidate.
    #[inline]
    pub const fn new(cell: Cell, digit: Digit, is_on: bool) -> Literal {
        Literal((2 * (9 * cell.index() + digit.index()) + is_on as usize) as u16)
    }

    /// Makes the literal that the candidate is true.
    #[inline]
    pub const fn on(cell: Cell, digit: Digit) -> Literal {
        Literal::new(cell, digit, true)
    }

    /// Makes the literal that the candidate is false.
    #[inline]
    pub const fn off(cell: Cell, digit: Digit) -> Literal {
        Literal::new(cell, digit, false)
    }

    /// Whether the candidate is true.
    #[inline]
    pub const fn is_on(self) -> bool {
        self.0 & 1 != 0
    }

    /// Returns the cell.
    #[inline]
    pub const fn cell(self) -> Cell {
        Cell::new(self.index() / 18)
    }

    /// Its digit.
    #[inline]
    pub const fn digit(self) -> Digit {
        Digit::new(self.index() / 2 % 9)
    }

    /// Returns the candidate.
    pub fn candidate(self) -> Candidate {
        Candidate::new(self.digit(), self.cell())
    }

    /// Returns the number of the literal, below `LITERALS`.
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
        write!(f, "{}{}{}{sign}", cell.row() + 1, cell.column() + 1, self.digit().number())
    }
}

/// Number of a type of houses that are neither rows nor columns nor blocks. (A cause with it is a byte.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are numbers")]
pub enum Further {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
    Ninth,
    Tenth,
}

impl Further {
    /// All numbers.
    pub const ALL: [Further; 10] = {
        use Further::*;
        [First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth, Ninth, Tenth]
    };
}

/// Why a literal follows from its parents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Nothing: the literal is the assumption that begins the chain.
    Assumption,
    /// A cell has one digit.
    Cell,
    /// A digit has one place in a row.
    Row,
    /// A digit has one place in a column.
    Column,
    /// A digit has one place in a block.
    Block,
    /// A digit has one place in a house of a further type.
    Further(Further),
    /// A pattern or a chain in the state that the parents lead to.
    Advanced,
}

impl Cause {
    /// Returns the kind of house of the plain board, if the cause is a house.
    #[inline(always)]
    pub fn kind(self) -> Option<HouseKind> {
        match self {
            Cause::Block => Some(HouseKind::Block),
            Cause::Row => Some(HouseKind::Row),
            Cause::Column => Some(HouseKind::Column),
            _ => None,
        }
    }

    /// House types in the order of links: block, row, column.
    pub const HOUSES: [Cause; 3] = [Cause::Block, Cause::Row, Cause::Column];
}

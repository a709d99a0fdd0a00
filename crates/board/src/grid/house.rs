//! `House`: a row, column or block.

use super::index::numbered;
use super::{Cell, Cells, PLAIN, members};

/// House of the board: rows are numbered 0 to 8, columns 9 to 17, blocks 18 to 26. Prints as `r3`, `c4` or
/// `b5`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct House(u8);

numbered!(House, 27, "house");

/// Kind of a house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HouseKind {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A block.
    Block,
}

impl HouseKind {
    /// All kinds, in the order of the houses.
    pub const ALL: [HouseKind; 3] = [HouseKind::Row, HouseKind::Column, HouseKind::Block];

    /// Returns the number of the kind, in the order of the houses.
    #[inline(always)]
    #[doc(hidden)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `row`, `column` or `block`.
    pub const fn name(self) -> &'static str {
        match self {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Block => "block",
        }
    }

    /// `r`, `c` or `b`: the letter of the names of houses.
    pub const fn letter(self) -> char {
        match self {
            HouseKind::Row => 'r',
            HouseKind::Column => 'c',
            HouseKind::Block => 'b',
        }
    }
}

impl House {
    /// Returns the house of this kind with this number, `0..9`.
    #[inline]
    #[must_use]
    pub const fn of(kind: HouseKind, number: usize) -> House {
        debug_assert!(number < 9);
        House::new(9 * kind.index() + number)
    }

    /// Returns the row with this number, `0..9`.
    #[inline]
    #[must_use]
    pub const fn row(number: usize) -> House {
        House::of(HouseKind::Row, number)
    }

    /// Returns the column with this number, `0..9`.
    #[inline]
    #[must_use]
    pub const fn column(number: usize) -> House {
        House::of(HouseKind::Column, number)
    }

    /// Returns the block with this number, `0..9`, row by row.
    #[inline]
    #[must_use]
    pub const fn block(number: usize) -> House {
        House::of(HouseKind::Block, number)
    }

    /// Returns all houses of a kind.
    #[inline]
    pub fn of_kind(kind: HouseKind) -> impl DoubleEndedIterator<Item = House> + ExactSizeIterator + Clone {
        (0..9).map(move |number| House::of(kind, number))
    }

    /// Returns the houses of a mask, bit 0 for the first row, in order.
    #[inline]
    pub fn in_mask(mask: u64) -> impl Iterator<Item = House> {
        members(mask).map(House::new)
    }

    /// Returns all rows, then all columns.
    #[inline]
    pub fn lines() -> impl DoubleEndedIterator<Item = House> + ExactSizeIterator + Clone {
        (0..18).map(House)
    }

    /// Returns all blocks.
    #[inline]
    pub fn blocks() -> impl DoubleEndedIterator<Item = House> + ExactSizeIterator + Clone {
        (18..27).map(House)
    }

    /// Returns the kind of the house: row, column or block.
    #[inline]
    pub const fn kind(self) -> HouseKind {
        match self.0 / 9 {
            0 => HouseKind::Row,
            1 => HouseKind::Column,
            _ => HouseKind::Block,
        }
    }

    /// Returns the number of the house among the houses of its kind, `0..9`.
    #[inline]
    pub const fn number(self) -> usize {
        self.index() % 9
    }

    /// Returns the name in players' words: `row 1`, `column 1`, `box 1`.
    pub fn in_words(self) -> String {
        let kind = match self.kind() {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Block => "box",
        };
        format!("{kind} {}", self.number() + 1)
    }

    /// Returns the cells of the house.
    #[inline]
    pub const fn cells(self) -> Cells {
        PLAIN.houses[self.index()]
    }

    /// Returns the cells of the house in reading order.
    #[inline]
    pub const fn squares(self) -> [Cell; 9] {
        PLAIN.squares[self.index()]
    }

    /// Returns the cell number `square`, `0..9`, of the house in reading order.
    #[inline]
    pub const fn square(self, square: usize) -> Cell {
        PLAIN.squares[self.index()][square]
    }
}

impl std::fmt::Display for House {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.kind().letter(), self.number() + 1)
    }
}

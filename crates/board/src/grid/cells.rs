//! `Cells`: a set of cells of the 9×9 board.

use crate::grid::Cell;
use crate::grid::mask::Mask;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub, SubAssign};

/// Ordered set of cells. Cell `9·row + column` is bit `9·row + column`, rows and columns from 0:
///
/// ```text
///   bit  0  1  2 |  3  4  5 |  6  7  8      a row is 9 neighbouring bits,
///        9 10 11 | 12 13 14 | 15 16 17      a band is 27 neighbouring bits,
///       18 19 20 | 21 22 23 | 24 25 26      a mini-row (row ∩ block) is 3 neighbouring bits
///       ---------+----------+---------
///       27 28 29 | …                        bits 81..127 are always 0
/// ```
///
/// The operators `|`, `&`, `-`, `!` are the set operations (`!` stays within the 81 cells).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cells(pub u128);

#[doc(hidden)]
pub const BAND: u32 = (1 << 27) - 1;

impl Cells {
    /// The empty set.
    pub const EMPTY: Cells = Cells(0);
    /// All 81 cells.
    pub const ALL: Cells = Cells((1 << 81) - 1);

    /// The set of one cell.
    #[inline]
    pub const fn of(cell: Cell) -> Cells {
        Cells(1 << cell.index())
    }

    /// Returns the three bands; each begins at bit 0.
    #[inline]
    #[doc(hidden)]
    pub const fn bands(self) -> [u32; 3] {
        let [low, high] = self.words();
        [low as u32 & BAND, (low >> 27) as u32 & BAND, (low >> 54 | high << 10) as u32 & BAND]
    }

    /// Returns the set with these bands.
    #[inline]
    #[doc(hidden)]
    pub fn of_bands(bands: [u32; 3]) -> Cells {
        let [a, b, c] = bands.map(u64::from);
        Cells(u128::from(a | b << 27 | c << 54) | u128::from(c >> 10) << 64)
    }

    /// Returns the set as a number: bit `cell` for each cell.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Returns the low and the high word of the set.
    #[inline(always)]
    #[doc(hidden)]
    pub const fn words(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }

    /// Returns the columns of the cells in a row, a bit for each.
    #[inline(always)]
    #[doc(hidden)]
    pub const fn in_row(self, row: usize) -> u16 {
        (self.0 >> (9 * row)) as u16 & 0x1ff
    }

    /// Returns the number of cells.
    #[inline]
    pub const fn len(self) -> usize {
        if cfg!(any(not(target_arch = "x86_64"), target_feature = "popcnt")) {
            return self.0.count_ones() as usize;
        }
        (self.by_eight().wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize
    }

    /// Counts cells by byte: byte k counts those of byte k of both words, at most 16.
    #[inline(always)]
    pub(crate) const fn by_eight(self) -> u64 {
        // Count both words at once: the default build has no instruction that counts bits.
        const fn by_four(word: u64) -> u64 {
            let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
            (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333)
        }
        // Each count is at most 8, so it fits in four bits.
        let [low, high] = self.words();
        let fours = by_four(low) + by_four(high);
        (fours & 0x0f0f_0f0f_0f0f_0f0f) + (fours >> 4 & 0x0f0f_0f0f_0f0f_0f0f)
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `cell` is in the set.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.index() & 1 != 0
    }

    /// Whether every cell of `self` is in `other`.
    #[inline]
    pub const fn is_subset(self, other: Cells) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the sets share a cell.
    #[inline]
    pub const fn intersects(self, other: Cells) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the first cell, if any.
    #[inline]
    pub const fn first(self) -> Option<Cell> {
        if self.0 == 0 { None } else { Some(Cell::new(self.0.trailing_zeros() as usize)) }
    }

    /// Adds one cell.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.0 |= 1 << cell.index();
    }

    /// Removes one cell.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.0 &= !(1 << cell.index());
    }
}

impl Iterator for Cells {
    type Item = Cell;

    /// Removes the first cell and returns it, so that a copy of the set is its own iterator.
    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let cell = self.first()?;
        self.0 &= self.0 - 1;
        Some(cell)
    }

    /// Visits the two words one after the other, which costs less for each cell than [`Iterator::next`].
    #[inline(always)]
    fn fold<T, F: FnMut(T, Cell) -> T>(self, from: T, mut each: F) -> T {
        let ([mut low, mut high], mut all) = (self.words(), from);
        while low != 0 {
            all = each(all, Cell::new(low.lowest()));
            low &= low - 1;
        }
        while high != 0 {
            all = each(all, Cell::new(64 + high.lowest()));
            high &= high - 1;
        }
        all
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Cells {
        cells.into_iter().fold(Cells::EMPTY, |set, cell| set | Cells::of(cell))
    }
}

impl std::fmt::Debug for Cells {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

macro_rules! set_operators {
    ($($operator:ident $method:ident $assign:ident $assigns:ident |$a:ident, $b:ident| $result:expr;)*) => {$(
        impl $operator for Cells {
            type Output = Cells;
            #[inline]
            fn $method(self, other: Cells) -> Cells {
                let ($a, $b) = (self.0, other.0);
                Cells($result)
            }
        }

        impl $assign for Cells {
            #[inline]
            fn $assigns(&mut self, other: Cells) {
                let ($a, $b) = (self.0, other.0);
                self.0 = $result;
            }
        }
    )*};
}
set_operators! {
    BitOr bitor BitOrAssign bitor_assign |a, b| a | b;
    BitAnd bitand BitAndAssign bitand_assign |a, b| a & b;
    Sub sub SubAssign sub_assign |a, b| a & !b;
}

impl BitXor for Cells {
    type Output = Cells;
    #[inline]
    fn bitxor(self, other: Cells) -> Cells {
        Cells(self.0 ^ other.0)
    }
}

impl Not for Cells {
    type Output = Cells;
    #[inline]
    fn not(self) -> Cells {
        Cells(!self.0 & Cells::ALL.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `next` and `fold` visit the cells in the same order.
    #[test]
    fn all_ways_to_visit_agree() {
        for step in 1..81 {
            let cells: Vec<Cell> = Cell::all().skip(step % 7).step_by(step).collect();
            let set: Cells = cells.iter().copied().collect();
            let (mut folded, mut walked) = (Vec::new(), Vec::new());
            set.for_each(|cell| folded.push(cell));
            for cell in set {
                walked.push(cell);
            }
            assert_eq!((&folded, &walked), (&cells, &cells));
        }
    }

    /// The length is the number of cells, for sets of every density.
    #[test]
    fn lengths_are_counts() {
        for step in 1..=81 {
            for of in 0..step {
                let cells: Vec<Cell> = Cell::all().filter(|cell| cell.index() * 37 % step <= of).collect();
                assert_eq!(cells.iter().copied().collect::<Cells>().len(), cells.len());
            }
        }
    }
}

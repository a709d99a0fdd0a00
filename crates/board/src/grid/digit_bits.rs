//! `DigitBits`: the digits of cells with one or two digits left, without a search in nine planes.

use crate::grid::{Cell, Cells, Digit};

/// Indices of digits, 0 to 8, bit by bit:
///
/// ```text
///   index           0 1 2 3 4 5 6 7 8
///   in set 0          x   x   x   x        a cell of one plane: the index of its digit
///   in set 1            x x     x x        a cell of two planes: the two indices, one XOR the other
///   in set 2                x x x x
///   in set 3                        x
/// ```
#[derive(Clone, Copy)]
pub(crate) struct DigitBits([[u64; 2]; 4]);

impl DigitBits {
    /// Reads the planes of all digits. Nothing is known of cells in no plane or in more than two.
    #[inline(always)]
    pub fn of(planes: &[Cells; 9]) -> DigitBits {
        let mut sets = [Cells::EMPTY; 4];
        for (index, &plane) in planes.iter().enumerate() {
            for (k, set) in sets.iter_mut().enumerate() {
                if index >> k & 1 != 0 {
                    *set = *set ^ plane;
                }
            }
        }
        DigitBits(sets.map(Cells::words))
    }

    /// Returns the index of a cell. Each cell is in one plane or in two.
    #[inline(always)]
    pub fn index(&self, cell: Cell) -> usize {
        let (word, bit) = (cell.index() / 64, cell.index() % 64);
        let DigitBits(sets) = self;
        let index = (0..4).map(|k| (sets[k][word] >> bit & 1) << k).sum::<u64>();
        index as usize
    }

    /// Returns the digit of a cell in one plane.
    #[inline(always)]
    pub fn digit(&self, cell: Cell) -> Digit {
        // No index is above 8, but the compiler cannot know it.
        Digit::new(self.index(cell).min(8))
    }
}

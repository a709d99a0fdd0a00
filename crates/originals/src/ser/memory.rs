//! What rules remember of the states that they saw: what is as it was when a rule found nothing there, need
//! not be looked at again. Nothing is assumed of the next state.

use super::board::{Board, DigitPart, HousePart};
use crate::grid::Cells;

/// Parts of a state as they were when a rule found nothing in them.
pub struct PartMemory<K, const N: usize>([Option<K>; N]);

impl<K: Copy, const N: usize> Default for PartMemory<K, N> {
    fn default() -> PartMemory<K, N> {
        PartMemory([None; N])
    }
}

impl<K: PartialEq, const N: usize> PartMemory<K, N> {
    /// Whether the part is as it was.
    #[inline]
    pub fn is_known(&self, at: usize, part: K) -> bool {
        self.0[at] == Some(part)
    }

    /// Something was found in the part.
    #[inline]
    pub fn forget(&mut self, at: usize) {
        self.0[at] = None;
    }

    /// Nothing was found in the part.
    #[inline]
    pub fn keep(&mut self, at: usize, part: K) {
        self.0[at] = Some(part);
    }
}

/// The places of each digit when a rule last found nothing.
#[derive(Default)]
pub struct LastCandidates([Cells; 9]);

impl LastCandidates {
    /// The cells that lost something since. All cells, if some cell has something that it had not.
    pub fn changed(&self, board: &Board) -> Cells {
        let (mut lost, mut new) = (Cells::EMPTY, Cells::EMPTY);
        for (digit, &known) in self.0.iter().enumerate() {
            lost |= known - board.plane(digit);
            new |= board.plane(digit) - known;
        }
        if new.is_empty() { lost } else { Cells::ALL }
    }

    /// Nothing was found in the state.
    pub fn keep(&mut self, board: &Board) {
        self.0 = std::array::from_fn(|digit| board.plane(digit));
    }
}

/// Where there were no loops: for each cell from which they begin its two digits, and the cells with both.
#[derive(Default)]
pub struct LoopMemory {
    pub(super) starts: Starts,
    pub(super) state: LastCandidates,
}

pub type Starts = PartMemory<(u16, Cells), 81>;

/// The memory of the rules that are no chains.
#[derive(Default)]
pub struct RuleMemory {
    pub(super) direct_locking: PartMemory<DigitPart, 9>,
    pub(super) direct_hidden: [PartMemory<HousePart, 27>; 2],
    pub(super) locking: PartMemory<DigitPart, 9>,
    /// By size, from two on.
    pub(super) naked: [PartMemory<HousePart, 27>; 3],
    pub(super) hidden: [PartMemory<HousePart, 27>; 3],
    /// Columns and rows.
    pub(super) fish: [[PartMemory<DigitPart, 9>; 2]; 3],
    pub(super) wings: [LastCandidates; 2],
    pub(super) loops: LoopMemory,
    pub(super) aligned: [LastCandidates; 2],
}

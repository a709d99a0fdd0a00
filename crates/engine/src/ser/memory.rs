//! What rules remember of the states that they saw: what is as it was when a rule found nothing there, need not be looked
//! at again. Nothing is assumed of the next state.

use super::board::{Board, Digit, House};
use crate::grid::Cells;

/// Parts of a state as they were when a rule found nothing in them.
pub struct Parts<K, const N: usize>([Option<K>; N]);

impl<K: Copy, const N: usize> Default for Parts<K, N> {
    fn default() -> Parts<K, N> {
        Parts([None; N])
    }
}

impl<K: PartialEq, const N: usize> Parts<K, N> {
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

/// The candidates of all cells when a rule last found nothing.
pub struct Candidates([u16; 81]);

impl Default for Candidates {
    fn default() -> Candidates {
        Candidates([0; 81])
    }
}

impl Candidates {
    /// The cells that lost something since. All cells, if some cell has something that it had not.
    pub fn changed(&self, board: &Board) -> Cells {
        let (known, now) = (&self.0, board.all_candidates());
        if known.iter().zip(now).fold(0, |more, (known, now)| more | now & !known) != 0 {
            return Cells::ALL;
        }
        (0..81).filter(|&cell| known[cell] != now[cell]).collect()
    }

    /// Nothing was found in the state.
    pub fn keep(&mut self, board: &Board) {
        self.0 = *board.all_candidates();
    }
}

/// Where there were no loops: for each cell from which they begin its two digits, and the cells with both.
#[derive(Default)]
pub struct Loops {
    pub(super) starts: Starts,
    pub(super) state: Candidates,
}

/// A part for each cell.
pub type Starts = Parts<(u16, Cells), 81>;

/// The memory of the rules that are no chains.
#[derive(Default)]
pub struct Memory {
    pub(super) direct_locking: Parts<Digit, 9>,
    pub(super) direct_hidden: [Parts<House, 27>; 2],
    pub(super) locking: Parts<Digit, 9>,
    /// By size, from two on.
    pub(super) naked: [Parts<House, 27>; 3],
    pub(super) hidden: [Parts<House, 27>; 3],
    /// Columns and rows.
    pub(super) fish: [[Parts<Digit, 9>; 2]; 3],
    pub(super) wings: [Candidates; 2],
    pub(super) loops: Loops,
    pub(super) aligned: [Candidates; 2],
}

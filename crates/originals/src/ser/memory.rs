//! Memory of the rules: a part of a state that has not changed since a rule found nothing in it need not be
//! examined again. Nothing is assumed about the next state.

use super::board::{Board, DigitPart, HousePart};
use super::houses::{Houses, Plain};
use crate::grid::{Cells, Digit};

/// Parts of a state, as they were when a rule found nothing in them.
pub struct PartMemory<K, const N: usize>([Option<K>; N]);

impl<K: Copy, const N: usize> Default for PartMemory<K, N> {
    fn default() -> PartMemory<K, N> {
        PartMemory([None; N])
    }
}

impl<K: PartialEq, const N: usize> PartMemory<K, N> {
    /// Whether the part is unchanged.
    #[inline]
    pub fn is_known(&self, at: impl Into<usize>, part: K) -> bool {
        self.0[at.into()] == Some(part)
    }

    /// Forgets the part with number `at`, in which something was found.
    #[inline]
    pub fn forget(&mut self, at: impl Into<usize>) {
        self.0[at.into()] = None;
    }

    /// Remembers `part`, in which nothing was found.
    #[inline]
    pub fn keep(&mut self, at: impl Into<usize>, part: K) {
        self.0[at.into()] = Some(part);
    }
}

/// Houses, as they were when a rule found nothing in them.
pub struct HouseMemory<G: Houses>(G::PerHouse<Option<HousePart>>);

impl<G: Houses> Default for HouseMemory<G> {
    fn default() -> HouseMemory<G> {
        HouseMemory(G::per_house(None))
    }
}

impl<G: Houses> HouseMemory<G> {
    /// Whether the house with this number is unchanged.
    #[inline]
    pub fn is_known(&self, at: usize, part: HousePart) -> bool {
        self.0.as_ref()[at] == Some(part)
    }

    /// Remembers a house, in which nothing was found.
    #[inline]
    pub fn keep(&mut self, at: usize, part: HousePart) {
        self.0.as_mut()[at] = Some(part);
    }
}

/// Places of each digit when a rule last found nothing.
#[derive(Default)]
pub struct LastCandidates([Cells; 9]);

impl LastCandidates {
    /// Returns the cells that have lost candidates since; all cells if some cell has gained one.
    pub fn changed<G: Houses>(&self, board: &Board<G>) -> Cells {
        let (mut lost, mut new) = (Cells::EMPTY, Cells::EMPTY);
        for (digit, &known) in Digit::all().zip(&self.0) {
            lost |= known - board.plane(digit);
            new |= board.plane(digit) - known;
        }
        if new.is_empty() { lost } else { Cells::ALL }
    }

    /// Remembers the state of `board`, in which nothing was found.
    pub fn keep<G: Houses>(&mut self, board: &Board<G>) {
        self.0 = std::array::from_fn(|digit| board.plane(Digit::new(digit)));
    }
}

/// Searches without loops: for each start cell, its two digits and the cells with both.
#[derive(Default)]
pub struct LoopMemory {
    pub(super) starts: Starts,
    pub(super) state: LastCandidates,
}

pub type Starts = PartMemory<(u16, Cells), 81>;

/// Memory of all rules except chains.
#[derive(Default)]
pub struct RuleMemory<G: Houses = Plain> {
    pub(super) direct_locking: PartMemory<DigitPart, 9>,
    pub(super) direct_hidden: [HouseMemory<G>; 2],
    pub(super) locking: PartMemory<DigitPart, 9>,
    /// Naked subsets by size, from two on.
    pub(super) naked: [HouseMemory<G>; 3],
    pub(super) hidden: [HouseMemory<G>; 3],
    /// Fish by size, in columns and in rows.
    pub(super) fish: [[PartMemory<DigitPart, 9>; 2]; 3],
    pub(super) wings: [LastCandidates; 2],
    pub(super) loops: LoopMemory,
    pub(super) aligned: [LastCandidates; 2],
}

//! `Rows`: rows of lanes, by numbers of candidates, variables or crossings.

use crate::graph::Bits;
use crate::graph::lists::Lists;

/// One row for each candidate, variable or crossing. There are at most 729 candidates, and variable numbers
/// go up to 512. A power of two saves the bounds checks, and masks off the type of a typed target
/// ([`typed_target`](crate::graph::typed_target)). The last row stays empty.
pub(super) struct Rows<const W: usize>(Box<Aligned<W>>);

const ROWS: usize = 1024;

/// Rows aligned so that none crosses a cache line.
#[repr(align(64))]
struct Aligned<const W: usize>([Bits<W>; ROWS]);

impl<const W: usize> Default for Rows<W> {
    fn default() -> Self {
        Rows(Box::new(Aligned([Bits::EMPTY; ROWS])))
    }
}

impl<const W: usize> Rows<W> {
    #[inline(always)]
    pub(super) fn at(&self, i: u16) -> Bits<W> {
        self.0.0[usize::from(i) % ROWS]
    }

    #[inline(always)]
    pub(super) fn at_mut(&mut self, i: u16) -> &mut Bits<W> {
        &mut self.0.0[usize::from(i) % ROWS]
    }

    /// Adds a lane to a row. (W is a power of two, which saves the bounds check.)
    #[inline(always)]
    pub(super) fn mark(&mut self, i: u16, lane: usize) {
        self.at_mut(i).0[lane / 64 % W] |= 1 << (lane % 64);
    }

    #[inline(always)]
    pub(super) fn candidates(&self, lists: &Lists) -> &[Bits<W>] {
        &self.0.0[..lists.candidates()]
    }

    #[inline(always)]
    pub(super) fn candidates_mut(&mut self, lists: &Lists) -> &mut [Bits<W>] {
        &mut self.0.0[..lists.candidates()]
    }

    #[cfg(test)]
    pub(super) fn all(&self) -> &[Bits<W>] {
        &self.0.0
    }

    /// Empties the rows of the variables of these types.
    #[inline(always)]
    pub(super) fn clear_variables(&mut self, lists: &Lists, types: impl Iterator<Item = usize>) {
        for kind in types {
            self.0.0[lists.of_kind(kind)].fill(Bits::EMPTY);
        }
    }
}

//! Visitors of variables and crossings: the inner loops of a block.

use super::rows::Rows;
use crate::graph::Bits;
use crate::graph::lists::{Crossing, Lists, Visitor};

/// Collects for each crossing the lanes of any of its candidates.
#[inline(always)]
pub(super) fn gather<const W: usize>(lists: &Lists, of: &Rows<W>, crossed: &mut Rows<W>) {
    for (k, &Crossing { members: [a, b, c], .. }) in (0..).zip(lists.crossings()) {
        *crossed.at_mut(k) = of.at(a) | of.at(b) | of.at(c);
    }
}

/// Visitor that finds the conclusions from the live candidates of each variable.
pub(super) struct Follow<'a, const W: usize, const WALKS: bool, const TYPED: bool> {
    /// For typed chains, the lanes that use variables of the type being visited.
    pub of_type: Bits<W>,
    pub alive: &'a Rows<W>,
    pub used: &'a Rows<W>,
    pub near: &'a Rows<W>,
    pub offers: &'a mut Rows<W>,
    pub singles: &'a mut Rows<W>,
    /// Lanes in which no variable visited so far is empty.
    pub filled: Bits<W>,
    pub refuted: Bits<W>,
    pub open: Bits<W>,
}

impl<const W: usize, const WALKS: bool, const TYPED: bool> Visitor for Follow<'_, W, WALKS, TYPED> {
    #[inline(always)]
    fn visit<const N: usize>(&mut self, v: u16, members: &[u16; N]) {
        let (mut ones, mut twos) = (Bits::EMPTY, self.used.at(v));
        let mut touched = Bits::EMPTY;
        for &c in members {
            let alive = self.alive.at(c);
            twos |= ones & alive;
            ones |= alive;
            if WALKS {
                touched |= self.near.at(c);
            }
        }
        let mut single = ones - twos;
        if TYPED {
            single = single & self.of_type;
            ones |= Bits::FULL - self.of_type;
        }
        self.filled = self.filled & ones;
        let next = if WALKS {
            self.refuted |= touched - ones;
            *self.singles.at_mut(v) = single;
            single & touched
        } else {
            single
        };
        self.open |= next;
        *self.offers.at_mut(v) = next;
    }
}

/// Visitor that finds a variable with both a candidate that may be asserted next and another forced one.
pub(super) struct Close<'a, const W: usize> {
    pub next: &'a Rows<W>,
    pub forced: &'a Rows<W>,
    pub closing: Bits<W>,
}

impl<const W: usize> Visitor for Close<'_, W> {
    #[inline(always)]
    fn visit<const N: usize>(&mut self, _: u16, members: &[u16; N]) {
        let (mut any, mut any_next) = (Bits::EMPTY, Bits::EMPTY);
        for &c in members {
            self.closing |= any & self.next.at(c) | any_next & self.forced.at(c);
            any |= self.forced.at(c);
            any_next |= self.next.at(c);
        }
    }
}

/// Visitor that finds a variable with two candidates that may be asserted next, if every forced one may.
pub(super) struct CloseAny<'a, const W: usize> {
    pub next: &'a Rows<W>,
    pub closing: Bits<W>,
}

impl<const W: usize> Visitor for CloseAny<'_, W> {
    #[inline(always)]
    fn visit<const N: usize>(&mut self, _: u16, members: &[u16; N]) {
        let mut any = Bits::EMPTY;
        for &c in members {
            self.closing |= any & self.next.at(c);
            any |= self.next.at(c);
        }
    }
}

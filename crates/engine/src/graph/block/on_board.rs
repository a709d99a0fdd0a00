//! The steps of a block on boards that are not plain: candidates have any number of variables, and links
//! beside them.

use super::super::on_board::Members;
use super::{Bits, Close, LaneBlock, candidate_of};
use crate::graph::lists::Lists;

impl<const W: usize> LaneBlock<W> {
    pub(super) fn mark_last_on_board(&mut self, members: &Members, last: u16, lane: usize) {
        members.vars.at(candidate_of(last)).iter().for_each(|&v| self.since.mark(v, lane));
        self.crossed[0].mark(candidate_of(last) as u16, lane);
    }

    #[inline(always)]
    pub(super) fn find_used_on_board(&mut self, lists: &Lists, members: &Members) {
        self.used.clear_variables(lists, lists.types());
        let mut refuted = Bits::EMPTY;
        for (c, asserted) in self.asserted.candidates(lists).iter().enumerate() {
            if !asserted.is_empty() {
                for &v in members.vars.at(c) {
                    let used = self.used.at_mut(v);
                    refuted |= *used & *asserted;
                    *used |= *asserted;
                }
            }
        }
        self.refuted = refuted;
    }

    /// Finds the live candidates, and in walks the near ones.
    #[inline(always)]
    pub(super) fn find_alive_on_board<const WALKS: bool>(&mut self, lists: &Lists, members: &Members) {
        let LaneBlock { asserted, alive, used, since, near, crossed, refuted, .. } = self;
        let [recent, _] = crossed;
        for (c, number) in (0..lists.candidates()).zip(0..) {
            let vars = members.vars.at(c);
            let mut killed = vars.iter().fold(Bits::EMPTY, |all, &v| all | used.at(v));
            let mut around = Bits::EMPTY;
            if WALKS {
                around = vars.iter().fold(Bits::EMPTY, |all, &v| all | since.at(v));
            }
            for &kin in members.kin.at(c) {
                *refuted |= asserted.at(number) & asserted.at(kin);
                killed |= asserted.at(kin);
                if WALKS {
                    around |= recent.at(kin);
                }
            }
            *alive.at_mut(number) = asserted.at(number) | (Bits::FULL - killed);
            if WALKS {
                *near.at_mut(number) = around;
            }
        }
    }

    #[inline(always)]
    pub(super) fn offer_on_board(&mut self, lists: &Lists, members: &Members) {
        for (c, number) in (0..lists.candidates()).zip(0..) {
            *self.next.at_mut(number) = self.offered(members, c, number);
        }
    }

    /// Returns the lanes in which a candidate may be asserted next.
    #[inline(always)]
    fn offered(&self, members: &Members, c: usize, number: u16) -> Bits<W> {
        let vars = members.vars.at(c).iter();
        self.alive.at(number) & vars.fold(Bits::EMPTY, |all, &v| all | self.offers.at(v))
    }

    /// Asserts what may be asserted next. The rows of `next` stay as they were offered.
    #[inline(always)]
    pub(super) fn play_on_board(&mut self, lists: &Lists, members: &Members) {
        let (mut refuted, is_walks) = (Bits::EMPTY, self.of.is_walks());
        for (c, number) in (0..lists.candidates()).zip(0..) {
            let next = if self.is_offered { self.next.at(number) } else { self.offered(members, c, number) };
            if next.is_empty() {
                continue;
            }
            *self.asserted.at_mut(number) |= next;
            if is_walks {
                *self.crossed[0].at_mut(number) |= next;
            }
            for &v in members.vars.at(c) {
                let used = self.used.at_mut(v);
                refuted |= *used & next;
                *used |= next;
                if is_walks {
                    *self.since.at_mut(v) |= next;
                }
            }
        }
        self.refuted = refuted;
    }

    /// Finds the lanes in which a variable is empty, or a candidate that may be asserted next excludes all
    /// that is left of one: the only candidate, which is forced, or several.
    #[inline(always)]
    pub(super) fn close_on_board(&mut self, lists: &Lists, members: &Members) {
        let is_walks = self.of.is_walks();
        for (c, number) in (0..lists.candidates()).zip(0..) {
            let vars = members.vars.at(c).iter();
            let single = vars.fold(Bits::EMPTY, |all, &v| all | self.singles.at(v));
            let forced = if is_walks { self.alive.at(number) & single } else { self.next.at(number) };
            *self.forced.at_mut(number) = forced;
        }
        let LaneBlock { alive, next, forced, .. } = self;
        let mut close = Close { next, forced, closing: self.empty };
        lists.visit(&mut close);
        let mut closing = close.closing;
        for (c, next) in next.candidates(lists).iter().enumerate() {
            let next = *next - closing;
            if next.is_empty() {
                continue;
            }
            closing |= members.kin.at(c).iter().fold(Bits::EMPTY, |all, &kin| all | next & forced.at(kin));
            for others in members.clears(c) {
                let mut left = next;
                for &other in others {
                    left = left - alive.at(other);
                    if left.is_empty() {
                        break;
                    }
                }
                closing |= left;
            }
        }
        self.closing = closing;
    }
}

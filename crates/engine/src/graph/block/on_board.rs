//! The steps of a block on boards that are not plain: candidates have any number of variables, and links
//! beside them.

use super::super::on_board::Members;
use super::{Bits, Close, LaneBlock, Rows, candidate_of};
use crate::graph::lists::{ABSENT, Lists};

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
    pub(super) fn find_alive_on_board<const WALKS: bool>(&mut self, members: &Members) {
        let LaneBlock { asserted, alive, used, since, near, crossed, refuted, .. } = self;
        let [recent, _] = crossed;
        for (c, four) in (0..).zip(&members.four) {
            *alive.at_mut(c) = asserted.at(c) | (Bits::FULL - any_of(used, four));
            if WALKS {
                *near.at_mut(c) = any_of(since, four);
            }
        }
        for &c in &members.irregular {
            let (_, more) = members.four_and_more(c);
            let mut killed = any(used, more);
            let mut around = if WALKS { any(since, more) } else { Bits::EMPTY };
            for &kin in members.kin.at(c.into()) {
                *refuted |= asserted.at(c) & asserted.at(kin);
                killed |= asserted.at(kin);
                if WALKS {
                    around |= recent.at(kin);
                }
            }
            *alive.at_mut(c) = asserted.at(c) | (alive.at(c) - killed);
            if WALKS {
                *near.at_mut(c) |= around;
            }
        }
    }

    #[inline(always)]
    pub(super) fn offer_on_board(&mut self, members: &Members) {
        let LaneBlock { alive, next, offers, .. } = self;
        for (c, four) in (0..).zip(&members.four) {
            *next.at_mut(c) = alive.at(c) & any_of(offers, four);
        }
        for &c in &members.irregular {
            let (_, more) = members.four_and_more(c);
            *next.at_mut(c) |= alive.at(c) & any(offers, more);
        }
    }

    /// Asserts what may be asserted next. The rows of `next` stay as they were offered.
    #[inline(always)]
    pub(super) fn play_on_board(&mut self, members: &Members) {
        let mut refuted = Bits::EMPTY;
        for (c, four) in (0..).zip(&members.four) {
            let next = match self.is_offered {
                true => self.next.at(c),
                false => self.alive.at(c) & any_of(&self.offers, four),
            };
            if !next.is_empty() {
                let (four, _) = members.four_and_more(c);
                refuted |= self.assert_on_board(c, next, four);
            }
        }
        for &c in &members.irregular {
            let (four, more) = members.four_and_more(c);
            if more.is_empty() {
                continue;
            }
            // Lanes in which a variable beyond the four offers it, and no other does.
            let (mut next, mut rest) = (self.next.at(c), Bits::EMPTY);
            if !self.is_offered {
                let [by_four, by_more] = [four, more].map(|of| self.alive.at(c) & any(&self.offers, of));
                (next, rest) = (by_four | by_more, by_more - by_four);
            }
            if !next.is_empty() {
                refuted |= self.assert_on_board(c, rest, four) | self.assert_on_board(c, next, more);
            }
        }
        self.refuted = refuted;
    }

    /// Asserts a candidate in some of its variables. Returns the lanes in which one of these is used already.
    #[inline(always)]
    fn assert_on_board(&mut self, c: u16, next: Bits<W>, vars: &[u16]) -> Bits<W> {
        let mut refuted = Bits::EMPTY;
        let is_walks = self.of.is_walks();
        *self.asserted.at_mut(c) |= next;
        if is_walks {
            *self.crossed[0].at_mut(c) |= next;
        }
        for &v in vars {
            let used = self.used.at_mut(v);
            refuted |= *used & next;
            *used |= next;
            if is_walks {
                *self.since.at_mut(v) |= next;
            }
        }
        refuted
    }

    /// Finds the lanes in which a variable is empty, or a candidate that may be asserted next excludes all
    /// that is left of one: the only candidate, which is forced, or several.
    #[inline(always)]
    pub(super) fn close_on_board(&mut self, lists: &Lists, members: &Members) {
        let is_walks = self.of.is_walks();
        let LaneBlock { alive, next, forced, singles, .. } = self;
        if is_walks {
            for (c, four) in (0..).zip(&members.four) {
                *forced.at_mut(c) = alive.at(c) & any_of(singles, four);
            }
            for &c in &members.irregular {
                let (_, more) = members.four_and_more(c);
                *forced.at_mut(c) |= alive.at(c) & any(singles, more);
            }
        }
        let forced = if is_walks { &*forced } else { &*next };
        let mut close = Close { next, forced, closing: self.empty };
        lists.visit(&mut close);
        let mut closing = close.closing;
        let mut clears = members.clears.borrow_mut();
        for (c, next) in next.candidates(lists).iter().enumerate() {
            let next = *next - closing;
            if next.is_empty() {
                continue;
            }
            closing |= members.kin.at(c).iter().fold(Bits::EMPTY, |all, &kin| all | next & forced.at(kin));
            for others in clears.of(c, members, lists) {
                let mut left = next;
                for &other in others {
                    if other == ABSENT || left.is_empty() {
                        break;
                    }
                    left = left - alive.at(other);
                }
                closing |= left;
            }
        }
        self.closing = closing;
    }
}

/// Returns the lanes of any of four variables.
#[inline(always)]
fn any_of<const W: usize>(rows: &Rows<W>, &[a, b, c, d]: &[u16; 4]) -> Bits<W> {
    rows.at(a) | rows.at(b) | rows.at(c) | rows.at(d)
}

#[inline(always)]
fn any<const W: usize>(rows: &Rows<W>, of: &[u16]) -> Bits<W> {
    of.iter().fold(Bits::EMPTY, |all, &v| all | rows.at(v))
}

//! `LaneBlock`: the states of [`Lanes`](super::Lanes), and what follows in them. Its inner loops are compiled
//! for wide registers, too.

use super::lists::{ABSENT, Crossing, Lists, Visitor};
use super::{Bits, objects::GroupPartial};
use crate::wide::wide;

/// Words of a row in a full block.
pub(super) const WIDE: usize = 4;

/// A state a bit: which of a full block.
pub(crate) type WideRow = Bits<WIDE>;

/// A row for each candidate, variable or crossing. There are at most 729 candidates, and numbers of variables
/// to 512; a power of two spares the check of every index. The last row stays empty.
struct Rows<const W: usize>(Box<Aligned<W>>);

const ROWS: usize = 1024;

/// So that no row is in two lines of the cache.
#[repr(align(64))]
struct Aligned<const W: usize>([Bits<W>; ROWS]);

impl<const W: usize> Default for Rows<W> {
    fn default() -> Self {
        Rows(Box::new(Aligned([Bits::EMPTY; ROWS])))
    }
}

impl<const W: usize> Rows<W> {
    #[inline(always)]
    fn at(&self, i: u16) -> Bits<W> {
        self.0.0[i as usize % ROWS]
    }

    #[inline(always)]
    fn at_mut(&mut self, i: u16) -> &mut Bits<W> {
        &mut self.0.0[i as usize % ROWS]
    }

    /// Adds a lane to a row. (W is a power of two, so that nothing is checked.)
    #[inline(always)]
    fn mark(&mut self, i: u16, lane: usize) {
        self.at_mut(i).0[lane / 64 % W] |= 1 << (lane % 64);
    }

    fn candidates(&self, lists: &Lists) -> &[Bits<W>] {
        &self.0.0[..lists.candidates()]
    }

    fn candidates_mut(&mut self, lists: &Lists) -> &mut [Bits<W>] {
        &mut self.0.0[..lists.candidates()]
    }

    /// Empties the rows of the variables that make links.
    fn clear_variables(&mut self, lists: &Lists) {
        for kind in lists.types() {
            self.0.0[lists.of_kind(kind)].fill(Bits::EMPTY);
        }
    }
}

/// Partial states, `64 · W` at most.
#[derive(Default)]
pub(super) struct LaneBlock<const W: usize> {
    of: Extension,
    asserted: Rows<W>,
    alive: Rows<W>,
    /// What may come next, when it was last asked for: [`LaneBlock::offer`].
    next: Rows<W>,
    is_offered: bool,
    /// Of walks, all that was forced when it was last asked which may close: [`LaneBlock::close`].
    forced: Rows<W>,
    /// Lanes in which something is asserted in the variable.
    used: Rows<W>,
    /// Lanes in which the last one asserted, or something asserted after it, is in the variable.
    since: Rows<W>,
    /// Candidates linked to one of these.
    near: Rows<W>,
    /// Lanes in which the one candidate alive of the variable may come next; of walks, in which there is just
    /// one.
    offers: Rows<W>,
    singles: Rows<W>,
    /// Two questions about each crossing: see [`LaneBlock::close`] and [`LaneBlock::exclude`].
    crossed: [Rows<W>; 2],
    /// With groups, candidates that are excluded by them, and those that follow to be. Of walks also those
    /// that were not alive: a variable with one is near.
    dead: Rows<W>,
    excluded: Rows<W>,
    /// Lanes in which a variable is empty, or two things asserted exclude one another.
    empty: Bits<W>,
    /// As above; of walks only those in which the variable has a candidate linked to the last one.
    pub(super) refuted: Bits<W>,
    /// Lanes in which something may come next; with groups, in which something came in the last round, or may
    /// have.
    pub(super) open: Bits<W>,
    /// Lanes in which a candidate may come next.
    forcing: Bits<W>,
    /// Lanes in which a variable may be empty after one more assertion.
    closing: Bits<W>,
}

/// What the states of a block are, and what is asked about them.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Extension {
    /// Any states: what is forced may come next.
    #[default]
    States,
    /// As above with what groups exclude: the candidates of a variable that lie where a line crosses a block.
    Groups,
    /// Walks: what comes next is in a variable with a candidate linked to the last one asserted, as in a
    /// whip. So is the variable that makes a contradiction.
    Walks,
    /// As above with what groups exclude.
    GroupWalks,
}

impl Extension {
    fn has_groups(self) -> bool {
        matches!(self, Extension::Groups | Extension::GroupWalks)
    }

    fn is_walks(self) -> bool {
        matches!(self, Extension::Walks | Extension::GroupWalks)
    }
}

impl<const W: usize> LaneBlock<W> {
    wide! {
        fn find_used(lists: &Lists) = find_used_avx2 or find_used_portable;
        fn follow(lists: &Lists) = follow_avx2 or follow_portable;
        fn exclude(lists: &Lists) = exclude_avx2 or exclude_portable;
        fn offer(lists: &Lists) = offer_avx2 or offer_portable;
        fn play(lists: &Lists) = play_avx2 or play_portable;
        fn close(lists: &Lists) = close_avx2 or close_portable;
    }

    /// Takes states in which this is asserted, and finds what follows.
    pub(super) fn load<'a>(
        &mut self, lists: &Lists, of: Extension, states: impl ExactSizeIterator<Item = &'a [u16]> + Clone,
    ) {
        self.begin(lists, of);
        for (lane, state) in states.clone().enumerate() {
            state.iter().for_each(|&c| self.asserted.mark(c, lane));
        }
        self.find_used(lists);
        if of.is_walks() {
            for (lane, state) in states.enumerate() {
                if let Some(&last) = state.last() {
                    self.mark_last(lists, last, lane);
                }
            }
        }
        self.follow(lists);
    }

    /// As above with groups. (Of walks, what groups before the last object exclude is taken for near, too.)
    pub(super) fn load_groups<const C: usize, const V: usize>(
        &mut self, lists: &Lists, of: Extension, partials: &[GroupPartial<C, V>],
    ) {
        self.begin(lists, of);
        for (lane, partial) in partials.iter().enumerate() {
            partial.asserted.iter().for_each(|c| self.asserted.mark(c as u16, lane));
            partial.excluded.iter().for_each(|c| self.dead.mark(c as u16, lane));
            if let (true, Some(c)) = (of.is_walks(), partial.last.candidate()) {
                self.mark_last(lists, c as u16, lane);
            }
        }
        self.find_used(lists);
        self.follow(lists);
    }

    /// Starts on other states, in which nothing is asserted.
    fn begin(&mut self, lists: &Lists, of: Extension) {
        self.of = of;
        if lists.kinds() != lists.types() {
            // Other variables offer nothing.
            self.offers.clear_variables(lists);
            self.singles.clear_variables(lists);
        }
        self.asserted.candidates_mut(lists).fill(Bits::EMPTY);
        if of.has_groups() {
            self.dead.candidates_mut(lists).fill(Bits::EMPTY);
            self.open = Bits::FULL;
        }
        if of.is_walks() {
            self.since.clear_variables(lists);
        }
    }

    /// The last one asserted in a lane is this.
    #[inline(always)]
    fn mark_last(&mut self, lists: &Lists, last: u16, lane: usize) {
        let vars = &lists.four_vars()[last as usize][..lists.types().len()];
        vars.iter().for_each(|&v| self.since.mark(v, lane));
    }

    /// Finds the used variables from what is asserted.
    #[inline(always)]
    fn find_used_portable(&mut self, lists: &Lists) {
        self.used.clear_variables(lists);
        let (used, mut refuted) = (&mut self.used, Bits::EMPTY);
        let types = lists.types().len();
        for (vars, asserted) in lists.four_vars().iter().zip(self.asserted.candidates(lists)) {
            if !asserted.is_empty() {
                for &v in &vars[..types] {
                    let used = used.at_mut(v);
                    refuted |= *used & *asserted;
                    *used |= *asserted;
                }
            }
        }
        self.refuted = refuted;
    }

    /// Finds what is alive, and what follows from that. [`LaneBlock::offer`] names the candidates,
    /// [`LaneBlock::exclude`] what groups exclude.
    #[inline(always)]
    fn follow_portable(&mut self, lists: &Lists) {
        match self.of.is_walks() {
            false => self.follow_in::<false>(lists),
            true => self.follow_in::<true>(lists),
        }
    }

    #[inline(always)]
    fn follow_in<const WALKS: bool>(&mut self, lists: &Lists) {
        self.is_offered = false;
        let LaneBlock { asserted, alive, used, since, near, dead, offers, singles, .. } = self;
        for (c, &[rc, rn, cn, bn]) in (0..).zip(lists.four_vars()) {
            let killed = used.at(rc) | used.at(rn) | used.at(cn) | used.at(bn);
            *alive.at_mut(c) = asserted.at(c) | (Bits::FULL - killed);
            if WALKS {
                *near.at_mut(c) = since.at(rc) | since.at(rn) | since.at(cn) | since.at(bn);
            }
        }
        if self.of.has_groups() {
            for (c, dead) in (0..).zip(dead.candidates(lists)) {
                self.refuted |= asserted.at(c) & *dead;
                *alive.at_mut(c) = alive.at(c) - *dead;
                if WALKS {
                    *near.at_mut(c) |= *dead;
                }
            }
        }
        let mut follow = Follow::<W, WALKS> {
            alive,
            used,
            near,
            offers,
            singles,
            filled: Bits::FULL,
            refuted: Bits::EMPTY,
            open: Bits::EMPTY,
        };
        lists.visit(&mut follow);
        let Follow { filled, refuted, open, .. } = follow;
        let empty = Bits::FULL - filled;
        self.empty = self.refuted | empty;
        self.refuted |= if WALKS { refuted } else { empty };
        self.forcing = open;
        if !self.of.has_groups() {
            self.open = open;
        }
    }

    /// Finds what groups exclude. In walks the variable of a group has a candidate linked to the last one
    /// asserted, or to something asserted after it; and what was not alive is excluded, too, as more is near
    /// by it.
    #[inline(always)]
    fn exclude_portable(&mut self, lists: &Lists) {
        match self.of.is_walks() {
            false => self.exclude_in::<false>(lists),
            true => self.exclude_in::<true>(lists),
        }
    }

    #[inline(always)]
    fn exclude_in<const WALKS: bool>(&mut self, lists: &Lists) {
        self.open = self.forcing;
        let kinds = lists.kinds();
        let [alive, near] = &mut self.crossed;
        gather(lists, &self.alive, alive);
        if WALKS {
            gather(lists, &self.near, near);
        }
        // In which lanes nothing else of the line, or of the block, is alive than what is in the crossing.
        let groups = &mut self.excluded;
        for (k, crossing) in (0..).zip(lists.crossings()) {
            let own = if WALKS {
                // What is asserted is no group.
                let own = |c| self.alive.at(c) - self.asserted.at(c);
                let [a, b, c] = crossing.members.map(own);
                a | b | c
            } else {
                alive.at(k)
            };
            let by = |[a, b]: [u16; 2]| {
                let only = own - alive.at(a) - alive.at(b);
                if WALKS { only & (near.at(k) | near.at(a) | near.at(b)) } else { only }
            };
            let in_line = kinds.contains(&(crossing.kind as usize));
            let by_line = if in_line { by(crossing.line) } else { Bits::EMPTY };
            let by_block = if kinds.contains(&3) { by(crossing.block) } else { Bits::EMPTY };
            *groups.at_mut(k) = by_line | by_block;
        }
        std::mem::swap(near, &mut self.excluded);
        let groups = near;
        self.excluded.candidates_mut(lists).fill(Bits::EMPTY);
        for crossing in lists.crossings() {
            let [[a, b], [c, d]] = [crossing.line, crossing.block];
            let lanes = groups.at(a) | groups.at(b) | groups.at(c) | groups.at(d);
            for member in crossing.members {
                let excluded = match WALKS {
                    true if member == ABSENT => Bits::EMPTY,
                    true => lanes,
                    false => lanes & self.alive.at(member),
                };
                *self.excluded.at_mut(member) |= excluded;
                self.open |= excluded - self.dead.at(member);
            }
        }
    }

    /// Finds the candidates that may come next.
    #[inline(always)]
    fn offer_portable(&mut self, lists: &Lists) {
        self.is_offered = true;
        let LaneBlock { alive, next, offers, .. } = self;
        for (c, &[rc, rn, cn, bn]) in (0..).zip(lists.four_vars()) {
            let offered = offers.at(rc) | offers.at(rn) | offers.at(cn) | offers.at(bn);
            *next.at_mut(c) = alive.at(c) & offered;
        }
    }

    #[inline(always)]
    fn play_portable(&mut self, lists: &Lists) {
        if self.of.has_groups() {
            let excluded = self.excluded.candidates(lists).iter();
            for (dead, excluded) in self.dead.candidates_mut(lists).iter_mut().zip(excluded) {
                *dead |= *excluded;
            }
        }
        match (self.of.is_walks(), lists.types().len()) {
            (true, 4) => self.play_in::<4, true>(lists),
            (true, _) => self.play_in::<3, true>(lists),
            (_, 4) => self.play_in::<4, false>(lists),
            _ => self.play_in::<3, false>(lists),
        }
    }

    #[inline(always)]
    fn play_in<const TYPES: usize, const WALKS: bool>(&mut self, lists: &Lists) {
        let LaneBlock { asserted, alive, next, offers, used, since, .. } = self;
        let mut refuted = Bits::EMPTY;
        for (c, vars) in (0..).zip(lists.four_vars()) {
            let next = if self.is_offered {
                next.at(c)
            } else {
                let [rc, rn, cn, bn] = vars.map(|v| offers.at(v));
                alive.at(c) & (rc | rn | cn | bn)
            };
            if !next.is_empty() {
                *asserted.at_mut(c) |= next;
                for &v in &vars[..TYPES] {
                    let used = used.at_mut(v);
                    refuted |= *used & next;
                    *used |= next;
                    if WALKS {
                        *since.at_mut(v) |= next;
                    }
                }
            }
        }
        self.refuted = refuted;
    }

    /// See [`super::Lanes::closing`].
    #[inline(always)]
    fn close_portable(&mut self, lists: &Lists) {
        // A chain of the same target that is shorter, or has loops, may have emptied the variable.
        let closing = self.empty;
        let LaneBlock { alive, next, forced, singles, .. } = self;
        let mut closing = if self.of == Extension::Walks {
            for (c, &[rc, rn, cn, bn]) in (0..).zip(lists.four_vars()) {
                let single = singles.at(rc) | singles.at(rn) | singles.at(cn) | singles.at(bn);
                *forced.at_mut(c) = alive.at(c) & single;
            }
            let mut close = Close { next, forced, closing };
            lists.visit_linking(&mut close);
            close.closing
        } else {
            let mut close = CloseAny { next, closing };
            lists.visit_linking(&mut close);
            close.closing
        };
        // Only a row or column and a block can have two candidates that are linked to the same one outside.
        let [crossed_next, crossed_alive] = &mut self.crossed;
        gather(lists, &self.next, crossed_next);
        gather(lists, &self.alive, crossed_alive);
        let any = |rows: &Rows<W>, [a, b]: [u16; 2]| rows.at(a) | rows.at(b);
        for &[line, block] in lists.segments() {
            closing |= any(crossed_next, line) - any(crossed_alive, block);
            closing |= any(crossed_next, block) - any(crossed_alive, line);
        }
        self.closing = closing;
    }

    pub(super) fn closing(&mut self, lists: &Lists) -> Bits<W> {
        self.find_next(lists);
        self.close(lists);
        self.closing
    }

    /// Finds what may come next, unless it is known; it is kept until it is asked for in a later state.
    pub(super) fn find_next(&mut self, lists: &Lists) {
        if !self.is_offered {
            self.offer(lists);
        }
    }

    pub(super) fn go_on(&mut self, lists: &Lists) {
        if self.of.has_groups() {
            self.exclude(lists);
        }
        self.play(lists);
        self.follow(lists);
    }

    /// See [`super::Lanes::rounds`].
    pub(super) fn rounds(
        &mut self, lists: &Lists, of: &WideRow, most: usize, found: &mut impl FnMut(usize, WideRow),
    ) {
        if !self.of.has_groups() {
            self.find_next(lists);
        }
        let mut of = of.resized();
        for round in 0..=most {
            found(round, (of & self.refuted).resized());
            of = (of - self.refuted) & self.open;
            if of.is_empty() {
                return;
            }
            if round < most {
                self.go_on(lists);
            }
        }
        found(most + 1, of.resized());
    }

    /// See [`super::Lanes::each_next`].
    pub(super) fn each_next(&self, lists: &Lists, of: &WideRow, found: &mut impl FnMut(usize, WideRow)) {
        let of = of.resized();
        for (c, next) in self.next.candidates(lists).iter().enumerate() {
            let lanes = *next & of;
            if !lanes.is_empty() {
                found(c, lanes.resized());
            }
        }
    }
}

/// For each crossing the lanes of any of its candidates.
#[inline(always)]
fn gather<const W: usize>(lists: &Lists, of: &Rows<W>, crossed: &mut Rows<W>) {
    for (k, &Crossing { members: [a, b, c], .. }) in (0..).zip(lists.crossings()) {
        *crossed.at_mut(k) = of.at(a) | of.at(b) | of.at(c);
    }
}

/// Looks what follows from the candidates alive in a variable.
struct Follow<'a, const W: usize, const WALKS: bool> {
    alive: &'a Rows<W>,
    used: &'a Rows<W>,
    near: &'a Rows<W>,
    offers: &'a mut Rows<W>,
    singles: &'a mut Rows<W>,
    /// Lanes in which no variable so far is empty.
    filled: Bits<W>,
    refuted: Bits<W>,
    open: Bits<W>,
}

impl<const W: usize, const WALKS: bool> Visitor for Follow<'_, W, WALKS> {
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
        let single = ones - twos;
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

/// Looks for a candidate that may come next and one that is forced in the same variable.
struct Close<'a, const W: usize> {
    next: &'a Rows<W>,
    forced: &'a Rows<W>,
    closing: Bits<W>,
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

/// As above where all that is forced may come next.
struct CloseAny<'a, const W: usize> {
    next: &'a Rows<W>,
    closing: Bits<W>,
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

#[cfg(test)]
mod tests;

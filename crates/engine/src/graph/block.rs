//! `LaneBlock`: the states of [`Lanes`](super::Lanes) and their conclusions. The inner loops are also
//! compiled for wide registers.
//!
//! The file is long because a part moved to a module of its own makes the compiler unroll the inner loops
//! differently: with `Rows` elsewhere W takes 2.9 % more instructions, even if all of it is inlined.

use super::lists::{ABSENT, Crossing, Lists, Visitor};
use super::{Bits, Division, candidate_of, objects::GroupPartial, type_of, typed_target};
use crate::wide::wide;
use std::ops::Range;

mod on_board;

/// Number of words in a row of a full block.
pub(super) const WIDE: usize = 4;

/// Set of lanes of a full block, one bit for each state.
pub(crate) type WideRow = Bits<WIDE>;

/// One row for each candidate, variable or crossing. There are at most 729 candidates, and variable numbers
/// go up to 512. A power of two saves the bounds checks, and masks off the type of a typed target
/// ([`typed_target`](super::typed_target)). The last row stays empty.
struct Rows<const W: usize>(Box<Aligned<W>>);

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
    fn at(&self, i: u16) -> Bits<W> {
        self.0.0[usize::from(i) % ROWS]
    }

    #[inline(always)]
    fn at_mut(&mut self, i: u16) -> &mut Bits<W> {
        &mut self.0.0[usize::from(i) % ROWS]
    }

    /// Adds a lane to a row. (W is a power of two, which saves the bounds check.)
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

    /// Empties the rows of the variables of these types.
    fn clear_variables(&mut self, lists: &Lists, types: impl Iterator<Item = usize>) {
        for kind in types {
            self.0.0[lists.of_kind(kind)].fill(Bits::EMPTY);
        }
    }
}

/// Block of at most `64 · W` partial states.
#[derive(Default)]
pub(super) struct LaneBlock<const W: usize> {
    of: Extension,
    typed: Option<TypedLanes<W>>,
    asserted: Rows<W>,
    alive: Rows<W>,
    /// Lanes in which each candidate may be asserted next, as of the last [`LaneBlock::offer`].
    next: Rows<W>,
    is_offered: bool,
    /// For walks, the lanes in which each candidate was forced, as of the last [`LaneBlock::close`].
    forced: Rows<W>,
    /// Lanes in which a candidate of the variable is asserted.
    used: Rows<W>,
    /// Lanes in which the variable contains the last loaded assertion or a later assertion.
    since: Rows<W>,
    /// Lanes in which the candidate is linked to an assertion recorded in `since`.
    near: Rows<W>,
    /// Lanes in which the only live candidate of the variable may be asserted next.
    offers: Rows<W>,
    /// For walks, lanes in which the variable has exactly one live candidate.
    singles: Rows<W>,
    /// Scratch with a row for each crossing: see [`LaneBlock::close`] and [`LaneBlock::exclude`]. Boards that
    /// are not plain have no crossings: there the first has the lanes in which a candidate is the last loaded
    /// assertion or a later one.
    crossed: [Rows<W>; 2],
    /// With groups, lanes in which groups already exclude the candidate.
    dead: Rows<W>,
    /// With groups, lanes in which the candidate is excluded next. For walks this includes candidates not
    /// alive anyway: their variables become near.
    excluded: Rows<W>,
    /// Lanes in which a variable is empty, or two assertions exclude one another.
    empty: Bits<W>,
    /// Lanes with a contradiction as in `empty`; for walks an empty variable counts only if it has a
    /// candidate linked to the last assertion.
    pub(super) refuted: Bits<W>,
    /// Lanes in which a candidate may be asserted next; with groups, in which the last round concluded
    /// something, or may have.
    pub(super) open: Bits<W>,
    /// Lanes in which a candidate may be asserted next.
    forcing: Bits<W>,
    /// Lanes in which a variable may be empty after one more assertion.
    closing: Bits<W>,
}

/// Lanes by variable type, if each lane uses variables of one type only.
struct TypedLanes<const W: usize> {
    of_type: [Bits<W>; 4],
    /// Lanes with links by a block, if the others have none.
    by_blocks: Option<Bits<W>>,
    /// The range from the lowest to the highest type in use: other variables need not be visited.
    types: Range<usize>,
}

impl<const W: usize> TypedLanes<W> {
    fn new<'a>(division: Division, states: impl Iterator<Item = &'a [u16]>) -> TypedLanes<W> {
        let mut of_type = [Bits::EMPTY; 4];
        let (mut first, mut last) = (3, 0);
        for (lane, target) in states.filter_map(<[u16]>::first).enumerate() {
            let kind = type_of(*target);
            (first, last) = (first.min(kind), last.max(kind));
            of_type[kind].0[lane / 64 % W] |= 1 << (lane % 64);
        }
        let by_blocks = (division == Division::Planes).then_some(of_type[0]);
        TypedLanes { of_type, by_blocks, types: first..last + 1 }
    }
}

/// Kind of the states of a block, and of the questions about them.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Extension {
    /// Any states: every forced candidate may be asserted next.
    #[default]
    States,
    /// Any states, with exclusions by groups: a group is all live candidates of a variable, if they lie in
    /// one crossing of a line and a block.
    Groups,
    /// Walks: the variable of the next assertion has a candidate linked to the last one, as in a whip, and so
    /// has the variable that makes a contradiction.
    Walks,
    /// Walks, with exclusions by groups.
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

    /// Loads states, which are given by their assertions, and finds their conclusions. The first assertion of
    /// a state may be a [`typed_target`](super::typed_target).
    pub(super) fn load<'a>(
        &mut self, lists: &Lists, of: Extension, division: Option<Division>,
        states: impl ExactSizeIterator<Item = &'a [u16]> + Clone,
    ) {
        self.typed = division.map(|division| TypedLanes::new(division, states.clone()));
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

    /// Loads partial chains with groups, and finds their conclusions. (In walks, candidates excluded by
    /// groups before the last object are taken for near, too.)
    pub(super) fn load_groups<const C: usize, const V: usize>(
        &mut self, lists: &Lists, of: Extension, partials: &[GroupPartial<C, V>],
    ) {
        self.typed = None;
        self.begin(lists, of);
        for (lane, partial) in partials.iter().enumerate() {
            partial.asserted.iter().for_each(|c| self.asserted.mark(typed_target(0, c), lane));
            partial.excluded.iter().for_each(|c| self.dead.mark(typed_target(0, c), lane));
            if let (true, Some(c)) = (of.is_walks(), partial.last.candidate()) {
                self.mark_last(lists, typed_target(0, c), lane);
            }
        }
        self.find_used(lists);
        self.follow(lists);
    }

    /// Resets the block to states without assertions.
    fn begin(&mut self, lists: &Lists, of: Extension) {
        self.of = of;
        let kinds = self.typed.as_ref().map_or(lists.kinds(), |typed| typed.types.clone());
        // Variables of other types offer nothing.
        let others = lists.types().filter(|kind| !kinds.contains(kind));
        self.offers.clear_variables(lists, others.clone());
        self.singles.clear_variables(lists, others);
        self.asserted.candidates_mut(lists).fill(Bits::EMPTY);
        if of.has_groups() {
            self.dead.candidates_mut(lists).fill(Bits::EMPTY);
            self.open = Bits::FULL;
        }
        if of.is_walks() {
            self.since.clear_variables(lists, lists.types());
            if lists.members().is_some() {
                self.crossed[0].candidates_mut(lists).fill(Bits::EMPTY);
            }
        }
    }

    /// Records the last assertion of a lane.
    #[inline(always)]
    fn mark_last(&mut self, lists: &Lists, last: u16, lane: usize) {
        if let Some(members) = lists.members() {
            return self.mark_last_on_board(members, last, lane);
        }
        let is_flat = self.by_blocks().is_some_and(|lanes| !lanes.contains(lane));
        let types = if is_flat { 3 } else { lists.types().len() };
        let vars = &lists.four_vars()[candidate_of(last)][..types];
        vars.iter().for_each(|&v| self.since.mark(v, lane));
    }

    /// Returns the lanes with links by a block, if the others have none.
    #[inline(always)]
    fn by_blocks(&self) -> Option<Bits<W>> {
        self.typed.as_ref().and_then(|typed| typed.by_blocks)
    }

    /// Finds the used variables from the assertions.
    #[inline(always)]
    fn find_used_portable(&mut self, lists: &Lists) {
        if let Some(members) = lists.members() {
            return self.find_used_on_board(lists, members);
        }
        match self.by_blocks() {
            None => self.find_used_in::<false>(lists, Bits::FULL),
            Some(by_blocks) => self.find_used_in::<true>(lists, by_blocks),
        }
    }

    #[inline(always)]
    fn find_used_in<const FLAT: bool>(&mut self, lists: &Lists, by_blocks: Bits<W>) {
        self.used.clear_variables(lists, lists.types());
        let (used, mut refuted) = (&mut self.used, Bits::EMPTY);
        let types = lists.types().len();
        for (vars, asserted) in lists.four_vars().iter().zip(self.asserted.candidates(lists)) {
            if !asserted.is_empty() {
                for (kind, &v) in vars[..types].iter().enumerate() {
                    let asserted = if FLAT && kind == 3 { *asserted & by_blocks } else { *asserted };
                    let used = used.at_mut(v);
                    refuted |= *used & asserted;
                    *used |= asserted;
                }
            }
        }
        self.refuted = refuted;
    }

    /// Finds the live candidates and the variables with one or none of them. [`LaneBlock::offer`] turns the
    /// single ones into candidates, [`LaneBlock::exclude`] finds the exclusions by groups.
    #[inline(always)]
    fn follow_portable(&mut self, lists: &Lists) {
        match (self.of.is_walks(), self.typed.is_some()) {
            (false, false) => self.follow_in::<false, false>(lists),
            (false, true) => self.follow_in::<false, true>(lists),
            (true, false) => self.follow_in::<true, false>(lists),
            (true, true) => self.follow_in::<true, true>(lists),
        }
    }

    #[inline(always)]
    fn follow_in<const WALKS: bool, const TYPED: bool>(&mut self, lists: &Lists) {
        self.is_offered = false;
        if let Some(members) = lists.members() {
            self.find_alive_on_board::<WALKS>(members);
        } else {
            let LaneBlock { asserted, alive, used, since, near, .. } = self;
            for (c, &[rc, rn, cn, bn]) in (0..).zip(lists.four_vars()) {
                let killed = used.at(rc) | used.at(rn) | used.at(cn) | used.at(bn);
                *alive.at_mut(c) = asserted.at(c) | (Bits::FULL - killed);
                if WALKS {
                    *near.at_mut(c) = since.at(rc) | since.at(rn) | since.at(cn) | since.at(bn);
                }
            }
        }
        let LaneBlock { asserted, alive, used, near, dead, offers, singles, .. } = self;
        if self.of.has_groups() {
            for (c, dead) in (0..).zip(dead.candidates(lists)) {
                self.refuted |= asserted.at(c) & *dead;
                *alive.at_mut(c) = alive.at(c) - *dead;
                if WALKS {
                    *near.at_mut(c) |= *dead;
                }
            }
        }
        let mut follow = Follow::<W, WALKS, TYPED> {
            of_type: Bits::FULL,
            alive,
            used,
            near,
            offers,
            singles,
            filled: Bits::FULL,
            refuted: Bits::EMPTY,
            open: Bits::EMPTY,
        };
        if TYPED && let Some(TypedLanes { of_type, types, .. }) = &self.typed {
            for kind in types.clone() {
                follow.of_type = of_type[kind % 4];
                lists.visit_type(kind, &mut follow);
            }
        } else {
            lists.visit(&mut follow);
        }
        let Follow { filled, refuted, open, .. } = follow;
        let empty = Bits::FULL - filled;
        self.empty = self.refuted | empty;
        self.refuted |= if WALKS { refuted } else { empty };
        self.forcing = open;
        if !self.of.has_groups() {
            self.open = open;
        }
    }

    /// Finds the candidates excluded by groups. In walks the variable of a group must have a candidate linked
    /// to the last assertion or one made after it; and candidates not alive are excluded, too, as they make
    /// more variables near.
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
        // Lanes in which all live candidates of the line, or of the block, are in the crossing.
        let groups = &mut self.excluded;
        for (k, crossing) in (0..).zip(lists.crossings()) {
            let own = if WALKS {
                // Asserted candidates make no group.
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
            let in_line = kinds.contains(&(usize::from(crossing.kind)));
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

    /// Finds the candidates that may be asserted next.
    #[inline(always)]
    fn offer_portable(&mut self, lists: &Lists) {
        self.is_offered = true;
        if let Some(members) = lists.members() {
            return self.offer_on_board(members);
        }
        let LaneBlock { alive, next, offers, .. } = self;
        for (c, &[rc, rn, cn, bn]) in (0..).zip(lists.four_vars()) {
            let offered = offers.at(rc) | offers.at(rn) | offers.at(cn) | offers.at(bn);
            *next.at_mut(c) = alive.at(c) & offered;
        }
    }

    #[inline(always)]
    fn play_portable(&mut self, lists: &Lists) {
        if let Some(members) = lists.members() {
            return self.play_on_board(members);
        }
        if self.of.has_groups() {
            let excluded = self.excluded.candidates(lists).iter();
            for (dead, excluded) in self.dead.candidates_mut(lists).iter_mut().zip(excluded) {
                *dead |= *excluded;
            }
        }
        match (self.of.is_walks(), self.by_blocks(), lists.types().len()) {
            (true, Some(by_blocks), _) => self.play_in::<4, true, true>(lists, by_blocks),
            (true, None, 4) => self.play_in::<4, true, false>(lists, Bits::FULL),
            (true, None, _) => self.play_in::<3, true, false>(lists, Bits::FULL),
            (false, Some(by_blocks), _) => self.play_in::<4, false, true>(lists, by_blocks),
            (false, None, 4) => self.play_in::<4, false, false>(lists, Bits::FULL),
            (false, None, _) => self.play_in::<3, false, false>(lists, Bits::FULL),
        }
    }

    #[inline(always)]
    fn play_in<const TYPES: usize, const WALKS: bool, const FLAT: bool>(
        &mut self, lists: &Lists, by_blocks: Bits<W>,
    ) {
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
                for (kind, &v) in vars[..TYPES].iter().enumerate() {
                    let next = if FLAT && kind == 3 { next & by_blocks } else { next };
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

    /// Finds the lanes of [`super::Lanes::closing`].
    #[inline(always)]
    fn close_portable(&mut self, lists: &Lists) {
        if let Some(members) = lists.members() {
            return self.close_on_board(lists, members);
        }
        match self.by_blocks() {
            None => self.close_in::<false>(lists, Bits::FULL),
            Some(by_blocks) => self.close_in::<true>(lists, by_blocks),
        }
    }

    #[inline(always)]
    fn close_in<const FLAT: bool>(&mut self, lists: &Lists, by_blocks: Bits<W>) {
        // A variable may be empty already, by a shorter chain of the same target or one with loops.
        let closing = self.empty;
        let LaneBlock { alive, next, forced, singles, .. } = self;
        let closing = if self.of == Extension::Walks {
            for (c, &[rc, rn, cn, bn]) in (0..).zip(lists.four_vars()) {
                let single = singles.at(rc) | singles.at(rn) | singles.at(cn) | singles.at(bn);
                *forced.at_mut(c) = alive.at(c) & single;
            }
            let mut close = Close { next, forced, closing };
            if FLAT {
                (0..3).for_each(|kind| lists.visit_type(kind, &mut close));
                let mut blocks = Close { next, forced, closing: Bits::EMPTY };
                lists.visit_type(3, &mut blocks);
                close.closing | blocks.closing & by_blocks
            } else {
                lists.visit_linking(&mut close);
                close.closing
            }
        } else {
            let mut close = CloseAny { next, closing };
            if FLAT {
                (0..3).for_each(|kind| lists.visit_type(kind, &mut close));
                let mut blocks = CloseAny { next, closing: Bits::EMPTY };
                lists.visit_type(3, &mut blocks);
                close.closing | blocks.closing & by_blocks
            } else {
                lists.visit_linking(&mut close);
                close.closing
            }
        };
        // Only a row or column and a block can each have two candidates linked to the same one outside.
        let [crossed_next, crossed_alive] = &mut self.crossed;
        gather(lists, &self.next, crossed_next);
        gather(lists, &self.alive, crossed_alive);
        let any = |rows: &Rows<W>, [a, b]: [u16; 2]| rows.at(a) | rows.at(b);
        let mut crossing = Bits::EMPTY;
        for &[line, block] in lists.segments() {
            crossing |= any(crossed_next, line) - any(crossed_alive, block);
            crossing |= any(crossed_next, block) - any(crossed_alive, line);
        }
        self.closing = closing | crossing & by_blocks;
    }

    pub(super) fn closing(&mut self, lists: &Lists) -> Bits<W> {
        self.find_next(lists);
        self.close(lists);
        self.closing
    }

    /// Finds the candidates that may be asserted next, unless they are known. They stay known until the next
    /// call in a later state.
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

    /// Does the work of [`super::Lanes::rounds`].
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

    /// Does the work of [`super::Lanes::each_next`].
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

/// Collects for each crossing the lanes of any of its candidates.
#[inline(always)]
fn gather<const W: usize>(lists: &Lists, of: &Rows<W>, crossed: &mut Rows<W>) {
    for (k, &Crossing { members: [a, b, c], .. }) in (0..).zip(lists.crossings()) {
        *crossed.at_mut(k) = of.at(a) | of.at(b) | of.at(c);
    }
}

/// Visitor that finds the conclusions from the live candidates of each variable.
struct Follow<'a, const W: usize, const WALKS: bool, const TYPED: bool> {
    /// For typed chains, the lanes that use variables of the type being visited.
    of_type: Bits<W>,
    alive: &'a Rows<W>,
    used: &'a Rows<W>,
    near: &'a Rows<W>,
    offers: &'a mut Rows<W>,
    singles: &'a mut Rows<W>,
    /// Lanes in which no variable visited so far is empty.
    filled: Bits<W>,
    refuted: Bits<W>,
    open: Bits<W>,
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

/// Visitor that finds a variable with two candidates that may be asserted next, if every forced one may.
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

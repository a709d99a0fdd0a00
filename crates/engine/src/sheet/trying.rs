//! `HypothesisQueue`: one hypothesis after another, and where threads are idle some of them ahead.
//!
//! ```text
//!   order   1   2   3   4   5   …       one thread tries 1, 3, 4, another 2, 5
//!               ×       ×               the first that is refuted counts, and those before it; 3 to 5 are
//!                                       tried again after its deletion
//! ```
//!
//! So what is found, and what it costs of the budget, is what one thread would have found and spent.

use super::lanes::{Sheet, sort};
use super::{Played, Theory, plan::SheetPlan};
use crate::budget::{Budget, Within};
use crate::crew::Crew;
use crate::grid::{Candidates, Grid, Progress};
use crate::state::{State, TrialKnown};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Hypotheses that are tried at once if threads are idle.
const AHEAD: usize = 64;

/// Trial and error on a sheet.
pub(super) struct HypothesisQueue<'a, 't, const W: usize> {
    plan: &'a SheetPlan<W>,
    theory: Option<&'t mut dyn Theory>,
    depth: u8,
    known: Option<&'t mut TrialKnown>,
    crew: Option<&'t dyn Crew>,
    rooms: Mutex<Vec<Room<W>>>,
}

/// What a thread needs to try a hypothesis.
struct Room<const W: usize> {
    state: Box<State>,
    /// For the hypotheses of each depth.
    sheets: Vec<Sheet<W>>,
}

/// What came of a hypothesis.
#[derive(Default)]
struct Tested {
    is_refuted: bool,
    /// Work units.
    work: u64,
    /// In how many rounds T&E(BRT, 1) refutes it; none if it does not. Only where this was asked.
    rounds: Option<Option<u16>>,
    /// What the theory left, if there is one.
    left: Option<Grid>,
}

/// Goes around the candidates until none of them was refuted since the last was.
struct Around {
    order: Vec<usize>,
    at: usize,
    /// How many were tried since one was refuted.
    tried: usize,
}

impl Around {
    fn new(order: Vec<usize>) -> Around {
        Around { order, at: 0, tried: 0 }
    }

    /// Those that come next, `most` at most.
    fn next(&self, most: usize) -> impl Iterator<Item = usize> {
        let left = self.order.len() - self.tried;
        (self.at..self.at + left.min(most)).map(|at| self.order[at % self.order.len()])
    }

    /// One was tried.
    fn passed(&mut self, is_refuted: bool) {
        self.at = (self.at + 1) % self.order.len();
        self.tried = if is_refuted { 0 } else { self.tried + 1 };
    }
}

impl<'a, 't, const W: usize> HypothesisQueue<'a, 't, W> {
    /// With room for hypotheses, which comes back in the end.
    pub fn new(
        plan: &'a SheetPlan<W>, theory: Option<&'t mut dyn Theory>, depth: u8,
        known: Option<&'t mut TrialKnown>, crew: Option<&'t dyn Crew>, below: &mut Vec<State>,
    ) -> HypothesisQueue<'a, 't, W> {
        let room = |state| Room { state: Box::new(state), sheets: Vec::new() };
        let rooms = Mutex::new(below.drain(..).map(room).collect());
        HypothesisQueue { plan, theory, depth, known, crew, rooms }
    }

    /// Gives back the room, and what is known.
    pub fn end(self, below: &mut Vec<State>) -> Option<&'t mut TrialKnown> {
        let rooms = self.rooms.into_inner().unwrap_or_else(PoisonError::into_inner);
        below.extend(rooms.into_iter().map(|room| *room.state));
        self.known
    }

    /// Plays trial and error. Only candidates that may be false are tried.
    pub fn close(
        &mut self, sheet: &mut Sheet<W>, may_be_false: impl Fn(usize) -> bool, budget: &mut Budget,
    ) -> Within<Progress> {
        // T&E(BRT, 1) is a part of it, and the cheapest.
        let mut end = sheet.settle(self.plan, budget)?;
        if end != Progress::Open || self.depth == 1 && self.theory.is_none() {
            return Ok(end);
        }
        let mut order = sheet.order(self.plan, may_be_false);
        self.sort(sheet, &mut order, budget)?;
        let mut around = Around::new(order);
        while end == Progress::Open {
            let next: Vec<usize> = around.next(if self.has_mates() { AHEAD } else { 1 }).collect();
            if next.is_empty() {
                break;
            }
            let test =
                |k: usize, room: &mut _, budget: &mut _| self.test(sheet, next[k], self.depth, room, budget);
            let all = self.side_by_side(next.len(), *budget, test)?;
            for (&c, tested) in next.iter().zip(all) {
                let is_refuted = tested.is_refuted;
                self.note(c, tested, budget)?;
                around.passed(is_refuted);
                if is_refuted {
                    sheet.delete(c);
                    if let Some(known) = &mut self.known {
                        known.open.1 = Candidates::EMPTY;
                    }
                    end = sheet.settle(self.plan, budget)?;
                }
            }
        }
        Ok(end)
    }

    /// What comes of some hypotheses, up to the first that is refuted, with what each cost. Those behind it
    /// may have been tried, too, by threads that had nothing to do: this does not count. Those behind the end
    /// of the budget are not begun.
    fn side_by_side(
        &self, count: usize, budget: Budget,
        test: impl Fn(usize, &mut Room<W>, &mut Budget) -> Within<Tested> + Sync,
    ) -> Within<Vec<Tested>> {
        let refuted = AtomicUsize::new(usize::MAX);
        let spent: Vec<AtomicU64> = (0..count).map(|_| AtomicU64::new(0)).collect();
        let is_over = |k: usize| {
            let before = spent[..k].iter().map(|steps| steps.load(Ordering::Relaxed));
            before.fold(0, u64::saturating_add) > budget.0
        };
        let one = |k: usize, room: &mut Room<W>| {
            if refuted.load(Ordering::Relaxed) < k || is_over(k) {
                return None;
            }
            let mut left = budget;
            let tested = test(k, room, &mut left);
            let tested = tested.map(|tested| Tested { work: budget.0 - left.0, ..tested });
            let steps = tested.as_ref().map_or(u64::MAX, |tested| tested.work);
            spent[k].store(steps, Ordering::Relaxed);
            if tested.as_ref().is_ok_and(|tested| tested.is_refuted) {
                refuted.fetch_min(k, Ordering::Relaxed);
            }
            Some(tested)
        };
        let all = self.spread(count, one).into_iter();
        all.take(refuted.into_inner().saturating_add(1)).flatten().collect()
    }

    fn has_mates(&self) -> bool {
        self.crew.is_some_and(|crew| crew.idle() > 0)
    }

    /// Does something for each number below `count`, in order, in idle threads, too. Each has a room for it.
    fn spread<T: Send>(&self, count: usize, does: impl Fn(usize, &mut Room<W>) -> T + Sync) -> Vec<T> {
        if count == 1 || !self.has_mates() {
            return self.in_a_room(|room| (0..count).map(|k| does(k, room)).collect());
        }
        let all = Mutex::new((0..count).map(|_| None).collect::<Vec<Option<T>>>());
        let work = |k: usize| {
            let done = self.in_a_room(|room| does(k, room));
            locked(&all)[k] = Some(done);
        };
        self.crew.into_iter().for_each(|crew| crew.share(count, &work));
        let all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
        all.into_iter().flatten().collect()
    }

    fn in_a_room<T>(&self, does: impl FnOnce(&mut Room<W>) -> T) -> T {
        let free = locked(&self.rooms).pop();
        let mut room = free.unwrap_or_else(|| Room { state: Box::default(), sheets: Vec::new() });
        let result = does(&mut room);
        locked(&self.rooms).push(room);
        result
    }

    /// Notes what came of a hypothesis.
    fn note(&mut self, c: usize, tested: Tested, budget: &mut Budget) -> Within {
        budget.take(tested.work)?;
        let label = self.plan.labels[c];
        match (&mut self.known, tested.rounds) {
            (Some(known), Some(Some(rounds))) => _ = known.refuted.insert(label, rounds),
            (Some(known), Some(None)) => known.open.1.insert(label),
            _ => {}
        }
        if let (Some(theory), Some(left)) = (&mut self.theory, tested.left) {
            theory.keep(label, left);
        }
        Ok(())
    }

    /// Begins with the candidates that singles refute in the fewest rounds: they are likely to have the
    /// shortest braids.
    fn sort(&mut self, sheet: &Sheet<W>, order: &mut [usize], budget: &mut Budget) -> Within {
        if self.known.is_none() {
            return Ok(());
        }
        let test = |k: usize, room: &mut _, budget: &mut _| {
            let rounds = self.rounds(sheet, order[k], room, budget)?;
            Ok(Tested { rounds, ..Tested::default() })
        };
        let all = self.side_by_side(order.len(), *budget, test)?;
        for (&c, tested) in order.iter().zip(all) {
            self.note(c, tested, budget)?;
        }
        if let Some(TrialKnown { refuted, .. }) = &self.known {
            let rounds = |c: usize| refuted.get(&self.plan.labels[c]).copied().unwrap_or(u16::MAX);
            sort(order, &rounds);
        }
        Ok(())
    }

    /// What comes of a candidate on a sheet, trying so deep.
    fn test(
        &self, sheet: &Sheet<W>, c: usize, depth: u8, room: &mut Room<W>, budget: &mut Budget,
    ) -> Within<Tested> {
        let mut tested = Tested::default();
        if sheet.is_open(c) {
            if depth > 1 {
                tested.is_refuted = self.refutes(sheet, c, depth, room, budget)?;
            } else {
                tested.rounds = self.rounds(sheet, c, room, budget)?;
                if self.may_refute(c, tested.rounds) {
                    match self.play(sheet, c, room, budget)? {
                        Some(Played::Refuted) => tested.is_refuted = true,
                        Some(Played::Open(grid)) => tested.left = Some(grid),
                        Some(Played::Solved) | None => {}
                    }
                }
            }
        }
        Ok(tested)
    }

    /// Whether asserting the candidate on a sheet, and trying one less deep, ends in a contradiction.
    fn refutes(
        &self, sheet: &Sheet<W>, c: usize, depth: u8, room: &mut Room<W>, budget: &mut Budget,
    ) -> Within<bool> {
        let mut below = room.sheets.pop().unwrap_or_default();
        below.assume(self.plan, sheet, c);
        let end = self.close_below(&mut below, depth - 1, room, budget);
        room.sheets.push(below);
        Ok(end? == Progress::Contradiction)
    }

    /// Plays trial and error of this depth below a hypothesis.
    fn close_below(
        &self, sheet: &mut Sheet<W>, depth: u8, room: &mut Room<W>, budget: &mut Budget,
    ) -> Within<Progress> {
        let mut end = sheet.settle(self.plan, budget)?;
        if end != Progress::Open || depth == 1 && self.theory.is_none() {
            return Ok(end);
        }
        let mut around = Around::new(sheet.order(self.plan, |_| true));
        while end == Progress::Open {
            let Some(c) = around.next(1).next() else { break };
            let is_refuted = sheet.is_open(c)
                && match depth {
                    1 => matches!(self.play(sheet, c, room, budget)?, Some(Played::Refuted)),
                    _ => self.refutes(sheet, c, depth, room, budget)?,
                };
            around.passed(is_refuted);
            if is_refuted {
                sheet.delete(c);
                end = sheet.settle(self.plan, budget)?;
            }
        }
        Ok(end)
    }

    /// What the theory comes to, if there is one. Singles were all that is played otherwise: what they refute
    /// is settled.
    fn play(
        &self, sheet: &Sheet<W>, c: usize, room: &mut Room<W>, budget: &mut Budget,
    ) -> Within<Option<Played>> {
        let Some(theory) = &self.theory else { return Ok(None) };
        let (grid, label) = (sheet.grid(self.plan), self.plan.labels[c]);
        theory.play(&grid, label, self.depth == 1, &mut room.state, budget).map(Some)
    }

    /// In how many rounds T&E(BRT, 1) refutes a candidate after its assertion, none if it does not; asked
    /// only if it is to be kept, and not known.
    fn rounds(
        &self, sheet: &Sheet<W>, c: usize, room: &mut Room<W>, budget: &mut Budget,
    ) -> Within<Option<Option<u16>>> {
        let label = self.plan.labels[c];
        let is_known =
            |known: &TrialKnown| known.refuted.contains_key(&label) || known.open.1.contains(label);
        if self.known.as_deref().is_none_or(is_known) {
            return Ok(None);
        }
        let mut copy = room.sheets.pop().unwrap_or_default();
        copy.assume(self.plan, sheet, c);
        let end = copy.settle(self.plan, budget);
        let rounds = copy.rounds;
        room.sheets.push(copy);
        Ok(Some((end? == Progress::Contradiction).then_some(rounds)))
    }

    /// Whether any braids may refute a candidate: only where T&E(BRT, 1) does after its assertion. If nothing
    /// is kept, all may.
    fn may_refute(&self, c: usize, rounds: Option<Option<u16>>) -> bool {
        let is_open = |known: &TrialKnown| known.open.1.contains(self.plan.labels[c]);
        match rounds {
            Some(rounds) => rounds.is_some(),
            None => !self.known.as_deref().is_some_and(is_open),
        }
    }
}

fn locked<T>(all: &Mutex<T>) -> MutexGuard<'_, T> {
    all.lock().unwrap_or_else(PoisonError::into_inner)
}

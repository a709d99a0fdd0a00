//! `HypothesisQueue`: one hypothesis after another, with some tried ahead if threads are idle.
//!
//! ```text
//!   order   1   2   3   4   5   …       one thread tries 1, 3, 4, another 2, 5
//!               ×       ×               only the first refuted hypothesis (2) and those before it count;
//!                                       3 to 5 are tried again after its deletion
//! ```
//!
//! So the results, and their cost to the budget, are the same as with one thread.

use super::lanes::{Sheet, sort};
use super::{Played, Theory, plan::SheetPlan};
use crate::budget::{Budget, Within};
use crate::crew::Crew;
use crate::grid::{Candidates, Grid, Progress};
use crate::state::{State, TrialKnown};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Number of hypotheses tried at once if threads are idle.
const AHEAD: usize = 64;

/// Trial and error on a sheet, hypothesis by hypothesis.
pub(super) struct HypothesisQueue<'a, 't, const W: usize> {
    plan: &'a SheetPlan<W>,
    theory: Option<&'t mut dyn Theory>,
    depth: u8,
    known: Option<&'t mut TrialKnown>,
    crew: Option<&'t dyn Crew>,
    rooms: Mutex<Vec<Room<W>>>,
}

/// Scratch that a thread needs to try a hypothesis.
struct Room<const W: usize> {
    state: Box<State>,
    /// Sheets for the nested hypotheses, one for each depth.
    sheets: Vec<Sheet<W>>,
}

#[derive(Default)]
struct Tested {
    is_refuted: bool,
    /// The work, in steps of the budget.
    work: u64,
    /// The number of rounds in which T&E(BRT, 1) refutes the hypothesis, `Some(None)` if it does not; `None`
    /// if this was not asked.
    rounds: Option<Option<u16>>,
    /// The grid that the theory left, if there is a theory.
    left: Option<Grid>,
}

/// Cycle through the candidates, until one full turn refutes none.
struct Around {
    order: Vec<usize>,
    at: usize,
    /// Number of candidates tried since the last refutation.
    tried: usize,
}

impl Around {
    fn new(order: Vec<usize>) -> Around {
        Around { order, at: 0, tried: 0 }
    }

    /// Returns the next candidates, `most` at most.
    fn next(&self, most: usize) -> impl Iterator<Item = usize> {
        let left = self.order.len() - self.tried;
        (self.at..self.at + left.min(most)).map(|at| self.order[at % self.order.len()])
    }

    /// Records that the next candidate was tried.
    fn passed(&mut self, is_refuted: bool) {
        self.at = (self.at + 1) % self.order.len();
        self.tried = if is_refuted { 0 } else { self.tried + 1 };
    }
}

impl<'a, 't, const W: usize> HypothesisQueue<'a, 't, W> {
    /// Makes a queue, with the states of `below` as scratch, which [`HypothesisQueue::end`] returns.
    pub fn new(
        plan: &'a SheetPlan<W>, theory: Option<&'t mut dyn Theory>, depth: u8,
        known: Option<&'t mut TrialKnown>, crew: Option<&'t dyn Crew>, below: &mut Vec<State>,
    ) -> HypothesisQueue<'a, 't, W> {
        let room = |state| Room { state: Box::new(state), sheets: Vec::new() };
        let rooms = Mutex::new(below.drain(..).map(room).collect());
        HypothesisQueue { plan, theory, depth, known, crew, rooms }
    }

    /// Returns the scratch, and the updated knowledge.
    pub fn end(self, below: &mut Vec<State>) -> Option<&'t mut TrialKnown> {
        let rooms = self.rooms.into_inner().unwrap_or_else(PoisonError::into_inner);
        below.extend(rooms.into_iter().map(|room| *room.state));
        self.known
    }

    /// Plays trial and error. Only candidates that may be false are tried.
    pub fn close(
        &mut self, sheet: &mut Sheet<W>, may_be_false: impl Fn(usize) -> bool, budget: &mut Budget,
    ) -> Within<Progress> {
        // T&E(BRT, 1) is the cheapest part of every trial.
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

    /// Returns the results and costs of some hypotheses, up to the first refuted one. Idle threads may have
    /// tried later ones, too; these do not count. Hypotheses beyond the end of the budget are not begun.
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

    /// Calls `does` for each number below `count`, in order, on idle threads, too. Each thread has a room of
    /// its own.
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

    /// Sorts the candidates so that those refuted by singles in the fewest rounds come first: they are likely
    /// to have the shortest braids.
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

    /// Tests a candidate on a sheet by trial and error of this depth.
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

    /// Whether asserting the candidate on a sheet, and trying one level less deep, ends in a contradiction.
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

    /// Plays the theory, if there is one. Without a theory only singles are played, and the sheet is settled
    /// by them already.
    fn play(
        &self, sheet: &Sheet<W>, c: usize, room: &mut Room<W>, budget: &mut Budget,
    ) -> Within<Option<Played>> {
        let Some(theory) = &self.theory else { return Ok(None) };
        let (grid, label) = (sheet.grid(self.plan), self.plan.labels[c]);
        theory.play(&grid, label, self.depth == 1, &mut room.state, budget).map(Some)
    }

    /// Returns the number of rounds in which T&E(BRT, 1) refutes a candidate after its assertion,
    /// `Some(None)` if it does not; `None` if the answer is known already or not to be kept.
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

    /// Whether any braids may refute a candidate: only if T&E(BRT, 1) does after its assertion. If no
    /// knowledge is kept, every candidate may be refuted.
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

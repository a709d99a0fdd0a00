//! Trial and error several deep: all hypotheses of a state side by side on a `Sheet`, and sheets below sheets.
//!
//! ```text
//!   mod.rs     close: T&E(T, n) of a state               plan.rs   what all sheets of a state share
//!   lanes.rs   Sheet: the state and each of its candidates asserted, a lane each
//! ```
//!
//! What trial and error refutes does not depend on the order in which candidates are tried (docs/theory.md, "T&E"). So a candidate is
//! deleted as soon as it is refuted, a sheet goes on from where it stood, and the sheet of a hypothesis begins as what the
//! sheet above it knows.

mod lanes;
mod plan;

use crate::budget::{Budget, OutOfBudget};
use crate::graph::Known;
use crate::grid::{Candidate, Candidates, Grid, Progress};
use lanes::Sheet;
use plan::Plan;

/// What is played after the last assertion, beside singles; it has to be monotone.
pub trait Theory {
    /// Whether asserting the candidate in this grid, in which singles are exhausted, and playing the theory ends in a
    /// contradiction. `alone` if nothing else is assumed.
    fn refutes(
        &mut self,
        grid: &Grid,
        candidate: Candidate,
        alone: bool,
        budget: &mut Budget,
    ) -> Result<bool, OutOfBudget>;
}

/// Trial and error, so many assertions deep, on a state.
pub struct Trial<'a> {
    /// The assertions, 1 or more.
    pub depth: u8,
    /// What is played after the last; nothing if singles alone are.
    pub theory: Option<&'a mut dyn Theory>,
    /// What was known of single assertions when a theory was last asked, and is now.
    pub known: Option<&'a mut Known>,
    /// The solution, if it is the only one and known: it saves work.
    pub solution: Option<&'a Grid>,
}

/// What trial and error comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closed {
    /// How it ends.
    pub progress: Progress,
    /// All that was refuted; if the puzzle is solved, all candidates that are false.
    pub refuted: Candidates,
    /// The candidates that were refuted, in order: each of them is so in the state that those before it leave. What singles
    /// remove between them is not among them.
    pub order: Vec<Candidate>,
}

impl Trial<'_> {
    /// Tries until nothing more is refuted, or the puzzle is solved. Singles are exhausted in the grid.
    pub fn close(self, grid: &Grid, budget: &mut Budget) -> Result<Closed, OutOfBudget> {
        match grid.candidates().len() {
            0..128 => self.run::<2>(grid, budget),
            128..256 => self.run::<4>(grid, budget),
            256..512 => self.run::<8>(grid, budget),
            _ => self.run::<12>(grid, budget),
        }
    }

    /// With rows of so many words: a lane for each candidate, and one for the state itself.
    fn run<const W: usize>(self, grid: &Grid, budget: &mut Budget) -> Result<Closed, OutOfBudget> {
        let Trial { depth, theory, mut known, solution } = self;
        let plan = &Plan::<W>::of(grid);
        let mut sheet = Sheet::of(plan);
        if let Some(known) = known.as_deref_mut().filter(|known| known.open.0 != plan.grid) {
            known.open = (plan.grid, Candidates::EMPTY);
        }
        let mut trying = Trying { plan, theory, depth, known, below: Vec::new(), budget };
        let is_false = |c: usize| solution.is_none_or(|solution| !solution.allows(plan.labels[c]));
        let progress = trying.close(&mut sheet, depth, is_false)?;
        let gone = |c: &usize| match progress {
            Progress::Solved => !sheet.is_value(*c),
            _ => sheet.is_deleted(*c),
        };
        let refuted = (0..plan.labels.len()).filter(gone).map(|c| plan.labels[c]).collect();
        if let Some(known) = trying.known {
            known.open.0 = sheet.grid(plan);
        }
        let order = sheet.log.iter().map(|&c| plan.labels[c as usize]).collect();
        Ok(Closed { progress, refuted, order })
    }
}

struct Trying<'a, 't, const W: usize> {
    plan: &'a Plan<W>,
    theory: Option<&'t mut dyn Theory>,
    depth: u8,
    known: Option<&'t mut Known>,
    /// Room for the sheets of hypotheses.
    below: Vec<Sheet<W>>,
    budget: &'a mut Budget,
}

impl<const W: usize> Trying<'_, '_, W> {
    /// Plays trial and error of this depth on a sheet. Only candidates that may be false are tried.
    fn close(
        &mut self,
        sheet: &mut Sheet<W>,
        depth: u8,
        may_be_false: impl Fn(usize) -> bool,
    ) -> Result<Progress, OutOfBudget> {
        // T&E(BRT, 1) is a part of it, and the cheapest.
        let mut end = sheet.settle(self.plan, self.budget)?;
        if end != Progress::Open || depth == 1 && self.theory.is_none() {
            return Ok(end);
        }
        let mut copy = self.below.pop().unwrap_or_default();
        let mut order = sheet.order(self.plan, may_be_false);
        self.sort(sheet, &mut copy, &mut order)?;
        // How many were tried since one was refuted.
        let mut tried = 0;
        for &c in order.iter().cycle() {
            if end != Progress::Open || tried == order.len() {
                break;
            }
            tried += 1;
            if sheet.is_open(c) && self.refutes(sheet, &mut copy, c, depth)? {
                tried = 0;
                sheet.delete(c);
                if let Some(known) = &mut self.known {
                    known.open.1 = Candidates::EMPTY;
                }
                end = sheet.settle(self.plan, self.budget)?;
            }
        }
        self.below.push(copy);
        Ok(end)
    }

    /// Whether asserting the candidate on a sheet, and trying one less deep, ends in a contradiction.
    fn refutes(
        &mut self,
        sheet: &Sheet<W>,
        copy: &mut Sheet<W>,
        c: usize,
        depth: u8,
    ) -> Result<bool, OutOfBudget> {
        if depth > 1 {
            copy.assume(self.plan, sheet, c);
            return Ok(self.close(copy, depth - 1, |_| true)? == Progress::Contradiction);
        }
        if !self.may_refute(sheet, copy, c)? {
            return Ok(false);
        }
        // Singles were all that is played: what they refute is settled.
        let Some(theory) = &mut self.theory else { return Ok(false) };
        let label = self.plan.labels[c];
        theory.refutes(&sheet.grid(self.plan), label, self.depth == 1, self.budget)
    }

    /// Begins with the candidates that singles refute in the fewest rounds: they are likely to have the shortest braids.
    fn sort(
        &mut self,
        sheet: &Sheet<W>,
        copy: &mut Sheet<W>,
        order: &mut [usize],
    ) -> Result<(), OutOfBudget> {
        for &c in &*order {
            self.may_refute(sheet, copy, c)?;
        }
        if let Some(Known { refuted, .. }) = &self.known {
            order.sort_by_key(|&c| refuted.get(&self.plan.labels[c]).copied().unwrap_or(u16::MAX));
        }
        Ok(())
    }

    /// Whether any braids may refute a candidate: only where T&E(BRT, 1) does after its assertion. What is found out is
    /// kept; if nothing is to be kept, all may.
    fn may_refute(
        &mut self,
        sheet: &Sheet<W>,
        copy: &mut Sheet<W>,
        c: usize,
    ) -> Result<bool, OutOfBudget> {
        let Some(known) = &mut self.known else { return Ok(true) };
        let label = self.plan.labels[c];
        if known.refuted.contains_key(&label) || known.open.1.contains(label) {
            return Ok(!known.open.1.contains(label));
        }
        copy.assume(self.plan, sheet, c);
        let is_refuted = copy.settle(self.plan, self.budget)? == Progress::Contradiction;
        if is_refuted {
            known.refuted.insert(label, copy.rounds);
        } else {
            known.open.1.insert(label);
        }
        Ok(is_refuted)
    }
}

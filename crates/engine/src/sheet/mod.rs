//! Trial and error several deep: all hypotheses of a state side by side on a `Sheet`, and sheets below
//! sheets.
//!
//! ```text
//!   mod.rs     what is asked for, and what comes of it    plan.rs   what all sheets of a state share
//!   trying.rs  T&E(T, n): one hypothesis after another, ahead where threads are idle
//!   lanes.rs   Sheet: the state and each of its candidates asserted, a lane each
//! ```
//!
//! What trial and error refutes does not depend on the order in which candidates are tried (docs/theory.md,
//! "T&E"). So a candidate is deleted as soon as it is refuted, a sheet goes on from where it stood, and the
//! sheet of a hypothesis begins as what the sheet above it knows.

mod lanes;
mod plan;
mod trying;

use crate::budget::{Budget, Within};
use crate::crew::Crew;
use crate::grid::{Candidate, Candidates, Grid, Progress};
use crate::state::{State, TrialKnown};
use lanes::Sheet;
use plan::SheetPlan;
use trying::HypothesisQueue;

/// What is played after the last assertion, beside singles; it has to be monotone.
pub trait Theory: Sync {
    /// What comes of asserting the candidate in this grid, in which singles are exhausted, and playing the
    /// theory. `alone` if nothing else is assumed. `below` is room for it.
    fn play(
        &self, grid: &Grid, candidate: Candidate, alone: bool, below: &mut State, budget: &mut Budget,
    ) -> Within<Played>;

    /// Keeps what it left of a candidate that was asserted alone.
    fn keep(&mut self, candidate: Candidate, left: Grid);
}

/// What a theory comes to.
pub enum Played {
    /// A contradiction.
    Refuted,
    /// None; this is left.
    Open(Grid),
    /// None, and singles solve it.
    Solved,
}

/// Trial and error, this many assertions deep, on a state.
pub struct SheetTrial<'a> {
    /// The assertions, 1 or more.
    pub depth: u8,
    /// What is played after the last; nothing if singles alone are.
    pub theory: Option<&'a mut dyn Theory>,
    /// What was known of single assertions when a theory was last asked, and is now.
    pub known: Option<&'a mut TrialKnown>,
    /// The solution, if it is the only one and known: it saves work.
    pub solution: Option<&'a Grid>,
    /// Who else may try hypotheses.
    pub crew: Option<&'a dyn Crew>,
    /// Room for the states in which the theory is played.
    pub below: &'a mut Vec<State>,
}

/// What trial and error comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closed {
    /// How it ends.
    pub progress: Progress,
    /// All that was refuted; if the puzzle is solved, all candidates that are false.
    pub refuted: Candidates,
    /// The candidates that were refuted, in order: each of them is so in the state that those before it
    /// leave. What singles remove between them is not among them.
    pub order: Vec<Candidate>,
}

impl SheetTrial<'_> {
    /// Tries until nothing more is refuted, or the puzzle is solved. Singles are exhausted in the grid.
    pub fn close(self, grid: &Grid, budget: &mut Budget) -> Within<Closed> {
        match grid.candidates().len() {
            0..128 => self.run::<2>(grid, budget),
            128..256 => self.run::<4>(grid, budget),
            256..512 => self.run::<8>(grid, budget),
            _ => self.run::<12>(grid, budget),
        }
    }

    /// With rows of `W` words: a lane for each candidate, and one for the state itself.
    fn run<const W: usize>(self, grid: &Grid, budget: &mut Budget) -> Within<Closed> {
        let SheetTrial { depth, theory, mut known, solution, crew, below } = self;
        let plan = &SheetPlan::<W>::of(grid);
        let mut sheet = Sheet::of(plan);
        if let Some(known) = known.as_deref_mut().filter(|known| known.open.0 != plan.grid) {
            known.open = (plan.grid, Candidates::EMPTY);
        }
        let is_false = |c: usize| solution.is_none_or(|solution| !solution.allows(plan.labels[c]));
        let mut trying = HypothesisQueue::new(plan, theory, depth, known, crew, below);
        let progress = trying.close(&mut sheet, is_false, budget);
        let known = trying.end(below);
        let progress = progress?;
        let gone = |c: &usize| match progress {
            Progress::Solved => !sheet.is_value(*c),
            _ => sheet.is_deleted(*c),
        };
        let refuted = (0..plan.labels.len()).filter(gone).map(|c| plan.labels[c]).collect();
        if let Some(known) = known {
            known.open.0 = sheet.grid(plan);
        }
        let order = sheet.log.iter().map(|&c| plan.labels[c as usize]).collect();
        Ok(Closed { progress, refuted, order })
    }
}

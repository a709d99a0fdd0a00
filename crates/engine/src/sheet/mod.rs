//! Nested trial and error: all hypotheses of a state side by side on a `Sheet`, and sheets below sheets.
//!
//! ```text
//!   mod.rs     the request and the result     plan.rs   data that all sheets of a state share
//!   trying.rs  T&E(T, n): one hypothesis after another, some tried ahead if threads are idle
//!   lanes.rs   Sheet: the state and each of its candidates asserted, a lane each
//! ```
//!
//! The candidates that trial and error refutes do not depend on the order of trials (docs/theory.md,
//! "T&E"). So a candidate is deleted as soon as it is refuted, a sheet then continues from its present state,
//! and the sheet of a hypothesis begins with the knowledge of the sheet above it.

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

/// Theory played after the last assertion, besides singles. It must be monotone.
pub trait Theory: Sync {
    /// Asserts the candidate in this grid, in which singles are exhausted, and plays the theory. `alone` says
    /// that nothing else is assumed. `below` is scratch.
    fn play(
        &self, grid: &Grid, candidate: Candidate, alone: bool, below: &mut State, budget: &mut Budget,
    ) -> Within<Played>;

    /// Keeps the grid that the theory left after the candidate was asserted alone.
    fn keep(&mut self, candidate: Candidate, left: Grid);
}

/// Result of playing a theory.
pub enum Played {
    /// The theory ends in a contradiction.
    Refuted,
    /// The theory leaves this grid.
    Open(Grid),
    /// Singles solve the grid.
    Solved,
}

/// Trial and error on a state, with a given number of nested assertions.
pub struct SheetTrial<'a> {
    /// The number of nested assertions, 1 or more.
    pub depth: u8,
    /// The theory played after the last assertion; none for singles alone.
    pub theory: Option<&'a mut dyn Theory>,
    /// Knowledge about single assertions from the last call with a theory. The trial updates it.
    pub known: Option<&'a mut TrialKnown>,
    /// The solution, if it is unique and known: it saves work.
    pub solution: Option<&'a Grid>,
    /// Threads that may try hypotheses, too.
    pub crew: Option<&'a dyn Crew>,
    /// Scratch for the states in which the theory is played.
    pub below: &'a mut Vec<State>,
}

/// Result of trial and error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closed {
    /// The progress at the end.
    pub progress: Progress,
    /// All refuted candidates; if the puzzle is solved, all false ones.
    pub refuted: Candidates,
    /// The refuted candidates in order. Each candidate is refuted in the state that the earlier refutations
    /// leave. Candidates that singles remove in between are not included.
    pub order: Vec<Candidate>,
}

impl SheetTrial<'_> {
    /// Tries candidates until nothing more is refuted, or the puzzle is solved. Singles must be exhausted in
    /// the grid.
    pub fn close(self, grid: &Grid, budget: &mut Budget) -> Within<Closed> {
        match grid.candidates().len() {
            0..128 => self.run::<2>(grid, budget),
            128..256 => self.run::<4>(grid, budget),
            256..512 => self.run::<8>(grid, budget),
            _ => self.run::<12>(grid, budget),
        }
    }

    /// Runs the trial with rows of `W` words: a lane for each candidate, and one for the state itself.
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
        let order = sheet.log.iter().map(|&c| plan.labels[usize::from(c)]).collect();
        Ok(Closed { progress, refuted, order })
    }
}

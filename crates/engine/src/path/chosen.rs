//! Choices among all steps of a state: the simplest step for each conclusion; steps after which a ladder
//! solves the puzzle.

use super::{ListedRound, ResolutionPath};
use crate::evidence::Step;
use crate::grid::{Candidate, Candidates, Cells, Grid, Puzzle};
use crate::scale::{Effort, Scale, Solver, Status};

/// Choice among the steps of [`ResolutionPath::all`].
#[derive(Clone, Default)]
pub enum Chosen {
    /// All steps, rule by rule.
    #[default]
    All,
    /// All steps, grouped by their conclusions, the simplest first, without chains that repeat another; in
    /// each group at most this many steps.
    Grouped(Option<usize>),
    /// For each conclusion the simplest step that proves it: the first in the list.
    Simplest,
    /// Single steps after which the ladder solves the puzzle.
    Solving(Box<Scale>),
}

impl ResolutionPath {
    /// Keeps only the chosen steps of a list of all steps. `budget` bounds each climb by the ladder of
    /// [`Chosen::Solving`].
    pub fn choose(mut self, chosen: &Chosen, budget: u64) -> ResolutionPath {
        match chosen {
            Chosen::All => {}
            Chosen::Grouped(limit) => self.group(*limit),
            Chosen::Simplest => {
                let mut proved = [Candidates::EMPTY; 2];
                self.keep(|_, step| is_new(&mut proved, step));
                self.kind = Some(format!(
                    "The simplest step by {} for each conclusion in this state",
                    self.scale.name
                ));
            }
            Chosen::Solving(then) => {
                let puzzle = self.puzzle;
                let mut solver = Solver::new();
                let effort = Effort { budget, validate: false };
                self.keep(|grid, step| {
                    let state = state_of(&puzzle, &after(grid, step));
                    solver.rate(&state, std::slice::from_ref(&**then), effort).0 == Status::Ok
                });
                let name = &self.scale.name;
                self.kind =
                    Some(format!("Single steps by {name} after which {} solves the puzzle", then.name));
            }
        }
        self
    }

    /// Keeps some steps of all rounds, and the rounds that still have any.
    pub(super) fn keep(&mut self, mut is_kept: impl FnMut(&Grid, &Step) -> bool) {
        for rounds in [&mut self.rounds, &mut self.after_singles] {
            for ListedRound { found, listed } in rounds.iter_mut() {
                let (steps, lengths) = (&mut found.round.steps, &mut found.lengths);
                let kept: Vec<bool> = steps.iter().map(|step| is_kept(&found.grid, step)).collect();
                let (mut of_steps, mut of_lengths) = (kept.iter().copied(), kept.iter().copied());
                steps.retain(|_| of_steps.next().unwrap_or(false));
                lengths.retain(|_| of_lengths.next().unwrap_or(false));
                *listed = (0..steps.len()).collect();
            }
            rounds.retain(|round| !round.listed.is_empty());
        }
    }
}

/// Whether a step proves anything that no step before it proved; adds its conclusions.
fn is_new(proved: &mut [Candidates; 2], step: &Step) -> bool {
    let [gone, placed] = proved;
    let mut is_new = false;
    let mut add = |all: &mut Candidates, own: &[Candidate]| {
        for &one in own {
            is_new |= !all.contains(one);
            all.insert(one);
        }
    };
    add(gone, &step.eliminates);
    add(placed, &step.asserts);
    is_new || step.eliminates.is_empty() && step.asserts.is_empty()
}

/// Returns a state of a puzzle: the same givens, the candidates and placed digits of the grid.
pub(super) fn state_of(puzzle: &Puzzle, grid: &Grid) -> Puzzle {
    let given = puzzle.clues().into_iter().fold(Cells::EMPTY, |all, cells| all | cells);
    let state = Puzzle::state(&Candidates(grid.planes), grid.placed(), given & grid.placed());
    state.unwrap_or_else(|| Puzzle::sukaku_of(grid))
}

/// Returns the grid after a step.
pub(super) fn after(grid: &Grid, step: &Step) -> Grid {
    let mut after = *grid;
    after.eliminate(&step.eliminates.iter().copied().collect());
    let placed: Candidates = step.asserts.iter().copied().collect();
    after.place_all(&placed.0);
    after
}

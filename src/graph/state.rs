//! `State`: a resolution state in both tiers, with the budget of the puzzle it belongs to.

use super::{GraphJob, Tiers};
use crate::grid::Grid;

/// The work allowed on this puzzle is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfBudget;

/// A count of search steps still allowed. A step is one partial chain looked at; it takes well under a
/// microsecond. Counting steps, not time, makes the answer the same on every machine.
#[derive(Clone, Copy, Debug)]
pub struct Budget(pub u64);

impl Budget {
    /// Takes one step.
    #[inline]
    pub fn spend(&mut self) -> Result<(), OutOfBudget> {
        self.take(1)
    }

    /// Takes so many steps.
    #[inline]
    pub fn take(&mut self, steps: u64) -> Result<(), OutOfBudget> {
        self.0 = self.0.checked_sub(steps).ok_or(OutOfBudget)?;
        Ok(())
    }
}

/// The board, its graph (built when a chain rule first asks), and the budget. One `State` serves a
/// thread for all its puzzles, so that its buffers are allocated once.
pub struct State {
    grid: Grid,
    solution: Option<Grid>,
    graph_is_stale: bool,
    tiers: Box<Tiers>,
    /// The same without blocks: what chains of rn- and cn-space walk on.
    flat_is_stale: bool,
    flat_tiers: Box<Tiers>,
    /// Steps left.
    pub budget: Budget,
}

impl State {
    /// A state of the empty grid.
    pub fn new() -> State {
        State {
            grid: Grid::default(),
            solution: None,
            graph_is_stale: true,
            tiers: Box::default(),
            flat_is_stale: true,
            flat_tiers: Box::new(Tiers::flat()),
            budget: Budget(u64::MAX),
        }
    }

    /// Starts on another puzzle; its solution, if known, saves work (see [`super::Targets`]).
    pub fn reset(&mut self, grid: &Grid, solution: Option<Grid>, budget: Budget) {
        self.grid = *grid;
        self.solution = solution;
        (self.graph_is_stale, self.flat_is_stale) = (true, true);
        self.budget = budget;
    }

    /// The board.
    #[inline]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The solution, if it is known.
    pub fn solution(&self) -> Option<&Grid> {
        self.solution.as_ref()
    }

    /// The board, to be changed.
    #[inline]
    pub fn grid_mut(&mut self) -> &mut Grid {
        (self.graph_is_stale, self.flat_is_stale) = (true, true);
        &mut self.grid
    }

    /// Runs `job` on the graph of this state, within its budget; singles must be exhausted.
    pub fn with_graph<J: GraphJob>(&mut self, job: J) -> Result<J::Output, OutOfBudget> {
        let fresh = std::mem::take(&mut self.graph_is_stale);
        self.tiers.run(&self.grid, self.solution.as_ref(), fresh, &mut self.budget, job)
    }

    /// The same on the graph without blocks.
    pub fn with_flat_graph<J: GraphJob>(&mut self, job: J) -> Result<J::Output, OutOfBudget> {
        let fresh = std::mem::take(&mut self.flat_is_stale);
        self.flat_tiers.run(&self.grid, self.solution.as_ref(), fresh, &mut self.budget, job)
    }
}

impl Default for State {
    fn default() -> Self {
        State::new()
    }
}

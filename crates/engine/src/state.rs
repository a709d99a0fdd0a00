//! `State`: a resolution state, its board and its graphs, with the budget of the puzzle it belongs to.

use crate::budget::Budget;
use crate::crew::Crew;
use crate::graph::{AnyWidth, OfWidth, OrRelations, Space};
use crate::grid::{Candidate, Candidates, Given, Grid, halls::HallCache, short_whips::ShortWhips};
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The board of a puzzle, what is known of it, and the budget. One `State` serves a thread for all its
/// puzzles, so that its buffers are allocated once.
///
/// ```text
///   memory          lives until              holds
///   halls           the board changes        the Hall sets of each size
///   of_board        the board changes        what a rule lists, one thing of a type (State::remember)
///   spaces          the board changes        the graph of each space, built when a chain rule first asks
///   short_whips     a digit's places change  what chains of two variables exclude, digit by digit
///   lasting         never: each checks it    what a rule keeps from state to state, one thing of a type
///                                            (State::keep)
///   trials          the puzzle changes       what trial and error with braids knows
///   relations       the puzzle changes       sets of candidates of which one is true
/// ```
pub struct State {
    /// The puzzle as it was given: what its cells might hold, and which are clues.
    first: Given,
    grid: Grid,
    solution: Option<Grid>,
    /// Counts the changes of the grid, from 1. A memory of the board has the version that it is of.
    version: u64,
    halls: (u64, HallCache),
    of_board: (u64, Things),
    spaces: [Option<Box<AnyWidth>>; Space::COUNT],
    short_whips: ShortWhips,
    lasting: Things,
    pub(crate) trials: TrialMemory,
    relations: OrRelations,
    /// Who else may work on this puzzle.
    pub(crate) crew: Option<Arc<dyn Crew>>,
    /// Steps left.
    pub budget: Budget,
}

/// One thing of each type that was asked for.
type Things = Vec<Box<dyn Any + Send + Sync>>;

/// What braids leave after the assertion of a candidate, and up to how many variables they were played: in a
/// state of the same puzzle from which nothing but candidates has gone since.
pub(crate) type AfterBraids = BTreeMap<Candidate, (Grid, u8)>;

/// What is kept from one trial to the next.
#[derive(Default)]
pub(crate) struct TrialMemory {
    /// What braids left.
    pub copies: AfterBraids,
    /// What braids of any size may refute.
    pub known: TrialKnown,
    /// Room for the states of hypotheses, one for each thread.
    pub below: Vec<State>,
}

/// Which candidates trial and error with singles refutes after they are asserted. No braids refute others.
#[derive(Clone, Default)]
pub struct TrialKnown {
    /// Those of which it is known that they are refuted, and in how many rounds; they stay so in every state
    /// below.
    pub(crate) refuted: BTreeMap<Candidate, u16>,
    /// Those of which it is known that they are not, in this state.
    pub(crate) open: (Grid, Candidates),
}

impl State {
    /// A state of the empty grid.
    pub fn new() -> State {
        State {
            first: Given::default(),
            grid: Grid::default(),
            solution: None,
            version: 1,
            halls: (0, HallCache::new()),
            short_whips: ShortWhips::default(),
            of_board: (0, Vec::new()),
            lasting: Vec::new(),
            spaces: Default::default(),
            trials: TrialMemory::default(),
            relations: OrRelations::default(),
            crew: None,
            budget: Budget(u64::MAX),
        }
    }

    /// Starts on another puzzle; its solution, if known, saves work (see `Targets`).
    pub fn reset(&mut self, grid: &Grid, solution: Option<Grid>, budget: Budget) {
        self.begin(grid, grid, solution, budget);
    }

    /// Starts on a later state of the puzzle than its first one.
    pub fn begin(&mut self, first: impl Into<Given>, grid: &Grid, solution: Option<Grid>, budget: Budget) {
        self.first = first.into();
        *self.grid_mut() = *grid;
        self.solution = solution;
        self.trials.copies.clear();
        self.trials.known = TrialKnown::default();
        self.relations.clear();
        self.budget = budget;
    }

    /// The board.
    #[inline]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The puzzle as it was given.
    #[inline]
    pub(crate) fn first(&self) -> &Given {
        &self.first
    }

    /// The solution, if it is known.
    pub(crate) fn solution(&self) -> Option<&Grid> {
        self.solution.as_ref()
    }

    /// The board, to be changed.
    #[inline]
    pub fn grid_mut(&mut self) -> &mut Grid {
        self.version += 1;
        &mut self.grid
    }

    /// The relations known of the puzzle, as they are in this state.
    pub fn relations(&mut self) -> &mut OrRelations {
        self.relations.refresh(&self.grid);
        &mut self.relations
    }

    /// The board, and where it may have Hall sets.
    #[inline]
    pub(crate) fn halls(&mut self) -> (&Grid, &mut HallCache) {
        let State { grid, version, halls: (seen, halls), .. } = self;
        if *seen != *version {
            halls.refresh(grid);
            *seen = *version;
        }
        (grid, halls)
    }

    /// The board, and what chains of two variables exclude.
    #[inline]
    pub(crate) fn short_whips(&mut self) -> (&Grid, &mut ShortWhips) {
        (&self.grid, &mut self.short_whips)
    }

    /// The board, and what is remembered of it under this type: made when it is first asked for, gone when
    /// the board changes.
    pub(crate) fn remember<T: Any + Send + Sync>(
        &mut self, make: impl FnOnce(&Grid) -> T,
    ) -> (&Grid, &mut T) {
        let State { grid, version, of_board: (seen, all), .. } = self;
        if *seen != *version {
            all.clear();
            *seen = *version;
        }
        (grid, of_type(all, || make(grid)))
    }

    /// What is remembered of the board under this type, if it is.
    pub(crate) fn recall<T: Any>(&self) -> Option<&T> {
        let (seen, all) = &self.of_board;
        if *seen == self.version { all.iter().find_map(|own| own.downcast_ref()) } else { None }
    }

    /// The board, what is kept under this type from state to state, whatever the board and the puzzle, and
    /// the budget. Who asks finds out what of it is still so.
    pub(crate) fn keep<T: Any + Default + Send + Sync>(&mut self) -> (&Grid, &mut T, &mut Budget) {
        (&self.grid, of_type(&mut self.lasting, T::default), &mut self.budget)
    }

    /// The graph of this state in a space, and the budget; singles must be exhausted. For [`with_graph`].
    pub(crate) fn graph(&mut self, space: Space) -> (OfWidth<'_>, &mut Budget) {
        let [all, spaces @ ..] = &mut self.spaces;
        let all = all.get_or_insert_default();
        all.begin(&self.grid, self.solution.as_ref(), self.version);
        if space == Space::All {
            return (all.get(), &mut self.budget);
        }
        let within = spaces[space.index() - 1].get_or_insert_default();
        within.begin_within(all, space);
        (within.get(), &mut self.budget)
    }
}

impl Default for State {
    fn default() -> Self {
        State::new()
    }
}

/// The thing of a type, made if it is not there.
fn of_type<T: Any + Send + Sync>(all: &mut Things, make: impl FnOnce() -> T) -> &mut T {
    let known = all.iter().position(|own| own.is::<T>());
    let at = known.unwrap_or_else(|| {
        all.push(Box::new(make()));
        all.len() - 1
    });
    let own = all[at].downcast_mut();
    own.expect("it was found, or made, by its type")
}

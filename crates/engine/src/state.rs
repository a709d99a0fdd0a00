//! `State`: a resolution state, its board and its graphs, with the budget of the puzzle it belongs to.

use crate::board_tables::BoardTables;
use crate::budget::Budget;
use crate::crew::Crew;
use crate::graph::{AnyWidth, OfWidth, OrRelations, Space};
use crate::grid::{Candidate, Candidates, Given, Grid, Progress, halls::HallCache, short_whips::ShortWhips};
use crate::one_solution::{OneSolution, OneState, Several};
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The board of a puzzle, everything known about it, and the budget. One `State` serves a thread for all its
/// puzzles, so that its buffers are allocated once.
///
/// ```text
///   memory          lives until              holds
///   halls           the board changes        the Hall sets of each size
///   of_board        the board changes        lists of rules, one value of each type (State::remember)
///   spaces          the board changes        the graph of each space, built when a chain rule first asks
///   short_whips     a digit's places change  candidates excluded by chains of two variables, by digit
///   lasting         never: users check it    values that rules keep from state to state, one of each type
///                                            (State::keep)
///   trials          the puzzle changes       results of trial and error with braids
///   relations       the puzzle changes       sets of candidates with at least one true in each
/// ```
pub struct State {
    /// The puzzle as it was given: its candidates and its clues.
    first: Given,
    grid: Grid,
    solution: Option<Grid>,
    /// Whether the puzzle as it was given has one solution, once a rule has asked.
    one: Option<Result<OneSolution, Several>>,
    /// The puzzle as a state, if that has one solution, once a rule has asked.
    of_state: Option<Option<OneState>>,
    /// Number of changes of the grid, counted from 1. Each memory of the board stores the version that it
    /// describes.
    version: u64,
    halls: (u64, HallCache),
    of_board: (u64, Things),
    spaces: [Option<Box<AnyWidth>>; Space::COUNT],
    short_whips: ShortWhips,
    lasting: Things,
    pub(crate) trials: TrialMemory,
    relations: OrRelations,
    /// The board, if it is another than the plain one.
    board: Option<Arc<BoardTables>>,
    /// Threads that may help with this puzzle.
    pub(crate) crew: Option<Arc<dyn Crew>>,
    /// Steps left.
    pub budget: Budget,
}

/// Values that rules keep, at most one of each type.
type Things = Vec<Box<dyn Any + Send + Sync>>;

/// The grid that braids leave after the assertion of each candidate, and the number of variables up to which
/// braids were played. The start was a state of the same puzzle that has only lost candidates since.
pub(crate) type AfterBraids = BTreeMap<Candidate, (Grid, u8)>;

/// Results kept from one trial to the next.
#[derive(Default)]
pub(crate) struct TrialMemory {
    /// Grids that braids left.
    pub copies: AfterBraids,
    /// Candidates that braids of any size may refute, and candidates that no braid can refute.
    pub known: TrialKnown,
    /// Buffers for the states of hypotheses, one for each thread.
    pub below: Vec<State>,
}

/// Candidates that trial and error with singles refutes once they are asserted, and candidates that it does
/// not. Braids refute only the former.
#[derive(Clone, Default)]
pub struct TrialKnown {
    /// Candidates known to be refuted, and in how many rounds; they are refuted in every later state, too.
    pub(crate) refuted: BTreeMap<Candidate, u16>,
    /// Candidates known not to be refuted in this state.
    pub(crate) open: (Grid, Candidates),
}

/// Types of variables on boards, at most.
static TYPES_ON_BOARDS: [Space; BoardTables::MOST_TYPES] = {
    let mut spaces = [Space::All; BoardTables::MOST_TYPES];
    let mut kind = 0;
    while kind < spaces.len() {
        spaces[kind] = Space::Typed(kind);
        kind += 1;
    }
    spaces
};

impl State {
    /// Makes a state of the empty grid.
    pub fn new() -> State {
        State {
            first: Given::default(),
            grid: Grid::default(),
            solution: None,
            one: None,
            of_state: None,
            version: 1,
            halls: (0, HallCache::new()),
            short_whips: ShortWhips::default(),
            of_board: (0, Vec::new()),
            lasting: Vec::new(),
            spaces: Default::default(),
            trials: TrialMemory::default(),
            relations: OrRelations::default(),
            board: None,
            crew: None,
            budget: Budget(u64::MAX),
        }
    }

    /// Starts another puzzle; its solution, if known, saves work (see `Targets`).
    pub fn reset(&mut self, grid: &Grid, solution: Option<Grid>, budget: Budget) {
        self.begin(grid, grid, solution, budget);
    }

    /// Starts another puzzle, which was given as `first` and whose current state is `grid`. The `solution` is
    /// the only solution, if a count found it.
    pub fn begin(&mut self, first: impl Into<Given>, grid: &Grid, solution: Option<Grid>, budget: Budget) {
        self.first = first.into();
        *self.grid_mut() = *grid;
        self.solution = solution;
        (self.one, self.of_state) = (None, None);
        self.trials.copies.clear();
        self.trials.known = TrialKnown::default();
        self.relations.clear();
        self.budget = budget;
        if self.board().is_some() {
            self.change_board(None);
        }
    }

    /// Starts a state of a puzzle of another board.
    pub(crate) fn begin_on_board(
        &mut self, board: &Arc<BoardTables>, grid: &Grid, solution: Option<Grid>, budget: Budget,
    ) {
        let before = self.board.take();
        self.begin(Given::default(), grid, solution, budget);
        match before {
            Some(before) if Arc::ptr_eq(&before, board) => self.board = Some(before),
            before => {
                self.board = before;
                self.change_board(Some(board.clone()));
            }
        }
    }

    /// Takes another board.
    #[cold]
    fn change_board(&mut self, board: Option<Arc<BoardTables>>) {
        // Graphs of boards are made anew for each state, but differ from those of the plain board.
        if board.is_none() || self.board.is_none() {
            self.spaces = Default::default();
        }
        self.board = board;
    }

    /// Returns the board, if it is another than the plain one. The page in the browser has no other boards,
    /// and is small.
    #[inline(always)]
    pub(crate) fn board(&self) -> Option<&Arc<BoardTables>> {
        if cfg!(target_family = "wasm") { None } else { self.board.as_ref() }
    }

    /// Returns the number of changes of the grid so far.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// Returns the spaces of chains: on a board other than the plain one, types are those of the board.
    pub(crate) fn spaces(&self, spaces: &'static [Space]) -> &'static [Space] {
        match self.board() {
            Some(board) if spaces == Space::TYPES => &TYPES_ON_BOARDS[..board.types],
            _ => spaces,
        }
    }

    /// Whether every cell has a value, and no two of them are linked.
    pub(crate) fn is_solved(&self) -> bool {
        match self.board() {
            None => self.grid.is_solved(),
            Some(board) => board.board.exhaust(&mut { self.grid }) == Progress::Solved,
        }
    }

    /// Returns the board.
    #[inline]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the puzzle as it was given.
    #[inline]
    pub(crate) fn first(&self) -> &Given {
        &self.first
    }

    /// Returns the witness that the puzzle as it was given has no second solution, if it has none.
    pub(crate) fn one_solution(&mut self) -> Option<OneSolution> {
        let State { first, solution, one, .. } = self;
        one.get_or_insert_with(|| OneSolution::of(first, solution.as_ref())).as_ref().ok().copied()
    }

    /// Returns the witness that the puzzle as a state has one solution, if it has, and a premise under which
    /// patterns are found there: each of them is yet to be checked.
    pub(crate) fn one_state(&mut self) -> Option<(OneSolution, OneState)> {
        let State { first, of_state, .. } = self;
        let of_state = *of_state.get_or_insert_with(|| OneState::of(&first.grid(), first.clues()));
        let clues = Given::from(&first.puzzle().clues());
        of_state.map(|of_state| (OneSolution::supposed(&clues), of_state))
    }

    /// Supposes that the puzzle has one solution, so that rules that assume one are found in any state.
    #[doc(hidden)]
    pub fn suppose_one_solution(&mut self) {
        self.one = Some(Ok(OneSolution::supposed(&self.first)));
    }

    /// Returns the solution, if it is known.
    pub(crate) fn solution(&self) -> Option<&Grid> {
        self.solution.as_ref()
    }

    /// Returns the board for changes, and so makes the memories of the board invalid.
    #[inline]
    pub fn grid_mut(&mut self) -> &mut Grid {
        self.version += 1;
        &mut self.grid
    }

    /// Returns the known relations of the puzzle, updated to this state.
    pub fn relations(&mut self) -> &mut OrRelations {
        self.relations.refresh(&self.grid);
        &mut self.relations
    }

    /// Returns the board, and the cache of its Hall sets.
    #[inline]
    pub(crate) fn halls(&mut self) -> (&Grid, &mut HallCache) {
        let State { grid, version, halls: (seen, halls), .. } = self;
        if *seen != *version {
            halls.refresh(grid);
            *seen = *version;
        }
        (grid, halls)
    }

    /// Returns the board, and the cache of candidates that chains of two variables exclude.
    #[inline]
    pub(crate) fn short_whips(&mut self) -> (&Grid, &mut ShortWhips) {
        (&self.grid, &mut self.short_whips)
    }

    /// Returns the board, and the value of this type remembered for it: made on the first call, dropped when
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

    /// Returns the value of this type remembered for the board, if any.
    pub(crate) fn recall<T: Any>(&self) -> Option<&T> {
        let (seen, all) = &self.of_board;
        if *seen == self.version { all.iter().find_map(|own| own.downcast_ref()) } else { None }
    }

    /// Returns the board, the value of this type kept across boards and puzzles, and the budget. The caller
    /// finds out which parts of the value still hold.
    pub(crate) fn keep<T: Any + Default + Send + Sync>(&mut self) -> (&Grid, &mut T, &mut Budget) {
        (&self.grid, of_type(&mut self.lasting, T::default), &mut self.budget)
    }

    /// Returns the graph of this state in a space, and the budget, for [`with_graph`]. Singles must be
    /// exhausted.
    pub(crate) fn graph(&mut self, space: Space) -> (OfWidth<'_>, &mut Budget) {
        if self.board().is_some() {
            return self.graph_on_board(space);
        }
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

    #[cold]
    fn graph_on_board(&mut self, space: Space) -> (OfWidth<'_>, &mut Budget) {
        let State { board, grid, solution, version, spaces, budget, .. } = self;
        let own = spaces[space.index()].get_or_insert_default();
        if let Some(board) = board {
            let of = if space == Space::All { &*board.board } else { board.of_type(space.kinds().start) };
            own.begin_on_board(of, grid, solution.as_ref(), *version);
        }
        (own.get(), budget)
    }
}

impl Default for State {
    fn default() -> Self {
        State::new()
    }
}

/// Returns the value of a type, made if it is missing.
fn of_type<T: Any + Send + Sync>(all: &mut Things, make: impl FnOnce() -> T) -> &mut T {
    let known = all.iter().position(|own| own.is::<T>());
    let at = known.unwrap_or_else(|| {
        all.push(Box::new(make()));
        all.len() - 1
    });
    let own = all[at].downcast_mut();
    own.expect("it was found, or made, by its type")
}

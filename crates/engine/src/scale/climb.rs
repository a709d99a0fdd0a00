//! Climbing: playing one puzzle by a scale, and rating it by several.

use super::Status;
use super::minutes::FeatureValues;
use super::outcome::{Climb, Tallies};
use super::own_order::Explainers;
use super::recorder::{Applied, ClimbRecorder, Observer};
use super::{Item, OpeningEnd, OpeningPlan, Order, Policy, Scale, plan::BoardSingles};
use crate::board_tables::BoardTables;
use crate::brute;
use crate::budget::{Budget, OutOfBudget, Within};
use crate::crew::Crew;
use crate::grid::{Given, Grid, Progress, Puzzle};
use crate::play::{self, play};
use crate::rule::{Findings, Wanted};
use crate::state::State;
use std::sync::Arc;

/// Rater of puzzles. Each thread has its own rater, as a rater keeps its buffers.
#[derive(Default)]
pub struct Solver {
    pub(super) start: Start,
    pub(super) state: State,
    pub(super) found: Findings,
    only_outcomes: bool,
    /// Made at the first use: the field is large, and solvers are moved.
    explainers: Explainers,
}

/// The state in which the climbs of a puzzle begin.
#[derive(Default)]
pub(super) struct Start {
    /// The puzzle as it was given.
    pub given: Given,
    pub opening: OpeningEnd,
    /// The solution, if the puzzle was checked.
    pub solution: Option<Grid>,
}

impl Start {
    /// Returns how many full houses, naked singles and hidden singles are placed at the beginning of the
    /// scale's climb.
    pub fn placements(&self, scale: &Scale) -> [u32; 3] {
        match scale.plan.board {
            Some(board @ BoardSingles::FullHouses) => board.exhaust(&mut self.given.grid()).1,
            _ => {
                let [naked, hidden] = self.opening.placements;
                [0, naked, hidden]
            }
        }
    }
}

/// Limit of the work, and the checks, of a rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Work units for each puzzle and scale.
    pub budget: u64,
    /// Whether puzzles are checked to have exactly one solution. If they are not, the givens are counted when
    /// a scale asks a rule that assumes one (see [`Scale::assumes_unique`]).
    pub validate: bool,
}

/// Default work units for each puzzle and scale. With W, the hardest puzzles known take less than ten seconds
/// to spend them; a step of other searches counts as several units
/// ([`Reach::step_cost`](crate::graph::Reach::step_cost), [`LINKED_STEP`](crate::budget::LINKED_STEP)). No
/// puzzle of Magictour's top1465 uses them up, by W or B.
pub const DEFAULT_BUDGET: u64 = 12_500_000;

impl Default for Effort {
    fn default() -> Effort {
        Effort { budget: DEFAULT_BUDGET, validate: true }
    }
}

impl Solver {
    /// Makes a solver with empty buffers.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// Makes a solver for one thread of a crew, whose idle threads may work on its puzzle. (They take part in
    /// trial and error that is more than one assertion deep, or uses braids.)
    pub fn of_crew(crew: Arc<dyn Crew>) -> Solver {
        let mut solver = Solver::default();
        solver.state.crew = Some(crew);
        solver
    }

    /// Sets whether climbs keep only outcomes, no tallies. If the order of steps does not change the rating,
    /// they take a shorter path, and so may finish with a budget that is too small for all steps.
    pub fn only_outcomes(self, only_outcomes: bool) -> Solver {
        Solver { only_outcomes, ..self }
    }

    /// Starts on a puzzle, given by its clues or by its first state: plays its singles and checks that it has
    /// one solution. The error is the status of a puzzle that does not have one solution, or of a check that
    /// ran out of work.
    ///
    /// A puzzle that singles solve is thereby proved to have one solution; only the other puzzles need the
    /// brute-force check, which starts from the state that singles leave.
    pub fn start(&mut self, puzzle: impl Into<Given>, effort: Effort) -> Result<(), Status> {
        let given = puzzle.into();
        self.start.opening = OpeningEnd::by_singles(given.grid());
        self.check(given, effort)
    }

    /// Starts where an opening has ended ([`Abreast`](super::Abreast)). Only scales that allow the opening
    /// ([`Solver::opening`]) may then be climbed.
    #[inline]
    pub fn start_after(&mut self, puzzle: &Puzzle, end: OpeningEnd, effort: Effort) -> Result<(), Status> {
        self.start.opening = end;
        self.check(Given::Puzzle(*puzzle), effort)
    }

    /// Whether `end` determines the results of [`Solver::start_after`] and of climbs of `scales`, so that
    /// nothing is played or searched after the opening.
    pub fn is_shown(&self, end: &OpeningEnd, scales: &[Scale], effort: Effort) -> bool {
        let is_searched = effort.validate && end.progress == Progress::Open && end.solved().is_none();
        let is_left = |scale: &Scale| match self.only_outcomes {
            true => scale.for_outcomes().outcome_after(end).is_none(),
            false => scale.policy == Policy::BestOfOrders || !scale.ends_with(end),
        };
        !is_searched && !scales.iter().any(is_left)
    }

    /// Returns the solution of the current puzzle, if singles or the check for one solution found it.
    pub fn solution(&self) -> Option<&Grid> {
        match &self.start.opening {
            OpeningEnd { grid, progress: Progress::Solved, .. } => Some(grid),
            _ => self.start.solution.as_ref(),
        }
    }

    /// Returns the opening for puzzles that climb these scales: as much as all scales allow and as a scale or
    /// the check for one solution asks for.
    pub fn opening(&self, scales: &[Scale], effort: Effort) -> OpeningPlan {
        if !self.only_outcomes {
            let is_first = scales.iter().any(|scale| scale.plan.locked_first);
            return if is_first { OpeningPlan::Tallied } else { OpeningPlan::Counted };
        }
        let allowed = scales.iter().map(|scale| scale.for_outcomes().plan.opening).min().unwrap_or_default();
        let asks = |scale: &Scale| !scale.beyond_singles().is_empty();
        match effort.validate || scales.iter().any(asks) {
            true => allowed,
            false => allowed.min(OpeningPlan::Singles),
        }
    }

    #[inline]
    fn check(&mut self, given: Given, effort: Effort) -> Result<(), Status> {
        (self.start.given, self.start.solution) = (given, None);
        let opening = &self.start.opening;
        match opening.progress {
            Progress::Contradiction => return Err(Status::NoSolution),
            Progress::Open if effort.validate => {
                // No step of the opening assumes a unique solution.
                if let Some(grid) = opening.solved() {
                    self.start.solution = Some(*grid);
                    return Ok(());
                }
                let (grid, settled) = match &opening.locked {
                    Some(locked) => (&locked.grid, locked.is_settled),
                    None => (&opening.grid, opening.settled > 0),
                };
                let solutions = if settled { brute::solutions_after_locked } else { brute::solutions_within };
                match solutions(grid, 2, &mut Budget(effort.budget)) {
                    Ok((0, _)) => return Err(Status::NoSolution),
                    Ok((1, found)) => self.start.solution = found,
                    Ok(_) => return Err(Status::MultipleSolutions),
                    Err(OutOfBudget) => return Err(Status::Budget),
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Climbs the scale from where [`Solver::start`] stopped.
    pub fn climb(&mut self, scale: &Scale, budget: u64) -> Climb {
        self.climb_and_order(scale, budget).0
    }

    /// Climbs as [`Solver::climb`] does, and returns also the order in which conclusions were applied, reset
    /// to its beginning.
    pub fn climb_and_order(&mut self, scale: &Scale, budget: u64) -> (Climb, Order) {
        let scale = if self.only_outcomes { scale.for_outcomes() } else { scale };
        if self.only_outcomes
            && let Some(outcome) = scale.outcome_after(&self.start.opening)
        {
            return (Climb { outcome, tallies: Tallies::new() }, Order::Together);
        }
        let climb = self.climb_in(scale, budget, &mut Order::Together);
        let (mut climb, order) = match scale.policy {
            Policy::BestOfOrders => self.climb_best(scale, climb),
            _ => (climb, Order::Together),
        };
        if self.only_outcomes {
            climb.tallies = Tallies::new();
        }
        (climb, order)
    }

    /// Climbs the scale from a state of a puzzle of a board other than the plain one. All rules of the scale
    /// must be rules of every board.
    pub(crate) fn climb_on(
        &mut self, board: &Arc<BoardTables>, scale: &Scale, start: &Grid, solution: Option<&Grid>,
        budget: u64,
    ) -> Climb {
        self.state.begin_on_board(board, start, solution.copied(), Budget(budget));
        let mut order = Order::Together;
        let mut recorder = ClimbRecorder::new(scale, &mut order);
        match play::Player::singles(&mut recorder, &mut self.state) {
            Ok(Progress::Open) => self.play(recorder),
            end => recorder.end(end),
        }
    }

    /// Climbs as [`Solver::climb_on`] does, and shows every application of a rule to `observer`.
    pub(crate) fn observe_on(
        &mut self, board: &Arc<BoardTables>, scale: &Scale, start: &Grid, budget: u64, observer: Observer<'_>,
    ) -> Climb {
        self.state.begin_on_board(board, start, None, Budget(budget));
        self.play(ClimbRecorder::new(scale, &mut Order::Together).observed_by(observer))
    }

    /// Climbs by `order`, in which the conclusions of each rule are applied.
    pub(super) fn climb_in(&mut self, scale: &Scale, budget: u64, order: &mut Order) -> Climb {
        let Start { given, opening, solution } = &self.start;
        self.state.budget = Budget(budget);
        let mut recorder = ClimbRecorder::new(scale, order);
        if scale.plan.board.is_none() {
            self.state.begin(*given, &given.grid(), *solution, Budget(budget));
            return self.play(recorder);
        }
        let (grid, progress) = match scale.locked_end(opening) {
            Some(locked) => {
                recorder.begin_after_locked(locked);
                (&locked.grid, locked.progress)
            }
            None => {
                recorder.begin(self.start.placements(scale), opening);
                (&opening.grid, opening.progress)
            }
        };
        if !scale.ends_with(opening) {
            self.state.begin(*given, grid, *solution, Budget(budget));
            return self.play(recorder);
        }
        *self.state.grid_mut() = *grid;
        // Eliminations made for the uniqueness check do not count in a singles-only scale.
        let is_end = opening.needed == 0 || !scale.beyond_singles().is_empty();
        recorder.end(Ok(if is_end { progress } else { Progress::Open }))
    }

    /// Rates a puzzle by every scale. A puzzle without a unique solution has no climbs.
    pub fn rate(
        &mut self, puzzle: impl Into<Given>, scales: &[Scale], effort: Effort,
    ) -> (Status, Vec<Climb>) {
        match self.start(puzzle, effort) {
            Err(status) => (status, Vec::new()),
            Ok(()) => {
                let climb = |scale| self.climb(scale, effort.budget);
                let climbs: Vec<Climb> = scales.iter().map(climb).collect();
                (Status::of(climbs.iter().map(|climb| climb.outcome)), climbs)
            }
        }
    }

    /// Climbs the scale from the first state of a puzzle, in the same steps as [`Solver::rate`], and shows
    /// every application of a rule to `observer`, with the text of every step.
    pub fn observe(
        &mut self, puzzle: impl Into<Given>, scale: &Scale, budget: u64, observer: Observer<'_>,
    ) -> Climb {
        self.observe_in(puzzle, scale, budget, &mut Order::Together, observer)
    }

    /// Climbs by one order and shows all steps found, whether or not they are applied now.
    pub(crate) fn observe_in(
        &mut self, puzzle: impl Into<Given>, scale: &Scale, budget: u64, order: &mut Order,
        observer: Observer<'_>,
    ) -> Climb {
        let given = puzzle.into();
        self.state.begin(given, &given.grid(), None, Budget(budget));
        self.play(ClimbRecorder::new(scale, order).observed_by(observer))
    }

    /// Shows the first application of a climb to `observer` and plays nothing. Returns whether something is
    /// proved.
    pub fn observe_first(
        &mut self, puzzle: impl Into<Given>, scale: &Scale, budget: u64, observer: Observer<'_>,
    ) -> Within<bool> {
        let given = puzzle.into();
        self.look_at(given, &given.grid(), budget);
        let (state, found) = (&mut self.state, &mut self.found);
        let first = match scale.policy {
            Policy::OwnOrder => self.explainers.first(state, found, scale)?,
            _ => play::first(&scale.items, state, found)?,
        };
        let applied = |at: usize| Applied { item: &scale.items[at], found, grid: state.grid() };
        first.map(applied).map(observer).map_or(Ok(false), |()| Ok(true))
    }

    /// Shows to `observer` the conclusions of each of `items` in a state of a puzzle, and plays nothing.
    pub fn observe_each<'a>(
        &mut self, puzzle: impl Into<Given>, grid: &Grid, items: impl IntoIterator<Item = &'a Item>,
        budget: u64, observer: Observer<'_>,
    ) -> Within {
        self.look_at(puzzle.into(), grid, budget);
        let (state, found) = (&mut self.state, &mut self.found);
        for item in items {
            found.clear();
            item.rule.find(state, item.size, found)?;
            if found.any() {
                observer(Applied { item, found, grid: state.grid() });
            }
        }
        Ok(())
    }

    fn look_at(&mut self, given: Given, grid: &Grid, budget: u64) {
        self.state.begin(given, grid, None, Budget(budget));
        self.found = Findings::traced();
    }

    /// Returns the work units that the last climb or search left.
    pub(crate) fn work_left(&self) -> u64 {
        self.state.budget.0
    }

    /// Returns the grid where the last climb ended. (Only-outcome climbs may end without a grid.)
    pub fn grid(&self) -> &Grid {
        self.state.grid()
    }

    /// Returns the features of a puzzle by which a scale of minutes estimates its time; `None` if the scale
    /// is another, or does not solve the puzzle within the budget.
    pub fn features(
        &mut self, puzzle: impl Into<Given>, scale: &Scale, budget: u64,
    ) -> Option<FeatureValues> {
        let given = puzzle.into();
        self.state.begin(given, &given.grid(), None, Budget(budget));
        let mut order = Order::Together;
        let mut recorder = ClimbRecorder::new(scale, &mut order);
        match self.play_to_end(&mut recorder) {
            Ok(Progress::Solved) => recorder.features(),
            _ => None,
        }
    }

    fn play(&mut self, mut recorder: ClimbRecorder) -> Climb {
        let end = self.play_to_end(&mut recorder);
        recorder.end(end)
    }

    fn play_to_end(&mut self, recorder: &mut ClimbRecorder) -> Within<Progress> {
        let found = if recorder.is_observed() { Findings::traced() } else { Findings::default() };
        let scale = recorder.scale;
        let any_order = self.only_outcomes && !recorder.is_observed() && scale.plan.any_order;
        let taken = if any_order { Wanted::Closure } else { scale.taken() };
        self.found = found.taking(taken).counting_steps(scale.has_sum());
        let (state, found) = (&mut self.state, &mut self.found);
        match scale.policy {
            Policy::OwnOrder => self.explainers.play(state, found, recorder),
            _ => match recorder.begin_measured(state) {
                Ok(Progress::Open) => play(&scale.items[recorder.first()..], state, found, recorder),
                end => end,
            },
        }
    }
}

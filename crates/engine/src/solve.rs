//! Climbing a ladder: the simplest-first loop, and the rating of one puzzle by several ladders.

use crate::brute;
use crate::budget::{Budget, OutOfBudget};
use crate::graph::State;
use crate::grid::Grid;
use crate::grid::{Progress, exhaust};
use crate::ladder::{BRT_ITEMS, Item, Ladder};
use crate::order::Order;
use crate::rule::Findings;

/// What one item of a ladder did for one puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Patterns that proved something new in their state.
    pub firings: u32,
    /// Candidates removed (those removed by asserting a value not counted).
    pub eliminations: u32,
    /// Values asserted.
    pub placements: u32,
}

/// How a climb ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outcome {
    /// Solved; the highest rung that was needed.
    Solved(u8),
    /// No rule of the ladder proves anything more.
    Stuck,
    /// The budget was used up.
    Budget,
    /// The puzzle was proved to have no solution.
    NoSolution,
}

/// A climb: how it ended and what each item of the ladder did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Climb {
    /// How it ended.
    pub outcome: Outcome,
    /// One tally for each of the ladder's items.
    pub tallies: Vec<Tally>,
}

/// What is known of a puzzle as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Every ladder solved it.
    Ok,
    /// Some ladder ran out of rules.
    Unsolved,
    /// Some ladder ran out of steps.
    Budget,
    /// The line is not a puzzle.
    Invalid,
    /// The puzzle has no solution.
    NoSolution,
    /// The puzzle has several solutions.
    MultipleSolutions,
}

impl Status {
    /// All of them, in the order of their codes in a run file.
    pub const ALL: [Status; 6] = [
        Status::Ok,
        Status::Unsolved,
        Status::Budget,
        Status::Invalid,
        Status::NoSolution,
        Status::MultipleSolutions,
    ];

    /// The status of a puzzle with these climbs: the worst of them.
    pub fn of(climbs: &[Climb]) -> Status {
        let any = |outcome| climbs.iter().any(|climb| climb.outcome == outcome);
        if any(Outcome::NoSolution) {
            Status::NoSolution
        } else if any(Outcome::Budget) {
            Status::Budget
        } else if any(Outcome::Stuck) {
            Status::Unsolved
        } else {
            Status::Ok
        }
    }

    /// The word in reports.
    pub fn name(self) -> &'static str {
        match self {
            Status::Ok => "ok",
            Status::Unsolved => "unsolved",
            Status::Budget => "budget",
            Status::Invalid => "invalid",
            Status::NoSolution => "no-solution",
            Status::MultipleSolutions => "multiple-solutions",
        }
    }
}

/// One application of a rule, as an observer sees it.
pub struct Applied<'a> {
    /// The rule, its size and rung.
    pub item: &'a Item,
    /// What it proves.
    pub found: &'a Findings,
    /// The grid in which it proves it.
    pub grid: &'a Grid,
}

/// Someone who watches a climb.
pub type Observer<'a> = &'a mut dyn FnMut(Applied<'_>);

/// Rates puzzles. One for each thread: it keeps the buffers.
pub struct Solver {
    pub(crate) started: Started,
    pub(crate) state: State,
    pub(crate) found: Findings,
}

/// A puzzle after its first singles.
pub(crate) struct Started {
    pub(crate) grid: Grid,
    pub(crate) progress: Progress,
    placements: [u32; 2],
    /// The solution, if the puzzle was checked.
    pub(crate) solution: Option<Grid>,
}

/// How much work, and which checks, a rating may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Search steps for each puzzle and ladder.
    pub budget: u64,
    /// Whether puzzles are checked to have exactly one solution. Without, a ladder with rules that assume it
    /// (see [`Ladder::assumes_unique`]) may prove what is not so.
    pub validate: bool,
}

/// Search steps for each puzzle and ladder, unless told otherwise. By W the hardest puzzles known take less than ten
/// seconds for them; a step of chains with groups or subsets counts as several
/// ([`Reach::step_cost`](crate::graph::Reach::step_cost)). No puzzle of Magictour's top1465 uses them up, by W or B.
pub const DEFAULT_BUDGET: u64 = 12_500_000;

impl Default for Effort {
    fn default() -> Effort {
        Effort { budget: DEFAULT_BUDGET, validate: true }
    }
}

impl Solver {
    /// A solver with empty buffers.
    pub fn new() -> Solver {
        let started = Started {
            grid: Grid::default(),
            progress: Progress::Open,
            placements: [0, 0],
            solution: None,
        };
        Solver { started, state: State::new(), found: Findings::default() }
    }

    /// Starts on a puzzle, given by its clues or by its first state: plays its singles and checks that it has one
    /// solution. An error is the status of a puzzle that has none or several.
    ///
    /// A puzzle that singles solve is thereby proved to have one solution; only the others need the
    /// brute-force check, and it starts from where singles stop.
    pub fn start(&mut self, puzzle: impl Into<Grid>, effort: Effort) -> Result<(), Status> {
        let mut grid = puzzle.into();
        let (progress, placements) = exhaust(&mut grid);
        let mut solution = None;
        match progress {
            Progress::Contradiction => return Err(Status::NoSolution),
            Progress::Open if effort.validate => {
                match brute::solutions_within(&grid, 2, &mut Budget(effort.budget)) {
                    Ok((0, _)) => return Err(Status::NoSolution),
                    Ok((1, found)) => solution = found,
                    Ok(_) => return Err(Status::MultipleSolutions),
                    Err(OutOfBudget) => return Err(Status::Budget),
                }
            }
            _ => {}
        }
        self.started = Started { grid, progress, placements, solution };
        Ok(())
    }

    /// Climbs the ladder from where [`Solver::start`] stopped.
    pub fn climb(&mut self, ladder: &Ladder, budget: u64) -> Climb {
        self.climb_and_order(ladder, budget).0
    }

    /// The same, and the order in which what rules prove was applied, from its beginning.
    pub fn climb_and_order(&mut self, ladder: &Ladder, budget: u64) -> (Climb, Order) {
        let climb = self.climb_in(ladder, budget, &mut Order::Together);
        match ladder.best {
            true => self.climb_best(ladder, budget, climb),
            false => (climb, Order::Together),
        }
    }

    /// The same for one order: what each rule proves applied in this order.
    pub fn climb_in(&mut self, ladder: &Ladder, budget: u64, order: &mut Order) -> Climb {
        let mut tallies = vec![Tally::default(); ladder.items.len()];
        credit_singles(&mut tallies, self.started.placements);
        let outcome = match self.started.progress {
            Progress::Solved => Outcome::Solved(0),
            _ => {
                let Started { grid, solution, .. } = &self.started;
                self.state.reset(grid, *solution, Budget(budget));
                self.play(ladder, &mut tallies, order, None).unwrap_or(Outcome::Budget)
            }
        };
        Climb { outcome, tallies }
    }

    /// Rates a puzzle by every ladder. Without a unique solution there are no climbs.
    pub fn rate(
        &mut self,
        puzzle: impl Into<Grid>,
        ladders: &[Ladder],
        effort: Effort,
    ) -> (Status, Vec<Climb>) {
        match self.start(puzzle, effort) {
            Err(status) => (status, Vec::new()),
            Ok(()) => {
                let climb = |ladder| self.climb(ladder, effort.budget);
                let climbs: Vec<Climb> = ladders.iter().map(climb).collect();
                (Status::of(&climbs), climbs)
            }
        }
    }

    /// Climbs the ladder from the first state of a puzzle under the eyes of `observer`: every application of a rule is
    /// shown to it, with the text of every step. The same climb as in [`Solver::rate`], step by step.
    pub fn observe(
        &mut self,
        puzzle: impl Into<Grid>,
        ladder: &Ladder,
        budget: u64,
        observer: Observer<'_>,
    ) -> Climb {
        self.observe_in(puzzle, ladder, budget, &mut Order::Together, observer)
    }

    /// The same for one order. Steps are shown whether they are applied now or not.
    pub fn observe_in(
        &mut self,
        puzzle: impl Into<Grid>,
        ladder: &Ladder,
        budget: u64,
        order: &mut Order,
        observer: Observer<'_>,
    ) -> Climb {
        self.state.reset(&puzzle.into(), None, Budget(budget));
        self.found = Findings::traced();
        let mut tallies = vec![Tally::default(); ladder.items.len()];
        let outcome =
            self.play(ladder, &mut tallies, order, Some(observer)).unwrap_or(Outcome::Budget);
        self.found = Findings::default();
        Climb { outcome, tallies }
    }

    /// The grid where the last climb ended.
    pub fn grid(&self) -> &Grid {
        self.state.grid()
    }

    /// The simplest-first loop.
    fn play(
        &mut self,
        ladder: &Ladder,
        tallies: &mut [Tally],
        order: &mut Order,
        mut observer: Option<Observer<'_>>,
    ) -> Result<Outcome, OutOfBudget> {
        let mut level = 0;
        loop {
            let first = if observer.is_some() { 0 } else { BRT_ITEMS };
            match self.next(&ladder.items, first)? {
                None if self.state.grid().is_solved() => return Ok(Outcome::Solved(level)),
                None => return Ok(Outcome::Stuck),
                Some(at) => {
                    let item = &ladder.items[at];
                    level = level.max(item.rung);
                    order.choose(item, &mut self.found);
                    self.credit(&mut tallies[at]);
                    if let Some(observer) = &mut observer {
                        let (found, grid) = (&self.found, self.state.grid());
                        observer(Applied { item, found, grid });
                    }
                    if self.found.contradiction {
                        return Ok(Outcome::NoSolution);
                    }
                    self.apply();
                }
            }
            if observer.is_none() {
                let (progress, placements) = exhaust(self.state.grid_mut());
                credit_singles(tallies, placements);
                match progress {
                    Progress::Solved => return Ok(Outcome::Solved(level)),
                    Progress::Contradiction => {
                        tallies[0].firings += 1;
                        return Ok(Outcome::NoSolution);
                    }
                    Progress::Open => {}
                }
            }
        }
    }

    /// The first item, from `first` on, that proves something; what it proves is in `self.found`.
    fn next(&mut self, items: &[Item], first: usize) -> Result<Option<usize>, OutOfBudget> {
        for (at, item) in items.iter().enumerate().skip(first) {
            self.found.clear();
            item.rule.find(&mut self.state, item.size, &mut self.found)?;
            if self.found.any() {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// Counts what was found.
    fn credit(&self, tally: &mut Tally) {
        tally.firings += self.found.firings;
        tally.eliminations += self.found.eliminated.len() as u32;
        tally.placements += self.found.asserted.len() as u32;
    }

    /// Applies what was found, all of it at once.
    fn apply(&mut self) {
        let Findings { eliminated, asserted, .. } = &self.found;
        let grid = self.state.grid_mut();
        grid.eliminate(eliminated);
        if !asserted.is_empty() {
            grid.place_all(&asserted.0);
        }
    }
}

impl Default for Solver {
    fn default() -> Self {
        Solver::new()
    }
}

/// Counts singles placed on the board, which are items 1 and 2 of every ladder.
fn credit_singles(tallies: &mut [Tally], placements: [u32; 2]) {
    for (tally, placed) in tallies[1..].iter_mut().zip(placements) {
        tally.firings += placed;
        tally.placements += placed;
    }
}

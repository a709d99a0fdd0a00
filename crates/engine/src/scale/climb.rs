//! Climbing: one puzzle played by a scale, and rated by several.

use super::meter::Meter;
use super::{Item, OnBoard, Order, Policy, Rating, Scale, Singles, ser};
use crate::brute;
use crate::budget::{Budget, OutOfBudget, Within};
use crate::graph::State;
use crate::grid::{Grid, Progress, Puzzle};
use crate::play::{self, play};
use crate::rule::Findings;
use crate::ser::Explainer;

/// What one item of a scale did for one puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Patterns that proved something new in their state.
    pub firings: u32,
    /// Candidates removed (those removed by asserting a value not counted).
    pub eliminations: u32,
    /// Values asserted.
    pub placements: u32,
}

/// How a climb ended: by all columns of a scale, or by one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outcome<R = Rating> {
    /// Solved, with this rating.
    Solved(R),
    /// No rule of the scale proves anything more.
    Unsolved,
    /// The budget was used up.
    Budget,
    /// The puzzle was proved to have no solution.
    NoSolution,
}

impl<R> Outcome<R> {
    /// The rating, if there is one.
    pub fn rating(self) -> Option<R> {
        match self {
            Outcome::Solved(rating) => Some(rating),
            _ => None,
        }
    }

    /// What is known of a puzzle by this climb.
    pub fn status(&self) -> Status {
        match self {
            Outcome::Solved(_) => Status::Ok,
            Outcome::Unsolved => Status::Unsolved,
            Outcome::Budget => Status::Budget,
            Outcome::NoSolution => Status::NoSolution,
        }
    }
}

impl Outcome {
    /// What it is by one column.
    pub fn column(self, column: usize) -> Outcome<u32> {
        match self {
            Outcome::Solved(rating) => Outcome::Solved(rating.0[column]),
            Outcome::Unsolved => Outcome::Unsolved,
            Outcome::Budget => Outcome::Budget,
            Outcome::NoSolution => Outcome::NoSolution,
        }
    }
}

/// A climb: how it ended and what each item of the scale did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Climb {
    /// How it ended.
    pub outcome: Outcome,
    /// One tally for each of the scale's items.
    pub tallies: Vec<Tally>,
}

/// What is known of a puzzle as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Every scale solved it.
    Ok,
    /// Some scale ran out of rules.
    Unsolved,
    /// Some scale ran out of steps.
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
        } else if any(Outcome::Unsolved) {
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
    /// The rule, its size and place.
    pub item: &'a Item,
    /// What it proves.
    pub found: &'a Findings,
    /// The grid in which it proves it.
    pub grid: &'a Grid,
}

/// Someone who watches a climb.
pub type Observer<'a> = &'a mut dyn FnMut(Applied<'_>);

/// Rates puzzles. One for each thread: it keeps the buffers.
#[derive(Default)]
pub struct Solver {
    pub(super) started: Started,
    pub(super) state: State,
    pub(super) found: Findings,
    /// Made when it is first asked: it is large, and solvers are moved.
    explainer: Option<Box<Explainer>>,
}

/// A puzzle after its first singles.
#[derive(Default)]
pub(super) struct Started {
    /// The puzzle as it was given.
    pub given: Given,
    pub singles: Singles,
    /// The solution, if the puzzle was checked.
    pub solution: Option<Grid>,
}

impl Started {
    /// How many full houses, naked and hidden singles come first on the scale.
    pub fn placements(&self, scale: &Scale) -> [u32; 3] {
        match scale.on_board {
            Some(OnBoard::FullHouses) => scale.exhaust(&mut self.given.grid()).1,
            _ => {
                let [naked, hidden] = self.singles.placements;
                [0, naked, hidden]
            }
        }
    }
}

/// The state that a puzzle is, or from which it is made if someone asks: only ladders beyond singles do.
pub(super) enum Given {
    State(Grid),
    Puzzle(Puzzle),
}

impl Given {
    pub fn grid(&self) -> Grid {
        match self {
            Given::State(grid) => *grid,
            Given::Puzzle(puzzle) => puzzle.grid(),
        }
    }
}

impl Default for Given {
    fn default() -> Given {
        Given::State(Grid::default())
    }
}

/// How much work, and which checks, a rating may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Search steps for each puzzle and scale.
    pub budget: u64,
    /// Whether puzzles are checked to have exactly one solution. Without, a scale with rules that assume it
    /// (see [`Scale::assumes_unique`]) may prove what is not so.
    pub validate: bool,
}

/// Search steps for each puzzle and scale, by default. By W the hardest puzzles known take less than ten
/// seconds for them; a step of other searches counts as several ([`Reach::step_cost`](crate::graph::Reach::step_cost),
/// [`LINKED_STEP`](crate::budget::LINKED_STEP)). No puzzle of Magictour's top1465 uses them up, by W or B.
pub const DEFAULT_BUDGET: u64 = 12_500_000;

impl Default for Effort {
    fn default() -> Effort {
        Effort { budget: DEFAULT_BUDGET, validate: true }
    }
}

impl Solver {
    /// A solver with empty buffers.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// Starts on a puzzle, given by its clues or by its first state: plays its singles and checks that it has one
    /// solution. An error is the status of a puzzle that has none or several.
    ///
    /// A puzzle that singles solve is thereby proved to have one solution; only the others need the
    /// brute-force check, and it starts from where singles stop.
    pub fn start(&mut self, puzzle: impl Into<Grid>, effort: Effort) -> Result<(), Status> {
        let given = puzzle.into();
        self.check(Given::State(given), Singles::of(given), effort)
    }

    /// The same where the singles are played ([`Singles::of_all`]).
    pub fn start_after(
        &mut self,
        puzzle: &Puzzle,
        singles: Singles,
        effort: Effort,
    ) -> Result<(), Status> {
        self.check(Given::Puzzle(*puzzle), singles, effort)
    }

    fn check(&mut self, given: Given, singles: Singles, effort: Effort) -> Result<(), Status> {
        self.started = Started { given, singles, solution: None };
        match singles.progress {
            Progress::Contradiction => return Err(Status::NoSolution),
            Progress::Open if effort.validate => {
                match brute::solutions_within(&singles.grid, 2, &mut Budget(effort.budget)) {
                    Ok((0, _)) => return Err(Status::NoSolution),
                    Ok((1, found)) => self.started.solution = found,
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

    /// The same, and the order in which what rules prove was applied, from its beginning.
    pub fn climb_and_order(&mut self, scale: &Scale, budget: u64) -> (Climb, Order) {
        let climb = self.climb_in(scale, budget, &mut Order::Together);
        match scale.policy {
            Policy::BestOfOrders => self.climb_best(scale, budget, climb),
            _ => (climb, Order::Together),
        }
    }

    /// The same for one order: what each rule proves applied in this order.
    pub(super) fn climb_in(&mut self, scale: &Scale, budget: u64, order: &mut Order) -> Climb {
        let Started { given, singles: Singles { grid, progress, .. }, solution } = &self.started;
        let mut climbing = Climbing::new(scale, order);
        if climbing.singles == PlayedBy::TheirRules {
            self.state.reset(&given.grid(), *solution, Budget(budget));
            return self.play(climbing);
        }
        climbing.placed(self.started.placements(scale));
        if *progress == Progress::Solved || scale.beyond_singles().is_empty() {
            *self.state.grid_mut() = *grid;
            return climbing.end(Ok(*progress));
        }
        self.state.begin(&given.grid(), grid, *solution, Budget(budget));
        self.play(climbing)
    }

    /// Rates a puzzle by every scale. Without a unique solution there are no climbs.
    pub fn rate(
        &mut self,
        puzzle: impl Into<Grid>,
        scales: &[Scale],
        effort: Effort,
    ) -> (Status, Vec<Climb>) {
        match self.start(puzzle, effort) {
            Err(status) => (status, Vec::new()),
            Ok(()) => {
                let climb = |scale| self.climb(scale, effort.budget);
                let climbs: Vec<Climb> = scales.iter().map(climb).collect();
                (Status::of(&climbs), climbs)
            }
        }
    }

    /// Climbs the scale from the first state of a puzzle under the eyes of `observer`: every application of a rule is
    /// shown to it, with the text of every step. The same climb as in [`Solver::rate`], step by step.
    pub fn observe(
        &mut self,
        puzzle: impl Into<Grid>,
        scale: &Scale,
        budget: u64,
        observer: Observer<'_>,
    ) -> Climb {
        self.observe_in(puzzle, scale, budget, &mut Order::Together, observer)
    }

    /// The same for one order. Steps are shown whether they are applied now or not.
    pub fn observe_in(
        &mut self,
        puzzle: impl Into<Grid>,
        scale: &Scale,
        budget: u64,
        order: &mut Order,
        observer: Observer<'_>,
    ) -> Climb {
        self.state.reset(&puzzle.into(), None, Budget(budget));
        let climbing = Climbing::new(scale, order);
        let singles = PlayedBy::TheirRules;
        self.play(Climbing { singles, observer: Some(observer), ..climbing })
    }

    /// The grid where the last climb ended.
    pub fn grid(&self) -> &Grid {
        self.state.grid()
    }

    fn play(&mut self, mut climbing: Climbing) -> Climb {
        let found =
            if climbing.observer.is_some() { Findings::traced() } else { Findings::default() };
        let scale = climbing.scale;
        self.found = found.taking(scale.taken()).counting_steps(scale.has_sum());
        let (state, found) = (&mut self.state, &mut self.found);
        let end = match climbing.scale.policy {
            Policy::OwnOrder => {
                ser::play(self.explainer.get_or_insert_default(), state, found, &mut climbing)
            }
            _ => play(&climbing.scale.items[climbing.first()..], state, found, &mut climbing),
        };
        climbing.end(end)
    }
}

/// Who plays the singles of a climb.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PlayedBy {
    /// The board, all at once.
    TheBoard,
    /// The rules that stand in the scale.
    TheirRules,
}

pub(super) struct Climbing<'a> {
    pub scale: &'a Scale,
    order: &'a mut Order,
    singles: PlayedBy,
    tallies: Vec<Tally>,
    meter: Meter,
    observer: Option<Observer<'a>>,
}

impl<'a> Climbing<'a> {
    fn new(scale: &'a Scale, order: &'a mut Order) -> Climbing<'a> {
        let singles = match scale.has_singles_of_board() {
            true => PlayedBy::TheBoard,
            false => PlayedBy::TheirRules,
        };
        let tallies = vec![Tally::default(); scale.items.len()];
        Climbing { scale, order, singles, tallies, meter: Meter::new(scale), observer: None }
    }

    fn first(&self) -> usize {
        match self.singles {
            PlayedBy::TheBoard => self.scale.beyond_singles().start,
            PlayedBy::TheirRules => 0,
        }
    }

    /// Counts the full houses, the naked and the hidden singles placed on the board.
    fn placed(&mut self, placements: [u32; 3]) {
        for (at, placed) in self.scale.placed(placements) {
            self.tallies[at].firings += placed;
            self.tallies[at].placements += placed;
        }
        self.meter.place(self.scale, placements);
    }

    /// Whether someone wants the steps.
    pub fn is_observed(&self) -> bool {
        self.observer.is_some()
    }

    /// What an item proves is applied, for this rating.
    pub fn apply(&mut self, at: usize, rating: Rating, grid: &Grid, found: &Findings) {
        let (item, tally) = (&self.scale.items[at], &mut self.tallies[at]);
        tally.firings += found.firings;
        tally.eliminations += found.eliminated.len() as u32;
        tally.placements += found.asserted.len() as u32;
        self.meter.add(rating, found.steps_to_take, !found.asserted.is_empty());
        if let Some(observer) = &mut self.observer {
            observer(Applied { item, found, grid });
        }
    }

    /// Nothing more is found, which this item rates.
    pub fn give_up(&mut self, at: usize) {
        self.tallies[at].firings += 1;
        self.meter.give_up(self.scale.items[at].rating);
    }

    fn end(self, end: Within<Progress>) -> Climb {
        let outcome = match end {
            Ok(Progress::Solved) => Outcome::Solved(self.meter.rating()),
            Ok(Progress::Open) => Outcome::Unsolved,
            Ok(Progress::Contradiction) => Outcome::NoSolution,
            Err(OutOfBudget) => Outcome::Budget,
        };
        Climb { outcome, tallies: self.tallies }
    }
}

impl play::Player for Climbing<'_> {
    fn found(&mut self, at: usize, state: &State, found: &mut Findings) {
        let at = self.first() + at;
        let item = &self.scale.items[at];
        self.order.choose(item, found);
        self.apply(at, item.rating, state.grid(), found);
    }

    fn singles(&mut self, state: &mut State) -> Within<Progress> {
        if self.singles == PlayedBy::TheirRules {
            return Ok(Progress::Open);
        }
        let (progress, placements) = self.scale.exhaust(state.grid_mut());
        self.placed(placements);
        if progress == Progress::Contradiction {
            self.tallies[0].firings += 1;
        }
        Ok(progress)
    }
}

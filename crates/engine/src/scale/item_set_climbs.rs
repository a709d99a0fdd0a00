//! Many climbs of one puzzle at once, each with some of a scale's items.
//!
//! Climbs that reach the same resolution state by different paths continue together, and in a state each item
//! is asked once for all climbs that want it. Every step removes candidates; so each state is visited once,
//! and states with more candidates are visited first:
//!
//! ```text
//!   candidates   206                 174               170     …
//!                A {1 2 3 4} ─naked─▶ B {1 2}  ─whip───▶ C {1 2 3}     climbs without an item that proves
//!                   └──────── fish ────▶ D {3} ─naked─────┘             something are stuck: climb 4 in A
//! ```
//!
//! In a state, the climbs that have the first item that proves something move on; the other climbs stay and
//! ask the items after it.

use super::{ItemSet, Outcome, Policy, Scale, Solver, climb::Start, meter::Meter, plan::BoardSingles};
use crate::board_tables::BoardTables;
use crate::budget::Budget;
use crate::grid::{Digit, Grid, Progress};
use crate::play::apply_on;
use crate::rule::Findings;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A climb to make.
#[derive(Clone, Debug)]
pub struct ItemSetClimb {
    /// Items that the climb may use.
    pub items: ItemSet,
    /// Work units of the climb.
    pub budget: u64,
}

struct Climber<'a> {
    ask: &'a ItemSetClimb,
    meter: Meter,
    /// Upper bound of the work so far: everything spent in the states where the climb was.
    spent: u64,
    outcome: Option<Outcome>,
}

/// A state, and the climbs that have reached it.
struct Stop {
    grid: Grid,
    here: Vec<usize>,
}

/// States that climbs have reached and not left, by number of candidates.
#[derive(Default)]
struct Stops(BTreeMap<usize, Vec<Stop>>);

impl Stops {
    fn add(&mut self, grid: Grid, climbers: Vec<usize>) {
        let candidates = Digit::all().map(|digit| grid.plane(digit).len()).sum();
        let stops = self.0.entry(candidates).or_default();
        match stops.iter_mut().find(|stop| stop.grid == grid) {
            Some(stop) => stop.here.extend(climbers),
            None => stops.push(Stop { grid, here: climbers }),
        }
    }
}

impl Solver {
    /// Returns the outcome of each of these climbs from where [`Solver::start`] stopped: the outcome of
    /// [`Solver::climb`] by the scale with only these items.
    ///
    /// The cost of an item in a state depends on the items asked there before, so the cost of a climb made
    /// alone is not known here. But it is at most the sum spent on all items asked while the climb was there:
    /// an item computes for itself whatever it needs and does not find. A climb that may have run out of work
    /// by this account is repeated alone.
    ///
    /// Every climb is made alone if the board does not play the singles, if the policy is not
    /// [`Policy::AllAtOnce`], or if rules remember relations.
    pub fn climb_item_sets(&mut self, scale: &Scale, asks: &[ItemSetClimb]) -> Vec<Outcome> {
        let shared = match shared_singles(scale) {
            Some(singles) if self.start.opening.progress != Progress::Solved => {
                let Start { given, opening, solution } = &self.start;
                self.state.begin(*given, &opening.grid, *solution, Budget(0));
                self.share(scale, singles, self.start.placements(scale), asks)
            }
            _ => vec![None; asks.len()],
        };
        let alone = |ask: &ItemSetClimb| self.climb(&ask.items.scale(scale), ask.budget).outcome;
        completed(shared, asks, alone)
    }

    /// Returns the outcome of each of these climbs from a state of a puzzle of a board other than the plain
    /// one: that of [`Solver::climb_on`] by the scale with only these items.
    pub(crate) fn climb_item_sets_on(
        &mut self, board: &Arc<BoardTables>, scale: &Scale, start: &Grid, solution: Option<&Grid>,
        asks: &[ItemSetClimb],
    ) -> Vec<Outcome> {
        self.state.begin_on_board(board, start, solution.copied(), Budget(0));
        let begun = shared_singles(scale).map(|singles| (singles, singles.play(&mut self.state)));
        let shared = match begun {
            Some((singles, (Progress::Open, placements))) => self.share(scale, singles, placements, asks),
            _ => vec![None; asks.len()],
        };
        let alone = |ask: &ItemSetClimb| {
            self.climb_on(board, &ask.items.scale(scale), start, solution, ask.budget).outcome
        };
        completed(shared, asks, alone)
    }

    /// Returns the outcomes of these climbs from the state, to which singles have led; `None` for a climb
    /// that may have run out of work.
    fn share(
        &mut self, scale: &Scale, singles: BoardSingles, placements: [u32; 3], asks: &[ItemSetClimb],
    ) -> Vec<Option<Outcome>> {
        self.found = Findings::default().counting_steps(scale.has_sum());
        let mut meter = Meter::new(scale);
        meter.place(scale, placements);
        let climber = |ask| Climber { ask, meter: meter.clone(), spent: 0, outcome: None };
        let mut climbers: Vec<Climber> = asks.iter().map(climber).collect();
        let mut stops = Stops::default();
        if !asks.is_empty() {
            stops.add(*self.state.grid(), (0..asks.len()).collect());
        }
        while let Some((_, alike)) = stops.0.pop_last() {
            for stop in alike {
                self.visit(scale, singles, stop, &mut climbers, &mut stops);
            }
        }
        climbers.iter().map(|climber| climber.outcome).collect()
    }

    /// Takes the climbs of a state one step further.
    fn visit(
        &mut self, scale: &Scale, singles: BoardSingles, Stop { grid, mut here }: Stop,
        climbers: &mut [Climber], stops: &mut Stops,
    ) {
        *self.state.grid_mut() = grid;
        let mut cost = 0;
        for (at, item) in scale.items.iter().enumerate().skip(scale.beyond_singles().start) {
            let wants = |&k: &usize| climbers[k].ask.items.contains(at);
            let left = |&k: &usize| climbers[k].ask.budget.checked_sub(climbers[k].spent + cost);
            let Some(most) = here.iter().filter(|k| wants(k)).filter_map(left).max() else {
                continue;
            };
            self.state.budget = Budget(most);
            self.found.clear();
            let ended = item.rule.find(&mut self.state, item.size, &mut self.found);
            if ended.is_err() {
                // Climbs that wanted this item are in doubt. An interrupted search leaves an unfinished
                // graph.
                here.retain(|k| !wants(k));
                *self.state.grid_mut() = grid;
                continue;
            }
            cost += most - self.state.budget.0;
            if !self.found.any() {
                continue;
            }
            let (mut movers, rest): (Vec<_>, Vec<_>) = here.into_iter().partition(wants);
            here = rest;
            movers.retain(|&k| climbers[k].pay(cost));
            let (next, placements) = self.step(singles, grid);
            for &k in &movers {
                let (steps, places) = (self.found.steps_to_take, !self.found.asserted.is_empty());
                climbers[k].meter.add(item.rating, steps, places);
                climbers[k].meter.place(scale, placements);
            }
            match next {
                Ok(grid) => stops.add(grid, movers),
                Err(end) => movers.into_iter().for_each(|k| climbers[k].end(end)),
            }
            if here.is_empty() {
                return;
            }
        }
        for k in here {
            if climbers[k].pay(cost) {
                climbers[k].outcome = Some(Outcome::Unsolved);
            }
        }
    }

    /// Returns the state after applying all findings and then singles, or the end of the puzzle; and the
    /// singles placed.
    fn step(&self, singles: BoardSingles, mut grid: Grid) -> (Result<Grid, Progress>, [u32; 3]) {
        if self.found.contradiction {
            return (Err(Progress::Contradiction), [0, 0, 0]);
        }
        let on = self.state.board().map(|on| &**on);
        apply_on(on, &self.found, &mut grid);
        match singles.exhaust_on(on, &mut grid) {
            (Progress::Open, placements) => (Ok(grid), placements),
            (end, placements) => (Err(end), placements),
        }
    }
}

/// Returns the singles that climbs play if they share states; `None` if each has to be made alone.
fn shared_singles(scale: &Scale) -> Option<BoardSingles> {
    let uses_relations = scale.items.iter().any(|item| item.rule.uses_relations());
    scale.plan.board.filter(|_| scale.policy == Policy::AllAtOnce && !uses_relations)
}

/// Returns the outcomes of climbs, those in doubt by climbs made alone.
fn completed(
    shared: Vec<Option<Outcome>>, asks: &[ItemSetClimb], mut alone: impl FnMut(&ItemSetClimb) -> Outcome,
) -> Vec<Outcome> {
    let each = shared.into_iter().zip(asks);
    each.map(|(outcome, ask)| outcome.unwrap_or_else(|| alone(ask))).collect()
}

impl Climber<'_> {
    /// Counts the work spent in a state; returns `false` if the climb may have run out of work.
    fn pay(&mut self, cost: u64) -> bool {
        self.spent += cost;
        self.spent <= self.ask.budget
    }

    fn end(&mut self, end: Progress) {
        self.outcome = Some(match end {
            Progress::Solved => Outcome::Solved(self.meter.rating()),
            _ => Outcome::NoSolution,
        });
    }
}

//! One climb: the items to ask, the counts, and the observer.

use super::minutes::{self, FeatureValues, Tracker};
use super::opening::LockedEnd;
use super::outcome::{Climb, Tallies, no_tallies};
use super::{COLUMNS, Item, OpeningEnd, Order, Outcome, Rating, Scale, meter::Meter, plan::BoardSingles};
use crate::budget::{OutOfBudget, Within};
use crate::grid::{Grid, Progress};
use crate::play;
use crate::rule::Findings;
use crate::state::State;

/// One application of a rule, as an observer sees it.
pub struct Applied<'a> {
    /// The rule with its size and place.
    pub item: &'a Item,
    /// The conclusions of the rule.
    pub found: &'a Findings,
    /// The grid in which they are proved.
    pub grid: &'a Grid,
}

/// Callback that watches a climb.
pub type Observer<'a> = &'a mut dyn FnMut(Applied<'_>);

/// Records a climb while it is played, and decides which items are asked next.
pub(super) struct ClimbRecorder<'a> {
    pub scale: &'a Scale,
    order: &'a mut Order,
    /// The singles that the board plays, if it plays them.
    board: Option<BoardSingles>,
    tallies: Tallies,
    meter: Meter,
    /// Sums over the path for the scale's model, if it has one.
    tracker: Option<Box<Tracker>>,
    asked: Asked,
    observer: Option<Observer<'a>>,
}

/// Items to ask in a state. Easier and earlier items prove nothing there.
struct Asked {
    /// Number of leading items that are not asked.
    settled: usize,
    /// Ratings of the items asked: above this one, up to the next.
    above: Option<Rating>,
    up_to: Rating,
}

impl<'a> ClimbRecorder<'a> {
    pub fn new(scale: &'a Scale, order: &'a mut Order) -> ClimbRecorder<'a> {
        let up_to = if scale.plan.by_rating { Rating::default() } else { Rating([u32::MAX; COLUMNS]) };
        ClimbRecorder {
            scale,
            order,
            board: scale.plan.board,
            tallies: no_tallies(scale.items.len()),
            meter: Meter::new(scale),
            tracker: None,
            asked: Asked { settled: 0, above: None, up_to },
            observer: None,
        }
    }

    /// Adds an observer, so that singles are steps.
    pub fn observed_by(self, observer: Observer<'a>) -> ClimbRecorder<'a> {
        ClimbRecorder { board: None, observer: Some(observer), ..self }
    }

    /// Returns the first item that is played.
    pub fn first(&self) -> usize {
        if self.board.is_some() || self.plays_rounds() { self.scale.plan.singles } else { 0 }
    }

    /// Counts the full houses and the naked and hidden singles placed on the board.
    fn placed(&mut self, placements: [u32; 3]) {
        for (at, placed) in self.scale.placed(placements) {
            self.tallies[at].steps += placed;
            self.tallies[at].placements += placed;
        }
        self.meter.place(self.scale, placements);
    }

    /// Begins where an opening has ended, with the numbers of full houses, naked and hidden singles placed on
    /// the board.
    pub fn begin(&mut self, placements: [u32; 3], end: &OpeningEnd) {
        self.placed(placements);
        if let Some(rating) = self.scale.plan.rating_of(end) {
            self.meter.add(rating, 1, false);
        }
        self.asked.settled = self.scale.plan.settled_by(end);
    }

    /// Begins where singles and locked candidates have ended.
    pub fn begin_after_locked(&mut self, end: &LockedEnd) {
        let [naked, hidden] = end.placements;
        self.placed([0, naked, hidden]);
        let at = self.first();
        if end.patterns > 0 {
            self.tallies[at].steps += end.patterns;
            self.tallies[at].eliminations += end.eliminations;
            self.meter.add(self.scale.items[at].rating, end.patterns, false);
        }
        self.asked.settled = usize::from(end.is_settled);
    }

    /// Whether the board plays singles in rounds, kind by kind.
    fn plays_rounds(&self) -> bool {
        self.tracker.is_some() && self.observer.is_none()
    }

    /// Begins in the first state of a puzzle, if the path is measured: plays its singles.
    pub fn begin_measured(&mut self, state: &mut State) -> Within<Progress> {
        if self.scale.model.is_none() {
            return Ok(Progress::Open);
        }
        self.tracker = Some(Box::new(Tracker::begin(state.grid())));
        play::Player::singles(self, state)
    }

    /// Whether an observer watches.
    pub fn is_observed(&self) -> bool {
        self.observer.is_some()
    }

    /// Records that the findings of an item are applied, at this rating.
    pub fn apply(&mut self, at: usize, rating: Rating, grid: &Grid, found: &Findings) {
        let (item, tally) = (&self.scale.items[at], &mut self.tallies[at]);
        tally.steps += found.patterns;
        tally.eliminations += found.eliminated.count();
        tally.placements += found.asserted.count();
        self.meter.add(rating, found.steps_to_take, !found.asserted.is_empty());
        if let Some(tracker) = &mut self.tracker {
            tracker.apply(item.place, grid, found);
        }
        if let Some(observer) = &mut self.observer {
            observer(Applied { item, found, grid });
        }
    }

    /// Records that nothing more is found: item `at`, the scale's item for giving up, rates the puzzle.
    pub fn give_up(&mut self, at: usize) {
        self.tallies[at].steps += 1;
        self.meter.give_up(self.scale.items[at].rating);
    }

    /// Returns the features of the path so far, if it is measured.
    pub fn features(&self) -> Option<FeatureValues> {
        self.tracker.as_ref().map(|tracker| tracker.values())
    }

    pub fn end(self, end: Within<Progress>) -> Climb {
        let outcome = match end {
            Ok(Progress::Solved) => Outcome::Solved(match (self.features(), &self.scale.model) {
                (Some(values), Some(model)) => model.rating(&values),
                _ => self.meter.rating(),
            }),
            Ok(Progress::Open) => Outcome::Unsolved,
            Ok(Progress::Contradiction) => Outcome::NoSolution,
            Err(OutOfBudget) => Outcome::Budget,
        };
        Climb { outcome, tallies: self.tallies }
    }
}

impl play::Player for ClimbRecorder<'_> {
    fn asks(&self, at: usize) -> bool {
        let Asked { settled, above, up_to } = self.asked;
        let rating = self.scale.items[self.first() + at].rating;
        at >= settled && rating <= up_to && Some(rating) > above
    }

    fn asks_more(&mut self) -> bool {
        let items = &self.scale.items[self.first()..];
        let harder = items.iter().map(|item| item.rating).filter(|&rating| rating > self.asked.up_to);
        let Some(next) = harder.min() else { return false };
        (self.asked.above, self.asked.up_to) = (Some(self.asked.up_to), next);
        true
    }

    fn found(&mut self, at: usize, state: &State, found: &mut Findings) {
        (self.asked.settled, self.asked.above) = (0, None);
        let at = self.first() + at;
        let item = &self.scale.items[at];
        self.order.choose(item, found);
        self.apply(at, item.rating, state.grid(), found);
    }

    fn singles(&mut self, state: &mut State) -> Within<Progress> {
        if let Some(tracker) = self.tracker.as_mut().filter(|_| self.observer.is_none()) {
            return Ok(minutes::exhaust(state.grid_mut(), tracker, &mut self.tallies));
        }
        let Some(board) = self.board else { return Ok(Progress::Open) };
        let (progress, placements) = board.play(state);
        self.placed(placements);
        if progress == Progress::Contradiction {
            self.tallies[0].steps += 1;
        }
        Ok(progress)
    }
}

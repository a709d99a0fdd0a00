//! One climb: who plays, what is counted, and who watches.

use super::meter::Meter;
use super::outcome::{Climb, Outcome, Tally};
use super::{Item, Order, Rating, Scale};
use crate::budget::{OutOfBudget, Within};
use crate::grid::{Grid, Progress};
use crate::play;
use crate::rule::Findings;
use crate::state::State;

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

/// Who plays the singles of a climb.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PlayedBy {
    /// The board, all at once.
    TheBoard,
    /// The rules that stand in the scale.
    TheirRules,
}

pub(super) struct Climbing<'a> {
    pub scale: &'a Scale,
    order: &'a mut Order,
    pub singles: PlayedBy,
    tallies: Vec<Tally>,
    meter: Meter,
    /// So many items beyond singles are known to prove nothing in the state.
    known: usize,
    /// Of a scale that is asked by levels: what items give at most that are asked, and up to which rating none proves anything in the state.
    level: Rating,
    exhausted: Option<Rating>,
    observer: Option<Observer<'a>>,
}

impl<'a> Climbing<'a> {
    pub fn new(scale: &'a Scale, order: &'a mut Order) -> Climbing<'a> {
        let singles = match scale.has_singles_of_board() {
            true => PlayedBy::TheBoard,
            false => PlayedBy::TheirRules,
        };
        let tallies = vec![Tally::default(); scale.items.len()];
        Climbing {
            scale,
            order,
            singles,
            tallies,
            meter: Meter::new(scale),
            known: 0,
            level: Rating::default(),
            exhausted: None,
            observer: None,
        }
    }

    /// As above with a watcher, so that singles are steps.
    pub fn observed_by(self, observer: Observer<'a>) -> Climbing<'a> {
        Climbing { singles: PlayedBy::TheirRules, observer: Some(observer), ..self }
    }

    /// The first item that is tried.
    pub fn first(&self) -> usize {
        match self.singles {
            PlayedBy::TheBoard => self.scale.beyond_singles().start,
            PlayedBy::TheirRules => 0,
        }
    }

    /// Counts the full houses, the naked and the hidden singles placed on the board.
    pub fn placed(&mut self, placements: [u32; 3]) {
        for (at, placed) in self.scale.placed(placements) {
            self.tallies[at].firings += placed;
            self.tallies[at].placements += placed;
        }
        self.meter.place(self.scale, placements);
    }

    /// The opening is played: the last stage that has excluded something, and the last of those that are exhausted ([`Opened`](super::Opened)).
    pub fn began_with(&mut self, excluded: usize, exhausted: usize) {
        if let Some(rating) = self.scale.rating_of_stage(excluded) {
            self.meter.add(rating, 1, false);
        }
        self.known = self.scale.exhausted_by(exhausted);
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

    pub fn end(self, end: Within<Progress>) -> Climb {
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
    fn asks(&self, at: usize) -> bool {
        let is_of_level = || {
            let rating = self.scale.items[self.first() + at].rating;
            rating <= self.level && Some(rating) > self.exhausted
        };
        at >= self.known && (!self.scale.by_levels || is_of_level())
    }

    fn asks_more(&mut self) -> bool {
        let items = &self.scale.items[self.first()..];
        let harder = items.iter().map(|item| item.rating).filter(|&rating| rating > self.level);
        let next = harder.min().filter(|_| self.scale.by_levels);
        self.exhausted = Some(self.level);
        self.level = next.unwrap_or(self.level);
        next.is_some()
    }

    fn found(&mut self, at: usize, state: &State, found: &mut Findings) {
        (self.known, self.exhausted) = (0, None);
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

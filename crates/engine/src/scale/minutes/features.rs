//! Features of a puzzle: numbers that say how many places there are to go on, read off two ways to play.
//!
//! *The easiest first*: all full houses at once; if there are none, all hidden singles in blocks; else those
//! in lines; else all naked singles; else everything that the next rule of the scale proves. *All at once*:
//! all singles of the state, until there are none. A round is one such state. No feature depends on an order
//! within a round, or on the isomorph.

use super::rounds::{Singles, all_at_once};
use crate::grid::{Cells, Grid};
use crate::rule::Findings;

/// Kinds of singles, numbered as the items of the scale.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    FullHouse = 1,
    Block,
    Line,
    Naked,
}

/// Number of features.
pub const COUNT: usize = 0;

/// Values of the features of a puzzle.
pub type FeatureValues = [f64; COUNT];

pub struct Feature {
    pub name: &'static str,
    pub value: fn(&Tracker) -> f64,
    pub about: &'static str,
}

pub static FEATURES: &[Feature; COUNT] = &[];

/// Number of items up to the last single, contradictions included.
pub const SINGLES: usize = Kind::Naked as usize + 1;

/// A state with singles.
pub struct Round {
    /// The easiest kind of single in the state.
    pub kind: Kind,
    /// Cells that singles of this kind fill.
    pub open: Cells,
    /// Number of empty cells.
    pub empty: usize,
    /// Number of cells that hidden singles in blocks fill.
    pub blocks: usize,
    /// Number of cells that hidden singles fill.
    pub hidden: usize,
    /// Number of cells that singles fill.
    pub available: usize,
}

/// Counts of a path, from which the features are computed.
#[derive(Clone, Default)]
pub struct Tracker {
    start: f64,
    rounds: [f64; SINGLES],
    effort: [f64; SINGLES],
    search: f64,
    narrowest: f64,
    few: f64,
    left: f64,
    beyond: Vec<(u32, f64, f64)>,
    at_once: f64,
    at_once_hidden: f64,
    at_once_blocks: f64,
    at_once_search: f64,
    at_once_kinds: f64,
}

fn ratio(a: usize, b: usize) -> f64 {
    a as f64 / b as f64
}

impl Tracker {
    /// Begins with the first state of a puzzle, which is also played all at once.
    pub fn begin(grid: &Grid) -> Tracker {
        let mut tracker = Tracker::default();
        all_at_once(*grid, |round| {
            if tracker.at_once == 0.0 {
                tracker.start = ratio(round.empty, round.blocks.max(1));
            }
            tracker.at_once += 1.0;
            tracker.at_once_hidden += ratio(round.empty, 1 + round.hidden);
            tracker.at_once_blocks += ratio(round.empty, 1 + round.blocks);
            tracker.at_once_search += ratio(round.empty, round.available).powi(2);
            tracker.at_once_kinds += ratio(round.empty, round.available);
        });
        tracker
    }

    /// Adds a round of singles.
    pub fn single(&mut self, round: &Round) {
        let (kind, open) = (round.kind as usize, round.open.len());
        let narrow = ratio(round.empty, open);
        self.rounds[kind] += 1.0;
        self.effort[kind] += narrow;
        self.narrowest = self.narrowest.max(narrow);
        self.search += ratio(round.empty, round.available).powi(2);
        self.few += f64::from(u8::from(round.available <= 2));
    }

    /// Adds a round of a rule beyond singles: its place in the scale, and how many candidates it proves.
    pub fn beyond(&mut self, place: u32, empty: usize, proved: usize) {
        if self.left == 0.0 {
            self.left = empty as f64;
        }
        self.beyond.push((place, ratio(empty, proved), empty as f64));
    }

    /// Adds the round of a rule that was found by itself.
    pub fn apply(&mut self, place: u32, grid: &Grid, found: &Findings) {
        if place as usize >= SINGLES {
            return self.beyond(place, (!grid.placed).len(), found.proved());
        }
        if let Some(round) = Singles::new().find(grid) {
            self.single(&round);
        }
    }

    pub fn dump(&self) -> Vec<(&'static str, f64)> {
        let kinds = |from: u32| {
            let mut k: Vec<u32> = self.beyond.iter().map(|b| b.0).filter(|&p| p >= from).collect();
            k.sort_unstable();
            k.dedup();
            k.len() as f64
        };
        let b = |from: u32, to: u32, f: fn(&(u32, f64, f64)) -> f64| -> f64 {
            self.beyond.iter().filter(|b| b.0 >= from && b.0 < to).map(f).sum()
        };
        vec![
            ("start", self.start),
            ("r1", self.rounds[1]),
            ("r2", self.rounds[2]),
            ("r3", self.rounds[3]),
            ("r4", self.rounds[4]),
            ("e1", self.effort[1]),
            ("e2", self.effort[2]),
            ("e3", self.effort[3]),
            ("e4", self.effort[4]),
            ("notbox", self.rounds[3] + self.rounds[4]),
            ("search", self.search),
            ("narrowest", self.narrowest),
            ("few", self.few),
            ("need4", f64::from(u8::from(self.rounds[4] > 0.0))),
            ("need3", f64::from(u8::from(self.rounds[3] > 0.0))),
            ("left", self.left),
            ("a_rounds", self.at_once),
            ("a_hidden", self.at_once_hidden),
            ("a_blocks", self.at_once_blocks),
            ("a_search", self.at_once_search),
            ("a_lin", self.at_once_kinds),
            ("b_rounds", self.beyond.len() as f64),
            ("b_kinds", kinds(0)),
            ("b_kinds2", kinds(6)),
            ("b_kinds3", kinds(9)),
            ("b_effort", b(0, 999, |b| b.1)),
            ("b_effort2", b(6, 999, |b| b.1)),
            ("b_effort3", b(9, 999, |b| b.1)),
            ("b_efflc", b(0, 6, |b| b.1)),
            ("b_effsub", b(6, 9, |b| b.1)),
            ("b_lc", b(0, 6, |_| 1.0)),
            ("b_sub", b(6, 9, |_| 1.0)),
            ("b_chain", b(9, 999, |_| 1.0)),
            ("b_hard", b(6, 999, |_| 1.0)),
            ("b_empty", b(0, 999, |b| b.2)),
            ("b_empty2", b(6, 999, |b| b.2)),
            ("b_empty3", b(9, 999, |b| b.2)),
            ("b_place", b(0, 999, |b| f64::from(b.0) - 4.0)),
            ("b_top", self.beyond.iter().map(|b| b.0).max().unwrap_or(0) as f64),
        ]
    }
}

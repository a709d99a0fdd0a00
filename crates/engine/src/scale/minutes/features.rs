//! Features of a puzzle: numbers that say how many places there are to go on, read off two ways to play.
//!
//! *Easiest first*: all full houses at once; if there are none, all hidden singles in blocks; else those in
//! lines; else all naked singles; else everything that the next rule of the scale proves. *All at once*: all
//! singles of the state, until there are none. A round is one such state. Where only trial and error goes
//! on, each empty cell counts as a round of the only naked single there is, and of the rule. No feature
//! depends on an order within a round, or on the isomorph.

use super::rounds::{Singles, all_at_once};
use crate::grid::{Cells, Grid};
use crate::rule::Findings;

/// Feature of a puzzle.
pub struct Feature {
    /// The name in tables and definitions.
    pub name: &'static str,
    /// The definition.
    pub about: &'static str,
    /// Reads the value off a path.
    pub(super) value: fn(&Tracker) -> f64,
}

/// Number of features.
pub const COUNT: usize = 7;

/// Values of the features of a puzzle.
pub type FeatureValues = [f64; COUNT];

/// All features. The model uses the logarithm of 1 + the value.
pub static FEATURES: [Feature; COUNT] = [
    Feature {
        name: "search",
        about: "easiest first, the sum over the rounds of singles of (empty cells / available cells)², where \
                singles fill the available cells",
        value: |path| path.search,
    },
    Feature {
        name: "narrowest",
        about: "easiest first, the largest empty cells / cells filled of a round of singles",
        value: |path| path.narrowest,
    },
    Feature {
        name: "in-blocks",
        about: "easiest first, the number of rounds of hidden singles in blocks",
        value: |path| path.rounds[Kind::Block.index()],
    },
    Feature {
        name: "outside-blocks",
        about: "easiest first, the number of rounds of hidden singles in lines and of naked singles",
        value: |path| path.rounds[Kind::Line.index()] + path.rounds[Kind::Naked.index()],
    },
    Feature {
        name: "naked",
        about: "easiest first, the sum over the rounds of naked singles of empty cells / cells filled",
        value: |path| path.naked,
    },
    Feature {
        name: "crosshatching",
        about: "all at once, the sum over the states, the last included, of empty cells / (1 + cells that \
                hidden singles in blocks fill)",
        value: |path| path.crosshatching,
    },
    Feature {
        name: "techniques",
        about: "easiest first, the sum over the rounds beyond singles of the place of the rule: 1 for locked \
                candidates, 2 for pairs, and so on",
        value: |path| path.techniques,
    },
];

/// Kinds of singles, numbered as the items of the scale.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    FullHouse = 1,
    Block,
    Line,
    Naked,
}

/// Number of items up to the last single, contradictions included.
pub const SINGLES: usize = Kind::Naked.index() + 1;

impl Kind {
    /// Returns the number of the item.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Place of trial and error in the scale, the first rule that is no pattern.
pub const TRIAL: u32 = 14;

/// A state with singles, or without.
pub struct Round {
    /// The easiest kind of single in the state.
    pub kind: Kind,
    /// Cells that singles of this kind fill.
    pub open: Cells,
    /// Number of empty cells.
    pub empty: usize,
    /// Number of cells that hidden singles in blocks fill.
    pub blocks: usize,
    /// Number of cells that singles fill.
    pub available: usize,
}

/// Sums over a path, from which the features are read.
#[derive(Clone, Default)]
pub struct Tracker {
    rounds: [f64; SINGLES],
    search: f64,
    narrowest: f64,
    naked: f64,
    crosshatching: f64,
    techniques: f64,
    /// Whether nothing but trial and error went on in some state; what follows counts no more.
    has_ended: bool,
}

impl Tracker {
    /// Begins with the first state of a puzzle, which is also played all at once.
    pub fn begin(grid: &Grid) -> Tracker {
        let mut crosshatching = 0.0;
        all_at_once(*grid, |round| crosshatching += ratio(round.empty, 1 + round.blocks));
        Tracker { crosshatching, ..Tracker::default() }
    }

    /// Adds a round of singles.
    pub fn single(&mut self, round: &Round) {
        if self.has_ended {
            return;
        }
        let narrow = ratio(round.empty, round.open.len());
        let search = ratio(round.empty, round.available);
        self.rounds[round.kind.index()] += 1.0;
        self.narrowest = self.narrowest.max(narrow);
        self.search += search * search;
        if round.kind == Kind::Naked {
            self.naked += narrow;
        }
    }

    /// Adds a round of the rule at this place of the scale, which has found something in the grid.
    pub fn apply(&mut self, place: u32, grid: &Grid, found: &Findings) {
        if self.has_ended {
            return;
        }
        if place >= TRIAL {
            self.end((!grid.placed).len());
        } else if place as usize >= SINGLES {
            self.techniques += beyond_singles(place);
        } else if !found.contradiction
            && let Some(round) = Singles::new().find(grid)
        {
            self.single(&round);
        }
    }

    /// Counts each of the empty cells as a round of the only naked single there is, and of trial and error.
    fn end(&mut self, empty: usize) {
        let mut left = 0.0;
        for _ in 0..empty {
            left += 1.0;
            self.rounds[Kind::Naked.index()] += 1.0;
            self.narrowest = self.narrowest.max(left);
            self.search += left * left;
            self.naked += left;
            self.techniques += beyond_singles(TRIAL);
        }
        self.has_ended = true;
    }

    /// Returns the values of the features.
    pub fn values(&self) -> FeatureValues {
        std::array::from_fn(|k| (FEATURES[k].value)(self))
    }
}

/// Returns the place of a rule among those beyond singles, from 1.
fn beyond_singles(place: u32) -> f64 {
    f64::from(place) - f64::from(Kind::Naked as u32)
}

fn ratio(a: usize, b: usize) -> f64 {
    a as f64 / b as f64
}

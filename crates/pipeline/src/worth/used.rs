//! The sets of items that puzzles used, and what they say without a climb.

use crate::stats::{ByClues, Weights};
use std::collections::{BTreeMap, HashMap};
use sudoscope_engine::scale::{Climb, ItemSet, Outcome, Scale};

/// Different sets that are kept where rules are compared.
pub(super) const CAPACITY: usize = 1 << 16;

/// Which items the puzzles that a ladder solves used together. The items of such a set solve the puzzle
/// without the others: they go the same path.
#[derive(Clone, Debug)]
pub struct UsedSets {
    /// Different sets that are kept. Sets first seen after these count as a rest.
    capacity: usize,
    pub puzzles: ByClues,
    /// For each set of items, the puzzles that were solved and used just these.
    pub sets: HashMap<ItemSet, ByClues>,
    /// The puzzles that were solved by sets that are not kept.
    pub rest: ByClues,
}

impl UsedSets {
    /// No puzzles yet; at most this many different sets will be kept.
    pub fn new(capacity: usize) -> UsedSets {
        let (puzzles, rest) = (ByClues::NONE, ByClues::NONE);
        UsedSets { capacity, puzzles, sets: HashMap::new(), rest }
    }

    /// Counts a climb of a puzzle with this many clues.
    pub fn add(&mut self, scale: &Scale, clues: usize, climb: &Climb) {
        self.add_all(scale, clues, climb, 1);
    }

    /// Counts climbs of this many puzzles that end alike and use the same items.
    pub fn add_all(&mut self, scale: &Scale, clues: usize, climb: &Climb, puzzles: u64) {
        if climb.outcome == Outcome::NoSolution {
            return;
        }
        self.puzzles.add_all(clues, puzzles);
        if let Outcome::Solved(_) = climb.outcome {
            let set = ItemSet::used(scale, &climb.tallies);
            if self.sets.len() < self.capacity || self.sets.contains_key(&set) {
                self.sets.entry(set).or_default().add_all(clues, puzzles);
            } else {
                self.rest.add_all(clues, puzzles);
            }
        }
    }

    pub fn solved(&self) -> ByClues {
        let mut solved = self.rest.clone();
        self.sets.values().for_each(|puzzles| solved += puzzles);
        solved
    }

    /// The puzzles all of whose items are among these.
    pub fn within(&self, items: &ItemSet) -> ByClues {
        let mut within = ByClues::NONE;
        let sets = self.sets.iter().filter(|(set, _)| set.is_subset(items));
        sets.for_each(|(_, puzzles)| within += puzzles);
        within
    }

    /// For each of these shares of all puzzles (from 0 to 1) a small set of items that certainly solves it,
    /// because enough puzzles used no others; `None` where the ladder solves fewer. The sets are found step
    /// by step, by what brings the most puzzles for an item, then without what turns out not to be needed.
    pub fn smallest(&self, shares: &[f64], weights: Weights) -> Vec<Option<ItemSet>> {
        let whole = weights.mass(&self.puzzles);
        let reached = |items: &ItemSet, share| is_share(weights.mass(&self.within(items)), share, whole);
        let mut found: Vec<Option<ItemSet>> = vec![None; shares.len()];
        let mut items = ItemSet::default();
        loop {
            for (&share, found) in shares.iter().zip(&mut found) {
                if found.is_none() && reached(&items, share) {
                    *found = Some(thinned(&items, |fewer| reached(fewer, share)));
                }
            }
            let more = completion(&self.missing(&items, weights));
            match more {
                Some(more) if found.iter().any(Option::is_none) => items = items.union(&more),
                _ => return found,
            }
        }
    }

    /// What puzzles want beside these items, and the weight of those that want it.
    pub(super) fn missing(&self, items: &ItemSet, weights: Weights) -> BTreeMap<ItemSet, f64> {
        let mut missing: BTreeMap<ItemSet, ByClues> = BTreeMap::new();
        for (set, puzzles) in &self.sets {
            let rest = set.minus(items);
            if !rest.is_empty() {
                *missing.entry(rest).or_default() += puzzles;
            }
        }
        missing.into_iter().map(|(rest, puzzles)| (rest, weights.mass(&puzzles))).collect()
    }
}

/// Whether `part` is at least this share of `whole`, but for rounding.
pub(super) fn is_share(part: f64, share: f64, whole: f64) -> bool {
    part >= (share - 1e-12) * whole
}

/// The items without those that can be left out, the last first, as long as `enough` holds.
fn thinned(items: &ItemSet, enough: impl Fn(&ItemSet) -> bool) -> ItemSet {
    let order: Vec<usize> = items.iter().collect();
    order.into_iter().rev().fold(items.clone(), |items, item| {
        let fewer = items.without(item);
        if enough(&fewer) { fewer } else { items }
    })
}

/// How many completions are looked at.
const LOOKED_AT: usize = 256;

/// The items that bring the most puzzles for an item, among the completions that the most puzzles want.
pub(super) fn completion(missing: &BTreeMap<ItemSet, f64>) -> Option<ItemSet> {
    let mut heaviest: Vec<(&ItemSet, f64)> = missing.iter().map(|(set, &w)| (set, w)).collect();
    heaviest.sort_by(|a, b| b.1.total_cmp(&a.1));
    heaviest.truncate(LOOKED_AT);
    let worth = |set: &ItemSet| {
        let brought = missing.iter().filter(|(other, _)| other.is_subset(set)).map(|(_, w)| w);
        brought.sum::<f64>() / set.len() as f64
    };
    let worths = heaviest.into_iter().map(|(set, _)| (set, worth(set)));
    // Of equal ones the smaller, then the earlier in the ladder.
    let order = |set: &ItemSet| (set.len(), set.iter().collect::<Vec<_>>());
    let best = worths.max_by(|(a, x), (b, y)| x.total_cmp(y).then_with(|| order(b).cmp(&order(a))));
    best.map(|(set, _)| set.clone())
}

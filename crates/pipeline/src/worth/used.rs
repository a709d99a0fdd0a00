//! Sets of items that puzzles used, and the conclusions from them without further climbs.

use crate::stats::{ByClues, Weights};
use std::collections::{BTreeMap, HashMap};
use sudoscope_engine::scale::{Climb, ItemSet, Outcome, Scale};

/// Maximum number of different sets that are kept to compare rules.
pub(super) const CAPACITY: usize = 1 << 16;

/// Sets of items that a ladder used to solve puzzles. The items of such a set solve the puzzle without the
/// other items of the ladder, by the same path.
#[derive(Clone, Debug)]
pub struct UsedSets {
    /// Maximum number of different sets. Sets seen later count as `rest`.
    capacity: usize,
    pub puzzles: ByClues,
    /// Solved puzzles by the exact set of items they used.
    pub sets: HashMap<ItemSet, ByClues>,
    /// Puzzles solved by sets that are not kept.
    pub rest: ByClues,
}

impl UsedSets {
    /// Creates an empty collection, for at most `capacity` different sets.
    pub fn new(capacity: usize) -> UsedSets {
        let (puzzles, rest) = (ByClues::NONE, ByClues::NONE);
        UsedSets { capacity, puzzles, sets: HashMap::new(), rest }
    }

    /// Counts a climb of a puzzle with this many clues.
    pub fn add(&mut self, scale: &Scale, clues: usize, climb: &Climb) {
        self.add_all(scale, clues, climb, 1);
    }

    /// Counts climbs of `puzzles` puzzles that end alike and use the same items.
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

    /// Counts the puzzles whose used items are all in `items`.
    pub fn within(&self, items: &ItemSet) -> ByClues {
        let mut within = ByClues::NONE;
        let sets = self.sets.iter().filter(|(set, _)| set.is_subset(items));
        sets.for_each(|(_, puzzles)| within += puzzles);
        within
    }

    /// Finds, for each of these shares of all puzzles (from 0 to 1), a small set of items that certainly
    /// solves it, because enough puzzles used no others; `None` if the ladder solves fewer. The search adds
    /// the items that bring the most puzzles per item, then drops the items that are not needed.
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

    /// Returns the sets that puzzles need besides `items`, with the weight of the puzzles that need each.
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

/// Whether `part` is at least this share of `whole`, up to rounding.
pub(super) fn is_share(part: f64, share: f64, whole: f64) -> bool {
    part >= (share - 1e-12) * whole
}

/// Drops items that can be left out, the last first, as long as `enough` holds.
fn thinned(items: &ItemSet, enough: impl Fn(&ItemSet) -> bool) -> ItemSet {
    let order: Vec<usize> = items.iter().collect();
    order.into_iter().rev().fold(items.clone(), |items, item| {
        let fewer = items.without(item);
        if enough(&fewer) { fewer } else { items }
    })
}

/// Number of completions examined.
const LOOKED_AT: usize = 256;

/// Chooses, among the completions that the most puzzles need, the completion that brings the most puzzles per
/// item.
pub(super) fn completion(missing: &BTreeMap<ItemSet, f64>) -> Option<ItemSet> {
    let mut heaviest: Vec<(&ItemSet, f64)> = missing.iter().map(|(set, &w)| (set, w)).collect();
    heaviest.sort_by(|a, b| b.1.total_cmp(&a.1));
    heaviest.truncate(LOOKED_AT);
    let worth = |set: &ItemSet| {
        let brought = missing.iter().filter(|(other, _)| other.is_subset(set)).map(|(_, w)| w);
        brought.sum::<f64>() / set.len() as f64
    };
    let worths = heaviest.into_iter().map(|(set, _)| (set, worth(set)));
    // Ties go to the smaller set, then to the one earlier in the ladder.
    let order = |set: &ItemSet| (set.len(), set.iter().collect::<Vec<_>>());
    let best = worths.max_by(|(a, x), (b, y)| x.total_cmp(y).then_with(|| order(b).cmp(&order(a))));
    best.map(|(set, _)| set.clone())
}
